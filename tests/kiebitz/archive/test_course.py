"""What was corrected, set, agreed to or commented on is kept in the journal, and replayed and exported as such."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from core.games import find
from core.goodwin.options import TinkOptions
from core.record import BEFORE, Record
from core.record.sgf import to_sgf
from core.tabik.options import TabikOptions
from kiebitz.archive.comments import LONGEST, write_comment
from kiebitz.archive.course import Course
from kiebitz.archive.crop_files import crop_file, pictured
from kiebitz.archive.exports import FORMS
from kiebitz.archive.nameless import nameless_journal
from kiebitz.archive.picture_files import kept_pictures, picture_file
from kiebitz.archive.recorded import Recorded, load
from kiebitz.archive.records import read_record, record_of
from kiebitz.archive.resuming import newest_unfinished
from kiebitz.failure import Failure
from kiebitz.home import games_folder
from kiebitz.pictures.frame import Frame
from kiebitz.screen.views.share import journal_page
from kiebitz.table.controls import Agree, Command, Correct, TakeBack
from kiebitz.watching.kept_table import Table
from kiebitz.watching.referee import Referee
from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.painted import COLOURS, PaintedEye, paint
from tests.kiebitz.refereeing import at_terminal, refereed
from tests.kiebitz.test_harvest import watched
from tests.kiebitz.test_session import START, TINK, WON, Watched, after, board
from tests.kiebitz.test_watching import Boards, Painted
from tests.screen.kept_game import keep, moves


def kept(*shown: Mapping[str, str] | Command, positions: Any = (START,)) -> tuple[Referee[Any], Recorded]:
    """Return the session that saw and heard *shown*, and its journal."""
    watched = Watched(positions=list(positions), colours=COLOURS)
    table = Table(watched.session, "paint", tell=lambda _: None)
    for number, item in enumerate(shown):
        table.take(_frame(number, item) if isinstance(item, Mapping) else item)
    table.close()
    return watched.session, load(table.journal.path)


def _frame(number: int, contents: Mapping[str, str]) -> Frame:
    return Frame(paint(contents), number, float(number), own_moment=True)


ILLEGAL = {"e5": "Bl"}
GAMES: Mapping[str, tuple[Any, ...]] = {
    "corrected": (
        board(), board("Sc3"), board("Sc3", "Sd4"), Correct({"c3": ".", "c4": "As"}), board("Sc4", "Sd4", "Sf6"),
    ),
    "agreed": (board(), board("Sc3"), board("Sc3", **ILLEGAL), Agree(), board("Sc3", f6="As", **ILLEGAL)),
    "agreed first": (board(), board(**ILLEGAL), Agree(), board("Sc3", **ILLEGAL)),
    "set": (board(), board("Sc3"), Correct({"f6": "Bl", "g7": "Al"}), board("Sc3", "Sd4", f6="Bl", g7="Al")),
    "set first": (board(), Correct({"f6": "Bl", "g7": "Al"}), board("Sc3", f6="Bl", g7="Al")),
    "taken back": (board(), board("Sc3"), board("Sc3", **ILLEGAL), Agree(), TakeBack(2), board(), board("Se5")),
}  # fmt: skip


def late_start() -> tuple[Referee[Any], Recorded]:
    """Return a session that met a game in the middle with a doubtful cell, saw a move, and then the cell again."""
    doubt = {"e5": {".": -0.6, "As": 0.0, "Bs": -9.0}}
    watched = Watched(colours=COLOURS)
    table = Table(watched.session, "paint", tell=lambda _: None)
    moves = ("Sc3", "Sg7", "Sd4", "Sf6", "Sb2")
    for plies in range(2, 6):
        watched.eye.doubts = doubt if plies < 4 else {}
        table.take(_frame(plies, board(*moves[:plies])))
    table.close()
    return watched.session, load(table.journal.path)


def test_a_start_that_was_read_wrong_is_put_right_under_the_moves() -> None:
    session, recorded = late_start()
    assert TINK.contents(session.state.told[-1]) == board("Sc3", "Sg7", "Sd4", "Sf6", "Sb2")
    assert tuple(recorded.positions) == session.state.told
    (told,) = (event for event in recorded.events if event.get("set"))
    assert told["message"] == "At the start: nothing on e5."
    assert [event["event"] for event in recorded.events].count("takeback") == 0
    record = record_of(recorded)
    assert record.positions()[-1] == session.state.position


@pytest.mark.parametrize("name", GAMES)
def test_journal_and_record_read_back_and_end_where_the_table_is(name: str) -> None:
    session, recorded = kept(*GAMES[name])
    assert len(session.state.told) > 1
    assert tuple(recorded.positions) == session.state.told
    record = record_of(recorded)
    assert record.positions()[-1] == session.state.position
    assert Record.parse(record.format()).format() == record.format()
    assert to_sgf(record, version="0").startswith("(;FF[4]")


def test_the_record_says_what_was_agreed_and_corrected() -> None:
    session, recorded = kept(*GAMES["agreed"])
    record = record_of(recorded)
    assert record.actions == ("Sc3", "Sf6")
    assert record.comments[0].startswith(f"[%set {TINK.format_position(session.state.told[2])}] agreed: GW-")
    assert record_of(kept(*GAMES["corrected"])[1]).actions[:2] == ("Sc4", "Sd4")


def test_a_game_that_went_on_after_its_result_is_unfinished() -> None:
    _, recorded = kept(board(*WON[:-1]), board(*WON), TakeBack(), positions=[after(*WON[:-1])])
    found = newest_unfinished(recorded.path.parent)
    assert found is not None
    assert found.path == recorded.path


def test_a_correction_of_no_move_is_named() -> None:
    with pytest.raises(ValueError, match="move 7 is corrected where only 0 had been played"):
        Course(TINK, [START]).take({"event": "corrected", "ply": 7, "action": "Sc3"})


TAKEN_BACK = [*moves("Sc3", "Sd4"), {"event": "takeback", "plies": 1}, *moves("Sc3", "Se5")[1:]]
"""A game in which another small is put than at first; its events have the numbers 1 to 4."""


def test_a_comment_is_kept_in_the_journal_and_found_in_exports_e4(tmp_path: Path) -> None:
    path = keep(tmp_path, *moves(*WON))
    write_comment(path, 0, "a quiet evening")
    write_comment(path, 3, "first thought")
    write_comment(path, 3, "  why  not f3? {*} ")
    recorded = load(path)
    assert (recorded.trouble, recorded.is_chained) == ("", True)
    record = record_of(recorded)
    assert (record.comments[BEFORE], record.comments[2]) == ("a quiet evening", "why not f3? {*}")
    assert record.parse(record.format()).comments[2] == "why not f3? {*}"
    for form in ("record", "sgf", "csv"):
        assert "why not f3?" in str(FORMS[form].write(record, 1))
    assert '<p class="comment">why not f3? {*}</p>' in journal_page(recorded)
    write_comment(path, 3, "")
    assert 2 not in record_of(load(path)).comments


def test_a_comment_goes_with_the_move_that_was_taken_back_e4(tmp_path: Path) -> None:
    path = keep(tmp_path, *TAKEN_BACK)
    write_comment(path, 2, "too near")
    write_comment(path, 4, "better")
    record = record_of(load(path))
    assert dict(record.comments) == {1: "better"}
    ((branch,),) = record.branches.values()
    assert (branch.actions, dict(branch.comments)) == (("Sd4",), {0: "too near"})


def test_what_was_taken_back_has_its_board_in_the_page_e4(tmp_path: Path) -> None:
    page = journal_page(load(keep(tmp_path, *TAKEN_BACK)))
    assert page.count("<figure>") == 3 + 1
    assert "<summary>Taken back later: 2. Yellow plays Sd4.</summary>" in page


@pytest.mark.parametrize("text", ["[%set 8/8/8/8/8/8/8/8 A 0,0 0]", "bell \x07", "x" * (LONGEST + 1)])
def test_what_cannot_stand_in_a_record_is_refused_and_nothing_written(tmp_path: Path, text: str) -> None:
    path = keep(tmp_path, *moves("Sc3"))
    before = path.read_bytes()
    with pytest.raises(ValueError, match="comment"):
        write_comment(path, 1, text)
    assert path.read_bytes() == before


def test_only_moves_have_comments_and_only_where_nobody_else_writes(tmp_path: Path) -> None:
    path = keep(tmp_path, *moves("Sc3"))
    with pytest.raises(ValueError, match="event 7 told no move"):
        write_comment(path, 7, "x")
    with_open = load(path).reopen()
    with pytest.raises(Failure):
        write_comment(path, 1, "x")
    with_open.close()


def test_strangers_read_no_comment(tmp_path: Path) -> None:
    path = keep(tmp_path, *moves("Sc3"))
    write_comment(path, 1, "Ada sleeps")
    assert b"Ada" not in nameless_journal(path.read_bytes())


def test_the_command_writes_on_the_move_of_a_number_e4(tmp_path: Path, kiebitz: Kiebitz) -> None:
    path = keep(tmp_path, *moves(*WON))
    answer = kiebitz("comment", path, "a fork", "--ply", 3)
    assert (answer.status, answer.out, answer.err) == (0, "The comment on move 3 is kept.\n", "")
    assert json.loads(kiebitz("comment", path, "the end", "--json").out) == {
        "ply": len(WON),
        "n": len(WON),
        "comment": "the end",
    }
    told = json.loads(kiebitz("replay", path, "--json").out)["actions"]
    assert [action["comment"] for action in told if action["comment"]] == ["a fork", "the end"]
    assert "a fork" in kiebitz("replay", path).out


def test_a_record_is_no_journal_to_write_into(tmp_path: Path, kiebitz: Kiebitz) -> None:
    path = tmp_path / "game.txt"
    path.write_text('[Game "tink"]\n\n1. Sc3 *\n', encoding="utf-8")
    answer = kiebitz("comment", path, "x")
    assert (answer.status, answer.err.count("\n")) == (2, 1)
    assert "braces" in answer.err


def test_a_fault_of_the_set_up_stands_in_the_journal_of_the_game_that_follows() -> None:
    six_smalls = dict.fromkeys(("a1", "b3", "c5", "d7", "e2", "f4"), "As")
    at_terminal(refereed(TINK, PaintedEye(), TinkOptions()), Painted([six_smalls, board(), board("Sc3")]))
    (path,) = games_folder().glob("*.jsonl")
    told = [event["event"] for event in load(path).events if "n" in event]
    assert told == ["found", "unsure", "state", "move", "end"]


def test_a_swap_that_people_announce_is_kept_and_replayed() -> None:
    tabik, options = find("tabik"), TabikOptions(board_size=4)
    first = tabik.play(tabik.start(options), "b2+b3")
    said = iter([b'{"do":"swap"}\n{"do":"state"}\n'])
    table = refereed(tabik, PaintedEye(), options, positions=[first])
    at_terminal(table, Painted([]), control=lambda: next(said, b""))
    (path,) = games_folder().glob("*.jsonl")
    assert [event["event"] for event in load(path).events] == ["move", "state", "end"]
    assert read_record(path).actions == ("swap",)


def test_guesses_are_numbered_and_kept_and_the_game_is_read_as_without_them(capsys: pytest.CaptureFixture[str]) -> None:
    eye = PaintedEye()

    def doubt() -> None:
        eye.doubts = {"d4": {"Bs": 0.0, ".": 1.0, "Bm": -6.0}}

    def sure() -> None:
        eye.doubts = {}

    shown: Boards = [board(), board("Sc3"), doubt, board("Sc3", "Sd4"), sure, board("Sc3", "Sd4", "Se5")]
    at_terminal(refereed(TINK, eye, TinkOptions(), colours=COLOURS, guesses=True), Painted(shown))
    _, *events = map(json.loads, capsys.readouterr().out.splitlines())
    assert [event["n"] for event in events] == list(range(1, len(events) + 1))
    assert "tentative" in [event["event"] for event in events]
    (journal,) = games_folder().glob("*.jsonl")
    assert load(journal).course.actions == ["Sc3", "Sd4", "Se5"]


@pytest.fixture
def journal(capsys: pytest.CaptureFixture[str]) -> Path:
    """Return the journal of a game of three moves with all its pictures."""
    path = watched(*(board(*("Sc3", "Sf6", "Sd4")[:count]) for count in range(4)))
    capsys.readouterr()
    return path


def test_e6_pictures_stand_in_the_chain(journal: Path, kiebitz: Kiebitz) -> None:
    good = kiebitz("verify", "last", "--json")
    assert (good.status, good.json["faults"], good.json["chained"]) == (0, [], True)
    one, two, three = pictured(journal)
    wholes = kept_pictures(journal)
    assert good.json["pictures"] == len(wholes) + 6

    first, third = crop_file(journal, one, "after"), crop_file(journal, three, "after")
    kept_now = first.read_bytes(), third.read_bytes()
    first.write_bytes(kept_now[1])
    third.write_bytes(kept_now[0])
    swapped = kiebitz("verify", "last", "--json")
    assert swapped.status == 1
    assert [(each["event"], each["from_event"], each["what"]) for each in swapped.json["faults"]] == [
        (one, three, "altered"), (three, one, "altered"),
    ]  # fmt: skip
    told = kiebitz("verify", "last").out.splitlines()
    assert told[0].startswith(f"event {one}: its picture {first.name} is not the one that was kept")

    first.write_bytes(kept_now[0])
    third.write_bytes(kept_now[1][:-1] + b"\0")
    crop_file(journal, two, "before").unlink()
    whole = picture_file(journal, wholes[-1])
    whole.write_bytes(picture_file(journal, wholes[0]).read_bytes())
    found = {(each["event"], each["when"], each["what"]) for each in kiebitz("verify", "last", "--json").json["faults"]}
    assert found == {(three, "after", "altered"), (two, "before", "missing"), (wholes[-1], "whole", "altered")}


def test_e6_a_picture_put_there_later_and_a_forged_hash_are_told(journal: Path, kiebitz: Kiebitz) -> None:
    one = pictured(journal)[0]
    shutil.copy(crop_file(journal, one, "after"), crop_file(journal, one + 20, "after"))
    (fault,) = kiebitz("verify", "last", "--json").json["faults"]
    assert (fault["event"], fault["what"]) == (one + 20, "unknown")
    lines = journal.read_bytes().split(b"\n")
    at = next(at for at, line in enumerate(lines) if b'"after"' in line)
    digest = json.loads(lines[at])["pictures"]["after"].encode()
    lines[at] = lines[at].replace(digest, digest[::-1])
    journal.write_bytes(b"\n".join(lines))
    refused = kiebitz("verify", journal)
    assert (refused.status, f"line {at + 1}" in refused.err) == (2, True)
