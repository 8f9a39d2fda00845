"""The JSON engine's requests, asked of Tabik."""

from __future__ import annotations

import json
from typing import Any

import pytest

from core.formats.json_engine import answer

ONE = "4/1w2/1b2/4 b2-b3 W 1"


def ask(op: str, **values: object) -> dict[str, Any]:
    return answer(json.dumps({"op": op, "game": "tabik", **values}))


def test_start_moves_and_play() -> None:
    assert ask("start", options={"board_size": 4}) == {"position": "4/4/4/4 - B 0"}
    moves = ask("moves", position=ONE)
    assert len(moves["actions"]) == 35
    assert moves["result"] is None
    assert ask("play", position=ONE, action="swap") == {"position": "4/1w2/1b2/4 b2-b3 W 2", "result": None}
    last = ask("play", position="w1w/bwb/1b1 a2-a3,b1-b2,c2-c3 W 3", action="c2xb2")
    assert last["position"] == "w1w/bbw/1b1 a2-a3,b1-b2,b2-c2,c2-c3 B 4"
    assert last["result"] == {"winners": ["B"], "reason": "score"}
    draw = ask("play", position="bw/2 a2-b2 W 1", action="a1+b1", options={"zero_tie_loser": "draw"})
    assert draw["result"] == {"winners": ["B", "W"], "reason": "zero_tie"}


def test_counts() -> None:
    assert ask("perft", position="4/4/4/4 - B 0", depth=2) == {"nodes": 1840}
    assert ask("perft", position="4/4/4/4 - B 0", depth=2, options={"pie_rule": False}) == {"nodes": 1792}


def test_explain() -> None:
    assert ask("explain", position=ONE, action="swap") == {"legal": True}
    refused = ask("explain", position=ONE, action="b2xb3")
    assert (refused["legal"], refused["code"], refused["cells"]) == (False, "TB-14", ["b2", "b3"])


@pytest.mark.parametrize(
    ("observed", "expected"),
    [
        ("4/1w2/1b2/4 b2-b3", {"verdict": "still"}),
        ("4/1w2/1b2/4 b2-b3 B 99", {"verdict": "still"}),
        ("4/1wb1/1bw1/4 b2-b3,c2-c3 B 2", {"verdict": "move", "action": "c3+c2"}),
        ("4/4/4/4 - B 0", {"verdict": "takeback", "plies": 1}),
    ],
)
def test_diagnose(observed: str, expected: dict[str, Any]) -> None:
    assert ask("diagnose", position=ONE, observed=observed, history=["4/4/4/4 - B 0"]) == expected


def test_diagnose_objects_asks_and_waits() -> None:
    missing = ask("diagnose", position=ONE, observed="4/1wb1/1bw1/4 b2-b3")
    assert (missing["verdict"], missing["code"], missing["cells"]) == ("illegal", "TB-5", ["c2", "c3"])
    assert missing["message"] == "Rod missing between c2 and c3."
    either = ask("diagnose", position="4/4/4/4 - B 0", observed="4/4/w2b/b2w a1-a2,d1-d2")
    assert (either["verdict"], either["candidates"]) == ("unsure", ["a1+a2 d2+d1", "d2+d1 a1+a2"])
    chain = ask("diagnose", position="2/2 - B 0", observed="wb/bw a1-b1,a2-b2,a1-a2")
    assert chain["verdict"] == "illegal"
    lifted = ask("diagnose", position="4/1wb1/1bw1/4 b2-b3,c2-c3 B 2", observed="4/1wb1/4/4 b2-b3,c2-c3")
    assert lifted["verdict"] == "partial"


@pytest.mark.parametrize(
    ("op", "values"),
    [
        ("moves", {"position": "4/4/4 - B 0"}),
        ("moves", {"position": "8/8/8/8/8/8/8/8 A 0,0 0"}),
        ("play", {"position": ONE, "action": "Se4"}),
        ("explain", {"position": ONE, "action": "e1+e2"}),
        ("diagnose", {"position": ONE, "observed": "8/8/8/8/8/8/8/8 -"}),
        ("start", {"options": {"board_size": 20}}),
        ("start", {"options": {"first_player": "C"}}),
    ],
)
def test_wrong_requests(op: str, values: dict[str, Any]) -> None:
    assert set(ask(op, **values)) == {"error"}
