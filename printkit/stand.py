"""The phone stand as pages: how to make it, with pictures, and a sheet for each of its two tubes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from kits.fold import Net, Polyhedron, box
from kits.inks import ACCENT, MUTED, PAPER, TEXT, TINT
from kits.stand import (
    BOARD_AT_MM,
    CARD_GSM,
    FILL_GRAMS,
    FLAP_MM,
    FLOOR_INSET_MM,
    GRAVITY,
    PHONE,
    SEAT_MM,
    SLEEVE_MM,
    TAIL_MM,
    TILT_DEG,
    Stand,
    balance,
    collapse_newton,
    filled_mm,
    lens_mm,
    phone_at,
    push_newton,
    tap_newton,
)
from printkit.drawing import (
    Area,
    Drawing,
    Label,
    Lines,
    Point,
    Pose,
    Shape,
    Stroke,
    Tag,
    Window,
    corners_of,
    moved,
    tagged,
)
from printkit.flow import Block, heading, item, lines, poured
from printkit.folding import as_picture, fitted, gallery, row, solid
from printkit.job import Job, dyed
from printkit.paper import Paper
from printkit.sheets import Page, bind, body
from printkit.strokes import CUT, FOLD
from printkit.typeface import LEAST_WORDS_MM
from printkit.wording import worded

TITLE = "A stand for a phone"
_SIZES = ("a4", "letter")
_WORDS_MM = 4.0
_MARK = Stroke(ACCENT, 0.5, (0.5, 1.5))
"""A line that shows where something goes; nothing is cut there."""
_LABEL_MM = 12.0
"""Distance of the words on a floor flap from its fold."""
_SHEET_MM, _TUBE_MM = (26.0, 26.0), (20.0, 26.0)
_SCALE = 0.19
"""Scale of the picture of the stand from its side, which fits a column of a sheet."""
_BOARD_MM = 300.0
"""Side of the largest board of the kits, with its frame."""
_ROOM_MM = 6.0
"""Room for words above and below what stands on the table."""
_EDGE = Stroke(TEXT, 0.2)
_SAID = "The finished stand from its left side: the phone lies tilted in the mouth and sees the whole board."
_NEEDS = (
    "You need two sheets of card of {gsm:.0f} g/m², scissors or a knife, a ruler, an empty ballpoint, glue, tape, and "
    "{fill:.0f} g of salt, sand or coins in a closed bag."
)
_STEPS = (
    "Print the sheets of the two tubes on the card, on one side. The paper’s edges are the edges of the parts: cut "
    "only along the solid lines, and on to the edge where a line ends at the margin. Dotted lines are not cut.",
    "Score the dashed lines along a ruler, from edge to edge. Fold them back, away from the print.",
    "Lower tube: glue the tinted tab behind the other end. Fold the front flap and the short one with the ruler "
    "outwards and the two others inwards. Glue these together where they lie on each other: they are the floor.",
    "Upper tube: cut out the mouth first, then glue it in the same way.",
    "Put the bag on the floor of the lower tube: without this weight the stand tips over.",
    "Push the upper tube into the lower one, front on front, as far as its line, {sleeve:.0f} mm deep. Tape it there.",
    "Push the board over the front flap, up to the line that says so: {gap:.0f} mm from the wall.",
    "Slide the phone into the mouth, lying on its long side, its screen up and its camera over the board. Let the "
    "camera’s edge stick out {over:.0f} mm. Then move the board sideways until its middle lies in front of the lens.",
)
_FACTS = (
    "The lens is {high:.0f} cm above the table and looks {tilt:.0f}° forward from straight down. A main camera of "
    "26 mm (as most phones have, {across:.0f}° by {down:.0f}° in pictures of 4 : 3) sees every board of these kits "
    "whole. Do not zoom.",
    "With {fill:.0f} g on its floor and a phone of {phone:.0f} g it tips towards the board if you press on the phone’s "
    "outer edge with the weight of {tap:.0f} g, if you push the phone with {push:.0f} g, or on a table that slopes by "
    "{leans:.0f}°. Empty, a push of {bare:.0f} g is enough. By calculation the card carries {load:.0f} such phones.",
    "If the board is not whole in the picture, lay a book under the stand.",
)


def draw_stand(job: Job) -> Drawing:
    """Return the stand as a document. Raises ``ValueError`` for a paper whose edges cannot be the parts'."""
    if job.paper.name not in _SIZES:
        raise ValueError(f"the stand is made of whole sheets of A4 or Letter, not of {job.paper.title}")
    paper = job.sheet
    stand = Stand(paper.height_mm, paper.width_mm)
    lower, upper = stand.nets()
    tubes = {"Lower tube": _lower(stand, lower, paper), "Upper tube": _upper(stand, upper, paper)}
    pictures = (
        _tube_picture(tubes["Lower tube"], stand.lower(), paper),
        _tube_picture(tubes["Upper tube"], stand.upper(), paper),
    )
    pages = (
        *(
            Page(TITLE, shapes)
            for shapes in poured(lambda room: _guide(stand, pictures, room), body(paper), paper.words)
        ),
        *(_page(title, shapes, paper) for title, shapes in tubes.items()),
    )
    sheets = bind(pages, paper, "Kiebitz", duplex=job.duplex)
    sheets = tuple(replace(sheet, shapes=dyed(sheet.shapes, job)) for sheet in sheets)
    return Drawing(f"Kiebitz: {worded(TITLE)}", f"Two tubes of card on {paper.title}", sheets, job.duplex)


def _page(title: str, shapes: tuple[Shape, ...], paper: Paper) -> Page:
    """Return the page of a tube, without anything that would lie too near the paper's edge or reach into the ruler."""
    left, top, right, _ = paper.inner
    window = Window(corners_of((left, top, right, body(paper)[3])), shapes)
    return Page(title, (window,), heading=False, first="cut and score from edge to edge.")


def _guide(stand: Stand, pictures: Sequence[Block], room: float) -> Iterable[Block]:
    facts = _facts(stand)
    yield heading("How to make it", room)
    yield lines(_NEEDS.format(**facts), room)
    for number, text in enumerate(_STEPS, start=1):
        yield item(str(number), text.format(**facts), room)
    yield gallery(pictures, room)
    yield _from_the_side(stand)
    yield heading("What it does", room)
    for text in _FACTS:
        yield lines(text.format(**facts), room)


def _facts(stand: Stand) -> dict[str, float]:
    return {
        "gsm": CARD_GSM,
        "sleeve": SLEEVE_MM,
        "gap": BOARD_AT_MM,
        "over": PHONE.width_mm - SEAT_MM,
        "high": lens_mm(stand)[2] / 10,
        "tilt": TILT_DEG,
        "across": PHONE.view_deg[0],
        "down": PHONE.view_deg[1],
        "phone": PHONE.grams,
        "fill": FILL_GRAMS,
        "push": push_newton(stand, fill_grams=FILL_GRAMS) / GRAVITY * 1000,
        "tap": tap_newton(stand, fill_grams=FILL_GRAMS) / GRAVITY * 1000,
        "leans": balance(stand, fill_grams=FILL_GRAMS).leans_deg,
        "bare": push_newton(stand) / GRAVITY * 1000,
        "load": collapse_newton(stand) / GRAVITY * 1000 / PHONE.grams,
    }


def _lower(stand: Stand, net: Net, paper: Paper) -> tuple[Shape, ...]:
    """Return the lower tube on its sheet: walls, the tab, and flaps below the walls."""
    side, foot, words = stand.side_mm, stand.wall_mm / 2, paper.words
    walls = (-1.5 * side, -0.5 * side, 0.5 * side, 1.5 * side)
    tab = net.tabs[0]
    at = foot + BOARD_AT_MM - _MARK.width_mm / 2
    shapes = (
        *_folds(net),
        Lines(tuple(((a, foot), (b, foot)) for a, b in pairwise(walls)), FOLD),
        Lines((*_floor_cuts(walls, foot), tab[:2], tab[2:]), CUT),
        Lines((((walls[1], at), (walls[2], at)),), _MARK),
        *_named("Lower tube", side, foot, words),
        _word("the board’s edge lies here", (0.0, at - 2.0), words),
        *(_word("floor: fold inwards", (x, foot + _LABEL_MM), words) for x in (-side, _middle_of_right_flap(side))),
    )
    return _on_sheet(shapes, net, paper, top=-foot)


def _middle_of_right_flap(side: float) -> float:
    """Return the middle of the right flap of the floor, between its slanted end and the short flap."""
    slanted = 0.5 * side + FLOOR_INSET_MM * _LABEL_MM / FLAP_MM
    return (slanted + 1.5 * side - TAIL_MM) / 2


def _floor_cuts(walls: Sequence[float], foot: float) -> Iterable[tuple[Point, Point]]:
    """Yield the lines between the flaps below the *walls*; the waste makes room in the tube's corners."""
    _, front, end, _ = walls
    deep, inset = foot + FLAP_MM, FLOOR_INSET_MM
    yield from (((x, foot), (x, deep)) for x in (front, end))
    yield from (((x, foot), (x + by, deep)) for x, by in ((walls[0], inset), (front, -inset), (end, inset)))
    yield (walls[3] - TAIL_MM, foot), (walls[3] - TAIL_MM, deep)


def _upper(stand: Stand, net: Net, paper: Paper) -> tuple[Shape, ...]:
    """Return the upper tube on its sheet, with the line that shows how deep it goes into the lower one."""
    foot = max(y for _, y in net.outline)
    ends = min(x for face in net.faces for x, _ in face), max(x for face in net.faces for x, _ in face)
    line, words = foot - SLEEVE_MM, paper.words
    shapes = (
        *_folds(net),
        Area.of(net.outline, stroke=CUT),
        Lines((((ends[0], line), (ends[1], line)),), _MARK),
        *_named("Upper tube", stand.inner_side_mm, line, words),
        _word("push in up to this line", (0.0, line + 6.0), words),
        _word("cut away", (0.0, min(y for _, y in net.faces[0]) - 5.0), words),
    )
    return _on_sheet(shapes, net, paper, top=foot - stand.short_mm)


def _folds(net: Net) -> tuple[Shape, ...]:
    return *(Area.of(tab, fill=TINT) for tab in net.tabs), Lines(net.folds, FOLD)


def _named(name: str, side: float, foot: float, words: float) -> tuple[Shape, ...]:
    y = foot - 60.0
    texts = (
        (f"{name}: front, towards the board", 0.0),
        ("left wall", -side),
        ("right wall", side),
        ("glue", -1.5 * side - 10.0),
    )
    return tuple(_word(text, (x, y), words) for text, x in texts)


def _word(text: str, at: Point, words: float) -> Label:
    return Label(worded(text), at, _WORDS_MM * words, TEXT, align="centre")


def _on_sheet(shapes: Sequence[Shape], net: Net, paper: Paper, *, top: float) -> tuple[Shape, ...]:
    """Return *shapes* of the net frame on the paper, their *top* at its right edge and their right end at its foot."""
    right = max(x for x, _ in net.outline)
    return moved(shapes, Pose(paper.width_mm + top, paper.height_mm - right, 90.0))


def _tube_picture(shapes: Sequence[Shape], tube: Polyhedron, paper: Paper) -> Block:
    """Return the picture of how a sheet with *shapes* becomes a *tube*."""
    edge = Area.box((0.0, 0.0, paper.width_mm, paper.height_mm), stroke=_EDGE)
    sheet = fitted((*as_picture(shapes), edge), _SHEET_MM)
    return row([sheet, fitted(solid(tube, PAPER, hollow=True), _TUBE_MM)], "tube")


def _from_the_side(stand: Stand) -> Block:
    """Return the finished stand from its left side, with the phone, the weight, the board and what the camera sees."""
    deep, inner = (side * math.sqrt(3) / 2 for side in (stand.side_mm, stand.inner_side_mm))
    foot, top = stand.wall_mm - SLEEVE_MM, stand.wall_mm
    phone = phone_at(stand, box((150.0, PHONE.width_mm, PHONE.thick_mm)))
    side = [phone.vertices[k][1:] for k in phone.faces[2]]
    upper = stand.upper()
    wall = [(y, z + foot) for _, y, z in (upper.vertices[k] for k in upper.faces[1])]
    high = max(z for _, z in (*wall, *side))
    board = BOARD_AT_MM, BOARD_AT_MM + _BOARD_MM
    fill = filled_mm(stand, FILL_GRAMS)

    def at(y: float, z: float) -> Point:
        return (y + deep) * _SCALE, (high - z) * _SCALE + _ROOM_MM

    def ring(points: Iterable[Point]) -> tuple[Point, ...]:
        return tuple(at(*point) for point in points)

    def words(text: str, y: float, z: float, below_mm: float) -> Label:
        x, level = at(y, z)
        return Label(worded(text), (x, level + below_mm), LEAST_WORDS_MM, TEXT, align="centre")

    shapes = (
        Area.of(ring([(board[0], 0.0), lens_mm(stand)[1:], (board[1], 0.0)]), TINT),
        Area.of(ring(wall), PAPER, _EDGE),
        Area.of(ring([(-deep, 0.0), (0.0, 0.0), (0.0, top), (-deep, top)]), PAPER, _EDGE),
        Area.of(ring([(1.5 - deep, 1.0), (-1.5, 1.0), (-1.5, fill), (1.5 - deep, fill)]), MUTED),
        Lines((ring([(-inner, top), (-inner, foot), (0.0, foot)]),), Stroke(MUTED, 0.2, (0.8, 0.6))),
        Area.of(ring(side), MUTED, _EDGE),
        Lines((ring([(-deep, 0.0), (board[1], 0.0)]),), _EDGE),
        Lines((ring([(board[0], 2.5), (board[1], 2.5)]),), Stroke(ACCENT, 0.8)),
        words("phone", max(y for y, _ in side) + 45.0, max(z for _, z in side), 1.0),
        words("weight", -deep / 2, 0.0, 4.0),
        words("board", sum(board) / 2, 0.0, 4.0),
    )
    return Block(high * _SCALE + 2 * _ROOM_MM, tagged(shapes, Tag("Figure", worded(_SAID))))
