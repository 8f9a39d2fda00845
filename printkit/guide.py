"""The first page: what to print, what to cut and fold, and what it takes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from kits.inks import MUTED, TEXT
from kits.kit import Kit
from kits.pieces import Pyramid
from kits.pyramid import net
from printkit.assembly import board_tiles, plan_of_parts
from printkit.card import fine_print
from printkit.drawing import Label, Lines, Pose, Shape, Stroke, bounds, moved
from printkit.flow import Block, column_width, heading, item, lines, pour, table
from printkit.paper import Paper
from printkit.pictures import standing
from printkit.pyramids import SIZE_NAMES, draw_net
from printkit.sheets import Page, body
from printkit.surface import surfaces
from printkit.typeface import CAP

_TITLE_MM = 15.0
_BANNER_MM = 34.0
_BOARD_MINUTES = 20
_PIECE_MINUTES = 4
_WORDS = ("no", "one", "two", "three", "four", "five", "six")
_CREDITS = (
    "The black-and-white squares are AprilTags of the family 36h11. The typeface is Lato by Łukasz Dziedzic, under the "
    "SIL Open Font License.",
)


def guide_pages(kit: Kit, paper: Paper, seats: tuple[str, ...], others: Sequence[Page]) -> tuple[Page, ...]:
    """Return the guide to a kit that goes on with the pages *others*."""
    count = 1
    while True:
        pages = _pages(kit, paper, seats, ["This guide"] * count + [page.title for page in others])
        if len(pages) == count:
            return pages
        count = len(pages)


def _pages(kit: Kit, paper: Paper, seats: tuple[str, ...], titles: Sequence[str]) -> tuple[Page, ...]:
    box = body(paper)
    blocks = _blocks(kit, paper, seats, titles, column_width(box))
    top = paper.inner[1] + _BANNER_MM
    first, *more = pour(blocks, box, first_top_mm=top)
    return (
        Page("Start here", (*_banner(kit, paper, seats), *first), heading=False),
        *(Page("Start here", shapes) for shapes in more),
    )


def _banner(kit: Kit, paper: Paper, seats: tuple[str, ...]) -> tuple[Shape, ...]:
    left, top, right, _ = paper.inner
    baseline = top + CAP * _TITLE_MM + 1.0
    shapes: list[Shape] = [
        Label(kit.title, (left, baseline), _TITLE_MM, TEXT, bold=True),
        Label("A board and pieces to print, cut and fold.", (left, baseline + 7.5), 4.0, MUTED),
    ]
    x, foot = right, top + 22.0
    for kind, seat in zip(reversed(list(kit.pyramids)), (*seats, *seats), strict=False):
        solid = _scaled(kit.pyramids[kind], 0.47)
        x -= solid.base_mm * 0.72
        shapes += moved(standing(solid, kit.inks[seat]), Pose(x, foot))
        x -= solid.base_mm * 0.72 + 1.5
    shapes.append(Lines((((left, top + 28.5), (right, top + 28.5)),), Stroke(MUTED, 0.2)))
    return tuple(shapes)


def _blocks(kit: Kit, paper: Paper, seats: tuple[str, ...], titles: Sequence[str], room: float) -> Iterable[Block]:
    yield heading("What is in this file", room)
    yield from table([(_numbers(numbers), title) for title, numbers in _grouped(titles)], room)
    yield Block(1.5, ())
    if len(seats) > 2:
        yield lines(_fewer(seats, titles), room)
    yield heading("What you need", room)
    for text in _needs(kit, paper, seats, titles):
        yield item("•", text, room)
    yield heading("1  Print", room)
    yield lines(
        "Print on one side of the paper, at 100 % or “actual size”. Never let the printer “fit to page”: the camera "
        "relies on the true size.",
        room,
    )
    yield lines(
        "Check before you cut: hold a real ruler to the one at the foot of a page. If 100 mm are not 100 mm, change "
        "the setting and print again.",
        room,
    )
    yield from _board(kit, paper, room)
    yield from _pyramids(kit, seats, room)
    yield heading("4  Play", room)
    yield lines(
        "Lay the board flat, with row 1 towards player A. Point a camera at it from above, as steeply as you can, so "
        f"that all {len(kit.markers)} black-and-white squares of the frame are in the picture. They tell Kiebitz where "
        "the board is: keep pieces, cups and hands off them. Then type",
        room,
        clings=True,
    )
    yield lines(f"kiebitz watch 0 --game {kit.name}", room, bold=True)
    yield from fine_print((*(kit.card.credits if kit.card else ()), *_CREDITS), room)


def _grouped(titles: Sequence[str]) -> list[tuple[str, list[int]]]:
    """Return what the pages are, each with its page numbers; parts of one thing are one entry."""
    groups: dict[str, list[int]] = {}
    for number, title in enumerate(titles, start=1):
        name = "The board" if title.startswith("Board ") else title.split(" (")[0]
        groups.setdefault(name, []).append(number)
    return [
        (f"{name}, in {len(numbers)} parts" if name == "The board" and len(numbers) > 1 else name, numbers)
        for name, numbers in groups.items()
    ]


def _numbers(numbers: Sequence[int]) -> str:
    """Return page numbers that follow each other as a range.

    >>> _numbers([3, 4, 5]), _numbers([7])
    ('3–5', '7')
    """
    return f"{numbers[0]}–{numbers[-1]}" if len(numbers) > 1 else str(numbers[0])


def _sheets_for(players: int, seats: tuple[str, ...], titles: Sequence[str]) -> int:
    left_out = tuple(f"for player {seat}" for seat in seats[players:])
    return sum(not any(words in title for words in left_out) for title in titles)


def _fewer(seats: tuple[str, ...], titles: Sequence[str]) -> str:
    last = _sheets_for(2, seats, titles)
    return f"Only two of you? Pages 1–{last} are all you need. The others are for a third and a fourth player."


def _needs(kit: Kit, paper: Paper, seats: tuple[str, ...], titles: Sequence[str]) -> Iterable[str]:
    pieces = sum(kit.stock.values())
    two, all_of_them = _sheets_for(2, seats, titles), len(titles)
    more = f", {all_of_them} for {_WORDS[len(seats)]}" if len(seats) > 2 else ""
    yield f"{two} sheets of white, matt {paper.title} paper for two players{more}; thin card (up to 200 g/m²) is best"
    yield "Scissors or a knife, a metal ruler, a glue stick, an empty ballpoint for scoring"
    yield (
        f"Time: about {_BOARD_MINUTES} minutes for the board, and about {_PIECE_MINUTES * pieces} minutes for "
        f"each player’s {pieces} pyramids"
    )


def _board(kit: Kit, paper: Paper, room: float) -> Iterable[Block]:
    surface, *others = surfaces(kit, paper.name)
    parts = board_tiles(surface, paper)
    yield heading("2  Make the board", room)
    if len(parts) == 1:
        what = "each mini-board" if others else "the board"
        yield lines(f"Cut {what} out along the thin line around it.", room)
        return
    plan = plan_of_parts(surface, parts, 38.0)
    text = (
        "Cut each part out along the thin line around it; the strips marked “glue” stay on. Glue the parts of each row "
        "together from left to right, then the rows from top to bottom: each part lies on the strip of the one "
        "before, and their lines meet. Cardboard underneath keeps the board flat."
    )
    beside = lines(text, room - 43.0)
    yield Block(max(beside.height_mm, 41.0), (*moved(plan, Pose(0.0, 1.0)), *moved(beside.shapes, Pose(43.0, 0.0))))


def _pyramids(kit: Kit, seats: tuple[str, ...], room: float) -> Iterable[Block]:
    if not kit.pyramids:
        return
    yield heading("3  Fold the pyramids", room)
    yield lines(
        "Score the dashed lines, cut along the solid ones, and fold every face and tab back, away from the print. Glue "
        "the long tab under the first face and let it dry. Then close the base with its three tabs.",
        room,
    )
    yield _net_to_pyramid(kit, seats[0], room)
    stock = ", ".join(f"{kit.stock[kind]} {SIZE_NAMES[kind]}" for kind in kit.pyramids)
    yield lines(
        f"Each player has {stock}. The dots at the foot and the rings at the tip tell the size (1, 2, 3), the letter "
        "tells the player.",
        room,
    )


def _net_to_pyramid(kit: Kit, seat: str, room: float) -> Block:
    """Return a picture of the largest net, an arrow, and the pyramid that it makes."""
    kind = max(kit.pyramids, key=lambda kind: kit.pyramids[kind].pips)
    small = _scaled(kit.pyramids[kind], 0.5)
    flat = net(small)
    left, top, right, bottom = bounds(flat.outline)
    height, width = bottom - top, right - left
    start = max(0.0, (room - width - 40.0) / 2)
    arrow = start + width + 5.0
    middle = height / 2
    head = ((arrow + 9.0, middle - 1.8), (arrow + 11.5, middle), (arrow + 9.0, middle + 1.8))
    shapes = (
        *moved(draw_net(small, flat, seat, kit.inks[seat]), Pose(start - left, 1.0 - top)),
        Lines((((arrow, middle), (arrow + 11.5, middle)), head), Stroke(MUTED, 0.5)),
        *moved(standing(_scaled(small, 1.4), kit.inks[seat]), Pose(arrow + 27.0, middle + 13.0)),
    )
    return Block(height + 4.0, shapes)


def _scaled(solid: Pyramid, scale: float) -> Pyramid:
    return replace(solid, base_mm=solid.base_mm * scale, height_mm=solid.height_mm * scale)
