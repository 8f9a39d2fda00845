"""``kiebitz report``: packs what a report of a fault needs into one file, and sends nothing."""

from __future__ import annotations

from pathlib import Path

import click

from kiebitz import output
from kiebitz.commands import common
from kiebitz.failure import Failure

OUT = Path("kiebitz-report.zip")


@click.command(short_help="Pack what a report of a fault needs into one file, without names.")
@click.argument("text", metavar="[RECORD]", required=False)
@click.option(
    "--picture",
    "pictures",
    metavar="IMAGE",
    type=click.Path(path_type=Path),
    multiple=True,
    help="Add this picture, with what lies around the board, and hands over it, made unrecognisable; repeatable.",
)
@click.option("--whole", is_flag=True, help="Add pictures as they are.")
@click.option("--no-crops", is_flag=True, help="Leave out the small pictures of cells.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    default=OUT,
    show_default=True,
    help="The file to write.",
)
@common.language_option
@common.as_json
def command(
    text: str | None, pictures: tuple[Path, ...], whole: bool, no_crops: bool, out: Path, as_json: bool
) -> None:
    """Pack what a report of a fault needs into one zip file: versions, the game RECORD, cameras, tables, pictures.

    RECORD is a number in `kiebitz list`, `last`, or the file of a journal, which may be damaged; without it the newest
    game is packed, if there is one. Folders, addresses and the names of people are left out. Nothing is sent: look into
    the file, then attach it to your report.
    """
    from kiebitz.api.report import report_parts
    from kiebitz.archive.bundle import zipped
    from kiebitz.archive.resuming import journals_in
    from kiebitz.disk import check_place, write_file
    from kiebitz.home import games_folder

    remedy = "name another place with --out"
    if not pictures:
        common.refuse("whole", why="without --picture")
    check_place(out, remedy=remedy)
    newest = journals_in(games_folder())[:1] if text is None else [common.the_file(text)]
    parts = _pictures(pictures, whole=whole) | report_parts(newest[0] if newest else None, crops=not no_crops)
    write_file(out, zipped(parts), remedy=remedy, make_folder=False)
    if as_json:
        output.write_json({"file": str(out), "holds": sorted(parts)})
        return
    click.echo(common.said(f"{out} holds {len(parts)} files; READ-ME.txt in it says what they are."))
    click.echo(common.said("Nothing has been sent. Look into it, then attach it to your report."))


def _pictures(paths: tuple[Path, ...], *, whole: bool) -> dict[str, bytes]:
    """Return the pictures at *paths* as files. Unless *whole*, hands and what lies around the board are hidden.

    Raises ``Failure``.
    """
    from kiebitz.api.report import covered_cells, picture_part
    from kiebitz.pictures.any_board import any_board

    made: dict[str, bytes] = {}
    for number, path in enumerate(paths, start=1):
        image = common.the_picture(path).image
        found = None if whole else any_board(image)
        place = found.place if found else None
        if place is None and not whole:
            raise Failure(
                f"{common.called(path)}: no board is found, so Kiebitz does not know what around it to hide; look at "
                "the picture, and add --whole to pack it as it is"
            )
        covered = covered_cells(image, found.place, found.kit) if found and found.place and found.kit else ()
        made |= picture_part(image, number, place=place, covered=covered)
    return made
