"""Tinker Tactics from the reveal on: dice that are set up in secret, seen on a painted table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from calibration.places import Place
from calibration.registration import FoundBy
from core.game import HiddenSetup
from core.games import find
from core.reading import Reading
from core.tinker.options import TinkerOptions
from kiebitz.judging.evidence import turned_reading
from kiebitz.judging.reveal import turned_home
from kiebitz.pictures.frame import Frame
from kiebitz.table.events import Event
from kiebitz.watching.referee import Referee
from tests.kiebitz.refereeing import refereed
from tests.kiebitz.told import COLOURS, ToldEye, painted, place_of

GAME = find("tinker_tactics")
DEAL = "2 A4a1=3,A6c2=4,A8c3=4,A6d1=2,A4d2=2,B6b4=6,B4c4=2,B4c5=3,B6d4=3,B8d6=1 A 0"


def board(text: str, **changes: str) -> dict[str, str]:
    return {**GAME.parse_contents(text), **changes}


class Watched:
    def __init__(self, players: int = 2, owners: Mapping[str, str] = COLOURS, **how: Any) -> None:
        self.players = players
        self.eye = ToldEye(players, owners)
        self.session: Referee[Any] = refereed(
            GAME, self.eye, TinkerOptions(players=players), colours=how.pop("colours", None), **how
        )
        self.count = 0

    def show(self, contents: Mapping[str, str]) -> list[Event]:
        self.count += 1
        frame = Frame(painted(contents, self.players), self.count, float(self.count), own_moment=True)
        return self.session.take(frame)


def test_seats_are_named_by_whose_board_their_dice_stand_on() -> None:
    table = Watched(owners={"A": "yellow", "B": "red"})
    assert table.show(board(DEAL))[-1].fields["position"] == DEAL
    assert table.session.state.colours == {"A": "yellow", "B": "red"}


def test_dice_that_stand_at_home_on_a_board_seen_from_its_other_side_tell_so() -> None:
    options, plan = GAME.options(), place_of(2).boards[0].plan
    assert isinstance(GAME, HiddenSetup)
    seen = turned_reading(Reading.exact(board(DEAL), GAME.alphabet(GAME.parse_position(DEAL, options))), 2, plan)
    turned = turned_home(GAME, seen, 10, plan, options)
    assert turned is not None
    assert GAME.format_contents(turned.contents, options, "A") == DEAL
    assert turned_home(GAME, turned, 10, plan, options) is None
    assert turned_home(GAME, seen, 12, plan, options) is None, "few are left, so the game goes on"


@pytest.mark.parametrize(("found_by", "turned"), [("outline", True), ("tags", False)])
def test_a_game_on_a_board_seen_from_its_other_side_begins_the_right_way_round_unless_tags_tell_it(
    monkeypatch: pytest.MonkeyPatch, found_by: FoundBy, turned: bool
) -> None:
    lying = Place.of(replace(place_of(2).boards[0], found_by=found_by)).turned(2)
    monkeypatch.setattr(ToldEye, "find", lambda *_: lying)
    table = Watched(colours=COLOURS)
    states = [event for event in table.show(board(DEAL)) if event.kind == "state"]
    assert ([event.fields["position"] for event in states] == [DEAL]) is turned
