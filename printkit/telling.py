"""What pictures show, in words, for people to whom a page is read out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kits.card import Diagram
from kits.inks import PAPER
from kits.kit import Kit
from kits.pieces import Die, Pawn, Piece, Pyramid, Slab
from printkit.pictures import known


def called(piece: Piece) -> str:
    """Return what people call a piece of this kind."""
    match piece:
        case Pyramid(size=size):
            return f"{size} pyramid"
        case Slab(outline=outline):
            return "disc" if outline == "circle" else outline
        case Pawn():
            return "pawn"
        case Die(faces=faces):
            return f"die of {faces} sides"


def shown(kit: Kit, diagram: Diagram) -> str:
    """Return what can be seen in *diagram*, in sentences."""
    return " ".join(_sentences(kit, diagram))


def _sentences(kit: Kit, diagram: Diagram) -> Iterable[str]:
    yield f"{diagram.columns} × {diagram.rows} cells."
    for piece, cells in _groups(kit, diagram.pieces).items():
        yield f"On {', '.join(cells)}: {piece}."
    for piece, cells in _groups(kit, diagram.spent).items():
        yield f"Taken back from {', '.join(cells)}: {piece}."
    if diagram.edges:
        yield f"Rods on {', '.join(diagram.edges)}."
    if diagram.path:
        yield f"A walk along {', '.join(diagram.path)}."
    if diagram.line:
        yield f"A line from {diagram.line[0]} to {diagram.line[1]}."


def _groups(kit: Kit, contents: Mapping[str, str]) -> Mapping[str, Sequence[str]]:
    """Return the cells of each kind of piece in *contents*."""
    found: dict[str, list[str]] = {}
    for cell, content in contents.items():
        piece, (ink, *_), value = known(kit, content)
        name = "stone" if content in kit.pieces else called(piece)
        colour = "white" if ink == PAPER else ink.name
        found.setdefault(f"{colour} {name}{f' showing {value}' if value else ''}", []).append(cell)
    return found
