"""A printed kit on a table: cut out of its pages, glued and folded. No Blender.

The kit is printed as a PDF, its pages are rasterised, and ``paper`` shows parts of them on flat faces: the board, and
of Tink and Tingle the folded pyramids. The pieces of the other games are bought ones in the colours of the kit.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2

from kits import tabik, ting, tingle, tink
from kits.kit import Kit
from kits.pieces import Pyramid
from kits.pyramid import Net, net
from printkit.assembly import board_layout, board_tiles
from printkit.book import draw_kit
from printkit.drawing import Area, Drawing, Point, Pose, Sheet
from printkit.job import Job
from printkit.pdf import render
from printkit.strokes import CUT
from printkit.surface import surfaces
from tablebench.cast import cast_of, frames_in
from tablebench.games import Game, draw_game, draw_still
from tablebench.positions import STONES, Piece

PRINTED = ("tink", "ting", "tingle", "tabik")
"""The games whose printed boards form one sheet of paper once they are glued."""
_DPI = 300
_PAPER_MM, _CARD_MM = 0.12, 0.25
_LAYERS = 3
"""How many sheets lie on top of each other where the parts of a board overlap."""


@dataclass(frozen=True, slots=True)
class Mesh:
    """Flat faces with corners in the kit's board frame (mm, z into the table), each a part of a printed page."""

    page: int
    vertices: tuple[tuple[float, float, float], ...]
    faces: tuple[tuple[int, ...], ...]
    printed: tuple[tuple[Point, ...], ...]
    """Places of the corners of each face on the page, in mm."""
    thick_mm: float


def kit_for(game: str, columns: int) -> Kit:
    """Return the kit of *game* that is printed; Tabik's for a board of this many *columns*."""
    if game == "tabik":
        return tabik.kit(board_size=columns)
    return {"tink": tink.KIT, "ting": ting.KIT, "tingle": tingle.WITH_PYRAMIDS}[game]


def print_table(game: str, number: int, folder: Path, *, plays: bool) -> None:
    """Leave in *folder* what the printed table *number* of *game* is: ``game.json``, ``printed.json`` and pages."""
    drawn = (draw_game if plays else draw_still)(game, number)
    kit = kit_for(game, drawn.columns)
    told = Game(_inks(kit, len(drawn.colours)), drawn.columns, drawn.frames)
    told.write(folder / "game.json")
    rng = np.random.default_rng([number, *game.encode()])
    cast = cast_of(frames_in(folder, game, random.Random(0)))
    seats = dict(zip(told.colours, kit.seats, strict=False))
    drawing = draw_kit(kit, Job(portions=("board", "pieces")), tuple(seats.values()))
    board = list(board_meshes(kit, drawing.sheets))
    pieces, beside = folded_pieces(kit, drawing.sheets, seats, cast.position.pieces, rng)
    _rasterise(drawing, folder, {mesh.page for mesh in (*board, *pieces, *beside)})
    groups = {"board": board, "pieces": pieces, "beside": beside}
    meshes = {name: [_as_json(mesh, drawing, kit) for mesh in group] for name, group in groups.items()}
    facts = {"band_mm": kit.band_mm, "thickness_mm": _LAYERS * _PAPER_MM}
    (folder / "printed.json").write_text(json.dumps(meshes | facts), encoding="utf-8")


def _inks(kit: Kit, seats: int) -> tuple[str, ...]:
    return tuple(kit.inks_of(seat)[0].name for seat in kit.seats[:seats]) if kit.seats else STONES


def _rasterise(drawing: Drawing, folder: Path, pages: set[int]) -> None:
    with pypdfium2.PdfDocument(render(drawing)) as document:
        for page in pages:
            document[page].render(scale=_DPI / 72).to_pil().save(folder / f"page{page}.png")


def _as_json(mesh: Mesh, drawing: Drawing, kit: Kit) -> dict[str, Any]:
    """Return *mesh* in the frame of the truth (mm, z up from the board), and places on the page as shares of it."""
    sheet, up = drawing.sheets[mesh.page], _LAYERS * _PAPER_MM
    return {
        "image": f"page{mesh.page}.png",
        "thick_mm": mesh.thick_mm,
        "vertices": [(x, kit.plan.height_mm - y, -z - up) for x, y, z in mesh.vertices],
        "faces": mesh.faces,
        "uv": [[(x / sheet.width_mm, 1 - y / sheet.height_mm) for x, y in ring] for ring in mesh.printed],
    }


def board_meshes(kit: Kit, sheets: Sequence[Sheet]) -> Iterator[Mesh]:
    """Yield the parts of the board, cut out and glued: each covers the strips of those before it."""
    (surface,) = surfaces(kit)
    pages = [number for number, sheet in enumerate(sheets) if sheet.title.startswith("Board B")]
    for page, tile in zip(pages, board_tiles(surface, board_layout((surface,), Job().paper)), strict=True):
        trim = sheets[page].trim
        assert trim is not None
        height = _PAPER_MM * (1 + tile.column + tile.row)
        corners = [(x, y) for x, y in _corners(tile.cut)]
        yield Mesh(
            page,
            tuple((x, y, -height) for x, y in corners),
            ((3, 2, 1, 0),),
            (tuple(reversed(_corners(trim))),),
            _PAPER_MM,
        )


def _corners(box: tuple[float, float, float, float]) -> tuple[Point, Point, Point, Point]:
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


def folded_pieces(
    kit: Kit, sheets: Sequence[Sheet], seats: Mapping[str, str], pieces: Sequence[Piece], rng: np.random.Generator
) -> tuple[list[Mesh], list[Mesh]]:
    """Return the pyramids folded from their nets, in the order of *pieces*, and those that wait beside the board."""
    if not kit.pyramids:
        return [], []
    printed = {seat: nets(kit, sheets, seat) for seat in seats.values()}
    again = {
        (seat, kind): iter(places * len(pieces)) for seat, kinds in printed.items() for kind, places in kinds.items()
    }
    on_board = []
    for piece in pieces:
        assert piece.size is not None
        kind, (x, y) = piece.size[0], kit.plan.centre_mm(piece.cell)
        slack = 0.2 * (kit.plan.pitch_mm - kit.pyramids[kind].base_mm)
        at = float(x + rng.uniform(-slack, slack)), float(y + rng.uniform(-slack, slack))
        on_board.append(_folded(rng, kit.pyramids[kind], *next(again[seats[piece.colour], kind]), at))
    return on_board, list(_stashes(kit, printed, seats, pieces, rng))


def _stashes(
    kit: Kit,
    printed: Mapping[str, Mapping[str, Sequence[tuple[int, Pose]]]],
    seats: Mapping[str, str],
    pieces: Sequence[Piece],
    rng: np.random.Generator,
) -> Iterator[Mesh]:
    """Yield those pyramids of the first two seats that stay next to the board throughout."""
    for seat in list(printed)[:2]:
        for kind, places in printed[seat].items():
            used = sum(
                seats[piece.colour] == seat and piece.size is not None and piece.size[0] == kind for piece in pieces
            )
            for number, (page, pose) in enumerate(places[: max(kit.stock[kind] - used, 0)]):
                yield _folded(rng, kit.pyramids[kind], page, pose, _stash(kit, seat, kind, number, rng))


def _stash(kit: Kit, seat: str, kind: str, number: int, rng: np.random.Generator) -> Point:
    """Return where a piece waits next to the board: on its seat's side, in the row of its size."""
    out = kit.band_mm + 26.0 + 34.0 * number
    x = kit.plan.width_mm + out if seat == "A" else -out
    y = kit.plan.height_mm * {"s": 0.55, "m": 0.32, "l": 0.1}[kind]
    return float(x + rng.normal(0, 4)), float(y + rng.normal(0, 6))


def nets(kit: Kit, sheets: Sequence[Sheet], seat: str) -> dict[str, list[tuple[int, Pose]]]:
    """Return by kind where the nets of *seat* are printed: page and pose, found by their cut lines."""
    found: dict[str, list[tuple[int, Pose]]] = {kind: [] for kind in kit.pyramids}
    outlines = {kind: net(solid).outline for kind, solid in kit.pyramids.items()}
    for page, sheet in enumerate(sheets):
        if f"pieces for player {seat}" not in sheet.title:
            continue
        for shape in sheet.shapes:
            if isinstance(shape, Area) and shape.stroke == CUT:
                ring = shape.rings[0]
                for kind, outline in outlines.items():
                    pose = _pose_of(ring, outline)
                    if pose is not None:
                        found[kind].append((page, pose))
    return found


def _pose_of(ring: Sequence[Point], outline: Sequence[Point]) -> Pose | None:
    """Return the pose that lays *outline*, whose first point is the origin, on *ring*; None if they differ."""
    if len(ring) != len(outline):
        return None
    (x, y), (a, b), (p, q) = ring[0], ring[1], outline[1]
    turn = math.atan2(b - y, a - x) - math.atan2(q, p)
    pose = Pose(x, y, math.degrees(turn))
    off = max(math.dist(pose.point(point), there) for point, there in zip(outline, ring, strict=True))
    return pose if off < 0.05 else None


def _folded(rng: np.random.Generator, solid: Pyramid, page: int, pose: Pose, at: Point) -> Mesh:
    """Return the pyramid folded from the net at *pose*, turned at random, its corners slightly off as by hand."""
    flat: Net = net(solid)
    half, turn = solid.base_mm / 2, float(rng.uniform(0, 2 * math.pi))
    c, s = math.cos(turn), math.sin(turn)
    feet = [(-half, half), (half, half), (half, -half), (-half, -half)]
    lean = rng.normal(0, 0.25, (5, 2))
    ground = -3 * _PAPER_MM
    vertices = [
        (at[0] + c * x - s * y + float(dx), at[1] + s * x + c * y + float(dy), ground)
        for (x, y), (dx, dy) in zip(feet, lean, strict=False)
    ]
    vertices.append((at[0] + float(lean[4, 0]) * 1.5, at[1] + float(lean[4, 1]) * 1.5, ground - solid.height_mm))
    faces = tuple((4, k, (k + 1) % 4) for k in range(4))
    printed = tuple(tuple(pose.point(corner) for corner in face) for face in flat.faces)
    return Mesh(page, tuple(vertices), faces, printed, _CARD_MM)
