"""Row A6: the seat nearest to the camera says which way round a board without marks lies, for up to six seats."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.orientation import facing, nearest_side, seat_side
from calibration.registration import Camera, Registration
from kiebitz.failure import Failure
from kiebitz.screen.live.asked import ask_of
from kits.tink import KIT

LENS = Camera(np.array([[1100.0, 0, 640], [0, 1100, 480], [0, 0, 1]]), np.zeros(5), (1280, 960))


def seen() -> Registration:
    """Return Tink's board seen from over row 1."""
    c, s = np.cos(0.6), np.sin(0.6)
    R = np.array([[1.0, 0, 0], [0, c, -s], [0, s, c]])
    return Registration(LENS, R, np.array([-155.0, -130.0, 560.0]), KIT.plan, "hand", 0.0)


@pytest.mark.parametrize("players", range(2, 7))
def test_a6_whoever_is_named_sits_nearest_and_seats_go_round_clockwise(players: int) -> None:
    sides = [seat_side(seat, players=players) for seat in "ABCDEF"[:players]]
    quarters = [-side % 4 for side in sides]  # clockwise from row 1
    assert quarters == sorted(quarters)
    assert quarters[0] == 0
    if players in (2, 4, 6):
        assert sides[players // 2] == 2  # opposite
    for seat, side in zip("ABCDEF", sides, strict=False):
        assert nearest_side(facing(seen(), seat, players=players)) == side


def test_a6_the_page_asks_for_the_seat_nearest_to_the_camera() -> None:
    asked = ask_of({"game": "tinker_tactics", "players": 6, "near": "E", "source": "phone"})
    wanted = asked.wanted()
    assert wanted is not None
    assert wanted.near == "E"
    with pytest.raises(Failure, match="nobody sits at E: 2 play"):
        ask_of({"game": "tink", "players": 2, "near": "E"}).wanted()
    with pytest.raises(ValueError, match='"near"'):
        ask_of({"game": "tink", "near": "Z"})
