"""The printed kit, measured on the PDF by readers that did not write it."""

from __future__ import annotations

import math
from collections import Counter
from io import BytesIO
from typing import cast

import cv2
import numpy as np
import pypdf
import pytest

from kits.tink import KIT
from printkit.book import draw_kit, seats_of
from printkit.drawing import Area, Label
from printkit.job import Job
from printkit.paper import PAPERS
from printkit.raster import board_image
from tests.added.kits.toy import KIT as TOY_KIT
from tests.printkit.glued import PX_PER_MM, glued_board
from tests.printkit.kits import drawn, flattened, pixels, printed, words

BOTH = pytest.mark.parametrize("paper", ["a4", "letter"])
_MM = 25.4
INNER_MM = PAPERS["a4"].inner[0]


def pdf(paper: str) -> bytes:
    return printed("tink", Job(PAPERS[paper]))


@BOTH
def test_pages_have_the_size_of_the_paper(paper: str) -> None:
    reader, size = pypdf.PdfReader(BytesIO(pdf(paper)), strict=True), PAPERS[paper]
    for page in reader.pages:
        assert float(page.mediabox.width) / 72 * _MM == pytest.approx(size.width_mm, abs=0.01)
        assert float(page.mediabox.height) / 72 * _MM == pytest.approx(size.height_mm, abs=0.01)
    assert reader.pdf_header >= "%PDF-1.7"
    assert reader.metadata is not None
    assert reader.metadata.title == "Tink: print-and-play kit"
    titles = [sheet.title for sheet in drawn("tink", Job(PAPERS[paper])).sheets]
    assert [cast(pypdf.generic.Destination, entry).title for entry in reader.outline] == titles


@BOTH
def test_ruler_of_every_sheet_measures_100_mm_and_4_inches(paper: str) -> None:
    dpi = 200
    for page in pixels(pdf(paper), dpi):
        height, margin = page.shape[0], INNER_MM / _MM * dpi
        footer = page[round(height - margin - 11 / _MM * dpi) : round(height - margin), : round(115 / _MM * dpi)]
        dark = footer < 160
        axis = int(dark.sum(axis=1).argmax())
        span = np.nonzero(dark[axis])[0]
        assert (span[-1] - span[0]) / dpi * _MM == pytest.approx(101.6, abs=0.25)
        above = np.nonzero(dark[axis - round(2.7 / _MM * dpi)])[0]
        groups = above[np.insert(np.diff(above) > 2, 0, True)]
        assert len(groups) == 11
        assert (groups[-1] - groups[0]) / dpi * _MM == pytest.approx(100.0, abs=0.25)


def test_the_ruler_beside_a_board_measures_100_mm_down_and_20_across() -> None:
    job = Job(portions=("board",))
    assert [sheet.title for sheet in drawn("tingle", job).sheets[1:]] == ["Board B1 of 2", "Board B2 of 2"]
    (page,) = pixels(printed("tingle", job), 300, only=1)
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


@BOTH
def test_as_many_pyramids_as_the_seats_own(paper: str) -> None:
    job = Job(PAPERS[paper])
    sheets = [sheet for sheet in drawn("tink", job, None).sheets if "ieces for player" in sheet.title]
    shapes = [shape for sheet in sheets for shape in flattened(sheet.shapes)]
    sizes = Counter(shape.text for shape in shapes if isinstance(shape, Label))
    assert [sizes[size] for size in ("small", "medium", "large")] == [4 * KIT.stock[kind] for kind in "sml"]
    nets = [shape for shape in shapes if not (shape.tag and shape.tag.text.startswith("From the net"))]
    areas = [shape for shape in nets if isinstance(shape, Area) and shape.fill and len(shape.rings[0]) == 3]
    faces = Counter(area.fill.name for area in areas if area.fill)
    assert faces == Counter({ink.name: 4 * sum(KIT.stock.values()) for ink in KIT.inks.values()})


@BOTH
def test_nets_have_the_sizes_of_looney_pyramids(paper: str) -> None:
    inch = 25.4
    widths = []
    for base, height, count in ((9 / 16, 1, 5), (25 / 32, 1 + 3 / 8, 4), (1, 1 + 3 / 4, 1)):
        edge = math.hypot(height, base / math.sqrt(2)) * inch
        half_fan = 4 * math.asin(base * inch / 2 / edge)
        widths += [2 * edge * math.sin(half_fan)] * count
    dpi = 600
    sheets = enumerate(drawn("tink", Job(PAPERS[paper])).sheets)
    number = next(k for k, sheet in sheets if "Red pieces" in sheet.title)
    (page,) = pixels(pdf(paper), dpi, only=number, grey=False)
    red = ((page[:, :, 2] > 150) & (page[:, :, 1] < 120)).astype(np.uint8)
    closed = cv2.morphologyEx(red, cv2.MORPH_CLOSE, np.ones((9, 9), dtype=np.uint8))
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    fans = sorted(np.ptp(c.reshape(-1, 2)[:, 0]) + 1 for c in contours if cv2.contourArea(c) > 80_000)
    # The black lines around a fan hide about 0.2 mm of red at either foot.
    assert np.array(fans) / dpi * _MM + 0.4 == pytest.approx(widths, abs=0.15)


def test_players_choose_the_seats_that_are_printed() -> None:
    assert seats_of(KIT, 2) == ("A", "B")
    assert len(drawn("tink").sheets) == len(drawn("tink", players=None).sheets) - 3
    with pytest.raises(ValueError, match="2 to 4 players, not 5"):
        seats_of(KIT, 5)


def test_another_game_on_one_sheet_needs_no_glue_and_no_card() -> None:
    drawing = draw_kit(TOY_KIT, Job(), ("A", "B"))
    assert [sheet.title for sheet in drawing.sheets] == [
        "Start here",
        "The board",
        "Pieces for players A and B",
        "Trays",
    ]
    told = " ".join(words(sheet.shapes) for sheet in drawing.sheets)
    assert "“glue”" not in told
    assert "B1" not in told
    assert "Cut the board out along the thin line" in told
