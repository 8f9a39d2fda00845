"""The table of an examination as text, and what has changed since another one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from benchmarks.marks import EDGES, Row

_HEAD = (
    "set", "game", "tier", "pictures", "board found", "corner error", "cells right", "right of answered", "unsure",
    "right of p ≥ 0.99", "wholly right", "dice values", "ms",
)  # fmt: skip
_ORDER = ("easy", "normal", "normal hand", "hard", "chessboards", "no board")


def _place(row: Row) -> tuple[object, ...]:
    tier = _ORDER.index(row.tier) if row.tier in _ORDER else len(_ORDER)
    return row.group != "simulated", row.group, row.game == "all", row.game, tier


def table(rows: Iterable[Row]) -> str:
    """Return the rows as a table in Markdown whose columns also line up as text."""
    return _aligned([_HEAD, *(_cells(row) for row in sorted(rows, key=_place))])


def _cells(row: Row) -> tuple[str, ...]:
    start = (
        row.group, row.game, row.tier, str(row.pictures), f"{row.found}/{row.pictures}",
        "–" if row.error_percent is None else f"{row.error_percent:.2f} %",
    )  # fmt: skip
    if row.group == "photos":
        return *start, *("–",) * 6, f"{row.milliseconds:.0f}"
    wrong, (sure, sure_right) = row.answered - row.answered_right, row.sure
    return (
        *start,
        f"{row.right}/{row.cells}",
        f"{_percent(row.answered_right, row.answered)} ({wrong} wrong)",
        _percent(row.cells - row.answered, row.cells),
        f"{sure_right}/{sure}",
        f"{row.whole}/{row.pictures}",
        f"{row.dice_right}/{row.dice}" if row.dice else "–",
        f"{row.milliseconds:.0f}",
    )


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f} %" if whole else "–"


def reliability(rows: Iterable[Row]) -> str:
    """Return, by set and tier over all games: of the cells given with such a probability, how many are right."""
    ends = (*(f"< {edge:g}" for edge in EDGES[1:]), "to 1")
    lines: list[tuple[str, ...]] = [("set", "tier", *ends)]
    for row in sorted(rows, key=_place):
        if row.game == "all" and row.cells:
            bins = (f"{right}/{cells} {_percent(right, cells)}" if cells else "–" for cells, right in row.bins)
            lines.append((row.group, row.tier, *bins))
    return _aligned(lines)


def change(before: Iterable[Row], after: Iterable[Row]) -> str:
    """Return what has changed from the rows of one run to those of a later one, in points of a percent."""
    earlier = {row.name: row for row in before}
    lines: list[tuple[str, ...]] = [("set", "game", "tier", *_MEASURES, "ms")]
    for row in sorted(after, key=_place):
        if (old := earlier.get(row.name)) is not None:
            pairs = zip(_measures(old), _measures(row), strict=True)
            steps = ("–" if a is None or b is None else f"{b - a:+.2f}" for a, b in pairs)
            lines.append((*row.name, *steps, f"{row.milliseconds - old.milliseconds:+.0f}"))
    return _aligned(lines)


_MEASURES = ("board found", "cells right", "right of answered", "unsure", "wholly right", "dice values")


def _measures(row: Row) -> list[float | None]:
    """Return the main figures of *row* in per cent; None where nothing was counted."""
    parts = (
        (row.found, row.pictures), (row.right, row.cells), (row.answered_right, row.answered),
        (row.cells - row.answered, row.cells), (row.whole, row.pictures), (row.dice_right, row.dice),
    )  # fmt: skip
    return [100 * a / b if b else None for a, b in parts]


def _aligned(lines: Sequence[tuple[str, ...]]) -> str:
    widths = [max(len(line[k]) for line in lines) for k in range(len(lines[0]))]
    text = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |" for line in lines
    ]
    text.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(text)
