"""What lies beside the board: trays for pieces and turn reminders, which share sheets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from kits.card import Card
from kits.kit import Kit
from printkit.card import paragraph
from printkit.drawing import DECORATION, Area, Pose, Shape, corners_of, enlarged, moved
from printkit.flow import heading
from printkit.folding import tray_folding
from printkit.job import Job
from printkit.packing import turned
from printkit.parts import TRAY_MM, Part, tray
from printkit.pieces import SCORE, part_pages
from printkit.sheets import Page, body, fewest
from printkit.strokes import CUT

_CARD_MM = (92.0, 72.0)
"""Size of a turn reminder: two fit side by side on the narrowest paper. It is higher where the words need it."""
_MARGIN_MM = 5.0
_FOLD = "Fold the walls back, away from the print, and glue the corner tabs inside in their order."
_CUT = "cut out along the thin lines."


def beside_pages(kit: Kit, job: Job, seats: Sequence[str]) -> tuple[Page, ...]:
    """Return the pages with what *job* asks for of this: a tray and a turn reminder for each of *seats*.

    A shared supply has two trays. A quick kit has no trays.
    """
    cards = list(_reminders(kit, job, seats)) if job.asks("cards") else []
    if job.quick or not job.asks("trays"):
        return _card_pages(kit, job, cards, seats)
    owners = seats if kit.seats else ()
    trays = list(_trays(kit, job, owners))
    apart = *_tray_pages(job, trays, [], owners), *_card_pages(kit, job, cards, seats)
    return fewest((apart, *_together(job, trays, cards, owners)))


def _together(
    job: Job, trays: Sequence[Part], cards: Sequence[Part], owners: Sequence[str]
) -> Iterable[tuple[Page, ...]]:
    """Yield pages with *trays* and *cards* together: trays upright and, if the sheet is high enough, on their side."""
    for turn in (0.0, 90.0):
        with suppress(ValueError):
            yield _tray_pages(job, [_turned(each, turn) for each in trays], cards, owners)


def _tray_pages(job: Job, trays: Sequence[Part], cards: Sequence[Part], owners: Sequence[str]) -> tuple[Page, ...]:
    title = "Trays and turn reminders" if cards else "Trays"
    whose = (*owners, *owners) if cards else owners
    pages = part_pages(title, job, (SCORE + _FOLD,), (*trays, *cards), (), owners=whose, pictures=(tray_folding(),))
    return tuple(replace(page, portion="trays") for page in pages)


def _card_pages(kit: Kit, job: Job, cards: Sequence[Part], seats: Sequence[str]) -> tuple[Page, ...]:
    pages = part_pages(f"Turn reminders of {kit.title}", job, (), cards, (), owners=seats) if cards else ()
    return tuple(replace(page, portion="cards", first=_CUT) for page in pages)


def _turned(part: Part, turn_deg: float) -> Part:
    pose = Pose(turn_deg=turn_deg)
    return replace(part, outline=turned(part.outline, turn_deg), shapes=moved(part.shapes, pose))


def _trays(kit: Kit, job: Job, owners: Sequence[str]) -> Iterable[Part]:
    pieces = sum(kit.stock.values())
    words = [(f"{kit.title} · player {seat}", f"{pieces} pieces of player {seat}") for seat in owners]
    supply = [(f"{kit.title} · stones", "two-sided stones"), (f"{kit.title} · rods", "rods")]
    return (tray(TRAY_MM, outside, inside, job.sheet.words) for outside, inside in words or supply)


def _reminders(kit: Kit, job: Job, seats: Sequence[str]) -> Iterable[Part]:
    """Yield a turn reminder for each of *seats*, large enough for the words of *job* on its paper."""
    card = kit.card
    if card is None or not card.reminder:
        return
    left, _, right, _ = body(job.sheet)
    words = min(job.sheet.words, (right - left) / _CARD_MM[0])
    shapes, height = _reminder(kit.title, card)
    outline = corners_of((0.0, 0.0, _CARD_MM[0] * words, height * words))
    for _ in seats:
        yield Part(outline, enlarged(shapes, words))


def _reminder(title: str, card: Card) -> tuple[tuple[Shape, ...], float]:
    """Return the shapes of a turn reminder, cut line first, with its top left corner at (0, 0), and its height."""
    width, least = _CARD_MM
    room = width - 2 * _MARGIN_MM
    shapes: list[Shape] = []
    y = 2.0
    for block in (heading(f"{title}: your turn", room), *(paragraph(text, room) for text in card.reminder)):
        shapes += moved(block.shapes, Pose(_MARGIN_MM, y))
        y += block.height_mm
    height = max(least, y + 1.0)
    edge = Area.box((0.0, 0.0, width, height), stroke=CUT)
    return (replace(edge, tag=DECORATION), *shapes), height
