"""What was corrected, set or agreed to is kept in the journal, and replayed and exported as such."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from core.record import Record
from core.record.sgf import to_sgf
from kiebitz.archive.course import Course
from kiebitz.archive.recorded import Recorded, load
from kiebitz.archive.records import record_of
from kiebitz.archive.resuming import newest_unfinished
from kiebitz.pictures.frame import Frame
from kiebitz.table.controls import Agree, Command, Correct, TakeBack
from kiebitz.watching.kept_table import Table
from kiebitz.watching.referee import Referee
from tests.kiebitz.painted import COLOURS, paint
from tests.kiebitz.test_session import START, TINK, WON, Watched, after, board


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
