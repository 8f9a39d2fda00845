"""Manners of printing, measured on the PDF by readers that did not write it."""

from __future__ import annotations

import re
from io import BytesIO
from itertools import combinations, pairwise
from typing import Any, get_args

import cv2
import numpy as np
import numpy.typing as npt
import pypdf
import pytest

from kits import tink
from kits.inks import BLACK, PALE, PALETTES, PAPER, RING, TINT, Ink, seat_grey
from kits.stamp import Stamp
from printkit.adjust import Adjustment
from printkit.drawing import Area, Lines
from printkit.job import InkMode, Job, dressed
from printkit.paper import PAPERS
from printkit.sheets import Portion
from printkit.strokes import BLEED_MM
from tests.printkit.kits import KITS, Grey, drawn, pixels, printed, tags_mm
from tests.printkit.test_boards import pages_of, stamps_on

_MM = 25.4


def colours(data: bytes, page: int, dpi: float) -> Grey:
    return pixels(data, dpi, only=page, grey=False)[0]


BOARD: tuple[Portion, ...] = ("board",)


@pytest.mark.parametrize(("duplex", "says"), [("", "/Simplex"), ("long", "/DuplexFlipLongEdge")])
def test_the_file_tells_the_printer_which_sides_and_where_the_board_is_trimmed(duplex: str, says: str) -> None:
    job = Job(portions=BOARD, duplex="long" if duplex else "")
    reader = pypdf.PdfReader(BytesIO(printed("tabik-5", job)))
    root: Any = reader.trailer["/Root"].get_object()
    preferences = root["/ViewerPreferences"].get_object()
    assert (preferences["/Duplex"], preferences["/PrintScaling"]) == (says, "/None")
    assert len(reader.pages) == (4 if duplex else 2)
    page, kit = reader.pages[2 if duplex else 1], KITS["tabik-5"]
    trim, bleed = ([float(value) / 72 * _MM for value in box] for box in (page.trimbox, page.bleedbox))
    side = kit.plan.width_mm + 2 * kit.band_mm
    assert (trim[2] - trim[0], trim[3] - trim[1]) == pytest.approx((side, side), abs=0.01)
    assert [b - t for b, t in zip(bleed, trim, strict=True)] == pytest.approx(
        [-BLEED_MM, -BLEED_MM, BLEED_MM, BLEED_MM], abs=0.01
    )


def upright_lines_mm(reader: pypdf.PdfReader, page: int) -> list[tuple[float, float]]:
    """Return where each upright line of a page's content stands and how long it is, from the numbers in the file."""
    content = reader.pages[page].get_contents()
    assert content is not None
    data = content.get_data()
    scale = re.search(rb"([\d.]+) 0 0 -([\d.]+) 0 [\d.]+ cm", data)
    assert scale is not None
    across, down = (float(part) / 72 * _MM for part in scale.groups())
    number = rb"(-?[\d.]+)"
    moves = re.findall(rb"\s".join((number, number, b"m", number, number, b"l")), data)
    ends = ([float(part) for part in move] for move in moves)
    return [(a * across, abs(d - b) * down) for a, b, c, d in ends if a == c]


def test_sizes_in_the_file_are_true_to_a_twentieth_of_a_millimetre() -> None:
    reader = pypdf.PdfReader(BytesIO(printed("ting", Job(PAPERS["a3"], BOARD))))
    lines = upright_lines_mm(reader, 1)
    grid = sorted({round(x, 4) for x, length in lines if abs(length - 300.0) < 0.05})
    assert np.diff(grid) == pytest.approx([25.0] * 10, abs=0.05)
    ticks = sorted(x for x, length in lines if abs(length - 3.0) < 0.01)
    assert ticks[-1] - ticks[0] == pytest.approx(101.6, abs=0.05)
    assert min(abs(x - ticks[0] - 100.0) for x in ticks) < 0.05


@pytest.mark.parametrize("duplex", ["long", pytest.param("short", marks=pytest.mark.slow)])
def test_both_sides_of_a_tile_and_their_crosses_lie_behind_each_other(duplex: str) -> None:
    dpi = 150.0
    job = Job(portions=BOARD, tiles=True, duplex="short" if duplex == "short" else "long")
    data = printed("tingle", job)
    front, back = colours(data, 2, dpi), colours(data, 3, dpi)
    behind = back[::-1] if duplex == "short" else back[:, ::-1]
    tinted = np.abs(behind.astype(int) - TINT.rgb[::-1]).sum(axis=2) < 12
    count, _, boxes, middles = cv2.connectedComponentsWithStats(tinted.astype(np.uint8))
    places = [middle for box, middle in zip(boxes[1:count], middles[1:count], strict=True) if box[4] > 5000]
    assert len(places) >= 9
    dark = front.min(axis=2) < 150
    for x, y in places:
        cross = dark[round(y) - 4 : round(y) + 5, round(x) - 4 : round(x) + 5]
        assert cross.any(axis=0).all()
        assert cross.any(axis=1).all()
    foot = slice(round((297 - 10.25 - 15.6) / _MM * dpi), round((297 - 10.25 - 12.0) / _MM * dpi))
    for side in (slice(0, round(13.6 / _MM * dpi)), slice(-round(13.6 / _MM * dpi), None)):
        seen = [np.argwhere(image.min(axis=2)[foot, side] < 150).mean(axis=0) for image in (front, behind)]
        assert seen[0] == pytest.approx(seen[1], abs=1.5)


PIECES: tuple[Portion, ...] = ("pieces",)


def inked(page: npt.NDArray[np.uint8], ink: Ink) -> npt.NDArray[np.bool_]:
    return np.asarray(np.abs(page.astype(int) - ink.rgb[::-1]).sum(axis=2) < 12)


@pytest.mark.parametrize("duplex", [False, True])
@pytest.mark.parametrize("face", [PALE, BLACK], ids=["white", "black"])
def test_stones_have_a_face_inside_a_grey_ring(duplex: bool, face: Ink) -> None:
    dpi = 200.0
    job = Job(portions=PIECES, duplex="long" if duplex else "")
    sheets = enumerate(drawn("tabik-5", job).sheets)
    page = next(k for k, sheet in sheets if sheet.title.startswith("Two-sided stones"))
    image = colours(printed("tabik-5", job), page + (duplex and face == PALE), dpi)
    assert not duplex or not inked(image, BLACK if face == PALE else PALE)[300:2000].any()
    found = inked(image, face)
    count, _, boxes, _ = cv2.connectedComponentsWithStats(found.astype(np.uint8))
    faces = [box for box in boxes[1:count] if box[4] > 1000]
    assert len(faces) >= 10
    for left, top, width, height, _ in faces:
        assert (width / dpi * _MM, height / dpi * _MM) == pytest.approx((18.0, 18.0), abs=0.3)
        reach = round(0.5 / _MM * dpi)
        around = (top - reach, left + width // 2), (top + height + reach, left + width // 2)
        beside = (top + height // 2, left - reach), (top + height // 2, left + width + reach)
        for y, x in (*around, *beside):
            assert np.abs(image[y, x].astype(int) - RING.rgb[::-1]).max() < 12


def test_both_halves_of_a_gutterfold_meet_when_it_is_folded() -> None:
    dpi = 150.0
    page = colours(printed("tingle", Job(portions=BOARD, tiles=True, gutterfold=True)), 1, dpi)
    folded = page[:, ::-1]
    tinted = np.abs(folded.astype(int) - TINT.rgb[::-1]).sum(axis=2) < 12
    count, _, boxes, middles = cv2.connectedComponentsWithStats(tinted.astype(np.uint8))
    places = [middle for box, middle in zip(boxes[1:count], middles[1:count], strict=True) if box[4] > 5000]
    assert len(places) == 4
    for x, y in places:
        assert (page[round(y) - 4 : round(y) + 5, round(x) - 2 : round(x) + 3].min(axis=2) < 150).any(axis=1).all()


def test_grey_prints_nothing_but_greys_and_low_saves_ink() -> None:
    covers = []
    for ink in get_args(InkMode):
        image = colours(printed("tink", Job(ink=ink)), 7, 40.0).astype(int)
        covers.append(255 - image.mean())
        if ink == "grey":
            assert np.ptp(image, axis=2).max() <= 1
    assert covers[1] < 0.65 * covers[0]


def _lab(ink: Ink, seen_as: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
    rgb = np.array(ink.rgb) / 255
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    seen = np.clip(seen_as @ linear, 0, 1)
    srgb = np.where(seen <= 0.0031308, 12.92 * seen, 1.055 * seen ** (1 / 2.4) - 0.055)
    lab = cv2.cvtColor(srgb.astype(np.float32).reshape(1, 1, 3), cv2.COLOR_RGB2LAB)
    return np.asarray(lab, dtype=np.float32).reshape(3)


# Machado, Oliveira and Fernandes, 2009, severity 1.0.
EYES = {
    "all cones": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("palette", PALETTES)
def test_the_four_seats_of_every_palette_stay_apart_for_every_eye(palette: str, eyes: str) -> None:
    inks = [ink for seat, ink in PALETTES[palette].items() if seat in "ABCD"]
    shades = [_lab(ink, EYES[eyes]) for ink in inks]
    assert min(float(np.linalg.norm(a - b)) for a, b in combinations(shades, 2)) > 11


def test_six_greys_are_well_apart() -> None:
    levels = sorted(seat_grey(seat).rgb[0] for seat in "ABCDEF")
    assert min(b - a for a, b in pairwise(levels)) >= 35
    assert levels[-1] < PAPER.rgb[0]


@pytest.mark.parametrize("cell_mm", [30.0, 45.0])
def test_cells_of_another_size_keep_their_frame_and_their_stamp(cell_mm: float) -> None:
    dpi = 200.0
    kit = dressed(tink.KIT, Job(cell_mm=cell_mm))
    assert kit.plan.pitch_mm == cell_mm
    assert kit.pieces == tink.KIT.pieces
    pages = pages_of(kit, PAPERS["a3"], dpi)
    found = {code: quad for page in pages for code, quad in tags_mm(page, dpi).items()}
    assert sorted(found) == sorted(marker.code for marker in kit.markers)
    assert np.ptp(found[0], axis=0) == pytest.approx([22.0 * cell_mm / 38] * 2, abs=0.15)
    stamps = [stamp for page in pages for stamp in stamps_on(page, kit, tags_mm(page, dpi), dpi)]
    assert stamps == [Stamp("tink", "", "a3", cell_mm)]


def test_an_offset_moves_everything() -> None:
    dpi = 150.0
    plain, moved = (
        colours(printed("tabik-5", Job(portions=BOARD), 2, adjustment), 1, dpi)
        for adjustment in (Adjustment(), Adjustment(shift_mm=(2 * _MM / dpi * 5, -_MM / dpi * 5)))
    )
    assert np.abs(np.roll(plain.astype(int), (-5, 10), axis=(0, 1)) - moved).mean() < 0.5


def test_crop_marks_touch_no_tile() -> None:
    sheet = drawn("tingle", Job(portions=BOARD, tiles=True)).sheets[1]
    marks = [s for s in sheet.shapes if isinstance(s, Lines) and s.stroke.width_mm == 0.15 and len(s.runs) <= 8]
    half = 25.4
    papers = [s for s in sheet.shapes if isinstance(s, Area) and s.fill == PAPER]
    assert len(papers) == 12
    assert marks
    for tile in papers:
        (left, top), _, (right, bottom), _ = tile.rings[0]
        assert right - left == pytest.approx(2 * half)
        for mark in marks:
            for a, b in mark.runs:
                assert (
                    max(a[0], b[0]) < left
                    or min(a[0], b[0]) > right
                    or max(a[1], b[1]) < top
                    or min(a[1], b[1]) > bottom
                )
