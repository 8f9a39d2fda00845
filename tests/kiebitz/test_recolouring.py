"""People say who plays which colour, before the game and while it is watched."""

from __future__ import annotations

import pytest

from kiebitz.table.controls import Recolour, parse
from kiebitz.table.events import Event
from kiebitz.table.recolouring import recoloured
from tests.kiebitz.test_session import Watched, actions, after, board, kinds


def say(table: Watched, **colours: str) -> list[Event]:
    return table.session.take(Recolour(colours))


def messages(events: list[Event]) -> list[object]:
    return [event.fields["message"] for event in events]


def test_colours_told_before_the_game_decide_who_has_moved() -> None:
    table = Watched()
    table.show(board())
    assert messages(say(table, A="blue", B="red")) == ["A plays blue, B plays red."]
    assert actions(table.show({**board(), "c3": "Bs"})) == ["Sc3"]


def test_a_game_met_in_the_middle_is_read_anew_when_its_colours_change_hands() -> None:
    table = Watched()
    table.show(board("Sc3", "Sd4", "Se5"))
    assert table.session.state.colours == {"A": "red", "B": "blue"}
    say(table, A="blue")
    assert table.session.state.position is None
    (state,) = table.show(board("Sc3", "Sd4", "Se5"))
    assert state.fields["position"].split()[0] == "8/8/8/4Bs3/3As4/2Bs5/8/8"
    assert table.session.state.colours == {"A": "blue", "B": "red"}


def test_colours_in_which_moves_were_played_do_not_change_hands() -> None:
    table = Watched()
    for plies in range(3):
        table.show(board(*("Sc3", "Sd4")[:plies]))
    (error,) = say(table, A="blue", B="red")
    assert (error.kind, table.session.state.colours) == ("error", {"A": "red", "B": "blue"})
    assert "begin a new game" in str(error.fields["message"])
    assert actions(table.show(board("Sc3", "Sd4", "Se5"))) == ["Se5"]


def test_a_colour_that_was_read_wrong_gets_another_name_in_mid_game() -> None:
    table = Watched()
    table.show(board())
    table.show(board("Sc3"))
    assert kinds(say(table, B="yellow")) == ["state"]
    assert table.session.state.position == after("Sc3")
    assert table.session.state.colours == {"A": "red", "B": "yellow"}


@pytest.mark.parametrize(
    ("said", "word"), [({"C": "red"}, "No seat"), ({"A": "beige"}, "known are red"), ({"A": "red", "B": "red"}, "own")]
)
def test_what_cannot_be_is_refused_in_words(said: dict[str, str], word: str) -> None:
    table = Watched()
    (error,) = say(table, **said)
    assert (error.kind, table.session.state.colours) == ("error", {})
    assert word in str(error.fields["message"])


def test_pieces_that_belong_to_nobody_have_no_players_colours() -> None:
    with pytest.raises(ValueError, match="belong to no seat"):
        recoloured({}, {"A": "red"}, "")


@pytest.mark.parametrize(
    ("known", "said", "now"),
    [
        ({"A": "red"}, {"B": "red"}, {"B": "red"}),
        ({"A": "red", "B": "blue"}, {"B": "red"}, {"A": "blue", "B": "red"}),
        ({"A": "red", "B": "blue"}, {"B": "green"}, {"A": "red", "B": "green"}),
        ({"A": "red", "B": "blue", "C": "green"}, {"A": "blue", "B": "green"}, {"A": "blue", "B": "green", "C": "red"}),
    ],
)
def test_a_seat_whose_colour_is_taken_gets_the_one_that_is_free(
    known: dict[str, str], said: dict[str, str], now: dict[str, str]
) -> None:
    assert recoloured(known, said, "ABC") == now


@pytest.mark.parametrize("colours", ["null", "{}", '["red", "blue"]', '{"A": 1}'])
def test_what_are_no_colours_by_seat_is_refused_in_words(colours: str) -> None:
    with pytest.raises(ValueError, match='"colours" needs "colours"'):
        parse(f'{{"do": "colours", "colours": {colours}}}')
