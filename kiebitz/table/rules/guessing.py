"""The best guess at what has been played, and what lies on the board that nobody has heard of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from core.belief.traces import changed
from core.game import P
from core.verdict import Played
from kiebitz.table.inputs import Tick
from kiebitz.table.rules.following import news_of
from kiebitz.table.state import TableState


@dataclass(frozen=True, slots=True)
class Untold:
    """What the board most likely holds but was not announced: the ``cells`` that differ."""

    cells: Mapping[str, str]
    actions: tuple[str, ...] = ()
    """The legal actions that lead to this board; empty if a rule is broken or a move is unfinished."""
    taken_back: bool = False
    """Whether people have yet to put the board back to this after a take-back."""


def untold(state: TableState[P]) -> Untold | None:
    """Return what the board, by the latest look, most likely holds that was not announced; None if that is nothing."""
    if state.set_up.unset:
        return Untold(state.set_up.unset)
    best = state.best()
    if best is None or state.told != state.following.told:
        return None
    if not (cells := changed(state.contents, best.board(state.game))):
        return None
    if state.insisted.undone:
        return Untold(cells, taken_back=True)
    news = news_of(state).of(best)
    return Untold(cells, news.actions if isinstance(news, Played) and best.is_legal else ())


def guessed(state: TableState[P], _: Tick) -> TableState[P]:
    """Return *state* with the best guess told whenever it has changed, for programs that ask for it."""
    if not state.terms.guesses:
        return state
    found = untold(state)
    actions = found.actions if found is not None else ()
    is_news, state = actions != state.guessed, replace(state, guessed=actions)
    if not actions or not is_news or state.position is None:
        return state
    return state.saying("tentative", action=actions[0], actions=list(actions), seat=state.position.to_move)
