"""A moment of a game as a diagram."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.board_text import CHANGED, IN_LINE, LEGEND, board_text
from core.game import Game


@dataclass(frozen=True, slots=True)
class Moment:
    """A position, the cells that the action before it changed, and the cells of the lines that won."""

    game: Game[Any]
    position: Any
    changed: frozenset[str]
    lined: frozenset[str]

    @classmethod
    def of(cls, game: Game[Any], positions: Sequence[Any], ply: int) -> Moment:
        """Return the moment after *ply* actions of the game with *positions*, the start first."""
        position = positions[ply]
        contents, before = game.contents(position), game.contents(positions[max(0, ply - 1)])
        lines = game.survey(contents, position.options).lines if game.outcome(position) else ()
        changed = frozenset(cell for cell, content in contents.items() if content != before[cell])
        return cls(game, position, changed, frozenset(cell for line in lines for cell in line))


def moment_text(moment: Moment) -> str:
    """Return *moment* as a board in text, with what the marks mean and the position below."""
    contents = moment.game.contents(moment.position)
    marks = ([CHANGED] if moment.changed else []) + ([IN_LINE] if moment.lined else [])
    legend = "   ".join(LEGEND[mark] for mark in marks)
    board = board_text(contents, changed=moment.changed, lined=moment.lined)
    return "\n".join([*filter(None, (board, legend)), moment.game.format_position(moment.position)])
