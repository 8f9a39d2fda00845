"""The game has gone another way than was announced: what to take back, correct and play to put that right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from core.belief.history import action_between, common, in_common
from core.belief.traces import changed
from core.game import P
from core.play.sequences import may_be_reordered
from kiebitz.judging.amending import Amended
from kiebitz.table.putting_back import lying
from kiebitz.table.rules.playing import UNORDERED, amended, played, put, taken_back
from kiebitz.table.rules.trouble import calmed, forgotten
from kiebitz.table.state import TableState

AS_SEEN = "I go on from the board as I see it; how that came about is not known."


def rewritten(
    state: TableState[P], positions: Sequence[P], *, undone: bool, margin: float, rests: Sequence[int]
) -> TableState[P]:
    """Tell that the game has gone through *positions*: as far as it was told otherwise, that was wrong.

    A broken rule counts as put right only where actions lead all the way.

    Args:
        undone: what is announced otherwise was taken back on the board, and not read wrong.
        rests: how many positions there were each time when the board was seen again.
    """
    told = state.told
    news = positions[max(common(told, positions) - 1, 0) :]
    is_lawful = all(action_between(state.game, *pair) for pair in pairwise(news))
    state = calmed(state) if is_lawful else forgotten(state)
    if state.told[0] != positions[0]:
        state = _begun_with(state, positions)
    elif (shared := common(state.told, positions)) < len(state.told):
        state = _gone_back_to(state, shared, positions, undone=undone)
    return _gone_on_to(state, positions, margin, told, rests)


def _begun_with(state: TableState[P], positions: Sequence[P]) -> TableState[P]:
    """Announce that the game began with the first of *positions*; moves that fit them stay."""
    shared = in_common(state.game, state.told, positions)
    if shared < len(state.told):
        state = taken_back(state, len(state.told) - shared)
    was, start = state.told[0], positions[0]
    state = replace(state, told=tuple(positions[:shared]), faulty=False)
    differ = changed(state.game.contents(was), state.game.contents(start))
    message = (
        f"At the start: {lying(state.game, differ)}." if differ else f"It was {start.to_move}'s turn at the start."
    )
    text = state.game.format_position(start)
    return state.saying("state", set=True, start=text, message=message, **state.standing())


def _gone_back_to(state: TableState[P], shared: int, positions: Sequence[P], *, undone: bool) -> TableState[P]:
    """Take back or correct what was announced after the first *shared* positions."""
    ways = (state.told[shared - 1 :], positions[shared - 1 :])
    was, now = ([action_between(state.game, *pair) for pair in pairwise(way)] for way in ways)
    if undone or len(now) < len(was) or None in was or None in now[: len(was)]:
        return taken_back(state, len(state.told) - shared)
    better = tuple(str(action) for action in now[: len(was)])
    stands = tuple(positions[shared : shared + len(was)])
    return amended(state, Amended(shared - 1, tuple(map(str, was)), better, stands))


def _gone_on_to(
    state: TableState[P], positions: Sequence[P], margin: float, told: Sequence[P], rests: Sequence[int]
) -> TableState[P]:
    """Play on to the last of *positions*, or set it if no action leads there; *told* was announced before."""
    shared, unordered = len(state.told), _unordered(state, positions, rests)
    for index, after in enumerate(positions[shared:], start=shared):
        if index < len(state.told) and state.told[index] == after:
            continue
        action = action_between(state.game, state.told[-1], after)
        if action is None:
            state = put(state, after, _as_seen(state, told[index - 1 : index + 1], after))
        else:
            state = played(state, action, margin, **(UNORDERED if index in unordered else {}))
    return state


def _unordered(state: TableState[P], positions: Sequence[P], rests: Sequence[int]) -> set[int]:
    """Return the numbers of new *positions* reached in any order, as nobody saw the board between two *rests*."""
    told, unordered = len(state.told), set[int]()
    bounds = (told, *(rest for rest in rests if told < rest < len(positions)), len(positions))
    for start, end in pairwise(bounds):
        ways = pairwise(positions[start - 1 : end])
        actions = [action for way in ways if (action := action_between(state.game, *way)) is not None]
        if len(actions) == end - start and may_be_reordered(state.game, positions[start - 1], actions):
            unordered |= set(range(start, end))
    return unordered


def _as_seen(state: TableState[P], told: Sequence[P], after: P) -> str:
    """Return what to say when the game goes on from *after*.

    If nothing had led to the last of *told* either, *after* takes its place.
    """
    if len(told) < 2 or action_between(state.game, *told) is not None:
        return AS_SEEN
    if differ := changed(*map(state.game.contents, (told[1], after))):
        return f"I had misread the board: {lying(state.game, differ)}."
    return f"Then it is {after.to_move}'s turn."
