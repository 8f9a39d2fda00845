"""The printed kit on a table as a camera would see it: ``python -m benchmarks.path_traced tink --blender PYTHON``.

The kit is printed as a PDF, its pages are rasterised, cut along their lines, glued and folded in three dimensions,
laid on a table beside a window and rendered by Blender's path tracer. Then Kiebitz reads the picture, and what it
read is drawn over a second one. Nothing is photographed; nothing but the picture is told to the reader.

Blender's Python module needs an older numpy than OpenCV does, so it lives in an environment of its own::

    python3.11 -m venv build/blender
    build/blender/bin/pip install bpy
    python -m benchmarks.path_traced tink --blender build/blender/bin/python
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pypdfium2

from benchmarks.blender import run_in_blender
from core.games import find
from kiebitz.eye.seer import Seer
from kiebitz.kits import kit_of
from kiebitz.pictures.overlay import overlay
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
from simulator.calm import Aim, framed

Image = npt.NDArray[np.uint8]

POSITIONS = {"tink": "1Bs6/5Bm2/2Am1As3/3AsBsAs2/2BlBsAm3/3As4/8/8 A 0,0 0"}
"""What stands on the board, by game: those whose pieces are pyramids can be rendered."""
_DPI = 300
_PAPER_MM, _CARD_MM = 0.12, 0.25
_SEATS = ("A", "B")


@dataclass(frozen=True, slots=True)
class Mesh:
    """Flat faces with corners in the board frame (mm, z into the table), each a part of a printed page."""

    page: int
    vertices: tuple[tuple[float, float, float], ...]
    faces: tuple[tuple[int, ...], ...]
    printed: tuple[tuple[Point, ...], ...]
    """Where the corners of each face are on the page, in mm."""
    thick_mm: float


def main(arguments: Sequence[str] | None = None) -> None:
    """Render the kit, read the picture and write both."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(POSITIONS))
    parser.add_argument("--blender", default=sys.executable, metavar="PYTHON", help="a Python that has bpy")
    parser.add_argument("--out", type=Path, default=Path("docs/images"), metavar="FOLDER")
    parser.add_argument("--width", type=int, default=1600, metavar="PX")
    parser.add_argument("--samples", type=int, default=96, help="of light for each pixel")
    chosen = parser.parse_args(arguments)
    size = chosen.width, chosen.width * 3 // 4
    game, kit = find(chosen.game), kit_of(chosen.game)
    contents = game.contents(game.parse_position(POSITIONS[chosen.game], game.options()))
    picture = rendered(kit, contents, size, blender=chosen.blender, samples=chosen.samples)
    drawn = read_over(picture, kit, contents)
    chosen.out.mkdir(parents=True, exist_ok=True)
    for name, image in ((f"rendered-{chosen.game}.jpg", picture), (f"rendered-{chosen.game}-read.jpg", drawn)):
        cv2.imwrite(str(chosen.out / name), image, [cv2.IMWRITE_JPEG_QUALITY, 88])
        print(chosen.out / name)


def read_over(picture: Image, kit: Kit, contents: Mapping[str, str]) -> Image:
    """Return *picture* with what Kiebitz reads in it drawn over, and print how that compares with *contents*."""
    seer = Seer(kit, players=len(_SEATS))
    place = seer.find(picture)
    if place is None:
        raise SystemExit("the board was not found")
    board = seer.read(picture, place, {})
    wrong = {cell: board.contents.get(cell) for cell, there in contents.items() if board.contents.get(cell) != there}
    print(f"{len(contents) - len(wrong)} of {len(contents)} cells read rightly; wrong: {wrong or 'none'}")
    print(f"to be shown again: {' '.join(board.unsure) or 'none'}")
    return overlay(picture, place, board)


def rendered(kit: Kit, contents: Mapping[str, str], size: tuple[int, int], *, blender: str, samples: int) -> Image:
    """Return the printed *kit* with *contents* on its board, rendered by the Python *blender*."""
    drawing = draw_kit(kit, Job(portions=("board", "pieces")), _SEATS)
    meshes = [*board_meshes(kit, drawing.sheets), *piece_meshes(kit, drawing.sheets, contents)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _rasterise(drawing, folder, {mesh.page for mesh in meshes})
        scene = {"size": size, "samples": samples, "camera": _camera(kit, size), "board": _outer(kit)}
        (folder / "scene.json").write_text(json.dumps({**scene, "meshes": [_as_json(m, drawing) for m in meshes]}))
        run_in_blender(blender, "benchmarks.blender_scene", str(folder))
        picture = cv2.imread(str(folder / "picture.png"))
        assert picture is not None
    return np.asarray(picture, dtype=np.uint8)


def _rasterise(drawing: Drawing, folder: Path, pages: set[int]) -> None:
    with pypdfium2.PdfDocument(render(drawing)) as document:
        for page in pages:
            document[page].render(scale=_DPI / 72).to_pil().save(folder / f"page{page}.png")


def _as_json(mesh: Mesh, drawing: Drawing) -> dict[str, Any]:
    """Return *mesh* in Blender's units and axes: metres, z up; what is printed in shares of the page, from below."""
    sheet = drawing.sheets[mesh.page]
    return {
        "image": f"page{mesh.page}.png",
        "thick": mesh.thick_mm / 1000,
        "vertices": [(x / 1000, -y / 1000, -z / 1000) for x, y, z in mesh.vertices],
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


def piece_meshes(kit: Kit, sheets: Sequence[Sheet], contents: Mapping[str, str]) -> Iterator[Mesh]:
    """Yield the pyramids, folded from their nets: those of *contents* on their cells, the others beside the board."""
    rng = np.random.default_rng(27)
    printed = {seat: nets(kit, sheets, seat) for seat in _SEATS}
    for cell, content in sorted(contents.items()):
        if content != ".":
            x, y = kit.plan.centre_mm(cell)
            page, pose = printed[content[0]][content[1]].pop(0)
            slack = 0.2 * (kit.plan.pitch_mm - kit.pyramids[content[1]].base_mm)
            at = float(x + rng.uniform(-slack, slack)), float(y + rng.uniform(-slack, slack))
            yield _folded(rng, kit.pyramids[content[1]], page, pose, at)
    for seat, kinds in printed.items():
        for kind, places in kinds.items():
            on_board = sum(content == seat + kind for content in contents.values())
            for number, (page, pose) in enumerate(places[: kit.stock[kind] - on_board]):
                yield _folded(rng, kit.pyramids[kind], page, pose, _stash(kit, seat, kind, number, rng))


def _stash(kit: Kit, seat: str, kind: str, number: int, rng: np.random.Generator) -> Point:
    """Return where a piece waits beside the board: its seat's side, its size's row."""
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
    """Return the pose that lays *outline*, whose first point is the origin, on *ring*; None where it is another."""
    if len(ring) != len(outline):
        return None
    (x, y), (a, b), (p, q) = ring[0], ring[1], outline[1]
    turn = math.atan2(b - y, a - x) - math.atan2(q, p)
    pose = Pose(x, y, math.degrees(turn))
    off = max(math.dist(pose.point(point), there) for point, there in zip(outline, ring, strict=True))
    return pose if off < 0.05 else None


def _folded(rng: np.random.Generator, solid: Pyramid, page: int, pose: Pose, at: Point) -> Mesh:
    """Return the pyramid that the net at *pose* folds into, turned at random, its corners a little off as by hand."""
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


def _outer(kit: Kit) -> tuple[float, float, float, float]:
    """Return the outer edge of the board in metres: left, far, right, near, y up."""
    plan, band = kit.plan, kit.band_mm
    return -band / 1000, band / 1000, (plan.width_mm + band) / 1000, -(plan.height_mm + band) / 1000


def _camera(kit: Kit, size: tuple[int, int]) -> dict[str, Any]:
    """Return a phone's camera, held over the near side of the table."""
    aim = Aim(elevation_deg=52.0, azimuth_deg=-16.0, view_deg=58.0, margin=0.045)
    view = framed(kit, aim, size)
    flip = np.diag([1.0, -1.0, -1.0])
    right, down, forward = view.R @ flip
    return {
        "eye": (flip @ view.eye_mm / 1000).tolist(),
        "axes": [right.tolist(), (-down).tolist(), (-forward).tolist()],
        "view_deg": aim.view_deg,
    }


if __name__ == "__main__":
    main()
