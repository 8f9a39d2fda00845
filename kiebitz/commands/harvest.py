"""``kiebitz harvest``: writes the pictures kept of games with their truth, and sends nothing."""

from __future__ import annotations

from pathlib import Path

import click

from kiebitz import output
from kiebitz.commands import common
from kiebitz.failure import Failure

_SHEETS = (".jpg", ".png")


@click.command(short_help="Write the pictures kept of games, each with what lies on the board.")
@click.argument("records", metavar="RECORD…", nargs=-1, required=True)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help="The folder to write into.",
)
@click.option(
    "--check",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Also write all pictures with their truth onto one sheet, a .jpg or .png, to look through.",
)
@common.language_option
@common.as_json
def command(records: tuple[str, ...], out: Path, check: Path | None, as_json: bool) -> int:
    """Write the pictures that `kiebitz watch --keep-pictures` kept of the games RECORD… into a folder.

    Each NAME.jpg has a NAME.json with the truth of the whole game, corrections included: the board's corners, the
    cells, the pieces and the players' colours. Cells that were covered or disputed are left out. What lies off the
    board is made unrecognisable, and so are hands as far as they were noticed. Nothing is sent: look through the sheet
    of --check before you pass the folder on.

    Exit status: 0 written, 1 no pictures are kept of these games.
    """
    from kiebitz.api.harvest import harvest, sheet
    from kiebitz.disk import write_file

    if check is not None and check.suffix.lower() not in _SHEETS:
        raise Failure(f"--check writes a picture, .jpg or .png; not {check}")
    remedy = "name another place"
    paths = dict.fromkeys(common.the_file(text) for text in records)
    harvested = [each for path in paths for each in harvest(path)]
    for each in harvested:
        for name, data in each.files().items():
            write_file(out / name, data, remedy=remedy)
    if check is not None and harvested:
        write_file(check, sheet(harvested, check.suffix.lower()), remedy=remedy)
    if as_json:
        output.write_json({"folder": str(out), "pictures": [each.name for each in harvested]})
    elif harvested:
        click.echo(common.said(f"Pictures with their truth in {out}: {len(harvested)}. Nothing has been sent."))
    else:
        click.echo(common.said("No pictures of these games are kept; `kiebitz watch --keep-pictures` keeps them."))
    return 0 if harvested else 1
