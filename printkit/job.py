"""A print job: what to print, and how."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

from kits.inks import PALETTES, PAPER, TINT, Ink, greyed, lighter, seat_grey
from kits.kit import Kit
from printkit.adjust import NONE, Adjustment
from printkit.drawing import Duplex, Shape, recoloured
from printkit.paper import PAPERS, Paper
from printkit.sheets import PIECES, Page, Portion

InkMode = Literal["full", "low", "grey"]
KIT_PORTIONS: tuple[Portion, ...] = ("rules", "cards", "board", "pieces")
OWN_PALETTE = "safe"
"""The palette of the kits' own inks."""
LARGE = 1.35
"""Scale of the words in large print."""
_LOW = 0.25
"""Strength of a colour in low-ink mode."""


@dataclass(frozen=True, slots=True)
class Job:
    """Paper, parts and options of a print. By default everything is printed on one side of A4 in full colour."""

    paper: Paper = PAPERS["a4"]
    portions: tuple[Portion, ...] = KIT_PORTIONS
    duplex: Duplex = ""
    gutterfold: bool = False
    ink: InkMode = "full"
    palette: str = OWN_PALETTE
    large: bool = False
    quick: bool = False
    """Print the fewest sheets, cuts and folds: flat single-layer pieces, few tabs, no spares, cards or extras."""
    hollow: bool = False
    """Print pyramids without a base, as a quick kit does, so that they nest."""
    tiles: bool = False
    """Print the board as loose tiles, in a game that has tiles."""
    cell_mm: float | None = None
    adjustment: Adjustment = NONE
    sheets: tuple[int, ...] = ()
    """The numbers of the pages to print; none for all."""

    def __post_init__(self) -> None:
        if self.gutterfold and self.duplex:
            raise ValueError("a gutterfold prints both sides on one side of the paper: leave duplex or gutterfold out")
        if self.palette not in PALETTES:
            raise ValueError(f"no palette is called {self.palette!r}; choose {', '.join(PALETTES)}")

    @property
    def sheet(self) -> Paper:
        """The paper, with its words as large as asked for."""
        return replace(self.paper, words=LARGE) if self.large else self.paper

    @property
    def bases(self) -> bool:
        """Whether pyramids have a base."""
        return not (self.quick or self.hollow)

    @property
    def two_sided(self) -> bool:
        """Whether both sides are printed."""
        return self.gutterfold or bool(self.duplex)

    def wants(self, page: Page) -> bool:
        """Return whether *page* is to be printed. A page without a portion always is."""
        return page.portion is None or self.asks(page.portion)

    def asks(self, portion: Portion) -> bool:
        """Return whether *portion* is to be printed. Quick kits have cards only if they are asked for by name."""
        if portion == "cards" and self.quick and self.portions == KIT_PORTIONS:
            return False
        return portion in self.portions or (portion in PIECES and "pieces" in self.portions)


def sheets_named(text: str) -> tuple[int, ...]:
    """Return the page numbers that *text* names.

    >>> sheets_named("3-5,8")
    (3, 4, 5, 8)
    >>> sheets_named("5-3")
    Traceback (most recent call last):
    ValueError: pages are numbers and ranges such as 3-5,8; not '5-3'
    """
    found: list[int] = []
    for part in text.replace("–", "-").split(","):
        first, dash, last = (side.strip() for side in part.partition("-"))
        if not first.isdecimal() or (dash and not last.isdecimal()) or not 1 <= int(first) <= int(last or first):
            raise ValueError(f"pages are numbers and ranges such as 3-5,8; not {text!r}")
        found += range(int(first), int(last or first) + 1)
    return tuple(dict.fromkeys(sorted(found)))


def portions_named(text: str) -> tuple[Portion, ...]:
    """Return the parts named in a comma-separated list, in printing order.

    >>> portions_named("pieces,board")
    ('board', 'pieces')
    >>> portions_named("box")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: there is no part called 'box'; choose from rules, cards, board, pieces, dice, discs, screens, trays, ...
    """
    known: tuple[Portion, ...] = get_args(Portion)
    names = {name.strip().lower() for name in text.split(",")}
    for name in sorted(names.difference(known)):
        raise ValueError(f"there is no part called {name!r}; choose from {', '.join(known)}")
    return tuple(part for part in known if part in names)


def dressed(kit: Kit, job: Job) -> Kit:
    """Return *kit* with the cell size and the inks of *job*."""
    if job.cell_mm is not None:
        kit = kit.with_cells(job.cell_mm)
    if job.large:
        kit = replace(kit, label_size_mm=kit.label_size_mm * 1.2)
    other = {} if job.palette == OWN_PALETTE else {ink.name: ink for ink in PALETTES[job.palette].values()}

    def dressed_ink(seat: str, ink: Ink) -> Ink:
        return _seat_ink(seat, other.get(ink.name, ink) if seat in kit.seats else ink, job)

    return replace(
        kit,
        inks={seat: dressed_ink(seat, ink) for seat, ink in kit.inks.items()},
        more_inks={seat: tuple(dressed_ink(seat, ink) for ink in inks) for seat, inks in kit.more_inks.items()},
    )


def _seat_ink(seat: str, ink: Ink, job: Job) -> Ink:
    named = seat in PALETTES[job.palette]
    match job.ink:
        case "low":
            return lighter(ink, _LOW) if named or seat == "rod" else ink
        case "grey":
            return seat_grey(seat) if named else ink
        case "full":
            return ink


def bare_tabs(shapes: tuple[Shape, ...], job: Job) -> tuple[Shape, ...]:
    """Return the *shapes* of pieces, without the tint of their glue tabs in low-ink mode."""
    return recoloured(shapes, lambda ink: PAPER if ink == TINT else ink) if job.ink == "low" else shapes


def dyed(shapes: tuple[Shape, ...], job: Job) -> tuple[Shape, ...]:
    """Return *shapes* in grey for a grey job, else unchanged."""
    return recoloured(shapes, greyed) if job.ink == "grey" else shapes
