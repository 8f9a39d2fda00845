"""``kiebitz read``: the position in a picture."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from core.verdict import in_short
from kiebitz import output
from kiebitz.commands import common
from kiebitz.commands.locate import found_json, looked_for, working_corners

if TYPE_CHECKING:
    from calibration.places import Place
    from core.game import Game
    from core.options import RuleOptions
    from kiebitz.pictures.files import Picture
    from vision.advice import Warned
    from vision.reader import BoardReading


def reading_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add everything that says how a picture is to be read."""
    explain = click.option(
        "--explain", type=click.Path(path_type=Path, dir_okay=False), metavar="OUT.png", help="Draw what was seen."
    )
    position = click.option(
        "--position", metavar="POSITION", help="Take side to move, passes and ply from this position."
    )
    image = click.argument("image", type=click.Path(path_type=Path))
    for add in reversed((
        image, common.game_option, common.players, common.rule_options, common.colours, position,
        common.near, common.corners, common.camera, common.profile, explain, common.as_json,
    )):  # fmt: skip
        function = add(function)
    return function


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A picture with all that was made of it; ``board`` is None when no board was found."""

    game: Game[Any]
    options: RuleOptions
    picture: Picture
    place: Place | None
    board: BoardReading | None
    position: str | None
    seconds: float
    warnings: tuple[Warned, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The cells, and the edges between them where the game has rods."""
        assert self.board is not None
        return tuple(dict.fromkeys((*self.board.views.cells, *self.board.reading.cells, *self.board.covered)))

    def as_json(self) -> dict[str, Any]:
        answer = found_json(self.picture, self.place, self.seconds, looked_for(self.game.name, self.options))
        if self.board is None:
            return {
                **answer, "position": None, "cells": {}, "edges": {}, "dice": {}, "colours": {}, "unsure": [],
                "covered": [], "warnings": [{"code": "no-board", "message": answer["reason"]}, *self._warned()],
            }  # fmt: skip
        return {
            **answer,
            "position": self.position,
            "cells": {cell: _cell_json(self.board, cell) for cell in self.board.reading.cells if "-" not in cell},
            "edges": {edge: _cell_json(self.board, edge) for edge in self.board.reading.cells if "-" in edge},
            "dice": {cell: die for cell in self.board.reading.cells if (die := _die_json(self.board, cell))},
            "colours": dict(self.board.colours),
            "unsure": list(self.board.unsure),
            "covered": list(self.board.covered),
            "warnings": self._warned(),
        }

    def _warned(self) -> list[dict[str, str]]:
        return [asdict(warning) for warning in self.warnings]


def see(
    image: Path,
    game_name: str,
    players: int | None,
    options_text: str,
    colours: str | None,
    position: str | None,
    near: str | None,
    corners: str | None,
    explain: Path | None,
    camera_text: str | None = None,
    profile_name: str | None = None,
) -> Seen:
    """Load, locate and read *image*, as the options of the command line say. Raises ``Failure``."""
    from kiebitz.kits import readable_kit
    from kiebitz.pictures.examining import picture_faults
    from kiebitz.pictures.files import load
    from kiebitz.table.seeing import Seer

    game = common.the_game(game_name)
    options = common.the_options(game, options_text, players)
    profile = common.the_profile(profile_name, game)
    names = common.the_colours(colours) or (tuple(profile.colours.values()) if profile else None)
    corners_px = common.the_corners(corners)
    camera = common.the_camera(camera_text)
    known = common.the_position(game, position, options) if position is not None else None
    if known is not None:
        options = known.options
    elif names and not players and len(names) > options.players:
        options = common.the_options(game, options_text, len(names))
    common.no_colour_too_many(names, options)
    picture = load(image)
    begun = time.perf_counter()
    stated = options.players if players or known is not None or names else None
    seer = Seer(
        readable_kit(game_name, options),
        players=stated,
        near=near,
        corners_px=working_corners(picture, corners_px),
        camera=camera,
        profile=profile,
    )
    place = seer.find_any(picture.image)
    board = (
        seer.read(picture.image, place, dict(zip("ABCDEF", names or (), strict=False))) if place is not None else None
    )
    seconds = time.perf_counter() - begun
    if board is not None and stated is None:
        options = replace(options, players=max(options.players, len(board.colours)))
    text = _position_text(game, board, options, known) if board is not None else None
    if explain and board is not None and place is not None:
        _draw(explain, picture, board, place)
    seen, covered = (board.warnings, board.covered) if board else ((), ())
    warnings = (*seen, *picture_faults(picture.image, place, covered))
    return Seen(game, options, picture, place, board, text, seconds, warnings)


def _position_text(game: Game[Any], board: BoardReading, options: RuleOptions, known: Any) -> str:
    """Return what is seen as a position; side to move, passes and ply are those of *known*."""
    contents = dict.fromkeys((*board.covered, *board.views.cells), ".") | board.contents
    text = game.format_contents(contents, options)
    if known is None:
        return text
    return " ".join((text.split(" ", 1)[0], game.format_position(known).split(" ", 1)[1]))


def _cell_json(board: BoardReading, cell: str) -> dict[str, Any]:
    ranked = list(board.reading.probabilities(cell).items())
    others = [[content, round(p, 4)] for content, p in ranked[1:4] if p >= 0.005]
    return {"is": ranked[0][0], "p": round(ranked[0][1], 4), "next": others}


def _die_json(board: BoardReading, cell: str) -> dict[str, Any] | None:
    """Return the die on *cell* as the contract has it; None where there is none."""
    content, share = next(iter(board.reading.probabilities(cell).items()))
    if "=" not in content:
        return None
    kind, value = content[1:].split("=")
    return {"owner": content[0], "kind": int(kind), "value": int(value), "p": round(share, 4)}


def _draw(path: Path, picture: Picture, board: BoardReading, place: Place) -> None:
    from kiebitz.pictures.drawing import save_png
    from vision.overlay import overlay

    save_png(path, overlay(picture.image, place, board))


def print_board(seen: Seen) -> None:
    """Write the board as people like to see it: ``##`` where it is covered, ``?`` where it is not sure."""
    from core.board_text import board_text
    from kiebitz.tint import tinted

    assert seen.board is not None
    assert seen.place is not None
    click.echo(tinted(board_text({name: _mark(seen.board, name) for name in seen.names})))


def _mark(board: BoardReading, cell: str) -> str:
    if cell in board.covered:
        return "##"
    return "?" if cell in board.unsure else board.reading.best(cell)


@click.command(short_help="Read the position in a picture.")
@reading_options
def command(as_json: bool, **how: Any) -> int:
    """Read the position in IMAGE."""
    seen = see(**how)
    if as_json:
        output.write_json(seen.as_json())
    elif seen.board is not None:
        print_board(seen)
        click.echo(f"\n{seen.position}")
        click.echo("  ".join(f"{seat} is {colour}" for seat, colour in seen.board.colours.items()))
    return remarks(seen, how["image"])


def remarks(seen: Seen, image: Path) -> int:
    """Say on stderr what the reader is not sure of; return the exit status."""
    if seen.board is None:
        output.note(f"{image}: {seen.as_json()['reason']}")
        for warning in seen.warnings:
            output.note(warning.text)
        return 1
    if seen.board.unsure:
        output.note(f"not sure about {in_short(seen.board.unsure)}: please show these cells again")
    if seen.board.covered:
        output.note(f"cannot see {in_short(seen.board.covered)}: something covers them")
    for warning in seen.warnings:
        output.note(warning.text)
    return 0
