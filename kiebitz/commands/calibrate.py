"""``kiebitz calibrate``: measures a camera's lens from pictures of a pattern."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kiebitz import output
from kiebitz.commands import common
from kiebitz.failure import Failure

if TYPE_CHECKING:
    from kiebitz.pictures.calibrating import Finder


@click.command(short_help="Measure a camera's lens from pictures of the printed target or a chessboard.")
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE…")
@click.option(
    "--pattern",
    type=click.Choice(["charuco", "chessboard"]),
    default="charuco",
    show_default=True,
    help="What is in the pictures.",
)
@click.option("--size", "size_text", metavar="AxB", help="Inner corners of the chessboard, such as 9x6.")
@click.option("--square-mm", type=float, help="Side of a square in mm, measured with a ruler (default: as printed).")
@click.option("--name", default="camera", show_default=True, help="The name to save it under, for --camera.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Save it to this file instead.")
@common.as_json
@common.language_option
def command(
    sources: tuple[str, ...],
    pattern: str,
    size_text: str | None,
    square_mm: float | None,
    name: str,
    out: Path | None,
    as_json: bool,
) -> int:
    """Measure a camera's lens from SOURCE…: pictures, folders of them, a video, or a camera (its number).

    Print `kiebitz print target`, lay it flat, and take about ten pictures with one camera and zoom: tilted by 30
    to 45 degrees to each side, near and far, also in the corners of the picture. Calibration is optional. It
    makes positions a little more accurate, above all with wide lenses.
    """
    from calibration.intrinsics import calibrated
    from kiebitz.home import plain_name
    from kiebitz.pictures.calibrating import gather, pictures_of
    from kiebitz.pictures.cameras import as_json as answered
    from kiebitz.pictures.cameras import camera_path, write_camera

    if out is not None:
        common.refuse("name", why="with --out")
    plain_name(name, "a camera", "phone")
    find = _finder(pattern, size_text, square_mm)
    with output.progress(common.said("pictures"), pictures_of(sources)) as tell:
        found = gather(sources, find, output.note, tell)
    camera, left_out = calibrated(found.views)
    answer = answered(camera, [*found.rejected, *left_out])
    kept = answer["verdict"] != "redo"
    path = out or camera_path(name)
    if kept:
        write_camera(path, answer)
    if as_json:
        output.write_json({**answer, "stored": str(path) if kept else None})
    else:
        _show(answer)
        if kept:
            click.echo(common.said(f"use it with  --camera {out or name}"))
    return 0 if kept else 1


def _finder(pattern: str, size_text: str | None, square_mm: float | None) -> Finder:
    """Return the function that finds the pattern in a picture. Raises ``Failure`` for sizes that cannot be."""
    from calibration.intrinsics import find_chessboard, find_target

    if square_mm is not None and not 1 <= square_mm <= 500:
        raise Failure(f"--square-mm is the side of a square in mm, from 1 to 500; not {square_mm:g}")
    if pattern == "charuco":
        if size_text not in (None, "7x9"):
            raise Failure(
                "--size goes with --pattern chessboard; the charuco pattern is that of `kiebitz print target`"
            )
        return lambda image, name: find_target(image, name, square_mm=square_mm)
    across, _, down = (size_text or "9x6").lower().replace("×", "x").partition("x")
    if not (across.isdecimal() and down.isdecimal() and 3 <= int(across) <= 40 and 3 <= int(down) <= 40):
        raise Failure(
            f"--size counts the chessboard's inner corners, such as 9x6, at least 3 each way; not {size_text!r}"
        )
    corners = (int(across), int(down))
    return lambda image, name: find_chessboard(image, name, corners=corners, square_mm=square_mm or 25.0)


def _show(answer: dict[str, Any]) -> None:
    said = common.said
    click.echo(said(answer["verdict"]))
    if answer["K"] is not None:
        (fx, _, cx), (_, fy, cy), _ = answer["K"]
        width, height = answer["image_size"]
        size, centre = f"{width} × {height}", f"{cx:.1f}, {cy:.1f}"
        for line in (
            f"{answer['used']} pictures of {size}, rms {answer['rms_px']:.2f} px",
            f"focal length {fx:.1f} × {fy:.1f} px, centre {centre}, distortion {answer['dist']}",
            f"a cell of a 40 cm board that fills the picture is placed to {answer['board_error_mm']} mm",
        ):
            click.echo(f"  {said(line)}")
        for name, error in zip(answer["views"], answer["per_view_px"], strict=True):
            click.echo(f"  {error:8.2f} px  {name}")
    for view in answer["rejected"]:
        left_out = f"left out: {view['name']}: {view['why']}"
        click.echo(f"  {said(left_out)}")
    for line in answer["advice"]:
        click.echo(f"  {said(line)}")
