"""The pyramids of one seat as nets to cut and fold."""

from __future__ import annotations

from functools import cache

from kits.inks import BLACK, MUTED, PAPER, TEXT, TINT, Ink
from kits.kit import Kit
from kits.pieces import Pyramid
from kits.pyramid import FaceMarks, Net, face_marks, net
from printkit.drawing import Area, Disc, Label, Lines, Point, Pose, Shape, Stroke, moved
from printkit.flow import lines
from printkit.packing import Places, Ring, pack
from printkit.paper import Paper
from printkit.sheets import Page, body
from printkit.typeface import CAP

_CUT = Stroke(TEXT, 0.15)
_FOLD_DASHES_MM = (1.6, 1.1)
_GAPS_MM = (12.0, 10.0, 8.0, 6.0, 4.0, 3.0)
SIZE_NAMES = {"s": "small", "m": "medium", "l": "large"}
_ADVICE = (
    "Score the dashed lines with an empty ballpoint, then cut along the solid ones. Fold everything back, away "
    "from the print. Glue the long tab inside the first face, let it dry, then close the base with its three tabs."
)


def piece_pages(kit: Kit, paper: Paper, seat: str) -> tuple[Page, ...]:
    """Return the pages with every pyramid that *seat* owns; none in a game without pyramids."""
    if not kit.pyramids:
        return ()
    left, top, right, bottom = body(paper)
    advice = lines(_ADVICE, right - left)
    top += advice.height_mm + 3.0
    kinds = [kind for kind in reversed(list(kit.pyramids)) for _ in range(kit.stock[kind])]
    nets = [net(kit.pyramids[kind]) for kind in kinds]
    places = _roomy(tuple(each.outline for each in nets), (right - left, bottom - top))
    count = _sheets(places)
    ink = kit.inks[seat]
    pages = []
    for number in range(count):
        shapes: list[Shape] = [*moved(advice.shapes, Pose(left, body(paper)[1]))]
        for kind, flat, (sheet, pose) in zip(kinds, nets, places, strict=True):
            if sheet == number:
                here = Pose(pose.x_mm + left, pose.y_mm + top, pose.turn_deg)
                shapes.extend(moved(draw_net(kit.pyramids[kind], flat, seat, ink), here))
        part = f" ({number + 1} of {count})" if count > 1 else ""
        pages.append(Page(f"{ink.name.capitalize()} pyramids for player {seat}{part}", tuple(shapes)))
    return tuple(pages)


@cache
def _roomy(rings: tuple[Ring, ...], room_mm: tuple[float, float]) -> Places:
    """Return the widest spaced of the places that need the fewest sheets."""
    return min((pack(rings, room_mm, gap_mm=gap) for gap in _GAPS_MM), key=_sheets)


def _sheets(places: Places) -> int:
    return max(sheet for sheet, _ in places) + 1


def draw_net(solid: Pyramid, flat: Net, seat: str, ink: Ink) -> tuple[Shape, ...]:
    """Return the printed net of *solid* in the net frame: faces in *ink*, marked with the *seat* letter."""
    mark = max(PAPER, BLACK, key=ink.contrast)
    marks = face_marks(solid)
    shapes: list[Shape] = [Area.of(tab, fill=TINT) for tab in flat.tabs]
    shapes += [Area.of(face, fill=ink) for face in flat.faces]
    for turn in flat.face_turns_deg:
        shapes += moved(_face(solid, marks, seat, mark), Pose(turn_deg=turn))
    inner, outer = flat.folds[: len(flat.faces) - 1], flat.folds[len(flat.faces) - 1 :]
    shapes.append(Lines(inner, Stroke(mark, 0.2, _FOLD_DASHES_MM)))
    shapes.append(Lines(outer, Stroke(TEXT, 0.2, _FOLD_DASHES_MM)))
    shapes.append(Area.of(flat.outline, stroke=_CUT))
    shapes += _base(solid, flat, seat)
    return tuple(shapes)


def _face(solid: Pyramid, marks: FaceMarks, seat: str, ink: Ink) -> tuple[Shape, ...]:
    shapes: list[Shape] = [Disc(pip, marks.pip_radius_mm, fill=ink) for pip in marks.pips]
    size = marks.letter_cap_mm / CAP
    shapes.append(Label(seat, (0.0, marks.letter_baseline_mm), size, ink, bold=True, align="centre"))
    for near, far in marks.bands_mm:
        a, b = (distance / marks.height_mm * solid.base_mm / 2 for distance in (near, far))
        shapes.append(Area.of(((-a, near), (a, near), (b, far), (-b, far)), fill=ink))
    return tuple(shapes)


def _base(solid: Pyramid, flat: Net, seat: str) -> tuple[Shape, ...]:
    """Return the words on the base, upright with the face that it hangs from."""
    xs, ys = zip(*flat.base, strict=True)
    centre: Point = (sum(xs) / 4, sum(ys) / 4)
    size = 0.28 * solid.base_mm
    words = (
        Label(seat, (0.0, 0.0), size, TEXT, bold=True, align="centre"),
        Label(SIZE_NAMES[solid.kind], (0.0, 0.55 * size + 0.6), 0.5 * size, MUTED, align="centre"),
    )
    return moved(words, Pose(*centre, turn_deg=flat.face_turns_deg[1]))
