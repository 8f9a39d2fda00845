"""The report of a playtest, as a value and as JSON."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playtest.comparison import Comparison, comparison
from playtest.intervals import Estimate
from playtest.plan import Plan
from playtest.play import Played
from playtest.summary import Figure, Summary, summary


@dataclass(frozen=True, slots=True)
class Report:
    """What the games of *plan* say so far: a summary of each variant that has games, and what changes with each."""

    plan: Plan
    summaries: tuple[Summary, ...]
    comparisons: tuple[Comparison, ...]


def report(plan: Plan, played: Sequence[Played]) -> Report:
    """Return what *played*, any of the games of *plan*, have to say."""
    groups = [[game for game in played if game.variant == number] for number in range(len(plan.variants))]
    compared = (comparison(plan, number, played) for number in range(1, len(plan.variants)))
    return Report(
        plan,
        tuple(summary(plan, number, games) for number, games in enumerate(groups) if games),
        tuple(found for found in compared if found),
    )


def as_json(report: Report) -> dict[str, Any]:
    """Return *report* as JSON values; unbounded ends of intervals are null."""
    return {
        "plan": report.plan.as_json(),
        "confidence": 0.95,
        "variants": [_summary(each) for each in report.summaries],
        "comparisons": [_comparison(each) for each in report.comparisons],
    }


def _summary(summary: Summary) -> dict[str, Any]:
    return {
        "label": summary.label,
        "games": summary.games,
        "distinct": summary.distinct,
        "figures": [_figure(figure) for figure in summary.figures],
        "lengths": list(summary.lengths),
        "shortest": summary.shortest,
        "longest": summary.longest,
        "openings": [
            {"action": each.action, "games": each.games, "score": estimate_json(each.score)}
            for each in summary.openings
        ],
        "cells": dict(summary.cells),
        "leads": [lead and estimate_json(lead) for lead in summary.leads],
    }


def _figure(figure: Figure) -> dict[str, Any]:
    measure = figure.measure
    return {
        "group": measure.group,
        "name": measure.name,
        "kind": measure.kind,
        "clause": measure.clause,
        "example": figure.example,
        **estimate_json(figure.estimate),
    }


def _comparison(comparison: Comparison) -> dict[str, Any]:
    return {
        "label": comparison.label,
        "pairs": comparison.pairs,
        "same": comparison.same,
        "differences": [
            {
                "group": each.measure.group,
                "name": each.measure.name,
                "kind": each.measure.kind,
                "before": round(each.before, 6),
                "after": round(each.after, 6),
                "clear": each.clear,
                "difference": estimate_json(each.difference),
            }
            for each in comparison.differences
        ],
    }


def estimate_json(estimate: Estimate) -> dict[str, float | None]:
    """Return *estimate* as JSON values; an unbounded end is null."""
    return {
        name: round(value, 6) if math.isfinite(value) else None
        for name, value in zip(("value", "low", "high"), estimate, strict=True)
    }
