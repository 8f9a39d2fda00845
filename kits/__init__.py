"""The physical games in millimetres. Printing and recognition read the same description."""
