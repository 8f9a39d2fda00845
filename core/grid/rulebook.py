"""The rulebook of a grid game: its own clauses and codes, and those that every grid game has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from core.grid.game import GridGame
from core.grid.position import LIMITS, PASS
from core.rulebook.entries import Clause, CodeEntry, Decision, Example, Rulebook
from core.rulebook.general import codes_of
from core.rulebook.introduction import UNKNOWN, Introduction

_TURNS = "Seat A begins, and turns go round. A player without a move passes; when nobody can move, the game is a draw."
_NO_LIMIT = "No other limit is set."
_BASE_OPTIONS = ("first_player", "repetition_limit", "ply_limit")


def grid_rulebook(
    game: GridGame,
    *,
    credit: str,
    licence: str,
    clauses: Sequence[Clause],
    codes: Sequence[CodeEntry] = (),
    decisions: Sequence[Decision] = (),
    about: Introduction = UNKNOWN,
) -> Callable[[str], Rulebook]:
    """Return what a game's module calls ``RULEBOOK``: the writer of its rulebook.

    Args:
        credit: whose game it is; *licence*: how it may be used.
        codes: those that ``reason`` gives, each with an example.
        about: how the game introduces itself, as far as that is known.
    """

    @cache
    def written(name: str) -> Rulebook:
        shared = (*codes_of(None), *_shared(game))
        rules = (tuple(clauses), (*decisions, _limits(game, decisions)), (*shared, *codes))
        return Rulebook(name, game.title, credit, licence, *rules, about)

    return written


def _limits(game: GridGame, decisions: Sequence[Decision]) -> Decision:
    """Return who begins and how long a game may be, without the limits covered by the game's own *decisions*."""
    theirs = {option for decision in decisions for option in decision.options}
    ours = tuple(option for option in _BASE_OPTIONS if option not in theirs)
    usual = game.options()
    limited = any(getattr(usual, option) is not None or option in theirs for option in _BASE_OPTIONS[1:])
    text = _TURNS if limited else f"{_TURNS} {_NO_LIMIT}"
    return Decision(LIMITS, "Who begins, and how long a game may be", text, ours)


def _shared(game: GridGame) -> Iterator[CodeEntry]:
    start = game.format_position(game.start(game.options()))
    unknown = "an action, or a change on the board, that the rules do not know"
    yield CodeEntry("GRID-1", unknown, "The rules do not allow this.")
    yield CodeEntry(
        "GRID-2",
        "a pass, though something can be played",
        "{P} can move, and may not pass.",
        Example(start, PASS.text) if PASS not in game.moves(game.start(game.options())) else None,
    )
    yield CodeEntry("GRID-3", "the next player has nothing to play", "{P} cannot move and has to pass.")
    half = "Half of an action is done. To finish it: {actions}."
    yield CodeEntry("GRID-4", "part of an action has been made", half)
    many = "{P} has {n} {k} pieces on the board; only {m} exist."
    yield CodeEntry("GRID-5", "more pieces of a kind than exist", many)
    yield CodeEntry("GRID-6", "pieces of another player are touched", "It is {P}'s turn, not {Q}'s.")
