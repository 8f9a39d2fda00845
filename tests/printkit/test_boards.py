"""Every game's board on paper: whole tags and a code that says what it is, true to size."""

from __future__ import annotations

from collections import Counter
from itertools import product

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from kits import ting, tinker_tactics
from kits.kit import Kit, Marker
from kits.stamp import Stamp
from printkit.assembly import board_pages
from printkit.board import board_box
from printkit.drawing import Drawing
from printkit.job import Job
from printkit.paper import PAPERS, Paper
from printkit.pdf import render
from printkit.raster import board_image
from printkit.sheets import bind
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
