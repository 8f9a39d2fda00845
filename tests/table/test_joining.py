"""Who sits down at a table that has not said how many play."""

from __future__ import annotations

from core.games import find
from kiebitz.archive.course import Course
from tests.table.rows import Row, events_of, rows


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
        Sc3 Sd4 e5=Cs f6=Ds       : joined seat=D colour=yellow players=4; Sf6 seat=D
        Sc3 Sd4 e5=Cs f6=Ds c5=As : Sc5 seat=A

    The second colour takes the second seat |
        Sc3                       : Sc3 seat=A
        Sc3 d4=Cs                 : Sd4 seat=B
        Sc3 d4=Cs e5=Bs           : joined seat=C colour=blue; Se5 seat=C

    Two who have played unseen join together |
        Sc3                       : Sc3
        Sc3 Sd4 e5=Cs             : joined seat=C !colour players=3; unsure "Who moved first: blue or green?"

    A colour that may be misread is asked about, and nobody is accused |
        Sc3                       : Sc3
        Sc3 Sd4                   : Sd4
        Sc3 Sd4 e5=Cs e5?Cs|As-1  : unsure cells=e5 "Has somebody joined? Please show me e5 again."
        Sc3 Sd4 e5=Cs             : joined; Se5 seat=C

    What was asked about may be somebody's who plays already |
        Sc3                       : Sc3
        Sc3 Sd4                   : Sd4
        Sc3 Sd4 e5=Cs e5?Cs|As-1  : unsure
        Sc3 Sd4 Se5               : Se5 seat=A

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


def test_a_kept_game_has_those_who_joined() -> None:
    game = find("tink")
    events = events_of("start", "Sc3", "Sc3 Sd4", "Sc3 Sd4 e5=Cs", setup="open")
    course = Course(game, [game.start(game.options())])
    for event in events:
        course.take(event.as_json())
    assert course.actions == ["Sc3", "Sd4", "Se5"]
    assert [position.options.players for position in course.positions] == [3, 3, 3, 3]
