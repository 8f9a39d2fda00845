"""The hidden roll: totals that are told, who turns dice up, the reveal, and totals that differ on the board."""

from __future__ import annotations

from kiebitz.table.controls import parse
from kiebitz.table.inputs import Rolled, Told
from kiebitz.table.rules.hidden_roll import to_turn_up
from kiebitz.table.saved import from_json, to_json
from kiebitz.table.state import TableState
from kiebitz.table.step import step
from tests.table.rows import Row, happened, rows

DEALT = "position 2 A4a1=3,A6c2=4,A8c3=4,A6d1=2,A4d2=2,B6b4=6,B4c4=2,B4c5=3,B6d4=3,B8d6=1 A 0"
TINKER = f"game tinker_tactics; coloured; shown; {DEALT}"
HAND = (("d4", 2), ("d4", 3), ("d6", 1), ("d6", 5), ("d8", 6))


@rows(f"""
| {TINKER}

The lower total is to be turned up
    bare           : found; unsure "Waiting for the pieces"
    > total A 15   : totals seat=A totals=A=15 missing=B "A tells 15. Waiting for the totals of B."
    > total B 11   : totals adjust=B=4 "The highest total is 15, by A. B: turn your dice up by 4, to 15. Arrange"
    = phase Phase.BEGINNING :

Equal totals change nothing
    > total A 15   : totals
    > total B 15   : totals !adjust "All have 15; nobody turns up."

What is seen before the reveal does not count
    > total A 15   : totals
    > total B 11   : totals
    start c2=A6=3  : found
    start          : -
    > reveal       : totals revealed=True "The dice are revealed."
    start          : state to_move=A
    > total A 15   : error "The dice have been revealed; totals are told before."

A set-up begins without a word where no total was told
    start          : found; state to_move=A

What was told by mistake is taken back
    > total A 25   : totals
    > total A      : totals !totals missing=A,B "A takes the total back."
    > total A 15   : totals totals=A=15

A reveal that came too early is taken back with a total
    > total A 15   : totals
    > reveal       : totals revealed=True missing=B "The totals of B were not told."
    > total A      : totals revealed=False
    > total A 15   : totals
    > total B 15   : totals missing=

A die off its own board is named
    > total A 15   : totals
    > total B 15   : totals
    > reveal       : totals
    start a1=. a4=A4=3 : found; state; illegal TT-4 cells=a4 "Place the die on a4 on an empty cell of A's own board."

A wrong die is named
    > total A 15   : totals
    > total B 15   : totals
    > reveal       : totals
    start c2=A8=4  : found; unsure TT-1 cells=c2,c3 "A has 2 d8. Each player has two d4, two d6 and one d8."

Totals equal to each other but not to the highest roll are none
    > total A 16   : totals
    > total B 16   : totals
    > reveal       : totals
    start          : found; state; illegal TT-3 "Totals differ: A 15, B 15."

The totals that were told tell a die in doubt
    > total A 14   : totals
    > total B 12   : totals
    > reveal       : totals
    start c2?A6=4|A6=3-1 b4?B6=6|B6=5-1 : found; state
    = board c2=A6=3 b4=B6=5 :
""")
def test_a_hidden_roll(row: Row) -> None:
    row.check()


@rows(f"""
| {TINKER}

Totals that differ in three pictures are wrong: before, the die that is least sure is asked for
    start c2?A6=3|A6=4-4 a1?A4=3|A4=4-5 : found; state; unsure TT-3 cells=c2 "Please show me c2 again."
    start c2?A6=3|A6=4-4 : -
    start c2?A6=3|A6=4-4 : state; illegal TT-3 "Totals differ: A 14, B 15."
    start          : state !message; repaired TT-3

A table that is left alone is read again by and by
    10s start c2?A6=3|A6=4-4 : found; state; unsure TT-3; state; illegal TT-3 "Totals differ: A 14, B 15."

A better look tells a die that was misread
    start c2?A6=3|A6=4-4 : found; state; unsure TT-3
    start c2?A6=3|A6=4-4 : -
    start          : state !message
    = faulty False :

Only equal looks count
    start c2?A6=3|A6=4-4 : found; state; unsure TT-3
    start c2?A6=3|A6=4-4 : -
    start c2?A6=2|A6=4-4 : no illegal

With the highest roll known, a die of the player who shows another is asked for
    > total A 15   : totals
    > total B 15   : totals
    > reveal       : totals
    start c2?A6=3|A6=4-5 b4?B6=6|B6=5-4 : found; state; unsure TT-3 cells=c2
""")
def test_totals_that_differ(row: Row) -> None:
    row.check()


@rows(f"""
No player has a total that dice cannot show | {TINKER}
    > total A 0    : error "0 cannot be reached: two d4, two d6 and one d8 show 5 to 28."
    > total A 29   : error "29 cannot be reached"
    > total A 5    : totals
    > total B 28   : totals adjust=A=23
    > total C 15   : error "C does not play; A and B do."
    > total A 5    : error "A has told 5 already; take that back before telling another total."
    > total A      : totals totals=B=28 missing=A

What nobody told cannot be taken back | {TINKER}
    > total A      : error "A has told no total."
    > reveal       : totals
    > reveal       : error "The dice have been revealed already."

Other games have no hidden roll, and without clocks no pause | game tink
    > pause        : error "This game is played without a clock."
    > total A 15   : error "Tink begins without a hidden roll."
    > reveal       : error "Tink begins without a hidden roll."

The highest roller may turn dice where the table plays so | {TINKER}; options highest_may_adjust=true
    > total A 15   : totals
    > total B 11   : totals "B: turn your dice up by 4, to 15. A may turn dice as well and keeps the total."

Three that are declared are waited for | game tinker_tactics; options players=3
    > total B 11   : totals missing=A,C
    > total C 12   : totals missing=A
    > total A 12   : totals adjust=B=1 "The highest total is 12, by A and C."
""")
def test_what_cannot_be_told_is_refused_in_one_line(row: Row) -> None:
    row.check()


def test_dice_that_kiebitz_rolls_are_told_to_nobody_and_forgotten_at_the_reveal() -> None:
    state, events = step(happened("bare", setup=TINKER), Rolled("A", HAND))
    assert [(event.kind, event.fields["totals"]) for event in events] == [("totals", {"A": 17})]
    assert "d6" not in str([event.as_json() for event in events])
    assert state.roll.hands == {"A": HAND}
    again, events = step(state, Rolled("A", HAND))
    assert (again.roll, [event.kind for event in events]) == (state.roll, ["error"])
    for line in ('{"do":"total","seat":"B","total":15}', '{"do":"reveal"}'):
        state, _ = step(state, told(line))
    assert (state.roll.hands, to_turn_up(state)) == ({}, {"B": 2})


def test_a_roll_that_is_under_way_outlives_a_restart() -> None:
    state, _ = step(happened("bare", "> total B 15", setup=TINKER), Rolled("A", HAND))
    again = from_json(to_json(state), TableState)
    assert (again.roll, again) == (state.roll, state)


def told(line: str) -> Told:
    return Told(parse(line))
