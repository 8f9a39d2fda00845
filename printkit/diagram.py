"""Diagrams of positions: the board from above, upright for the reader, never relying on colour alone.

Pieces are given as contents of positions, boards come from the kit. Mini-boards that do
not form a flat whole lie around the middle of the table, with a line for each join.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kits.card import Diagram
from kits.inks import ACCENT, BLACK, MUTED, PAPER, TEXT, Ink
from kits.kit import Kit, MiniBoard, Plan
from kits.pieces import Die, Slab
from printkit.drawing import Area, Box, Disc, Label, Lines, Point, Pose, Shape, Stroke, bounds, moved
from printkit.pictures import from_above, further_inks, known, outline_from_above, position, rod
from printkit.typeface import CAP, width_mm

CELL_MM = 12.0
_EMPTY = "."
_MARGIN_MM = 4.0
_NAMES_MM = 3.2
_TITLE_MM = 5.0
_TEXT_MM = 3.6
_WIDER = 1.2
"""How much wider a substitute typeface may be, where ours is not installed."""
_SWATCH = Slab("", "circle", 3.6, 0.0)
_HOLE_CELLS = {3: 0.7, 5: 2.0, 6: 2.9}
"""Mini-boards in the ring → distance in cells from the ring's centre to their row 3, at which none overlap."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What a diagram shows.

    ``changed`` holds the cells that the last action changed and ``line`` those of a
    winning line; ``homes`` maps a seat to the cells of its board; ``seams`` are the joins
    between the boards of a ring, which runs ``clockwise`` or not. ``arrows`` lead from cell to cell, and ``rings``
    lie around cells: they point out what could be played. ``remarks`` are printed
    above the board, the first one large; ``names`` are the seats' names.
    """

    contents: Mapping[str, str]
    changed: Collection[str] = ()
    lines: Sequence[Sequence[str]] = ()
    arrows: Sequence[tuple[str, str]] = ()
    rings: Collection[str] = ()
    homes: Mapping[str, Sequence[str]] | None = None
    seams: Sequence[tuple[str, str]] = ()
    clockwise: bool = True
    remarks: Sequence[str] = ()
    names: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class _Board:
    """A grid of cells and its pose in the picture; the origin of its own frame is the grid's top left corner."""

    plan: Plan
    pose: Pose
    seat: str = ""

    def centre(self, cell: str) -> Point:
        return self.pose.point(self.plan.centre_mm(cell))

    @property
    def corners(self) -> list[Point]:
        return [self.pose.point(corner) for corner in self.plan.corners_mm]


def draw_position(kit: Kit, scene: Scene) -> tuple[tuple[Shape, ...], Box]:
    """Return the diagram of *scene* with the pieces of *kit*, and its bounding box, in mm."""
    boards = _boards(kit, clockwise=scene.clockwise)
    where = {cell: board for board in boards for cell in board.plan.cells}
    shapes = [shape for board in boards for shape in _ground(kit, board, clockwise=scene.clockwise)]
    shapes += _homes(boards, scene.homes or {})
    shapes += [_seam(where, *seam) for seam in scene.seams] if len(boards) > 1 else []
    shapes += _winning(where, scene.lines)
    framed = [cell for cell in scene.changed if "-" not in cell and scene.contents[cell] not in kit.pieces]
    shapes += [_frame(where[cell], cell) for cell in framed]
    scale = CELL_MM / kit.plan.pitch_mm
    for cell, content in scene.contents.items():
        if content == _EMPTY:
            continue
        if "-" in cell:
            one, other = (where[end].centre(end) for end in cell.split("-"))
            shapes.append(rod(kit, one, other, scale))
        else:
            shapes += _piece(kit, content, where[cell].centre(cell), scale)
    spotted = [cell for cell in scene.changed if "-" not in cell and cell not in framed]
    shapes += [_spot(where[cell].centre(cell), kit.inks[scene.contents[cell]]) for cell in spotted]
    for cell in scene.rings:
        shapes.append(Disc(where[cell].centre(cell), 0.4 * CELL_MM, None, Stroke(ACCENT, 0.07 * CELL_MM)))
    shapes += [
        shape for one, other in scene.arrows for shape in _arrow(where[one].centre(one), where[other].centre(other))
    ]
    left, top, right, bottom = bounds(point for board in boards for point in board.corners)
    room = CELL_MM * (1.2 if len(boards) > 1 else 0.6)
    box = left - room, top - (room if len(boards) > 1 else 0.0), right + room, bottom + room
    return _framed(shapes, box, scene, kit)


@dataclass(frozen=True, slots=True)
class CellPlace:
    """Where a cell lies in a diagram: its centre, in cells, and how far its board is turned."""

    centre: Point
    turn_deg: float


def cell_places(kit: Kit, *, clockwise: bool = True) -> Mapping[str, CellPlace]:
    """Return where the cells of *kit* lie in a diagram; a ring of mini-boards runs *clockwise* or not."""
    return {
        cell: CellPlace((x / CELL_MM, y / CELL_MM), board.pose.turn_deg)
        for board in _boards(kit, clockwise=clockwise)
        for cell in board.plan.cells
        for x, y in (board.centre(cell),)
    }


def _boards(kit: Kit, *, clockwise: bool) -> list[_Board]:
    if not kit.minis or kit.minis[0].at_mm is not None:
        plan = kit.plan
        return [_Board(Plan(plan.columns, plan.rows, CELL_MM, missing=plan.missing), Pose())]
    return [_in_ring(mini, number, len(kit.minis), clockwise) for number, mini in enumerate(kit.minis)]


def _in_ring(mini: MiniBoard, number: int, players: int, clockwise: bool) -> _Board:
    """Return the mini-board of seat *number*, with row 3 towards the middle and its join side next to the neighbour."""
    plan = Plan(mini.plan.columns, mini.plan.rows, CELL_MM, prefix=mini.plan.prefix)
    shift = 0.5 if clockwise else plan.columns - 0.5
    turn = Pose(turn_deg=360.0 * number / players)
    corner = turn.point((-shift * CELL_MM, _HOLE_CELLS[players] * CELL_MM))
    return _Board(plan, Pose(*corner, turn_deg=turn.turn_deg), mini.seat)


def _ground(kit: Kit, board: _Board, *, clockwise: bool) -> Iterator[Shape]:
    """Yield the empty board, with upright names of its columns and rows on the sides without joins."""
    plan = board.plan
    outlined = ((kit.marked[0], kit.marked[-1]),) if kit.marked else ()
    ground = kit.ground
    empty = Diagram(
        plan.columns, plan.rows, {}, missing=plan.missing, outlined=outlined, block=ground.block, ringed=ground.ringed
    )
    yield from moved(position(kit, empty, CELL_MM), board.pose)
    for column in range(plan.columns):
        yield _name(board, f"{chr(97 + column)}", ((column + 0.5) * CELL_MM, plan.height_mm + 0.32 * CELL_MM))
    side = plan.width_mm + 0.32 * CELL_MM if board.seat and clockwise else -0.32 * CELL_MM
    for row in range(plan.rows):
        yield _name(board, str(row + 1), (side, (plan.rows - row - 0.5) * CELL_MM))
    if board.seat:
        yield _name(board, board.seat, (plan.width_mm / 2, plan.height_mm + 0.8 * CELL_MM), size_mm=_TITLE_MM)


def _name(board: _Board, text: str, at: Point, *, size_mm: float = _NAMES_MM) -> Label:
    x, y = board.pose.point(at)
    return Label(text, (x, y + CAP * size_mm / 2), size_mm, TEXT if size_mm > _NAMES_MM else MUTED, True, "centre")


def _homes(boards: Sequence[_Board], homes: Mapping[str, Sequence[str]]) -> Iterator[Shape]:
    """Yield a heavy line around each player's part of a single flat board, and the player's letter."""
    if len(boards) > 1:
        return
    (board,) = boards
    for cells in homes.values():
        left, top, right, bottom = bounds(board.centre(cell) for cell in cells)
        half = CELL_MM / 2
        yield Area.box((left - half, top - half, right + half, bottom + half), stroke=Stroke(TEXT, 0.5))


def _seam(where: Mapping[str, _Board], one: str, other: str) -> Lines:
    """Return the line of a join, from one cell's side to the other's."""
    a, b = where[one].centre(one), where[other].centre(other)
    share = CELL_MM / 2 / math.dist(a, b)
    start = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
    end = b[0] + (a[0] - b[0]) * share, b[1] + (a[1] - b[1]) * share
    return Lines(((start, end),), Stroke(MUTED, 0.4, (1.2, 0.8)))


def _winning(where: Mapping[str, _Board], lines: Iterable[Sequence[str]]) -> Iterator[Shape]:
    for cells in lines:
        yield Lines((tuple(where[cell].centre(cell) for cell in cells),), Stroke(ACCENT, 0.24 * CELL_MM))


def _arrow(start: Point, end: Point) -> Iterator[Shape]:
    """Yield an arrow that ends at the rim of the ring around *end*."""
    length = math.dist(start, end)
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    tip = end[0] - 0.36 * CELL_MM * dx, end[1] - 0.36 * CELL_MM * dy
    back = tip[0] - 0.3 * CELL_MM * dx, tip[1] - 0.3 * CELL_MM * dy
    half = 0.17 * CELL_MM
    yield Lines(((start, back),), Stroke(ACCENT, 0.1 * CELL_MM))
    yield Area.of((tip, (back[0] - half * dy, back[1] + half * dx), (back[0] + half * dy, back[1] - half * dx)), ACCENT)


def _frame(board: _Board, cell: str) -> Shape:
    """Return the mark for a changed cell."""
    x, y = board.plan.centre_mm(cell)
    half = 0.45 * CELL_MM
    (box,) = moved([Area.box((x - half, y - half, x + half, y + half), stroke=Stroke(ACCENT, 0.7))], board.pose)
    return box


def _spot(centre: Point, ink: Ink) -> Disc:
    """Return the mark for a changed stone of *ink*, on which a frame has no room."""
    return Disc(centre, 0.14 * CELL_MM, ACCENT, Stroke(max(PAPER, BLACK, key=ink.contrast), 0.5))


def _piece(kit: Kit, content: str, centre: Point, scale: float) -> Iterator[Shape]:
    """Yield the piece of *content* with its owner's letter; on a die the letter stands next to the value."""
    yield from from_above(kit, content, centre, scale)
    if content in kit.pieces:
        return
    piece, _, _ = known(kit, content)
    aside = 0.31 * CELL_MM if isinstance(piece, Die) else 0.0
    x, y = centre[0] - aside, centre[1] - aside
    size = 0.23 * CELL_MM
    yield Disc((x, y), 0.58 * size, PAPER, Stroke(MUTED, 0.1))
    yield Label(content[0], (x, y + CAP * size / 2), size, TEXT, bold=True, align="centre")


def _framed(shapes: list[Shape], box: Box, scene: Scene, kit: Kit) -> tuple[tuple[Shape, ...], Box]:
    """Return *shapes* with the remarks above *box* and the seats below it, and the bounding box of it all."""
    left, top, right, bottom = box
    y = top - 3.0
    for number, remark in reversed(list(enumerate(scene.remarks))):
        size = _TITLE_MM if number == 0 else _TEXT_MM
        shapes.append(Label(remark, (left, y), size, TEXT, bold=number == 0))
        right = max(right, left + _WIDER * width_mm(remark, size, bold=number == 0))
        y -= 1.6 * size
    x, below = left, bottom + 3.0
    for seat, name in (scene.names or {}).items():
        room = 9.0 + _WIDER * width_mm(name, _TEXT_MM)
        if x > left and x + room > right:
            x, below = left, below + 6.0
        shapes += _swatch((x + 2.0, below), kit.inks_of(seat if seat in kit.inks else seat.lower()), name)
        x += room
        right = max(right, x)
    return tuple(shapes), (left - _MARGIN_MM, y - 2.0, right + _MARGIN_MM, below + 3.0 + _MARGIN_MM)


def _swatch(centre: Point, inks: Sequence[Ink], name: str) -> tuple[Shape, ...]:
    x, y = centre
    return (
        Disc(centre, _SWATCH.across_mm / 2, inks[0], Stroke(TEXT, 0.2)),
        *further_inks(outline_from_above(_SWATCH, centre, 1.0), centre, inks),
        Label(name, (x + 3.0, y + CAP * _TEXT_MM / 2), _TEXT_MM, TEXT),
    )
