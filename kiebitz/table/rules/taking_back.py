"""Take-backs: those that people say, which the board has yet to follow, and many at once, which are asked about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

from core.belief.referee import judge
from core.belief.traces import changed
from core.game import P
from core.reading import Reading
from core.verdict import Played, Still, TakenBack, Verdict
from kiebitz.judging.doubts import LEAST_BEGUN, MOST_TAKEN_BACK, not_as_left, taken_back
from kiebitz.judging.evidence import may_be
from kiebitz.judging.starts import is_as_at_start
from kiebitz.table.putting_back import put_back
from kiebitz.table.rules import playing
from kiebitz.table.rules.orders import looking_anew
from kiebitz.table.rules.trouble import asked
from kiebitz.table.state import TableState, Trouble

AGAIN = "The board has been cleared. A new game begins."


def said(state: TableState[P], plies: int) -> TableState[P]:
    """Take *plies* back, as people say; the board follows. Raises ``ValueError`` where there are fewer."""
    game, told = state.game, state.told
    if plies > len(told) - 1:
        raise ValueError(f"{plies} plies cannot be taken back: the game has {len(told) - 1 or 'none'}")
    boards = [game.contents(position) for position in told[-plies:]]
    earlier = game.contents(told[-plies - 1])
    differs = tuple(board for board in boards if board != earlier)
    cells = {cell: content for cell, content in state.insisted.cells.items() if earlier[cell] == content}
    undone = (*state.insisted.undone, *differs)
    trouble, looked = state.trouble, state.telling.judged
    stands = {**boards[-1], **looked.broken} if trouble.broken and looked else boards[-1]
    state = replace(state, insisted=replace(state.insisted, cells=cells, undone=undone))
    state = replace(state, trouble=Trouble(unrepaired=trouble.unrepaired))  # what is illegal stands until it is gone
    if not differs and not trouble.broken:
        return playing.taken_back(state, plies)
    wanted = {cell: earlier[cell] for cell, content in stands.items() if content != earlier[cell]}
    return looking_anew(playing.taken_back(state, plies, wanted=wanted, message=put_back(game, wanted, stands)))


def awaited(state: TableState[P], evidence: Reading, verdict: Verdict) -> tuple[TableState[P], str]:
    """Return what to ask while the board has not followed a take-back; else nothing."""
    if not state.insisted.undone:
        return state, ""
    undone = any(may_be(evidence, contents) for contents in state.insisted.undone)
    if isinstance(verdict, Still) or (isinstance(verdict, Played) and not undone):
        return followed(state), ""
    return state, _put_back(state, evidence.contents)


def given_up(state: TableState[P], evidence: Reading) -> bool:
    """Return whether the board that was to follow a take-back lacks mostly what that never touched."""
    if not state.insisted.undone:
        return False
    goal = state.contents
    touched = {cell for board in state.insisted.undone for cell in changed(goal, board)}
    differs = changed(goal, {**goal, **evidence.contents}).keys()
    return len(differs - touched) > len(touched)


def followed(state: TableState[P]) -> TableState[P]:
    """Stop asking for the board to follow a take-back."""
    return replace(state, insisted=replace(state.insisted, undone=()))


def _put_back(state: TableState[P], seen: Mapping[str, str]) -> str:
    goal = state.contents
    wanted = {cell: content for cell, content in goal.items() if cell in seen and seen[cell] != content}
    return put_back(state.game, wanted, seen)


# -- many plies that seem to be taken back: done only where the game is played on from there


def is_many(state: TableState[P], plies: int) -> bool:
    """Return whether *plies* are too many moves to take back without asking; moves without a trace do not count."""
    boards = [state.game.contents(position) for position in state.told[-plies - 1 :]]
    return sum(one != other for one, other in pairwise(boards)) > MOST_TAKEN_BACK


def many_asked(state: TableState[P], plies: int) -> TableState[P]:
    """Ask whether this many *plies* have been taken back."""
    state = replace(state, telling=replace(state.telling, many_back=plies))
    return asked(state, "unsure", [], taken_back(plies, all_of_them=plies == len(state.told) - 1))


def many_doubted(state: TableState[P], verdict: Verdict, evidence: Reading) -> tuple[TableState[P], Verdict]:
    """Return *verdict*, or what to ask first: far too much has changed for a game that goes on.

    A game that is played on from where it was asked about is taken back to there. One that is resumed may find another
    board.
    """
    if isinstance(verdict, Still | Played):
        return state, verdict
    game, told, resumed = state.game, state.told, state.telling.resumed
    if plies := state.telling.many_back:
        on = judge(game, told[-plies - 1], evidence, history=told[: -plies - 1])
        if isinstance(on, Played):
            return gone_back(state, plies), on
    if is_as_at_start(game, told, evidence):
        return state, TakenBack(len(told) - 1)
    if isinstance(verdict, TakenBack) or not resumed:
        return state, verdict
    return state, not_as_left(evidence, state.contents) or verdict


def is_a_new_game(state: TableState[P], plies: int) -> bool:
    """Return whether, with *plies* taken back, nothing is left of a game that had gone on for a while."""
    return LEAST_BEGUN < plies == len(state.told) - 1


def gone_back(state: TableState[P], plies: int) -> TableState[P]:
    """Take this many plies back; if they are all, this game is left as it is and another begins."""
    if plies < len(state.told) - 1:
        return playing.taken_back(state, plies)
    state = replace(state, told=state.told[:1])
    return state.saying("state", new_game=True, message=AGAIN, **state.standing())
