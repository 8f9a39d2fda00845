"""Sheets of pieces to cut and fold, one seat's or the shared supply, and of flat ones printed on both sides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, partial

from kits.colours import called, joined
from kits.inks import BLACK, PALE, RING, Ink
from kits.kit import Kit
from kits.pieces import Die, Pawn, Piece, Pyramid, Slab
from printkit.drawing import Area, Point, Pose, Shape, bounds, moved
from printkit.flats import Flat, flat_pages
from printkit.flow import Block, larger, lines
from printkit.folding import folding, gallery, rod_folding, strip_folding
from printkit.job import Job
from printkit.packing import Places, Ring, pack, rows
from printkit.parts import Part, flat_rods, mark_on, marked_spare, part, rod, slab_mark, stone_face, stone_strips
from printkit.pictures import outline_from_above
from printkit.sheets import Page, body, fewest

_GAPS_MM = (12.0, 8.0, 5.0)
_LEAST_GAP_MM = 3.0
_PICTURES = (1.0, 0.7, 0.5)
"""Sizes at which pictures of folds are tried; the first that fits is used."""
_HEAD_GAP_MM = 3.0
_ROW_GAP_MM = 1.6
_SHARES_OF_RODS = (2, 3)
"""Flat rods take half or a third of a sheet's width, whichever saves sheets."""
SCORE = "Score the dashed lines with an empty ballpoint, then cut along the solid ones. "
_UNSCORED = "On paper of 120 to 160 g/m² nothing needs to be scored: cut, then fold along the dashed lines. "
HOW: dict[type[Piece], str] = {
    Pyramid: "Pyramids: fold everything back, away from the print. Glue tab 1 inside the first face, let it dry, then "
    "close the base with tabs 2 to 4.",
    Slab: "Flat pieces: fold the strip back and forth like a fan, glue all its layers together and press it under a "
    "book.",
    Pawn: "The pawn: fold the walls round, glue tab 1, close the bottom, then glue the small top down.",
    Die: "Dice: fold everything back and glue the tabs in the order of their numbers; let one dry before the next. "
    "Read a d4 at its top tip.",
}
_RODS = "Rods: fold the strip into a square tube and glue the narrow flap."
_ONE_LAYER = (
    "Flat pieces: one layer is enough. To make them easier to pick up, glue their part of the sheet to a cereal box "
    "before you cut them out."
)
_OPEN = (
    "Pyramids: fold the edges back, away from the print, and glue the tab inside the first face. They have no base and "
    "nest in each other."
)
_STRIPS = (
    "Fold each strip back along its long dashed line, with the print outside, and glue its halves together. When the "
    "glue is dry, cut the stones apart along the white lines."
)
_CUT = "Print on card, or glue the sheet to card that is thick enough to grip. Then cut the pieces out."

_SPARE_STONES = 4
_FLAT_RODS = "Rods: cut along every line, the long cuts first, and leave the strips flat."


def piece_pages(kit: Kit, job: Job, seats: Sequence[str]) -> tuple[Page, ...]:
    """Return the pages with every piece to fold that *seats* own, and spares if there is room."""
    pieces = {k: kit.pieces[k] for k in reversed(list(kit.pieces)) if not _elsewhere(kit.pieces[k], job)}
    if not pieces:
        return ()
    one = {
        (seat + kind, ink): part(kit, seat + kind, job.sheet.words, quick=job.quick, bases=job.bases, ink=ink)
        for seat in seats
        for kind in pieces
        for ink in (kit.ink_of(seat, kind, number) for number in range(kit.stock[kind]))
    }
    named = [
        (seat + kind, kit.ink_of(seat, kind, number))
        for kind in pieces
        for seat in seats
        for number in range(kit.stock[kind])
    ]
    spares = [] if job.quick else list(one.values())
    shapes = dict.fromkeys(type(piece) for piece in reversed(pieces.values()))
    pictures = [picture for _, some in folds(kit, job, seats[0]) for picture in some]
    scoring = _scoring(job).rstrip() if pictures else ""
    every = " ".join(filter(None, (scoring, *(how(shape, job) for shape in shapes), *_instead(kit, job))))
    ways = (
        part_pages(
            _title(kit, seats),
            job,
            (words,) if words else (),
            [one[name] for name in named],
            spares,
            owners=[content[0] for content, _ in named],
            pictures=pictures,
        )
        for words in (every, scoring)
    )
    return fewest(ways)


def _instead(kit: Kit, job: Job) -> Iterable[str]:
    """Yield what can replace the discs of a quick kit; buttons bear no suits."""
    for piece in kit.pieces.values():
        if job.quick and not kit.suited and isinstance(piece, Slab) and piece.outline == "circle":
            yield f"Instead of a disc a button of your colour will do, {piece.across_mm:g} mm across."


def _title(kit: Kit, seats: Sequence[str]) -> str:
    if len(seats) == 1:
        name = joined(ink.name for ink in kit.inks_of(seats[0]))
        return f"{called(name).capitalize()} pieces for player {seats[0]}"
    return f"Pieces for players {' and '.join(seats)}"


def _elsewhere(piece: Piece, job: Job) -> bool:
    """Return whether *piece* is flat and printed on both sides, on sheets apart from those with pieces to fold."""
    return job.two_sided and isinstance(piece, Slab)


def folds(kit: Kit, job: Job, seat: str) -> Iterable[tuple[str, Sequence[Block]]]:
    """Yield how the pieces of *seat*, or those that the players share, are folded: words and pictures."""
    if job.quick and not kit.seats and not job.two_sided:
        yield _STRIPS, (strip_folding(_stone(kit)),)
    else:
        found: dict[type[Piece], dict[object, Block]] = {}
        for kind, piece in reversed(list(kit.pieces.items())):
            pictures = found.setdefault(type(piece), {})
            if _folded(type(piece), job) and _alike(piece) not in pictures:
                pictures[_alike(piece)] = folding(kit, seat + kind, quick=job.quick, bases=job.bases)
        yield from ((how(shape, job), tuple(pictures.values())) for shape, pictures in found.items() if pictures)
    if kit.rod and (job.two_sided or not job.quick):
        yield _RODS, (rod_folding(kit),)


def _folded(shape: type[Piece], job: Job) -> bool:
    return not (shape is Slab and (job.quick or job.two_sided))


def _alike(piece: Piece) -> object:
    """Return a key that is equal for pieces folded in the same way."""
    match piece:
        case Pyramid() | Pawn():
            return type(piece)
        case Slab(outline=outline):
            return outline
        case Die(faces=faces):
            return faces


def _stone(kit: Kit) -> Slab:
    stone = next(iter(kit.pieces.values()))
    assert isinstance(stone, Slab)
    return stone


def how(shape: type[Piece], job: Job) -> str:
    """Return how pieces of this *shape* are folded."""
    if shape is Pyramid and not job.bases:
        return _OPEN
    return _ONE_LAYER if shape is Slab and job.quick else HOW[shape]


def _scoring(job: Job) -> str:
    return _UNSCORED if job.quick else SCORE


def supply_pages(kit: Kit, job: Job) -> tuple[Page, ...]:
    """Return the pages with the pieces that the players share: two-sided stones and rods."""
    kind = next(iter(kit.pieces))
    if job.quick and not job.two_sided:
        return _strip_pages(kit, job)
    if job.two_sided:
        pages = _stone_pages(kit, job)
    else:
        parts = [part(kit, kind)] * sum(kit.stock.values())
        pages = part_pages(
            "Two-sided stones", job, (SCORE + HOW[Slab],), parts, parts[:4], pictures=(folding(kit, kind),)
        )
    if kit.rod is None:
        return pages
    rods = [rod(kit.rod, kit.inks["rod"])] * kit.rods
    return *pages, *part_pages("Rods", job, (SCORE + _RODS,), rods, rods[:8], pictures=(rod_folding(kit),))


def _strip_pages(kit: Kit, job: Job) -> tuple[Page, ...]:
    """Return the pages with stones in strips, and with rods to be cut from one sheet and left flat."""
    stone = _stone(kit)
    left, top, right, bottom = body(job.sheet)
    words = (_STRIPS, *((_FLAT_RODS,) if kit.rod else ()))
    head = sum(larger(partial(lines, text), right - left, job.sheet.words).height_mm for text in words)
    high = bottom - top - head - 2 * _HEAD_GAP_MM
    strips = tuple(stone_strips(stone, sum(kit.stock.values()), high))
    pictures = (strip_folding(stone),)
    if not kit.rod:
        return part_pages("Two-sided stones", job, words, strips, (), pictures=pictures)
    blocks = (
        flat_rods(kit.rod, kit.inks["rod"], kit.rods, ((right - left) / share, high)) for share in _SHARES_OF_RODS
    )
    ways = (
        part_pages("Two-sided stones and rods", job, words, (*strips, *rods), (), pictures=pictures) for rods in blocks
    )
    return fewest(ways)


def part_pages(
    title: str,
    job: Job,
    advice: Sequence[str],
    parts: Sequence[Part],
    spares: Sequence[Part],
    *,
    owners: Sequence[str] = (),
    pictures: Sequence[Block] = (),
) -> tuple[Page, ...]:
    """Return *parts* on as few sheets as possible, with the *spares* that fit on the same sheets.

    *owners* are the seats of the parts, if each belongs to somebody. *pictures* of how they are folded are left out
    where they would take a sheet more.
    """
    paper = job.sheet
    left, top, right, bottom = body(paper)
    blocks = [larger(partial(lines, text), right - left, paper.words) for text in advice]
    if pictures:
        drawn = [gallery(pictures, right - left, scale) for scale in _PICTURES]
        blocks = list(_illustrated(blocks, drawn, parts, (right - left, bottom - top)))
    start = top + sum(block.height_mm for block in blocks) + _HEAD_GAP_MM
    room = right - left, bottom - start
    marked = [marked_spare(each, paper.words) for each in spares]
    least = _roomy(tuple(each.outline for each in parts), room)
    alike = len({each.outline for each in parts}) == 1
    for extra in range(len(marked), -1, -1) if alike else (len(marked), 0):
        everything = [*parts, *marked[:extra]]
        places = _roomy(tuple(each.outline for each in everything), room)
        if _sheets(places) == _sheets(least):
            break
    count = _sheets(places)
    pages = []
    for number in range(count):
        shapes: list[Shape] = []
        y = top
        for block in blocks:
            shapes += moved(block.shapes, Pose(left, y))
            y += block.height_mm
        for each, (sheet, pose) in zip(everything, places, strict=True):
            if sheet == number:
                shapes += moved(each.shapes, Pose(pose.x_mm + left, pose.y_mm + start, pose.turn_deg))
        here = (seat for seat, (sheet, _) in zip(owners, places, strict=False) if sheet == number)
        seats = tuple(dict.fromkeys(here))
        spare = sum(sheet == number for sheet, _ in places[len(parts) :])
        name = title + (f" ({number + 1} of {count})" if count > 1 else "")
        minutes = sum(each.minutes for each, (sheet, _) in zip(parts, places, strict=False) if sheet == number)
        seen = f"{sum(sheet == number for sheet, _ in places)} parts to cut out."
        pages.append(Page(name, tuple(shapes), seats=seats, spares=spare, minutes=minutes, shows=seen))
    return tuple(pages)


def _illustrated(
    blocks: Sequence[Block], pictures: Sequence[Block], parts: Sequence[Part], room_mm: Point
) -> Sequence[Block]:
    """Return *blocks* with the first of *pictures* that costs *parts* no further sheet, if there is one."""
    rings = tuple(each.outline for each in parts)
    room = room_mm[1] - _HEAD_GAP_MM - sum(block.height_mm for block in blocks)
    tallest = max(box[3] - box[1] for box in map(bounds, rings))
    bare = _sheets(_roomy(rings, (room_mm[0], room)))
    for picture in pictures:
        left = room - picture.height_mm
        if left >= tallest + _HEAD_GAP_MM and _sheets(_roomy(rings, (room_mm[0], left))) == bare:
            return (*blocks, picture)
    return blocks


@cache
def _roomy(rings: tuple[Ring, ...], room_mm: tuple[float, float]) -> Places:
    """Return the most widely spaced layout among those with the fewest sheets."""
    if len(set(rings)) == 1:
        return rows(rings[0], len(rings), room_mm, gap_mm=_ROW_GAP_MM)
    close = pack(rings, room_mm, gap_mm=_LEAST_GAP_MM)
    wider = (pack(rings, room_mm, gap_mm=gap) for gap in _GAPS_MM)
    return next((places for places in wider if _sheets(places) == _sheets(close)), close)


def _sheets(places: Places) -> int:
    return max(sheet for sheet, _ in places) + 1


def counter_pages(kit: Kit, job: Job, seats: Sequence[str]) -> tuple[Page, ...]:
    """Return the pages of all *seats*' flat pieces, the same on both sides, with one spare of each kind for each seat.

    A quick kit has no spares. Returns no pages for a kit without flat pieces.
    """
    slabs = {kind: piece for kind, piece in kit.pieces.items() if isinstance(piece, Slab)}
    flats: list[Flat] = []
    for seat in seats if slabs else ():
        every = [
            (kind, ink, _counter(kit, piece, seat, ink))
            for kind, piece in reversed(slabs.items())
            for ink in dict.fromkeys(kit.inks_of(seat))
        ]
        flats += (flat for kind, ink, flat in every for _ in range(kit.count_of(seat, kind, ink)))
        if not job.quick:
            flats += (replace(flat, spare=True) for kind, ink, flat in every if kit.count_of(seat, kind, ink))
    if not flats:
        return ()
    title = f"Flat pieces for players {', '.join(seats[:-1])} and {seats[-1]}"
    return flat_pages(flats, job, title, portion="pieces", how=f"{_CUT} Both sides are the same.")


def _stone_pages(kit: Kit, job: Job) -> tuple[Page, ...]:
    """Return the pages of the shared stones, black on one side and white on the other, with spares."""
    stone = _stone(kit)
    outline = outline_from_above(stone, (0.0, 0.0), 1.0)
    black, white = (stone_face(stone, ink) for ink in (BLACK, PALE))
    flat = Flat(outline, black, white, bleed=RING, back_bleed=RING)
    how = f"{_CUT} One side is black, the other white; both have a grey ring."
    spares = [] if job.quick else [replace(flat, spare=True)] * _SPARE_STONES
    flats = [flat] * sum(kit.stock.values()) + spares
    return flat_pages(flats, job, "Two-sided stones", portion="pieces", how=how)


def _counter(kit: Kit, piece: Slab, seat: str, ink: Ink) -> Flat:
    outline = outline_from_above(piece, (0.0, 0.0), 1.0)
    mark = slab_mark(piece, seat, (0.0, 0.0), mark_on(ink), suited=kit.suited)

    def side(ring: tuple[tuple[float, float], ...]) -> tuple[Shape, ...]:
        return Area.of(ring, fill=ink), *mark

    back = side(tuple((-x, y) for x, y in reversed(outline)))
    return Flat(outline, side(outline), back, bleed=ink, back_bleed=ink, seat=seat)
