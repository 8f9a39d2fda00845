"""The hidden roll: totals that are told, who turns dice up by how much, and the reveal."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TypeVar

from core.belief.likelihood import Rows
from core.game import HiddenSetup, P
from core.options import SEATS
from core.reading import Reading
from core.verdict import in_words
from kiebitz.table.inputs import Look, Rolled, Tick
from kiebitz.table.roll import EqualLooks
from kiebitz.table.rules.orders import freshened, looking_anew
from kiebitz.table.rules.trouble import forgotten
from kiebitz.table.state import Fields, TableState

REVEALED = "The dice have been revealed; totals are told before."
T = TypeVar("T")
TOTALS_DIFFER = "TT-3"
_LOOKS = 3
"""If this many equal looks show differing totals, no die was misread."""
_APART_S = 3.0
"""Seconds after which another look at a still table counts as a new one."""
ARRANGE = "Arrange your dice behind your screens, then reveal."


def total_told(state: TableState[P], seat: str, total: int | None) -> TableState[P]:
    """Return *state* after *seat* has told its *total*, or with None taken it back. Raises ``ValueError``."""
    game, seats = _rolling(state), _who_may_play(state)
    if seat not in seats:
        raise ValueError(f"{seat[:20]} does not play; {in_words(seats)} do")
    roll = state.roll
    if total is None:
        if seat not in roll.totals:
            raise ValueError(f"{seat} has told no total")
        roll = replace(roll, totals=_without(roll.totals, seat), hands=_without(roll.hands, seat), revealed=False)
        return _told(replace(state, roll=roll), seat, f"{seat} takes the total back.")
    if roll.revealed:
        raise ValueError(REVEALED)
    if seat in roll.totals:
        raise ValueError(f"{seat} has told {roll.totals[seat]} already; take that back before telling another total")
    within = game.totals(state.options)
    if total not in within:
        raise ValueError(f"{total} cannot be reached: two d4, two d6 and one d8 show {within[0]} to {within[-1]}")
    roll = replace(roll, totals=dict(sorted({**roll.totals, seat: total}.items())))
    return _told(replace(state, roll=roll), seat, f"{seat} tells {total}.")


def rolled(state: TableState[P], given: Rolled) -> TableState[P]:
    """Return *state* with the dice that were rolled for a seat, and their total. Raises ``ValueError``."""
    after = total_told(state, given.seat, sum(value for _, value in given.hand))
    return replace(after, roll=replace(after.roll, hands={**after.roll.hands, given.seat: given.hand}))


def revealed(state: TableState[P]) -> TableState[P]:
    """Return *state* after the dice have been revealed: what is seen from now on counts. Raises ``ValueError``."""
    _rolling(state)
    if state.roll.revealed:
        raise ValueError("the dice have been revealed already")
    state = looking_anew(replace(state, roll=replace(state.roll, revealed=True, hands={})))
    missing = _missing(state)
    without = f"The totals of {in_words(missing)} were not told." if missing and state.roll.totals else ""
    return _saying(state, " ".join(filter(None, ("The dice are revealed.", without))))


def without_hands(state: TableState[P]) -> TableState[P]:
    """Return *state* without anybody's dice, so that it can be kept where others may read it."""
    return replace(state, roll=replace(state.roll, hands={})) if state.roll.hands else state


def seats_rolling(state: TableState[P]) -> tuple[str, ...]:
    """Return the seats that roll: those that play, and those that have told a total."""
    return tuple(sorted({*SEATS[: state.options.players], *state.roll.totals}))


def to_turn_up(state: TableState[P]) -> dict[str, int]:
    """Return seat → by how much its dice are to be turned up; nothing before all totals have been told."""
    totals, highest = state.roll.totals, state.roll.highest
    if highest is None or _missing(state):
        return {}
    return {seat: highest - total for seat, total in totals.items() if total < highest}


def totals_seen(state: TableState[P], look: Look, evidence: Reading) -> TableState[P]:
    """Return *state* with *look* counted if it shows a whole set-up in which nothing but the totals is wrong."""
    game, contents, before = state.game, evidence.contents, state.roll.looks
    if not isinstance(game, HiddenSetup) or before.number == look.number:
        return state
    faults = [] if evidence.covered else game.reveal_faults(contents, state.options, state.roll.highest)
    shown = game.shown_totals(contents, state.options) if [each.code for each in faults] == [TOTALS_DIFFER] else {}
    count = before.count
    if not shown or shown != before.totals:
        count = 1 if shown else 0
    elif look.own_moment or look.rested_s != before.rested_s or look.moment[1] - before.t >= _APART_S:
        count += 1
    else:
        return state
    looks = EqualLooks(dict(shown), count, look.number, look.rested_s, look.moment[1])
    return replace(state, roll=replace(state.roll, looks=looks))


def totals_are_wrong(state: TableState[P]) -> bool:
    """Return whether the totals differ beyond doubt, as several looks have shown the same."""
    return state.roll.looks.count >= _LOOKS


def is_doubting_totals(state: TableState[P]) -> bool:
    """Return whether people are being asked about a die because the totals differ."""
    doubted = state.trouble.doubted
    return len(state.told) < 2 and doubted is not None and doubted.code == TOTALS_DIFFER


def die_in_doubt(
    state: TableState[P], contents: Mapping[str, str], cells: Collection[str], rows: Rows
) -> tuple[str, ...]:
    """Return which die of *contents* on *cells*, or else anywhere, is least sure by what was read, *rows*.

    Where totals were told before, it is a die of a player who shows another than the highest.
    """
    highest = state.roll.highest
    game = state.game
    shown = game.shown_totals(contents, state.options) if isinstance(game, HiddenSetup) else {}
    wrong = {seat for seat, total in shown.items() if highest is not None and total != highest} or set(shown)
    dice = [cell for cell, content in contents.items() if content[0] in wrong]
    asked = [cell for cell in dice if cell in cells] or dice
    return (min(asked, key=lambda cell: _lead(rows[cell], contents[cell])),) if asked else tuple(cells)


def _lead(row: Mapping[str, float], content: str) -> float:
    """Return the nats by which *content* leads over everything else in *row*."""
    return row[content] - max((nats for other, nats in row.items() if other != content), default=0.0)


def looked_again(state: TableState[P], tick: Tick) -> TableState[P]:
    """Have a table at rest read again from time to time while people are asked about a die because totals differ."""
    waited = tick.in_view and tick.moment[1] - max(state.roll.looks.t, tick.rested_s) >= _APART_S
    return freshened(state) if waited and is_doubting_totals(state) and not totals_are_wrong(state) else state


def free_to_turn(state: TableState[P]) -> list[str]:
    """Return the seats that may turn dice and keep their total; nobody before all totals have been told."""
    game, up = state.game, to_turn_up(state)
    if not isinstance(game, HiddenSetup) or _missing(state):
        return []
    return [seat for seat in game.may_adjust(state.roll.totals, state.options) if seat not in up]


def _rolling(state: TableState[P]) -> HiddenSetup:
    """Return the game of *state* while its dice are rolled. Raises ``ValueError`` at any other time."""
    if not isinstance(state.game, HiddenSetup):
        raise ValueError(f"{state.game.title} begins without a hidden roll")
    if state.told:
        raise ValueError(REVEALED)
    return state.game


def _who_may_play(state: TableState[P]) -> tuple[str, ...]:
    most = state.options.most_players() if state.is_open else state.options.players
    return tuple(SEATS[:most])


def _missing(state: TableState[P]) -> list[str]:
    return [seat for seat in seats_rolling(state) if seat not in state.roll.totals]


def _told(state: TableState[P], seat: str, message: str) -> TableState[P]:
    missing = _missing(state)
    if missing:
        more = [f"Waiting for the totals of {in_words(missing)}."] if state.roll.totals else []
    else:
        more = [*_adjusting(state), ARRANGE]
    return _saying(state, " ".join((message, *more)), seat=seat)


def _adjusting(state: TableState[P]) -> list[str]:
    """Return sentences on who rolled the highest total and who turns dice, once all totals are known."""
    totals, highest, up = state.roll.totals, state.roll.highest, to_turn_up(state)
    best = [seat for seat in totals if seat not in up]
    told = [f"The highest total is {highest}, by {in_words(best)}." if up else f"All have {highest}; nobody turns up."]
    told += [f"{seat}: turn your dice up by {by}, to {highest}." for seat, by in up.items()]
    return [*told, *(f"{seat} may turn dice as well and keeps the total." for seat in free_to_turn(state))]


def _saying(state: TableState[P], message: str, **fields: object) -> TableState[P]:
    state = forgotten(state)
    told: Fields = {"totals": dict(state.roll.totals), "missing": _missing(state), "adjust": to_turn_up(state)}
    return state.saying("totals", **fields, **told, revealed=state.roll.revealed, message=message)


def _without(values: Mapping[str, T], seat: str) -> dict[str, T]:
    return {name: value for name, value in values.items() if name != seat}
