"""The printed kit, measured on the PDF by readers that did not write it."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import cast

import cv2
import numpy as np
import pypdf
import pypdfium2
import pytest

from kits import tingle
from kits.tink import KIT
from printkit.book import draw_kit
from printkit.drawing import Area, Drawing, Shape, Window
from printkit.job import Job
from printkit.paper import PAPERS
from printkit.pdf import render
from printkit.raster import board_image
from tests.added.kits.toy import KIT as TOY_KIT
from tests.printkit.conftest import raster_of
from tests.printkit.glued import PX_PER_MM, glued_board
from tests.printkit.written import KitSummary, write_kit

Printed = Callable[[str], KitSummary]
BOTH = pytest.mark.parametrize("paper", ["a4", "letter"])
_MM = 25.4
INNER_MM = PAPERS["a4"].inner[0]


@BOTH
def test_pages_have_the_size_of_the_paper(printed: Printed, paper: str) -> None:
    reader = pypdf.PdfReader(printed(paper).path, strict=True)
    size = PAPERS[paper]
    for page in reader.pages:
        assert float(page.mediabox.width) / 72 * _MM == pytest.approx(size.width_mm, abs=0.01)
        assert float(page.mediabox.height) / 72 * _MM == pytest.approx(size.height_mm, abs=0.01)
    assert reader.pdf_header >= "%PDF-1.7"
    assert reader.metadata is not None
    assert reader.metadata.title == "Tink: print-and-play kit"
    assert [cast(pypdf.generic.Destination, entry).title for entry in reader.outline] == list(printed(paper).sheets)


@BOTH
def test_ruler_of_every_sheet_measures_100_mm_and_4_inches(printed: Printed, paper: str) -> None:
    dpi = 300
    for sheet in range(len(printed(paper).sheets)):
        page = raster_of(printed(paper).path, sheet, dpi)
        height, margin = page.shape[0], INNER_MM / _MM * dpi
        footer = page[round(height - margin - 11 / _MM * dpi) : round(height - margin), : round(115 / _MM * dpi)]
        dark = footer < 160
        axis = int(dark.sum(axis=1).argmax())
        span = np.nonzero(dark[axis])[0]
        assert (span[-1] - span[0]) / dpi * _MM == pytest.approx(101.6, abs=0.2)
        above = np.nonzero(dark[axis - round(2.7 / _MM * dpi)])[0]
        groups = above[np.insert(np.diff(above) > 2, 0, True)]
        assert len(groups) == 11
        assert (groups[-1] - groups[0]) / dpi * _MM == pytest.approx(100.0, abs=0.2)


def test_the_ruler_beside_a_board_measures_100_mm_down_and_20_across() -> None:
    drawing = draw_kit(tingle.KIT, Job(portions=("board",)), ("A", "B"))
    assert [sheet.title for sheet in drawing.sheets[1:]] == ["Board B1 of 2", "Board B2 of 2"]
    with pypdfium2.PdfDocument(render(drawing)) as document:
        page = document[1].render(scale=300 / 72, grayscale=True).to_numpy().squeeze()
    left, per_mm = round((210 - INNER_MM - 36) / _MM * 300), 300 / _MM
    column = page[-round(130 * per_mm) :, left:] < 160
    axis = int(column.sum(axis=0).argmax())
    inked = np.nonzero(column[:, axis])[0]
    ends = max(np.split(inked, np.nonzero(np.diff(inked) > 1)[0] + 1), key=len)
    assert np.ptp(ends) / per_mm == pytest.approx(101.6, abs=0.2)
    ticks = np.nonzero(column[: ends[-1] + 2, axis - round(2.7 * per_mm)])[0]
    groups = ticks[np.insert(np.diff(ticks) > 2, 0, True)]
    assert len(groups) == 11
    assert np.ptp(groups) / per_mm == pytest.approx(100.0, abs=0.2)
    across = np.nonzero(column[ends[-1] + round(2.2 * per_mm)])[0]
    assert np.ptp(across) / per_mm == pytest.approx(20.0, abs=0.2)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_parts_glued_together_are_the_board_that_the_simulator_shows(paper: str) -> None:
    expected, _ = board_image(KIT, PX_PER_MM)
    smooth = [cv2.GaussianBlur(image, (0, 0), 2.0).astype(int) for image in (glued_board(KIT, PAPERS[paper]), expected)]
    difference = np.abs(smooth[0] - smooth[1])
    assert difference.mean() < 2.0
    assert np.percentile(difference, 99) < 30


def _areas(shapes: tuple[Shape, ...]) -> list[Area]:
    return [shape for shape in shapes if isinstance(shape, Area)] + [
        area for shape in shapes if isinstance(shape, Window) for area in _areas(shape.shapes)
    ]


def _pictures_a_fold(shape: Shape) -> bool:
    return shape.tag is not None and shape.tag.text.startswith("From the net to the finished piece")


@BOTH
def test_as_many_pyramids_as_the_seats_own(printed: Printed, paper: str) -> None:
    with pypdfium2.PdfDocument(printed(paper).path) as document:
        pages = [page.get_textpage().get_text_range() for page in document]
    text = "\n".join(page for page in pages if " pieces for player" in page.splitlines()[0]).replace("\r", "")
    for name, kind in (("small", "s"), ("medium", "m"), ("large", "l")):
        assert len(re.findall(rf"^{name}$", text, re.MULTILINE)) == KIT.stock[kind] * len(KIT.inks)
    drawing = _drawing(paper)
    faces = Counter(
        area.fill.name
        for sheet in drawing.sheets
        if "pieces for player" in sheet.title
        for area in _areas(tuple(shape for shape in sheet.shapes if not _pictures_a_fold(shape)))
        if area.fill and len(area.rings[0]) == 3
    )
    assert faces == Counter({ink.name: 4 * sum(KIT.stock.values()) for ink in KIT.inks.values()})


@BOTH
def test_nets_have_the_sizes_of_looney_pyramids(printed: Printed, paper: str) -> None:
    inch = 25.4
    widths = []
    for base, height, count in ((9 / 16, 1, 5), (25 / 32, 1 + 3 / 8, 4), (1, 1 + 3 / 4, 1)):
        edge = math.hypot(height, base / math.sqrt(2)) * inch
        half_fan = 4 * math.asin(base * inch / 2 / edge)
        widths += [2 * edge * math.sin(half_fan)] * count
    dpi = 600
    sheet = next(k for k, title in enumerate(printed(paper).sheets) if "Red pieces" in title)
    with pypdfium2.PdfDocument(printed(paper).path) as document:
        page = document[sheet].render(scale=dpi / 72).to_numpy()
    red = ((page[:, :, 2] > 150) & (page[:, :, 1] < 120)).astype(np.uint8)
    red = cv2.morphologyEx(red, cv2.MORPH_CLOSE, np.ones((9, 9), dtype=np.uint8))
    contours, _ = cv2.findContours(red, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    fans = sorted(np.ptp(c.reshape(-1, 2)[:, 0]) + 1 for c in contours if cv2.contourArea(c) > 80_000)
    # The black lines around a fan hide about 0.2 mm of red at either foot.
    assert np.array(fans) / dpi * _MM + 0.4 == pytest.approx(widths, abs=0.15)


def _drawing(paper: str) -> Drawing:
    return draw_kit(KIT, Job(PAPERS[paper]), tuple(sorted(KIT.inks)))


def test_players_choose_the_seats_that_are_printed(printed: Printed, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("two") / "kit.pdf"
    two = write_kit(KIT, path, players=2)
    assert two.seats == ("A", "B")
    assert len(two.sheets) == len(printed("a4").sheets) - 3
    with pytest.raises(ValueError, match="2 to 4 players, not 5"):
        write_kit(KIT, path, players=5)


def test_another_game_on_one_sheet_needs_no_glue_and_no_card(tmp_path: Path) -> None:
    done = write_kit(TOY_KIT, tmp_path / "toy.pdf")
    assert done.sheets == ("Start here", "The board", "Pieces for players A and B", "Trays")
    with pypdfium2.PdfDocument(done.path) as document:
        words = "\n".join(page.get_textpage().get_text_range() for page in document)
    assert "“glue”" not in words
    assert "B1" not in words
    assert "Cut the board out along the thin line" in words
