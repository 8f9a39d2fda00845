"""What lies on a table: pieces at random within the rules' stock, Tabik's stones and rods by legal play. No Blender."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.reading import EMPTY
from core.tabik import notation, rules
from core.tabik.options import TabikOptions
from kits import tabik, ting, tingle, tink, tinker_tactics
from kits.kit import Kit, Plan

COLOURS = {
    "tink": ("red", "orange", "yellow", "green", "cyan", "blue", "purple", "black", "white", "clear"),
    "ting": ("red", "orange", "yellow", "green", "blue", "purple", "black", "white"),
    "tingle": ("red", "orange", "yellow", "green", "cyan", "blue", "purple", "black", "white", "clear"),
    "tinker_tactics": ("red", "orange", "yellow", "green", "cyan", "blue", "purple", "black", "white"),
}
"""Game → the colours that its pieces are sold in."""
GAMES = (*COLOURS, "tabik")
FOLDERS = {"tink": "tink", "ting": "ting", "tingle": "tingle", "tabik": "tabik", "tinker": "tinker_tactics"}
"""Folder of pictures, which is also the name in their records → its game."""
STONES = ("black", "white")
_KITS = {"tink": tink.KIT, "ting": ting.KIT, "tingle": tingle.WITH_PYRAMIDS}
_SIZES = {"s": "small", "m": "medium", "l": "large"}
_SHAPES = {"s": "square", "m": "triangle", "l": "circle"}
_TABIK_SIZES = (5, 6, 7, 8, 9)


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on a cell: its ``kind`` and, for a pyramid, ``size``; for a die, ``value``."""

    cell: str
    kind: str
    colour: str
    size: str | None = None
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Position:
    """What lies on a board of *kit*. ``rods`` are names of edges, such as ``a1-b1``."""

    kit: Kit
    players: tuple[str, ...]
    pieces: tuple[Piece, ...]
    rods: frozenset[str] = frozenset()

    @property
    def plan(self) -> Plan:
        """Where the cells lie."""
        return self.kit.plan


def draw_position(game: str, rng: random.Random) -> Position:
    """Return a random position of *game*."""
    if game == "tabik":
        return _played(rng.choice(_TABIK_SIZES), rng)
    players = 2 if game == "tinker_tactics" else rng.choice((2, 2, 3, 4))
    kit = tinker_tactics.kit(players=players) if game == "tinker_tactics" else _KITS[game]
    colours = rng.sample(COLOURS[game], players)
    supply = [(colour, kind) for colour in colours for kind, count in kit.stock.items() for _ in range(count)]
    chosen = rng.sample(supply, rng.randint(len(supply) // 4, len(supply)))
    cells = rng.sample(kit.plan.cells, len(chosen))
    placed = zip(cells, chosen, strict=True)
    pieces = tuple(_piece(game, cell, colour, _shown(game, kind, rng)) for cell, (colour, kind) in placed)
    return Position(kit, tuple(colours), pieces)


def _shown(game: str, kind: str, rng: random.Random) -> str:
    """Return *kind*; for a die, with the value that it shows."""
    return f"{kind}={rng.randint(1, int(kind))}" if game == "tinker_tactics" else kind


def lying(game: str, columns: int, colours: Sequence[str], contents: Mapping[str, str]) -> Position:
    """Return the position of *game* with *contents*, whose seats have *colours*, on a board of this many *columns*."""
    there = {cell: content for cell, content in contents.items() if content != EMPTY}
    if game == "tabik":
        return Position(tabik.kit(board_size=columns), STONES, tuple(_stones(there)), _rods(there))
    kit = tinker_tactics.kit(players=len(colours)) if game == "tinker_tactics" else _KITS[game]
    seats = dict(zip("ABCD", colours, strict=False))
    pieces = tuple(_piece(game, cell, seats[content[0]], content[1:]) for cell, content in there.items())
    return Position(kit, tuple(colours), pieces)


def _piece(game: str, cell: str, colour: str, what: str) -> Piece:
    match game:
        case "tinker_tactics":
            kind, value = what.split("=")
            return Piece(cell, f"d{kind}", colour, value=int(value))
        case "ting":
            return Piece(cell, _SHAPES[what], colour)
        case _:
            return Piece(cell, "pyramid", colour, size=_SIZES[what])


def _played(size: int, rng: random.Random) -> Position:
    """Return the contents of a random game of Tabik after some actions."""
    position = rules.start(TabikOptions(board_size=size))
    for _ in range(rng.randint(2, size * size)):
        moves = rules.moves(position)
        if not moves:
            break
        position = rules.apply(position, rng.choice(moves))
    contents = notation.contents(position)
    return Position(tabik.kit(board_size=size), STONES, tuple(_stones(contents)), _rods(contents))


def _stones(contents: Mapping[str, str]) -> Iterator[Piece]:
    colours = {"b": "black", "w": "white"}
    return (Piece(cell, "stone", colours[what]) for cell, what in contents.items() if what in colours)


def _rods(contents: Mapping[str, str]) -> frozenset[str]:
    return frozenset(edge for edge, what in contents.items() if what == "rod")
