"""Every game's board on paper: whole tags with white around them, a code that says what it is, true to size."""

from __future__ import annotations

from collections import Counter
from itertools import product

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from kits import ting, tinker_tactics
from kits.frame import QUIET_MODULES
from kits.inks import ACCENT, BLACK, RED
from kits.kit import Kit, Marker
from kits.stamp import Stamp
from kits.tabik import SIZES
from kits.tink import KIT
from printkit.assembly import board_pages
from printkit.board import board_box, draw_surface
from printkit.drawing import Area, Drawing, Label, Window, bounds
from printkit.job import Job, dressed
from printkit.paper import PAPERS, Paper
from printkit.pdf import render
from printkit.raster import board_image, raster
from printkit.sheets import bind
from printkit.surface import Surface, surfaces
from tests.printkit.kits import KITS, MM_PER_INCH, Grey, pixels, tags_mm

INNER_MM = PAPERS["a4"].inner[0]


def stamps_on(page: Grey, kit: Kit, found: dict[int, npt.NDArray[np.float64]], dpi: float) -> list[Stamp]:
    """Return the codes that are read where the tags of *page* say that they are, or anywhere if it has no tags."""
    if not found:
        half = cv2.resize(page, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        known, corners = cv2.QRCodeDetector().detect(half)
        if not known:
            return []
        quad = np.reshape(corners, (-1, 2))
        x0, y0, x1, y1 = (int(max(0, 2 * v)) for v in (*(quad.min(axis=0) - 25), *(quad.max(axis=0) + 25)))
        return [stamp for stamp in [_stamp_in(page[y0:y1, x0:x1])] if stamp is not None]
    stamps = []
    for board in kit.minis or (kit,):
        pairs = [(found[m.code], np.array(m.corners_mm)) for m in board.markers if m.code in found]
        if not pairs or board.code_mm is None:
            continue
        ends = [np.concatenate(quads) for quads in zip(*pairs, strict=True)]
        turn, _ = cv2.estimateAffine2D(ends[1], ends[0])
        middle = turn @ np.array([*board.code_mm, 1.0])
        (x0, y0), (x1, y1) = (
            np.clip((middle + way) / MM_PER_INCH * dpi, 0, page.shape[::-1]).astype(int) for way in (-13, 13)
        )
        crop = page[y0:y1, x0:x1]
        if min(crop.shape) > dpi:
            stamps += [stamp for stamp in [_stamp_in(crop)] if stamp is not None]
    return stamps


def _stamp_in(crop: Grey) -> Stamp | None:
    """Return the stamp in *crop*, looked for at several sizes, sharp and soft: OpenCV's reader is choosy."""
    soft = np.asarray(cv2.GaussianBlur(crop, (0, 0), 1.2), dtype=np.uint8)
    for image, scale in product((crop, soft), (1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0)):
        view = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
        text = cv2.QRCodeDetector().detectAndDecode(view)[0]
        if text.startswith("KIEBITZ"):
            return Stamp.parse(text)
    return None


def pages_of(kit: Kit, paper: Paper, dpi: float) -> list[Grey]:
    return pixels(render(Drawing("boards", "", bind(board_pages(kit, Job(paper)), paper, kit.title))), dpi)


def _markers(kit: Kit) -> dict[int, Marker]:
    return {marker.code: marker for board in kit.minis or (kit,) for marker in board.markers}


@pytest.mark.thinned(19)
@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
@pytest.mark.parametrize("kit", KITS.values(), ids=KITS)
def test_every_tag_is_whole_on_one_sheet_and_the_code_tells_the_board(kit: Kit, paper: Paper) -> None:
    dpi = 300.0
    markers, seen, stamps = _markers(kit), Counter[int](), Counter[Stamp]()
    for page in pages_of(kit, paper, dpi):
        found = tags_mm(page, dpi)
        seen.update(found.keys())
        stamps.update(stamps_on(page, kit, found, dpi))
        for code, quad in found.items():
            side = np.ptp(quad, axis=0)
            expected = np.ptp(np.array(markers[code].corners_mm), axis=0)
            assert side == pytest.approx(expected, abs=2 * 25.4 / dpi)
    assert seen == Counter(dict.fromkeys(markers, 1))
    variants = [kit.variant + mini.seat for mini in kit.minis] or [kit.variant]
    assert stamps == Counter(Stamp(kit.name, variant, paper.name, kit.plan.pitch_mm) for variant in variants)


@pytest.mark.thinned(2)
@pytest.mark.parametrize("name", ["tink", "ting", "tabik-5", "tinker-2", "tinker-4"])
def test_the_board_from_above_shows_every_tag_where_the_kit_says(name: str) -> None:
    kit, px_per_mm = KITS[name], 8.0
    image, origin = board_image(kit, px_per_mm)
    found = tags_mm(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8), px_per_mm * MM_PER_INCH)
    assert sorted(found) == sorted(marker.code for marker in kit.markers)
    for marker in kit.markers:
        assert found[marker.code] + origin == pytest.approx(np.array(marker.corners_mm), abs=0.2)


def test_mini_boards_in_a_ring_have_no_board_from_above() -> None:
    with pytest.raises(ValueError, match="no place in a flat grid"):
        board_box(KITS["tinker-3"])


@pytest.mark.parametrize("players", range(2, 7))
def test_signs_on_both_sides_of_a_join_are_the_same(players: int) -> None:
    boards = {mini.seat: mini for mini in tinker_tactics.kit(players=players).minis}
    joins = {(join.cell, join.other): join for mini in boards.values() for join in mini.joins}
    assert len(joins) == (8 if players == 2 else 6 * players)
    last = max(boards)
    for seat in boards:
        after = "A" if seat == last else chr(ord(seat) + 1)
        pairs = [("a3", "d3"), ("b3", "c3"), ("c3", "b3"), ("d3", "a3")]
        for own, other in pairs if players == 2 else [("a1", "d3"), ("a2", "c3"), ("a3", "b3")]:
            assert joins[seat + own, after].sign == joins[after + other, seat].sign


def test_ting_has_rings_in_the_middle_of_its_blocks_and_a_line_around_opening_cells() -> None:
    ting_page = pages_of(KITS["ting"], PAPERS["a4"], 300.0)[0]

    def dark(x: float, y: float) -> bool:
        at = [
            round((INNER_MM + extra + KITS["ting"].band_mm + mm) / MM_PER_INCH * 300)
            for extra, mm in ((10.0, y), (0.0, x))
        ]
        return bool(ting_page[at[0] - 3 : at[0] + 4, at[1] - 3 : at[1] + 4].min() < 170)

    for cell in ("b11", "e11", "b8", "e8"):
        x, y = ting.KIT.plan.centre_mm(cell)
        assert dark(x + 5.5, y)
        assert dark(x, y - 5.5)
        assert not dark(x, y)
    assert ting.KIT.ground.ring_mm < min(17.0, 20.0 / np.sqrt(3))
    x, y = ting.KIT.plan.centre_mm("d11")
    assert not dark(x + 5.5, y)


_PX_PER_MM = 10.0
_WHITE = 250
EVERY = ["tink", "ting", "tingle", *(f"tabik-{size}" for size in SIZES), "tinker-2", "tinker-4", "tinker-5"]


def white_modules(surface: Surface, marker: Marker) -> float:
    """Return how many modules of white are around *marker*, its corners included, before ink or the board's edge."""
    left, top, right, bottom = bounds(marker.corners_mm)
    module = (right - left) / 8
    reach = 2 * module
    box = left - reach, top - reach, right + reach, bottom + reach
    dark = raster(draw_surface(surface), box, _PX_PER_MM).min(axis=2) < _WHITE
    rows, columns = np.nonzero(dark)
    x, y = box[0] + (columns + 0.5) / _PX_PER_MM, box[1] + (rows + 0.5) / _PX_PER_MM
    away = np.hypot(np.maximum(np.maximum(left - x, x - right), 0), np.maximum(np.maximum(top - y, y - bottom), 0))
    x0, y0, x1, y1 = surface.box
    edge = min(left - x0, top - y0, x1 - right, y1 - bottom)
    return min(edge, float(away[away > 0.15].min(initial=reach))) / module


@pytest.mark.thinned(5)
@pytest.mark.parametrize("name", EVERY)
def test_every_tag_has_a_module_and_a_half_of_white_around_it(name: str) -> None:
    for large in (False, True):  # large names leave a module, which is what tags need
        every = surfaces(dressed(KITS[name], Job(large=large)))
        found = {marker.code: white_modules(surface, marker) for surface in every for marker in surface.markers}
        assert min(found.values()) >= (1.0 if large else QUIET_MODULES) - 0.02, found


def test_board_image_shows_the_marked_cells_outlined_and_free_inside() -> None:
    image, (left, top) = board_image(KIT, 5.0)

    def at(x: float, y: float) -> tuple[int, ...]:
        return tuple(image[round((y - top) * 5.0 - 0.5), round((x - left) * 5.0 - 0.5)].tolist())

    assert at(2.5 * 38, 2 * 38) == ACCENT.rgb[::-1]
    for cell in KIT.marked:
        assert min(at(*KIT.plan.centre_mm(cell))) > 200


def test_holes_windows_and_turned_text() -> None:
    ring = Area((((1, 1), (9, 1), (9, 9), (1, 9)), ((3, 3), (7, 3), (7, 7), (3, 7))), fill=BLACK)
    window = Window(((0, 0), (5, 0), (5, 10), (0, 10)), (ring,))
    image = raster([window], (0, 0, 10, 10), 4.0)
    assert image[20, 8].max() == 0
    assert image[20, 20].min() == 255
    assert image[20, 32].min() == 255
    words = raster([Label("IIII", (5, 1), 4.0, RED, turn_deg=90)], (0, 0, 10, 10), 8.0)
    rows, columns = np.nonzero(words.min(axis=2) < 128)
    assert np.ptp(rows) > np.ptp(columns)
    assert rows.min() / 8 > 0.9
    assert columns.min() / 8 > 4.9
