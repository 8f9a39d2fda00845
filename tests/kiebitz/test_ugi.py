"""The Universal Game Interface as a tournament runner that knows no rules meets it."""

from __future__ import annotations

import io
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import games
from core.formats.ugi import Limits, Setup
from core.game import side_to_move
from kiebitz.cli import run
from kiebitz.programs.ugi import NO_MOVE
from tests.kiebitz.ugi_engine import Engine


@pytest.fixture
def engine() -> Iterator[Engine]:
    with closing(Engine()) as found:
        yield found


def test_ugi_tells_who_it_is_and_every_option(engine: Engine) -> None:
    engine.tell("ugi")
    lines = engine.until("ugiok")
    assert lines[0].startswith("id name Kiebitz")
    assert lines[1].startswith("id author")
    offered = {}
    for line in lines[2:-1]:
        match = re.fullmatch(r"option name (\S+) type (check|spin|combo|string) default (\S+)(.*)", line)
        assert match, line
        offered[match[1]] = match.groups()[1:]
    every = {option.name for game in map(games.find, games.names()) for option in game.options.declared()}
    assert set(offered) == {"Game", "Seed", "Level", *every}
    assert offered["board_size"] == ("spin", "8", " min 2 max 19")
    assert offered["ply_limit"] == ("spin", "0", " min 0 max 1000000")
    assert offered["pie_rule"] == ("check", "true", "")
    assert offered["no_move"] == ("combo", "pass", " var pass var lose")
    for name, (_, default, _) in offered.items():
        engine.tell(f"setoption name {name} value {default}")
        assert engine.nothing_more(), name


def test_an_option_of_another_game_is_refused_but_for_its_default() -> None:
    setup = Setup.of(games.find("tink"))
    assert setup.with_option("name board_size value 8") == setup
    with pytest.raises(ValueError, match="Tink has no option 'board_size'"):
        setup.with_option("name board_size value 6")


def test_another_game_keeps_the_options_it_has_and_names_the_others() -> None:
    setup = Setup.of(games.find("tabik")).with_option("name board_size value 6").with_option("name ply_limit value 9")
    chosen = setup.with_option("name Game value tink")
    assert chosen.options.changed() == {"ply_limit": 9}
    assert chosen.notice == "Tink is not played with board_size=6, which no longer holds"


def test_every_option_takes_what_it_offers() -> None:
    texts = {"colour_sets": "A:red+blue;B:green", "tingle_kit": "a+b+c", "stand_in_dice": "d10:4"}
    for game in map(games.find, games.names()):
        setup = Setup.of(game)
        for option in game.options.declared():
            name, form = option.name, option.form
            offered = form.choices or (map(str, form.limits) if form.limits else (texts[name],))
            changed = [setup.with_option(f"name {name.upper()} value {value}").options.changed() for value in offered]
            assert any(changed) or (name == "players" and game.options.most_players() == 2)
            assert all(set(values) <= {name} for values in changed)
            none = setup.with_option(f"name {name} value {0 if form.optional else option.default_text or '<empty>'}")
            assert none.options == game.options()


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("name", "players"),
    [*((name, 2) for name in games.names()), ("tink", 3), ("tink", 4), *(("tinker_tactics", n) for n in (3, 4, 5, 6))],
)
def test_a_runner_without_rules_gets_a_game_to_its_end(name: str, players: int) -> None:
    with closing(Engine(name)) as one, closing(Engine()) as two:
        two.tell(f"setoption name Game value {name}")
        for engine in (one, two):
            engine.tell(f"setoption name players value {players}", "uginewgame")
            engine.tell(f"setoption name ply_limit value {12 if players == 2 else 9}")
            engine.ask("isready", "readyok")
        moves: list[str] = []
        while True:
            place = f"position startpos moves {' '.join(moves)}" if moves else "position startpos"
            one.tell(place)
            two.tell(place)
            assert one.query("fen") == two.query("fen")
            if one.query("gameover") == "true":
                break
            assert one.query("result") == "none"
            first = one.query("p1turn") == "true"
            seat = side_to_move(games.find(name).parse_position(one.query("fen"), games.find(name).options()))
            assert one.query("currentplayer") == str("ABCDEF".index(seat) + 1 if name != "tabik" else 2 - first)
            assert one.query("players") == str(players)
            moves.append((one if first else two).ask("go nodes 8", "bestmove"))
        assert one.query("result") in {"draw", *(f"p{number}win" for number in range(1, players + 1))}
        assert two.query("currentplayer") == "none"
        assert one.ask("go nodes 1", "bestmove") == NO_MOVE


def test_a_fen_runs_up_to_the_word_moves(engine: Engine) -> None:
    line = "1Am6/8/2Bs2Al2/2Bs5/2BsAs4/2As5/8/7Am A 0,0 30"
    engine.tell(f"position fen {line}")
    assert engine.query("fen") == line
    assert engine.query("result") == "none"
    engine.tell(f"position  fen  {line}  moves  Se5 ")
    assert engine.query("result") == "p1win"
    assert engine.query("gameover") == "true"
    engine.tell(f"position fen {line}")
    assert engine.ask("go depth 1", "bestmove") == "Se5"


def test_a_player_keeps_the_number_when_colours_are_exchanged() -> None:
    with closing(Engine("tabik")) as engine:
        engine.tell("setoption name board_size value 2", "position startpos moves a1+b1")
        assert engine.query("p1turn") == "false"
        engine.tell("position startpos moves a1+b1 swap")
        assert engine.query("p1turn") == "true"
        engine.tell("position startpos moves a1+b1 a2+b2")
        assert engine.query("result") == "p1win"
        engine.tell("position startpos moves a1+b1 swap a2+b2")
        assert engine.query("result") == "p2win"
        engine.tell("setoption name first_player value B", "position startpos moves a1+b1 a2+b2")
        assert engine.query("result") == "p2win"


def test_the_seed_deals_the_hidden_set_up() -> None:
    deals = set()
    for seed in (0, 1, 2, 1):
        with closing(Engine("tinker_tactics")) as engine:
            engine.tell(f"setoption name seed value {seed}")
            deals.add(engine.query("fen"))
    assert len(deals) == 3


def test_the_book_of_openings_answers_where_time_alone_is_limited(engine: Engine) -> None:
    engine.tell("position startpos", "go movetime 100")
    told = engine.until("bestmove")
    assert " nodes 0 " in told[0]
    assert "from the opening book" in told[1]
    engine.tell("go nodes 50")
    assert not any("book" in line for line in engine.until("bestmove"))


def test_it_listens_while_it_thinks(engine: Engine) -> None:
    engine.tell("position startpos moves Sc3 Sd4 Sf6 Sg2", "go infinite")
    engine.ask("isready", "readyok")
    refused = engine.ask("position startpos", "info string error:")
    assert "send stop first" in refused
    assert engine.query("currentplayer") == "1"
    assert engine.nothing_more()
    move, tink = engine.ask("stop", "bestmove"), games.find("tink")
    assert move in tink.actions(tink.parse_position(engine.query("fen"), tink.options()))
    assert engine.ask("go movetime 30", "bestmove") != NO_MOVE


def test_infinite_waits_for_stop_though_the_search_is_over(engine: Engine) -> None:
    engine.tell("position fen 1Am6/8/2Bs2Al2/2Bs5/2BsAs4/2As5/8/7Am A 0,0 30", "go infinite")
    engine.until("info string")
    engine.ask("isready", "readyok")
    assert engine.nothing_more()
    assert engine.ask("stop", "bestmove") == "Se5"


@pytest.mark.thinned(3)
@pytest.mark.parametrize("name", games.names())
def test_every_limit_is_kept(name: str, engine: Engine) -> None:
    engine.tell(f"setoption name Game value {name}")
    clocks = ("p1time -40 p2time 5", "p1time 60 p2time 60 p1inc 0 p2inc 0", "p1time 0 p2time 0")
    for limit in ("movetime 1", "nodes 1", "depth 0", "depth 1", *clocks):
        assert engine.ask(f"go {limit}", "bestmove") not in {"", NO_MOVE}


def test_quit_in_the_middle_of_a_thought_still_names_a_move(engine: Engine) -> None:
    engine.tell("go infinite")
    assert not engine.hear("quit")
    assert engine.until("bestmove")


def test_perft_counts_and_can_be_stopped() -> None:
    with closing(Engine("ting")) as engine:
        engine.tell("go perft 2")
        lines = engine.until("nodes")
        assert lines == ["Se5: 143", "Se8: 143", "Sh5: 143", "Sh8: 143", "nodes 572"]
        assert engine.ask("go perft 0", "nodes") == "1"
        engine.tell("go perft 99")
        assert engine.ask("stop", "info string") == "perft was stopped"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("flap", "no command is called 'flap'"),
        ("setoption name", "write setoption name X value Y"),
        ("setoption name players value 7", "option players must be a whole number from 2 to 4, not 7"),
        ("setoption name wings value 7", "Tink has no option 'wings'"),
        ("setoption name Level value 11", "Level must be a whole number from"),
        ("setoption name Game value chess", "no game is called 'chess'"),
        ("position", "write position startpos"),
        ("position fen 8/8 A 0,0 0", "the board has 8 rows"),
        ("position startpos moves Sc3 Sc3", "move 2, 'Sc3': GW-"),
        ("position startpos moves " + "Sc3 " * 10_001, "at most 10000 moves away; here are 10001"),
        ("query", "query takes p1turn, gameover, result"),
        ("query \x00", "not '\\x00'"),
        ("go perft -1", "perft must be a whole number from 0 to 99"),
        ("go nodes " + "9" * 6000, "nodes must be a whole number"),
        ("go movestogo x", "movestogo must be a whole number from 0 to 1000"),
    ],
)
def test_what_is_wrong_is_said_in_one_short_line(engine: Engine, line: str, says: str) -> None:
    engine.tell(line)
    said = engine.until("info string error: ")[-1]
    assert says in said
    assert len(said) < 400
    assert said.isprintable()


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("searchmoves Sc3 Sd4 nodes 5", "'searchmoves Sc3 Sd4'"),
        ("mate 3 nodes 5", "'mate 3'"),
        ("nodes 5 p7time 100 \x00", "'p7time 100 \\x00'"),
    ],
)
def test_unknown_parts_of_go_are_passed_over_and_never_end_a_move(engine: Engine, words: str, named: str) -> None:
    engine.tell(f"go {words}")
    said = engine.until("bestmove ")
    assert said[0] == f"info string passed over: {named}"
    assert not any("error" in line for line in said)
    tink = games.find("tink")
    assert said[-1].split()[1] in tink.actions(tink.start(tink.options()))


def test_ponder_alone_thinks_until_ponderhit(engine: Engine) -> None:
    engine.tell("go ponder")
    engine.ask("isready", "readyok")
    assert engine.nothing_more()
    assert engine.ask("ponderhit", "bestmove") != NO_MOVE


def test_movestogo_shares_the_clock_out_and_chess_clocks_are_the_players() -> None:
    clock = Limits.parse(["p1time", "60000", "p2time", "30000", "movestogo", "10"])
    assert (clock.seconds(1), clock.seconds(2)) == (6.0, 3.0)
    assert not clock.passed_over
    chess = Limits.parse(["wtime", "60000", "btime", "30000", "winc", "0", "binc", "400", "movestogo", "10"])
    assert chess.seconds(2) == 3.3
    assert Limits.parse(["movestogo", "1", "p1time", "1000"]).seconds(1) == 0.95
    assert Limits.parse(["movestogo", "5"]).infinite


@pytest.mark.parametrize("space", ["\t", "  ", "\x0b", "\x0c", "\u00a0", "\u2003", " \t "])
def test_any_white_space_parts_words(engine: Engine, space: str) -> None:
    engine.tell(f"{space}position startpos moves Sc3 Sd4{space}".replace(" ", space))
    assert engine.query("currentplayer") == "1"
    engine.tell(f"setoption name players value 3{space}".replace(" ", space))
    assert engine.query("players") == "3"
    assert engine.ask(f"go{space}nodes{space}5", "bestmove").startswith("S")
    engine.tell(space)
    assert engine.nothing_more()


def test_a_position_that_is_refused_is_not_replaced_by_another(engine: Engine) -> None:
    engine.tell("position startpos moves Sc3 Sc3")
    assert "move 2" in engine.until("info string")[-1]
    assert engine.ask("go movetime 10", "bestmove") == NO_MOVE
    assert engine.query("gameover") == "none"
    engine.tell("position startpos moves Sc3")
    assert engine.query("p1turn") == "false"


def spoken(data: bytes, *arguments: str, protocol: str = "ugi") -> list[str]:
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        patch.setattr(sys, "stdout", out)
        assert run(["engine", "--protocol", protocol, *arguments]) == 0
    return out.getvalue().splitlines()


@settings(max_examples=25, deadline=None)
@given(st.lists(st.one_of(st.binary(max_size=60), st.text(max_size=60).map(str.encode)), max_size=5))
def test_no_bytes_end_the_conversation(lines: list[bytes]) -> None:
    said = spoken(b"\n".join(line.replace(b"\n", b" ") for line in lines) + b"\nisready\n")
    assert said[-1] == "readyok"
    assert all(line.startswith("info string error: ") for line in said[:-1])


def test_a_finite_search_ends_by_itself_when_nobody_is_left_to_ask() -> None:
    assert spoken(b"go nodes 50", "--game", "tingle")[-1].startswith("bestmove S")
    assert spoken(b"go infinite")[-1].startswith("bestmove S")


ENGINE = [sys.executable, "-c", "from kiebitz.cli import main; main()", "engine", "--protocol"]
START = '{"op":"start","game":"tink"}'


@contextmanager
def started(protocol: str, *lines: str) -> Iterator[tuple[subprocess.Popen[str], IO[str], IO[str]]]:
    """Start an engine that has answered the first of *lines*; yield it with its input and output."""
    pipe = subprocess.PIPE
    with subprocess.Popen([*ENGINE, protocol], stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdin
        assert process.stdout
        try:
            process.stdin.write("".join(f"{line}\n" for line in lines))
            process.stdin.flush()
            assert process.stdout.readline()
            yield process, process.stdin, process.stdout
        finally:
            process.kill()
        assert process.stderr
        assert process.stderr.read().strip() == ""


@pytest.mark.parametrize(
    ("protocol", "hello", "endless"),
    [
        ("ugi", "isready", "go infinite"),
        ("json", START, '{"op":"perft","game":"tink","position":"8/8/8/8/8/8/8/8 A 0,0 0","depth":60}'),
    ],
)
def test_ctrl_c_ends_what_has_no_end(protocol: str, hello: str, endless: str) -> None:
    with started(protocol, hello, endless) as (process, _, _):
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130


@pytest.mark.parametrize(
    ("protocol", "hello", "more"),
    [("ugi", "isready", "go movetime 10"), ("json", START, '{"op":"start","game":"ting"}')],
)
def test_nobody_listening_ends_it_quietly(protocol: str, hello: str, more: str) -> None:
    with started(protocol, hello) as (process, to_it, from_it):
        from_it.close()
        to_it.write(more + "\n")
        to_it.close()
        assert process.wait(timeout=60) == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_an_answer_that_cannot_be_written_is_said() -> None:
    with Path("/dev/full").open("w") as full:
        words = [*ENGINE, "ugi"]
        done = subprocess.run(words, input="go nodes 5", stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("kiebitz: the answer cannot be written")
    assert len(done.stderr.splitlines()) == 1


def sessions() -> list[list[str]]:
    """Return the indented examples of docs/engine-protocols.md, line by line."""
    text = (Path(__file__).parents[2] / "docs" / "engine-protocols.md").read_text(encoding="utf-8")
    return [block.replace("    ", "").splitlines() for block in re.findall(r"(?:^    .*\n)+", text, re.MULTILINE)]


@pytest.mark.parametrize(("protocol", "session"), list(zip(("json", "ugi"), sessions(), strict=True)))
def test_the_document_shows_what_the_engine_says(protocol: str, session: list[str]) -> None:
    asked = "".join(line[2:] + "\n" for line in session if line.startswith("> ") and line != "> quit")
    told = "\n".join(line.removeprefix("< ") for line in session if not line.startswith("> "))
    said = "\n".join(spoken(asked.encode(), protocol=protocol)).strip()
    assert re.fullmatch(re.escape(told).replace("…", ".*"), said, re.DOTALL), said


def test_a_search_that_breaks_leaves_nobody_waiting(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("planted")

    monkeypatch.setattr("kiebitz.programs.ugi.suggest_at", broken)
    assert engine.ask("go movetime 10", "bestmove") == NO_MOVE
    with pytest.raises(KeyError, match="planted"):
        engine.hear("isready")
