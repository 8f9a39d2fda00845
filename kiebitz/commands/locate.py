"""``kiebitz locate``: finds the board in a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kiebitz import output
from kiebitz.commands import common, which

if TYPE_CHECKING:
    from calibration.registration import Registration


@click.command(short_help="Find the board in a picture.")
@common.image
@common.game_option
@common.players
@common.rule_options
@common.near
@common.corners
@common.camera
@common.as_json
@common.language_option
def command(
    image: Path,
    game_name: str | None,
    players: int | None,
    options_text: str,
    near: str | None,
    corners: str | None,
    camera_text: str | None,
    as_json: bool,
) -> int:
    """Find the board in IMAGE and give the corners of its playing area, in pixels.

    IMAGE is a file, or - for standard input. Without --game, a printed board says which game it is by its tags or
    code; otherwise the number of cells decides. Mini-boards that do not form one grid are each found by their own
    tags.
    """
    from core.games import USUAL
    from kiebitz.api.looking import Wanted, file_corners, find_any_board, find_board
    from kiebitz.pictures.which_game import in_words
    from vision.framing import way_round

    if corners is not None:
        common.refuse("near", why="with --corners, which begin at a1")
    by_hand = common.the_corners(corners)
    camera = common.the_camera(camera_text)
    picture = common.the_picture(image)
    if game_name is None and by_hand is None and players is None and not options_text:
        place, answer = find_any_board(picture, near=near, camera=camera)
    else:
        name = USUAL if game_name is None and by_hand is not None else game_name
        found = which.chosen(picture.image, name, options_text, players, settled=by_hand is not None)
        common.check_options_used(found.game.name, options_text, "has no effect on where a board lies")
        wanted = Wanted(found.game, found.options, near=near, corners_px=by_hand, camera=camera)
        place, answer = find_board(picture, wanted)
    if as_json:
        output.write_json(answer.as_json())
    if place is None:
        output.note(f"{picture.name}: {answer.reason}")
        return 1
    whose = " or ".join(board.words for board in answer.whose)
    for board in () if as_json else place.boards:
        part = f"the board of {board.plan.prefix}" if board.plan.prefix else whose
        click.echo(common.said(f"{picture.name}: {part} found by its {board.method} in {answer.seconds:.2f} s"))
        for name, (x, y) in zip(corner_names(board), file_corners(picture, board), strict=True):
            click.echo(f"  {name:>4}  {x:8.1f} {y:8.1f}")
    for warned in () if as_json else (*answer.warnings, *way_round(place)):
        click.echo(common.said(warned.text))
    if answer.looks_like:
        output.note(f"{picture.name}: {in_words(answer.looks_like)}")
    return 0


def corner_names(place: Registration) -> list[str]:
    """Return the cells at the corners, in the order of the contract."""
    seat, last_file, last_row = place.plan.prefix, chr(96 + place.plan.columns), place.plan.rows
    return [f"{seat}a1", f"{seat}{last_file}1", f"{seat}{last_file}{last_row}", f"{seat}a{last_row}"]
