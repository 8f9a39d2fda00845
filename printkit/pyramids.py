"""Pyramids as nets to cut and fold."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from kits.inks import BLACK, MUTED, PAPER, TEXT, TINT, Ink
from kits.pieces import Pyramid
from kits.pyramid import FaceMarks, Net, face_marks
from printkit.drawing import Area, Disc, Label, Lines, Point, Pose, Shape, moved
from printkit.strokes import CUT, FOLD
from printkit.typeface import CAP, LEAST_WORDS_MM
from printkit.wording import worded


def draw_net(solid: Pyramid, flat: Net, seat: str, ink: Ink, words: float = 1.0) -> tuple[Shape, ...]:
    """Return the printed net of *solid* in the net frame: faces in *ink*, marked with the *seat* letter."""
    mark = max(PAPER, BLACK, key=ink.contrast)
    shapes: list[Shape] = [*(Area.of(tab, fill=TINT) for tab in flat.tabs), *tab_numbers(flat.tabs)]
    shapes += draw_faces(solid, flat, seat, ink)
    inner, outer = flat.folds[: len(flat.faces) - 1], flat.folds[len(flat.faces) - 1 :]
    shapes.append(Lines(inner, replace(FOLD, ink=mark)))
    shapes.append(Lines(outer, FOLD))
    shapes.append(Area.of(flat.outline, stroke=CUT))
    if flat.base:
        shapes += _base(solid, flat, seat, LEAST_WORDS_MM * words)
    return tuple(shapes)


def draw_faces(solid: Pyramid, flat: Net, seat: str, ink: Ink) -> tuple[Shape, ...]:
    """Return the four faces of *solid* in *ink*, with all that is printed on them."""
    mark, marks = max(PAPER, BLACK, key=ink.contrast), face_marks(solid)
    printed = (moved(_face(solid, marks, seat, mark), Pose(turn_deg=turn)) for turn in flat.face_turns_deg)
    return *(Area.of(face, fill=ink) for face in flat.faces), *(shape for face in printed for shape in face)


_DIGIT_MM = 2.2
_SHORT_TAB_MM = 12.0
"""Tabs up to this length bear their number in the middle."""


def in_glue_order(tabs: Iterable[Sequence[Point]]) -> list[Sequence[Point]]:
    """Return *tabs* in the order in which they are glued: the long one that closes the walls comes first."""
    return sorted(tabs, key=lambda tab: -round(math.dist(tab[0], tab[-1]), 3))


def tab_numbers(tabs: Iterable[Sequence[Point]]) -> tuple[Shape, ...]:
    """Return the number of each tab, near its left end or in the middle of a short one."""
    found: list[Shape] = []
    for number, tab in enumerate(in_glue_order(tabs), start=1):
        (ax, ay), (bx, by) = tab[0], tab[-1]
        (px, py), (qx, qy) = tab[1], tab[-2]
        share = 0.15 if math.dist((ax, ay), (bx, by)) > _SHORT_TAB_MM else 0.5
        x = (ax + share * (bx - ax) + px + share * (qx - px)) / 2
        y = (ay + share * (by - ay) + py + share * (qy - py)) / 2
        turn = math.degrees(math.atan2(by - ay, bx - ax))
        size = min(_DIGIT_MM, 0.6 * math.dist((ax, ay), (px, py)))
        digit = Label(str(number), (0.0, CAP * size / 2), size, TEXT, bold=True, align="centre")
        found += moved((digit,), Pose(x, y, turn))
    return tuple(found)


def _face(solid: Pyramid, marks: FaceMarks, seat: str, ink: Ink) -> tuple[Shape, ...]:
    shapes: list[Shape] = [Disc(pip, marks.pip_radius_mm, fill=ink) for pip in marks.pips]
    size = marks.letter_cap_mm / CAP
    shapes.append(Label(seat, (0.0, marks.letter_baseline_mm), size, ink, bold=True, align="centre"))
    for near, far in marks.bands_mm:
        a, b = (distance / marks.height_mm * solid.base_mm / 2 for distance in (near, far))
        shapes.append(Area.of(((-a, near), (a, near), (b, far), (-b, far)), fill=ink))
    return tuple(shapes)


def _base(solid: Pyramid, flat: Net, seat: str, small: float) -> tuple[Shape, ...]:
    """Return the words on the base, upright as seen from the face to which it is attached."""
    xs, ys = zip(*flat.base, strict=True)
    centre: Point = (sum(xs) / 4, sum(ys) / 4)
    size = 0.28 * solid.base_mm
    words = (
        Label(seat, (0.0, -0.1 * size), size, TEXT, bold=True, align="centre"),
        Label(worded(solid.size), (0.0, 0.3 * size + 0.7 * small), small, MUTED, align="centre"),
    )
    return moved(words, Pose(*centre, turn_deg=flat.face_turns_deg[1]))


def spare_place(solid: Pyramid, flat: Net, words: float) -> Pose:
    """Return the place for one more word on the base, below its others."""
    xs, ys = zip(*flat.base, strict=True)
    turn = Pose(sum(xs) / 4, sum(ys) / 4, flat.face_turns_deg[1])
    x, y = turn.point((0.0, 0.084 * solid.base_mm + 1.4 * LEAST_WORDS_MM * words))
    return replace(turn, x_mm=x, y_mm=y)
