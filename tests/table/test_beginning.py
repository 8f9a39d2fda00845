"""How a game begins: set-ups, starts that are given or met, reveals, and another game on the same board."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from core.game import Game, dealt
from core.games import find
from core.reading import EMPTY
from kiebitz.table.inputs import Look
from kits.kit import turned_place
from tests.table.looks import Shown, Watched, plans_of
from tests.table.rows import Row, rows, state_of

DEAL = "2 A4a1=3,A6c2=4,A8c3=4,A6d1=2,A4d2=2,B6b4=6,B4c4=2,B4c5=3,B6d4=3,B8d6=1 A 0"
DICE = f"game tinker_tactics; position {DEAL}; shown"
"""The board shown first is read as the start; it is DEAL but for what a row says."""
RING = (
    "3 A4Aa1=4,A6Aa3=4,A6Ab3=1,A4Ac1=1,A8Ad2=6,B8Ba3=3,B4Bb2=4,B4Bc1=2,B6Bc2=3,B6Bd2=4,C6Ca3=4,C4Cb2=3,C6Cb3=1,"
    "C8Cc2=6,C4Cd2=2 A 0"
)


@rows("""
Too many pieces are named once, with what to do, and again when they come back
    a1=As b3=As c5=As d7=As e2=As f4=As : found; unsure GW-21 cells=a1,b3,c5,d7,e2,f4 "This may break a rule. As I \
see it: A has six smalls on the board. Only five exist in the game. Take one of A's smalls off the board."
    same                     : -
    a1=As b3=As c5=As d7=As e2=As f4=As h8# hand : unsure cells=h8 "Something covers"
    a1=As b3=As c5=As d7=As e2=As f4=As : -
    a1=Al b3=Al              : unsure "A has two larges"
    a1=As b3=As c5=As d7=As e2=As f4=As : unsure "A has six smalls"
    a1=As b3=As c5=As d7=As e2=As : state to_move=A

In film a set-up that is still being made is not blamed
    1s a1=As b3=As c5=As d7=As e2=As f4=As : found
    1s a1=As b3=As c5=As d7=As e2=As : state

In film a fault of the set-up is named in time
    3s a1=As b3=As c5=As d7=As e2=As f4=As : found; unsure GW-21

Pieces left from another game make room for a new one
    Sc3 Sd4 Se5              : found; state "Pieces have been played already; I go on from here, A to play. \
For a new game, clear the board."
    start                    : state position=8/8/8/8/8/8/8/8_A_0,0_0
    Sd4                      : Sd4

A lone piece may be a stain, and the next move tells that it was a move | coloured
    Sc3                      : found; state; unsure "Perhaps something is on c3. Play on, and I shall know."
    Sc3 Sd4                  : Sc3; Sd4

A lone piece that people name is there | coloured
    Sc3                      : found; state; unsure
    > correct c3=As          : Sc3

A game begins though a cell stays out of sight for two pictures | coloured
    Sc3 Sd4 e5#              : found; unsure
    = position None          :
    same                     : state; unsure cells=e5
    = after Sc3 Sd4          :
    Sc3 Sd4 Sc5 e5#          : Sc5
""")
def test_what_is_met_on_the_board(row: Row) -> None:
    row.check()


@rows("""
A start that was given is set up before anything is judged | given Sc3 Sd4 Se5 Sf3 Sb6; coloured
    start                    : found; unsure cells=b6,c3,d4,e5,f3 "The board is not set up as the game begins. \
Please set up: A's smalls on b6, c3, e5; B's smalls on d4, f3."
    same                     : -
    Sc3 Sd4 Se5 Sf3 a1=Bm    : unsure "Please set up: nothing on a1; A's small on b6."
    Sc3 Sd4 Se5 Sf3 Sb6      : state
    Sc3 Sd4 Se5 Sf3 Sb6 Sg4  : Sg4
    Sc3 Sd4 Se5 Sf3 Sb6 Sg4 a8=Bl : illegal

A start that was given need not be seen where a move from it is | given Sc3 Sd4 Se5 Sf3 Sb6; coloured
    Sc3 Sd4 Se5 Sf3 Sb6 Sg4  : found; Sg4
    Sc3 Sd4 Se5 Sf3 Sb6      : takeback

A start that was given is no left-over | given Sc3 Sd4 Se5; seen
    start                    : no state

A piece too many while a given start is set up is no move | given Sc3 Sd4 Se5 Sf3 Sb6; coloured
    Sc3 Sd4 Se5              : found; unsure
    = untold b6=.,f3=.       :
    Sc3 Sd4 Se5 Sf3 Sb6 Sg4  : unsure "Please set up: nothing on g4."
    Sc3 Sd4 Se5 Sf3 Sb6      : state "The board is set up."
    = untold nothing         :
    Sc3 Sd4 Se5 Sf3 Sb6 Sg4  : Sg4

A given start with a cell that is read wrong is set up once people say so | given Sc3 Sd4 Se5 Sf3 Sb6; coloured
    Sc3 Sd4 Se5 Sf3 Sb6 c3=Bs : found; unsure
    = untold c3=Bs           :
    > correct c3=As          : state
    same                     : state "The board is set up."
    = untold nothing         :

A pass that is forced at a given start is announced at once \
    | position 8/8/1As6/8/Bs5Bs1/2As5/1As2As2As/Bs2Bs2Bs1 B 0,0 10
    start                    : -- seat=B; found
    same                     : -
    > takeback               : takeback; --
    = to_move A              :

A pass that is forced at a start that is seen is announced where the turn was told \
    | position 8/8/1As6/8/Bs5Bs1/2As5/1As2As2As/Bs2Bs2Bs1 B 0,0 10; shown; to_move B
    start                    : found; state; --

A start that was given is kept | game tinker_tactics; coloured; position 2 A4a1=3,A6c2=4,A8c3=4,A6d1=2,A4d2=2,\
B6b4=6,B4c4=2,B4c5=3,B6d4=3,B8d6=1 A 0
    start                    : found
    a6=B4=1                  : illegal
""")
def test_starts_that_are_given(row: Row) -> None:
    row.check()


@rows(f"""
| {DICE}

A reveal is the start, and a move follows
    start                    : found; state position=2_A4a1=3,A6c2=4,A8c3=4,A6d1=2,A4d2=2,B6b4=6,B4c4=2,B4c5=3,\
B6d4=3,B8d6=1_A_0
    = colours A=red,B=yellow :
    c2>d5                    : c2>d5 ply=1

Seats are named by whose board their dice stand on
    bare a1=B4=3 c2=B6=4 c3=B8=4 d1=B6=2 d2=B4=2 b4=A6=6 c4=A4=2 c5=A4=3 d4=A6=3 d6=A8=1 : found; state
    = told                   :
    = colours A=yellow,B=red :

Dice that come one after another are waited for
    bare                     : found; unsure
    b4=. c4=. c5=. d4=. d6=. : unsure "Waiting for the pieces of B."
    same                     : -
    c5=. d4=. d6=.           : state
    start                    : state to_move=A
    = told                   :

A set-up that looked like a game going on begins again once all dice are at home
    d6=. a2=B8=1 c2=A6=3     : found; state
    start                    : state
    = told                   :

A die that is brought home has not moved, though a move would lead there
    c2=. c6=A6=4             : found; state; illegal TT-4
    start                    : no move
    = told                   :

Totals that one die in doubt would make equal are asked about; once they are equal the game is on
    b4=B6=5 b4?B6=5|B6=4-3.5 : found; state; unsure TT-3 "I may have misread a die. As I see it: Totals differ: \
A 15, B 14."
    same                     : -
    start                    : state
    = told                   :
    same                     : -
    b4=B6=5                  : illegal TT-8

Totals that clearly differ are told, and put right before the first move
    b4=B6=5                  : found; state; illegal TT-3
    same                     : -
    start                    : state; repaired
    = told                   :

A move after a set-up that was misread does not begin it once more
    b4?B6=5                  : found; state; illegal TT-3
    c2>d5                    : state "At the start: B's d6 on b4, showing 6."; c2>d5

A lone die that comes home completes the set-up, though it may walk there
    a1=. a4=A4=3 d4?B6=2     : found; state
    d4?B6=2|B6=3-1           : no illegal move
    = told                   :

One die more than a whole set-up breaks a rule and completes nothing
    start                    : found; state
    c3=. b3=A8=4 a5=A8=2     : illegal TT-13
    same                     : -

Unequal totals do not stop the game
    b4=B6=5                  : found; state; illegal
    b4=B6=5 c2=. d5=A6=4 c5=B4=2 d4=B6=2 d6=. : c2>d5
    same                     : -

Dice that are set up again break no rule meanwhile: the board is only not as it was
    start                    : found; state
    c2>d5                    : c2>d5
    bare                     : unsure !code
    bare                     : -
    c2>d5 b4=. c4=. d5=. c5=. d4=. c3=. : unsure !code
    same                     : -
    c2>d5                    : no illegal move takeback
    = told c2>d5             :
""")
def test_reveals(row: Row) -> None:
    row.check()


@rows(f"""
Three players reveal their dice | game tinker_tactics; options players=3; position {RING}; shown
    start                    : found; state position={RING.replace(" ", "_")}
    = colours A=red,B=yellow,C=green :
    Ad2>Cc3                  : Ad2>Cc3 ply=1

A doubtful die is settled by the totals before any colour is named | {DICE}
    b4?B6=5|B6=6-1.2         : found; state
    = told                   :

A game that goes on is taken as it stands | game tinker_tactics; to_move B; shown; \
position 2 A4a1=3,A6c3=3,A8c4=2,A6d1=2,B6c5=4,B4c2=1 B 0
    start                    : found; state
    c5>c1                    : c5>c1

Dice that no game has are asked about in a game that goes on | game tinker_tactics; to_move B; shown; \
position 2 A4a1=3,A6c3=3,A8c4=2,A6d1=2,B6c5=4,B4c2=1 B 0
    a1=A6=3                  : found; state; unsure

Dice of both players on the other board have been played | game tinker_tactics; to_move B; shown; \
position 2 A4a3=4,A8c1=1,A4c3=2,A6d2=3,A6d4=4,B8a1=7,B4a5=2,B4a6=2,B6b6=1,B6d3=2 B 7
    start                    : found; state

Seats keep their names in a game that goes on | game tinker_tactics; options players=3; shown; \
position 3 A6Aa1=1,A4Aa3=3,A6Cb3=3,B6Ab2=1,B4Ca2=1,B8Cc1=2,C4Ac1=1,C4Bb1=2,C6Bc2=1 A 0
    start                    : found; state
    = told                   :

In Tinker Tactics a blocked seat passes by itself | game tinker_tactics; coloured; \
position 2 A6a1=1,A4b1=2,B8a2=3,B6b2=2,B4d1=1 B 0
    start                    : found
    d1>c1                    : d1>c1 announcements.0.code=TT-24; -- "A has no legal move and passes."
""")
def test_dice_that_are_met(row: Row) -> None:
    row.check()


@rows("""
A board that is cleared after the end begins a new game | told Sc3 Sa1 Sd4 Sa2 Se5 Sa3 Sf6; seen
    start                    : state new_game=True position=8/8/8/8/8/8/8/8_A_0,0_0
    = told                   :
    Sd4                      : Sd4

A board half cleared is no new game | told Sc3 Sa1 Sd4 Sa2 Se5 Sa3 Sf6; seen
    Sc3 Sa1 Sd4 Sa2 Se5 Sa3 Sf6 c3=. d4=. a1=. : no state
    = told Sc3 Sa1 Sd4 Sa2 Se5 Sa3 Sf6 :

A board cleared before the end is no new game | told Sc3 Sa1 Sd4; seen
    start                    : unsure "The board is as it was at the start."

After the end and a clear table another reveal begins another game \
    | game tinker_tactics; position 2 A8b3=2,A6d1=4,B6b4=1,B4c6=2,B4d4=1 A 0; told b3>c4
    b3>c4                    : found
    bare                     : -
    bare a1=A4=3 c2=A6=4 c3=A8=4 d1=A6=2 d2=A4=2 b4=B6=6 c4=B4=2 c5=B4=3 d4=B6=3 d6=B8=1 : state new_game=True
""")
def test_another_game(row: Row) -> None:
    row.check()


class _FromBehind(Watched):
    """A table whose board is seen from its other side; *marked* if tags tell so."""

    marked = False

    def _given(self, given: Any) -> None:
        if isinstance(given, Look):
            given = replace(given, way_round_is_known=self.marked)
        super()._given(given)


@pytest.mark.parametrize("marked", [False, True])
def test_dice_tell_which_way_round_a_board_without_tags_is_seen(marked: bool) -> None:
    game = find("tinker_tactics")
    options = game.options()
    (plan,), contents = plans_of(game.name, options), game.contents(game.parse_position(DEAL, options))
    table = _FromBehind(state_of({"game": game.name, "coloured": ""}))
    table.marked = marked
    events = table.take(Shown({turned_place(c, 2, plan.columns, plan.rows): held for c, held in contents.items()}))
    assert (DEAL in [event.fields.get("position") for event in events]) is not marked


def _played(game: Game[Any], start: Any, seed: int, most: int = 400) -> list[Any]:
    """Return the positions of a game by random actions, up to its end or the number *most*."""
    rng, positions = random.Random(seed), [start]
    while positions[-1].to_move and len(positions) < most:
        actions = [action for action in game.actions(positions[-1]) if action != "--"] or ["--"]
        positions.append(game.play(positions[-1], rng.choice(actions)))
    return positions


@pytest.mark.thinned(2)
@pytest.mark.parametrize(
    ("name", "players", "seed"),
    [("tink", 3, 1), ("tink", 4, 1), *(("tinker_tactics", *each) for each in ((3, 3), (4, 3), (5, 3), (6, 1)))],
)
def test_a_game_of_three_or_more_is_refereed_to_its_end_and_another_begins(name: str, players: int, seed: int) -> None:
    game = find(name)
    options = game.options.of({"players": players})
    last = _played(game, dealt(game, options, seed=players), seed)[-6:]
    again = _played(game, dealt(game, options, seed=99), seed, most=players + 2)
    setup = {"game": name, "options": f"players={players}", "position": game.format_position(last[0])}
    table, boards = Watched(state_of(setup)), list[Mapping[str, str]]()
    for position in (*last, None, *again):
        boards.append(dict.fromkeys(boards[0], EMPTY) if position is None else game.contents(position))
    events = [event for board in boards[: len(last)] for event in table.take(Shown(board))]
    assert table.state.told == tuple(last)
    assert [event.kind for event in events].count("result") == 1
    events = [event for board in boards[len(last) :] for event in table.take(Shown(board))]
    assert table.state.told == tuple(again)
    assert [event.fields.get("new_game") for event in events if event.kind == "state"] == [True]
