"""A whole kit as one document."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from kits.kit import Kit
from kits.pieces import Die
from printkit.assembly import board_pages
from printkit.beside import beside_pages
from printkit.card import card_pages
from printkit.contents import minutes, served
from printkit.drawing import Drawing, Sheet, used_for
from printkit.extras import screen_pages, stand_in_pages
from printkit.guide import guide_pages
from printkit.job import Job, bare_tabs, dressed, dyed
from printkit.pieces import counter_pages, piece_pages, supply_pages
from printkit.sheets import PIECES, Page, Portion, bind, fewest
from printkit.stickers import sticker_pages
from printkit.target import target_pages
from printkit.wording import worded

_SCORE_FIRST = "score the dashed lines, then cut the solid ones."
_CUT_FIRST = "cut the solid lines, then fold along the dashed ones."
_CUT_ONLY = "cut along the solid lines."


def draw_kit(kit: Kit, job: Job, seats: tuple[str, ...]) -> Drawing:
    """Return the parts of *kit* that *job* asks for, for *seats*, with a guide in front.

    Raises ``ValueError`` if there is no such part, page or kind of piece.
    """
    if job.hollow and not kit.pyramids:
        raise ValueError(f"{kit.title} has no pyramids to leave open; leave --open out")
    kit = dressed(kit, job)
    pages = _wanted(kit, job, seats)
    perhaps = {*PIECES, "stickers"} - {"pieces"}
    lacking = [part for part in job.portions if part in perhaps and all(p.portion != part for p in pages)]
    if lacking:
        raise ValueError(f"{kit.title} has no {lacking[0]}; leave {lacking[0]} out")
    pages = (*guide_pages(kit, job, seats, pages), *pages)
    title = worded(f"{kit.title}: print-and-play kit")
    sheets = bind(pages, job.sheet, kit.title, credit=kit.credit, duplex=job.duplex)
    dyed_sheets = tuple(replace(sheet, shapes=dyed(sheet.shapes, job)) for sheet in _chosen(sheets, job))
    return Drawing(title, worded(f"For {served(kit, seats)} on {worded(job.paper.title)}."), dyed_sheets, job.duplex)


def making(kit: Kit, job: Job, seats: tuple[str, ...]) -> int:
    """Return about how many minutes the board and the pieces take that *job* prints of *kit* for *seats*."""
    pages = _wanted(dressed(kit, job), job, seats)
    return minutes(page for page in pages if page.portion in ("board", "pieces", "dice"))


def _wanted(kit: Kit, job: Job, seats: tuple[str, ...]) -> tuple[Page, ...]:
    return tuple(page for page in _pages(kit, job, seats) if job.wants(page))


def _chosen(sheets: Sequence[Sheet], job: Job) -> Iterable[Sheet]:
    """Yield the *sheets* that *job* names, with both sides of the paper."""
    if job.sheets and job.sheets[-1] > len(sheets):
        raise ValueError(f"there is no page {job.sheets[-1]}: this kit has pages 1 to {len(sheets)}")
    sides = 2 if job.duplex else 1
    papers = {(number - 1) // sides for number in job.sheets}
    return (sheet for sheet in sheets if not papers or (sheet.number - 1) // sides in papers)


def _pages(kit: Kit, job: Job, seats: tuple[str, ...]) -> Iterable[Page]:
    yield from card_pages(kit, job)
    if "board" in job.portions:
        yield from board_pages(kit, job)
    if PIECES.intersection(job.portions):
        yield from (_advised(page, job) for page in _pieces(kit, job, seats))
    yield from (_advised(page, job) for page in beside_pages(kit, job, seats))
    if "stickers" in job.portions:
        yield from _called("stickers", sticker_pages(kit, job, seats if kit.seats else ()))
    if "target" in job.portions:
        yield from target_pages(job)


def _advised(page: Page, job: Job) -> Page:
    """Return *page* with the instruction that comes first."""
    folded = next(iter(used_for(page.shapes, "fold")), None)
    first = _CUT_ONLY if not folded else _CUT_FIRST if job.quick else _SCORE_FIRST
    return replace(page, shapes=bare_tabs(page.shapes, job), first=page.first or first)


def _pieces(kit: Kit, job: Job, seats: tuple[str, ...]) -> Iterable[Page]:
    owners = seats if kit.seats else ()
    dice = any(isinstance(piece, Die) for piece in kit.pieces.values())
    own = list(fewest(_owned(kit, job, owners, together) for together in ((2,) if job.quick else (1, 2))))
    if job.two_sided:
        own += counter_pages(kit, job, owners)
    yield from _called("dice" if dice else "pieces", own if owners else supply_pages(kit, job))
    if job.quick:
        return
    yield from _called("screens", screen_pages(kit, job, seats))
    yield from _called("discs", stand_in_pages(kit, job, seats))


def _owned(kit: Kit, job: Job, owners: Sequence[str], together: int) -> tuple[Page, ...]:
    """Return the pages with the pieces of *owners*, *together* owners to a sheet."""
    groups = (owners[first : first + together] for first in range(0, len(owners), together))
    return tuple(page for group in groups for page in piece_pages(kit, job, group))


def _called(portion: Portion, pages: Iterable[Page]) -> Iterable[Page]:
    return (replace(page, portion=portion) for page in pages)


def seats_of(kit: Kit, players: int | None) -> tuple[str, ...]:
    """Return the seats whose pieces are printed for *players*. Raises ``ValueError``."""
    every = kit.seats or ("A", "B")
    if players is None or players == len(every):
        return every
    if not 2 <= players < len(every):
        numbers = f"2 to {len(every)}" if len(every) > 2 else "2"
        raise ValueError(f"{kit.title} is for {numbers} players, not {players}")
    return every[:players]
