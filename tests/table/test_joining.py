"""Who sits down at a table that has not said how many play."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.games import find
from kiebitz.archive.course import Course
from kiebitz.table.events import Event
from kiebitz.table.inputs import Look
from tests.table.looks import Shown, Watched
from tests.table.rows import Row, contents_of, events_of, rows, state_of


@rows("""
    | open
        start                     : found; state players=A=None,B=None

    A third colour in the first round is somebody who has joined, and whose move it is |
        Sc3                       : Sc3 seat=A
        Sc3 Sd4                   : Sd4 seat=B
        Sc3 Sd4 e5=Cs             : joined seat=C colour=green players=3 "C has joined: 3 play."; Se5 seat=C ply=3
        = colours A=red,B=blue,C=green :
        > state                   : state players=A=red,B=blue,C=green
        Sc3 Sd4 e5=Cs f6=As       : Sf6 seat=A

    So is a fourth one |
        Sc3                       : Sc3
        Sc3 Sd4                   : Sd4
        Sc3 Sd4 e5=Cs             : joined players=3; Se5
        Sc3 Sd4 e5=Cs f6=Ds       : joined seat=D colour=yellow players=4 "Or do two play, with two colours each?"; Sf6
        Sc3 Sd4 e5=Cs f6=Ds c5=As : Sc5 seat=A

    The second colour takes the second seat |
        Sc3                       : Sc3 seat=A
        Sc3 d4=Cs                 : Sd4 seat=B
        Sc3 d4=Cs e5=Bs           : joined seat=C colour=blue; Se5 seat=C

    Two who have played unseen join together |
        Sc3                       : Sc3
        Sc3 Sd4 e5=Cs             : joined seat=C !colour players=3; unsure "Who moved first: blue or green?"

    What is played next tells who of two that joined moved first |
        Sc3                       : Sc3
        Sc3 Sd4 e5=Cs             : joined; unsure
        Sc3 Sd4 e5=Cs f6=As       : unsure
        Sc3 Sd4 e5=Cs f6=As c5=Cs : Se5 seat=B; Sd4 seat=C; Sf6 seat=A; Sc5 seat=B
        = colours A=red,B=green,C=blue :

    Who moved first is the first seat, though somebody joined since |
        Sc3 d4=Bs                 : unsure "Who moved first: red or blue?"
        Sc3 d4=Bs e5=Cs           : joined seat=C; unsure "Who moved first: red or blue or green?"
        Sc3 d4=Bs e5=Cs f6=Bs     : Sd4 seat=A; unsure "Who moved first: red or blue or green?"
        Sc3 d4=Bs e5=Cs f6=Bs c5=Cs : Se5 seat=B; Sc3 seat=C; Sf6 seat=A; Sc5 seat=B
        = colours A=blue,B=green,C=red :

    Who takes back the first piece lets somebody else begin |
        d4=Bs                     : Sd4 seat=A
        start                     : takeback plies=1
        Sc3                       : Sc3 seat=A
        Sc3 d4=Bs                 : Sd4 seat=B

    A colour that may be misread is asked about, and nobody is accused |
        Sc3                       : Sc3
        Sc3 Sd4                   : Sd4
        Sc3 Sd4 e5=Cs e5?Cs|As-1  : unsure cells=e5 joining=green "or does A play green, too? I see green on e5."
        Sc3 Sd4 e5=Cs             : joined; Se5 seat=C

    What was asked about may be somebody's who plays already |
        Sc3                       : Sc3
        Sc3 Sd4                   : Sd4
        Sc3 Sd4 e5=Cs e5?Cs|As-1  : unsure
        Sc3 Sd4 Se5               : Se5 seat=A

    A piece that is doubted is nobody's, while a sure one takes the free seat |
        Sc3                       : Sc3
        Sc3 d4=Cs g6=Bs g6?Bs|.-1 : unsure joining=green,blue
        Sc3 d4=Cs                 : Sd4 seat=B
        = colours A=red,B=green   :

    After the first round nobody joins |
        Sc3                       : Sc3
        Sc3 Sd4                   : Sd4
        Sc3 Sd4 Se5               : Se5 seat=A
        Sc3 Sd4 Se5 f6=Cs         : no joined
""")
def test_further_seats_are_taken_in_the_first_round(row: Row) -> None:
    row.check()


@rows("""
    A number that was declared is kept to |
        start                     : found; state !players
        Sc3                       : Sc3
        Sc3 Sd4                   : Sd4
        Sc3 Sd4 e5=Cs             : no joined

    A game that was not seen to begin cannot be joined, and nobody is accused | open
        c3=As d4=Bs               : found; state
        c3=As d4=Bs e5=Cs         : unsure cells=e5 "Then please begin again, and say that 3 play."

    Colours on the board that is seen first take seats | open
        c3=As d4=Bs e5=Cs         : found; joined seat=C colour=green players=3; state players=A=red,B=blue,C=green
""")
def test_seats_are_as_people_and_the_first_board_say(row: Row) -> None:
    row.check()


@rows("""
    | open
        start                     : found; state players=A=None,B=None
        Sc3                       : Sc3
        Sc3 Sd4                   : Sd4

    A false join is undone by saying how many play |
        Sc3 Sd4 e5=Cs             : joined; Se5 seat=C
        > seats 2                 : takeback plies=1; left seat=C players=2 "C does not play: 2 do."
        = colours A=red,B=blue    :
        Sc3 Sd4 Se5               : Se5 seat=A
        Sc3 Sd4 Se5 Sf6           : Sf6 seat=B

    Nobody joins once the number was said |
        > seats 2                 : state players=A=red,B=blue "Then 2 play."
        Sc3 Sd4 e5=Cs             : no joined

    Who has joined can be said before it is seen |
        > joined green            : joined seat=C colour=green players=3
        Sc3 Sd4 e5=Cs             : Se5 seat=C
        Sc3 Sd4 e5=Cs f6=Ds       : joined seat=D colour=yellow; Sf6 seat=D

    What is asked is answered |
        Sc3 Sd4 e5=Cs e5?Cs|As-1  : unsure joining=green
        > joined                  : joined seat=C colour=green players=3
        Sc3 Sd4 e5=Cs             : Se5 seat=C

    It may be the piece of somebody who plays already, as people say |
        Sc3 Sd4 e5=Cs e5?Cs|As-1  : unsure joining=green
        > correct e5=As           : Se5 seat=A

    What is asked is denied |
        Sc3 Sd4 e5=Cs e5?Cs|As-1  : unsure joining=green
        > seats 2                 : state "Then 2 play."
        Sc3 Sd4 Se5               : Se5 seat=A

    Who is said to play two colours has not joined, nor has anybody behind |
        Sc3 Sd4 e5=Cs             : joined; Se5 seat=C
        Sc3 Sd4 e5=Cs f6=Ds       : joined; Sf6 seat=D
        > colours A=red+green     : takeback plies=2; left seat=D; left seat=C players=2; state "blue-and-yellow"
        Sc3 Sd4 e5=Cs f6=Ds       : Se5 seat=A; Sf6 seat=B
        = colours A=red+green,B=blue+yellow :

    Whose two colours come out of turn may not have joined, and is not accused |
        Sc3 Sd4 e5=Cs             : joined; Se5 seat=C
        Sc3 Sd4 e5=Cs f6=Ds       : joined; Sf6 seat=D
        Sc3 Sd4 e5=Cs f6=Ds c5=Cs : unsure GW-1 numbers=2 "if 2 do, please say so."
        > colours A=red+green     : takeback plies=2; left seat=D; left seat=C players=2; state
        Sc3 Sd4 e5=Cs f6=Ds c5=Cs : Sc5 seat=A; Sf6 seat=B; Se5 seat=A

    Nor who pays with both of them |
        Sc3 Sd4 c4=Cs             : joined; Sc4 seat=C
        Sc3 Sd4 c4=Cs e5=Ds       : joined; Se5 seat=D
        d4=Bs e5=Ds d3=Am         : unsure numbers=2 "Nobody has said how many play: if 2 do, please say so."

    Whether somebody plays two colours is asked and answered |
        Sc3 Sd4 e5=Cs e5?Cs|As-1  : unsure joining=green "or does A play green, too? I see green on e5."
        > colours A=red+green     : state "A plays red-and-green, B plays blue."
        Sc3 Sd4 Se5               : Se5 seat=A
        Sc3 Sd4 Se5 f6=Ds         : no joined

    Players who were overlooked take back what was told as others' |
        Sc3 Sd4 Se5               : Se5 seat=A
        > seats 3                 : takeback plies=1; joined seat=C !colour players=3
        Sc3 Sd4 e5=Cs             : Se5 seat=C

    Where a number decides whose turn it is, that is asked first |
        Sc3 Sd4 e5=Bs             : unsure GW-1 numbers=3,4 "Nobody has said how many play: if 3 or 4 do"
        > seats 3                 : joined seat=C players=3

    Who was taken for somebody else, and joined, is asked about when the next one moves |
        Sc3 Sd4 e5=Cs             : joined; Se5 seat=C
        Sc3 Sd4 e5=Cs f6=Bs       : unsure GW-1 numbers=2,4 "if 2 or 4 do, please say so."
        > seats 2                 : takeback plies=1; left seat=C
        Sc3 Sd4 Se5 Sf6           : Se5 seat=A; Sf6 seat=B

    So it is asked after a second turn, which may have been somebody else's first |
        Sc3 Sd4 Se5               : Se5 seat=A
        Sc3 Sd4 Se5 f6=As         : unsure GW-1 numbers=3,4
        > seats 4                 : takeback plies=1; joined seat=C; joined seat=D players=4
        Sc3 Sd4 e5=Cs f6=Ds       : unsure "Who moved first: green or yellow?"

    Once the number is said a broken rule is announced |
        Sc3 Sd4 Se5               : Se5
        > seats 2                 : state
        Sc3 Sd4 Se5 f6=As         : illegal GW-1 by=A !numbers

    Later it is said how to begin again |
        Sc3 Sd4 Se5               : Se5
        Sc3 Sd4 Se5 Sf6           : Sf6
        Sc3 Sd4 Se5 Sf6 Sc6       : Sc6
        Sc3 Sd4 Se5 Sf6 Sc6 c5=As : illegal GW-1 !numbers repair=Take_the_small_off_c5._Nobody_has_said_how_many_play:\
_if_more_than_2_do,_begin_again_and_say_so.

    What cannot be is refused, and nothing is lost |
        > seats 7                 : error "Tink is for 2 to 4 players, not for 7."
        > seats 1                 : error "Tink is for 2 to 4 players, not for 1."
        > joined purpel           : error "No colour is called"
        > joined red              : error "A plays red already; name the colour of who has joined."
        > colours E=red           : error "No seat is called"
        > colours A=red B=red     : error "Red is named for two seats; each seat has a colour of its own."
        Sc3 Sd4 Se5               : Se5 seat=A
""")
def test_people_say_how_many_play(row: Row) -> None:
    row.check()


@rows("""
    | options players=4
        start                     : found; state
        Sc3                       : Sc3
        Sc3 Sd4                   : Sd4
        Sc3 Sd4 e5=Cs             : Se5 seat=C

    A seat in which nobody sits is named by who plays in its turn |
        Sc3 Sd4 e5=Cs f6=As       : illegal GW-1 by=A numbers=3 repair=Take_the_small_off_f6._If_3_play,_please_say_so.
        > seats 3                 : left seat=D players=3
        Sc3 Sd4 e5=Cs f6=As       : Sf6 seat=A
""")
def test_a_number_that_was_declared_is_put_right(row: Row) -> None:
    row.check()


@rows("""
    Too much has been played to count otherwise | open
        start                     : found; state
        Sc3                       : Sc3
        Sc3 Sd4                   : Sd4
        Sc3 Sd4 Se5               : Se5
        Sc3 Sd4 Se5 Sf6           : Sf6
        Sc3 Sd4 Se5 Sf6 Sc6       : Sc6
        Sc3 Sd4 Se5 Sf6 Sc6 Sd6   : Sd6
        Sc3 Sd4 Se5 Sf6 Sc6 Sd6 Se3 : Se3
        > seats 3                 : error "please begin again, and say that 3 play."
        Sc3 Sd4 Se5 Sf6 Sc6 Sd6 Se3 Sf3 : Sf3

    A start with pieces on it is seen once more | open
        c3=As d4=Bs               : found; state
        > seats 3                 : joined seat=C players=3
        c3=As d4=Bs               : state players=A=red,B=blue,C=None
        c3=As d4=Bs e5=As         : Se5 seat=A
        c3=As d4=Bs e5=As f6=Bs   : Sf6 seat=B
        c3=As d4=Bs e5=As f6=Bs c5=Cs : Sc5 seat=C

    Seats with clocks stay as they are | clock 10+5
        > seats 3                 : error "The clocks are set for 2; please begin again, and say that 3 play."

    Nobody else can sit down at a game for two | game tabik
        start                     : found; state
        > seats 3                 : error "Tabik is for 2 players, not for 3."
""")
def test_some_numbers_cannot_be(row: Row) -> None:
    row.check()


@pytest.mark.parametrize(
    ("happens", "actions", "players"),
    [
        (["start", "Sc3", "Sc3 Sd4", "Sc3 Sd4 e5=Cs", "> seats 2", "Sc3 Sd4 Se5"], ["Sc3", "Sd4", "Se5"], 2),
        (["start", "Sc3", "Sc3 Sd4", "Sc3 Sd4 Se5", "> seats 3", "Sc3 Sd4 e5=Cs"], ["Sc3", "Sd4", "Se5"], 3),
        (["start", "Sc3", "Sc3 Sd4", "Sc3 Sd4 e5=Cs"], ["Sc3", "Sd4", "Se5"], 3),
        (["c3=As d4=Bs", "> seats 3", "c3=As d4=Bs", "c3=As d4=Bs e5=As"], ["Se5"], 3),
    ],
)
def test_a_kept_game_has_the_players_seen_or_told(happens: list[str], actions: list[str], players: int) -> None:
    game = find("tink")
    course = Course(game, [game.start(game.options())])
    for event in events_of(*happens, setup="open"):
        course.take(event.as_json())
    assert (course.actions, course.positions[-1].options.players) == (actions, players)


class _Unmarked(Watched):
    """A table whose board has no tags, and whose cells do not show whether they have changed."""

    def show(self, board: str, *, rim: str = "", **doubts: float) -> list[Event]:
        """Return the events of a look at *board*, in which cells may as well be empty by this many nats less, or more.

        Something reaches into the cell *rim*.
        """
        game, self._rim = find("tink"), frozenset(rim.split())
        contents = contents_of(game, game.start(game.options()), board.split())
        return self.take(Shown(contents, {cell: {contents[cell]: 0.0, ".": -nats} for cell, nats in doubts.items()}))

    def _given(self, given: Any) -> None:
        if isinstance(given, Look):
            given = replace(given, way_round_is_known=False, changes={}, at_rim=self._rim)
        super()._given(given)


@pytest.fixture
def unmarked() -> _Unmarked:
    table = _Unmarked(state_of({"open": ""}))
    assert [event.kind for board in ("start", "Sc3", "Sc3 Sd4") for event in table.show(board)][-2:] == ["move", "move"]
    return table


def _in_short(events: list[Event]) -> list[str]:
    return [event.fields["action"] if event.kind == "move" else event.kind for event in events]


def test_a_piece_beyond_doubt_has_joined_on_a_board_without_tags(unmarked: _Unmarked) -> None:
    assert _in_short(unmarked.show("Sc3 Sd4 e5=Cs")) == ["joined", "Se5"]
    assert _in_short(unmarked.show("Sc3 Sd4 e5=Cs f6=Ds", f6=9.0)) == ["joined", "Sf6"]


def test_a_second_piece_of_a_colour_tells_who_joined_and_what_was_played_meanwhile(unmarked: _Unmarked) -> None:
    assert _in_short(unmarked.show("Sc3 Sd4 e5=Cs", e5=2.5)) == ["unsure"]
    assert _in_short(unmarked.show("Sc3 Sd4 e5=Cs Sc6", e5=2.5)) == []
    assert _in_short(unmarked.show("Sc3 Sd4 e5=Cs Sc6 Sd6", e5=2.5)) == []
    board = "Sc3 Sd4 e5=Cs Sc6 Sd6 f3=Cs"
    assert _in_short(unmarked.show(board, e5=2.5)) == ["joined", "Se5", "Sc6", "Sd6", "Sf3"]
    assert unmarked.state.options.players == 3


def test_nobody_joins_by_a_hand(unmarked: _Unmarked) -> None:
    assert _in_short(unmarked.show("Sc3 Sd4 h2=Cm", rim="h2")) == []
    assert _in_short(unmarked.show("Sc3 Sd4")) == []
    assert _in_short(unmarked.show("Sc3 Sd4 Sc6")) == ["Sc6"]
    assert unmarked.state.options.players == 2
