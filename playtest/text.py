"""The report of a playtest as aligned text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from textwrap import wrap

from core import games
from core.verdict import counted
from playtest.comparison import Comparison
from playtest.evening import Evening, Tried
from playtest.intervals import Estimate
from playtest.measures import Measure
from playtest.report import Report
from playtest.summary import Summary
from playtest.verdicts import evened, verdicts

WIDTH = 96
OPENINGS = 10
"""How many first actions are listed."""
ABOUT_INTERVALS = "In brackets: 95 % confidence intervals."


def in_text(report: Report, say: Callable[[str], str] = str) -> str:
    """Return *report* as lines of text, with a final newline; *say* puts each sentence into the reader's language."""
    lines = [say(f"{heading(report)} {ABOUT_INTERVALS}")]
    for summary in report.summaries:
        lines += [
            "",
            say(f"With {summary.label}: {counted(summary.games, 'game')}"),
            *_indented(_warnings(summary), say),
        ]
        for sentence in verdicts(summary):
            lines += _item(say(sentence), "  ")
        lines += _aligned(_figures(summary), say)
        lines += [*_indented(_lengths(summary), say), *_leads(summary, say), *_openings(summary, say)]
    for comparison in report.comparisons:
        lines += ["", *_comparison(comparison, report.plan.variants[0].label, say)]
    return "\n".join(lines) + "\n"


def evening_in_text(report: Report, found: Evening, say: Callable[[str], str] = str) -> str:
    """Return which change of the rules would even the game out, as ``in_text`` does."""
    lines = [say(f"{heading(report)} {ABOUT_INTERVALS}"), ""]
    for sentence in evened(found):
        lines += _item(say(sentence))
    head = ("  change", "first player's share", "points more", "drawn", "actions")
    rules, *others = (_shares(tried) for tried in (found.rules, *found.ranked))
    rows = [(f"  {found.rules.label}", rules[0], "", *rules[2:])]
    rows += [(f"  {tried.label}", *shares) for tried, shares in zip(found.ranked, others, strict=True)]
    lines += ["", *_aligned([head, *rows], say)]
    lines += wrap(
        say(
            "The changes were ranked by the games of this list. Options that are not set, such as limits, and several "
            "changes at once are tried where --compare names them."
        ),
        WIDTH,
    )
    return "\n".join(lines) + "\n"


def _shares(tried: Tried) -> tuple[str, str, str, str]:
    score = "{:.0f} % ({:.0f} to {:.0f})".format(*(100 * end for end in tried.score))
    by = "{:+.0f} ({:+.0f} to {:+.0f})".format(*(100 * end for end in tried.difference))
    alike = "all games alike" if tried.same == tried.pairs and not any(tried.difference) else by
    return score, alike, f"{100 * tried.drawn:.0f} %", f"{tried.length:.0f}"


def _item(sentence: str, indent: str = "") -> list[str]:
    """Return *sentence* as a list item; no line begins with a per cent sign."""
    kept = sentence.replace(" %", "\N{NO-BREAK SPACE}%")
    lines = wrap(kept, WIDTH, initial_indent=f"{indent}- ", subsequent_indent=f"{indent}  ")
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def heading(report: Report) -> str:
    """Return in one line what was played."""
    title, plan = games.find(report.plan.game).title, report.plan
    count = sum(summary.games for summary in report.summaries)
    played = f"{count} {'game' if count == 1 else 'games'} by {plan.player.name}"
    return f"{title}: {played}, seed {plan.seed}."


def shown(measure: Measure, estimate: Estimate, *, signed: bool = False) -> str:
    """Return *estimate* with its interval, a share in per cent.

    >>> from playtest.measures import Measure
    >>> shown(Measure("Endings", "line", "share", lambda game: 1), Estimate(0.5, 0.4, 0.6))
    '50.0 % (40.0 to 60.0)'
    """
    brackets = "every game" if estimate.low == estimate.high else _ends(measure, estimate, signed)
    return f"{number(measure, estimate.value, signed=signed)} ({brackets})"


def number(measure: Measure, value: float, *, signed: bool = False) -> str:
    """Return *value* of *measure* with its unit; the difference of two shares is in percentage points."""
    if measure.kind == "mean":
        return f"{value:{'+' if signed else ''}.2f}"
    return f"{100 * value:+.1f} points" if signed else f"{100 * value:.1f} %"


def _ends(measure: Measure, estimate: Estimate, signed: bool) -> str:
    return " to ".join(number(measure, end, signed=signed).split()[0] for end in estimate[1:])


def _warnings(summary: Summary) -> Iterator[str]:
    if summary.distinct < summary.games:
        yield (
            f"  Only {summary.distinct} of {summary.games} games differ from one another; "
            "the intervals take them to be independent, and are too narrow."
        )


def _figures(summary: Summary) -> list[tuple[str, ...]]:
    group = ""
    rows: list[tuple[str, ...]] = []
    for figure in summary.figures:
        measure = figure.measure
        if measure.group != group:
            group = measure.group
            rows.append((f"  {group}",))
        example = f"game {figure.example}" if figure.example and measure.group in ("Endings", "Clauses") else ""
        rows.append((f"    {measure.name}", measure.clause, shown(measure, figure.estimate), example))
    return rows


def _lengths(summary: Summary) -> Iterator[str]:
    yield "  Lengths"
    yield (
        f"    shortest {min(summary.lengths)} (game {summary.shortest}), a tenth within {summary.length_at(0.1)}, "
        f"half within {summary.length_at(0.5)}, nine tenths within {summary.length_at(0.9)}, "
        f"longest {max(summary.lengths)} (game {summary.longest})"
    )


def _leads(summary: Summary, say: Callable[[str], str]) -> Iterator[str]:
    """Yield, for each tenth of a game, the final score of whoever was ahead then."""
    if any(summary.leads):
        yield f"  {say('What whoever is ahead scores in the end, after how much of a game')}"
        rows = [
            (f"    {10 * part} %", "nobody was ahead" if lead is None else "{:.2f} ({:.2f} to {:.2f})".format(*lead))
            for part, lead in enumerate(summary.leads, start=1)
        ]
        yield from _aligned(rows, say)


def _openings(summary: Summary, say: Callable[[str], str]) -> Iterator[str]:
    yield f"  {say('First actions, up to the board’s symmetries, and what they scored for the first player')}"
    listed = summary.openings[:OPENINGS]
    yield from _aligned(
        [(f"    {each.action}", str(each.games), "{:.2f} ({:.2f} to {:.2f})".format(*each.score)) for each in listed],
        say,
    )
    if len(summary.openings) > OPENINGS:
        yield f"    {say(f'and {len(summary.openings) - OPENINGS} more')}"


def _comparison(comparison: Comparison, base: str, say: Callable[[str], str]) -> Iterator[str]:
    yield say(
        f"{comparison.label} instead of {base}: {counted(comparison.pairs, 'pair')} of games from the same seeds; "
        f"{comparison.same} of them went alike"
    )
    clear = [each for each in comparison.differences if each.clear]
    rows = [
        (
            f"    {each.measure.name}",
            f"{number(each.measure, each.before)} → {number(each.measure, each.after)}",
            shown(each.measure, each.difference, signed=True),
        )
        for each in clear
    ]
    yield from _aligned(rows, say)
    others = len(comparison.differences) - len(clear)
    told = [f"  No clear difference in {others} {'other ' if clear else ''}measures, of {len(comparison.differences)}."]
    if clear:
        told.append(
            "  At 95 %, one measure in twenty would seem to differ by chance alone: look twice at a single one."
        )
    yield from _indented(told, say)


def _indented(lines: Iterable[str], say: Callable[[str], str]) -> Iterator[str]:
    for line in lines:
        text = line.lstrip()
        yield line[: len(line) - len(text)] + say(text)


def _aligned(english: Sequence[tuple[str, ...]], say: Callable[[str], str]) -> Iterator[str]:
    """Yield rows with aligned columns; a row of one cell is a heading."""
    rows = [tuple(_indented(row, say)) for row in english]
    full = [row for row in rows if len(row) > 1]
    widths = [max(map(len, column)) for column in zip(*full, strict=True)] if full else []
    for row in rows:
        cells = row if len(row) == 1 else (f"{cell:{width}}" for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()
