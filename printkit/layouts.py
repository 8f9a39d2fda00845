"""How a sheet is divided: the room for its content, its heading, the check ruler and the words at its foot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from kits.inks import MUTED, TEXT, Ink
from printkit.drawing import Box, Label, Lines, Pose, Shape, Stroke, Tag, moved, tagged
from printkit.flow import larger, lines
from printkit.paper import Paper
from printkit.strokes import REGISTER_MM, registration_marks
from printkit.typeface import CAP, DESCENT, LEAST_WORDS_MM, SOFT_HYPHEN, width_mm, wrap
from printkit.wording import worded

MM = 100
INCHES = 4
INCH_MM = 25.4
WIDTH_MM = INCHES * INCH_MM
_TICK_MM = 3.0
_THIN = Stroke(TEXT, 0.15)
_HEADER_MM = 10.0
_GAP_MM = 4.5
_TITLE_MM = 4.6
_STEP_MM = 3.4
_BESIDE_MM = 60.0
"""Least room next to the ruler for the words at the foot; with less they go above the ruler."""
_COLUMN_MM = 36.0
_COLUMN_GAP_MM = 3.0
_COLUMN_TITLE_MM = 20.0
_LEAST_NOTES_MM = 28.0
_RULER = "A ruler of 100 mm and 4 inches."


@dataclass(frozen=True, slots=True)
class Layout:
    """A sheet with a heading above its content and a ruler below, or with both in a *column* on the right.

    The column's ruler has the shape of an L and measures both directions of the paper. It
    leaves the content the whole height of the sheet.
    """

    paper: Paper
    column: bool = False

    @property
    def body(self) -> Box:
        """The room for the content."""
        left, top, right, bottom = self.paper.inner
        words = self.paper.words
        if self.column:
            return left, top, right - _COLUMN_MM - _COLUMN_GAP_MM, bottom
        large = words > 1.0
        rows = (2 if large else 0) if self._beside else 4 if large else 3
        return left, top + _HEADER_MM * words, right, bottom - height_mm(words) - _GAP_MM - _STEP_MM * words * rows

    @property
    def notes(self) -> Box:
        """The room for notes in the column."""
        _, top, right, bottom = self.paper.inner
        words = self.paper.words
        return right - _COLUMN_MM, top + _COLUMN_TITLE_MM * words, right, bottom - (WIDTH_MM + 19.0) * words

    @property
    def roomy(self) -> bool:
        """Whether the column, if there is one, has room for notes."""
        _, top, _, bottom = self.notes
        return not self.column or bottom - top >= _LEAST_NOTES_MM

    @property
    def marks(self) -> Box:
        """The room for crop marks: the body and a little above it."""
        left, top, right, bottom = self.body
        return left, top - (0.0 if self.column else 3.0), self.paper.inner[2] if not self.column else right, bottom

    @property
    def _beside(self) -> bool:
        left, _, right, _ = self.paper.inner
        return right - left - WIDTH_MM - 9.0 >= _BESIDE_MM * self.paper.words

    def registration(self) -> tuple[Shape, ...]:
        """Return the marks in the same places on both sides of a sheet."""
        inner = self.paper.inner
        return registration_marks(inner[3] - height_mm(self.paper.words) - 0.6 - REGISTER_MM / 2, inner)

    def head(self, title: str, kit_title: str) -> tuple[Shape, ...]:
        """Return the *title*, as large as fits, and the kit's if there is room for both."""
        if self.column:
            return self._beside_content(title)
        title = worded(title)
        left, top, right, _ = self.paper.inner
        full, small = _TITLE_MM * self.paper.words, LEAST_WORDS_MM * self.paper.words
        baseline = top + CAP * full + 0.2
        size = min(full, full * (right - left) / width_mm(title, full, bold=True))
        name = worded(f"{kit_title}: print-and-play kit")
        head = Label(title, (left, baseline), size, TEXT, bold=True, tag=Tag("H1", title))
        if width_mm(title, size, bold=True) + width_mm(name, small) + 6.0 > right - left:
            return (head,)
        return head, Label(name, (right, baseline), small, MUTED, align="right")

    def _beside_content(self, title: str) -> tuple[Shape, ...]:
        _, top, right, _ = self.paper.inner
        block = partial(lines, title, size_mm=_TITLE_MM, bold=True, role="H1")
        return moved(larger(block, _COLUMN_MM, self.paper.words).shapes, Pose(right - _COLUMN_MM, top - 1.0))

    def foot(self, texts: Sequence[str]) -> tuple[Shape, ...]:
        """Return the ruler, and *texts* beside it."""
        measure, words = self._column_foot(texts) if self.column else self._row_foot(texts)
        return *tagged(measure, Tag("Figure", worded(_RULER))), *words

    def _row_foot(self, texts: Sequence[str]) -> tuple[tuple[Shape, ...], tuple[Shape, ...]]:
        left, _, right, bottom = self.paper.inner
        start, high = left + 1.0, height_mm(self.paper.words)
        if self._beside:
            x, foot = start + WIDTH_MM + 8.0, bottom - 0.6
        else:
            x, foot = left + REGISTER_MM + 1.0, bottom - high - 1.6
            texts = (texts[0], " · ".join(text.rstrip(".") for text in texts[1:] if text))
        measure = ruler(start, bottom - high, self.paper.words)
        return measure, self._rows(texts, x, foot, right - REGISTER_MM - 1.0)

    def _column_foot(self, texts: Sequence[str]) -> tuple[tuple[Shape, ...], tuple[Shape, ...]]:
        _, _, right, bottom = self.paper.inner
        words, high = self.paper.words, height_mm(self.paper.words)
        left = right - _COLUMN_MM
        measure = (
            *moved(ruler(0.0, 0.0, words), Pose(left, bottom - high, -90.0)),
            *short_ruler(
                left + high / 2, bottom - high + 1.0 + 1.2 * words, int(_COLUMN_MM - high / 2 - 2.0) // 10 * 10, words
            ),
        )
        texts = *texts[0].split(" · "), *texts[1:]
        return measure, self._rows(texts, left + high + 2.0, bottom - high - 2.0, right)

    def _rows(self, texts: Iterable[str], x: float, foot: float, right: float) -> tuple[Shape, ...]:
        """Return *texts* as small lines between *x* and *right*, the last one at *foot*."""
        size, step = LEAST_WORDS_MM * self.paper.words, _STEP_MM * self.paper.words
        rows = list(_inked(texts, right - x, size))
        first = foot - (len(rows) - 1) * step
        return tuple(
            Label(row, (x, first + k * step), size, ink, bold=ink is TEXT, tag=Tag("P", text))
            for k, (row, ink, text) in enumerate(rows)
        )


def _inked(texts: Iterable[str], room: float, size: float) -> Iterable[tuple[str, Ink, str]]:
    """Yield the rows of *texts*, each with its ink and the whole text that it comes from."""
    for number, text in enumerate(texts):
        for row in wrap(text, room, size, bold=number == 0):
            yield row, MUTED if number else TEXT, text.replace(SOFT_HYPHEN, "")


def height_mm(words: float = 1.0) -> float:
    """Return the height of the ruler with numbers *words* times their usual size."""
    return 2 * _side_mm(words) + DESCENT * LEAST_WORDS_MM * words


def _side_mm(words: float) -> float:
    """Return how far ticks and numbers reach on either side of the axis."""
    return _TICK_MM + 0.5 + CAP * LEAST_WORDS_MM * words


def ruler(x: float, y: float, words: float = 1.0) -> tuple[Shape, ...]:
    """Return the ruler with its top at *y* and both zeros at *x*, its left end."""
    size = LEAST_WORDS_MM * words
    axis, below = y + _side_mm(words), _side_mm(words)
    mm = ((x + k, axis, -_tick(k, 10, 5)) for k in range(MM + 1))
    inches = ((x + k * INCH_MM / 8, axis, _tick(k, 8, 4)) for k in range(INCHES * 8 + 1))
    ticks = tuple(((at, start), (at, start + length)) for at, start, length in (*mm, *inches))
    numbers = range(0, MM, 10 if words == 1.0 else 20)
    return (
        Lines((((x, axis), (x + WIDTH_MM, axis)), *ticks), _THIN),
        *(_number(str(k), x + k, axis - _TICK_MM - 0.5, size) for k in numbers),
        _number(f"{MM} mm", x + MM, axis - _TICK_MM - 0.5, size),
        *(_number(str(k), x + k * INCH_MM, axis + below, size) for k in range(INCHES)),
        _number(f"{INCHES} in", x + WIDTH_MM, axis + below, size),
    )


def short_ruler(x: float, axis: float, length_mm: int, words: float) -> tuple[Shape, ...]:
    """Return a ruler of *length_mm* along *axis*, in millimetres, with its zero at *x*."""
    size = LEAST_WORDS_MM * words
    ticks = tuple(((x + k, axis), (x + k, axis + _tick(k, 10, 5))) for k in range(length_mm + 1))
    below = axis + _side_mm(words)
    return (
        Lines((((x, axis), (x + length_mm, axis)), *ticks), _THIN),
        *(_number(f"{k} mm" if k == length_mm else str(k), x + k, below, size) for k in range(0, length_mm + 1, 10)),
    )


def _tick(number: int, long: int, middle: int) -> float:
    return _TICK_MM if number % long == 0 else 2.2 if number % middle == 0 else 1.4


def _number(text: str, x: float, y: float, size: float) -> Label:
    return Label(text, (x, y), size, TEXT, align="centre")
