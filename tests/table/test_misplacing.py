"""Pieces that lie wrong: named as a hint, and neither moves nor broken rules."""

from __future__ import annotations

from tests.table.rows import Row, rows

DEAL = "2 A4a1=3,A6c2=4,A8c3=4,A6d1=2,A4d2=2,B6b4=6,B4c4=2,B4c5=3,B6d4=3,B8d6=1 A 0"


@rows("""
| game tink; told Sc3; coloured; seen

A piece across a line is named once the table has been still for three seconds
    2s Sc3 d4=Bs d4?.|Bs-3 d4-d5~GEN-3 : -
    4s same                      : hint GEN-3 cells=d4,d5 "Which cell is the piece between d4 and d5 on?"
    4s same                      : -
    2s Sc3 Sd4                   : Sd4 seat=B

A move beyond doubt is announced at once, though its piece or another one seems to lie wrong
    2s Sc3 d4=Bs d4~GEN-5        : Sd4 seat=B
    4s same                      : -
    4s Sc3 Sd4 Se6 c3-d3~GEN-3   : Se6

So is a move that has been taken back beyond doubt
    2s Sc3 Sd4                   : Sd4
    4s Sc3 d4~GEN-4              : takeback plies=1

A false hint is mended by what is read beyond doubt later
    4s Sc3 d4=Bs d4?.|Bs-3 d4~GEN-5    : hint GEN-5
    2s Sc3 d4=Bs d4~GEN-5        : Sd4 seat=B

A piece on its side breaks no rule, not even in a wrong colour, while the move may be going on
    2s Sc3 e5=As e5~GEN-5        : no illegal move unsure
    4s same                      : hint GEN-5 cells=e5 "Please stand the piece on e5 upright."
    2s Sc3 e5=As                 : illegal GW-1

Two in a cell
    4s c3=Bm c3~GEN-4           : hint GEN-4 "There are two pieces on c3. Only one may stand on a cell."
    2s Sc3                       : state "The board is as it was."

A picture by itself is of a table that is still
    Sc3 d4=Bs d4?.|Bs-3 d4~GEN-5       : hint GEN-5
    Sc3 Sd4                      : Sd4

Nobody is spoken to while a hand is over the board
    9s Sc3 d4=Bs d4?.|Bs-3 d4~GEN-5 hand : -

What people say of its cell counts for more
    4s Sc3 d4=Bs d4?.|Bs-3 d4~GEN-5    : hint GEN-5
    > correct d4=Bs              : Sd4

Who goes on all the same is refereed on the other cells
    4s Sc3 d4=Bs d4?.|Bs-3 d4~GEN-5    : hint GEN-5
    3s Sc3 f6=Bs d4=Bs d4?.|Bs-3 d4~GEN-5 : Sf6
    4s Sc3 Sf6 d4=Bs d4?.|Bs-3 d4~GEN-5 : -
    3s Sc3 Sf6                   : -

Two at once are both named
    4s Sc3 d4=Bs d4~GEN-5 f6=Bs f6~GEN-4 : hint GEN-5; hint GEN-4
""")
def test_what_lies_wrong(row: Row) -> None:
    row.check()


@rows(f"""
| game tinker_tactics; seen; position {DEAL}

A tilted die
    4s d1=A6=5 d1~TT-26          : hint TT-26 cells=d1 "Please square up the die on d1; I cannot read it."

A die whose value is in doubt has the same remedy after as long, and may be told by a tap
    2s c2>b5 b4?B6=6|B6=5-6        : -
    4s same                      : unsure TT-26 cells=b4 "Please square up the die on b4; I cannot read it."
    > correct b4=B6=5            : c2>b5
""")
def test_a_tilted_die(row: Row) -> None:
    row.check()
