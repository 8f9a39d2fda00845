"""A game's kit on paper: the PDF, and drawings for a cutter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from core.games import find
from core.json_types import JsonObject
from core.options import RuleOptions
from kiebitz.api.seats import check_colours, check_owned, colours_by_seat, colours_in_play, options_of, seated
from kiebitz.disk import check_place, shown, why, write_file
from kiebitz.failure import Failure
from kiebitz.language import language as catalogue
from kits.colours import check_apart, every, joined, parts

if TYPE_CHECKING:
    from kits.kit import Kit
    from printkit.drawing import Drawing
    from printkit.job import InkMode, Job


@dataclass(frozen=True, slots=True)
class PrintedKit:
    """A PDF on disk: path, paper, its pages' titles in English, the seats whose pieces it holds, and whom it serves.

    >>> PrintedKit(Path("tink.pdf"), "a4", ("Board",), ("A", "B")).as_json()["out"]
    'tink.pdf'
    """

    path: Path
    paper: str
    sheets: tuple[str, ...]
    seats: tuple[str, ...]
    serves: str = ""

    def as_json(self) -> JsonObject:
        """Return the answer of ``kiebitz print --json``."""
        return {
            "out": str(self.path),
            "paper": self.paper,
            "sheets": list(self.sheets),
            "players": len(self.seats) or None,
            "seats": list(self.seats),
            "serves": self.serves or None,
        }


def print_kit(
    game: str,
    path: str | Path,
    *,
    paper: str = "a4",
    only: Sequence[str] = (),
    sheets: Sequence[int] = (),
    duplex: Literal["", "long", "short"] = "",
    gutterfold: bool = False,
    ink: InkMode = "full",
    palette: str = "safe",
    large: bool = False,
    quick: bool = False,
    hollow: bool = False,
    tiles: bool = False,
    cell_mm: float | None = None,
    svg: str | Path | None = None,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    colours: Sequence[str] | Mapping[str, str] | None = None,
    language: str = "en",
) -> PrintedKit:
    """Write the kit of *game* to the PDF *path*: board, pieces, rules and what to cut and fold.

    Raises ``kiebitz.Failure`` if the file cannot be written or the game has no kit, ``ValueError`` for a bad argument.

    Args:
        paper: a4, letter, a3, a5, tabloid, or both (fits A4 and Letter).
        only: rules, cards, board, pieces (or of these dice, discs, screens, trays), stickers or target; all but the
            last two by default.
        sheets: the numbers of the pages to write; all by default.
        duplex: prints both sides, for sheets turned over along this edge.
        quick: prints the fewest sheets, cuts and folds.
        hollow: prints pyramids without a base, which nest in each other.
        svg: a folder in which to write the sheets as SVG too.
        players: the number of players to print pieces for; two by default.
        options: of the game, such as {"board_size": 6}.
        colours: of the seats' pieces, in seat order or by seat: {"A": "red+yellow"}; the kit's own by default.
        language: en or de, of everything that is printed.

    >>> import kiebitz, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     kit = kiebitz.print_kit("tink", f"{folder}/tink.pdf", paper="letter", only=["board"])
    ...     kit.path.stat().st_size > 1000
    True
    >>> kit.paper, kit.seats
    ('letter', ('A', 'B'))
    """
    from printkit.job import KIT_PORTIONS, Job, portions_named
    from printkit.paper import paper_named

    job = Job(
        paper_named(paper), portions_named(",".join(only)) if only else KIT_PORTIONS, duplex, gutterfold=gutterfold,
        ink=ink, palette=palette, large=large, quick=quick, hollow=hollow, tiles=tiles, cell_mm=cell_mm,
        sheets=tuple(sorted(sheets)),
    )  # fmt: skip
    chosen = options_of(find(game), players, options)
    named = colours_in_play(chosen, colours_by_seat(colours))
    chosen = seated(find(game), chosen, players, named)
    return drawn_kit(game, chosen, job, language, colours=named).written(Path(path), None if svg is None else Path(svg))


@dataclass(frozen=True, slots=True, eq=False)
class DrawnKit:
    """A kit as it is to be printed, under the name of its game."""

    name: str
    seats: tuple[str, ...]
    job: Job
    drawing: Drawing
    serves: str = ""

    def written(self, path: Path, folder: Path | None) -> PrintedKit:
        """Write the PDF to *path*, and SVG to *folder* if given. Raises ``Failure``."""
        from printkit.pdf import render
        from printkit.svg import write_svgs

        check_place(path, remedy="name a PDF file")
        data = render(self.drawing, self.job.adjustment)
        write_file(path, data, remedy="name another place with --out", make_folder=False)
        if folder is not None:
            try:
                write_svgs(self.drawing, folder, self.job.adjustment)
            except OSError as error:
                raise Failure(f"cannot write {shown(error.filename or folder)}: {why(error)}") from None
        titles = tuple(sheet.name for sheet in self.drawing.sheets)
        return PrintedKit(path, self.job.paper.name, titles, self.seats, self.serves)


def drawn_kit(
    game: str, options: RuleOptions, job: Job, language: str = "en", *, colours: Mapping[str, str] | None = None
) -> DrawnKit:
    """Return *game*'s kit drawn for *job*, in the *language* with that code; seats have these *colours*, or the kit's.

    Raises ``ValueError`` or ``Failure`` if it cannot be printed that way.
    """
    from kiebitz.kits import printed_kit
    from printkit.book import draw_kit, seats_of
    from printkit.contents import served
    from printkit.wording import wording

    kit, colours = printed_kit(game, options), colours or {}
    check_colours(colours, options)
    check_owned(colours, kit)
    seats = seats_of(kit, options.players)
    kit = _in_colours(kit, seats, colours)
    with wording(catalogue(language)):
        drawing = replace(draw_kit(kit, job, seats), language=language)
    return DrawnKit(kit.name, seats, job, drawing, served(kit, seats))


def _in_colours(kit: Kit, seats: Sequence[str], colours: Mapping[str, str]) -> Kit:
    """Return *kit* with the pieces of *seats* in these *colours*. Raises ``Failure`` if no ink prints a colour."""
    from kits.inks import INKS

    for colour in every(colours.values()):
        if colour not in INKS:
            raise Failure(f"no ink prints pieces that are {colour}; choose from {', '.join(INKS)}")
    kit = kit.printed_in({seat: tuple(INKS[colour] for colour in parts(text)) for seat, text in colours.items()})
    owned = {seat: joined(ink.name for ink in kit.inks_of(seat)) for seat in seats if kit.seats}
    try:
        check_apart(owned.values())
    except ValueError as error:
        raise Failure(f"colours: {error}; name the colours of all seats") from None
    return kit


def drawn_target(job: Job, language: str = "en") -> DrawnKit:
    """Return the sheet that measures printers and cameras, in the *language* with that code."""
    from printkit.target import draw_target

    return _drawn("target", draw_target, job, language)


def drawn_stand(job: Job, language: str = "en") -> DrawnKit:
    """Return the stand that holds a phone above the board, in the *language* with that code.

    Raises ``ValueError`` if the paper does not suit it.
    """
    from printkit.stand import draw_stand

    return _drawn("stand", draw_stand, job, language)


def _drawn(name: str, draw: Callable[[Job], Drawing], job: Job, language: str) -> DrawnKit:
    from printkit.wording import wording

    with wording(catalogue(language)):
        return DrawnKit(name, (), job, replace(draw(job), language=language))
