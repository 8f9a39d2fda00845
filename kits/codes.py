"""Who has which tags: the codes of AprilTag 36h11, handed out in blocks."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping

from kits.kit import Kit

CODES = 587
"""How many tags the family has."""
BLOCK = 12
"""How many tags a frame with two tags along each side uses."""
SHIPPED = 144
"""The first this many codes belong to the games that Kiebitz ships; codes of added games follow."""
BLOCKS = (CODES - SHIPPED) // BLOCK
PROJECTED = tuple(range(SHIPPED + BLOCK * BLOCKS, CODES))[:4]
"""Codes of no block: a projector shows them, from its picture's top left corner clockwise."""


def own_codes(name: str, *, turn: int = 0) -> int:
    """Return the first of the ``BLOCK`` codes that the kit called *name* gets by its name.

    Two names may come to the same block, which ``clashes`` tells; another *turn* then gives another one.

    >>> own_codes("trio"), own_codes("trio", turn=1)
    (264, 276)
    """
    return SHIPPED + BLOCK * ((zlib.crc32(name.encode()) + turn) % BLOCKS)


def clashes(kits: Iterable[Kit]) -> Mapping[tuple[str, str], tuple[int, ...]]:
    """Return the codes that two games have in common, by their names; nothing where all is well."""
    owners: dict[int, str] = {}
    found: dict[tuple[str, str], tuple[int, ...]] = {}
    for kit in kits:
        for board in kit.minis or (kit,):
            for marker in board.markers:
                other = owners.setdefault(marker.code, kit.name)
                if other != kit.name:
                    found[other, kit.name] = (*found.get((other, kit.name), ()), marker.code)
    return found
