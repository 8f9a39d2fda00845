"""Which change of the rules would even out who wins: tries a list of them, ranks them, and plays the best again.

The best of many changes looks better than it is, by luck alone. So it is played again, beside the rules as they are,
on seeds that had no part in choosing it, and only these games are counted in what is said of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from core.options import RuleOptions, value_text
from playtest.intervals import Estimate, mean, proportion
from playtest.plan import MOST_GAMES, Job, Plan
from playtest.play import Played

_NOT_A_RULE = frozenset({"players", "first_player", "ply_limit"})
"""Options of the table, not of the game: how many play, who begins, when automatic games are stopped."""


@dataclass(frozen=True, slots=True)
class Tried:
    """One of the plan's variants: the first player's score in its games, and how it differs from that under the rules.

    ``difference`` is over the *pairs* of games from the same seeds, and ``same`` of them went alike. ``drawn`` is the
    share of drawn games, ``length`` their mean number of actions.
    """

    variant: int
    label: str
    games: int
    score: Estimate
    difference: Estimate
    pairs: int
    same: int
    drawn: float
    length: float


@dataclass(frozen=True, slots=True)
class Evening:
    """What a list of changes does to the first player's score, where ``fair`` is an equal share.

    ``rules`` are those to be changed, ``ranked`` the changes, that which comes nearest to an equal share first.
    ``again`` are the rules and the best change in games that had no part in the choice, once these are played.
    """

    fair: float
    rules: Tried
    ranked: tuple[Tried, ...]
    again: tuple[Tried, Tried] | None = None

    @property
    def best(self) -> Tried | None:
        """The change that comes nearest to an equal share, if any comes nearer than the rules."""
        first = self.ranked[0] if self.ranked else None
        return first if first and self.off(first) < self.off(self.rules) else None

    @property
    def even(self) -> bool:
        """Whether the rules give no advantage that the games show."""
        return self.rules.score.low <= self.fair <= self.rules.score.high

    def off(self, tried: Tried) -> float:
        """Return how far the first player's score is from an equal share."""
        return abs(tried.score.value - self.fair)


def changes_to_try(options: RuleOptions) -> tuple[str, ...]:
    """Return the changes of one option at a time, as ``name=value``: all other choices, and numbers one up and down.

    Limits that are not set are left alone, and so are names of pieces and what does not change the game itself.

    >>> from core.tabik.options import TabikOptions
    >>> changes_to_try(TabikOptions())[:3]
    ('board_size=7', 'board_size=9', 'pie_rule=false')
    """
    found = []
    for option in options.declared():
        if option.name in _NOT_A_RULE:
            continue
        now = getattr(options, option.name)
        if option.form.limits and isinstance(now, int):
            values = [str(number) for number in (now - 1, now + 1)]
        else:
            values = [choice for choice in option.form.choices if choice != value_text(option.form.json(now))]
        found += [text for value in values if _may_be(options, text := f"{option.name}={value}")]
    return tuple(found)


def _may_be(options: RuleOptions, change: str) -> bool:
    try:
        options.altered(change)
    except ValueError:
        return False
    return True


def evening(plan: Plan, played: Sequence[Played]) -> Evening | None:
    """Return what the games of *plan*, so far, say of its variants; None while one of them has none."""
    first = [game for game in played if game.number <= MOST_GAMES]
    rules, *changes = (_tried(plan, variant, first) for variant in range(len(plan.variants)))
    if rules is None or not all(changes):
        return None
    fair = 1 / plan.variants[0].options.players
    found = Evening(fair, rules, tuple(sorted(filter(None, changes), key=lambda one: abs(one.score.value - fair))))
    if found.best is None:
        return found
    fresh = [game for game in played if game.number > MOST_GAMES]
    before, after = _tried(plan, 0, fresh), _tried(plan, found.best.variant, fresh)
    return Evening(fair, rules, found.ranked, (before, after) if before and after else None)


def jobs_again(plan: Plan, found: Evening) -> Iterator[Job]:
    """Yield the new games of the rules and of the best change; none if no change is better, or nothing is uneven."""
    if found.best is not None and not found.even:
        for number in range(1, plan.games + 1):
            yield Job(0, MOST_GAMES + number)
            yield Job(found.best.variant, MOST_GAMES + number)


def _tried(plan: Plan, variant: int, played: Sequence[Played]) -> Tried | None:
    base = {game.number: game for game in played if game.variant == 0}
    games = [game for game in played if game.variant == variant]
    pairs = [(base[game.number], game) for game in games if game.number in base]
    if not pairs:
        return None
    return Tried(
        variant=variant,
        label=plan.variants[variant].label,
        games=len(games),
        score=proportion(sum(game.scores[0] for game in games), len(games)),
        difference=mean([two.scores[0] - one.scores[0] for one, two in pairs]),
        pairs=len(pairs),
        same=sum((one.start, one.actions) == (two.start, two.actions) for one, two in pairs),
        drawn=sum(game.drawn for game in games) / len(games),
        length=sum(game.plies for game in games) / len(games),
    )


def as_json(found: Evening) -> dict[str, Any]:
    """Return *found* as JSON values."""
    return {
        "fair": round(found.fair, 6),
        "rules": _json(found.rules),
        "ranked": [_json(tried) for tried in found.ranked],
        "again": [_json(tried) for tried in found.again or ()],
    }


def _json(tried: Tried) -> dict[str, Any]:
    from playtest.report import estimate_json

    return {
        "label": tried.label,
        "games": tried.games,
        "score": estimate_json(tried.score),
        "difference": estimate_json(tried.difference),
        "pairs": tried.pairs,
        "same": tried.same,
        "drawn": round(tried.drawn, 6),
        "length": round(tried.length, 6),
    }
