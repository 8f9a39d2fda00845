"""Which kept game goes on, what is said of it, and where in its source it stopped."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from core.formats.json_engine import result_json
from core.games import find
from kiebitz.archive.journal import Header, Journal
from kiebitz.archive.recorded import Recorded, load
from kiebitz.archive.resuming import Stopped, is_result_untold, newest_unfinished, stopped_in
from kiebitz.failure import Failure
from tests.kiebitz.test_session import START, TINK, WON, after

END = {"event": "end", "frame": 9, "t": 9.0}
RESULT = {"event": "result", "result": result_json(TINK.outcome(after(*WON))), "frame": 8, "t": 8.0}


def journal_of(
    folder: Path, *played: str | dict[str, Any], game: str = "tink", age: int = 0, source: str = "film.mp4"
) -> Path:
    """Return a journal of *played*, actions or events, last written *age* seconds ago."""
    start = find(game).start(find(game).options())
    journal = Journal.create(folder, Header(game, find(game).format_position(start), {}, {}, source))
    for event in played:
        journal.append({"event": "move", "action": event} if isinstance(event, str) else event)
    journal.close()
    os.utime(journal.path, (1_000_000 - age, 1_000_000 - age))
    return journal.path


def newest(folder: Path, game: str | None = None, *, pretended: bool = False) -> Path | None:
    recorded = newest_unfinished(folder, game, pretended=pretended)
    return recorded.path if recorded else None


def test_the_newest_game_that_is_not_over_goes_on(tmp_path: Path) -> None:
    journal_of(tmp_path, *WON, RESULT, END)
    second, third = journal_of(tmp_path, "Sc3", age=1), journal_of(tmp_path, "d2+c2", game="tabik", age=2)
    assert newest(tmp_path) == newest(tmp_path, "tink") == second
    assert newest(tmp_path, "tabik") == third
    assert newest(tmp_path, "ting") is None


def test_a_real_table_goes_on_with_a_real_game_and_the_pretend_table_with_one_of_its_own(tmp_path: Path) -> None:
    pretended = journal_of(tmp_path, "Sc3", source="demo")
    assert newest(tmp_path) == newest(tmp_path, pretended=True) == pretended
    real = journal_of(tmp_path, "Sc3", age=1)
    assert (newest(tmp_path), newest(tmp_path, pretended=True)) == (real, pretended)


def test_a_game_in_which_nothing_was_played_goes_on_only_where_there_is_no_other(tmp_path: Path) -> None:
    false_start = journal_of(tmp_path)
    assert newest(tmp_path) == false_start
    played = journal_of(tmp_path, "Sc3", age=1)
    assert newest(tmp_path) == played


def test_a_result_that_was_taken_back_lets_the_game_go_on(tmp_path: Path) -> None:
    path = journal_of(tmp_path, *WON, RESULT, {"event": "takeback", "plies": 1}, END)
    assert newest(tmp_path) == path


def test_a_folder_named_like_a_game_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = journal_of(tmp_path, "Sd4", age=1)
    odd = tmp_path / "9-tink-20261125-183000.jsonl"
    odd.mkdir()
    assert newest(tmp_path) == good
    assert capsys.readouterr().err == f"kiebitz: {odd} is a folder, not a game; it is left out\n"
    good.unlink()
    assert newest(tmp_path) is None


def test_a_damaged_newest_game_is_named_with_what_can_go_on_instead(tmp_path: Path) -> None:
    damaged, good = journal_of(tmp_path, "Sc3"), journal_of(tmp_path, "Sd4", age=1)
    damaged.write_bytes(damaged.read_bytes().replace(b"Sc3", b"Sc4"))
    with pytest.raises(Failure, match=rf"{damaged.name} is damaged: line 2: .*game 2 \(tink\) can go on: --journal 2"):
        newest_unfinished(tmp_path)
    assert newest(tmp_path, "ting") is None
    good.unlink()
    pretended = journal_of(tmp_path, "Sd4", age=2, source="demo")
    with pytest.raises(Failure, match=r"game \d \(tink\) can go on: --journal \d"):
        newest_unfinished(tmp_path)
    pretended.unlink()
    with pytest.raises(Failure, match="no other game waits"):
        newest_unfinished(tmp_path, "tink")


@pytest.mark.parametrize(
    ("behind", "untold"),
    [((), True), ((RESULT,), True), ((RESULT, END), False), ((RESULT, {"event": "takeback", "plies": 1}), False)],
)
def test_a_result_is_untold_if_a_crash_followed_it(
    tmp_path: Path, behind: tuple[dict[str, Any], ...], untold: bool
) -> None:
    path = journal_of(tmp_path, *WON, *behind)
    assert is_result_untold(load(path)) == untold
    assert (newest(tmp_path) is None) == (behind == (RESULT, END))


def seen(frame: int, **more: object) -> dict[str, Any]:
    return {"event": "lost", "frame": frame, "t": 1.0, **more}


def read(folder: Path, *events: dict[str, Any]) -> Recorded:
    return load(journal_of(folder, *events))


def test_a_source_stopped_where_its_last_event_was(tmp_path: Path) -> None:
    recorded = read(tmp_path, seen(3, picture="a.png"), seen(7, picture="b.png"))
    assert stopped_in(recorded, "film.mp4") == Stopped("b.png", 7)
    assert stopped_in(recorded, "./film.mp4") == Stopped("b.png", 7)
    assert stopped_in(recorded, "other.mp4") == Stopped()


def test_a_source_that_was_taken_up_again_and_left_at_once_stopped_where_it_did_before(tmp_path: Path) -> None:
    recorded = read(tmp_path, seen(7, picture="b.png"), seen(-1, source="film.mp4"))
    assert stopped_in(recorded, "film.mp4") == Stopped("b.png", 7)


def test_where_another_source_came_between_nothing_is_known_to_be_read(tmp_path: Path) -> None:
    recorded = read(tmp_path, seen(7), seen(-1, source="camera 0"), seen(5), seen(-1, source="film.mp4"))
    assert stopped_in(recorded, "film.mp4") == Stopped()
    assert load(recorded.path).header.start == TINK.format_position(START)
