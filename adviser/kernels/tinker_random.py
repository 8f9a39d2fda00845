"""Random play of Tinker Tactics in compiled code: a way to choose, and games of nothing else.

Where the mover's dice may go is listed once a ply: of each die its cell, its targets, and how many targets the dice
before it have. An action is the number of its target in that list, so that each is as likely as any other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from adviser.kernels.compiled import inlined, merged, mixed, share_of, spare, stepped
from adviser.kernels.tinker_rules import (
    CELL,
    FLAGS,
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
    SHIFT,
    TABLE,
    WINNERS,
    WORDS,
    ZERO,
    active_seats,
    carried,
    give_up,
    near,
    next_seat,
    occupied,
    own_of,
    shown_on,
    take_off,
    targets_of,
    weakened,
    winning_move,
)
from adviser.kernels.words import ONE, bit, count, load, lowest, nth_of, some, store

_MOST_PLIES = 400
"""Random games that last longer are called off."""
_TRIED = 6
"""Random moves of which an informed playout takes the most harmful one."""
_NOWHERE = np.uint64(255)
"""The target of a pass."""
_UNLIMITED = np.uint64(2**62)


@merged
def _list_targets(own: Any, free: Any, shown: Any, table: Any, flags: Any, listed: Any) -> Any:
    """List where the dice *own* may go; return how many dice and how many targets there are."""
    cells, before, targets = listed
    dice, total = np.int64(0), np.int64(0)
    while some(own):
        cell = lowest(own)
        own = own & ~bit(own, cell)
        found = targets_of(cell, shown, table, free, flags)
        cells[dice], before[dice] = cell, np.uint64(total)
        store(found, targets, WORDS * dice)
        total += count(found)
        dice += 1
    return dice, total


@merged
def _drawn(listed: Any, dice: Any, total: Any, may_pass: Any, word: Any, none: Any) -> Any:
    """Return the source and the target of a legal action, each as likely as any other, and the *word* that follows."""
    cells, before, targets = listed
    word = stepped(word)
    place = share_of(mixed(word), total + may_pass)
    if place >= total:
        return _NOWHERE, _NOWHERE, word
    die = np.int64(0)
    for number in range(1, dice):
        die += np.int64(before[number] <= np.uint64(place))
    target = nth_of(load(none, targets, WORDS * die), place - np.int64(before[die]))
    return cells[die], lowest(target), word


@merged
def any_action(given: Any, dice: Any, total: Any, word: Any, none: Any) -> Any:
    """Choose any action. *given* is what a ply of ``to_the_end`` knows."""
    _, _, _, _, _, listed, may_pass = given
    return _drawn(listed, dice, total, may_pass, word, none)


@merged
def harmful_action(given: Any, dice: Any, total: Any, word: Any, none: Any) -> Any:
    """Choose an action that wins, or else the most harmful of a few random ones.

    A point for each die weakened, two more for each taken off.
    """
    state, mover, others, shown, free, listed, may_pass = given
    move = winning_move(state, mover, shown, free, none)
    if move >= 0:
        return np.uint64(move >> SHIFT), np.uint64(move & CELL), word
    weak = others & ~(shown[0] | shown[1] | shown[2])
    source, target, most = _NOWHERE, _NOWHERE, np.int64(-1)
    for _ in range(_TRIED):
        one, other, word = _drawn(listed, dice, total, may_pass, word, none)
        harm = np.int64(0)
        if other != _NOWHERE:
            hit = others & near(state[TABLE], other, none)
            harm = count(hit) + 2 * count(hit & weak)
        if harm > most:
            source, target, most = one, other, harm
    return source, target, word


@inlined
def _standing(state: Any, shown: Any, none: Any) -> Any:
    """Return the dice that are in, all dice, the seats that are in, and what the dice that are left show."""
    dice, taken = none, occupied(state, none)
    for seat in range(state[PLAYERS]):
        dice = dice | own_of(none, state, seat)
    return dice, taken, active_seats(state, none), (shown[0] & taken, shown[1] & taken, shown[2] & taken)


def to_the_end(choose: Any) -> Any:
    """Return what plays a state to its end with the actions that *choose* returns; see ``Kernel.uniform``.

    It does what ``carry_out`` does, but in registers: in the state only the dice of each seat are kept up.
    """

    @inlined
    def play(state: Any, rng: Any, none: Any) -> Any:
        if state[WINNERS]:
            return np.int64(state[WINNERS])
        listed = spare(state), spare(state), spare(state)
        table, flags, players, word = state[TABLE], state[FLAGS], state[PLAYERS], rng[0]
        may_pass = np.int64((flags & MAY_PASS) != ZERO)
        mover, passed, quiet = state[MOVER], state[PASSED], state[QUIET]
        quiet_limit = state[QUIET_LIMIT] or _UNLIMITED
        until: Any = min(_MOST_PLIES, np.int64((state[LIMIT] or _UNLIMITED) - state[PLY]))
        dice, taken, active, shown = _standing(state, shown_on(none, state), none)
        plies = np.int64(0)
        while plies < until:
            plies += 1
            own, free = own_of(none, state, mover), ~taken
            hit, source, target = none, _NOWHERE, _NOWHERE
            movable, total = _list_targets(own, free, shown, table, flags, listed)
            if total > 0:
                given = (state, mover, dice ^ own, shown, free, listed, may_pass)
                source, target, word = choose(given, movable, total, word, none)
            if target != _NOWHERE:
                here = bit(none, source)
                change = here ^ bit(none, target)
                store(own ^ change, state, OWN + WORDS * mover)
                hit = (dice ^ own) & near(table, target, none)
                dice, taken, passed = dice ^ change, taken ^ change, ZERO
                shown = (
                    carried(shown[0], here, change),
                    carried(shown[1], here, change),
                    carried(shown[2], here, change),
                )
                shown, gone = weakened(shown, hit)
                if some(gone):
                    take_off(state, gone)
                    dice, taken, active, shown = _standing(state, shown, none)
            else:
                passed = passed | ONE << mover if may_pass else ZERO
                if flags & LOSES and total == 0:
                    state[MOVER] = mover
                    give_up(state, none)
                    dice, taken, active, shown = _standing(state, shown, none)
                if may_pass and active & ~passed == ZERO:
                    break
            quiet = ZERO if some(hit) else quiet + ONE
            if active & (active - ONE) == ZERO or quiet >= quiet_limit:
                break
            mover = next_seat(mover, active, players)
        rng[0] = word
        return plies << 8 | np.int64(active)

    return play
