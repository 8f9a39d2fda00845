"""Every part of a board says how it is cut and glued: on its own sheet, or on one for those that have no room."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.games import find
from kiebitz.api.printing import drawn_kit
from kits.inks import TEXT
from printkit.assembly import board_layout, board_tiles, extent
from printkit.drawing import Area, Label
from printkit.job import Job
from printkit.notes import ALL_ROUND, TOGETHER, plan_of_parts
from printkit.paper import PAPERS
from printkit.surface import surfaces
from printkit.tiling import steps
from printkit.typeface import label_box
from tests.printkit.kits import KITS, drawn, words

BOARD = Job(portions=("board",))
MANNERS = {"plain": BOARD, "quick": replace(BOARD, quick=True), "large": replace(BOARD, large=True)}


@pytest.mark.thinned(7)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("name", ["tink", "ting", "tingle", "tabik-8", "tabik-11"])
def test_every_part_is_told_in_full_how_it_is_cut_and_glued(name: str, manner: str, paper: str) -> None:
    kit, job = KITS[name], replace(MANNERS[manner], paper=PAPERS[paper])
    sheets = drawn(name, job).sheets
    (surface,) = surfaces(kit, paper)
    parts = board_tiles(surface, board_layout((surface,), job.sheet))
    together = " ".join(words(sheet.shapes) for sheet in sheets if sheet.title == TOGETHER)
    own = {sheet.title.split()[1]: words(sheet.shapes) for sheet in sheets if sheet.title.startswith("Board ")}
    for part in parts if len(parts) > 1 else ():
        told = [text in own[part.name] for text in steps(parts, part, quick=job.quick)]
        assert all(told) or not any(told), part.name
        if not all(told):
            every = steps(parts, part, quick=job.quick)
            assert f"{part.name} {' '.join(every if job.quick else every[1:])}" in together, part.name
            assert job.quick or ALL_ROUND in together


@pytest.mark.thinned(3)
@pytest.mark.parametrize("name", ["tink", "ting", "tingle", "tabik-8"])
@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "tabloid"])
def test_on_ordinary_paper_each_sheet_tells_of_its_own_part(name: str, paper: str) -> None:
    for quick in (False, True):
        drawing = drawn(name, replace(BOARD, paper=PAPERS[paper], quick=quick))
        assert TOGETHER not in [sheet.title for sheet in drawing.sheets]


@pytest.mark.parametrize("name", ["tink", "ting", "tingle", "tabik", "tinker_tactics"])
def test_no_piece_in_the_banner_covers_words(name: str) -> None:
    drawing = drawn_kit(
        name, find(name).options.of({}), Job(PAPERS["a5"], portions=("board",), large=True), "de"
    ).drawing
    first = drawing.sheets[0].shapes
    about = next(label_box(shape) for shape in first if isinstance(shape, Label) and "Falten" in shape.text)
    areas = [extent(shape) for shape in first if isinstance(shape, Area)]
    assert not [
        box for box in areas if box[0] < about[2] and box[1] < about[3] and box[2] > about[0] and box[3] > about[1]
    ]


@pytest.mark.parametrize("name", ["ting", "tabik-11", "tink"])
def test_no_tag_in_a_plan_of_parts_covers_a_name(name: str) -> None:
    (surface, *_) = surfaces(KITS[name], "a5")
    shapes = plan_of_parts(surface, board_tiles(surface, board_layout((surface,), PAPERS["a5"])), 38.0)
    names = [label_box(shape) for shape in shapes if isinstance(shape, Label)]
    tags = [extent(shape) for shape in shapes if isinstance(shape, Area) and shape.fill == TEXT]
    assert not [
        (tag, box)
        for tag in tags
        for box in names
        if tag[0] < box[2] and tag[1] < box[3] and tag[2] > box[0] and tag[3] > box[1]
    ]


@pytest.mark.parametrize("name", ["tingle", "tabik"])
def test_large_german_words_take_no_sheet_for_the_parts_of_a_board(name: str) -> None:
    drawing = drawn_kit(name, find(name).options.of({}), replace(BOARD, large=True), "de").drawing
    assert [sheet.name for sheet in drawing.sheets if sheet.name == TOGETHER] == []
