"""The engine as other programs meet it: a process that answers every line and never dies."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.cli import run
from kiebitz.commands.engine import LONGEST_LINE


def test_each_reply_comes_before_the_next_request() -> None:
    arguments = [sys.executable, "-m", "kiebitz", "engine", "--protocol", "json"]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        assert engine.stdin
        assert engine.stdout
        for request, key in (({"op": "start", "game": "tink"}, "position"), ({"op": "nonsense"}, "error")):
            engine.stdin.write(json.dumps(request) + "\n")
            engine.stdin.flush()
            assert key in json.loads(engine.stdout.readline())
        engine.stdin.close()
        assert engine.wait(timeout=60) == 0


def replies(data: bytes, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    out = io.StringIO()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        patch.setattr(sys, "stdout", out)
        assert run(["engine"]) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]


@settings(max_examples=30, deadline=None)
@given(st.lists(st.one_of(st.binary(max_size=60), st.text(max_size=60).map(str.encode)), max_size=5))
def test_any_line_gets_one_reply(lines: list[bytes]) -> None:
    lines = [line.replace(b"\n", b" ") for line in lines]
    asked = [line for line in lines if line.decode("utf-8", errors="replace").strip()]
    with pytest.MonkeyPatch.context() as patch:
        answers = replies(b"\n".join(lines), patch)
    assert len(answers) == len(asked)
    assert all("error" in reply for reply in answers)


def test_a_line_that_is_too_long_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    data = b"x" * (2 * LONGEST_LINE + 5) + b'\n{"op": "start", "game": "tink"}\n'
    long, start = replies(data, monkeypatch)
    assert "at most" in str(long["error"])
    assert "position" in start


def test_a_count_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiebitz.commands.engine.LONGEST_COUNT_S", 0.2)
    request = {"op": "perft", "game": "tink", "position": "8/8/8/8/8/8/8/8 A 0,0 0"}
    lines = "".join(json.dumps({**request, "depth": depth}) + "\n" for depth in (2, 64, 1))
    two, endless, one = replies(lines.encode(), monkeypatch)
    assert (two, one) == ({"nodes": 1008}, {"nodes": 16})
    assert "takes too long; ask for fewer plies" in str(endless["error"])


HOSTILE = [
    "1e400", "-1", "NaN", "true", "null", "[]", "{}", '"\\ud800"', '"\\u0000\\u202e"', "9" * 5000, "9" * 4000,
    "[" * 900 + "]" * 900, "[" * 9000 + "]" * 9000, '"' + "x" * 500_000 + '"', '{"\\ud800":1}', '{"players":1e400}',
]  # fmt: skip


@pytest.mark.parametrize("op", ["start", "moves", "play", "perft", "explain", "diagnose", "suggest", "\\u0000"])
def test_every_field_of_every_request_may_be_anything(op: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place = "8/8/8/8/8/8/8/8 A 0,0 0"
    fields: dict[str, object] = {"op": op, "game": "tink", "position": place, "action": "Sc3", "depth": 1}
    fields |= {"observed": place, "history": [], "seconds": 0.001, "seed": 0, "options": {}, "setup": None}
    written = {name: json.dumps(value) for name, value in fields.items()}
    lines = [
        "{" + ",".join(f'"{key}":{value}' for key, value in {**written, name: hostile}.items()) + "}"
        for name in fields
        for hostile in HOSTILE
    ]
    answers = replies("\n".join(lines).encode(), monkeypatch)
    assert len(answers) == len(lines)
    complaints = [str(reply["error"]) for reply in answers if "error" in reply]
    assert len(complaints) > len(lines) // 4
    assert all(len(complaint) < 600 and complaint.isprintable() for complaint in complaints)
