"""The game among the other layers: the engine, the referee with a camera's reading, and records."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.belief.referee import judge
from core.formats.json_engine import answer
from core.game import Game, HiddenSetup
from core.games import find
from core.games.tinker_tactics import GAME
from core.reading import Reading
from core.record import Record
from core.tinker.options import TinkerOptions
from core.tinker.position import Position
from core.verdict import Partial, Played, Refused, Still, TakenBack
from tests.tinker.sample import playthrough
from tests.tinker.test_examples import BLOCKED, FIRST


def ask(op: str, **values: object) -> dict[str, Any]:
    return answer(json.dumps({"op": op, "game": "tinker_tactics", "position": FIRST, **values}))


def test_it_is_a_game_as_every_layer_knows_one() -> None:
    game: Game[Position] = GAME
    assert find("tinker_tactics") is game
    assert isinstance(game, HiddenSetup)
    assert not isinstance(find("tink"), HiddenSetup)


def test_the_engine_answers() -> None:
    after = "2 A6a3=4,A8b2=7,A4c1=3,A4d1=1,A6d5=2,B6a6=6,B6b4=3,B8c5=4,B4c6=2 B 1"
    assert len(ask("moves")["actions"]) == 23
    assert ask("moves", position=BLOCKED) == {"actions": ["--"], "result": None}
    assert ask("play", action="d3>d5 c5- d4x") == {"position": after, "result": None}
    assert ask("perft", depth=2) == {"nodes": 575}
    assert ask("explain", action="d3>d5") == {"legal": True}
    assert ask("explain", action="a3>d4")["code"] == "TT-11"
    assert ask("play", action="a3>d4")["code"] == "TT-11"
    assert ask("diagnose", observed=after) == {"verdict": "move", "action": "d3>d5"}
    assert ask("diagnose", observed=FIRST.replace("A 0", "B 7")) == {"verdict": "still"}
    back = ask("diagnose", position=after, observed=FIRST, history=[FIRST])
    assert back == {"verdict": "takeback", "plies": 1}
    assert ask("diagnose", observed=after.replace("c5=4", "c5=5"))["verdict"] == "partial"
    assert ask("diagnose", observed=after.replace("c5=4", "c5=3"))["code"] == "TT-15"


@given(st.dictionaries(st.sampled_from(["position", "observed", "action"]), st.text(max_size=40), min_size=1))
@settings(max_examples=60, deadline=None)
def test_the_engine_survives_any_text(values: dict[str, str]) -> None:
    for op in ("moves", "play", "explain", "diagnose"):
        assert isinstance(ask(op, **{"observed": FIRST, "action": "d3>d5", **values}), dict)


@pytest.mark.parametrize("players", [2, 3])
def test_the_referee_judges_what_a_camera_saw(players: int) -> None:
    path, actions = playthrough(TinkerOptions(players=players), seed=3, plies=6)
    alphabet = GAME.alphabet(path[0])
    for before, after, action in zip(path, path[1:], actions, strict=False):
        sharp = Reading.exact(GAME.contents(after), alphabet)
        verdict = judge(GAME, before, sharp)
        assert isinstance(verdict, Played)
        assert verdict.actions == (action,)
        assert isinstance(judge(GAME, after, sharp), Still)
    assert judge(GAME, path[3], Reading.exact(GAME.contents(path[2]), alphabet), history=path[:3]) == TakenBack(1)


def test_the_referee_sees_dice_that_are_still_to_be_turned() -> None:
    before = GAME.parse_position(FIRST, TinkerOptions())
    seen = {**GAME.contents(before), "d3": ".", "d5": "A6=2"}
    verdict = judge(GAME, before, Reading.exact(seen, GAME.alphabet(before)))
    assert isinstance(verdict, Partial)
    assert verdict.code == "TT-14"
    seen |= {"c5": "B8=3"}
    verdict = judge(GAME, before, Reading.exact(seen, GAME.alphabet(before)))
    assert isinstance(verdict, Refused)
    assert verdict.objection.code == "TT-15"


@pytest.mark.parametrize("options", [{}, {"players": 3, "eliminated_die": "stay"}, {"players": 4}], ids=str)
def test_a_record_reads_back(options: dict[str, object]) -> None:
    path, actions = playthrough(TinkerOptions.of(options), seed=2, plies=150)
    record = Record("tinker_tactics", GAME.format_position(path[0]), tuple(actions), path[0].options)
    assert Record.parse(record.format()) == record
    assert record.positions() == tuple(path)


def test_an_empty_board_has_a_text() -> None:
    options = TinkerOptions()
    text = GAME.format_contents({}, options)
    assert text == "2 - A 0"
    assert set(GAME.parse_contents(text).values()) == {"."}
    with pytest.raises(ValueError, match="somebody must be left"):
        GAME.parse_position(text, options)


def test_stand_ins_widen_what_a_die_may_show() -> None:
    position = GAME.parse_position(FIRST, TinkerOptions())
    assert "A4=5" not in GAME.alphabet(position)
    assert GAME.stock(position)["A4=4"] == 2
    assert GAME.stock(position)["B8=8"] == 1
    stand_in = GAME.parse_position(FIRST.replace("A4c1=3", "A4c1=7"), TinkerOptions())
    assert set(GAME.contents(stand_in).values()) <= set(GAME.alphabet(stand_in))


def test_a_pass_that_loses_is_seen() -> None:
    before = GAME.parse_position(BLOCKED, TinkerOptions(no_move="lose"))
    after = GAME.play(before, "--")
    assert GAME.diagnose(before, GAME.contents(after)) == Played(("--",))
    assert after.outcome is not None
    assert after.outcome.winners == ("B",)
