"""Plays one game of a playtest, from its seed to its end."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

from adviser.kernels import store
from adviser.levels import suggest_at
from core import games
from core.game import Game, HiddenSetup, Searchable, holder, side_to_move
from core.play.counting import PASS, counting_of
from core.record import Record
from core.verdict import Outcome
from playtest.plan import Job, Plan


@dataclass(frozen=True, slots=True)
class Played:
    """What happened in one game.

    ``scores`` are those of the seats in the order of their first turns: 1 for a win alone, its part for who
    shares a draw. ``choices`` is the mean number of legal actions. ``deeds``, ``pieces`` and ``cells`` count
    what ``core.play.counting.Deed`` names. ``ahead`` says before each action whom the players took to be ahead, as a
    number from 0 in the order of first turns, −1 for nobody; it is empty where nobody judged, as in games by chance.
    """

    variant: int
    number: int
    start: str
    actions: tuple[str, ...]
    reason: str
    drawn: bool
    scores: tuple[float, ...]
    choices: float
    opening: str
    deeds: Mapping[str, int]
    pieces: Mapping[str, int]
    cells: Mapping[str, int]
    ahead: tuple[int, ...] = ()

    @property
    def plies(self) -> int:
        return len(self.actions)

    @property
    def passes(self) -> int:
        return self.actions.count(PASS)

    @property
    def job(self) -> Job:
        return Job(self.variant, self.number)

    def record(self, plan: Plan) -> Record:
        """Return the game as a record that names its playtest."""
        variant = plan.variants[self.variant]
        tags = {"Event": f"playtest, seed {plan.seed}", "Round": str(self.number), "Players": plan.player.name}
        return Record(plan.game, self.start, self.actions, variant.options, tags=tags)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Played:
        """Return the game of *values*. Raises ``TypeError`` or ``KeyError`` where they are none."""
        lists = {name: tuple(values[name]) for name in ("actions", "scores", "ahead")}
        return cls(**{**values, **lists})


def play(plan: Plan, job: Job) -> Played:
    """Play the game *job* of *plan*. The result is the same every time, in any process."""
    game = games.find(plan.game)
    if plan.compiled and store.find(game) is None:
        store.load(store.family(game) or plan.game)
    counting = counting_of(game)
    rng = random.Random(f"{plan.seed}/{job.number}")
    options = plan.variants[job.variant].options
    deal = rng.getrandbits(32)
    first = position = game.deal(options, deal) if isinstance(game, HiddenSetup) else game.start(options)
    actions: list[str] = []
    choices, opening = 0, ""
    deeds, pieces, cells = Counter[str](), Counter[str](), Counter[str]()
    lead = _Lead(_persons(first))
    while not game.outcome(position):
        steps = _steps(game, position)
        choices += len(steps)
        action, value = _chosen(plan, game, position, sorted(steps), rng)
        lead.see(holder(position, side_to_move(position)), value)
        opening = opening or counting.opening(position, action)
        after = steps[action]()
        deed = counting.deed(position, action, after)
        deeds.update(deed.kinds)
        pieces.update([deed.piece] if deed.piece else [])
        cells.update(deed.cells)
        actions.append(action)
        position = after
    outcome = game.outcome(position)
    assert outcome is not None
    return Played(
        variant=job.variant,
        number=job.number,
        start=game.format_position(first),
        actions=tuple(actions),
        reason=outcome.reason,
        drawn=outcome.drawn,
        scores=_scores(first, position, outcome),
        choices=choices / len(actions) if actions else 0.0,
        opening=opening,
        deeds=dict(deeds),
        pieces=dict(pieces),
        cells=dict(cells),
        ahead=tuple(lead.ahead) if plan.player.level else (),
    )


@dataclass(slots=True)
class _Lead:
    """Who is ahead as the players see it. Each values the game on its turns, for itself and, of two, for the other."""

    persons: tuple[str, ...]
    ahead: list[int] = field(default_factory=list)
    _values: dict[str, float] = field(default_factory=dict)

    def see(self, person: str, value: float | None) -> None:
        """Note the *value* that *person*, about to act, sees in the game, from −1 to 1, and who leads now."""
        if value is not None:
            others = {other: -value for other in self.persons if len(self.persons) == 2}
            self._values |= {**others, person: value}
        best = max(self._values.values(), default=0.0)
        leaders = [turn for turn, each in enumerate(self.persons) if self._values.get(each) == best]
        known = len(self._values) == len(self.persons) and len(leaders) == 1
        self.ahead.append(leaders[0] if known else -1)


def _steps(game: Game[Any], position: Any) -> dict[str, Callable[[], Any]]:
    """Return the legal actions, each with a function that plays it: unchecked where the game offers that."""
    if isinstance(game, Searchable):
        moves = game.moves(position)
        return {game.move_text(position, move): partial(game.apply, position, move) for move in moves}
    return {action: partial(game.play, position, action) for action in game.actions(position)}


def _chosen(
    plan: Plan, game: Game[Any], position: Any, legal: Sequence[str], rng: random.Random
) -> tuple[str, float | None]:
    """Return the player's action and, if it thought about it, its value of the game.

    Every player draws equally many random numbers, so that paired games stay in step.
    """
    draw, seed = rng.random(), rng.getrandbits(32)
    player = plan.player
    if not player.level or position.ply < player.random_plies or len(legal) == 1:
        return legal[int(draw * len(legal))], None
    most = player.nodes or None
    found = suggest_at(game, position, player.level, expired=lambda: False, max_nodes=most, seed=seed)
    return found.action, found.value


def _scores(first: Any, last: Any, outcome: Outcome) -> tuple[float, ...]:
    """Return the value of the game for each person, beginning with the one who moved first."""
    share = 1 / len(outcome.winners)
    worth = {holder(last, seat): share for seat in outcome.winners}
    return tuple(worth.get(person, 0.0) for person in _persons(first))


def _persons(first: Any) -> tuple[str, ...]:
    """Return the players in the order of their first turns, from the position *first* on."""
    persons = tuple(holder(first, seat) for seat in first.seats)
    begins = persons.index(holder(first, first.to_move))
    return persons[begins:] + persons[:begins]
