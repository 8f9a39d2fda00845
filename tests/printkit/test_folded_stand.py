"""The phone stand, folded from the lines that are printed: do its edges meet, does the phone go into the mouth?

Coordinates on a sheet, mm: ``u`` runs along its long side, around the tube, ``v`` along its short side, up the tube.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from kiebitz.api.printing import drawn_stand
from kits.fold import box
from kits.inks import TINT
from kits.stand import BOARD_AT_MM, CARD_MM, FLAP_MM, PHONE, SLEEVE_MM, TILT_DEG, Stand, lens_mm, phone_at
from printkit.drawing import Area, Label, Lines, Shape, Window, used_for
from printkit.job import Job
from printkit.paper import PAPERS, Paper
from printkit.pdf import render
from printkit.sheets import body
from printkit.stand import draw_stand
from printkit.typeface import label_box
from tests.printkit.kits import texts

Points = npt.NDArray[np.float64]
BOTH = pytest.mark.parametrize("paper", [PAPERS["a4"], PAPERS["letter"]], ids=lambda paper: paper.name)
_TURN = 2 * math.pi / 3


@dataclass(frozen=True)
class Tube:
    """A tube as it is printed: where its folds are, its tab, its outline if it has one, and all lines to cut and marks.

    ``corners`` are those of its foot once it is folded: the three walls end to end, each turned by 120° to the one
    before. Printed side out, x right as seen from the board, y towards the board.
    """

    folds: Points
    tab: Points
    outline: Points | None
    cuts: list[Points]
    marks: list[Points]
    end: float

    @property
    def corners(self) -> Points:
        at, heading = np.zeros(2), math.radians(120)
        found = [at]
        for width in np.diff([*self.folds, self.end]):
            at = at + width * np.array([math.cos(heading), math.sin(heading)])
            found.append(at)
            heading -= _TURN
        middle = (found[1] + found[2]) / 2
        return np.array(found) - middle

    def wall(self, number: int) -> tuple[Points, Points]:
        """Return where wall *number* (left, front, right) begins, and its direction, both level."""
        a, b = self.corners[number], self.corners[number + 1]
        return a, (b - a) / math.dist(a, b)


@cache
def tube(paper: Paper, number: int) -> Tube:
    """Return the tube on sheet *number* of the stand (1 the lower, 2 the upper one)."""
    shapes = [each for shape in draw_stand(Job(paper)).sheets[number].shapes for each in _flat(shape)]
    folds, cuts, marks, areas = [], [], [], []
    for shape in shapes:
        match shape:
            case Lines(stroke=stroke) if stroke.use == "fold":
                folds += [np.array(run)[:, ::-1] for run in shape.runs]
            case Lines(stroke=stroke) if stroke.use == "cut":
                cuts += [np.array(run)[:, ::-1] for run in shape.runs]
            case Lines():
                marks += [np.array(run)[:, ::-1] for run in shape.runs]
            case Area(fill=fill, stroke=stroke) if fill == TINT or (stroke and stroke.use == "cut"):
                areas.append((fill == TINT, np.array(shape.rings[0])[:, ::-1]))
    upright = sorted({round(float(run[0, 0]), 6) for run in folds if abs(run[0, 0] - run[1, 0]) < 1e-6})
    (tab,) = [ring for tinted, ring in areas if tinted]
    outlines = [ring for tinted, ring in areas if not tinted]
    return Tube(np.array(upright), tab, outlines[0] if outlines else None, cuts, marks, paper.height_mm)


def _flat(shape: Shape) -> list[Shape]:
    return list(shape.shapes) if isinstance(shape, Window) else []


def inwards(way: Points) -> Points:
    return np.array([way[1], -way[0]])


@BOTH
@pytest.mark.parametrize("number", [1, 2])
def test_the_last_wall_ends_where_the_first_begins(paper: Paper, number: int) -> None:
    found = tube(paper, number)
    assert len(found.folds) == 3
    assert math.dist(found.corners[0], found.corners[3]) < 0.01
    assert found.end == pytest.approx(paper.height_mm), "the paper's edge"


@BOTH
@pytest.mark.parametrize("number", [1, 2])
def test_the_tab_lies_flat_behind_the_last_wall(paper: Paper, number: int) -> None:
    """Folded back by 120° once more, the tab runs from the seam along the last wall, inside the tube."""
    found = tube(paper, number)
    along = found.folds[0] - found.tab[:, 0]
    width = found.end - found.folds[2]
    assert (along >= -1e-6).all()
    assert along.max() < width / 2
    low = FLAP_MM if number == 1 else 0.0
    assert found.tab[:, 1].min() >= low - 1e-6
    assert found.tab[:, 1].max() <= paper.width_mm + 1e-6
    seam = found.tab[along < 1e-6]
    assert np.ptp(seam[:, 1]) == pytest.approx(paper.width_mm - low), "it holds the seam from the foot to the top"


@BOTH
def test_the_floor_goes_inside_and_its_halves_overlap(paper: Paper) -> None:
    found = tube(paper, 1)
    edges = [*found.folds, found.end]
    flaps = []
    for number in (0, 2):
        begins, ends = edges[number : number + 2]
        here = [cut[np.argsort(cut[:, 1])] for cut in found.cuts if begins < cut[:, 0].mean() < ends]
        deep = sorted(float(cut[0, 0]) for cut in here if cut[0, 1] < 1e-6)
        sides = deep if number == 0 else [deep[0], min(float(cut[0, 0]) for cut in here if np.ptp(cut[:, 0]) < 1e-6)]
        corners = [(begins, FLAP_MM), (sides[0], 0.0), (sides[1], 0.0), (ends if number == 0 else sides[1], FLAP_MM)]
        start, way = found.wall(number)
        flat = np.array([start + (u - begins) * way + (FLAP_MM - v) * inwards(way) for u, v in corners])
        for side in range(3):
            wall, along = found.wall(side)
            assert ((flat - wall) @ inwards(along) > -0.01).all(), "no corner of a flap comes through a wall"
        flaps.append(flat.astype(np.float32))
    left, right = map(cv2.convexHull, flaps)
    shared, _ = cv2.intersectConvexConvex(left, right)
    assert shared > 200.0, "mm² to glue"


@BOTH
def test_marks_are_where_the_parts_meet(paper: Paper) -> None:
    lower, upper = (tube(paper, number) for number in (1, 2))
    (board,) = [mark for mark in lower.marks if np.ptp(mark[:, 1]) < 1e-6]
    assert FLAP_MM - board[0, 1] == pytest.approx(BOARD_AT_MM, abs=0.3)
    (sleeve,) = [mark for mark in upper.marks if np.ptp(mark[:, 1]) < 1e-6]
    assert sleeve[0, 1] == pytest.approx(SLEEVE_MM)


@BOTH
def test_the_upper_tube_goes_into_the_lower_one_past_its_tab(paper: Paper) -> None:
    """Inside the lower tube a layer of card takes room on two walls, two layers on the wall with the tab."""
    lower, upper = (math.dist(*tube(paper, number).corners[1:3]) for number in (1, 2))
    room = lower - 2 * math.sqrt(3) * CARD_MM * (1 + 1 + 2) / 3
    assert 0.3 < room - upper < 1.5


def card_in_phone(paper: Paper, number: int, shift: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> int:
    """Return how many points of wall *number* of the upper tube, 0.5 mm apart, lie in a phone moved by *shift*."""
    stand = Stand(paper.height_mm, paper.width_mm)
    upper = tube(paper, 2)
    assert upper.outline is not None
    edges = [*upper.folds, upper.end]
    scale = 16
    mask = np.zeros((round(paper.width_mm * 2) + 1, round(paper.height_mm * 2) + 1), dtype=np.uint8)
    cv2.fillPoly(mask, [np.rint(upper.outline * 2 * scale).astype(np.int32)], (1,), shift=4)
    v, u = (axis / 2 for axis in np.nonzero(cv2.erode(mask, np.ones((3, 3)))))
    here = (u > edges[number]) & (u < edges[number + 1])
    start, way = upper.wall(number)
    level = start + (u[here] - edges[number])[:, None] * way
    points = np.column_stack([level, v[here] + stand.wall_mm - SLEEVE_MM]) - np.array(shift)
    body = np.array(phone_at(stand, box((150.0, PHONE.width_mm, PHONE.thick_mm))).vertices)
    origin = body[4]
    axes = [body[k] - origin for k in (5, 7, 0)]
    shares = [(points - origin) @ axis / (axis @ axis) for axis in axes]
    slack = 0.05 / PHONE.thick_mm
    return int(np.all([(share > slack) & (share < 1 - slack) for share in shares], axis=0).sum())


@BOTH
@pytest.mark.parametrize("number", [0, 1, 2], ids=["left", "front", "right"])
def test_the_phone_goes_through_the_mouth_and_touches_no_wall(paper: Paper, number: int) -> None:
    assert card_in_phone(paper, number) == 0


@BOTH
def test_the_phone_rests_in_the_mouth_and_its_jaw_holds_it_down(paper: Paper) -> None:
    for number in (0, 2):
        assert card_in_phone(paper, number, (0.0, 0.0, -1.0)) > 0, "it rests on the mouth's lower edge"
        assert card_in_phone(paper, number, (0.0, 0.0, 4.5)) > 0, "the jaw is above it"
        assert card_in_phone(paper, number, (0.0, -4.0, -4.0 * math.tan(math.radians(TILT_DEG)))) > 0, (
            "and its end behind"
        )
    assert card_in_phone(paper, 1, (0.0, 0.0, -1.0)) > 0


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_guide_says_how_high_the_lens_is_and_two_sheets_follow(paper: str) -> None:
    size = PAPERS[paper]
    guide, lower, upper = texts(render(draw_stand(Job(size))))
    high = lens_mm(Stand(size.height_mm, size.width_mm))[2]
    assert f"{high / 10:.0f} cm above the table" in guide
    assert "500 g of salt, sand or coins in a closed bag" in guide
    assert "the board’s edge lies here" in lower
    assert lower.count("floor: fold inwards") == 2
    assert "push in up to this line" in upper


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_line_to_cut_is_hidden_by_the_ruler(paper: str) -> None:
    """A cut that shows somewhere leads on to the paper's edge; one behind the ruler would show nowhere."""
    size = PAPERS[paper]
    for sheet in draw_stand(Job(size)).sheets[1:]:
        left, top, right, _ = size.inner
        box = left, top, right, body(size)[3]
        (window,) = (shape for shape in used_for(sheet.shapes, "cut") if isinstance(shape, Window))
        runs = [run for lines in window.shapes if isinstance(lines, Lines) for run in lines.runs]
        assert len(runs) == (8 if sheet.number == 2 else 0)
        for (ax, ay), (bx, by) in runs:
            line = ((ax + k / 20 * (bx - ax), ay + k / 20 * (by - ay)) for k in range(21))
            assert any(box[0] < x < box[2] and box[1] < y < box[3] for x, y in line), (ax, ay, bx, by)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_line_to_cut_runs_through_words_and_no_other_line_looks_like_one(paper: str, language: str) -> None:
    for sheet in drawn_stand(Job(PAPERS[paper]), language).drawing.sheets[1:]:
        (window,) = (shape for shape in sheet.shapes if isinstance(shape, Window))
        boxes = [label_box(shape) for shape in window.shapes if isinstance(shape, Label)]
        solid = [shape for shape in window.shapes if isinstance(shape, Lines) and not shape.stroke.dashes_mm]
        assert all(shape.stroke.use == "cut" for shape in solid)
        runs = [run for shape in solid for run in shape.runs]
        for (ax, ay), (bx, by) in runs:
            line = [(ax + k / 50 * (bx - ax), ay + k / 50 * (by - ay)) for k in range(51)]
            assert not [box for box in boxes for x, y in line if box[0] < x < box[2] and box[1] < y < box[3]]


@pytest.mark.parametrize("paper", ["a3", "a5", "both"])
def test_other_papers_are_refused(paper: str) -> None:
    with pytest.raises(ValueError, match="whole sheets of A4 or Letter"):
        draw_stand(Job(PAPERS[paper]))
