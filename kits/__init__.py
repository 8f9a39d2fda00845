"""The physical games in millimetres: what is printed is what is recognised."""
