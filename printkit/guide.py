"""The guide at the front of a kit: what it contains, what you need, and how to print, build and play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from kits.inks import MUTED, TEXT
from kits.kit import Kit
from kits.pieces import Die, Pyramid
from kits.thickness import CARD_GSM, CARD_MM, ONE_FOLD, QUICK_GSM, QUICK_MM, strip_layers, usual_mm
from printkit.assembly import board_layout, board_tiles, fits_whole, joined_page
from printkit.card import fine_print
from printkit.contents import WORDS, contents, minutes, needed, numbered, served, sheets
from printkit.drawing import Label, Lines, Pose, Shape, Stroke, Tag, moved
from printkit.flow import Block, heading, item, lines, poured, table
from printkit.folding import finished, fitted, gallery
from printkit.job import Job
from printkit.notes import plan_of_parts
from printkit.paper import Paper
from printkit.pictures import called
from printkit.pieces import folds
from printkit.sheets import PIECES, Page, Portion, body, fewest
from printkit.surface import surfaces
from printkit.typeface import CAP, width_mm
from printkit.wording import worded

_TITLE_MM = 15.0
_BANNER_MM = 34.0
_BANNER_PIECE_MM = (18.0, 18.0)
_PICTURES = (1.0, 0.7, 0.5)
"""Sizes of the pictures of folds."""
_PIECES = "Cut the small parts first, while the sheet still holds them together."
_DRY = "Let the glue dry under a book."
_SCORE_FIRST = "Score before you cut."
_TOOLS = "Scissors or a knife, a metal ruler, a glue stick, and an empty ballpoint pen for scoring"
_FEW_TOOLS = "Scissors, a glue stick, and for the board a knife and a ruler"
_SIZES = "Dots at the foot and rings at the tip show the size of a pyramid (1, 2 or 3), the letter its player."
_ONE_SIZE = "The letter on a pyramid names its player."
_EXTRAS: frozenset[Portion] = frozenset({"trays", "screens", "cards"})
"""The parts that a game can do without."""
_SPARE = "Pieces marked “spare” are extra: leave them on the sheet until one gets lost."
_CUT_PARTS = "Cut each part out along the thin line around it; leave the strips marked “glue” on."
_CUT_SEAMS = (
    "Cut the sheets only where a thin line runs along an edge of the board’s part, with a knife right across the "
    "sheet. The white margins stay."
)
_GLUE_ORDER = {
    (True, False): "Glue the parts together from left to right",
    (False, True): "Glue the parts together from top to bottom",
    (True, True): "Glue the parts of each row together from left to right, then the rows from top to bottom",
}
"""(Has parts side by side, has parts one below the other) → how such a board is put together."""
_GLUE_PARTS = (
    "each part goes on the strip of the one before, so that their lines meet. Cardboard underneath keeps the board "
    "flat."
)
_TYPE = "Type this on a computer that has it, and scan the code that it shows with a phone:"
_WATCHES = "If you like, Kiebitz watches the game and referees."
_ONE_BOARD = "Leave the sheet with the board whole. While you set up, stand a book across the middle of it as a screen."
_JOINED = (
    "This file is for {}: the signs where mini-boards meet name the neighbours. For another number of players print "
    "again with --players N."
)
_ONE_LAYER = (
    f"Flat pieces are one layer of {QUICK_GSM} g/m² paper, {QUICK_MM:g} mm thick; cardboard under them helps fingers"
)
_TWO_LAYERS = (
    f"Stones are two layers of {QUICK_GSM} g/m² paper, {2 * QUICK_MM:g} mm thick; cardboard between them helps fingers"
)
_CREDITS = (
    "The black-and-white squares are AprilTags of the family 36h11. The typeface is Lato by Łukasz Dziedzic, under the "
    "SIL Open Font License.",
)


def guide_pages(kit: Kit, job: Job, seats: tuple[str, ...], others: Sequence[Page]) -> tuple[Page, ...]:
    """Return the guide to a kit whose other pages are *others*.

    Its pictures of folds are smaller where that saves a page.
    """
    return fewest(_numbered(kit, job, seats, others, pictures=pictures) for pictures in _PICTURES)


def _numbered(
    kit: Kit, job: Job, seats: tuple[str, ...], others: Sequence[Page], *, pictures: float
) -> tuple[Page, ...]:
    """Return the guide; the numbers of the *others* follow from its own length."""
    count = 1
    while True:
        guide = [Page("This guide", (), reading=True)] * count
        pages = _pages(kit, job, seats, [*guide, *others], pictures=pictures)
        if len(pages) == count:
            return pages
        count = len(pages)


def _pages(kit: Kit, job: Job, seats: tuple[str, ...], every: Sequence[Page], *, pictures: float) -> tuple[Page, ...]:
    top = job.paper.inner[1] + _BANNER_MM

    def blocks(room: float) -> Iterable[Block]:
        return _blocks(kit, job, seats, every, room, pictures=pictures)

    first, *more = poured(blocks, body(job.sheet), job.sheet.words, top)
    return (
        Page("Start here", (*_banner(kit, job.sheet, seats), *first), heading=False, reading=True),
        *(Page("Start here", shapes, reading=True) for shapes in more),
    )


def _banner(kit: Kit, paper: Paper, seats: tuple[str, ...]) -> tuple[Shape, ...]:
    left, top, right, _ = paper.inner
    baseline = top + CAP * _TITLE_MM + 1.0
    about = worded(f"To print, cut and fold. For {served(kit, seats)}.")
    shapes: list[Shape] = [
        Label(kit.title, (left, baseline), _TITLE_MM, TEXT, bold=True, tag=Tag("H1", kit.title)),
        Label(about, (left, baseline + 7.5), 4.0 * paper.words, MUTED, tag=Tag("P", about)),
    ]
    edge, foot = right, top + 25.0
    words_end = left + width_mm(about, 4.0 * paper.words) + 4.0
    for kind, seat in zip(reversed(list(kit.pieces)), (*seats, *seats), strict=False):
        piece, size = fitted(finished(kit.pieces[kind], kit.inks[seat if kit.seats else kind]), _BANNER_PIECE_MM)
        edge -= size[0]
        if edge < words_end:
            break
        shapes += moved(piece, Pose(edge, foot - size[1]))
        edge -= 3.0
    shapes.append(Lines((((left, top + 28.5), (right, top + 28.5)),), Stroke(MUTED, 0.2)))
    return tuple(shapes)


def _blocks(
    kit: Kit, job: Job, seats: tuple[str, ...], every: Sequence[Page], room: float, *, pictures: float
) -> Iterable[Block]:
    yield heading("What is in this file", room)
    yield from table(contents(every, job.duplex), room)
    yield Block(1.5, ())
    if kit.minis:
        yield lines(_JOINED.format(served(kit, seats)), room)
    elif any(page.seats for page in every) and len(seats) > 2:
        yield lines(_fewer(every, job, seats), room)
    yield heading("What you need", room)
    for text in _needs(kit, job, seats, every):
        yield item("•", text, room)
    steps = [_printing(job, room)]
    if "board" in job.portions:
        steps.append(_board(kit, job, room))
    if any(page.portion in ("pieces", "dice") for page in every):
        spare = (lines(_SPARE, room),) if any(page.spares for page in every) else ()
        told = tuple(folds(kit, job, seats[0] if kit.seats else ""))
        advice = lines(_advice(job, glued=bool(told)), room)
        steps.append(("Make the pieces", advice, *_folds(kit, told, room, pictures=pictures), *spare))
    steps.append(_play(kit, job, every, room))
    for number, (name, *blocks) in enumerate(steps, start=1):
        yield heading(f"{number}  {name}", room)
        yield from blocks
    credits = kit.card.credits if kit.card and all(page.portion != "rules" for page in every) else ()
    yield from fine_print((*credits, *_CREDITS), room)


_Step = tuple[str, *tuple[Block, ...]]


def _printing(job: Job, room: float) -> _Step:
    sides = {
        "": "Print on one side of the paper",
        "long": "Print on both sides, turning the paper over along its long edge",
        "short": "Print on both sides, turning the paper over along its short edge",
    }[job.duplex]
    texts = [
        f"{sides}, at 100 % or “actual size”, never “fit to page”: the camera relies on the true size.",
        "Check before you cut: hold a real ruler to the one at the foot of a page. If its 100 mm are not exactly "
        "100 mm, change the setting and print again.",
    ]
    if job.duplex:
        texts.append("Hold a sheet up to the light: the crosses at its foot must line up with those on the other side.")
    return "Print", *(lines(text, room) for text in texts)


def _play(kit: Kit, job: Job, every: Sequence[Page], room: float) -> _Step:
    count = sum(len(mini.markers) for mini in kit.minis) or len(kit.markers)
    lay = "Lay the board flat, with row 1 towards player A"
    joined = job.quick and joined_page(kit, job.sheet)
    if kit.minis and not joined:
        lay = (
            "Lay the mini-boards flat, each in front of its player, so that every half sign meets its other half; the "
            "letter in a sign names the player on the other side"
        )
    seen = (
        f"so that all {count} black-and-white squares of the frame are in the picture. Kiebitz finds the board by "
        "them: keep pieces, cups and hands off them"
    )
    if job.tiles:
        lay, seen = "Lay the tiles edge to edge", "so that the whole board is in the picture"
    rules = [number for number, side in needed(every, job.duplex, ()) if side.page.portion == "rules"]
    told = f" The rules are on page {numbered(rules)}." if rules else ""
    words = f"{_WATCHES} Point a camera at the board from above, as steeply as you can, {seen}. {_TYPE}"
    return (
        "Play",
        lines(f"{lay}.{told}", room),
        lines(words, room, clings=True),
        lines("kiebitz table --lan", room, bold=True),
    )


def _fewer(pages: Sequence[Page], job: Job, seats: tuple[str, ...]) -> str:
    numbers = numbered([number for number, _ in needed(pages, job.duplex, seats[:2])])
    return f"Only two of you? Pages {numbers} are all you need; the rest are for more players."


def _needs(kit: Kit, job: Job, seats: tuple[str, ...], every: Sequence[Page]) -> Iterable[str]:
    two, all_of_them = (sheets(needed(every, job.duplex, some)) for some in (seats[:2], seats))
    split = two < all_of_them and not kit.minis
    many = f"for two players, {all_of_them} for {WORDS[len(seats)]}" if split else "in all"
    count = two if split else all_of_them
    there = {page.portion for page in every}
    made = "board" in there or not PIECES.isdisjoint(there)
    weight = "120 to 160 g/m²" if job.quick else "card of 200 g/m²"
    best = f"; {weight} is best" if made else ""
    yield f"{count} sheets of white, matt {worded(job.paper.title)} paper {many}{best}"
    if "stickers" in there:
        yield "Sticker paper for the stickers, or a glue stick"
    pieces = [page for page in every if page.portion in ("pieces", "dice")]
    if pieces and (note := _thickness(kit, job)):
        yield note
    if made:
        yield _FEW_TOOLS if job.quick else _TOOLS
    elif there & {"stickers", "cards"}:
        yield "Scissors"
    if pieces or "board" in there:
        yield _time(kit, seats, every, pieces)


def _layers(kit: Kit, job: Job) -> int:
    """Return how many layers of paper a flat piece consists of."""
    if job.two_sided:
        return ONE_FOLD if job.gutterfold else 1
    if job.quick:
        return 1 if kit.seats else ONE_FOLD
    return strip_layers(kit)


def _thickness(kit: Kit, job: Job) -> str:
    """Return how thick the flat pieces become and what to glue on; nothing for a kit without flat pieces."""
    usual = usual_mm(kit)
    if not usual:
        return ""
    if job.quick:
        return _ONE_LAYER if _layers(kit, job) == 1 else _TWO_LAYERS
    count = _layers(kit, job)
    made_mm = round(CARD_MM * count, 1)
    made = f"{count} layers of {CARD_GSM} g/m² card" if count > 1 else f"one layer of {CARD_GSM} g/m² card"
    return (
        f"Flat pieces are {made}, {made_mm:g} mm thick. Kiebitz reads them like that; to have {usual:g} mm in hand, "
        f"glue them on {usual - made_mm:.1f} mm of cardboard, foam board or felt"
    )


def _time(kit: Kit, seats: tuple[str, ...], every: Sequence[Page], pieces: Sequence[Page]) -> str:
    """Return how long the whole kit takes, and each part of it."""
    board = [page for page in every if page.portion == "board"]
    whole, flat, folded = (minutes(some) for some in ([*board, *pieces], board, pieces))
    times = []
    if flat:
        times.append(f"{flat} for the board")
    if kit.seats and pieces:
        owned = ", ".join(_parts(kit))
        times.append(f"{whole - flat} for the pieces of {WORDS[len(seats)]} players ({owned} for each)")
    elif pieces:
        stones = sum(kit.stock.values())
        times.append(f"{folded} for {stones} stones, black on one side and white on the other, and {kit.rods} rods")
    told = f"Time, a rough estimate: about {whole} minutes, {', and '.join(times)}"
    extras = [page for page in every if page.portion in _EXTRAS and page.minutes]
    if not extras:
        return told
    names = dict.fromkeys(page.title[0].lower() + page.title[1:].split(" (")[0] for page in extras)
    return f"{told}. About {minutes(extras)} minutes more: {', '.join(names)}"


def _parts(kit: Kit) -> Iterable[str]:
    """Yield the pieces of a seat with their counts."""
    for kind, count in kit.stock.items():
        match kit.pieces[kind]:
            case Die(faces=faces):
                yield f"{count} d{faces}"
            case piece:
                many = "s" if count > 1 else ""
                shape = "pyramid" if isinstance(piece, Pyramid) and len(kit.pyramids) == 1 else called(piece)
                name = kit.names.get(kind, shape)
                yield f"{count} {name}{many}" + (f" ({shape}{many})" if name != shape else "")


def _board(kit: Kit, job: Job, room: float) -> _Step:
    if job.tiles:
        return "Make the tiles", lines(
            "Cut the tiles out along their crop marks. Glue them to cardboard so that they lie flat.", room
        )
    every = surfaces(kit, job.paper.name)
    layout = board_layout(every, job.sheet)
    surface, *others = every
    if job.quick and joined_page(kit, job.sheet):
        return "Make the board", lines(_ONE_BOARD, room)
    if fits_whole(surface, layout):
        what = "each mini-board" if others else "the board"
        return "Make the board", lines(f"Cut {what} out along the thin line around it.", room)
    parts = board_tiles(surface, layout)
    plan = plan_of_parts(surface, parts, 38.0)
    order = _GLUE_ORDER[any(part.column for part in parts), any(part.row for part in parts)]
    beside = lines(f"{_CUT_SEAMS if job.quick else _CUT_PARTS} {order}: {_GLUE_PARTS}", room - 43.0)
    aspect = (surface.box[3] - surface.box[1]) / (surface.box[2] - surface.box[0])
    height = max(beside.height_mm, 38.0 * aspect + 3.0)
    both = (*moved(plan, Pose(0.0, 1.0)), *moved(beside.shapes, Pose(43.0, 0.0)))
    return "Make the board", Block(height, both)


def _advice(job: Job, *, glued: bool) -> str:
    first, last = "" if job.quick else f"{_SCORE_FIRST} ", f" {_DRY}" if glued else ""
    return f"{first}{_PIECES}{last}"


def _folds(kit: Kit, told: Iterable[tuple[str, Sequence[Block]]], room: float, *, pictures: float) -> Iterable[Block]:
    """Yield a picture of every fold, and what the marks on pyramids mean."""
    for words, shown in told:
        yield replace(lines(words, room), clings=True)
        yield gallery(shown, room, pictures)
    if kit.pyramids:
        yield lines(_SIZES if len(kit.pyramids) > 1 else _ONE_SIZE, room)
