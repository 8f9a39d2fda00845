"""Boards of cells, without millimetres: sets of cells, neighbours, and boards as text."""
