"""The program plays a seat: it says its move, and the referee sees whether people carried it out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import pytest

from adviser import Suggestion
from adviser.levels import suggest_at
from core.games import find
from core.goodwin.options import TinkOptions
from core.tabik.options import TabikOptions
from kiebitz.archive.recorded import load
from kiebitz.archive.records import record_of
from kiebitz.table.events import Event, narrate
from kiebitz.watching.bots import Bots
from kiebitz.watching.referee import Referee
from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.painted import PaintedEye, paint
from tests.kiebitz.refereeing import refereed
from tests.kiebitz.test_cli import one_line
from tests.kiebitz.test_session import Watched, after, board

TINK, TABIK = find("tink"), find("tabik")


class Thinker:
    """Plays from a list, and remembers what it was asked."""

    def __init__(self, *actions: str) -> None:
        self.actions = list(actions)
        self.asked: list[tuple[str, int]] = []

    def __call__(self, position: Any, level: int) -> Suggestion:
        self.asked.append((position.to_move, level))
        action = self.actions.pop(0)
        return Suggestion(action, 0.25, (action,), 10, False, "it is a script")


class Table:
    """A painted table with bots."""

    def __init__(self, bots: Bots, **how: Any) -> None:
        self.watched, self.bots = Watched(**how), bots

    def show(self, contents: Mapping[str, str], **how: Any) -> list[Event]:
        return [*self.watched.show(contents, **how), *answered(self.bots, self.watched.session)]


def answered(bots: Bots, referee: Referee[Any]) -> list[Event]:
    """Return the events of what *bots* have to say at the table of *referee*."""
    given = bots.answer(referee.state)
    return [] if given is None else [*referee.take(given), *answered(bots, referee)]


def test_a_bot_says_its_move_once_and_sees_it_done() -> None:
    think = Thinker("Sd4", "Sf6")
    table = Table(Bots({"B": 6}, think))
    assert [event.kind for event in table.show(board())] == ["found", "state"]
    move, said = table.show(board("Sc3"))
    assert "asked" not in move.fields
    assert said.kind == "suggest"
    assert said.fields["message"] == "B (level 6) plays Sd4: put a small on d4."
    assert (said.fields["seat"], said.fields["level"], said.fields["ply"], said.frame) == ("B", 6, 1, 2)
    assert narrate(said, {}).strip().startswith("»")
    assert table.show(board("Sc3")) == []
    assert think.asked == [("B", 6)]
    (done,) = table.show(board("Sc3", "Sd4"))
    assert done.fields["as_asked"] is True
    assert "message" not in done.fields
    assert [event.kind for event in table.show(board("Sc3", "Sd4", "Se5"))] == ["move", "suggest"]


def test_something_else_that_was_played_is_said_and_stands_and_a_slip_leaves_the_move_asked_for() -> None:
    table = Table(Bots({"B": 3}, Thinker("Sd4", "Sf6")))
    table.show(board())
    table.show(board("Sc3"))
    (other,) = table.show(board("Sc3", "Sd5"))
    assert (other.fields["action"], other.fields["asked"], other.fields["as_asked"]) == ("Sd5", "Sd4", False)
    assert "B was to play Sd4" in narrate(other, {})
    back, again = table.show(board("Sc3"))
    assert (back.kind, again.kind, again.fields["action"]) == ("takeback", "suggest", "Sf6")
    (slip,) = table.show(board("Sc3", e5="As"))
    assert (slip.kind, slip.fields["asked"]) == ("illegal", "Sf6")
    assert [event.kind for event in table.show(board("Sc3"))] == ["repaired"]
    (done,) = table.show(board("Sc3", "Sf6"))
    assert done.fields["as_asked"]


def test_two_bots_play_a_game_to_its_end_at_a_scripted_table() -> None:
    def think(position: Any, level: int) -> Suggestion:
        return suggest_at(TINK, position, level, expired=lambda: False, max_nodes=4)

    table = Table(Bots({"A": 2, "B": 1}, think), positions=[TINK.start(TinkOptions(ply_limit=8))])
    events, position = table.show(board()), TINK.start(TinkOptions(ply_limit=8))
    while True:
        said = [event for event in events if event.kind == "suggest"]
        if not said:
            break
        assert said[0].fields["position"] == TINK.format_position(position)
        position = TINK.play(position, said[0].fields["action"])
        events = table.show(TINK.contents(position))
        assert events[0].fields["as_asked"]
    assert events[-1].kind == "result"
    assert TINK.outcome(position)


def test_a_swap_of_colours_is_made_by_being_said() -> None:
    before = TABIK.play(TABIK.start(TabikOptions(board_size=4)), "b2+b3")
    session: Referee[Any] = refereed(TABIK, PaintedEye(), before.options, positions=[before])
    bots = Bots({"B": 9}, Thinker("swap"))
    said, swapped = answered(bots, session)
    assert (said.kind, said.fields["seat"], said.fields["side"]) == ("suggest", "B", "W")
    assert (swapped.kind, swapped.fields["action"], swapped.fields["as_asked"]) == ("move", "swap", True)
    assert session.state.position is not None
    assert session.state.position.holders == {"B": "B", "W": "A"}
    assert answered(bots, session) == []


def test_a_new_game_is_not_measured_by_what_was_asked_for_in_the_other() -> None:
    moves = ["Sc3", "Sg7", "Sd4", "Sh8", "Se6", "Sb2"]
    table = Table(
        Bots({"A": 3}, Thinker("Sf3", "Se5")),
        positions=[after(*moves[:count]) for count in range(7)],
        colours={"A": "red", "B": "blue"},
    )
    assert [event.kind for event in table.show(board(*moves))] == ["found", "suggest"]
    assert [event.kind for event in table.show(board())] == ["unsure"]
    state, move = table.show(board("Sd4"))
    assert state.fields["new_game"]
    assert "as_asked" not in move.fields


@pytest.mark.usefixtures("painted_eye")
def test_watch_plays_along_with_a_folder_of_pictures(kiebitz: Kiebitz, tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number, actions in enumerate([(), ("Sc3",), ("Sc3", "Sd4")]):
        cv2.imwrite(str(folder / f"{number}.png"), paint(board(*actions)))
    answer = kiebitz("watch", folder, "--game", "tink", "--bot", "B:2", "--json")
    assert answer.status == 0
    assert [event["event"] for event in answer.lines] == [
        "journal", "found", "state", "move", "suggest", "move", "end",
    ]  # fmt: skip
    said, played = answer.lines[4:6]
    assert said["action"] in TINK.actions(TINK.parse_position(said["position"], TinkOptions()))
    assert played["as_asked"] == (said["action"] == "Sd4")
    (journal,) = (tmp_path / "home").rglob("*.jsonl")
    assert record_of(load(journal)).actions == ("Sc3", "Sd4")


def test_a_bot_that_cannot_be_is_told_in_a_line(kiebitz: Kiebitz, tmp_path: Path) -> None:
    for typed, part in (
        ("--bot C:3", "seats A, B"),
        ("--bot B:0", "from 1 to 10"),
        ("--bot B:eleven", "from 1 to 10"),
        ("--bot B:1 --bot B:2", "twice"),
        ("--bot B:1 --bot-seconds 0", "above 0"),
        ("--bot B:ugi:/no/such/engine", "cannot be run"),
    ):
        assert part in one_line(kiebitz("watch", tmp_path, "--game", "tink", *typed.split()))
