"""``kiebitz verify-print``: measures whether a print is true to size, and writes a correction."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kiebitz import output
from kiebitz.commands import common
from kiebitz.failure import Failure

if TYPE_CHECKING:
    from printkit.verdict import PrintVerdict


@click.command("verify-print", short_help="Check a printed sheet in a scan or in photographs.")
@click.argument("pictures", nargs=-1, metavar="PICTURE…", type=click.Path(path_type=Path))
@click.option("--dpi", type=float, help="Resolution of a scan, if its file lacks it or has it wrong.")
@click.option(
    "--measured-mm", metavar="X[,Y]", help="Width and height of the target's chessboard, measured with a ruler."
)
@click.option("--paper", metavar="PAPER", default=None, help="The target's paper, if there is no picture of it.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("print-correction.json"),
    show_default=True,
    help="The correction file to write.",
)
@common.as_json
@common.language_option
def command(
    pictures: tuple[Path, ...],
    dpi: float | None,
    measured_mm: str | None,
    paper: str | None,
    out: Path,
    as_json: bool,
) -> None:
    """Measure a printed sheet: `kiebitz print target`, or a board with its tags.

    A scan shows sizes, and so does a picture of the target with all four edges of its paper on something darker. Other
    photographs show only shapes: add what your ruler says with --measured-mm. Several photographs of one sheet, tilted
    differently, are better than one.
    """
    from kiebitz.pictures.printcheck import check
    from printkit.adjust import correction_text

    if not pictures:
        common.refuse("dpi", why="without a picture")
    if measured_mm is None:
        common.refuse("paper", why="without --measured-mm")
    if not pictures and not (measured_mm and paper):
        raise Failure("name a picture of the sheet, or give --measured-mm X,Y and --paper")
    try:
        verdict = check(pictures, dpi=dpi, measured_mm=_lengths(measured_mm), paper=paper)
    except ValueError as error:
        raise Failure(str(error)) from None
    if verdict is None:
        names = ", ".join(path.name for path in pictures)
        if as_json:
            output.write_json({"found": False})
        else:
            click.echo(common.said(f"{names}: no calibration target and no board tags found"))
        raise click.exceptions.Exit(1)
    written = verdict.correction is not None
    if verdict.correction is not None:
        output.write_text(correction_text(verdict.correction), out)
    if as_json:
        output.write_json({"found": True, **verdict.as_json(), "correction": str(out) if written else None})
    else:
        _show(verdict, out if written else None)
    if not verdict.good:
        raise click.exceptions.Exit(1)


def _lengths(text: str | None) -> tuple[float, float | None] | None:
    if text is None:
        return None
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (1, 2) or not all(10 < number < 1000 for number in numbers):
        raise Failure(f"--measured-mm takes one or two lengths in mm, such as 167.6,215.4; not {text!r}")
    return numbers[0], numbers[1] if len(numbers) == 2 else None


def _said(verdict: PrintVerdict) -> str:
    if verdict.good:
        return "good"
    if verdict.faulty:
        return "not good"
    return "not known: how large the print is was not measured" if verdict.measured else "nothing could be measured"


def _show(verdict: PrintVerdict, out: Path | None) -> None:
    click.echo(common.said(_said(verdict)))
    for line in verdict.lines():
        click.echo(f"  {common.said(line)}")
    if out is not None:
        click.echo(common.said(f"correction: {out}; print with  --correct {out}"))
