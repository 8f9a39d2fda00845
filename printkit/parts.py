"""Pieces to cut out: the outline of each kind and what is printed on it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kits.dice import body, numerals
from kits.fold import Net, Polyhedron, open_box, unfold
from kits.inks import BLACK, MUTED, PALE, PAPER, RING, TEXT, TINT, Ink
from kits.kit import Kit
from kits.pawn import tower_net, wall_marks
from kits.pieces import Die, Pawn, Piece, Pyramid, Rod, Slab
from kits.pyramid import net as pyramid_net
from kits.rigid import fewest_tabs
from kits.strip import STONE_PANELS, Strip, strip
from kits.suits import suit
from printkit.drawing import Area, Disc, Label, Lines, Point, Pose, Shape, Stroke, Window, moved
from printkit.flow import BODY_MM
from printkit.packing import Ring
from printkit.pictures import outline_from_above
from printkit.pyramids import draw_net, in_glue_order, spare_place, tab_numbers
from printkit.strokes import CUT, FOLD, grown, slits
from printkit.typeface import CAP, LEAST_WORDS_MM
from printkit.wording import worded

_TAB_MM = 5.0
TRAY_MM = (84.0, 56.0, 18.0)
_PAST_FOLD_MM = 1.0
_RING_MM = 1.0
"""Width of the ring around a stone."""
_RIM_MM, _RIM_LINE_MM = 1.2, 0.8
"""How far inside its edge a disc's ring runs, and the ring's width."""
_SLIT_MM = 0.4
"""Width of the line below a cut with colour on both sides."""
AT_ORIGIN = Pose()
CUT_OUT_MIN = 0.3
"""Minutes to cut a small part out."""


@dataclass(frozen=True, slots=True)
class Part:
    """One thing to cut out, in its own frame."""

    outline: Ring
    shapes: tuple[Shape, ...]
    hidden: Pose = AT_ORIGIN
    """A place for words that is out of sight on the finished piece; their foot points along the pose's y axis."""
    hidden_mm: float = 4.0
    """Largest type size there."""
    minutes: float = CUT_OUT_MIN
    """About how long making it takes: estimated, nobody was timed."""


def marked_spare(piece: Part, words: float) -> Part:
    """Return *piece* with the word "spare" where it is hidden on the finished piece, *words* times its usual size."""
    word = moved(
        (_letter(worded("spare"), (0.0, 0.0), min(piece.hidden_mm, LEAST_WORDS_MM * words), TEXT),), piece.hidden
    )
    return replace(piece, shapes=(*piece.shapes, *word))


def part(
    kit: Kit, content: str, words: float = 1.0, *, quick: bool = False, bases: bool = True, ink: Ink | None = None
) -> Part:
    """Return the piece that *content* names, such as ``As`` or ``b`` (a content of positions without a value).

    It is printed in *ink*, or in the first of its seat. Its hidden words have *words* times their usual size. A *quick*
    piece has one layer, or as few tabs as hold it; a pyramid may have no base.
    """
    if content in kit.pieces:
        return _stone(kit.pieces[content])
    seat, kind = content[0], content[1:]
    return seat_part(kit.pieces[kind], seat, ink or kit.inks[seat], words, suited=kit.suited, quick=quick, bases=bases)


def seat_part(
    piece: Piece,
    seat: str,
    ink: Ink,
    words: float = 1.0,
    *,
    suited: bool = False,
    quick: bool = False,
    bases: bool = True,
) -> Part:
    """Return *seat*'s *piece* in *ink*, with its letter or its suit; the rest as for ``part``."""
    match piece:
        case Pyramid():
            flat = pyramid_net(piece, base=bases)
            room = max(LEAST_WORDS_MM, 0.2 * piece.base_mm)
            hidden = spare_place(piece, flat, words) if bases else _on_tab(flat.tabs)
            return Part(flat.outline, draw_net(piece, flat, seat, ink, words), hidden, room, 3.1 if bases else 1.1)
        case Slab():
            return _one_layer(piece, seat, ink, suited=suited) if quick else _slab(piece, seat, ink, suited=suited)
        case Pawn():
            return _pawn(piece, seat, ink, suited=suited, quick=quick)
        case Die():
            return _die(piece, seat, ink, quick=quick)


def faces(piece: Piece) -> tuple[Ring, ...]:
    """Return the faces that ``seat_part`` prints for *piece*, where they are in its net; of a flat piece the upper."""
    match piece:
        case Pyramid():
            return pyramid_net(piece).faces
        case Slab():
            return strip(piece).panels[:1]
        case Pawn():
            return tower_net(piece).faces
        case Die():
            return unfold(body(piece), tab_mm=_TAB_MM).faces


def rod(shape: Rod, ink: Ink) -> Part:
    """Return a rod: a strip that folds into a square tube."""
    side = shape.width_mm
    right, height = 4 * side + 0.8 * side, shape.length_mm
    outline = ((0.0, 0.0), (0.0, height), (right, height), (right, 0.0))
    tab = ((4 * side, 0.0), (4 * side, height), (right, height), (right, 0.0))
    folds = tuple(((side * k, 0.0), (side * k, height)) for k in range(1, 5))
    shapes: tuple[Shape, ...] = (
        Area.box((0.0, 0.0, 4 * side, height), fill=ink),
        Area.of(tab, fill=TINT),
        Lines(folds, replace(FOLD, ink=mark_on(ink))),
        Area.of(outline, stroke=CUT),
    )
    return Part(outline, shapes, Pose(4.4 * side, height / 2, 90.0), LEAST_WORDS_MM, 1.1)


def mark_on(ink: Ink) -> Ink:
    """Return black or white, whichever has more contrast on *ink*."""
    return max(PAPER, BLACK, key=ink.contrast)


def _letter(text: str, at: Point, size: float, ink: Ink, turn_deg: float = 0.0) -> Shape:
    """Return *text* centred on *at*."""
    down = CAP * size / 2
    turn = math.radians(turn_deg)
    place = at[0] - down * math.sin(turn), at[1] + down * math.cos(turn)
    return Label(text, place, size, ink, bold=True, align="centre", turn_deg=turn_deg)


def _slab(piece: Slab, seat: str, ink: Ink, *, suited: bool) -> Part:
    """Return a strip with *seat*'s ink and its letter or suit on the two panels that end up outside."""
    flat = strip(piece)
    shapes: list[Shape] = []
    for number in (0, len(flat.panels) - 1):
        shapes += _shown(number, flat, ink)
        shapes += slab_mark(piece, seat, _middle(flat.panels[number]), mark_on(ink), suited=suited)
    shapes += _strip_folds(flat, mark_on(ink))
    if inside := slits(flat.outline):
        shapes.append(Lines(inside, Stroke(mark_on(ink), _SLIT_MM)))
    shapes.append(Area.of(flat.outline, stroke=CUT))
    minutes = 3.7 if piece.outline == "circle" else 2.4
    return Part(flat.outline, tuple(shapes), Pose(*_middle(flat.panels[1])), minutes=minutes)


def _one_layer(piece: Slab, seat: str, ink: Ink, *, suited: bool) -> Part:
    outline = outline_from_above(piece, (0.0, 0.0), 1.0)
    mark = slab_mark(piece, seat, (0.0, 0.0), mark_on(ink), suited=suited)
    return Part(outline, (Area.of(outline, fill=ink), *mark, Area.of(outline, stroke=CUT)))


def _strip_folds(flat: Strip, ink: Ink) -> tuple[Shape, ...]:
    """Return the lines to fold; the outer two cross the colour of the panels that show, and are in *ink*."""
    outer = (flat.folds[0], flat.folds[-1])
    return Lines(outer, replace(FOLD, ink=ink)), Lines(flat.folds[1:-1], replace(FOLD, ink=MUTED))


def _shown(number: int, flat: Strip, ink: Ink) -> tuple[Shape, ...]:
    """Return the colour of a panel that shows; it runs a little past folds to hidden panels, as folds may be off."""
    panel = flat.panels[number]
    ring = panel if number % 2 else tuple(reversed(panel))
    return (Window(flat.outline, (Area.of(grown(ring, _PAST_FOLD_MM), fill=ink),)),)


def _middle(panel: Ring) -> Point:
    return sum(x for x, _ in panel) / len(panel), sum(y for _, y in panel) / len(panel)


def slab_mark(piece: Slab, seat: str, middle: Point, ink: Ink, *, suited: bool) -> tuple[Shape, ...]:
    """Return the mark of *seat* on a flat piece: its letter or its suit. A lettered disc has a ring as well.

    The ring shows that it is round, which its edges do not where it was folded.
    """
    sign = _sign(seat, middle, (0.62 if suited else 0.42) * piece.across_mm, ink, suited=suited)
    if suited or piece.outline != "circle":
        return sign
    return *sign, Disc(middle, piece.across_mm / 2 - _RIM_MM, stroke=Stroke(ink, _RIM_LINE_MM))


def _sign(seat: str, middle: Point, size: float, ink: Ink, *, suited: bool) -> tuple[Shape, ...]:
    """Return *seat*'s suit, or its letter in the type size *size*."""
    if not suited:
        return (_letter(seat, middle, size, ink),)
    rings = tuple(tuple((x * size, y * size) for x, y in ring) for ring in suit(seat))
    return moved((Area(rings, fill=ink),), Pose(*middle))


def _stone(piece: Piece) -> Part:
    """Return a two-sided stone: black on the first panel, white on the last."""
    assert isinstance(piece, Slab)
    flat = strip(piece, STONE_PANELS)
    last = STONE_PANELS - 1
    shapes: tuple[Shape, ...] = (
        *_shown(0, flat, RING),
        *moved(stone_face(piece, BLACK), Pose(*_middle(flat.panels[0]))),
        *_shown(last, flat, RING),
        *moved(stone_face(piece, PALE), Pose(*_middle(flat.panels[last]))),
        *_strip_folds(flat, PAPER),
        Area.of(flat.outline, stroke=CUT),
    )
    return Part(flat.outline, shapes, Pose(*_middle(flat.panels[1])), minutes=1.6)


def stone_face(piece: Slab, ink: Ink) -> tuple[Shape, ...]:
    """Return the face of a stone in *ink* inside its grey ring, centred on (0, 0).

    White stones of the board's own paper are seen by their ring alone; black ones that are as thin as
    paper are read better with one.
    """
    half = piece.across_mm / 2
    inside = half - _RING_MM
    return (
        Area.box((-half, -half, half, half), fill=RING),
        Area.box((-inside, -inside, inside, inside), fill=ink),
    )


def _solid(flat: Net, ink: Ink, *, bare: int = 0) -> list[Shape]:
    """Return the faces, tabs and folds of a net; the last *bare* faces stay white because nobody sees them."""
    count = len(flat.folds) - len(flat.tabs)
    return [
        *(Area.of(tab, fill=TINT) for tab in flat.tabs),
        *tab_numbers(flat.tabs),
        *(Area.of(face, fill=ink) for face in flat.faces[: len(flat.faces) - bare]),
        Lines(flat.folds[:count], replace(FOLD, ink=mark_on(ink))),
        Lines(flat.folds[count:], FOLD),
        Area.of(flat.outline, stroke=CUT),
    ]


def _pawn(piece: Pawn, seat: str, ink: Ink, *, suited: bool, quick: bool) -> Part:
    """Return a tower with *seat*'s letter or suit on its walls; its top is plain and its bottom white."""
    flat = tower_net(piece, quick=quick)
    mark = mark_on(ink)
    shapes = _solid(flat, ink, bare=1)
    for place in wall_marks(flat):
        sign = _sign(seat, (0.0, 0.0), place.size_mm, mark, suited=suited)
        shapes += moved(sign, Pose(*place.at, turn_deg=_facing(place.at, place.head)))
    return Part(flat.outline, tuple(shapes), _on_tab(flat.tabs), LEAST_WORDS_MM, 3.4 if quick else 6.8)


def _facing(at: Point, head: Point) -> float:
    """Return the turn in degrees that points the top of an upright thing at *at* towards *head*."""
    return math.degrees(math.atan2(head[1] - at[1], head[0] - at[0])) + 90.0


def _die(piece: Die, seat: str, ink: Ink, *, quick: bool) -> Part:
    """Return a die's net: pips on a d6, numerals on the others, and a small *seat* letter on every face."""
    shape = body(piece)
    flat = _net(shape, quick=quick)
    mark = mark_on(ink)
    shapes = _solid(flat, ink)
    for face, corners in enumerate(flat.faces):
        for numeral in numerals(piece, shape, face, corners):
            turn = _facing(numeral.at, numeral.head)
            if piece.faces == 6:
                shapes += moved(_pips(numeral.value, piece.edge_mm, mark), Pose(*numeral.at, turn_deg=turn))
                shapes += moved(
                    (_letter(seat, (0.0, 0.43 * piece.edge_mm), 2.2, mark),), Pose(*numeral.at, turn_deg=turn)
                )
            else:
                size = (0.3 if piece.faces == 4 else 0.42) * piece.edge_mm
                shapes.append(_letter(str(numeral.value), numeral.at, size, mark, turn))
        if piece.faces != 6:
            middle = sum(x for x, _ in corners) / 3, sum(y for _, y in corners) / 3
            foot = (0.0, 0.0) if piece.faces == 4 else (0.0, 0.22 * piece.edge_mm)
            turn = _facing(middle, corners[-1])
            shapes += moved((_letter(seat, foot, 2.6, mark),), Pose(*middle, turn_deg=turn))
    return Part(flat.outline, tuple(shapes), _on_tab(flat.tabs), LEAST_WORDS_MM, 1.9 if quick else 3.9)


def _net(shape: Polyhedron, *, quick: bool) -> Net:
    return unfold(shape, tab_mm=_TAB_MM, glued=fewest_tabs(shape) if quick else None)


def _on_tab(tabs: Sequence[Ring]) -> Pose:
    """Return the middle of the longest glue tab, with words running along the fold."""
    tab = in_glue_order(tabs)[0]
    (ax, ay), (bx, by) = tab[0], tab[-1]
    (px, py), (qx, qy) = tab[1], tab[-2]
    x, y = (0.22 * (a + p) + 0.28 * (b + q) for a, b, p, q in ((ax, bx, px, qx), (ay, by, py, qy)))
    return Pose(x, y, math.degrees(math.atan2(by - ay, bx - ax)))


_PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def _pips(value: int, edge_mm: float, ink: Ink) -> tuple[Shape, ...]:
    gap, radius = 0.25 * edge_mm, 0.09 * edge_mm
    return tuple(Disc((x * gap, y * gap), radius, fill=ink) for x, y in _PIPS[value])


def tray(sides_mm: tuple[float, float, float], words: str, more: str, scale: float) -> Part:
    """Return an open box to fold, with *words* on its front wall and *more* inside, *scale* times their usual size."""
    _, y, z = sides_mm
    flat = unfold(open_box(sides_mm), tab_mm=9.0)
    shapes: tuple[Shape, ...] = (
        *(Area.of(tab, fill=TINT) for tab in flat.tabs),
        *tab_numbers(flat.tabs),
        Lines(flat.folds, replace(FOLD, ink=MUTED)),
        Area.of(flat.outline, stroke=CUT),
        _letter(worded(words), (0.0, (y + z) / 2), 0.34 * z * scale, TEXT, 180.0),
        Label(worded(more), (0.0, 0.0), BODY_MM * scale, MUTED, align="centre"),
    )
    return Part(flat.outline, shapes, minutes=3.4)


def stone_strips(piece: Slab, count: int, most_mm: float) -> Iterable[Part]:
    """Yield *count* square stones in strips up to *most_mm* long, as equal as can be."""
    longest = max(1, int(most_mm / piece.across_mm))
    yield from (stone_strip(piece, each) for each in _evenly(count, longest))


def stone_strip(piece: Slab, count: int) -> Part:
    """Return *count* stones one below the other, black on the left of a long fold and white on its right."""
    side = piece.across_mm
    length = side * count
    outline = ((0.0, 0.0), (0.0, length), (2 * side, length), (2 * side, 0.0))
    levels = [side * k for k in range(1, count)]
    faces = [
        shape
        for k in range(count)
        for ink, x in ((BLACK, 0.5 * side), (PALE, 1.5 * side))
        for shape in moved(stone_face(piece, ink), Pose(x, side * (k + 0.5)))
    ]
    shapes: tuple[Shape, ...] = (
        *faces,
        Lines(tuple(((0.0, y), (side, y)) for y in levels), replace(CUT, ink=PAPER)),
        Lines((((side, 0.0), (side, length)),), replace(FOLD, ink=PAPER)),
        Area.of(outline, stroke=CUT),
    )
    return Part(outline, shapes, minutes=0.2 * count)


def flat_rods(shape: Rod, ink: Ink, count: int, room_mm: tuple[float, float]) -> Iterable[Part]:
    """Yield *count* rods or a few more in blocks to cut apart, each line for two rods, in *room_mm* (width, height)."""
    columns, most = (
        max(1, int(room / side)) for room, side in zip(room_mm, (shape.length_mm, shape.width_mm), strict=True)
    )
    rows = -(-count // columns)
    yield from (_rods(shape, ink, columns, each) for each in _evenly(rows, most))


def _evenly(count: int, most: int) -> Iterable[int]:
    """Return the sizes of the fewest groups of up to *most* into which *count* things go, as equal as possible."""
    groups = -(-count // most)
    few, more = divmod(count, groups)
    return (few + (k < more) for k in range(groups))


def _rods(shape: Rod, ink: Ink, columns: int, rows: int) -> Part:
    right, bottom = columns * shape.length_mm, rows * shape.width_mm
    outline = ((0.0, 0.0), (0.0, bottom), (right, bottom), (right, 0.0))
    level = tuple(((0.0, y), (right, y)) for y in (shape.width_mm * k for k in range(1, rows)))
    upright = tuple(((x, 0.0), (x, bottom)) for x in (shape.length_mm * k for k in range(1, columns)))
    inner = Lines(level + upright, replace(CUT, ink=mark_on(ink)))
    shapes = Area.of(outline, fill=ink), inner, Area.of(outline, stroke=CUT)
    return Part(outline, shapes, minutes=0.05 * columns * rows)
