"""A playtest's report as a PDF with plots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from core import games
from kiebitz.language import ENGLISH, Language
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


def draw_report(report: Report, paper: Paper, language: Language = ENGLISH) -> Drawing:
    """Return *report*, of at most six variants, as sheets of *paper*; with its texts in *language*."""
    title = language(f"{games.find(report.plan.game).title}: a playtest")
    left, top, right, bottom = paper.inner
    box = left, top + _HEAD_MM, right, bottom - _FOOT_MM
    pages = tuple(_stacked(_blocks(report, right - left, language), box))
    sheets = (
        Sheet(
            language(f"Page {number}"),
            paper.width_mm,
            paper.height_mm,
            (*_frame(title, language(f"page {number} of {len(pages)}"), paper), *shapes),
        )
        for number, shapes in enumerate(pages, start=1)
    )
    return Drawing(title, language(heading(report)), tuple(sheets))


def _blocks(report: Report, room: float, language: Language) -> Iterator[Block]:
    yield lines(language(heading(report)), room)
    series = [
        Series(language(summary.label), ink, dashes)
        for summary, ink, dashes in zip(report.summaries, _INKS, _DASHES, strict=False)
    ]

    def figures(
        group: Group, title: str, note: str, kind: str = "share", write: Callable[[float], str] = _percent
    ) -> Block:
        rows = _rows(report, group, kind, language)
        return intervals(language(title), rows, series, room, write, note=language(f"{note} {_WHISKERS}"))

    yield figures("Who wins", "Who wins", "Share of games.")
    yield curves(
        language("How long games are"),
        [summary.lengths for summary in report.summaries],
        series,
        room,
        language("actions"),
        note=language("Share of games that have ended after this many actions."),
    )
    yield figures("Endings", "How games end", "Share of games.")
    note = "Share of games in which it happens at least once. A clause at zero is never used."
    yield figures("Clauses", "Which clauses are used", note)
    plain = _plain(language)
    yield figures("Clauses", "How often clauses are used", "Times per game.", "mean", plain)
    if any(figure.measure.group == "Pieces" for figure in report.summaries[0].figures):
        yield figures("Pieces", "Pieces", "Uses of one piece per game.", "mean", plain)
    yield _openings(report, series, room, language)
    first = report.summaries[0]
    note = f"Where pieces are placed with {first.label}, in per cent of all placements."
    cells = shaded_board(
        language("Cells"), first.cells, room, lambda share: language.number(f"{share:.1f}"), note=language(note)
    )
    if cells:
        yield cells
    if report.comparisons:
        yield _differences(report, series[1:], room, language)


def _rows(report: Report, group: Group, kind: str, language: Language) -> list[Row]:
    found: dict[str, list[Interval | None]] = {}
    for number, summary in enumerate(report.summaries):
        for figure in summary.figures:
            if figure.measure.group == group and figure.measure.kind == kind:
                name = language(figure.measure.name.removesuffix(", a game"))
                found.setdefault(name, [None] * len(report.summaries))[number] = figure.estimate
    return [Row(name, tuple(values)) for name, values in found.items()]


def _openings(report: Report, series: Sequence[Series], room: float, language: Language) -> Block:
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
    return intervals(language("First actions"), rows, series, room, _plain(language), bars=False, note=language(note))


def _differences(report: Report, series: Sequence[Series], room: float, language: Language) -> Block:
    """Return the table of differences between shares, in percentage points, over games with the same seeds."""
    found: dict[str, list[Interval | None]] = {}
    for number, comparison in enumerate(report.comparisons):
        for each in comparison.differences:
            if each.measure.kind == "share" and (each.before, each.after) not in ((0, 0), (1, 1)):
                found.setdefault(language(each.measure.name), [None] * len(series))[number] = each.difference
    rows = [Row(name, tuple(values)) for name, values in found.items()]
    note = (
        f"Difference to {report.summaries[0].label} in percentage points, over games with the same seeds. An interval "
        f"that excludes zero is unlikely to be chance. {_WHISKERS}"
    )
    changed = [summary.label for summary in report.summaries[1:]]
    title = f"What {changed[0]} changes" if len(changed) == 1 else "What the other rules change"
    return intervals(language(title), rows, series, room, _points, bars=False, note=language(note))


def _percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def _plain(language: Language) -> Callable[[float], str]:
    return lambda value: language.number(f"{value:.2f}")


def _points(value: float) -> str:
    return f"{round(100 * value):+d}" if round(100 * value) else "0"


def _stacked(blocks: Iterable[Block], box: Box) -> Iterator[tuple[Shape, ...]]:
    """Yield the shapes of each sheet, filled with *blocks* from the top."""
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


def _frame(title: str, page: str, paper: Paper) -> tuple[Shape, ...]:
    left, top, right, bottom = paper.inner
    return (
        Label(title, (left, top + 5.0), 5.4, TEXT, bold=True),
        Label(page, (right, bottom - 0.8), 2.6, MUTED, align="right"),
    )
