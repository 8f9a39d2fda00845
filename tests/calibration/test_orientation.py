"""Row A6: printed coordinates, or the seat nearest to the camera, say which way round a board without tags lies."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from calibration.orientation import facing, nearest_side, quarters_by_labels, seat_side, turned
from kiebitz.failure import Failure
from kiebitz.screen.live.asked import ask_of
from kits.tink import KIT
from simulator.draw import draw_scene
from simulator.render import render
from simulator.scene import Picture
from tests.calibration.scenes import camera_over


@cache
def bought(labels: bool, seed: int) -> Picture:
    """Return a picture of a bought chessboard with or without coordinates beside it."""
    rng = np.random.default_rng(seed)
    while True:
        scene = draw_scene(rng, kit=KIT, tier="easy", style="vinyl", hand=False)
        if scene.board.labels == labels:
            return render(scene)


@pytest.mark.parametrize("turn", range(4))
def test_coordinates_tell_the_way_round(turn: int) -> None:
    picture = bought(True, 3)
    askew = turned(picture.truth.registration, turn)
    quarters = quarters_by_labels(picture.image, askew)
    assert quarters == -turn % 4
    assert np.allclose(turned(askew, quarters).corners_px, picture.truth.registration.corners_px)


def test_a_bare_border_tells_nothing() -> None:
    picture = bought(False, 4)
    assert quarters_by_labels(picture.image, picture.truth.registration) is None


@pytest.mark.parametrize("players", range(2, 7))
def test_a6_whoever_is_named_sits_nearest_and_seats_go_round_clockwise(players: int) -> None:
    sides = [seat_side(seat, players=players) for seat in "ABCDEF"[:players]]
    quarters = [-side % 4 for side in sides]  # clockwise from row 1
    assert quarters == sorted(quarters)
    assert quarters[0] == 0
    if players in (2, 4, 6):
        assert sides[players // 2] == 2  # opposite
    for seat, side in zip("ABCDEF", sides, strict=False):
        assert nearest_side(facing(camera_over(KIT.plan), seat, players=players)) == side


def test_a6_the_page_asks_for_the_seat_nearest_to_the_camera() -> None:
    asked = ask_of({"game": "tinker_tactics", "players": 6, "near": "E", "source": "phone"})
    wanted = asked.wanted()
    assert wanted is not None
    assert wanted.near == "E"
    with pytest.raises(Failure, match="nobody sits at E: 2 play"):
        ask_of({"game": "tink", "players": 2, "near": "E"}).wanted()
    with pytest.raises(ValueError, match='"near"'):
        ask_of({"game": "tink", "near": "Z"})
