"""The JSON engine's replies in the forms that programs rely on, in every game, and every way to ask it wrongly."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.formats.json_engine import answer
from core.game import Game
from core.games import find, names
from core.reading import EMPTY, is_edge
from tests.rules.sample import SMALLS, START

VARIANTS: Mapping[str, tuple[Mapping[str, Any], ...]] = {
    "tink": ({}, {"players": 4, "eliminated_pieces": "remove"}, {"opening_cells": "any", "paid_small": False}),
    "ting": ({}, {"players": 3, "opening_cells": "all_centres"}),
    "tingle": ({}, {"players": 3, "mobility_win": "at_once", "voluntary_pass": True}),
    "tabik": ({}, {"board_size": 3, "explicit_passes": True}, {"board_size": 5, "pie_rule": False}),
    "tinker_tactics": (
        {},
        {"players": 3, "eliminated_die": "stay"},
        {"players": 4, "ring_direction": "counterclockwise"},
        {"players": 6, "land_on_start": True},
    ),
}
CASES = [(name, options) for name, variants in VARIANTS.items() for options in variants]
GAMES = 4
"""Random games of each variant; ten boards are shown in each."""

PLAYED = ("played once", "played twice")

Board = dict[str, str]


def test_every_game_has_its_variants() -> None:
    assert set(VARIANTS) == set(names())


class Asked:
    """A random game of *name* by *options*, and the engine asked about it."""

    def __init__(self, name: str, options: Mapping[str, Any], rng: random.Random) -> None:
        self.game: Game[Any] = find(name)
        self.options = self.game.options.of(options)
        self.given = {"game": name, "options": options}
        deal = {"seed": rng.randrange(1000)} if hasattr(self.game, "deal") else {}
        start = self.ask(op="start", **deal)
        assert list(start) == ["position"]
        self.texts = [start["position"]]
        for _ in range(rng.choice((0, 1, 2, 8, 30))):
            if not (actions := self.moves()):
                break
            played = self.ask(op="play", position=self.texts[-1], action=rng.choice(actions))
            assert set(played) == {"position", "result"}
            _check_result(played["result"])
            self.texts.append(played["position"])
        self.position = self.game.parse_position(self.texts[-1], self.options)
        self.board = dict(self.game.contents(self.position))

    def ask(self, **request: Any) -> dict[str, Any]:
        reply = answer(json.dumps({**self.given, **request}))
        assert json.loads(json.dumps(reply)) == reply
        return reply

    def moves(self) -> list[str]:
        reply = self.ask(op="moves", position=self.texts[-1])
        assert set(reply) == {"actions", "result"}
        assert len(set(reply["actions"])) == len(reply["actions"])
        assert reply["actions"] == sorted(reply["actions"])
        assert bool(reply["actions"]) == (reply["result"] is None)
        _check_result(reply["result"])
        return list(reply["actions"])

    def after(self, *actions: str) -> Board:
        position = self.position
        for action in actions:
            position = self.game.play(position, action)
        return dict(self.game.contents(position))

    def shown(self, rng: random.Random) -> Iterator[tuple[str, Board]]:
        """Yield boards: as it is, after actions, taken back, half played, with pieces moved, with anything changed."""
        yield "still", self.board
        actions: list[str] = []
        position = self.position
        while len(actions) < 2 and (legal := list(self.game.actions(position))):
            actions.append(rng.choice(legal))
            position = self.game.play(position, actions[-1])
            yield PLAYED[len(actions) - 1], self.after(*actions)
        if actions:
            goal = self.after(actions[0])
            differ = [cell for cell in goal if goal[cell] != self.board[cell]]
            some = rng.sample(differ, rng.randrange(len(differ) + 1))
            yield "half played", {**self.board, **{cell: goal[cell] for cell in some}}
        earlier = self.game.parse_position(rng.choice(self.texts), self.options)
        yield "taken back", dict(self.game.contents(earlier))
        for count in (1, 2, 5):
            yield "changed", {**self.board, **self._anything(rng, count)}

    def _anything(self, rng: random.Random, count: int) -> Board:
        alphabet = self.game.alphabet(self.position)
        return {
            cell: rng.choice([text for text in alphabet if text == EMPTY or (text == "rod") == is_edge(cell)])
            for cell in rng.sample(sorted(self.board), count)
        }


def _check_result(result: Any) -> None:
    if result is not None:
        assert set(result) >= {"winners", "reason"}
        assert isinstance(result["reason"], str)
        assert all(isinstance(seat, str) for seat in result["winners"])


def _check_diagnosis(asked: Asked, board: Board, reply: dict[str, Any]) -> None:
    """Raise ``AssertionError`` where *reply* has not the form of its verdict, or does not lead to *board*."""
    match reply["verdict"]:
        case "still":
            assert board == asked.board
        case "move":
            assert board == asked.after(reply["action"])
        case "moves":
            one, other = reply["actions"]
            assert board == asked.after(one, other)
        case "takeback":
            earlier = asked.game.parse_position(asked.texts[-1 - reply["plies"]], asked.options)
            assert board == dict(asked.game.contents(earlier))
        case "partial":
            assert reply["message"]
        case "illegal":
            assert all((reply["code"], reply["message"], reply["repair"]))
            assert set(reply["cells"]) <= set(board)
            assert all(board != asked.after(action) for action in asked.game.actions(asked.position))
        case "unsure":
            assert reply["message"]
        case verdict:
            raise AssertionError(verdict)


@pytest.mark.parametrize(("name", "options"), CASES, ids=str)
def test_what_a_board_is_said_to_mean_leads_to_that_board(name: str, options: Mapping[str, Any]) -> None:
    rng = random.Random(f"{name} {options}")
    for _ in range(GAMES):
        asked = Asked(name, options, rng)
        for how, board in asked.shown(rng):
            seen = asked.game.format_contents(board, asked.options)
            reply = asked.ask(op="diagnose", position=asked.texts[-1], observed=seen, history=asked.texts[:-1])
            _check_diagnosis(asked, board, reply)
            if board == asked.board:
                assert reply["verdict"] in ("still", "unsure")
            elif how in PLAYED:
                assert reply["verdict"] in ("move", "moves", "unsure", "takeback")


@pytest.mark.parametrize(("name", "options"), CASES, ids=str)
def test_every_action_is_explained_and_counted(name: str, options: Mapping[str, Any]) -> None:
    rng = random.Random(f"{options} {name}")
    for _ in range(GAMES):
        asked = Asked(name, options, rng)
        actions = asked.moves()
        assert asked.ask(op="perft", position=asked.texts[-1], depth=1) == {"nodes": len(actions)}
        other = Asked(name, options, rng)
        for action in {*rng.sample(actions, min(3, len(actions))), *other.moves()[:20]}:
            reply = asked.ask(op="explain", position=asked.texts[-1], action=action)
            assert reply["legal"] == (action in actions)
            if not reply["legal"]:
                assert set(reply) == {"legal", "code", "message", "cells", "repair"}
                assert reply["code"]
                assert reply["message"]


def ask(op: str, **values: object) -> dict[str, Any]:
    reply = answer(json.dumps({"op": op, "game": "tink", **values}))
    assert json.loads(json.dumps(reply)) == reply
    return reply


def test_diagnose() -> None:
    def verdict(observed: str, **values: object) -> dict[str, Any]:
        return ask("diagnose", position=SMALLS, observed=observed, **values)

    assert verdict(SMALLS) == {"verdict": "still"}
    assert verdict("8/6Bs1/3AsBs3/4Am3/8/2Bs5/8/8 A 5,5 999") == {"verdict": "move", "action": "Me5-d4-f4"}
    both = verdict("8/6Bs1/3AsBs3/4Am3/8/2Bs5/8/Bs7 A 0,0 0")
    assert both == {"verdict": "moves", "actions": ["Me5-d4-f4", "Sa1"]}
    assert verdict("8/6Bs1/3AsBs3/8/8/2Bs5/8/8 A 0,0 0")["verdict"] == "partial"
    illegal = verdict("8/6Bs1/3AsBs3/8/3As1As2/2Bs5/8/Bs7 A 0,0 0")
    assert illegal["verdict"] == "illegal"
    assert illegal["code"] == "GW-1"
    assert illegal["cells"] == ["a1"]
    assert illegal["message"]
    assert illegal["repair"]


def test_suggest_is_passed_on() -> None:
    request = json.dumps({"op": "suggest", "game": "tink", "position": START, "seconds": 1})
    reply = answer(request, lambda game, position, values: {"action": game.actions(position)[0], **values})
    assert reply["action"] == "Sc3"
    assert reply["seconds"] == 1
    assert "error" in answer(request)


@pytest.mark.parametrize(
    ("request_line", "part"),
    [
        ("", "not JSON"),
        ("[" * 100_000, "nested"),
        ("[1]", "object"),
        ("{}", "'op'"),
        ('{"op": "dance"}', "dance"),
        ('{"op": "moves"}', "'game'"),
        ('{"op": "moves", "game": "chess", "position": ""}', "chess"),
        ('{"op": "moves", "game": "../tink", "position": ""}', "no game"),
        ('{"op": "moves", "game": "tink"}', "'position'"),
        ('{"op": "moves", "game": "tink", "position": 7}', "'position'"),
        ('{"op": "moves", "game": "tink", "position": "8/8 A 0,0 0"}', "8 rows"),
        ('{"op": "start", "game": "tink", "options": []}', "'options'"),
        ('{"op": "start", "game": "tink", "options": [1]}', "'options'"),
        ('{"op": "start", "game": "tink", "options": {"ply_limit": "none"}}', "or none (null in JSON), not 'none'"),
        ('{"op": "start", "game": "tink", "options": {"colour": 1}}', "'colour'"),
        ('{"op": "start", "game": "tink", "options": {"players": 5}}', "players"),
        ('{"op": "start", "game": "tink", "options": {"players": true}}', "players"),
        (f'{{"op": "perft", "game": "tink", "position": "{START}", "depth": -1}}', "'depth'"),
        (f'{{"op": "perft", "game": "tink", "position": "{START}", "depth": 1e9}}', "'depth'"),
        (f'{{"op": "perft", "game": "tink", "position": "{START}", "depth": true}}', "'depth'"),
        (f'{{"op": "play", "game": "tink", "position": "{START}", "action": "Sa1"}}', "GW-11"),
        (f'{{"op": "explain", "game": "tink", "position": "{START}", "action": "Sz9"}}', "z9"),
        (f'{{"op": "diagnose", "game": "tink", "position": "{START}", "observed": ""}}', "empty"),
        (
            f'{{"op": "diagnose", "game": "tink", "position": "{START}", "observed": "{START}", "history": 3}}',
            "history",
        ),
    ],
)
def test_wrong_requests_are_answered(request_line: str, part: str) -> None:
    reply: dict[str, Any] = answer(request_line)
    if part:
        assert part in reply["error"]
        assert "\n" not in reply["error"]


@given(st.text())
def test_no_text_stops_the_engine(line: str) -> None:
    assert isinstance(answer(line), dict)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.sampled_from(["start", "moves", "play", "explain", "diagnose", "suggest"]),
    st.dictionaries(st.sampled_from(["position", "action", "observed", "options", "history"]), _JSON),
    st.booleans(),
)
def test_no_request_stops_the_engine(op: str, values: dict[str, object], placed: bool) -> None:
    base = {"position": SMALLS, "action": "Sa1", "observed": START} if placed else {}
    assert isinstance(answer(json.dumps({**base, **values, "op": op, "game": "tink"})), dict)
