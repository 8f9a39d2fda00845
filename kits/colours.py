"""The colours pieces are sold in, by name."""

from __future__ import annotations

COLOURS = ("red", "yellow", "green", "blue", "purple", "cyan", "orange", "black", "white", "clear")
"""In the order in which the colours seen in a picture are given to the seats."""
