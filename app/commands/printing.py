"""``kiebitz print``: a game's kit as a PDF."""

from __future__ import annotations

from pathlib import Path

import click

from app.commands import common
from app.failure import Failure


@click.command("print", short_help="Make the PDF of a game: board, pieces, what to cut and fold.")
@click.argument("game_name", metavar="GAME")
@click.option("--paper", default="a4", show_default=True, help="a4, letter, a3 or a5.")
@click.option("--out", type=click.Path(path_type=Path), help="Where to write it; else GAME-PAPER.pdf here.")
@common.players
@common.rule_options
@common.as_json
def command(
    game_name: str, paper: str, out: Path | None, players: int | None, options_text: str, as_json: bool
) -> None:
    """Make one PDF of everything that GAME needs: board, pieces and what to cut and fold."""
    from app.kits import printed_kit
    from printkit.book import write_kit

    options = common.the_options(common.the_game(game_name), options_text, players)
    kit = printed_kit(game_name, options)
    path = out or Path(f"{kit.name}-{paper.lower()}.pdf")
    try:
        summary = write_kit(kit, path, paper=paper, players=players)
    except ValueError as error:
        raise Failure(str(error)) from None
    except OSError as error:
        raise Failure(f"cannot write {path}: {error.strerror or error}") from None
    if as_json:
        common.write_json({"out": str(path), "paper": summary.paper, "sheets": list(summary.sheets)})
        return
    click.echo(f"{path}: {len(summary.sheets)} sheets of {summary.paper} for {len(summary.seats)} players")
    for number, title in enumerate(summary.sheets, start=1):
        click.echo(f"{number:4}  {title}")
    click.echo("Print at actual size (100 %) and measure the ruler on the first sheet.")
