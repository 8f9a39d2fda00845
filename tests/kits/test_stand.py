"""The stand for a phone: its nets, how it stands, and what its camera sees."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from kits import tabik, ting, tingle, tink, tinker_tactics
from kits.fold import box
from kits.kit import Kit
from kits.stand import (
    BOARD_AT_MM,
    CARD_GSM,
    CARD_MM,
    FILL_GRAMS,
    FLAP_MM,
    FLOOR_INSET_MM,
    GRAVITY,
    PHONE,
    SEAT_MM,
    SLEEVE_MM,
    TAB_MM,
    TAIL_MM,
    TILT_DEG,
    Stand,
    balance,
    collapse_newton,
    filled_mm,
    lens_mm,
    phone_at,
    push_newton,
    tap_newton,
)
from printkit.board import board_box

STANDS = [Stand(297.0, 210.0), Stand(279.4, 215.9)]
BOARDS = [tink.KIT, ting.KIT, tingle.KIT, tabik.kit(board_size=11), tinker_tactics.KIT]


@pytest.fixture(params=STANDS, ids=["a4", "letter"])
def stand(request: pytest.FixtureRequest) -> Stand:
    found: Stand = request.param
    return found


def _apart(points: Sequence[Sequence[float]]) -> list[float]:
    return [math.dist(p, q) for p in points for q in points]


def test_walls_keep_their_true_shape_in_the_nets(stand: Stand) -> None:
    for shape, net in zip((stand.lower(), stand.upper()), stand.nets(), strict=True):
        for ring, face in zip(shape.faces, net.faces, strict=True):
            assert _apart(face) == pytest.approx(_apart([shape.vertices[k] for k in ring]), abs=1e-6)


def test_edges_meet_when_the_nets_are_folded(stand: Stand) -> None:
    for shape, net in zip((stand.lower(), stand.upper()), stand.nets(), strict=True):
        (tab,) = net.tabs
        last, first = net.faces[2], net.faces[1]
        seam = math.dist(tab[0], tab[-1])
        across = [[math.dist(a, b) for a, b in zip(face, (*face[1:], face[0]), strict=True)] for face in (first, last)]
        assert all(any(length == pytest.approx(seam) for length in lengths) for lengths in across)
        feet = [point for point in shape.vertices if point[2] == 0.0]
        widths = [math.dist(face[0], face[1]) for face in net.faces]
        assert sorted(_apart(feet)) == pytest.approx([0.0] * 3 + [widths[0]] * 6), "three equal walls close a triangle"
        assert widths == pytest.approx([widths[0]] * 3)


def test_the_nets_fill_their_sheets_and_no_more(stand: Stand) -> None:
    lower, upper = (np.ptp(np.array(net.outline), axis=0) for net in stand.nets())
    assert lower[0] == pytest.approx(stand.long_mm)
    assert lower[1] < stand.short_mm
    assert upper[0] <= stand.long_mm
    assert upper[1] == pytest.approx(stand.short_mm)


def test_the_upper_tube_goes_into_the_lower_one(stand: Stand) -> None:
    inside = stand.side_mm - 2 * math.sqrt(3) * CARD_MM
    assert 0.5 < inside - stand.inner_side_mm < 2.0
    assert stand.wall_mm / 2 > SLEEVE_MM
    assert stand.side_mm / 2 > TAB_MM


def test_the_lens_is_35_to_45_cm_above_the_board(stand: Stand) -> None:
    assert 350.0 <= lens_mm(stand)[2] <= 450.0


def test_the_phone_lies_on_the_front_edge_and_fits_the_mouth(stand: Stand) -> None:
    phone = phone_at(stand, box((150.0, PHONE.width_mm, PHONE.thick_mm)))
    tilt = math.radians(TILT_DEG)
    heights = [z - stand.front_mm - y * math.tan(tilt) for _, y, z in phone.vertices]
    assert min(heights) == pytest.approx(0.0, abs=1e-9)
    assert max(heights) < stand.mouth_mm
    assert max(y for _, y, _ in phone.vertices) > lens_mm(stand)[1]


def test_with_salt_on_its_floor_it_stands_by_itself(stand: Stand) -> None:
    held = balance(stand, fill_grams=FILL_GRAMS)
    assert 0.0 < held.behind_mm < stand.side_mm * math.sqrt(3) / 2, "over the triangle on which it stands"
    assert held.leans_deg > 5.0
    grams = {how(stand, fill_grams=FILL_GRAMS) / GRAVITY * 1000 for how in (push_newton, tap_newton)}
    assert min(grams) > 40.0
    assert tap_newton(stand, fill_grams=FILL_GRAMS) > 5.0, "a finger that taps the screen"


def test_without_the_weight_a_push_of_10_g_tips_it(stand: Stand) -> None:
    assert 0.0 < push_newton(stand) / GRAVITY * 1000 < 10.0
    assert balance(stand).leans_deg < 3.0


def test_pushed_at_the_edge_of_tipping_torques_are_in_balance(stand: Stand) -> None:
    """The weight of each part about the front wall's foot, summed by itself, against that of the push."""
    sheet = CARD_GSM * stand.long_mm * stand.short_mm / 1e6
    of_phone = PHONE.grams * (SEAT_MM - PHONE.width_mm / 2) * math.cos(math.radians(TILT_DEG))
    of_the_rest = (2 * sheet + FILL_GRAMS) * stand.side_mm / math.sqrt(12)
    push = push_newton(stand, fill_grams=FILL_GRAMS)
    assert push * stand.front_mm == pytest.approx((of_phone + of_the_rest) / 1000 * GRAVITY)


def test_the_weight_fits_below_the_upper_tube_and_its_floor_goes_into_the_tube(stand: Stand) -> None:
    assert filled_mm(stand, FILL_GRAMS) < stand.wall_mm - SLEEVE_MM - 10.0
    corner = math.degrees(math.atan2(FLAP_MM, FLOOR_INSET_MM))
    assert 50.0 < corner < 60.0, "the corners of the tube have 60°"
    both = 1.5 * FLAP_MM / math.sin(math.radians(60.0))
    assert both - TAIL_MM > 15.0, "so far along the rear corner both flaps lie on each other"


def test_the_card_carries_nine_phones(stand: Stand) -> None:
    assert collapse_newton(stand) > 9 * PHONE.grams / 1000 * 9.81


@pytest.mark.parametrize("kit", BOARDS, ids=lambda kit: kit.name)
def test_its_camera_sees_the_whole_board(stand: Stand, kit: Kit) -> None:
    left, top, right, bottom = board_box(kit)
    side, (x, y, z), tilt = max(right - left, bottom - top), lens_mm(stand), math.radians(TILT_DEG)
    axes = np.array([[1, 0, 0], [0, -math.cos(tilt), -math.sin(tilt)], [0, math.sin(tilt), -math.cos(tilt)]])
    corners = np.array([(sign * side / 2, BOARD_AT_MM + far, 0.0) for sign in (-1, 1) for far in (0.0, side)])
    seen = (corners - (x, y, z)) @ axes.T
    assert (seen[:, 2] > 0).all()
    angles = np.degrees(np.arctan(np.abs(seen[:, :2]) / seen[:, 2:])).max(axis=0)
    assert (angles < np.array(PHONE.view_deg) / 2 - 2.0).all()


def test_the_stand_is_not_between_its_lens_and_the_board(stand: Stand) -> None:
    assert lens_mm(stand)[1] > 0.0, "in front of the front wall, and so is all of the board"
