"""Every page of every kit in every manner: inside the margins, words apart, tags whole, and the same every time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations

import cv2
import numpy as np
import pypdfium2
import pytest
from reportlab.pdfbase.ttfonts import TTFont

from kits.kit import Kit
from kits.target import target
from printkit.assembly import extent
from printkit.book import draw_kit, seats_of
from printkit.drawing import Area, Disc, Drawing, Label, Lines, Shape, Window
from printkit.job import Job
from printkit.paper import PAPERS
from printkit.pdf import render
from printkit.target import draw_target
from printkit.typeface import font_file, label_box
from tests.printkit.test_boards import KITS, Grey, tags_mm
from tests.printkit.test_layout import quad

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


def job_of(paper: str, manner: str) -> Job:
    return replace({**MANNERS, **TILES}[manner], paper=PAPERS[paper])


def drawn(name: str, paper: str, manner: str) -> Drawing:
    kit: Kit = KITS[name]
    return draw_kit(kit, job_of(paper, manner), seats_of(kit, None))


@cache
def glyphs() -> dict[bool, set[int]]:
    """Return the letters that either weight of the typeface has."""
    return {bold: set(TTFont("probe", str(font_file(bold))).face.charToGlyph) for bold in (False, True)}


def flattened(shapes: tuple[Shape, ...]) -> Iterator[Shape]:
    """Yield what shows of *shapes*: of windows their edges and what lies wholly inside."""
    for shape in shapes:
        if isinstance(shape, Window):
            yield Area.of(shape.ring)
            left, top, right, bottom = extent(shape)
            for inner in flattened(shape.shapes):
                x0, y0, x1, y1 = reach(inner)
                if x0 >= left and y0 >= top and x1 <= right and y1 <= bottom:
                    yield inner
        else:
            yield shape


def reach(shape: Shape) -> tuple[float, float, float, float]:
    """Return the box around what is printed of *shape*, with the width of its lines."""
    half = 0.0
    if isinstance(shape, Area | Disc | Lines) and shape.stroke is not None:
        half = shape.stroke.width_mm / 2
    left, top, right, bottom = extent(shape)
    return left - half, top - half, right + half, bottom + half


@pytest.mark.thinned(17)  # prime to the numbers of manners, papers and kits, so that each of them is met
@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", NAMES)
def test_nothing_lies_outside_the_margins_and_no_words_meet(name: str, paper: str, manner: str) -> None:
    size = PAPERS[paper]
    for sheet in drawn(name, paper, manner).sheets:
        shapes = list(flattened(sheet.shapes))
        for shape in shapes:
            left, top, right, bottom = reach(shape)
            assert min(left, top) >= 10.0 - 1e-6, (sheet.title, shape)
            assert right <= size.width_mm - 10.0 + 1e-6, (sheet.title, shape)
            assert bottom <= size.height_mm - 10.0 + 1e-6, (sheet.title, shape)
            if isinstance(shape, Label):
                assert not [letter for letter in shape.text if ord(letter) not in glyphs()[shape.bold]], shape
        placed = [(label, quad(label), label_box(label)) for label in shapes if isinstance(label, Label)]
        for (one, a_quad, a), (other, b_quad, b) in combinations(placed, 2):
            if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]:
                shared, _ = cv2.intersectConvexConvex(a_quad, b_quad)
                assert shared < 0.05, (sheet.title, one, other)


@pytest.mark.parametrize("manner", TILES)
@pytest.mark.parametrize("paper", ["a4", pytest.param("letter", marks=pytest.mark.slow)])
def test_tiles_keep_to_the_margins_too(paper: str, manner: str) -> None:
    test_nothing_lies_outside_the_margins_and_no_words_meet("tingle", paper, manner)


def pages(drawing: Drawing, dpi: float) -> list[Grey]:
    with pypdfium2.PdfDocument(render(drawing)) as document:
        images = [page.render(scale=dpi / 72, grayscale=True).to_numpy() for page in document]
    return [np.asarray(image, dtype=np.uint8).reshape(image.shape[:2]) for image in images]


@pytest.mark.thinned(5)
@pytest.mark.slow
@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("name", ["tink", "ting", "tingle", "tabik-7", "tinker-6"])
def test_tags_are_read_whatever_the_ink(name: str, manner: str) -> None:
    kit = KITS[name]
    job = job_of("a4", manner)
    board = Job(job.paper, ("board",), job.duplex, ink=job.ink, palette=job.palette, large=job.large)
    found = [code for page in pages(draw_kit(kit, board, seats_of(kit, None)), 200) for code in tags_mm(page, 200)]
    assert sorted(found) == sorted(marker.code for each in kit.minis or (kit,) for marker in each.markers)


@pytest.mark.parametrize(("name", "paper", "manner"), [*zip(NAMES, (*PAPERS, "a4"), MANNERS, strict=False)])
def test_equal_wishes_give_equal_bytes(name: str, paper: str, manner: str) -> None:
    assert render(drawn(name, paper, manner)) == render(drawn(name, paper, manner))


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
