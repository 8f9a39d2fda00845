"""Random play of Tinker Tactics in compiled code: a way to choose, and games of nothing else.

Every die has a place in a few arrays for the whole game: where it stands, what it shows and how far that reaches, which
changes only when it moves or is hit. An action is the number of its target in the list of all that the mover's dice
reach and that is free, so that each is as likely as any other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from adviser.kernels.compiled import inlined, merged, mixed, share_of, spare, stepped
from adviser.kernels.tinker_rules import (
    FLAGS,
    LANDS,
    LIMIT,
    LOSES,
    MAY_PASS,
    MOVER,
    OWN,
    PASSED,
    PLAYERS,
    PLY,
    QUIET,
    QUIET_LIMIT,
    STAYS,
    TABLE,
    WINNERS,
    WORDS,
    ZERO,
    active_seats,
    alone_without,
    carried,
    near,
    next_seat,
    occupied,
    open_to_loss,
    own_of,
    reached,
    shown_on,
    value_on,
)
from adviser.kernels.words import ONE, bit, count, load, lowest, nth_of, some, store

_MOST_PLIES = 400
"""Random games that last longer than this many plies are abandoned."""
_TRIED = 6
"""How many random moves an informed playout tries, to take the most harmful one."""
_DICE = 5
"""Number of dice of a player."""
_OWN, _WORDS = np.uint64(OWN), np.uint64(WORDS)
"""``OWN`` and ``WORDS`` as ``uint64``: compiled code need not check for places below zero."""
_UNLIMITED = np.uint64(2**62)


@inlined
def _placed(state: Any, dice: Any, none: Any) -> None:
    """Enter each die of the players still in into the arrays of *dice*; see ``to_the_end``."""
    cells, values, reaches, numbers = dice
    shown, number = shown_on(none, state), ZERO
    for seat in range(state[PLAYERS]):
        left = own_of(none, state, seat)
        for _ in range(_DICE):
            store(none, reaches, number * _WORDS)
            if some(left):
                cell = lowest(left)
                left = left & ~bit(left, cell)
                cells[number], values[number], numbers[cell] = cell, value_on(bit(left, cell), shown), number
                store(reached(state[TABLE], values[number], cell, none), reaches, number * _WORDS)
            number += ONE


@merged
def _list_targets(dice: Any, first: Any, free: Any, lands: Any, listed: Any, none: Any) -> Any:
    """List where the mover's dice, from number *first* on, may go; return the number of targets.

    For each die it lists its targets, and the number of targets of the dice before it.
    """
    cells, values, reaches, _ = dice
    targets, before = listed
    total, die = np.int64(0), ZERO
    for _ in range(_DICE):
        number = first + die
        found = load(none, reaches, number * _WORDS) & free
        if lands and some(load(none, reaches, number * _WORDS)) and values[number] & ONE == ZERO:
            found = found | bit(none, cells[number])
        store(found, targets, die * _WORDS)
        before[die] = total
        total += count(found)
        die += ONE
    return total


@merged
def _drawn(listed: Any, total: Any, may_pass: Any, word: Any, none: Any) -> Any:
    """Return the die and target of a random legal action, all equally likely, and the *word* that follows.

    The target is a bit, and no bit for a pass.
    """
    targets, before = listed
    word = stepped(word)
    place = share_of(mixed(word), total + may_pass)
    if place >= total:
        return ZERO, none, word
    die = ZERO
    for number in range(1, _DICE):
        die += np.uint64(before[number] <= place)
    return die, nth_of(load(none, targets, die * _WORDS), place - before[die]), word


@merged
def any_action(given: Any, total: Any, word: Any, none: Any) -> Any:
    """Choose any action. *given* is what a ply of ``to_the_end`` knows."""
    _, _, _, _, listed, may_pass = given
    return _drawn(listed, total, may_pass, word, none)


@inlined
def _winning(state: Any, mover: Any, ones: Any, targets: Any, none: Any) -> Any:
    """Return a die and its target that win at once, or no target; *ones* are the dice showing 1."""
    weak = open_to_loss(state, mover, ones, none)
    if some(weak):
        for die in range(np.uint64(_DICE)):
            left = load(none, targets, die * _WORDS)
            while some(left):
                cell = lowest(left)
                left = left & ~bit(left, cell)
                gone = weak & near(state[TABLE], cell, none)
                if some(gone) and alone_without(state, mover, gone):
                    return die, bit(none, cell)
    return ZERO, none


@merged
def harmful_action(given: Any, total: Any, word: Any, none: Any) -> Any:
    """Choose an action that wins, or else the most harmful of a few random ones.

    A point for each die weakened, two more for each taken off.
    """
    state, mover, others, ones, listed, may_pass = given
    chosen, target = _winning(state, mover, ones, listed[0], none)
    if some(target):
        return chosen, target, word
    most = np.int64(-1)
    for _ in range(_TRIED):
        die, one, word = _drawn(listed, total, may_pass, word, none)
        harm = np.int64(0)
        if some(one):
            hit = others & near(state[TABLE], lowest(one), none)
            harm = count(hit) + 2 * count(hit & ones)
        if harm > most:
            chosen, target, most = die, one, harm
    return chosen, target, word


@inlined
def _leave(state: Any, seat: Any, dice: Any, standing: Any, none: Any) -> Any:
    """Put *seat* out of the game; return the new *standing*: dice still in, all dice, and seats still in."""
    inside, taken, active = standing
    left = own_of(none, state, seat)
    for die in range(np.uint64(_DICE)):
        store(none, dice[2], (seat * np.uint64(_DICE) + die) * _WORDS)
    store(none, state, _OWN + seat * _WORDS)
    return inside & ~left, taken if state[FLAGS] & STAYS else taken & ~left, active & ~(ONE << seat)


@merged
def _take_off(state: Any, gone: Any, dice: Any, standing: Any, none: Any) -> Any:
    """Remove the dice on *gone*, and from the game every player left with one die; return the new *standing*."""
    inside, taken, active = standing
    standing, seat = (inside & ~gone, taken & ~gone, active), ZERO
    while seat < state[PLAYERS]:
        own = load(none, state, _OWN + seat * _WORDS) & ~gone
        store(own, state, _OWN + seat * _WORDS)
        if count(own) < 2 and active >> seat & ONE:
            standing = _leave(state, seat, dice, standing, none)
        seat += ONE
    return standing


@merged
def _weaken(hit: Any, ones: Any, table: Any, dice: Any, none: Any) -> Any:
    """Turn each die on *hit* down by one; return the dice that showed 1, which are gone, and those that show 1 now."""
    _, values, reaches, numbers = dice
    gone, ones = hit & ones, ones & ~hit
    while some(hit):
        cell = lowest(hit)
        one = bit(hit, cell)
        hit = hit & ~one
        number = np.uint64(numbers[cell])
        value = values[number] - ONE
        values[number] = value
        store(reached(table, value, cell, none), reaches, number * _WORDS)
        ones = ones | (one if value == ONE else none)
    return gone, ones


def to_the_end(choose: Any) -> Any:
    """Return what plays a state to its end with the actions that *choose* returns; see ``Kernel.uniform``.

    It does what ``carry_out`` does, but with a place for every die: ``_DICE`` of each seat, for its cell, its value and
    how far that reaches (nowhere, if the die is gone), and of each cell the number of its die. In the state only the
    dice of each seat are kept up.
    """

    @inlined
    def play(state: Any, rng: Any, none: Any) -> Any:
        if state[WINNERS]:
            return np.int64(state[WINNERS])
        dice = spare(state), spare(state), spare(state), spare(state).view(np.uint8)
        listed = spare(state), spare(state).view(np.int64)
        table, flags, players, word = state[TABLE], state[FLAGS], state[PLAYERS], rng[0]
        may_pass, lands = np.int64((flags & MAY_PASS) != ZERO), (flags & LANDS) != ZERO
        mover, passed, quiet = state[MOVER], state[PASSED], state[QUIET]
        quiet_limit = state[QUIET_LIMIT] or _UNLIMITED
        until: Any = min(_MOST_PLIES, np.int64((state[LIMIT] or _UNLIMITED) - state[PLY]))
        _placed(state, dice, none)
        inside, taken, active, shown = none, occupied(state, none), active_seats(state, none), shown_on(none, state)
        for seat in range(players):
            inside = inside | own_of(none, state, seat)
        ones = inside & ~(shown[0] | shown[1] | shown[2])
        plies = np.int64(0)
        while plies < until:
            plies += 1
            own, first = load(none, state, _OWN + mover * _WORDS), mover * np.uint64(_DICE)
            die, target, hit = ZERO, none, none
            total = _list_targets(dice, first, ~taken, lands, listed, none)
            if total > 0:
                die, target, word = choose((state, mover, inside ^ own, ones, listed, may_pass), total, word, none)
            if some(target):
                number, cell = first + die, lowest(target)
                here = bit(none, dice[0][number])
                change = here ^ target
                store(own ^ change, state, _OWN + mover * _WORDS)
                hit = (inside ^ own) & near(table, cell, none)
                inside, taken, passed = inside ^ change, taken ^ change, ZERO
                ones = carried(ones, here, change)
                dice[0][number], dice[3][cell] = cell, number
                store(reached(table, dice[1][number], cell, none), dice[2], number * _WORDS)
                gone, ones = _weaken(hit, ones, table, dice, none)
                if some(gone):
                    inside, taken, active = _take_off(state, gone, dice, (inside, taken, active), none)
                    ones = ones & inside
            else:
                passed = passed | ONE << mover if may_pass else ZERO
                if flags & LOSES and total == 0:
                    inside, taken, active = _leave(state, mover, dice, (inside, taken, active), none)
                    ones = ones & inside
                if may_pass and active & ~passed == ZERO:
                    break
            quiet = ZERO if some(hit) else quiet + ONE
            if active & (active - ONE) == ZERO or quiet >= quiet_limit:
                break
            mover = next_seat(mover, active, players)
        rng[0] = word
        return plies << 8 | np.int64(active)

    return play
