"""Diagrams of a game at one moment, as text, SVG or pixels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.board_text import CHANGED, IN_LINE, LEGEND, board_text
from core.deciding import deciding
from core.game import Game, holder, side_names
from core.tinker.position import Position as DicePosition
from kiebitz.kits import kit_of
from kiebitz.language import ENGLISH, Language
from printkit.diagram import Scene, draw_position
from printkit.drawing import Box, Shape
from printkit.raster import Pixels, raster
from printkit.svg import svg


@dataclass(frozen=True, slots=True)
class Moment:
    """A position, the cells that the last action changed, and the winning lines.

    ``last`` names that action with its number and side; it is empty at the start.
    """

    game: Game[Any]
    position: Any
    last: str = ""
    changed: tuple[str, ...] = ()
    lines: tuple[tuple[str, ...], ...] = ()

    @classmethod
    def of(cls, game: Game[Any], positions: Sequence[Any], actions: Sequence[str], ply: int) -> Moment:
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


def moment_svg(
    moment: Moment, players: Mapping[str, str], *, captioned: bool = True, language: Language = ENGLISH
) -> str:
    """Return *moment* as an SVG diagram; *players* maps seats to the known names.

    *captioned*, it says above the board what the game is and how it stands.

    Raises ``Failure`` for a game without a kit.
    """
    shapes, box, caption = _drawn(moment, players, captioned, language)
    return svg(shapes, box, title=", ".join(caption), description=" ".join(_described(moment)))


def moment_pixels(moment: Moment, players: Mapping[str, str], *, across_px: int = 720) -> Pixels:
    """Return the diagram of *moment* as a BGR picture, *across_px* wide; *players* maps seats to the known names.

    Raises ``Failure`` for a game without a kit.
    """
    shapes, box, _ = _drawn(moment, players, True, ENGLISH)
    return raster(shapes, box, across_px / (box[2] - box[0]))


def moment_shapes(moment: Moment, players: Mapping[str, str]) -> tuple[Sequence[Shape], Box]:
    """Return the diagram of *moment* without a caption, and the box around it, in mm; *players* are as above.

    Raises ``Failure`` for a game without a kit.
    """
    shapes, box, _ = _drawn(moment, players, False, ENGLISH)
    return shapes, box


def _drawn(
    moment: Moment, players: Mapping[str, str], captioned: bool, language: Language
) -> tuple[Sequence[Shape], Box, tuple[str, str]]:
    """Return the diagram of *moment*, the box around it and its caption."""
    position, game = moment.position, moment.game
    names = {side: language(_called(game, position, side, players)) for side in position.seats}
    outcome = game.outcome(position)
    stands = f"{outcome.sentence}" if outcome else f"{names[position.to_move]} to move"
    caption = (game.title, "; ".join(filter(None, (moment.last and f"after {moment.last}", stands))))
    homes, seams, clockwise = _joined(position)
    scene = Scene(
        contents=moment.contents,
        changed=moment.changed,
        lines=moment.lines,
        homes=homes,
        seams=seams,
        clockwise=clockwise,
        remarks=caption if captioned else (),
        names=names,
    )
    shapes, box = draw_position(kit_of(game.name, position.options), scene)
    return shapes, box, caption


def _called(game: Game[Any], position: Any, side: str, players: Mapping[str, str]) -> str:
    seat = holder(position, side)
    colour = side_names(game).get(side, side)
    return f"{colour} ({players[seat]})" if players.get(seat) else colour


def _joined(position: Any) -> tuple[dict[str, tuple[str, ...]], tuple[tuple[str, str], ...], bool]:
    """Return the cells of each player's own board, the joins between boards, and whether they go round clockwise."""
    if not isinstance(position, DicePosition):
        return {}, (), True
    board = position.board
    homes = {
        seat: tuple(name for cell, name in enumerate(board.names) if mask >> cell & 1)
        for seat, mask in zip(position.seats, board.home, strict=True)
    }
    return homes, board.seams, position.options.ring_direction == "clockwise"


def _described(moment: Moment) -> Iterator[str]:
    """Yield a description of the diagram in words."""
    stands = [f"{content} on {cell}" for cell, content in moment.contents.items() if content != "."]
    yield f"Pieces: {', '.join(stands) or 'none'}."
    if moment.changed:
        yield f"Changed by the last action: {', '.join(moment.changed)}."
    for line in moment.lines:
        yield f"Winning line: {', '.join(line)}."
    yield f"Position: {moment.game.format_position(moment.position)}"
