"""A game on paper: the board as it stands, the moves, lines to sign on, and a code that holds it all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from core import games
from core.formats.diagram import Moment
from core.game import side_to_move
from core.record import Record
from core.record.writing import options_text
from core.verdict import capitalised
from kiebitz.archive.record_code import code_of
from kiebitz.calling import is_typed, names_of
from kiebitz.diagrams import moment_shapes
from kiebitz.language import ENGLISH, Language
from kiebitz.language.naming import with_names
from kiebitz.remarks import on_the_wall
from kits.inks import MUTED, TEXT
from printkit.board import draw_code
from printkit.drawing import Drawing, Label, Lines, Pose, Shape, Sheet, Stroke, Tag, enlarged, moved, tagged
from printkit.flow import Block, heading, lines, pour
from printkit.paper import PAPERS, Paper
from printkit.typeface import can_set, width_mm

PAPER = PAPERS["both"]
_BOARD_MM = 100.0
"""The diagram's greatest width and height, in mm."""
_CODE_MM = 68.0
_GAP_MM = 8.0
_HEAD_MM = 20.0
_SIGN_MM = 12.0
_FOOT_MM = 6.0
_ON = (
    "This code holds the game. To go on with it, lay out the board as it is here, and give a photo of this sheet:",
    "kiebitz watch SOURCE --start PHOTO",
)
_OVER = "This code holds the game. To see it again, give a photo of this sheet:", "kiebitz replay PHOTO"
_LINE_FROM_MM = 26.0
UNSET = "The typeface lacks letters of the names of"
_TITLE_MM, _TEXT_MM, _SMALL_MM = 6.0, 3.4, 2.8


def draw_score_sheet(record: Record, paper: Paper = PAPER, language: Language = ENGLISH) -> Drawing:
    """Return *record* on sheets of *paper*, the first with the board and the code; with its texts in *language*.

    Raises ``ValueError`` for a position that no code can hold.
    """
    game, positions = games.find(record.game), record.positions()
    seats = positions[-1].seats
    called = names_of(game, {seat: record.tags[seat] for seat in seats if seat in record.tags})
    unset = names_unset(record)
    names = {seat: f"Seat {seat}" if seat in unset else called[seat] for seat in seats}
    title = language(f"{game.title}: a score sheet")
    left, top, right, bottom = paper.inner
    tags = {name: value for name, value in record.tags.items() if name not in unset}
    board, low = _board(replace(record, tags=tags), names, left, top + _HEAD_MM)
    signing = _SIGN_MM * len(seats)
    first = (*_head(record, title, paper), *board, *_coded(record, paper, language))
    box = left, top + _HEAD_MM, right, bottom - _FOOT_MM
    poured = pour(_told(record, names, language), (*box[:3], bottom - _FOOT_MM - signing), low + _GAP_MM)
    pages = [(*(first if number == 0 else ()), *shapes) for number, shapes in enumerate(poured)]
    pages[-1] = *pages[-1], *_signatures(names, unset, left, bottom - _FOOT_MM - signing, language)
    sheets = (
        Sheet(
            language(f"Page {number}"),
            paper.width_mm,
            paper.height_mm,
            (*shapes, _page(number, len(pages), paper, language)),
        )
        for number, shapes in enumerate(pages, start=1)
    )
    return Drawing(title, game.format_position(positions[-1]), tuple(sheets), language=language.code)


def names_unset(record: Record) -> tuple[str, ...]:
    """Return the seats of *record* whose players' names our typeface lacks letters for."""
    seats = record.positions()[-1].seats
    return tuple(seat for seat in seats if seat in record.tags and not can_set(record.tags[seat]))


def _head(record: Record, title: str, paper: Paper) -> Iterator[Shape]:
    left, top, *_ = paper.inner
    yield Label(title, (left, top + 6.0), _TITLE_MM, TEXT, bold=True, tag=Tag("H1", title))
    about = " · ".join(filter(None, (on_the_wall(record.tags.get("Date", "")), options_text(record.options))))
    if about:
        yield Label(about, (left, top + 12.5), _TEXT_MM, MUTED, tag=Tag("P", about))


def _board(record: Record, names: Mapping[str, str], x: float, y: float) -> tuple[tuple[Shape, ...], float]:
    """Draw the final board with its top left corner at *x*, *y*; return the board and the y at which it ends."""
    game, positions = games.find(record.game), record.positions()
    moment = Moment.of(game, positions, record.actions, len(record.actions))
    shapes, (left, top, right, bottom) = moment_shapes(moment, record.tags)
    scale = _BOARD_MM / max(right - left, bottom - top)
    drawn = enlarged(moved(shapes, Pose(-left, -top)), scale)
    words = Tag("Figure", f"{', '.join(names.values())}: {game.format_position(positions[-1])}")
    return tagged(moved(drawn, Pose(x, y)), words), y + (bottom - top) * scale


def _coded(record: Record, paper: Paper, language: Language) -> Iterator[Shape]:
    _, top, right, _ = paper.inner
    middle = right - _CODE_MM / 2, top + _HEAD_MM + _CODE_MM / 2
    words = _OVER if record.outcome else _ON
    yield from tagged((draw_code(code_of(record), middle, _CODE_MM),), Tag("Figure", language(words[0])))
    below = [lines(language(text), _CODE_MM, size_mm=_SMALL_MM) for text in words]
    y = top + _HEAD_MM + _CODE_MM + 4.0
    for block in below:
        yield from moved(block.shapes, Pose(right - _CODE_MM, y))
        y += block.height_mm


def _told(record: Record, names: Mapping[str, str], language: Language) -> Iterator[Block]:
    """Yield the moves with the referee's remarks, and then how the game stands."""
    game, positions = games.find(record.game), record.positions()
    width = 80.0
    yield heading(language("Moves"), width)
    for index, action in enumerate(record.actions):
        before = positions[index]
        said = [with_names(each.message, names) for each in game.announcements(before, action, positions[index + 1])]
        text = f"{before.ply + 1}. {_name(names[side_to_move(before)], language)}  {action}"
        yield lines(text, width, after_mm=0.4, clings=bool(said))
        if said:
            yield lines(language(" ".join(said)), width, size_mm=_SMALL_MM, ink=MUTED, indent_mm=5.0, after_mm=0.8)
    outcome = record.outcome
    stands = f"{capitalised(outcome.sentence)}." if outcome else f"{side_to_move(positions[-1])} is to play."
    yield lines(language(with_names(stands, names)), width, bold=True)


def _name(name: str, language: Language) -> str:
    """Return *name* in *language*, unless a person typed it in."""
    return name if is_typed(name[:1].lower() + name[1:]) and not name.startswith("Seat ") else language(name)


def _signatures(
    names: Mapping[str, str], unset: tuple[str, ...], left: float, y: float, language: Language
) -> Iterator[Shape]:
    heads = ["Names and signatures", *(f"{UNSET}: {', '.join(unset)}." for _ in unset[:1])]
    above = lines(language(". ".join(heads)), 120.0, size_mm=_SMALL_MM, ink=MUTED)
    yield from moved(above.shapes, Pose(left, y - 4.0))
    for number, name in enumerate(names.values(), start=1):
        base, told = y + _SIGN_MM * number - 2.0, _name(name, language)
        wide = max(_LINE_FROM_MM, width_mm(told, _TEXT_MM) + 2.0)
        yield Label(told, (left, base), _TEXT_MM, TEXT, tag=Tag("P", told))
        yield Lines(
            (((left + wide, base + 1.0), (left + 120.0, base + 1.0)),), Stroke(MUTED, 0.25), tag=Tag("Artifact")
        )


def _page(number: int, count: int, paper: Paper, language: Language) -> Label:
    _, _, right, bottom = paper.inner
    text = language(f"page {number} of {count}")
    return Label(text, (right, bottom - 0.8), 2.6, MUTED, align="right", tag=Tag("Artifact"))
