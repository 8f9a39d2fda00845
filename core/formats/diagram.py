"""A game at one moment, and how it is shown as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.board.text import CHANGED, IN_LINE, LEGEND, board_text
from core.formats.pointing import NOTHING, Pointed
from core.game import AnyGame, PositionLike
from core.play.deciding_cells import deciding


@dataclass(frozen=True, slots=True)
class Moment:
    """A position, the cells that the last action changed, and the winning lines.

    ``last`` names that action with its number and side; it is empty at the start. ``best`` points an action out
    that could be played now.
    """

    game: AnyGame
    position: PositionLike
    last: str = ""
    changed: tuple[str, ...] = ()
    lines: tuple[tuple[str, ...], ...] = ()
    best: Pointed = NOTHING

    @classmethod
    def of(cls, game: AnyGame, positions: Sequence[PositionLike], actions: Sequence[str], ply: int) -> Moment:
        """Return the moment after *ply* of the *actions* that lead through *positions*, the start first."""
        position = positions[ply]
        if not ply:
            return cls(game, position)
        before, contents = positions[ply - 1], game.contents(position)
        was = game.contents(before)
        return cls(
            game=game,
            position=position,
            last=f"{before.ply + 1}. {before.to_move} {actions[ply - 1]}",
            changed=tuple(cell for cell, content in contents.items() if content != was[cell]),
            lines=deciding(game, position, before).lines,
        )

    @property
    def contents(self) -> Mapping[str, str]:
        return self.game.contents(self.position)


def moment_text(moment: Moment) -> str:
    """Return *moment* as a text board, with a legend of its marks and the position below."""
    lined = {cell for line in moment.lines for cell in line}
    marks = ([CHANGED] if moment.changed else []) + ([IN_LINE] if lined else [])
    legend = "   ".join(LEGEND[mark] for mark in marks)
    board = board_text(moment.contents, changed=moment.changed, lined=lined)
    return "\n".join([*filter(None, (board, legend)), moment.game.format_position(moment.position)])
