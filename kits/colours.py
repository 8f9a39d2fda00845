"""The names of the colours that pieces are sold in."""

from __future__ import annotations

COLOURS = ("red", "yellow", "green", "blue", "purple", "cyan", "orange", "black", "white", "clear")
"""Seats take the colours seen in a picture in this order: the first one found goes to seat A."""
