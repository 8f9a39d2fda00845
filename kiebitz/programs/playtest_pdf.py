"""A playtest's report as a PDF with plots."""

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
    yield _figures(report, "Who wins", "Who wins", "share", series, room, _percent, "Share of games.")
    yield curves(
        "How long games are",
        [summary.lengths for summary in report.summaries],
        series,
        room,
        "actions",
        note="Share of games that have ended after this many actions.",
    )
    yield _figures(report, "Endings", "How games end", "share", series, room, _percent, "Share of games.")
    note = "Share of games in which it happens at least once. A clause at zero is never used."
    yield _figures(report, "Clauses", "Which clauses are used", "share", series, room, _percent, note)
    yield _figures(report, "Clauses", "How often clauses are used", "mean", series, room, _plain, "Times per game.")
    if any(figure.measure.group == "Pieces" for figure in report.summaries[0].figures):
        yield _figures(report, "Pieces", "Pieces", "mean", series, room, _plain, "Uses of one piece per game.")
    yield _openings(report, series, room)
    first = report.summaries[0]
    if board := shaded_board(
        "Cells", first.cells, room, note=f"Where pieces are placed with {first.label}, in per cent of all placements."
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
    note = f"The first player's mean score after each, up to the board's symmetries (number of games). {_WHISKERS}"
    return intervals("First actions", rows, series, room, "{:.2f}".format, bars=False, note=note)


def _differences(report: Report, series: Sequence[Series], room: float) -> Block:
    """Return the differences of shares between games with the same seeds, in percentage points."""
    found: dict[str, list[Interval | None]] = {}
    for number, comparison in enumerate(report.comparisons):
        for each in comparison.differences:
            if each.measure.kind == "share" and (each.before, each.after) not in ((0, 0), (1, 1)):
                found.setdefault(each.measure.name, [None] * len(series))[number] = each.difference
    rows = [Row(name, tuple(values)) for name, values in found.items()]
    note = (
        f"Difference to {report.summaries[0].label} in percentage points, over games with the same seeds. An interval "
        f"that excludes zero is unlikely to be chance. {_WHISKERS}"
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
    """Yield the shapes of each sheet as *blocks* fill it from the top."""
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
