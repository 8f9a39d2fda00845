"""``kiebitz print``: writes a game's kit as a PDF, and as SVG drawings for a cutter."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kiebitz import output
from kiebitz.commands import common
from kiebitz.commands.choices import GameNames
from kiebitz.failure import Failure

if TYPE_CHECKING:
    from printkit.adjust import Adjustment
    from printkit.job import Job


@click.command("print", short_help="Make a PDF of a game to print, cut and fold.")
@click.argument("game_name", metavar="GAME", type=GameNames("target", "stand"))
@click.option(
    "--paper",
    metavar="PAPER",
    default="a4",
    show_default=True,
    help="Paper: a4, letter, a3, a5, tabloid, or both (fits A4 and Letter).",
)
@click.option(
    "--out", type=click.Path(path_type=Path), help="The file to write (default: GAME-PAPER.pdf in this folder)."
)
@click.option(
    "--only",
    "portions",
    multiple=True,
    metavar="PART,…",
    help="Print only these parts: rules, cards, board, pieces (dice, discs, screens, trays), stickers, target.",
)
@click.option("--sheets", metavar="N-N,…", help="Print only these pages, by the numbers in the guide, such as 3-5,8.")
@click.option(
    "--duplex", type=click.Choice(["long", "short"]), help="Print both sides; the sheet is turned along this edge."
)
@click.option("--gutterfold", is_flag=True, help="Print front and back side by side, to fold and glue.")
@click.option(
    "--ink", type=click.Choice(["full", "low", "grey"]), default="full", show_default=True, help="How much colour."
)
@click.option(
    "--palette",
    metavar="PALETTE",
    default="safe",
    show_default=True,
    help="Colours: safe, okabe-ito or tol-bright.",
)
@click.option("--large", is_flag=True, help="Large print.")
@click.option("--quick", is_flag=True, help="The fewest sheets, cuts and folds: a kit for tonight.")
@click.option("--open", "hollow", is_flag=True, help="Pyramids without a base, which nest in each other.")
@click.option("--tiles", is_flag=True, help="Print the board as loose tiles (Tingle).")
@click.option("--cell-mm", type=float, help="Side of a cell in mm (default: the game's own).")
@click.option("--offset", metavar="X,Y", help="Shift everything by X mm to the right and Y mm down.")
@click.option(
    "--correct",
    type=click.Path(path_type=Path),
    help="Compensate for the printer with a file from `kiebitz verify-print`.",
)
@click.option(
    "--svg",
    "folder",
    type=click.Path(path_type=Path),
    help="Also write each sheet to this folder as SVG, for cutting machines.",
)
@common.players
@common.colours
@common.rule_options
@common.language_option
@common.as_json
def command(
    game_name: str,
    out: Path | None,
    folder: Path | None,
    players: int | None,
    options_text: str,
    colours: str | None,
    as_json: bool,
    **wishes: Any,
) -> None:
    """Make one PDF of everything GAME needs: board, rules, and pieces for two players or for --players.

    `kiebitz print target` makes a sheet that measures printers and cameras, `kiebitz print stand` a stand that holds
    a phone above the board, folded from two sheets of card.
    """
    from core.verdict import counted
    from kiebitz.api.printing import drawn_kit, drawn_stand, drawn_target
    from kiebitz.api.seats import colours_in_play, seated
    from printkit.paper import MARGIN_MM

    try:
        job = _job(**wishes)
        if game_name in ("target", "stand"):
            common.refuse("players", "options_text", "colours", "portions", "sheets", why=f"on the {game_name}")
            drawn = (drawn_target if game_name == "target" else drawn_stand)(job, common.reading().code)
        else:
            game = common.the_game(game_name)
            options = common.the_options(game, options_text, players)
            common.check_options_used(game_name, options_text, "changes nothing that is printed", "colour_sets")
            named = colours_in_play(options, common.the_colours(colours))
            options = seated(game, options, players, named)
            drawn = drawn_kit(game_name, options, job, common.reading().code, colours=named)
    except ValueError as error:
        raise Failure(str(error)) from None
    if (least := job.adjustment.least_margin_mm(MARGIN_MM)) is not None:
        output.note(
            f"moved so far, the print comes within {least:g} mm of the paper's edge, where many printers print nothing"
        )
    kit = drawn.written(out or Path(f"{drawn.name}-{job.paper.name}.pdf"), folder)
    if as_json:
        output.write_json(kit.as_json())
        return
    click.echo(common.said(f"{kit.path}: {counted(len(kit.sheets), 'side' if job.duplex else 'sheet')} of {kit.paper}"))
    for sheet in drawn.drawing.sheets:
        click.echo(f"{sheet.number:4}  {sheet.title}")
    if kit.serves and "pieces" in job.portions:
        more = "" if players or not _is_for(3, game_name) else "; --players N prints one for N"
        click.echo(common.said(f"This kit is for {kit.serves}{more}."))
    click.echo(common.said("Print at actual size (100 %) and measure the ruler on the first sheet."))


def _is_for(players: int, game_name: str) -> bool:
    try:
        common.the_options(common.the_game(game_name), "", players)
    except Failure:
        return False
    return True


def _job(
    *,
    paper: str,
    portions: tuple[str, ...],
    sheets: str | None,
    duplex: str | None,
    offset: str | None,
    correct: Path | None,
    **manner: Any,
) -> Job:
    """Return the print job that the options describe. Raises ``ValueError`` if it cannot be printed like that."""
    from printkit.job import KIT_PORTIONS, Job, portions_named, sheets_named
    from printkit.paper import paper_named

    return Job(
        paper_named(paper),
        portions_named(",".join(portions)) if portions else KIT_PORTIONS,
        "short" if duplex == "short" else "long" if duplex else "",
        adjustment=_adjustment(offset, correct),
        sheets=sheets_named(sheets) if sheets else (),
        **manner,
    )


def _correction(path: Path) -> Adjustment:
    """Read the correction in the file *path*. Raises ``Failure``."""
    from kiebitz.disk import read_json, shown
    from printkit.adjust import correction_of

    value = read_json(path, "a correction file", remedy="`kiebitz verify-print` writes one")
    try:
        return correction_of(value)
    except ValueError as error:
        raise Failure(f"cannot use {shown(path)}: {error}") from None


def _adjustment(offset: str | None, correct: Path | None) -> Adjustment:
    from printkit.adjust import NONE

    adjustment: Adjustment = _correction(correct) if correct else NONE
    if offset is None:
        return adjustment
    try:
        x, y = (float(part) for part in offset.split(","))
    except ValueError:
        raise ValueError(f"--offset takes two numbers in mm, such as 1.5,-0.5; not {offset!r}") from None
    front, back = adjustment.shift_mm, adjustment.back_shift_mm
    return replace(adjustment, shift_mm=(front[0] + x, front[1] + y), back_shift_mm=(back[0] + x, back[1] + y))
