"""What a playtest shows of a game, in plain sentences with their intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.verdict import counted
from playtest.evening import Evening, Tried
from playtest.intervals import Estimate
from playtest.summary import Summary

RARE = 0.05
"""A clause that never applied is called dead if it surely applies in a smaller share of games than this."""

HALVES_ALIKE = {2: 0.75, 3: 0.644, 4: 0.581, 5: 0.539, 6: 0.507}
"""Number of players → how often the leader halfway wins if the second half of a game counts as much as the first.

Everybody's score is then a random walk whose halves are independent and alike. For two that is Lévy's arcsine law, 1/2
+ arcsin(√t)/π at the part t of a game, which real ball games come near: A. Clauset, M. Kogan and S. Redner, Safe leads
and lead changes in competitive team sports, Physical Review E 91, 062815, 2015. The others come from 30 million
simulated walks of two normal steps each.
"""
DECIDED = 0.9
"""A game is decided once whoever is ahead takes at least this share of the points."""
NOTABLE = 0.1
"""Draws are mentioned if a change that evens out the game raises their share by more than this."""

ADDED = frozenset({"ply_limit", "repetition", "quiet", "all_passed"})
"""Endings that only options add; nothing is dead if they never occur."""


def verdicts(summary: Summary) -> Iterator[str]:
    """Yield a sentence on the first player's advantage, one for each clause that never applied, and one on leaders."""
    seats = sum(figure.measure.is_score for figure in summary.figures)
    for figure in summary.figures:
        measure = figure.measure
        if measure.is_score and measure.name.startswith("first"):
            yield _first(figure.estimate, 1 / seats)
        rule = measure.group in ("Clauses", "Endings") and measure.kind == "share" and measure.name not in ADDED
        if rule and not figure.estimate.value:
            yield _unused(measure.name, measure.clause, figure.estimate, summary.games)
    if halfway := summary.leads[len(summary.leads) // 2]:
        yield from _leader(halfway, summary.leads, HALVES_ALIKE[seats])


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


def evened(found: Evening) -> Iterator[str]:
    """Yield what is to be said of a list of changes: which would even out who wins, and what else that does."""
    yield _first(found.rules.score, found.fair)
    tried, even = f"the changes tried ({len(found.ranked)})", _percent(found.fair)
    if found.best is None:
        yield f"None of {tried} brought the first player's share nearer to {even}."
    elif found.even:
        yield f"Nothing needs evening out, as far as the games played ({found.rules.games}) show."
    elif found.again is None:
        yield f"Of {tried}, {found.best.label} came nearest to {even}."
        yield "It was not played again on new seeds yet, and the best of many looks better than it is."
    else:
        yield from _again(found, *found.again)


def _again(found: Evening, before: Tried, after: Tried) -> Iterator[str]:
    """Yield the result, in new games, of the change that came nearest to an even game."""
    tried, even = f"the changes tried ({len(found.ranked)})", _percent(found.fair)
    shares = f"from {_interval(before.score)} to {_interval(after.score)}, in new games ({after.games} each)"
    if found.off(after) >= found.off(before):
        yield f"Of {tried}, {after.label} came nearest to {even}, but by luck."
        yield f"With it the first player's share goes {shares}."
        return
    way = "falls" if after.score.value < before.score.value else "rises"
    yield f"With {after.label} the first player's share {way} {shares}; of {tried}, no other came nearer to {even}."
    if not after.difference.excludes_zero:
        yield "So small a difference may be chance."
    if after.drawn - before.drawn > NOTABLE:
        yield f"Much of that is draws: {_percent(after.drawn)} of games instead of {_percent(before.drawn)}."


def _interval(share: Estimate) -> str:
    return f"{_percent(share.value)} ({_percent(share.low)} to {_percent(share.high)})"


def _leader(halfway: Estimate, leads: Sequence[Estimate | None], alike: float) -> Iterator[str]:
    """Yield whether the leader halfway runs away with the game, and when the game is decided."""
    told = (
        f"whoever is ahead halfway takes {_interval(halfway)} of the points, where {_percent(alike)} would mean that "
    )
    told += "both halves of a game count alike"
    if halfway.low > alike:
        yield f"A runaway leader: {told}."
    elif halfway.high < alike:
        yield f"No runaway leader, the second half decides: {told}."
    else:
        yield f"No runaway leader shows: {told}."
    decided = next((part for part in range(len(leads)) if all(map(_decided, leads[part:]))), None)
    if decided is not None:
        yield f"From {10 * (decided + 1)} % of a game on, whoever is ahead takes nine tenths of the points or more."


def _decided(lead: Estimate | None) -> bool:
    return lead is not None and lead.value >= DECIDED


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %" if share >= 0.1 or not share else f"{100 * share:.1f} %"
