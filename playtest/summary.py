"""Summarises the games played under one set of rules."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from playtest.intervals import Estimate, mean, proportion
from playtest.measures import Measure, measures
from playtest.plan import Plan
from playtest.play import Played

PARTS = 9
"""Who is ahead is recorded after each tenth of a game but the last: this many times."""


@dataclass(frozen=True, slots=True)
class Figure:
    """The figure of one measure; for a share, ``example`` is the number of a game in which it held."""

    measure: Measure
    estimate: Estimate
    example: int | None = None


@dataclass(frozen=True, slots=True)
class Opening:
    """A first action and its symmetric equivalents: how often they were played and how the first player scored."""

    action: str
    games: int
    score: Estimate


@dataclass(frozen=True, slots=True)
class Summary:
    """The games of one variant. ``lengths`` are in actions, in the order of the games' numbers.

    ``distinct`` is the number of different games; intervals assume that games are independent.
    ``shortest`` and ``longest`` are numbers of games. ``cells`` counts how often each cell was filled.
    ``leads`` are the scores of whoever was ahead after a tenth of a game, two tenths, … nine; None if nobody was.
    """

    label: str
    games: int
    distinct: int
    figures: tuple[Figure, ...]
    lengths: tuple[int, ...]
    shortest: int
    longest: int
    openings: tuple[Opening, ...]
    cells: Mapping[str, int]
    leads: tuple[Estimate | None, ...] = (None,) * PARTS

    def length_at(self, share: float) -> int:
        """Return the length that *share* of the games do not exceed."""
        ordered = sorted(self.lengths)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def summary(plan: Plan, variant: int, played: Sequence[Played]) -> Summary:
    """Return what *played*, all games of the *variant* of this number and one at least, have in common."""
    ordered = sorted(played, key=lambda game: game.number)
    options = plan.variants[variant].options
    cells = Counter[str]()
    for game in ordered:
        cells.update(game.cells)
    return Summary(
        label=plan.variants[variant].label,
        games=len(ordered),
        distinct=len({(game.start, game.actions) for game in ordered}),
        figures=tuple(_figure(measure, ordered) for measure in measures(plan.game, options)),
        lengths=tuple(game.plies for game in ordered),
        shortest=min(ordered, key=lambda game: game.plies).number,
        longest=max(ordered, key=lambda game: game.plies).number,
        openings=_openings(ordered),
        cells=dict(cells),
        leads=tuple(_lead(ordered, part / (PARTS + 1)) for part in range(1, PARTS + 1)),
    )


def _figure(measure: Measure, played: Sequence[Played]) -> Figure:
    values = [float(measure.of(game)) for game in played]
    if measure.kind == "mean":
        return Figure(measure, proportion(sum(values), len(values)) if measure.is_score else mean(values, least=0.0))
    example = next((game.number for game, value in zip(played, values, strict=True) if value), None)
    return Figure(measure, proportion(sum(values), len(values)), example)


def _openings(played: Sequence[Played]) -> tuple[Opening, ...]:
    scores: dict[str, list[float]] = defaultdict(list)
    for game in played:
        scores[game.opening].append(game.scores[0])
    found = [Opening(action, len(values), proportion(sum(values), len(values))) for action, values in scores.items()]
    return tuple(sorted(found, key=lambda opening: (-opening.games, opening.action)))


def _lead(played: Sequence[Played], part: float) -> Estimate | None:
    """Return the final score of whoever was ahead after *part* of a game."""
    leaders = [(game, game.ahead[int(part * game.plies)]) for game in played if game.ahead]
    scores = [game.scores[leader] for game, leader in leaders if leader >= 0]
    return proportion(sum(scores), len(scores)) if scores else None
