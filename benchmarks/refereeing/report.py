"""Scores as lines of a table."""

from __future__ import annotations

from statistics import median

from benchmarks.refereeing.score import Score

HEADER = (
    "scenario      game            games whole    moves right wrong false   slips found named  asks/move   regained"
    "  in step   delay     ms  worst"
)


def row(scenario: str, name: str, score: Score) -> str:
    """Return *score* as a line under ``HEADER``."""
    delay = sum(score.delays) / len(score.delays) if score.delays else 0.0
    times = score.judging_ms or [0.0]
    return (
        f"{scenario:13} {name:15} {score.games:5} {score.whole:5}  {_share(score.right, score.moves):>13} "
        f"{score.wrong:5} {score.false_illegal:5}   {_part(score.found, score.slips):>11} {score.named:5}  "
        f"{score.questions / max(score.moves, 1):9.3f} {_part(score.regained, score.disturbed):>10} "
        f"{_part(score.in_step, score.games):>8} {delay:7.2f} {median(times):6.1f} {max(times):6.0f}"
    )


def _part(some: int, every: int) -> str:
    return f"{some}/{every}" if every else "-"


def _share(some: int, every: int) -> str:
    return f"{100 * some / every:.1f} % {every:6}" if every else "-"
