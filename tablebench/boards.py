"""Boards as they are bought or made at home, for Blender: they end at z = 0, the outer corner of a1 is at 0, 0."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np

from kits.kit import Plan
from tablebench.blender_parts import Colour, plain
from tablebench.bodies import add_print, add_solid, flat
from tablebench.materials import WOODS, grey, varied, wood
from tablebench.solids import Box, Solid, box, regular
from tablebench.truth import Board

_CELLS_MM = {
    "tink": (40.0, 57.0),
    "ting": (18.0, 28.0),
    "tingle": (24.5, 27.5),
    "tabik": (28.0, 38.0),
    "tinker_tactics": (30.0, 40.0),
}
_PRINT, _ALONG, _ACROSS = 0.02, 0.03, 0.04
"""Height of prints above their board in mm: of areas, lines along the ranks, other lines; none lies within another."""
_INSET_MM = 1.0
"""Distance of a tile's lines from its edge."""
_CHEQUERS = (("walnut", "maple"), ("rosewood", "birch"), ("cherry", "birch"), ("walnut", "oak"))
_VINYLS: tuple[Colour, ...] = ((0.03, 0.14, 0.06), (0.03, 0.06, 0.2), (0.2, 0.03, 0.03), (0.02, 0.02, 0.02))
_CARDS: tuple[Colour, ...] = ((0.75, 0.7, 0.6), (0.35, 0.45, 0.35), (0.6, 0.65, 0.7), (0.85, 0.8, 0.7))


def add_board(game: str, plan: Plan, rng: random.Random) -> Board:
    """Add a random board of *game* with the cells of *plan* and return it, its plan in its own size."""
    plan = replace(plan, pitch_mm=rng.uniform(*_CELLS_MM[game]))
    match game:
        case "tink":
            return _chessboard(plan, rng)
        case "tingle":
            return _tiles(plan, rng)
        case "tinker_tactics":
            return _pair(plan, rng)
        case _:
            return _ruled(game, plan, rng)


def _chessboard(plan: Plan, rng: random.Random) -> Board:
    style = rng.choice(("wood", "vinyl", "card", "printed"))
    dark, light, edge = _chequer(style, rng)
    light_a1 = rng.random() < 0.15
    for column in range(plan.columns):
        for row in range(plan.rows):
            odd = (column + row) % 2 == 1
            add_print(flat(_cells(plan, column, row), _PRINT), light if odd != light_a1 else dark)
    board = Board(plan, style, rng.uniform(5, 30), rng.choice((1.2, 3, 10, 14)), {"square_mm": plan.pitch_mm})
    _add_slab(board, edge)
    return board


def _chequer(style: str, rng: random.Random) -> tuple[Any, Any, Any]:
    """Return the materials of a chessboard: of dark and light squares, and of the edge."""
    if style == "wood":
        dark, light = rng.choice(_CHEQUERS)
        return wood(dark, rng), wood(light, rng), wood(rng.choice(tuple(WOODS)), rng)
    colours: dict[str, tuple[Colour, Colour, float]] = {
        "vinyl": (rng.choice(_VINYLS), (0.75, 0.66, 0.45), 0.6),
        "card": ((0.18, 0.08, 0.04), (0.75, 0.60, 0.38), 0.5),
        "printed": (grey(rng.uniform(0.02, 0.35)), (0.85, 0.85, 0.83), 0.8),
    }
    *pair, roughness = colours[style]
    dark, light = (plain(style, varied(colour, rng), roughness) for colour in pair)
    return dark, light, rng.choice((dark, light)) if style == "card" else light


def _ruled(game: str, plan: Plan, rng: random.Random) -> Board:
    """Return a board of lines: Tabik's, or Ting's with blocks of nine cells."""
    style, base = _sheet(rng)
    ink, line = plain("ink", grey(rng.uniform(0.01, 0.2)), 0.7), rng.uniform(0.5, 1.3)
    outer = line * rng.choice((1.0, 1.6))
    block_line = max(outer, line * rng.uniform(1.3, 2.5))
    facts: dict[str, Any] = {"n": plan.columns}
    if game == "ting":
        facts = _ting_marks(plan, style, ink, line, rng)
    for number in range(plan.columns + 1):
        whole = number in (0, plan.columns)
        width = block_line if game == "ting" and number % 3 == 0 else outer if whole else line
        at = number * plan.pitch_mm
        out = outer / 2
        add_print(flat((at - width / 2, -out, at + width / 2, plan.height_mm + out), _ACROSS), ink)
        add_print(flat((-out, at - width / 2, plan.width_mm + out, at + width / 2), _ALONG), ink)
    board = Board(plan, style, rng.uniform(5, 30), rng.choice((0.3, 3, 10)), facts)
    _add_slab(board, base)
    return board


def _ting_marks(plan: Plan, style: str, ink: Any, line: float, rng: random.Random) -> dict[str, Any]:
    """Shade every other block of a board of Ting, or none; mark the middle cell of each; return what was done."""
    shade = plain("shade", grey(rng.uniform(0.3, 0.5)), 0.8)
    shaded = style != "wood" and rng.random() < 0.5
    mark, radius = rng.choice(("ring", "ring", "disc")), rng.uniform(0.26, 0.42) * plan.pitch_mm
    for column in range(0, plan.columns, 3):
        for row in range(0, plan.rows, 3):
            if shaded and (column + row) % 2:
                add_print(flat(_cells(plan, column, row, 3), _PRINT), shade)
            at = (column + 1.5) * plan.pitch_mm, (row + 1.5) * plan.pitch_mm
            add_print(_ring(at, radius, 0.0 if mark == "disc" else radius - line), ink)
    blocks = [plan.columns // 3, plan.rows // 3]
    return {"centre_marks": mark, "mark_radius_mm": radius, "blocks": blocks, "blocks_shaded": shaded}


def _ring(at: tuple[float, float], outer: float, inner: float) -> Solid:
    """Return a flat ring around *at*, or a disc if *inner* is 0."""
    sides = 48
    ring = [(at[0] + x, at[1] + y, _ALONG) for radius in (outer, inner) for x, y in regular(sides, radius)]
    faces = tuple((k, (k + 1) % sides, sides + (k + 1) % sides, sides + k) for k in range(sides))
    if inner:
        return Solid(np.array(ring), faces)
    return Solid(np.array(ring[:sides]), (tuple(range(sides)),))


def _tiles(plan: Plan, rng: random.Random) -> Board:
    """Return sixteen piecepack tiles of four cells each, laid by hand."""
    style = rng.choice(("wood", "cream"))
    gap, line, outlined = rng.uniform(0.15, 0.6), rng.uniform(0.5, 1.2), rng.random() < 0.5
    ink = plain("ink", varied((0.05, 0.03, 0.02), rng), 0.6)
    board = Board(plan, f"piecepack_{style}", 0.0, rng.uniform(3, 7), {"tile_gap_mm": gap, "tile_outline": outlined})
    side = 2 * plan.pitch_mm - gap
    for column in range(0, plan.columns, 2):
        for row in range(0, plan.rows, 2):
            x, y = (n * plan.pitch_mm + gap / 2 + rng.gauss(0, 0.15) for n in (column, row))
            cream = varied((0.78, 0.70, 0.52), rng, 0.03)
            tile = wood("birch", rng, spread=0.05) if style == "wood" else plain("cream", cream, 0.5)
            add_solid("tile", box((x, y, x + side, y + side), -board.thickness_mm, 0.0), tile, round_mm=0.5)
            for at in _tile_lines(side, line, outlined=outlined):
                add_print(flat((x + at, y + _INSET_MM, x + at + line, y + side - _INSET_MM), _ACROSS), ink)
                add_print(flat((x + _INSET_MM, y + at, x + side - _INSET_MM, y + at + line), _ALONG), ink)
    return board


def _tile_lines(side: float, line: float, *, outlined: bool) -> tuple[float, ...]:
    """Return where the lines of a tile begin: its cross and, perhaps, a square just inside its edge."""
    cross = (side - line) / 2
    return (_INSET_MM, cross, side - _INSET_MM - line) if outlined else (cross,)


def _pair(plan: Plan, rng: random.Random) -> Board:
    """Return two mini-boards of Tinker Tactics laid side by side by hand, with half of the rows each."""
    style, base = _sheet(rng)
    red, green, blue = (rng.uniform(0.01, 0.15) for _ in range(3))
    ink, line = plain("ink", (red, green, blue), 0.7), rng.uniform(0.5, 1.4)
    board = Board(plan, style, 0.0, rng.choice((0.3, 3, 10)), {"layout": f"{plan.columns}x{plan.rows}"})
    rows, seam = plan.rows // 2, 0.3
    wide, high = plan.width_mm, rows * plan.pitch_mm - seam
    for part in range(2):
        x, y = rng.gauss(0, 0.3), part * rows * plan.pitch_mm + seam / 2 + rng.gauss(0, 0.1)
        slab = box((x, y, x + wide, y + high), -board.thickness_mm, 0.0)
        add_solid("board", slab, base, round_mm=min(0.6, board.thickness_mm / 3))
        for at in _line_places(plan.columns, plan.pitch_mm, wide, line):
            add_print(flat((x + at, y, x + at + line, y + high), _ACROSS), ink)
        for at in _line_places(rows, plan.pitch_mm, high, line):
            add_print(flat((x, y + at, x + wide, y + at + line), _ALONG), ink)
    return board


def _line_places(cells: int, pitch: float, length: float, line: float) -> list[float]:
    """Return where the lines around this many cells begin; the outermost lie wholly on the board."""
    return [min(max(k * pitch - line / 2, 0.0), length - line) for k in range(cells + 1)]


def _sheet(rng: random.Random) -> tuple[str, Any]:
    """Return a style and the material that lines are printed on."""
    style = rng.choice(("paper", "card", "wood"))
    match style:
        case "wood":
            return style, wood(rng.choice(("maple", "birch", "oak", "cherry")), rng)
        case "paper":
            return style, plain(style, varied((0.84, 0.84, 0.82), rng, 0.03), 0.85)
        case _:
            return style, plain(style, varied(rng.choice(_CARDS), rng, 0.05), 0.7)


def _add_slab(board: Board, material: Any) -> None:
    """Add the slab that cells are printed on."""
    border, (wide, high) = board.border_mm, board.size_mm
    slab = box((-border, -border, wide + border, high + border), -board.thickness_mm, 0.0)
    add_solid("board", slab, material, round_mm=min(0.8, board.thickness_mm / 3))


def _cells(plan: Plan, column: int, row: int, count: int = 1) -> Box:
    """Return the square of *count* × *count* cells from this column and row on."""
    pitch = plan.pitch_mm
    return column * pitch, row * pitch, (column + count) * pitch, (row + count) * pitch
