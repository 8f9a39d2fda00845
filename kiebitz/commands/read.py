"""``kiebitz read``: reads the position in a picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from core.verdict import in_short
from kiebitz import output
from kiebitz.commands import common, which

if TYPE_CHECKING:
    from kiebitz.api.boards import ReadBoard
    from kiebitz.api.looking import Looked


def reading_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add everything that says how a picture is to be read."""
    explain = click.option(
        "--explain",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="OUT.png",
        help="Draw what was seen over the picture, into this file.",
    )
    position = click.option(
        "--position", metavar="POSITION", help="A position from which to take side to move, passes and ply."
    )
    for add in reversed((
        common.image, common.game_option, common.players, common.rule_options, common.colours, position,
        common.near, common.corners, common.camera, common.profile, explain, common.language_option, common.as_json,
    )):  # fmt: skip
        function = add(function)
    return function


def see(
    image: Path,
    game_name: str | None,
    players: int | None,
    options_text: str,
    colours: str | None,
    position: str | None,
    near: str | None,
    corners: str | None,
    explain: Path | None,
    camera_text: str | None = None,
    profile_name: str | None = None,
) -> ReadBoard:
    """Load, locate and read *image*, as the options of the command line say. Raises ``Failure``."""
    from kiebitz.api.looking import Wanted, look

    if corners is not None:
        common.refuse("near", why="with --corners, which begin at a1")
    corners_px, camera = common.the_corners(corners), common.the_camera(camera_text)
    if game_name is not None:
        common.the_profile(profile_name, which.as_typed(game_name, options_text, players).game)
    picture = common.the_picture(image)
    settled = corners_px is not None or position is not None
    found = which.chosen(picture.image, game_name, options_text, players, settled=settled)
    wanted = Wanted.of(
        found.game,
        found.options,
        players=found.players,
        colours=common.the_colours(colours),
        known=common.the_position(found.game, position, found.options) if position is not None else None,
        near=near,
        corners_px=corners_px,
        camera=camera,
        profile=common.the_profile(profile_name, found.game),
    )
    answer, looked = look(picture, wanted)
    if explain and looked is not None:
        _draw(explain, looked)
    return answer


def _draw(path: Path, looked: Looked) -> None:
    from kiebitz.pictures.drawing import save_png
    from kiebitz.pictures.overlay import overlay

    save_png(path, overlay(looked.picture.image, looked.place, looked.board))


def print_board(seen: ReadBoard) -> None:
    """Write the board as people like to see it, with the position and the seats' colours below."""
    from kiebitz.tint import tinted

    click.echo(f"{tinted(str(seen))}\n\n{seen.text}")
    if seen.colours:
        click.echo(common.who_has(seen.colours))


BEYOND = ("outside", "board")
"""Codes of the warnings about cells that lie outside the picture."""


@click.command(short_help="Read the position in a picture.")
@reading_options
def command(as_json: bool, **how: Any) -> int:
    """Read the position in IMAGE, a file or - for standard input.

    A printed board says itself which game it is for, of what size and, on mini-boards, for how many.
    """
    seen = see(**how)
    if as_json:
        output.write_json(seen.as_json())
    elif seen.found:
        print_board(seen)
    return remarks(seen, common.called(how["image"]))


def remarks(seen: ReadBoard, name: str) -> int:
    """Say on stderr what the reader is not sure of; return the exit status."""
    if not seen.found:
        output.note(f"{name}: {seen.reason}")
    if seen.unsure:
        output.note(f"not sure about {in_short(seen.unsure)}: please show these cells again")
    beyond = {cell for warning in seen.warnings if warning.code in BEYOND for cell in warning.cells}
    if covered := [cell for cell in seen.covered if cell not in beyond]:
        output.note(f"cannot see {in_short(covered)}: something covers them")
    for warning in seen.warnings:
        if seen.found or warning.message not in seen.reason:
            output.note(warning.text)
    return 0 if seen.found else 1
