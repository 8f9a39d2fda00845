"""What all kits have in common, where mini-boards lie, whose tags are whose, and the sizes of Tink's equipment."""

from __future__ import annotations

import math
from dataclasses import replace
from importlib import import_module
from itertools import combinations

import cv2
import numpy as np
import pytest

from core.games import names
from core.tinker.board import joined
from kits import tabik, tinker_tactics
from kits.codes import BLOCK, CODES, SHIPPED, clashes, own_codes
from kits.colours import COLOURS
from kits.frame import QUIET_MODULES
from kits.inks import BLACK, PAPER, SEAT_INKS, TINT
from kits.kit import Kit
from kits.tink import KIT as TINK

KITS: tuple[Kit, ...] = (
    *(import_module(f"kits.{name}").KIT for name in names()),
    *(tabik.kit(board_size=size) for size in tabik.SIZES),
    *(tinker_tactics.kit(players=players) for players in range(2, 7)),
)


@pytest.mark.parametrize("kit", KITS, ids=lambda kit: f"{kit.name}-{len(kit.plan.cells)}-{len(kit.minis)}")
def test_tags_have_a_quiet_zone_and_lie_outside_the_cells(kit: Kit) -> None:
    for board in kit.minis or (kit,):
        for marker in board.markers:
            left, top = marker.corners_mm[0]
            right, bottom = marker.corners_mm[2]
            quiet = QUIET_MODULES * (right - left) / 8
            plan = board.plan
            beyond = max(-right, left - plan.width_mm, -bottom, top - plan.height_mm)
            assert beyond >= quiet
            assert max(-left, right - plan.width_mm, -top, bottom - plan.height_mm) + quiet <= kit.band_mm
        for a, b in combinations(board.markers, 2):
            gaps = [abs(p - q) for p, q in zip(a.corners_mm[0], b.corners_mm[0], strict=True)]
            assert max(gaps) >= (right - left) + quiet


@pytest.mark.parametrize("players", [2, 4])
def test_mini_boards_lie_where_the_rules_name_their_cells(players: int) -> None:
    kit, board = tinker_tactics.kit(players=players), joined(players)
    for mini in kit.minis:
        for cell in mini.plan.cells:
            place = mini.in_whole(mini.plan.centre_mm(cell))
            assert place == pytest.approx(kit.plan.centre_mm(board.names[board.cell(cell)]))


def test_a_ring_of_three_has_no_flat_whole() -> None:
    kit = tinker_tactics.kit(players=3)
    assert [mini.at_mm for mini in kit.minis] == [None] * 3
    with pytest.raises(ValueError, match="no place in a flat grid"):
        kit.minis[1].in_whole((0.0, 0.0))


def _codes(kit: Kit) -> set[int]:
    return {marker.code for board in kit.minis or (kit,) for marker in board.markers}


@pytest.mark.usefixtures("added_games")
def test_no_two_games_share_tags() -> None:
    added = (import_module(f"kits.{name}").KIT for name in names())
    assert not clashes([*KITS, *added]), "give one of them `own_codes(NAME, turn=1)`"


def test_boards_of_one_game_have_tags_of_their_own() -> None:
    tags = [tabik.kit(board_size=size).markers for size in tabik.SIZES]
    tags += [mini.markers for mini in tinker_tactics.kit(players=6).minis]
    codes = [marker.code for markers in tags for marker in markers]
    assert len(codes) == len(set(codes))


FIRST = {"tink": 0, "ting": 12, "tingle": 24, "tinker_tactics": 36, "tabik": 60}


@pytest.mark.parametrize("name", FIRST)
def test_boards_that_are_printed_keep_their_tags(name: str) -> None:
    codes = set[int]().union(*(_codes(kit) for kit in KITS if kit.name == name))
    assert min(codes) == FIRST[name]
    assert max(codes) < SHIPPED


def test_a_clash_is_told_with_both_games_and_the_tags() -> None:
    assert clashes([TINK, replace(TINK, name="copy")]) == {("tink", "copy"): tuple(range(12))}


def test_every_turn_gives_codes_that_exist() -> None:
    for turn in range(40):
        assert SHIPPED <= own_codes("trio", turn=turn) <= CODES - BLOCK
    assert own_codes("trio") != own_codes("trio", turn=1)


def _boxes() -> list[tuple[float, float, float, float]]:
    return [(min(x for x, _ in m.corners_mm), min(y for _, y in m.corners_mm), *m.corners_mm[2]) for m in TINK.markers]


def test_tags_keep_off_the_middle_lines_where_sheets_meet() -> None:
    middle = TINK.plan.width_mm / 2
    for left, top, right, bottom in _boxes():
        assert not left - 12 < middle < right + 12
        assert not top - 12 < middle < bottom + 12


def test_codes_are_distinct_and_corners_run_clockwise() -> None:
    assert [marker.code for marker in TINK.markers] == list(range(12))
    for marker in TINK.markers:
        corners = np.array(marker.corners_mm, dtype=np.float32)
        assert cv2.contourArea(corners, oriented=True) > 0
        assert math.dist(*marker.corners_mm[:2]) == pytest.approx(22.0)


def test_opening_cells_are_two_away_from_the_edge() -> None:
    assert len(TINK.marked) == 16
    assert all(min(ord(c[0]) - 97, int(c[1]) - 1, 104 - ord(c[0]), 8 - int(c[1])) >= 2 for c in TINK.marked)


def _lab(rgb: tuple[int, int, int]) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    pixel = np.array([[rgb]], dtype=np.float32) / 255
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_RGB2LAB), dtype=np.float32).reshape(3)


def test_inks_are_far_apart_from_each_other_and_from_the_board() -> None:
    shades = [_lab(ink.rgb) for ink in (*SEAT_INKS.values(), PAPER, TINT)]
    gaps = [float(np.linalg.norm(a - b)) for a, b in combinations(shades[:4], 2)]
    gaps += [float(np.linalg.norm(a - b)) for a in shades[:4] for b in shades[4:]]
    assert min(gaps) > 40
    assert BLACK.contrast(PAPER) == pytest.approx(21.0)


def test_pyramids_are_looney_pyramids() -> None:
    inch = 25.4
    published = {"s": (9 / 16, 1.0, 1, 5), "m": (25 / 32, 1.375, 2, 4), "l": (1.0, 1.75, 3, 1)}
    assert set(TINK.pyramids) == set(TINK.stock) == set(published)
    for kind, (base, height, pips, count) in published.items():
        solid = TINK.pyramids[kind]
        assert solid.base_mm == pytest.approx(base * inch, abs=0.06)
        assert solid.height_mm == pytest.approx(height * inch, abs=0.06)
        assert (solid.pips, TINK.stock[kind]) == (pips, count)


def test_seats_take_their_colours_in_the_order_in_which_pictures_give_them() -> None:
    places = [COLOURS.index(TINK.inks[seat].name) for seat in sorted(TINK.inks)]
    assert places == sorted(places)
