"""``kiebitz print``: a game's kit as a PDF, and as drawings for a cutter."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kiebitz import output
from kiebitz.commands import common
from kiebitz.failure import Failure

if TYPE_CHECKING:
    from printkit.adjust import Adjustment
    from printkit.drawing import Drawing
    from printkit.job import Job


@click.command("print", short_help="Make the PDF of a game: board, pieces, what to cut and fold.")
@click.argument("game_name", metavar="GAME")
@click.option("--paper", default="a4", show_default=True, help="a4, letter, a3, a5, or both (fits A4 and Letter).")
@click.option("--out", type=click.Path(path_type=Path), help="Where to write it; GAME-PAPER.pdf here if left out.")
@click.option("--only", "portions", multiple=True, metavar="PART,…", help="rules, cards, board, pieces or target.")
@click.option("--duplex", type=click.Choice(["long", "short"]), help="Both sides, turned over along this edge.")
@click.option("--gutterfold", is_flag=True, help="Both sides beside each other, to fold and glue.")
@click.option("--ink", type=click.Choice(["full", "low", "grey"]), default="full", show_default=True)
@click.option("--palette", default="safe", show_default=True, help="safe, okabe-ito or tol-bright.")
@click.option("--large", is_flag=True, help="Large print.")
@click.option("--tiles", is_flag=True, help="The board as loose tiles (Tingle).")
@click.option("--cell-mm", type=float, help="The side of a cell in mm, if not the usual one.")
@click.option("--offset", metavar="X,Y", help="Shift everything right and down by so many mm.")
@click.option("--correct", type=click.Path(path_type=Path), help="A correction file of `kiebitz verify-print`.")
@click.option("--svg", "folder", type=click.Path(path_type=Path), help="Also write each sheet as SVG, for cutters.")
@common.players
@common.rule_options
@common.as_json
def command(
    game_name: str,
    out: Path | None,
    folder: Path | None,
    players: int | None,
    options_text: str,
    as_json: bool,
    **wishes: Any,
) -> None:
    """Make one PDF of everything GAME needs: board, rules, and pieces for two players or for --players.

    `kiebitz print target` makes a sheet that measures printers and cameras.
    """
    try:
        job = _job(**wishes)
        name, seats, drawing = _drawing(game_name, job, options_text, players)
    except ValueError as error:
        raise Failure(str(error)) from None
    path = out or Path(f"{name}-{job.paper.name}.pdf")
    _write(job, drawing, path, folder)
    sheets = [sheet.title for sheet in drawing.sheets]
    if as_json:
        output.write_json(
            {"out": str(path), "paper": job.paper.name, "sheets": sheets, "players": len(seats) or None, "seats": seats}
        )
        return
    click.echo(f"{path}: {len(sheets)} {'sides' if job.duplex else 'sheets'} of {job.paper.name}")
    for number, title in enumerate(sheets, start=1):
        click.echo(f"{number:4}  {title}")
    if seats and "pieces" in job.portions:
        more = "" if players or not _is_for(3, game_name) else "; --players N prints those for N"
        click.echo(f"The pieces are for {len(seats)} players{more}.")
    click.echo("Print at actual size (100 %) and measure the ruler on the first sheet.")


def _drawing(game_name: str, job: Job, options_text: str, players: int | None) -> tuple[str, tuple[str, ...], Drawing]:
    """Return a name for the file, whose pieces go into it, and all of it. Raises ``ValueError`` or ``Failure``."""
    if game_name == "target":
        from printkit.target import draw_target

        return "target", (), draw_target(job)
    from kiebitz.kits import printed_kit
    from printkit.book import draw_kit, seats_of

    options = common.the_options(common.the_game(game_name), options_text, players)
    kit = printed_kit(game_name, options)
    seats = seats_of(kit, options.players)
    return kit.name, seats, draw_kit(kit, job, seats)


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
    duplex: str | None,
    offset: str | None,
    correct: Path | None,
    **manner: Any,
) -> Job:
    """Return what is asked for. Raises ``ValueError`` where it cannot be printed so."""
    from printkit.job import KIT_PORTIONS, Job, portions_named
    from printkit.paper import paper_named

    return Job(
        paper_named(paper),
        portions_named(",".join(portions)) if portions else KIT_PORTIONS,
        "short" if duplex == "short" else "long" if duplex else "",
        adjustment=_adjustment(offset, correct),
        **manner,
    )


def _adjustment(offset: str | None, correct: Path | None) -> Adjustment:
    from printkit.adjust import NONE
    from printkit.corrections import read_correction

    adjustment: Adjustment = read_correction(correct) if correct else NONE
    if offset is None:
        return adjustment
    try:
        x, y = (float(part) for part in offset.split(","))
    except ValueError:
        raise ValueError(f"--offset takes two numbers in mm, such as 1.5,-0.5; not {offset!r}") from None
    front, back = adjustment.shift_mm, adjustment.back_shift_mm
    return replace(adjustment, shift_mm=(front[0] + x, front[1] + y), back_shift_mm=(back[0] + x, back[1] + y))


def _write(job: Job, drawing: Drawing, path: Path, folder: Path | None) -> None:
    from printkit.book import write_drawing
    from printkit.cutting import write_svgs

    try:
        write_drawing(drawing, path, job)
        if folder is not None:
            write_svgs(drawing, folder, job.adjustment)
    except OSError as error:
        raise Failure(f"cannot write {error.filename or path}: {error.strerror or error}") from None
