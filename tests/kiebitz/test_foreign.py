"""Engines of others, which may do everything wrong; and ours as other programs meet it, which answers every line."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games import find
from core.goodwin.options import TinkOptions
from kiebitz.cli import run
from kiebitz.commands.engine import LONGEST_LINE
from kiebitz.programs.foreign import ForeignEngine
from kiebitz.programs.program import Program, ProgramError
from kiebitz.watching.bots import Bots
from kiebitz.watching.referee import Referee
from tests.kiebitz.painted import PaintedEye
from tests.kiebitz.refereeing import refereed
from tests.kiebitz.test_bots import answered

TINK = find("tink")
OURS = f"{sys.executable} -c 'import sys; from kiebitz.cli import run; run(sys.argv[1:])' engine --protocol ugi"
GREETING = "print('option name Game type combo default tink var tink'); print('ugiok', flush=True)"
ENGINE = f"""
import sys, time
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi": {GREETING}
    elif word == "isready": print("readyok", flush=True)
    elif word == "quit": break
    elif word == "ANSWERED": ANSWER
"""
"""An engine that knows its manners; after ``go``, or whatever else is ANSWERED, it does as a test says."""

Make = Callable[..., str]


@pytest.fixture
def engine(tmp_path: Path) -> Make:
    """Return the command of an engine that does *answer* on *word*."""

    def make(answer: str, word: str = "go") -> str:
        file = tmp_path / "engine.py"
        file.write_text(ENGINE.replace("ANSWERED", word).replace("ANSWER", answer))
        return f"{sys.executable} -S {file}"

    return make


def test_our_own_engine_plays_a_game_that_it_does_not_know_to_be_ours() -> None:
    position = find("ting").start(find("ting").options(players=3, ply_limit=5))
    with ForeignEngine(find("ting"), OURS) as foreign:
        while not find("ting").outcome(position):
            found = foreign.suggest(position, nodes=1)
            assert found.action == found.line[0]
            assert found.why
            position = find("ting").play(position, found.action)
    assert position.ply == 5


def test_what_an_engine_says_of_its_move_is_used_as_far_as_it_can_be_true(engine: Make) -> None:
    said = "print('info nodes 12 score cp -40 pv Sc3 Sd4 Sd4\\ninfo string x pv y\\nbestmove Sc3', flush=True)"
    with ForeignEngine(TINK, engine(said)) as foreign:
        found = foreign.suggest(TINK.start(TINK.options()), seconds=0.1)
    assert (found.action, found.value, found.simulations, found.proved) == ("Sc3", -0.4, 12, False)
    assert found.line == ("Sc3", "Sd4")


@pytest.mark.parametrize(
    ("answer", "word", "part"),
    [
        ("print('bestmove Sa1', flush=True)", "go", "played Sa1, which is not legal: "),
        ("print('bestmove castles', flush=True)", "go", "played 'castles', which is not an action"),
        ("print('bestmove (none)', flush=True)", "go", "named no move"),
        ("print('bestmove', flush=True)", "go", "named no move"),
        ("pass", "go", "did not move in time, nor when told to stop"),
        ("sys.exit('out of memory')", "go", "ended by itself with status 1; its last words were 'out of memory'"),
        ("sys.exit(3)", "uginewgame", "ended by itself with status 3"),
        ("print('info string error: no such game', flush=True)", "uginewgame", "does not play this: 'no such game'"),
    ],
)
def test_an_engine_that_misbehaves_is_told_in_a_line(engine: Make, answer: str, word: str, part: str) -> None:
    with (
        ForeignEngine(TINK, engine(answer, word), grace_s=0.2) as foreign,
        pytest.raises(ProgramError, match=r"the engine '.*engine.py' ") as told,
    ):
        foreign.suggest(TINK.start(TINK.options()), seconds=0.05)
    assert part in str(told.value)
    assert "\n" not in str(told.value)


def test_an_engine_that_moves_when_it_is_told_to_stop_has_moved(engine: Make) -> None:
    with ForeignEngine(TINK, engine("print('bestmove Sc3', flush=True)", "stop"), grace_s=0.3) as foreign:
        assert foreign.suggest(TINK.start(TINK.options()), seconds=0.05).action == "Sc3"


def test_rules_that_an_engine_does_not_offer_are_told(engine: Make) -> None:
    with (
        ForeignEngine(TINK, engine("pass")) as foreign,
        pytest.raises(ProgramError, match="offers no option players; leave it"),
    ):
        foreign.suggest(TINK.start(TINK.options(players=3)), seconds=0.1)


@pytest.mark.parametrize(
    ("command", "part"),
    [
        ("/no/such/engine", "cannot be run: No such file"),
        ("", "cannot be run"),
        ("'unclosed", "cannot be run: No closing quotation"),
        (f"{sys.executable} -S -c 'input(); input()'", "did not say ugiok within 0.3 s; does it speak UGI?"),
    ],
)
def test_a_program_that_is_no_engine_is_told(command: str, part: str) -> None:
    began = time.monotonic()
    with pytest.raises(ProgramError) as told:
        ForeignEngine(TINK, command, greeting_s=0.3)
    assert part in str(told.value)
    assert time.monotonic() - began < 20


def test_an_engine_is_called_by_its_id_name(engine: Make) -> None:
    command = engine("print('bestmove', 'Sa1' if '1000000' in line else 'Sc3', flush=True)")
    file = Path(command.split()[-1])
    file.write_text(file.read_text().replace("print('option", "print('id name \\t Deep   Frog 3\\x07'); print('option"))
    with ForeignEngine(TINK, command) as foreign:
        assert foreign.name == "Deep Frog 3"
        bots = Bots({"A": "ugi:x"}, lambda position, _: foreign.suggest(position, seconds=0.1), {"ugi:x": foreign.name})
        session: Referee[Any] = refereed(TINK, PaintedEye(), TinkOptions(), positions=[TINK.start(TINK.options())])
        (said,) = answered(bots, session)
        assert said.fields["engine"] == "Deep Frog 3"
        assert str(said.fields["message"]).startswith("A (Deep Frog 3) plays Sc3")
        with pytest.raises(ProgramError, match="the engine 'Deep Frog 3' played Sa1"):
            foreign.suggest(TINK.start(TINK.options()), seconds=1000.0)


def test_an_engine_may_write_any_white_space_and_a_byte_order_mark(engine: Make) -> None:
    with ForeignEngine(TINK, engine("print('\\ufeff bestmove\\tSc3 \\r', flush=True)")) as foreign:
        assert foreign.suggest(TINK.start(TINK.options()), seconds=0.1).action == "Sc3"


def test_people_play_on_for_a_bot_whose_engine_fails(engine: Make) -> None:
    session: Referee[Any] = refereed(TINK, PaintedEye(), TinkOptions(), positions=[TINK.start(TINK.options())])
    with ForeignEngine(TINK, engine("sys.exit(1)")) as foreign:
        bots = Bots({"A": "ugi:x"}, lambda position, _: foreign.suggest(position, seconds=0.1))
        (failed,) = answered(bots, session)
    assert (failed.kind, failed.fields["seat"]) == ("failed", "A")
    assert str(failed.fields["message"]).endswith("Play on for A.")
    assert answered(bots, session) == []


def test_an_engine_that_writes_one_endless_line_is_ended(engine: Make) -> None:
    command = engine("[sys.stdout.write('x' * 4096) for _ in range(10 ** 6)]")
    with ForeignEngine(TINK, command) as foreign, pytest.raises(ProgramError, match="line of more than 65536"):
        foreign.suggest(TINK.start(TINK.options()), seconds=20.0)


def test_an_engine_that_floods_fills_a_pipe_and_not_the_memory(engine: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiebitz.programs.program.MOST_LINES", 10_000)
    program = Program(engine("[print('info nonsense') for _ in range(10 ** 9)]"))
    program.tell("go")
    time.sleep(0.1)
    assert program._said.qsize() <= 1_000
    with pytest.raises(ProgramError, match=r"more than 10000 lines without bestmove and was ended"):
        program.until("bestmove", 60.0)
    program.close("quit")


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="children are looked up in /proc")
def test_the_children_of_an_engine_end_with_it(engine: Make) -> None:
    child = "import subprocess; print(subprocess.Popen(['sleep', '600']).pid, flush=True)"
    program = Program(engine(child))
    program.tell("go")
    number = program._said.get(timeout=20.0) or ""
    assert Path(f"/proc/{number}").exists()
    program.close("quit")
    gone_by = time.monotonic() + 10.0
    while _runs(number) and time.monotonic() < gone_by:
        time.sleep(0.05)
    assert not _runs(number)


def _runs(number: str) -> bool:
    """Return whether the process runs; one that has ended and waits to be asked for its status does not."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# -- our engine


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
