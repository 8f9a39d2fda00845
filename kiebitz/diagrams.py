"""Diagrams of a game at one moment, as SVG or pixels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.formats.diagram import Moment
from core.game import AnyGame, JoinedBoards, PositionLike, holder, side_names, side_to_move
from core.options import colour_sets
from kiebitz.kits import kit_of
from kiebitz.language import ENGLISH, Language
from kits.colours import called, every, is_colour, joined, parts
from kits.inks import INKS, SHOWN, Ink
from kits.kit import Kit
from printkit.diagram import Scene, draw_position
from printkit.drawing import Box, Shape
from printkit.raster import Pixels, raster
from printkit.svg import svg


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
    stands = f"{outcome.sentence}" if outcome else f"{names[side_to_move(position)]} to move"
    caption = (game.title, "; ".join(filter(None, (moment.last and f"after {moment.last}", stands))))
    homes, seams, clockwise = _joined(position)
    scene = Scene(
        contents=moment.contents,
        changed=moment.changed,
        lines=moment.lines,
        arrows=moment.best.arrows,
        rings=moment.best.rings,
        homes=homes,
        seams=seams,
        clockwise=clockwise,
        remarks=caption if captioned else (),
        names=names,
    )
    kit = kit_of(game.name, position.options)
    shapes, box = draw_position(kit.printed_in(_inks(kit, position, players)), scene)
    return shapes, box, caption


def _inks(kit: Kit, position: PositionLike, players: Mapping[str, str]) -> dict[str, tuple[Ink, ...]]:
    """Return the inks of the seats in *position*: by the rules, or by the colours in the names of *players*.

    A seat without a known colour keeps its own ink; if somebody else plays that, it takes the first free one.
    """
    sets = {seat: joined(owned) for seat, owned in colour_sets(position.options).items()}
    seats = [seat for seat in kit.seats if seat in position.seats]
    told = {**sets, **{seat: text for seat, text in players.items() if is_colour(text)}}
    colours = {seat: told[seat] for seat in seats if seat in told}
    taken = set(every(colours.values()))
    found = {seat: tuple(SHOWN[colour] for colour in parts(text)) for seat, text in colours.items()}
    own = {seat: kit.inks[seat] for seat in seats if seat not in found and kit.inks[seat].name not in taken}
    free = (ink for ink in INKS.values() if ink.name not in taken | {each.name for each in own.values()})
    return found | {seat: (own.get(seat) or next(free, kit.inks[seat]),) for seat in seats if seat not in found}


def _called(game: AnyGame, position: PositionLike, side: str, players: Mapping[str, str]) -> str:
    seat = holder(position, side)
    colour = side_names(game).get(side, side)
    return f"{colour} ({called(players[seat])})" if players.get(seat) else colour


def _joined(position: PositionLike) -> tuple[dict[str, tuple[str, ...]], tuple[tuple[str, str], ...], bool]:
    """Return the cells of each player's own board, the joins between boards, and whether the boards run clockwise."""
    if not isinstance(position, JoinedBoards):
        return {}, (), True
    return position.homes, position.seams, position.clockwise


def _described(moment: Moment) -> Iterator[str]:
    """Yield the sentences that describe the diagram."""
    stands = [f"{content} on {cell}" for cell, content in moment.contents.items() if content != "."]
    yield f"Pieces: {', '.join(stands) or 'none'}."
    if moment.changed:
        yield f"Changed by the last action: {', '.join(moment.changed)}."
    for line in moment.lines:
        yield f"Winning line: {', '.join(line)}."
    if moment.best.arrows or moment.best.rings:
        cells = dict.fromkeys([*(cell for arrow in moment.best.arrows for cell in arrow), *moment.best.rings])
        yield f"Pointed out: {', '.join(cells)}."
    yield f"Position: {moment.game.format_position(moment.position)}"
