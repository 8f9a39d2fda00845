"""Which kept game goes on, what is said of it, and where in its source it stopped.

``kiebitz rerun`` reads an old source by today's reader, beside the game kept, and tells that step by step.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import pytest

import kiebitz as library
from core.formats.json_engine import result_json
from core.games import find
from kiebitz.archive.journal import Header, Journal
from kiebitz.archive.recorded import Recorded, load
from kiebitz.archive.rerunning import Comparison, compared
from kiebitz.archive.resuming import Stopped, is_result_untold, newest_unfinished, stopped_in
from kiebitz.archive.retold import retold
from kiebitz.failure import Failure
from kiebitz.home import games_folder
from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.test_cli import one_line
from tests.kiebitz.test_session import START, TINK, WON, after
from tests.screen.kept_game import ILLEGAL, keep, move

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


STATE = {"event": "state", "position": TINK.format_position(START), "to_move": "A"}
NEW = {**STATE, "new_game": True}
AGREED = {"event": "agreed", "code": "GW-4", "position": "8/8/8/8/3Bs4/2As5/8/Bs7 A 0,0 2"}


def told(*actions: str, illegal_after: int | None = None) -> list[Mapping[str, Any]]:
    events: list[Mapping[str, Any]] = [STATE, *({"event": "move", "action": action} for action in actions)]
    if illegal_after is not None:
        events.insert(illegal_after + 1, {"event": "illegal", "code": "GW-4"})
    return events


def beside(folder: Path, kept: list[Mapping[str, Any]], now: list[Mapping[str, Any]]) -> Comparison:
    journal = Journal.create(folder, Header("tink", TINK.format_position(START), {}, {}, "test"))
    for event in kept:
        journal.append(event)
    return compared(load(journal.path), now)


def pairs(comparison: Comparison) -> list[tuple[str | None, str | None]]:
    return [(row.kept[1] if row.kept else None, row.now[1] if row.now else None) for row in comparison.rows()]


def test_a_move_that_is_missing_now_stands_alone_and_the_others_stay_aligned(tmp_path: Path) -> None:
    comparison = beside(tmp_path, told("Sc3", "Sd4", "Se5", "Sf6"), told("Sc3", "Se5", "Sf6"))
    assert not comparison.is_same
    assert pairs(comparison) == [("Sc3", "Sc3"), ("Sd4", None), ("Se5", "Se5"), ("Sf6", "Sf6")]


@pytest.mark.parametrize(
    ("kept", "now", "same"),
    [
        ([*told("Sc3", "Sd4"), {"event": "takeback", "plies": 1}], told("Sc3"), True),
        (told("Sc3", "Sd4"), told("Sc3", "Sd4", illegal_after=1), False),
        ([*told("Sc3"), AGREED], told("Sc3"), False),
        (told("Sc3", "Sd4"), [*told("Sd5"), NEW, *told("Sc3", "Sd4")[1:], NEW], True),
    ],
    ids=["taken back", "a broken rule told now only", "agreed to and not told now", "of several games the likest"],
)
def test_the_same_game_is_told_from_another(
    tmp_path: Path, kept: list[Mapping[str, Any]], now: list[Mapping[str, Any]], same: bool
) -> None:
    assert beside(tmp_path, kept, now).is_same == same


def test_another_start_is_a_difference(tmp_path: Path) -> None:
    other = {**STATE, "position": "8/8/8/8/8/2As5/8/8 B 0,0 1"}
    assert not beside(tmp_path, told(), [other]).starts_alike
    assert not beside(tmp_path, told(), []).is_same


def film(folder: Path, *actions: str) -> Path:
    folder.mkdir()
    position = library.game("tink").start()
    cv2.imwrite(str(folder / "0.png"), library.pretend_picture(position))
    for number, action in enumerate(actions, 1):
        position = position.play(action)
        cv2.imwrite(str(folder / f"{number}.png"), library.pretend_picture(position))
    return folder


@pytest.mark.slow
def test_a_folder_is_read_again_and_compared_with_the_game_kept(kiebitz: Kiebitz, tmp_path: Path) -> None:
    one, other = film(tmp_path / "one", "Sc3", "Sd4"), film(tmp_path / "other", "Sc3", "Sf4")
    kiebitz("watch", one, "--game", "tink")
    (path,) = games_folder().glob("*.jsonl")
    before = path.read_bytes()
    same = kiebitz("rerun", one, "last")
    assert (same.status, same.out.splitlines()[-1]) == (0, "No difference.")
    different = kiebitz("rerun", other, "1")
    assert different.status == 1
    assert "≠   2. Sd4      2. Sf4\n" in different.out
    assert different.out.endswith("1 of 2 moves differs.\n")
    answer = json.loads(kiebitz("rerun", other, path, "--json").out)
    assert (answer["same"], answer["moves"][1]["now"]) == (False, {"ply": 2, "action": "Sf4"})
    assert path.read_bytes() == before
    assert "no game 9" in one_line(kiebitz("rerun", one, "9"))


@pytest.mark.parametrize("source", ["demo", "0", "gone.mp4", "rtsp://camera/1"])
def test_only_what_is_still_there_can_be_read_again(kiebitz: Kiebitz, source: str) -> None:
    assert f"{source} is no file or folder" in one_line(kiebitz("rerun", source, "1"))


def test_what_was_taken_back_is_named_with_the_rules_broken_in_it(tmp_path: Path) -> None:
    events = (move("Sc3", 1), move("Sd4", 2), ILLEGAL, {"event": "takeback", "plies": 1}, move("Se5", 2))
    stages = retold(load(keep(tmp_path, *events)))
    assert [stage.step and stage.step.text for stage in stages] == [None, "Sc3", "Se5"]
    assert [aside["event"] for aside in stages[1].asides] == ["illegal", "takeback"]
    assert stages[1].asides[1]["actions"] == ["Sd4"]


def test_a_correction_stands_beside_the_move_that_it_corrects(tmp_path: Path) -> None:
    corrected = {"event": "corrected", "ply": 1, "was": "Sc3", "action": "Sc4"}
    stages = retold(load(keep(tmp_path, move("Sc3", 1), move("Sd4", 2), corrected)))
    assert [stage.step and stage.step.text for stage in stages] == [None, "Sc4", "Sd4"]
    assert [[aside["was"] for aside in stage.asides] for stage in stages] == [[], ["Sc3"], []]
    assert TINK.contents(stages[2].position)["c4"] == "As"
