"""What looks say of the game: moves, broken rules, what was missed, taken back or left; and what is asked instead."""

from __future__ import annotations

from kiebitz.table.events import narrate
from tests.table.rows import Row, events_of, rows


@rows("""
A picture a ply
    start                    : found; state to_move=A
    Sc3                      : Sc3 seat=A !order
    Sc3 Sd4                  : Sd4 seat=B position=8/8/8/8/3Bs4/2As5/8/8_A_0,0_2 margin=99
    same                     : -

What was not seen for a ply is made up for | coloured
    start                    : found; state
    Sc3 Sd4                  : Sc3; Sd4

Colours are learned from who plays them | given; options first_player=B; to_move B
    start                    : found
    = colours                :
    c3=As                    : Sc3 seat=B
    = colours B=red          :

Moves seen at once say that their order is not known | told Sc3 Sd4; coloured; seen
    Sc3 Sd4 Sa1 Sh8 Sb6      : Sa1 order=unknown; Sh8 order=unknown; Sb6 order=unknown

The end is announced, and what comes after is no move | played Sc3 Sa1 Sd4 Sa2 Se5 Sa3
    Sc3 Sa1 Sd4 Sa2 Se5 Sa3 Sf6 : Sf6 announcements.0.code=GW-23; result result.winners=A result.reason=line \
        lines.0=c3,d4,e5,f6 cells=c3,d4,e5,f6 "A wins with a line: c3 d4 e5 f6."
    Sc3 Sa1 Sd4 Sa2 Se5 Sa3 Sf6 h8=Bs : illegal GEN-7

A forced pass is announced | position 8/8/1As6/8/Bs5Bs1/8/1As2As2As/Bs2Bs2Bs1 A 0,0 9; seen
    c3=As                    : Sc3 announcements.0.code=GW-24; -- seat=B
    = to_move A              :

The start may be any position, and any side may play | to_move B
    Sc3                      : found; state position=8/8/8/8/8/2As5/8/8_B_0,0_1
    Sc3 Sd4                  : Sd4

A source that pauses loses nothing | seen
    camera_gone              : lost "The camera is gone."
    1s Sc3                   : Sc3
    end                      : end position=8/8/8/8/8/2As5/8/8_B_0,0_1 "Done."
""")
def test_moves(row: Row) -> None:
    row.check()


@rows("""
An illegal change is named once and can be repaired | given Sc3; seen
    Sc3 e5=As                : illegal GW-1 cells=e5 by=A "It is B's turn, not A's. Please take back the small on e5."
    same                     : -
    Sc3                      : repaired GW-1
    Sc3 Sd4                  : Sd4

A broken rule is put right though something was asked in between | given Sc3; seen
    Sc3 e5=As                : illegal GW-1
    Sc3 e5=Bs e5?Bs|.-0.5|As-20 : unsure
    Sc3                      : repaired GW-1

An illegal change that becomes a legal move is repaired first, and the same slip is announced again later | given; seen
    a1=As                    : illegal GW-11
    Sc3                      : repaired GW-11; Sc3
    Sc3 e5=As                : illegal

Lifted pieces are a part of a move | played Sc3 Sg7 Sd4 Sh8
    Sc3 Sg7 Sd4 Sh8 c3=. d4=. : partial
    same                     : -
    Sc3 Sg7 Sd4 Sh8 Mc4-c3-d4 : Mc4-c3-d4

In Tabik two new stones that are both black are told at once | game tabik; options board_size=4; told b2+b3; seen
    b2+b3 c2=b c3=b          : illegal TB-9 cells=c2,c3
    same                     : -

A broken rule stands while the board is out of view | told Sc3; coloured; seen
    Sc3 e5=Bl                : illegal GW-14
    gone                     : lost
    Sc3 e5=Bl                : found
    Sc3                      : repaired GW-14

In film an unfinished move gets time before it is called illegal | given Sc3 Sg7 Sd4 Sh8; seen
    0.8s Sc3 Sg7 Sd4 Sh8 c4=Am : -
    1s Sc3 Sg7 Sd4 Sh8 Mc4-c3-d4 : Mc4-c3-d4
    1.1s Sc3 Sg7 Sd4 Sh8 Mc4-c3-d4 b1=Bm : -
    3s same                  : illegal GW-12

A small put down before it is paid for | position 7Bm/1Bs6/1Bs2AmAm2/8/4Al3/3Am4/6As1/8 A 0,0 34; seen
    f5=As                    : Sf5
    f5=As e6=. f6=.          : corrected was=Sf5 action=Sf5-e6-f6
    f5=As e6=. f6=. d3=.     : illegal

A broken rule is announced though a coin hides a cell | coloured
    2s start h8#             : found; state
    2s Sc3 h8#               : Sc3
    2s Sc3 Sd4 h8#           : Sd4
    3s Sc3 Sd4 e5=Bl h8#     : illegal GW-1
    2s Sc3 Sd4 h8#           : repaired
    2s Sc3 Sd4 Sf6 h8#       : Sf6
""")
def test_broken_rules(row: Row) -> None:
    row.check()


@rows("""
A doubtful cell is asked about once and waited for | seen
    Sc3 c3?.|As-3|Am-9       : unsure cells=c3
    same                     : -
    Sc3                      : Sc3

A question names what is out of the picture, as far as it is about that | given Sc3 Sd4; seen
    outside                  : unsure cells=a8 "Not in the picture: a8. Move the camera back or turn it."
    outside                  : -
    Sc3 Sd4 Sf6 f6?.|As-3    : unsure cells=f6 "Please show me f6 again. Not in the picture: a8."
    Sc3 Sd4                  : state
    Sc3 Sd4 Sa8 a8?.|As-3    : unsure cells=a8 "Not in the picture: a8. Move the camera back or turn it."

Nobody is blamed for a move that was not made out: the next one looks out of turn | given Sc3 Sd4; seen
    Sc3 Sd4 Sf6 f6?.|As-3    : unsure
    Sc3 Sd4 g2=Bs            : unsure
    Sc3 Sd4 Sf6 Sg2          : Sf6; Sg2

A piece whose size is in doubt breaks no rule by one look | coloured; seen
    Se6 e6?Bl|Bm-1.1|Bs-1.9|As-8|.-14 : unsure GW-1 cells=e6
    Se6                      : Se6
""")
def test_questions(row: Row) -> None:
    row.check()


@rows("""
A move is taken back, and another one played | played Sc3 Sd4
    Sc3                      : takeback plies=1 to_move=B
    Sc3 Se5                  : Se5

A piece that was just placed may be set elsewhere | played Se5 Sd4 Sh8
    Se5 Sd4 Sd6              : takeback; Sd6
    Se5 Sd4 Sd6 Sf4          : Sf4

Pieces swept off break no rule | given Sc3 Sa1 Sd4 Sa2 Se5; seen
    start                    : no illegal
    start                    : no illegal

Pieces swept off and set up in another order are the game as it was | told Sf6 Sa6 Sb8 Se1 Sc2 Sd6; seen
    start                    : no illegal
    f6=As d6=Bs b8=As        : no illegal
    Sf6 Sa6 Sb8 Se1 Sc2 Sd6  : no illegal
    = told Sf6 Sa6 Sb8 Se1 Sc2 Sd6 :
""")
def test_take_backs(row: Row) -> None:
    row.check()


PLAYED = "told Sc3 Sg7 Sd4 Sh8 Se6 Sb2 Sf3; coloured"
"""Nobody has won, and more plies have been played than are taken back without asking."""


@rows("""
Two moves at once are asked about while no colour is known | seen
    Sc3 Sd4                  : unsure cells=c3,d4 candidates=Sc3+Sd4,Sd4+Sc3 "Who moved first: red or blue?"
    same                     : -

Blue's move shown alone answers whose it was | seen
    Sc3 Sd4                  : unsure
    d4=Bs                    : Sd4
    = colours A=blue         :
    Sc3 Sd4                  : Sc3

A third move tells who began | seen
    Sc3 Sd4                  : unsure
    c3=As d4=Bs e5=Bs        : Sd4; Sc3; Se5
    = colours A=blue,B=red   :

Two moves at once are taken where one colour is known | played Sc3
    Sc3 Sd4 Se5              : Sd4; Se5
""")
def test_two_moves_before_the_colours_are_known(row: Row) -> None:
    row.check()


@rows(f"""
| {PLAYED}

One ply is taken back at once | seen
    Sc3 Sg7 Sd4 Sh8 Se6 Sb2  : takeback plies=1

Many plies are asked about, and taken back where it is played on | seen
    Sc3 Sg7                  : unsure "Have 5 moves been taken back? Play on if so, or put the pieces back."
    same                     : -
    Sc3 Sg7 Sf6              : takeback plies=5; Sf6
    = told Sc3 Sg7 Sf6       :

Pieces put back go on with the game | seen
    Sc3 Sg7                  : unsure
    Sc3 Sg7 Sd4 Sh8 Se6 Sb2 Sf3 : state
    Sc3 Sg7 Sd4 Sh8 Se6 Sb2 Sf3 Sa5 : Sa5

A board cleared in the middle is asked about, and played on it begins a new game | seen
    start                    : unsure "Play on for a new game"
    Se4                      : state new_game=True position=8/8/8/8/8/8/8/8_A_0,0_0 "The board has been cleared."; Se4
    = told Se4               :
""")
def test_many_plies(row: Row) -> None:
    row.check()


@rows(f"""
| {PLAYED}; resumed

A game that stands as it was left goes on | played Sa5
    Sc3 Sg7 Sd4 Sh8 Se6 Sb2 Sf3 : takeback

It may have gone on by a move
    Sc3 Sg7 Sd4 Sh8 Se6 Sb2 Sf3 Sa5 : found; Sa5

It may have gone back by one
    Sc3 Sg7 Sd4 Sh8 Se6 Sb2  : found; takeback

Where another board is before it, nobody is blamed
    Sf6 Se3 Sc7 Sg2 Sb5      : found; unsure "The board is not as the game was left: "
    same                     : -
    Sc3 Sg7 Sd4 Sh8 Se6 Sb2 Sf3 : state

Where its board was cleared, it gives way to a new one
    start                    : found; state new_game=True position=8/8/8/8/8/8/8/8_A_0,0_0 "The board is set up for a \
new game, so one begins."
    Sd4                      : Sd4

So does a game of one ply | told Sc3
    start                    : found; state new_game=True
    Sd4                      : Sd4

Dice off the board are asked about after a move | game tinker_tactics; colours A=red,B=yellow; told c2>d5; \
position 2 A4a1=3,A6c2=4,A8c3=4,A6d1=2,A4d2=2,B6b4=6,B4c4=2,B4c5=3,B6d4=3,B8d6=1 A 0
    bare                     : found; unsure "The board is not as the game was left: "

The last dice off the board are asked about after a move | game tinker_tactics; colours A=red,B=yellow; told b3>a2; \
position 2 A8b3=2,A6d1=4,B6b4=1,B4c6=2 A 0
    bare                     : found; unsure "The board is not as the game was left: "
""")
def test_a_resumed_game(row: Row) -> None:
    row.check()


def test_every_event_reads_as_a_line_and_as_json() -> None:
    events = events_of("start", "Sc3", "Sc3 e5=As", "end")
    lines = [narrate(event, {"A": "red", "B": "blue"}) for event in events]
    assert all(lines)
    assert "red" in lines[2]
    assert "GW-1" in lines[3]
    assert events[2].as_json() | {"event": "move", "frame": 2, "t": 2.0} == events[2].as_json()


def test_what_is_told_of_the_order_and_of_the_end_reads_well() -> None:
    moves = events_of("Sc3 Sd4", "Sc3 Sd4 Sa1 Sh8 Sb6", setup="told Sc3 Sd4; coloured")[1:]
    assert narrate(moves[0], {}).endswith("(in this order or another)")
    won = "Sc3 Sa1 Sd4 Sa2 Se5 Sa3"
    assert narrate(events_of(won, f"{won} Sf6", setup=f"told {won}")[-1], {}) == "A wins with a line: c3 d4 e5 f6."
