"""The JSON engine: every request of the contract, and every way to get one wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.formats.json_engine import answer

START = "8/8/8/8/8/8/8/8 A 0,0 0"
SMALLS = "8/6Bs1/3AsBs3/8/3As1As2/2Bs5/8/8 A 0,0 6"


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


def test_diagnose_take_back() -> None:
    after = ask("play", position=START, action="Sc3")["position"]
    later = ask("play", position=after, action="Sd4")["position"]
    reply = ask("diagnose", position=later, observed=START, history=[START, after])
    assert reply == {"verdict": "takeback", "plies": 2}
    assert ask("diagnose", position=later, observed=after, history=[START, after])["plies"] == 1
    assert ask("diagnose", position=later, observed=START)["verdict"] == "illegal"


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
