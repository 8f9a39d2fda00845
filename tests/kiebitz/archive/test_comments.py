"""Comments on moves of kept games: written into the journal, and found in everything that is made from it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.record import BEFORE
from kiebitz.archive.comments import LONGEST, write_comment
from kiebitz.archive.exports import FORMS
from kiebitz.archive.nameless import nameless_journal
from kiebitz.archive.recorded import load
from kiebitz.archive.records import record_of
from kiebitz.failure import Failure
from kiebitz.screen.views.share import journal_page
from tests.kiebitz.conftest import Kiebitz
from tests.screen.kept_game import WON, keep, moves

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
