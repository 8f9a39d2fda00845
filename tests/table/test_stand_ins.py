"""Games with dice that stand in for others: what they may be by their look is known from the set-up on."""

from __future__ import annotations

from tests.table.rows import Row, rows

DEAL = "2 A6a1=3,A6c2=4,A8c3=4,A4d1=2,A4d2=2,B6b4=6,B4c4=2,B4c5=3,B6d4=3,B8d6=1 A 0"
SAID = '"Any d6 may stand in for a d4: 1 to 4."'
TWO = "a1?A6=3|A4=3-0.7 c2?A6=4|A4=4-0.7"
"""Two of the d6 of A; one of them stands in for a d4, as they are read where they lie at first."""
ANY = "?A4=1|A4=2|A4=3|A4=4|A4=5-5|A4=6-5|A4=7-5|A4=8-5"
"""What is read of a die of A whose number cannot be read; of one of B the same."""
OF_B = ANY.replace("A4", "B4")


@rows(f"""
| game tinker_tactics; options stand_in_dice=d6:4; position {DEAL}; shown; coloured

What stands in is said when a game starts, and of dice that look alike the one that shows least stands in
    {TWO} d1?A6=2|A4=2-0.7   : found; state position={DEAL.replace(" ", "_")} {SAID}

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
| game tinker_tactics; options stand_in_dice=d10:4; position {DEAL}; shown; coloured

Equal totals tell the one die that cannot be read
    d2{ANY}                  : found; state position={DEAL.replace(" ", "_")}

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
