"""The players' clocks: when they run, when they stand, and what is told of them."""

from __future__ import annotations

import pytest

from kiebitz.table.events import narrate
from tests.table.rows import Row, events_of, rows


@rows(
    """
The controls are told as the game begins, and the clocks stand until the first move | clock A=10+5,B=5
    @1 start                 : found; state; clock left.A=600 left.B=300 running=None control=A=10+5,B=5
    @100 Sc3                 : Sc3; clock left.A=600 left.B=300 running=B

A pause stops the clocks until people go on, whatever is played
    @1 start                 : found; state; clock
    @10 Sc3                  : Sc3; clock
    @20 Sc3                  : -
    > pause                  : clock left.A=600 left.B=590 running=None
    = clocks paused=True     :
    @500 Sc3 Sd4             : Sd4; clock left.A=600 left.B=590 running=None
    > continue               : clock running=A !paused "The clock goes on."
    @510 Sc3 Sd4             : -
    = clocks left.A=590 left.B=590 :

A pause that there is not cannot be ended
    > continue               : error "The clock is not paused."

A legal move presses the clock
    @1 start                 : found; state; clock
    @10 Sc3                  : Sc3; clock
    @20 Sc3                  : -
    @40 Sc3 Sd4              : Sd4; clock left.A=600 left.B=575 running=A
    @60 Sc3 Sd4 Se5          : Se5; clock left.A=585 left.B=575 running=B

A move is dated by when the table came to rest, however late it is told
    2s start                 : found; state; clock
    2s Sc3                   : Sc3; clock
    5s ...                   : -
    2s Sc3 Sd4               : Sd4; clock left.A=599.65 left.B=598

Two moves seen at once share the time | clock 10
    @1 start                 : found; state; clock
    @10 Sc3                  : Sc3; clock
    @40 Sc3 Sd4 Se5          : Sd4; Se5; clock left.A=585 left.B=585 running=B

The clock goes on for the seat that broke a rule | clock 10
    @1 start                 : found; state; clock
    @10 Sc3                  : Sc3; clock
    @20 Sc3 g7=Bm            : illegal
    @50 Sc3                  : repaired
    @70 Sc3 Sd4              : Sd4; clock left.A=600 left.B=540 running=A

A broken rule that is agreed to presses the clock
    @1 start                 : found; state; clock
    @10 Sc3                  : Sc3; clock
    @20 Sc3 g7=Bm            : illegal
    > agree                  : agreed; clock left.A=600 left.B=595 running=A

A take-back lets the clock of its player run again, without what the move earned
    @1 start                 : found; state; clock
    @10 Sc3                  : Sc3; clock
    @30 Sc3 Sd4              : Sd4; clock
    @50 Sc3                  : takeback; clock left.A=580 left.B=580 running=B
    @60 Sc3 Se5              : Se5; clock left.A=580 left.B=575 running=A

The clocks stand again once the first move is taken back
    @1 start                 : found; state; clock
    @10 Sc3                  : Sc3; clock
    > takeback               : takeback; clock left.A=600 left.B=600 running=None

The clocks stand while the camera is away | clock 10
    @1 start                 : found; state; clock
    @10 Sc3                  : Sc3; clock
    @20 Sc3                  : -
    camera_gone              : lost; clock left.A=600 left.B=590 running=None
    @100 Sc3                 : clock left.A=600 left.B=590 running=B
    @130 Sc3 Sd4             : Sd4; clock left.A=600 left.B=560 running=A

A fallen flag is told once, and the game goes on | clock 1
    @1 start                 : found; state; clock
    @10 Sc3                  : Sc3; clock
    @70 Sc3                  : -
    @74 Sc3                  : clock flag=B left.A=60 left.B=0 "B's time is up."
    @90 Sc3                  : -
    @100 Sc3 Sd4             : Sd4; clock

No flag falls for a move that was finished in time and told late | clock 0.1
    2s start                 : found; state; clock
    2s Sc3                   : Sc3; clock
    3.5s ...                 : -
    2s Sc3 Sd4               : Sd4; clock left.B=0.5

A flag that falls while a hand is over the board is told at once | clock 0.1
    2s start                 : found; state; clock
    2s Sc3                   : Sc3; clock
    4s ...                   : -
    0.5s ...                 : clock flag=B
    3s ...                   : -

The clock stops with the result, and stands in the next game | told Sc3 Sa1 Sd4 Sa2 Se5
    @1 Sc3 Sa1 Sd4 Sa2 Se5   : found; clock
    @10 Sc3 Sa1 Sd4 Sa2 Se5 Sa3 : Sa3; clock
    @20 Sc3 Sa1 Sd4 Sa2 Se5 Sa3 Sf6 : Sf6; result; clock running=None
    @200 start               : state new_game=True; clock left.A=600 left.B=600 running=None control=A=10+5,B=10+5

The last time is told before the end | clock 10
    @1 start                 : found; state; clock
    @10 Sc3                  : Sc3; clock
    @30 Sc3                  : -
    > stop                   : clock left.A=600 left.B=580 running=None; end
""",
    more="clock 10+5",
)
def test_clocks(row: Row) -> None:
    row.check()


def test_a_game_without_clocks_cannot_be_paused() -> None:
    (refused,) = events_of("> pause")
    assert (refused.kind, refused.fields["message"]) == ("error", "This game is played without a clock.")


@pytest.mark.parametrize(
    ("setup", "happens", "line"),
    [
        ("clock 1+2x30", ("start", "Sc3"), "     A 1:00 and 2 periods, B 1:00 and 2 periods"),
        ("clock 1", ("start", "Sc3", "end"), "     The clock is stopped: A 1:00, B 1:00"),
        ("clock 1", ("@1 start", "@10 Sc3", "@74 Sc3"), "  !  B's time is up."),
    ],
)
def test_people_see_the_clocks(setup: str, happens: tuple[str, ...], line: str) -> None:
    told = [event for event in events_of(*happens, setup=setup) if event.kind == "clock"]
    assert narrate(told[-1], {}) == line
