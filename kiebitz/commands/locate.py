"""``kiebitz locate``: finds the board in a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kiebitz import output
from kiebitz.commands import common

if TYPE_CHECKING:
    from calibration.registration import Registration


@click.command(short_help="Find the board in a picture.")
@click.argument("image", type=click.Path(path_type=Path))
@common.game_option
@common.players
@common.rule_options
@common.near
@common.corners
@common.camera
@common.as_json
def command(
    image: Path,
    game_name: str,
    players: int | None,
    options_text: str,
    near: str | None,
    corners: str | None,
    camera_text: str | None,
    as_json: bool,
) -> int:
    """Find the board in IMAGE and answer with the corners of its playing area.

    Mini-boards that lie in no common grid are each found by their own tags.
    """
    from calibration.places import boards_of
    from kiebitz.api.looking import Wanted, file_corners, find_board
    from kiebitz.pictures.files import load
    from kiebitz.pictures.way_round import way_round

    game = common.the_game(game_name)
    wanted = Wanted(
        game,
        common.the_options(game, options_text, players),
        near=near,
        corners_px=common.the_corners(corners),
        camera=common.the_camera(camera_text),
    )
    picture = load(image)
    place, answer = find_board(picture, wanted)
    if as_json:
        output.write_json(answer.as_json())
    if place is None:
        output.note(f"{image}: {answer.reason}")
        return 1
    for board in () if as_json else boards_of(place):
        which = f"board of {board.plan.prefix}" if board.plan.prefix else "board"
        click.echo(f"{image}: {which} found by its {board.method} in {answer.seconds:.2f} s")
        for name, (x, y) in zip(corner_names(board), file_corners(picture, board), strict=True):
            click.echo(f"  {name:>4}  {x:8.1f} {y:8.1f}")
    for warned in () if as_json else way_round(place):
        click.echo(warned.text)
    return 0


def corner_names(place: Registration) -> list[str]:
    """Return the cells at the corners, in the order of the contract."""
    seat, last_file, last_row = place.plan.prefix, chr(96 + place.plan.columns), place.plan.rows
    return [f"{seat}a1", f"{seat}{last_file}1", f"{seat}{last_file}{last_row}", f"{seat}a{last_row}"]
