"""A playtest's findings as a document with plots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from core import games
from kits.inks import BLUE, CYAN, GREEN, MUTED, PURPLE, RED, TEXT, YELLOW
from playtest.measures import Group
from playtest.report import Report
from playtest.text import heading
from printkit.charts import Interval, Row, Series, curves, intervals, shaded_board
from printkit.drawing import Box, Drawing, Label, Pose, Shape, Sheet, moved
from printkit.flow import Block, lines
from printkit.paper import Paper

_INKS = (BLUE, RED, GREEN, PURPLE, YELLOW, CYAN)
_DASHES: tuple[tuple[float, ...], ...] = ((), (2.0, 1.0), (0.6, 0.8), (3.0, 0.8, 0.6, 0.8), (1.0, 2.0), (4.0, 2.0))
_WHISKERS = "Thin lines are 95 % confidence intervals."
_OPENINGS = 12
_HEAD_MM = 12.0
_FOOT_MM = 6.0


def draw_report(report: Report, paper: Paper) -> Drawing:
    """Return *report*, of at most six variants, as sheets of *paper*."""
    title = f"{games.find(report.plan.game).title}: a playtest"
    left, top, right, bottom = paper.inner
    box = left, top + _HEAD_MM, right, bottom - _FOOT_MM
    pages = tuple(_stacked(_blocks(report, right - left), box))
    sheets = (
        Sheet(f"Page {number}", paper.width_mm, paper.height_mm, (*_frame(title, number, len(pages), paper), *shapes))
        for number, shapes in enumerate(pages, start=1)
    )
    return Drawing(title, heading(report), tuple(sheets))


def _blocks(report: Report, room: float) -> Iterator[Block]:
    yield lines(heading(report), room)
    series = [
        Series(summary.label, ink, dashes)
        for summary, ink, dashes in zip(report.summaries, _INKS, _DASHES, strict=False)
    ]
    yield _figures(report, "Who wins", "Who wins", "share", series, room, _percent, "The part of the games.")
    yield curves(
        "How long games are",
        [summary.lengths for summary in report.summaries],
        series,
        room,
        "actions",
        note="The part of the games that have ended after so many actions.",
    )
    yield _figures(report, "Endings", "How games end", "share", series, room, _percent, "The part of the games.")
    note = "The part of the games in which it happens at least once. What stays at zero is a clause without a use."
    yield _figures(report, "Clauses", "Which clauses are used", "share", series, room, _percent, note)
    yield _figures(report, "Clauses", "How often clauses are used", "mean", series, room, _plain, "Times in a game.")
    if any(figure.measure.group == "Pieces" for figure in report.summaries[0].figures):
        yield _figures(report, "Pieces", "Pieces", "mean", series, room, _plain, "Times that one is used in a game.")
    yield _openings(report, series, room)
    first = report.summaries[0]
    if board := shaded_board(
        "Cells", first.cells, room, note=f"Where pieces are put, in per cent of all, with {first.label}."
    ):
        yield board
    if report.comparisons:
        yield _differences(report, series[1:], room)


def _figures(
    report: Report,
    group: Group,
    title: str,
    kind: str,
    series: Sequence[Series],
    room: float,
    write: Callable[[float], str],
    note: str,
) -> Block:
    found: dict[str, list[Interval | None]] = {}
    for number, summary in enumerate(report.summaries):
        for figure in summary.figures:
            if figure.measure.group == group and figure.measure.kind == kind:
                name = figure.measure.name.removesuffix(", a game")
                found.setdefault(name, [None] * len(series))[number] = figure.estimate
    rows = [Row(name, tuple(values)) for name, values in found.items()]
    return intervals(title, rows, series, room, write, note=f"{note} {_WHISKERS}")


def _openings(report: Report, series: Sequence[Series], room: float) -> Block:
    most = [opening.action for opening in report.summaries[0].openings[:_OPENINGS]]
    tables = [{opening.action: opening for opening in summary.openings} for summary in report.summaries]
    rows = [
        Row(
            f"{action} ({', '.join(str(table[action].games if action in table else 0) for table in tables)})",
            tuple(table[action].score if action in table else None for table in tables),
        )
        for action in most
    ]
    note = f"What each scored for the first player, up to the board's symmetries (in so many games). {_WHISKERS}"
    return intervals("First actions", rows, series, room, "{:.2f}".format, bars=False, note=note)


def _differences(report: Report, series: Sequence[Series], room: float) -> Block:
    """Return the differences of shares that the games of one seed show, in percentage points."""
    found: dict[str, list[Interval | None]] = {}
    for number, comparison in enumerate(report.comparisons):
        for each in comparison.differences:
            if each.measure.kind == "share" and (each.before, each.after) not in ((0, 0), (1, 1)):
                found.setdefault(each.measure.name, [None] * len(series))[number] = each.difference
    rows = [Row(name, tuple(values)) for name, values in found.items()]
    note = (
        f"How many percentage points more of the games than with {report.summaries[0].label}, the same seeds being "
        f"compared. A line that keeps clear of zero is a difference that chance hardly makes. {_WHISKERS}"
    )
    title = f"What {series[0].name} changes" if len(series) == 1 else "What the other rules change"
    return intervals(title, rows, series, room, _points, bars=False, note=note)


def _percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def _points(value: float) -> str:
    return f"{round(100 * value):+d}" if round(100 * value) else "0"


def _plain(value: float) -> str:
    return f"{value:.2f}"


def _stacked(blocks: Iterable[Block], box: Box) -> Iterator[tuple[Shape, ...]]:
    """Yield the shapes of each sheet that *blocks* fill from the top."""
    left, top, _, bottom = box
    shapes: list[Shape] = []
    y = top
    for block in blocks:
        if y + block.height_mm > bottom and shapes:
            yield tuple(shapes)
            shapes, y = [], top
        shapes += moved(block.shapes, Pose(left, y))
        y += block.height_mm
    yield tuple(shapes)


def _frame(title: str, number: int, count: int, paper: Paper) -> tuple[Shape, ...]:
    left, top, right, bottom = paper.inner
    return (
        Label(title, (left, top + 5.0), 5.4, TEXT, bold=True),
        Label(f"page {number} of {count}", (right, bottom - 0.8), 2.6, MUTED, align="right"),
    )
