"""Engines of others: ours as if it were one, and some that do everything wrong."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.games import find
from core.goodwin.options import TinkOptions
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


@pytest.mark.parametrize("line", ["\\ufeffbestmove\\tSc3", "  bestmove  Sc3 \\r"])
def test_an_engine_may_write_any_white_space_and_a_byte_order_mark(engine: Make, line: str) -> None:
    with ForeignEngine(TINK, engine(f"print('{line}', flush=True)")) as foreign:
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
