"""The players' clocks: when they run, when they stand, and what is said of them."""

from __future__ import annotations

import pytest

from kiebitz.table.events import narrate
from tests.table.rows import Row, events_of, rows


@rows("""
| clock 10+5

The controls are told as the game begins, and the clocks stand until the first move | clock A=10+5,B=5
    @1 start                 : found; state; clock left.A=600 left.B=300 running=None control=A=10+5,B=5
    @100 Sc3                 : Sc3; clock left.A=600 left.B=300 running=B

A pause stops the clocks until people go on, whatever is played | played Sc3
    @12 Sc3                  : -
    > pause                  : clock left.A=600 left.B=590 running=None
    = clocks paused=True     :
    @492 Sc3 Sd4             : Sd4; clock left.A=600 left.B=590 running=None
    > continue               : clock running=A !paused "The clock goes on."
    @502 Sc3 Sd4             : -
    = clocks left.A=590 left.B=590 :

A pause that there is not cannot be ended
    > continue               : error "The clock is not paused."

A legal move presses the clock | played Sc3
    @12 Sc3                  : -
    @32 Sc3 Sd4              : Sd4; clock left.A=600 left.B=575 running=A
    @52 Sc3 Sd4 Se5          : Se5; clock left.A=585 left.B=575 running=B

A move is dated by when the table came to rest, however late it is announced
    2s start                 : found; state; clock
    2s Sc3                   : Sc3; clock
    5s ...                   : -
    2s Sc3 Sd4               : Sd4; clock left.A=599.65 left.B=598

Two moves seen at once share the time | clock 10; played Sc3
    @32 Sc3 Sd4 Se5          : Sd4; Se5; clock left.A=585 left.B=585 running=B

The clock goes on for the seat that broke a rule | clock 10; played Sc3
    @12 Sc3 g7=Bm            : illegal
    @42 Sc3                  : repaired
    @62 Sc3 Sd4              : Sd4; clock left.A=600 left.B=540 running=A

A broken rule that is agreed to presses the clock | played Sc3
    @12 Sc3 g7=Bm            : illegal
    > agree                  : agreed; clock left.A=600 left.B=595 running=A

A take-back lets the clock of its player run again, without what the move earned | played Sc3 Sd4
    @23 Sc3                  : takeback; clock left.A=580 left.B=599 running=B
    @33 Sc3 Se5              : Se5; clock left.A=580 left.B=594 running=A

The clocks stand again once the first move is taken back | played Sc3
    > takeback               : takeback; clock left.A=600 left.B=600 running=None

The clocks stand while the camera is away | clock 10; played Sc3
    @12 Sc3                  : -
    camera_gone              : lost; clock left.A=600 left.B=590 running=None
    @92 Sc3                 : clock left.A=600 left.B=590 running=B
    @122 Sc3 Sd4             : Sd4; clock left.A=600 left.B=560 running=A

A fallen flag is announced once, and the game goes on | clock 1; played Sc3
    @62 Sc3                  : -
    @66 Sc3                  : clock flag=B left.A=60 left.B=0 "B's time is up."
    @82 Sc3                  : -
    @92 Sc3 Sd4             : Sd4; clock

No flag falls for a move that was finished in time and told late | clock 0.1; played Sc3
    5.5s ...                 : -
    2s Sc3 Sd4               : Sd4; clock left.B=0.5

A flag that falls while a hand is over the board is announced at once | clock 0.1; played Sc3
    6s ...                   : -
    0.5s ...                 : clock flag=B
    3s ...                   : -

The clock stops with the result, and stands in the next game | told Sc3 Sa1 Sd4 Sa2 Se5; played Sa3
    @12 Sc3 Sa1 Sd4 Sa2 Se5 Sa3 Sf6 : Sf6; result; clock running=None
    @192 start               : state new_game=True; clock left.A=600 left.B=600 running=None control=A=10+5,B=10+5

The last time is announced before the end | clock 10; played Sc3
    @22 Sc3                  : -
    > stop                   : clock left.A=600 left.B=580 running=None; end
""")
def test_clocks(row: Row) -> None:
    row.check()


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
