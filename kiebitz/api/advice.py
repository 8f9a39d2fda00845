"""What to play: the adviser on positions that may arise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.game import AnyGame, PositionLike
from core.play.reachability import why_impossible
from kiebitz.failure import Failure

if TYPE_CHECKING:
    from adviser.suggestion import Suggestion
    from kiebitz.api.play import Position


def suggest(position: Position, *, seconds: float = 2.0, level: int = 10, seed: int = 0) -> Suggestion:
    """Return the move to play: ``action``, ``value`` (−1 to 1 for the side to move), ``line``, ``proved``, ``why``.

    Raises ``kiebitz.Failure`` if the game is over or the position cannot arise, ``ValueError`` for a wrong level.

    Args:
        seconds: how long to think at most.
        level: how strong to play, 1 to 10.
        seed: breaks ties between equal moves and picks the mistakes of a weak level.

    >>> import kiebitz
    >>> position = kiebitz.game("tink").position("8/8/8/2BsAs4/2BsAs4/3As2Bs1/8/8 A 0,0 6")
    >>> found = kiebitz.suggest(position, seconds=0.2)
    >>> found.value, found.proved
    (1.0, True)
    >>> position.play(found.action).outcome.sentence
    'A wins with a line'
    """
    from kiebitz.programs.advice import advise, check_seconds

    check_seconds(seconds)
    game = position.game.rules
    check_in_play(game, position.state)
    return advise(game, position.state, seconds=seconds, level=level, seed=seed)


def check_in_play(game: AnyGame, position: PositionLike, *, counted: bool = True) -> None:
    """Raise ``Failure`` if *position* is over or cannot arise; *counted*: its ply is known, not read off a picture."""
    if outcome := game.outcome(position):
        raise Failure(f"the game is over: {outcome.sentence}; give a position in which somebody is to move")
    if fault := why_impossible(game, position, counted=counted):
        raise Failure(f"this position cannot arise: {fault}")
