"""The camera: its pose over the board and its lens. Finds boards in pictures."""
