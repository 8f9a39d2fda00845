"""Compares two sets of rules on games played from the same seeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from playtest.intervals import Estimate, mean, paired_proportions
from playtest.measures import Measure, measures
from playtest.plan import Plan
from playtest.play import Played


@dataclass(frozen=True, slots=True)
class Difference:
    """The effect of the second set of rules on one measure: both figures over the pairs, and the difference."""

    measure: Measure
    before: float
    after: float
    difference: Estimate

    @property
    def clear(self) -> bool:
        """Whether the interval of the difference excludes zero."""
        return self.difference.excludes_zero


@dataclass(frozen=True, slots=True)
class Comparison:
    """The differences of a variant from the first one, over *pairs* of games; ``same`` of these went alike."""

    label: str
    pairs: int
    same: int
    differences: tuple[Difference, ...]


def comparison(plan: Plan, variant: int, played: Sequence[Played]) -> Comparison | None:
    """Return how the games of *variant* differ from those of the first; None if they have no seed in common."""
    first = {game.number: game for game in played if game.variant == 0}
    other = {game.number: game for game in played if game.variant == variant}
    pairs = [(first[number], other[number]) for number in sorted(first.keys() & other.keys())]
    if not pairs:
        return None
    before, after = (
        {(measure.group, measure.name): measure for measure in measures(plan.game, plan.variants[number].options)}
        for number in (0, variant)
    )
    return Comparison(
        label=plan.variants[variant].label,
        pairs=len(pairs),
        same=sum(1 for one, two in pairs if (one.start, one.actions) == (two.start, two.actions)),
        differences=tuple(_difference(measure, pairs) for measure in {**before, **after}.values()),
    )


def _difference(measure: Measure, pairs: Sequence[tuple[Played, Played]]) -> Difference:
    values = [(float(measure.of(one)), float(measure.of(two))) for one, two in pairs]
    if measure.kind == "share":
        difference = paired_proportions([(bool(one), bool(two)) for one, two in values])
    else:
        difference = mean([two - one for one, two in values])
    count = len(values)
    return Difference(measure, sum(one for one, _ in values) / count, sum(two for _, two in values) / count, difference)
