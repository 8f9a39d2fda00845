"""The rulebook of a grid game: its own clauses and codes, and those that every grid game has, with examples."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from core.grid.game import GridGame
from core.grid.position import LIMITS, PASS, GridPosition
from core.reading import EMPTY
from core.rulebook.entries import Clause, CodeEntry, Decision, Example, Rulebook
from core.rulebook.general import codes_of
from core.rulebook.introduction import UNKNOWN, Introduction
from core.verdict import Partial, Refused

_TURNS = "Seat A begins, and turns go round. A player without a move passes; when nobody can move, the game is a draw."
_NO_LIMIT = "No other limit is set."
_BASE_OPTIONS = ("first_player", "repetition_limit", "ply_limit")
_LONGEST = 300
_GAMES = 3


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
        shared = (*codes_of(_after_the_end(game)), *_shared(game))
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
    forbidden, half, many, early = (_seen(game, f"GRID-{number}") for number in (1, 4, 5, 6))
    yield CodeEntry(
        "GRID-1",
        "an action, or a change on the board, that the rules do not know",
        "The rules do not allow this.",
        forbidden,
    )
    yield CodeEntry(
        "GRID-2",
        "a pass, though something can be played",
        "{P} can move, and may not pass.",
        Example(start, PASS.text) if PASS not in game.moves(game.start(game.options())) else None,
    )
    yield CodeEntry("GRID-3", "the next player has nothing to play", "{P} cannot move and has to pass.")
    yield CodeEntry(
        "GRID-4", "part of an action has been made", "Half of an action is done. To finish it: {actions}.", half
    )
    yield CodeEntry(
        "GRID-5", "more pieces of a kind than exist", "{P} has {n} {k} pieces on the board; only {m} exist.", many
    )
    yield CodeEntry("GRID-6", "pieces of another player are touched", "It is {P}'s turn, not {Q}'s.", early)


def _positions(game: GridGame) -> Iterator[GridPosition]:
    """Yield positions from seeded games."""
    for seed in range(_GAMES):
        rng, position = random.Random(seed), game.start(game.options())
        yield position
        while not position.outcome and position.ply < _LONGEST:
            position = game.apply(position, rng.choice(game.moves(position)))
            yield position


def _after_the_end(game: GridGame) -> Example | None:
    """Return a finished game from whose board somebody takes a piece."""
    over = next((position for position in _positions(game) if position.outcome), None)
    if over is None:
        return None
    taken = next(cell for cell, content in over.contents.items() if content != EMPTY)
    return _example(game, over, over.changed({taken: EMPTY}))


def _seen(game: GridGame, code: str) -> Example | None:
    """Return a board that gets *code*, among those where somebody lifts or puts down pieces."""
    for position in _positions(game):
        for board in _tampered(game, position):
            match game.diagnose(position, board.contents):
                case Refused(objection) if objection.code == code:
                    return _example(game, position, board)
                case Partial(code=met) if met == code:
                    return _example(game, position, board)
    return None


def _tampered(game: GridGame, position: GridPosition) -> Iterator[GridPosition]:
    for cell, content in position.contents.items():
        if content != EMPTY:
            yield position.changed({cell: EMPTY})
    empty, pieces = position.empty, tuple(game.stock(position))
    for piece in pieces:
        if empty:
            yield position.changed({empty[-1]: piece})
        if len(empty) > 1:
            yield position.changed(dict.fromkeys(empty[-2:], piece))
        missing = game.stock(position)[piece] - len(position.holding(piece)) + 1
        if 0 < missing <= len(empty):
            yield position.changed(dict.fromkeys(empty[:missing], piece))


def _example(game: GridGame, position: GridPosition, board: GridPosition) -> Example:
    observed = game.format_contents(board.contents, position.options).split(" ")[0]
    return Example(game.format_position(position), observed=observed)
