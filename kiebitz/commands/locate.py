"""``kiebitz locate``: where the board lies in a picture."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kiebitz import output
from kiebitz.commands import common
from kiebitz.failure import Failure

if TYPE_CHECKING:
    from calibration.places import Place
    from calibration.registration import Registration
    from core.options import RuleOptions
    from kiebitz.pictures.files import Picture

SMALLEST_PX = 120
"""A picture whose shorter side is below this cannot show a board well enough."""


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
    from kiebitz.kits import kit_of
    from kiebitz.pictures.files import load
    from kiebitz.table.seeing import Seer

    options = common.the_options(common.the_game(game_name), options_text, players)
    corners_px = common.the_corners(corners)
    camera = common.the_camera(camera_text)
    kit = kit_of(game_name, options)
    picture = load(image)
    begun = time.perf_counter()
    seer = Seer(
        kit,
        players=options.players,
        near=near,
        corners_px=working_corners(picture, corners_px),
        camera=camera,
    )
    place = seer.find_any(picture.image)
    answer = found_json(picture, place, time.perf_counter() - begun, looked_for(game_name, options))
    if as_json:
        output.write_json(answer)
    if place is None:
        output.note(f"{image}: {answer['reason']}")
        return 1
    for board in () if as_json else boards_of(place):
        which = f"board of {board.plan.prefix}" if board.plan.prefix else "board"
        click.echo(f"{image}: {which} found by its {board.method} in {answer['seconds']:.2f} s")
        for name, (x, y) in zip(corner_names(board), corners_json(picture, board), strict=True):
            click.echo(f"  {name:>4}  {x:8.1f} {y:8.1f}")
    return 0


def working_corners(picture: Picture, corners_px: list[tuple[float, float]] | None) -> list[tuple[float, float]] | None:
    """Return corners given in the file's pixels in the working picture's. Raises ``Failure`` if all are outside."""
    if corners_px is None:
        return None
    points = [(float(x), float(y)) for x, y in picture.working_px(corners_px)]
    height, width = picture.image.shape[:2]
    for along, size in zip(zip(*points, strict=True), (width, height), strict=True):
        if max(along) < 0 or min(along) > size:
            across, down = round(width / picture.scale), round(height / picture.scale)
            raise Failure(f"--corners lie outside {picture.path}, which has {across} × {down} pixels")
    return points


def looked_for(game_name: str, options: RuleOptions) -> str:
    """Return of what size a board is looked for, where boards of the game differ in that; else nothing."""
    from kiebitz.kits import sizes_of

    side = options.board_size
    return "" if sizes_of(game_name) is None else f" of {side} × {side} cells (another size: --options board_size=…)"


def found_json(picture: Picture, place: Place | None, seconds: float, size: str) -> dict[str, Any]:
    """Return the answer of contract.md in pixels of the file: the corners, or those of each mini-board by its seat.

    *size* is what ``looked_for`` says.
    """
    from calibration.places import Places

    if place is None:
        height, width = picture.image.shape[:2]
        reason = f"no board{size} found; all of it should be in the picture, or name its corners with --corners"
        if min(height, width) < SMALLEST_PX:
            reason = f"no board found; the picture has only {width} × {height} pixels, take a larger one"
        return {"found": False, "reason": reason, "seconds": round(seconds, 4)}
    if isinstance(place, Places):
        corners = {board.plan.prefix: {"corners_px": corners_json(picture, board)} for board in place.boards}
        where: dict[str, Any] = {"boards": corners}
    else:
        where = {"corners_px": corners_json(picture, place)}
    return {
        "found": True,
        **where,
        "method": place.method,
        "error_px": round(place.error_px / picture.scale, 3),
        "seconds": round(seconds, 4),
    }


def corners_json(picture: Picture, place: Registration) -> list[list[float]]:
    """Return the playing area's corners in pixels of the file."""
    return [[round(float(x), 2), round(float(y), 2)] for x, y in picture.file_px(place.corners_px)]


def corner_names(place: Registration) -> list[str]:
    """Return the cells at the corners, in the order of the contract."""
    seat, last_file, last_row = place.plan.prefix, chr(96 + place.plan.columns), place.plan.rows
    return [f"{seat}a1", f"{seat}{last_file}1", f"{seat}{last_file}{last_row}", f"{seat}a{last_row}"]
