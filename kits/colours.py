"""The names of the colours that pieces are sold in."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

COLOURS = ("red", "yellow", "green", "blue", "purple", "cyan", "orange", "black", "white", "clear")
"""Seats take the colours seen in a picture in this order: the first one found goes to seat A."""
FURTHER_COLOURS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"natural": ("orange", "yellow", "white"), "silver": ("white", "black", "clear"), "pink": ("red", "purple")}
)
"""Colours that people may name, and those of ``COLOURS`` that they are taken for: nothing is called so unasked."""
ALL_COLOURS = (*COLOURS, *FURTHER_COLOURS)
"""All that may be named."""


def checked(name: str) -> str:
    """Return *name*, a colour. Raises ``ValueError`` in words for people.

    >>> checked("natural")
    'natural'
    """
    if name not in ALL_COLOURS:
        raise ValueError(f"no colour is called {name[:20]!r}; known are {', '.join(ALL_COLOURS)}")
    return name
