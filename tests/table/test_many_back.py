"""What is asked instead of guessed: whose move it was, what was taken back, which game is on the table."""

from __future__ import annotations

from tests.table.rows import Row, rows

PLAYED = "told Sc3 Sg7 Sd4 Sh8 Se6 Sb2 Sf3; coloured"
"""Nobody has won, and more plies have been played than are taken back without asking."""


@rows("""
Two moves at once are asked about while no colour is known | seen
    Sc3 Sd4                  : unsure cells=c3,d4 candidates=Sc3+Sd4,Sd4+Sc3 "Who moved first: red or blue?"
    same                     : -

Red's move shown alone answers whose it was | seen
    Sc3 Sd4                  : unsure
    Sc3                      : Sc3
    = colours A=red          :
    Sc3 Sd4                  : Sd4

Blue's move shown alone answers whose it was | seen
    Sc3 Sd4                  : unsure
    d4=Bs                    : Sd4
    = colours A=blue         :
    Sc3 Sd4                  : Sc3

A third move tells who began | seen
    Sc3 Sd4                  : unsure
    c3=As d4=Bs e5=Bs        : Sd4; Sc3; Se5
    = colours A=blue,B=red   :

Two moves at once are taken where the colours are known | colours A=blue,B=red; seen
    Sc3 Sd4                  : Sd4; Sc3

Two moves at once are taken where one colour is known | played Sc3
    Sc3 Sd4 Se5              : Sd4; Se5
""")
def test_two_moves_before_the_colours_are_known(row: Row) -> None:
    row.check()


@rows(f"""
| {PLAYED}

One ply is taken back at once | seen
    Sc3 Sg7 Sd4 Sh8 Se6 Sb2  : takeback plies=1

Four plies that nobody said are taken back are asked about | seen
    Sc3 Sg7 Sd4              : unsure "Have 4 moves been taken back? Play on if so, or put the pieces back."

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

So it is in film | seen
    3s start                 : unsure "Play on for a new game"
    1s Se4                   : state new_game=True; Se4
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

So it does in film
    2s start                 : found; state new_game=True
    Sd4                      : Sd4

So does a game of one ply | told Sc3
    start                    : found; state new_game=True
    Sd4                      : Sd4

So does a game of one ply in film | told Sc3
    2s start                 : found; state new_game=True

Dice off the board are asked about at the start | game tinker_tactics; colours A=red,B=yellow; told; \
position 2 A4a1=3,A6c2=4,A8c3=4,A6d1=2,A4d2=2,B6b4=6,B4c4=2,B4c5=3,B6d4=3,B8d6=1 A 0
    bare                     : found; unsure "The board is not as the game was left: "

Dice off the board are asked about after a move | game tinker_tactics; colours A=red,B=yellow; told c2>d5; \
position 2 A4a1=3,A6c2=4,A8c3=4,A6d1=2,A4d2=2,B6b4=6,B4c4=2,B4c5=3,B6d4=3,B8d6=1 A 0
    bare                     : found; unsure "The board is not as the game was left: "

The last dice off the board are asked about after a move | game tinker_tactics; colours A=red,B=yellow; told b3>a2; \
position 2 A8b3=2,A6d1=4,B6b4=1,B4c6=2 A 0
    bare                     : found; unsure "The board is not as the game was left: "
""")
def test_a_resumed_game(row: Row) -> None:
    row.check()
