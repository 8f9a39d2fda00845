"""Where the camera stands over the board, and how it bends what it sees."""
