"""``kiebitz doctor``: says what is wrong with a picture, or with this machine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kiebitz import output
from kiebitz.commands import common
from kiebitz.commands.choices import GAME

if TYPE_CHECKING:
    from kiebitz.api.checkup import Check
    from kiebitz.pictures.examining import Examined


@click.command(short_help="Say what is wrong with a picture, or what works on this machine.")
@click.argument("image", type=click.Path(path_type=Path), required=False)
@click.option("--game", "game_name", type=GAME, default=None, help="The game in the picture (default: any).")
@common.as_json
@common.language_option
def command(image: Path | None, game_name: str | None, as_json: bool) -> int:
    """Say what is wrong with IMAGE (light, focus, glare, angle, distance), with one remedy for each.

    IMAGE is a file, or - for standard input.

    Without IMAGE, check this machine and list its cameras. Exit status: 0 fine, 1 something to fix, 2 unreadable.
    """
    if image is None:
        common.refuse("game_name", why="without a picture")
        from kiebitz.api.checkup import checks

        found = list(checks())
        if as_json:
            output.write_json({"fine": all(c.fine for c in found), "checks": [c.as_json() for c in found]})
        else:
            _show_checks(found)
        return 0 if all(check.fine for check in found) else 1
    from kiebitz.pictures.examining import examined

    if game_name is not None:
        common.the_game(game_name)
    seen = examined(common.the_picture(image), game_name)
    if as_json:
        output.write_json(seen.as_json())
    else:
        _show_findings(seen)
    return 1 if seen.findings else 0


def _show_findings(seen: Examined) -> None:
    if not seen.findings:
        click.echo(common.said("The board is found, and the picture is fine."))
    for finding in seen.findings:
        click.echo(common.said(finding.message))
        click.echo(f"    {common.said(finding.remedy)}")


def _show_checks(found: list[Check]) -> None:
    wide = max(len(common.said(check.name)) for check in found)
    for check in found:
        mark = "ok" if check.fine else "!!"
        click.echo(f"{mark}  {common.said(check.name):{wide}}  {common.said(check.detail)}")
        if check.remedy:
            click.echo(f"    {'':{wide}}  {common.said(check.remedy)}")
