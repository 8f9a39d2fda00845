"""Every page of every kit in every manner: inside the margins, words apart, tags whole, and the same every time."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import takewhile

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from reportlab.pdfbase.ttfonts import TTFont

from kits.target import target
from printkit.book import draw_kit, seats_of
from printkit.drawing import Drawing, Label, Pose
from printkit.job import Job
from printkit.paper import PAPERS
from printkit.pdf import render
from printkit.target import draw_target
from printkit.typeface import CAP, DESCENT, font_file, label_box, width_mm
from tests.printkit.kits import KITS, drawn, flattened, printed, reach

MANNERS = {
    "plain": Job(),
    "low": Job(ink="low"),
    "grey": Job(ink="grey", palette="okabe-ito"),
    "large": Job(large=True, palette="tol-bright"),
    "long": Job(duplex="long"),
    "short": Job(duplex="short"),
    "quick": Job(quick=True),
}
NAMES = ("tink", "ting", "tingle", "tabik-5", "tabik-8", "tabik-11", "tinker-2", "tinker-4", "tinker-5")
TILES = {"gutterfold": Job(tiles=True, gutterfold=True), "tiles": Job(tiles=True, duplex="long")}


def in_manner(name: str, paper: str, manner: str) -> Drawing:
    return drawn(name, replace({**MANNERS, **TILES}[manner], paper=PAPERS[paper]), None)


@cache
def glyphs() -> dict[bool, set[int]]:
    """Return the letters that either weight of the typeface has."""
    return {bold: set(TTFont("probe", str(font_file(bold))).face.charToGlyph) for bold in (False, True)}


_HANGING = set("gjpqyQ,;()/_@")


def quad(label: Label) -> npt.NDArray[np.float32]:
    """Return the corners of the letters' box, a little smaller than their type size."""
    width = width_mm(label.text, label.size_mm, bold=label.bold)
    left = {"left": 0.0, "centre": -width / 2, "right": -width}[label.align]
    hangs = DESCENT if _HANGING.intersection(label.text) else 0.0
    top, bottom = -CAP * label.size_mm, hangs * label.size_mm
    pose = Pose(*label.at, turn_deg=label.turn_deg)
    corners = ((left, top), (left + width, top), (left + width, bottom), (left, bottom))
    return np.array([pose.point(corner) for corner in corners], dtype=np.float32)


@pytest.mark.thinned(47)  # prime to the numbers of manners, papers and kits, so that each of them is met
@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", NAMES)
def test_nothing_lies_outside_the_margins_and_no_words_meet(name: str, paper: str, manner: str) -> None:
    size = PAPERS[paper]
    for sheet in in_manner(name, paper, manner).sheets:
        shapes = list(flattened(sheet.shapes))
        for shape in shapes:
            left, top, right, bottom = reach(shape)
            assert min(left, top) >= 10.0 - 1e-6, (sheet.title, shape)
            assert right <= size.width_mm - 10.0 + 1e-6, (sheet.title, shape)
            assert bottom <= size.height_mm - 10.0 + 1e-6, (sheet.title, shape)
            if isinstance(shape, Label):
                assert not [letter for letter in shape.text if ord(letter) not in glyphs()[shape.bold]], shape
        placed = [(label_box(label), label) for label in shapes if isinstance(label, Label)]
        placed.sort(key=lambda each: each[0])
        for place, (a, one) in enumerate(placed):
            for b, other in takewhile(lambda each: each[0][0] < a[2], placed[place + 1 :]):  # noqa: B023 - used at once
                if a[1] < b[3] and b[1] < a[3]:
                    shared, _ = cv2.intersectConvexConvex(quad(one), quad(other))
                    assert shared < 0.05, (sheet.title, one, other)


@pytest.mark.parametrize("manner", TILES)
@pytest.mark.parametrize("paper", ["a4", pytest.param("letter", marks=pytest.mark.slow)])
def test_tiles_keep_to_the_margins_too(paper: str, manner: str) -> None:
    test_nothing_lies_outside_the_margins_and_no_words_meet("tingle", paper, manner)


@pytest.mark.parametrize(("name", "manner"), [("tink", "plain"), ("tabik-5", "short"), ("tinker-2", "grey")])
def test_equal_wishes_give_equal_bytes(name: str, manner: str) -> None:
    kit = KITS[name]
    assert render(draw_kit(kit, MANNERS[manner], seats_of(kit, 2))) == printed(name, MANNERS[manner])


@pytest.mark.parametrize("paper", PAPERS)
def test_the_target_keeps_to_the_margins(paper: str) -> None:
    size = PAPERS[paper]
    for sheet in draw_target(Job(size, duplex="long")).sheets:
        for shape in flattened(sheet.shapes):
            left, top, right, bottom = reach(shape)
            assert min(left, top) >= 10.0
            assert right <= size.width_mm - 10.0
            assert bottom <= size.height_mm - 10.0
    assert target(paper).size_mm[0] < size.width_mm - 20.0
