"""What a look does not tell: pieces that lie wrong, dice that stand in for others, and what is asked about."""

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


STAND_INS = "2 A6a1=3,A6c2=4,A8c3=4,A4d1=2,A4d2=2,B6b4=6,B4c4=2,B4c5=3,B6d4=3,B8d6=1 A 0"
SAID = '"Any d6 may stand in for a d4: 1 to 4."'
TWO = "a1?A6=3|A4=3-0.7 c2?A6=4|A4=4-0.7"
"""Two of the d6 of A; one of them stands in for a d4, as they are read where they lie at first."""
ANY = "?A4=1|A4=2|A4=3|A4=4|A4=5-5|A4=6-5|A4=7-5|A4=8-5"
"""What is read of a die of A whose number cannot be read; of one of B the same."""
OF_B = ANY.replace("A4", "B4")


@rows(f"""
| game tinker_tactics; options stand_in_dice=d6:4; position {STAND_INS}; shown; coloured

What stands in is said when a game starts, and of dice that look alike the one that shows least stands in
    {TWO} d1?A6=2|A4=2-0.7   : found; state position={STAND_INS.replace(" ", "_")} {SAID}

A die keeps the kind that it counts as, wherever it goes
    {TWO} d1?A6=2|A4=2-0.7   : found; state
    {TWO} d1>b1 b1?A6=2|A4=2-0.7 : d1>b1
    {TWO} d1>b1 c5>b3 b1?A6=2|A4=2-0.7 : c5>b3
    = after d1>b1 c5>b3      :

People may say which one stands in, which makes no difference
    {TWO} d1?A6=2|A4=2-0.7   : found; state
    > correct a1=A4=3 d1=A6=2 : state
    {TWO} d1?A6=2|A4=2-0.7   : -
    = board a1=A4=3 d1=A6=2  :

A die above its limit is named
    a1?A6=5|A4=5-5 c2?A6=6|A4=6-5 d1?A6=5|A4=5-5 b4?B6=6 d6?B8=7 : found; state; illegal TT-2 \
"The die on d1 stands for a d4 but shows 5."
    a1?A6=5|A4=5-5 c2?A6=6|A4=6-5 d1?A6=4|A4=4 b4?B6=6 d6?B8=7 : state; repaired TT-2
""")
def test_dice_that_look_alike(row: Row) -> None:
    row.check()


@rows(f"""
| game tinker_tactics; options stand_in_dice=d10:4; position {STAND_INS}; shown; coloured

Equal totals tell the one die that cannot be read
    d2{ANY}                  : found; state position={STAND_INS.replace(" ", "_")}

Of two such dice, and of no others, people are asked what they show, until they say it
    d2{ANY} c5{OF_B}         : found; state; unsure cells=c5,d2 "If I cannot read a die, tell me what it shows"
    d2{ANY} c5{OF_B}         : -
    > correct d2=A4=2 c5=B4=3 : state
    = board start            :

Once told, a die is not asked about again: the rules know what it shows
    d2{ANY} c5{OF_B}         : found; state; unsure
    > correct d2=A4=2 c5=B4=3 : state
    d2>c1 c1{ANY} c5{OF_B}   : d2>c1
    d2>c1 c5>b3 c1{ANY} b3{OF_B} : c5>b3
    d2>c1 c5>b3 a1>b1 c1{ANY} b3{OF_B} : a1>b1
""")
def test_dice_that_cannot_be_read(row: Row) -> None:
    row.check()


@rows("""
A move and the next player's slip in one look are asked about | told Sc3 Sd4; coloured; seen
    Sc3 Sd4 Se5 f6=Bm        : unsure GW-1 "More has been played than one move."
    same                     : illegal GW-1 cells=f6 by=B
    Sc3 Sd4 Se5              : repaired GW-1 cells=f6; Se5

The opponent's piece placed alone is announced as what it is | told Sc3 Sd4; coloured; seen
    Sc3 Sd4 f6=Bs            : illegal GW-1

Many moves that nobody saw and a slip are asked about, and stand once they are agreed to | told Sc3 Sd4; coloured; seen
    Sc3 Sd4 Sa1 Sb2 Sg7 Sh8 Sa8 Sh1 f5=Am : -
    same                     : unsure "I have missed too much to follow."
    > agree                  : state set=True "I go on from the board as I see it"

They stand once they are played on, too | told Sc3 Sd4; coloured; seen
    Sc3 Sd4 Sa1 Sb2 Sg7 Sh8 Sa8 Sh1 f5=Am : -
    same                     : unsure "I have missed too much to follow."
    Sc3 Sd4 Sa1 Sb2 Sg7 Sh8 Sa8 Sh1 f5=Am c5=As : state set=True; Sc5
""")
def test_looks(row: Row) -> None:
    row.check()


@rows("""
A correction that cannot be is asked about, and taken when it is said once more | told Sc3 Sd4; coloured; seen
    > correct d4=Am          : unsure "No course of the game leads there."
    = told Sc3 Sd4           :
    > correct d4=Am          : state set=True

Said of another cell, it is asked about again | told Sc3 Sd4; coloured; seen
    > correct d4=Am          : unsure
    > correct c3=Bl          : unsure
    = told Sc3 Sd4           :

It is forgotten once a move is played | told Sc3 Sd4; coloured; seen
    > correct d4=Am          : unsure
    Sc3 Sd4 Se5              : Se5
    > correct d4=Am          : unsure

A correction elsewhere leaves the piece that breaks a rule illegal | told Sc3 Sd4; coloured; seen
    Sc3 Sd4 e5=Bl            : illegal
    > correct h8=.           : -
    = told Sc3 Sd4           :
    Sc3 Sd4                  : repaired
""")
def test_corrections(row: Row) -> None:
    row.check()
