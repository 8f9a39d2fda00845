"""The loop around a session: where the game is kept, how its events are numbered, and how it ends in order."""

from __future__ import annotations

import gc
import json
import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.formats.json_engine import result_json
from core.game import dealt, stash_of
from core.games import find
from core.goodwin.options import TinkOptions
from kiebitz.archive.journal import Header, Journal
from kiebitz.archive.kept import kept_games
from kiebitz.archive.lines import COLOURS, EVERY, KINDS
from kiebitz.archive.recorded import Recorded, load
from kiebitz.archive.records import record_of
from kiebitz.archive.rerunning import told_of
from kiebitz.archive.resuming import newest_unfinished
from kiebitz.archive.retold import retold
from kiebitz.clock import Clock, Left, controls_of, restored
from kiebitz.home import games_folder
from kiebitz.pictures.frame import Frame, Trouble
from kiebitz.table.controls import Tell
from kiebitz.table.inputs import Rolled
from kiebitz.watching.kept_table import Table
from kiebitz.watching.state_files import kept_state
from kiebitz.watching.terminal import STANDS
from tests.kiebitz.painted import PaintedEye, paint
from tests.kiebitz.refereeing import at_terminal, refereed
from tests.kiebitz.test_session import START, TINK, WON, after, board
from tests.table.rows import events_of

Lines = list[dict[str, Any]]
Boards = Sequence[Mapping[str, str] | Callable[[], object] | Trouble | None]


class Painted:
    """Pictures of boards, None for no board, or what is wrong; what can be called is done instead of showing."""

    name = "paint"

    def __init__(self, boards: Boards) -> None:
        self.boards = boards

    def frames(self) -> Iterator[Frame | Trouble]:
        for number, shown in enumerate(self.boards):
            if isinstance(shown, Trouble):
                yield shown
            elif callable(shown):
                shown()
            else:
                image, name = paint(shown or {}, blank=shown is None), f"{number:03}.png"
                yield Frame(image, number, float(number), own_moment=True, name=name)


def watched(
    *boards: Any,
    journal: Journal | None = None,
    recorded: Recorded | None = None,
    as_json: bool = True,
    seats: str = "AB",
    **how: Any,
) -> int:
    referee = refereed(TINK, PaintedEye(seats=seats), TinkOptions(), **how)
    return at_terminal(referee, Painted(boards), as_json=as_json, journal=journal, recorded=recorded)


def resumed(*boards: Any, **how: Any) -> int:
    """Go on with the newest game."""
    recorded = newest_unfinished(games_folder())
    assert recorded
    positions = recorded.positions
    return watched(*boards, journal=recorded.reopen(), recorded=recorded, positions=positions, **how)


def kept(*actions: str, result: bool = False) -> None:
    """Keep a game with these actions, and its *result*, as a crash just then leaves it."""
    journal = Journal.create(games_folder(), Header("tink", TINK.format_position(START), {}, {}, "paint"))
    for action in actions:
        journal.append({"event": "move", "action": action})
    if result:
        said = {"result": result_json(TINK.outcome(after(*actions))), "message": "A wins with a line."}
        journal.append({"event": "result", "frame": 8, "t": 8.0, **said})
    journal.close()


@pytest.fixture
def lines(capsys: pytest.CaptureFixture[str]) -> Callable[[], Lines]:
    return lambda: [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def numbers(events: Lines) -> list[int]:
    return [event["n"] for event in events]


def test_the_first_line_names_the_file_and_the_game_and_events_are_counted_from_one(
    lines: Callable[[], Lines],
) -> None:
    assert watched(None, board(), board("Sc3"), board("Sc3", "Sd4")) == 0
    first, *events = lines()
    assert first == {"event": "journal", "file": first["file"], "game": "1"}
    assert [event["event"] for event in events] == ["lost", "found", "state", "move", "move", "end"]
    assert numbers(events) == [1, 2, 3, 4, 5, 6]
    kept = load(Path(first["file"]))
    assert [event for event in kept.events if event["event"] != "colours"] == events
    assert kept.header.start == TINK.format_position(START)


def test_a_camera_that_was_away_is_told_and_how_the_game_stands_when_it_is_back(lines: Callable[[], Lines]) -> None:
    away, back = Trouble("gone"), Trouble("back", over=True)
    assert watched(away, back, board(), board("Sc3"), away, back, board("Sc3", "Sd4")) == 0
    events = [event for event in lines() if event["event"] in ("lost", "state", "move")]
    told = [(event["event"], event.get("message") or event.get("action")) for event in events]
    assert told == [
        ("lost", "gone"), ("state", "back"), ("state", None), ("move", "Sc3"), ("lost", "gone"), ("state", "back"),
        ("move", "Sd4"),
    ]  # fmt: skip
    without, again = (event for event in events if event.get("message") == "back")
    assert (without["position"], again["position"]) == (None, TINK.format_position(after("Sc3")))
    assert "stash" not in without
    assert again["stash"] == stash_of(TINK, after("Sc3"))


def test_a_game_that_goes_on_counts_on(lines: Callable[[], Lines]) -> None:
    watched(board(), board("Sc3"))
    first, *_, last = lines()
    recorded = newest_unfinished(games_folder(), "tink")
    assert recorded
    watched(board("Sc3", "Sd4"), journal=recorded.reopen(), positions=recorded.positions)
    again, *events = lines()
    assert again == first
    assert [event["event"] for event in events] == ["state", "found", "move", "end"]
    assert numbers(events) == [last["n"] + number for number in (1, 2, 3, 4)]
    assert events[0] == events[0] | {"resumed": True, "position": last["position"]}


def test_a_rematch_has_a_journal_of_its_own_and_keeps_seats_and_colours(lines: Callable[[], Lines]) -> None:
    watched(*(board(*WON[:count]) for count in range(8)), board(), board("Sd4"), board("Sd4", "Se5"))
    events = lines()
    second = next(index for index, event in enumerate(events) if event.get("new_game"))
    assert [event["event"] for event in events[second - 2 :]] == ["journal", "found", "state", "move", "move", "end"]
    journal, found, state = events[second - 2 : second + 1]
    assert (journal["game"], found["n"], found["picture"], state["n"]) == ("2", 1, "008.png", 2)
    assert found["corners_px"] == events[1]["corners_px"]
    newest, oldest = kept_games()
    assert (oldest.moves, oldest.result, oldest.trouble) == (7, {"winners": ["A"], "reason": "line"}, "")
    assert (newest.moves, newest.result, newest.trouble) == (2, None, "")
    assert load(Path(newest.file)).colours == load(Path(oldest.file)).colours == {"A": "red", "B": "blue"}


def test_a_third_player_of_whom_nobody_spoke_is_in_what_is_kept_and_in_the_game_that_goes_on() -> None:
    boards: Boards = [{}, {"c3": "As"}, {"c3": "As", "d4": "Bs"}, {"c3": "As", "d4": "Bs", "e5": "Cs"}]
    watched(*boards, seats="ABC", may_join=True)
    (game,) = kept_games()
    recorded = load(Path(game.file))
    assert (game.moves, game.trouble, recorded.colours) == (3, "", {"A": "red", "B": "blue", "C": "green"})
    record = record_of(recorded)
    assert (record.actions, record.options) == (("Sc3", "Sd4", "Se5"), TinkOptions(players=3))
    assert [stage.position.to_move for stage in retold(recorded)] == ["A", "B", "C", "A"]
    assert told_of(TINK, TinkOptions(), recorded.events, start=recorded.first).actions == record.actions
    kept = kept_state(recorded)
    assert kept is not None
    assert kept.options == TinkOptions(players=3)


def test_where_nothing_is_seen_nothing_is_kept(lines: Callable[[], Lines], capsys: pytest.CaptureFixture[str]) -> None:
    for positions in ([], [START]):
        assert watched(None, None, positions=positions) == 1
        assert [event["event"] for event in lines()] == ["journal", "lost", "end"]
        assert not list(games_folder().glob("*.jsonl"))
    watched(None)
    assert "no game is kept" in capsys.readouterr().err


def test_people_are_told_where_the_game_is_kept_and_what_to_do_with_it(capsys: pytest.CaptureFixture[str]) -> None:
    watched(board(), board("Sc3"), as_json=False)
    out = capsys.readouterr().out
    (file,) = games_folder().glob("*.jsonl")
    assert out.splitlines()[0] == f"Game 1 is kept in {file}."
    assert out.count(f"is kept in {file}") == 1
    assert out.endswith(
        "Game 1 is kept; `kiebitz list` shows all games.\n"
        "See it again: `kiebitz replay 1`, `kiebitz review 1`, `kiebitz export 1 --to sgf`.\n"
    )


def test_no_game_is_said_to_be_kept_before_its_position_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    watched(None, None, board(), as_json=False)
    lost, kept, *_ = capsys.readouterr().out.splitlines()
    (file,) = games_folder().glob("*.jsonl")
    assert lost.startswith("I cannot see the board.")
    assert kept == f"Game {file.name.partition('-')[0]} is kept in {file}."


@pytest.fixture
def heard() -> Iterator[Callable[[int], None]]:
    """Return a function that lets a signal do what it does by default, though a caller such as nohup ignores it."""
    before: dict[int, Any] = {}

    def listen(number: int) -> None:
        default = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
        before[number] = signal.signal(number, default)

    yield listen
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_ends_the_game_in_order(name: str, lines: Callable[[], Lines], heard: Callable[[int], None]) -> None:
    number = getattr(signal, name)
    heard(number)
    before = signal.getsignal(number)

    def stop() -> None:
        os.kill(os.getpid(), number)

    assert watched(board(), board("Sc3"), stop, board("Sc3", "Sd4")) == 130
    *_, move, end = lines()
    assert (move["action"], end["event"], end["message"]) == ("Sc3", "end", "Stopped.")
    assert end["position"] == TINK.format_position(after("Sc3"))
    assert signal.getsignal(number) == before
    recorded = newest_unfinished(games_folder(), "tink")
    assert recorded
    assert recorded.events[-1] == end
    recorded.reopen().close()


@pytest.mark.parametrize("saved", [True, False])
def test_a_result_that_a_crash_kept_from_being_told_is_told_on_resuming(
    saved: bool, lines: Callable[[], Lines], capsys: pytest.CaptureFixture[str]
) -> None:
    kept(*WON, result=saved)
    resumed(board(*WON))
    _, one, other, *_, end = lines()
    order = ["result", "state"] if saved else ["state", "result"]
    assert [(event["event"], event["n"]) for event in (one, other)] == list(zip(order, (8, 9), strict=True))
    assert end["event"] == "end"
    assert newest_unfinished(games_folder()) is None
    kept(*WON, result=True)
    resumed(board(*WON), as_json=False)
    assert "A wins with a line." in capsys.readouterr().out


def test_every_line_of_a_watched_game_names_the_position_that_it_reaches(lines: Callable[[], Lines]) -> None:
    watched(*(board(*WON[:count]) for count in range(8)), board(*WON[:6]))
    lines()
    (path,) = games_folder().glob("*.jsonl")
    played = [event for event in load(path).events if event["event"] in ("move", "takeback", "result", "end")]
    assert len(played) >= 9
    assert all(event["position"] for event in played)


def test_every_field_of_a_watched_game_is_in_the_table_of_lines() -> None:
    watched(None, *(board(*WON[:count]) for count in range(8)), board(*WON[:6], a8="Am"), board(*WON[:6]), board())
    for path in games_folder().glob("*.jsonl"):
        for event in load(path).events:
            known = {"event", *KINDS[str(event["event"])], *(() if event["event"] == COLOURS else EVERY)}
            assert set(event) <= known, event


def test_a_journal_deleted_while_watching_is_written_anew_and_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    def delete() -> None:
        for path in games_folder().glob("*.jsonl"):
            path.unlink()

    watched(board(), board("Sc3"), delete, board("Sc3", "Sd4"), delete, board("Sc3", "Sd4", "Se5"))
    captured = capsys.readouterr()
    (path,) = games_folder().glob("*.jsonl")
    told = [json.loads(line) for line in captured.out.splitlines()][1:]
    assert [event for event in load(path).events if event["event"] != "colours"] == told
    assert captured.err.count("has been written again in whole") == 1


def test_garbage_is_not_looked_for_in_what_was_loaded_before_the_game() -> None:
    gc.unfreeze()
    watched(board(), board("Sc3"))
    assert gc.get_freeze_count() > 1000
    gc.unfreeze()


def test_c6_a_move_taken_back_by_hand_is_told_with_how_to_let_it_stand(capsys: pytest.CaptureFixture[str]) -> None:
    boards = [board(), board(*WON[:1]), board(*WON[:2]), board(*WON[:1]), board(*WON[:2])]
    watched(*boards, as_json=False)
    told = capsys.readouterr().out.splitlines()
    back = next(number for number, line in enumerate(told) if "Taken back: 1 move." in line)
    assert told[back + 1].strip() == STANDS
    assert told[back + 2].split()[-1] == WON[1], "put back, it stands"
    assert sum(STANDS in line for line in told) == 1


def test_dice_that_kiebitz_rolled_are_in_no_file_even_beside_an_older_game() -> None:
    game = find("tinker_tactics")
    options = game.options()
    referee = refereed(game, PaintedEye(), options, positions=[dealt(game, options, seed=1)])
    table = Table(referee, "test", tell=lambda _: None)
    table.take(Tell())
    assert table.journal.begun
    referee.state = replace(referee.state, told=())
    (line,) = table.take(Rolled("A", (("d4", 1), ("d4", 2), ("d6", 3), ("d6", 4), ("d8", 5))))
    table.close()
    assert (line["totals"], referee.state.roll.hands["A"][4]) == ({"A": 15}, ("d8", 5))
    files = [path.read_text() for path in games_folder().rglob("*") if path.is_file()]
    assert any('"roll"' in text for text in files)
    assert not any('"d8"' in text for text in files)


def test_a_pause_outlives_the_program() -> None:
    told = [event.as_json() for event in events_of("start", "@10 Sc3", "> pause", "> continue", setup="clock 10+5")]
    stopped, gone_on = restored(told[:-1]), restored(told)
    assert stopped is not None
    assert stopped.paused
    assert gone_on == replace(stopped, paused=False)


def test_a_journal_keeps_the_clocks_and_a_resumed_game_goes_on_with_them(lines: Callable[[], Lines]) -> None:
    watched(board(), board("Sc3"), board("Sc3"), board("Sc3", "Sd4"), clock=Clock.of(controls_of("10+5", "AB")))
    told = [line for line in lines() if line["event"] == "clock"]
    assert [line["running"] for line in told] == [None, "B", "A", None]
    (path,) = games_folder().glob("*.jsonl")
    recorded = load(path)
    assert [event for event in recorded.events if event["event"] == "clock"] == told
    clock = restored(recorded.events)
    assert clock is not None
    assert clock.left == {"A": Left(600.0), "B": Left(603.0)}
    watched(board("Sc3", "Sd4"), board("Sc3", "Sd4"), board("Sc3"), clock=clock,
            journal=recorded.reopen(), recorded=recorded, positions=recorded.positions)  # fmt: skip
    told = [line for line in lines() if line["event"] == "clock"]
    assert [(line["left"], line["running"]) for line in told] == [
        ({"A": 600.0, "B": 603.0}, "A"),
        ({"A": 598.0, "B": 598.0}, "B"),
        ({"A": 598.0, "B": 598.0}, None),
    ]
    assert load(path).course.position == after("Sc3")
