"""A graph of what a game was worth to one of two players after each move, as SVG."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kits.inks import ACCENT, GRID, MUTED, PAPER, RED, TEXT
from printkit.drawing import Align, Box, Disc, Label, Lines, Point, Shape, Stroke
from printkit.svg import svg

_LEFT, _TOP, _WIDTH, _HEIGHT = 24.0, 16.0, 160.0, 60.0
_TICKS = 12
"""Most numbers on the axis of moves."""
_FONT_MM = 3.2
_LETTER = 0.55
"""Approximate width of a letter, as a share of the type size."""


@dataclass(frozen=True, slots=True)
class Dot:
    """The value after a move, None if unknown; ``turning`` names the move where the game turned."""

    ply: int
    value: float | None
    proved: bool
    turning: str = ""


def value_svg(title: str, dots: Sequence[Dot], names: tuple[str, str] = ("A", "B")) -> str:
    """Return the graph of *dots*, at least one, as SVG: proved values are full, estimates hollow, unknown ones gaps.

    *names* are what the player whose value it is and the other one are called.
    """
    known = [dot for dot in dots if dot.value is not None]
    best = f"from {min(dot.value or 0 for dot in known):+.2f} to {max(dot.value or 0 for dot in known):+.2f}"
    turned = "; turning points: " + ", ".join(dot.turning for dot in dots if dot.turning)
    description = f"The value to {names[0]} over {len(dots)} moves" + (f", {best}" if known else "")
    shapes = [*_axes(title, dots, names), *_curve(dots), *_marks(dots)]
    box = (0.0, 0.0, _LEFT + _WIDTH + 8.0, _TOP + _HEIGHT + 20.0)
    return svg(shapes, box, title=title, description=description + (turned if any(d.turning for d in dots) else ""))


def _place(number: int, value: float, last: int) -> Point:
    return _LEFT + _WIDTH * (number - 0.5) / last, _TOP + _HEIGHT * (1.0 - value) / 2.0


def _axes(title: str, dots: Sequence[Dot], names: tuple[str, str]) -> Iterator[Shape]:
    yield Label(title, (_LEFT, 9.0), 4.5, TEXT, bold=True)
    for value, words in ((1, f"{names[0]} wins"), (0, "even"), (-1, f"{names[1]} wins")):
        y = _TOP + _HEIGHT * (1 - value) / 2
        dashes = () if value else (1.5, 1.5)
        yield Lines((((_LEFT, y), (_LEFT + _WIDTH, y)),), Stroke(GRID, 0.25, dashes))
        yield Label(words, (_LEFT - 2.0, y + 1.1), _FONT_MM, MUTED, align="right")
    last = len(dots)
    step = max(1, -(-last // _TICKS))
    for number in range(step if step > 1 else 1, last + 1, step):
        x, _ = _place(number, -1.0, last)
        yield Label(str(dots[number - 1].ply), (x, _TOP + _HEIGHT + 5.0), _FONT_MM, MUTED, align="centre")
    yield Label("move", (_LEFT + _WIDTH, _TOP + _HEIGHT + 10.0), _FONT_MM, MUTED, align="right")
    yield Label("full: proved, hollow: estimated", (_LEFT, _TOP + _HEIGHT + 16.0), _FONT_MM, MUTED)


def _curve(dots: Sequence[Dot]) -> Iterator[Shape]:
    run = list[Point]()
    for number, dot in enumerate([*dots, Dot(0, None, proved=False)], start=1):
        if dot.value is not None:
            run.append(_place(number, dot.value, len(dots)))
            continue
        if len(run) > 1:
            yield Lines((tuple(run),), Stroke(ACCENT, 0.5))
        run = []


def _marks(dots: Sequence[Dot]) -> Iterator[Shape]:
    """Yield the dots, and a label beside each turning point if it covers no other label and no dot."""
    values = [(number, dot.value) for number, dot in enumerate(dots, start=1)]
    places = {number: _place(number, value, len(dots)) for number, value in values if value is not None}
    for number, dot in enumerate(dots, start=1):
        if number in places:
            ink = RED if dot.turning else ACCENT
            yield Disc(places[number], 1.1, ink if dot.proved else PAPER, Stroke(ink, 0.4))
    taken = [(x - 1.3, y - 1.3, x + 1.3, y + 1.3) for x, y in places.values()]
    for number, dot in enumerate(dots, start=1):
        if dot.turning and number in places:
            short = re.sub(r"\..*?(?=\?)", "", dot.turning)
            spots = ((text, *spot) for text in (dot.turning, short) for spot in _spots(places[number], text))
            if free := next((spot for spot in spots if _is_free(spot[-1], taken)), None):
                text, at, align, box = free
                taken.append(box)
                yield Label(text, at, _FONT_MM, RED, align=align)


def _spots(dot: Point, text: str) -> Iterator[tuple[Point, Align, Box]]:
    """Yield where *text* may stand beside *dot*: its point, the side at which it is anchored, and the box it covers."""
    wide = _LETTER * _FONT_MM * len(text)
    sides: tuple[tuple[Align, float, float], ...] = (
        ("left", 2.0, 0.0),
        ("right", -2.0, wide),
        ("centre", 0.0, wide / 2),
    )
    for down in (_FONT_MM + 1.0, -2.2, 0.4 * _FONT_MM):
        y = dot[1] + down
        for align, aside, left in sides:
            x = dot[0] + aside
            yield (x, y), align, (x - left, y - 0.8 * _FONT_MM, x - left + wide, y + 0.2 * _FONT_MM)


def _is_free(box: Box, taken: Sequence[Box]) -> bool:
    """Return whether *box* lies within the graph and covers nothing that is *taken*."""
    left, top, right, bottom = box
    if left < _LEFT or right > _LEFT + _WIDTH + 6.0 or top < _TOP - 5.0 or bottom > _TOP + _HEIGHT + 1.5:
        return False
    return not any(left < x1 and x0 < right and top < y1 and y0 < bottom for x0, y0, x1, y1 in taken)
