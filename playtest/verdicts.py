"""What a playtest shows of a game, in plain sentences with their intervals."""

from __future__ import annotations

from collections.abc import Iterator

from core.verdict import counted
from playtest.intervals import Estimate
from playtest.summary import Summary

RARE = 0.05
"""A clause is called dead if it never applied and surely applies in fewer games than this share."""

ADDED = frozenset({"ply_limit", "repetition", "quiet", "all_passed"})
"""Endings that only options add: where they never come about, nothing is dead."""


def verdicts(summary: Summary) -> Iterator[str]:
    """Yield a sentence on the first player's advantage and one for each clause that never applied."""
    seats = sum(figure.measure.is_score for figure in summary.figures)
    for figure in summary.figures:
        measure = figure.measure
        if measure.is_score and measure.name.startswith("first"):
            yield _first(figure.estimate, 1 / seats)
        rule = measure.group in ("Clauses", "Endings") and measure.kind == "share" and measure.name not in ADDED
        if rule and not figure.estimate.value:
            yield _unused(measure.name, measure.clause, figure.estimate, summary.games)


def _first(score: Estimate, fair: float) -> str:
    told = f"{_percent(score.value)} of the points ({_percent(score.low)} to {_percent(score.high)})"
    if score.low <= fair <= score.high:
        return f"No advantage or disadvantage of going first shows: {told}, where {_percent(fair)} is even."
    better = "an advantage" if score.low > fair else "a disadvantage"
    return f"Going first is {better}: {told}, where {_percent(fair)} is even."


def _unused(name: str, clause: str, share: Estimate, games: int) -> str:
    where = f" ({clause})" if clause else ""
    at_most = f"surely in fewer than {_percent(share.high)} of games"
    if share.high < RARE:
        return f"A dead clause: “{name}”{where} never occurred in {counted(games, 'game')}, {at_most}."
    return f"“{name}”{where} did not occur; {counted(games, 'game')} are too few to call it dead, {at_most}."


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %" if share >= 0.1 or not share else f"{100 * share:.1f} %"
