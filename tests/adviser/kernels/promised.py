"""The estimate of a position of the four-in-a-row family, counted cell by cell: the kernels' must be equal."""

from __future__ import annotations

from adviser.kernels.promise import PROMISE
from core.goodwin.position import ELIMINATED, Position
from core.goodwin.rules import Rules

_WEIGHTS = (*PROMISE.few, *PROMISE.many, PROMISE.large, PROMISE.room, PROMISE.crowd)


def estimate(rules: Rules, position: Position, searching: int) -> float:
    """Return the estimate for the seat *searching* minus those for all others."""
    total = PROMISE.turn if position.mover == searching else -PROMISE.turn
    for seat, passes in enumerate(position.passes):
        if passes != ELIMINATED:
            worth = sum(weight * count for weight, count in zip(_WEIGHTS, _traits(rules, position, seat), strict=True))
            total += worth if seat == searching else -worth
    return total


def _traits(rules: Rules, position: Position, seat: int) -> tuple[int, ...]:
    """Return the counts of *seat* that ``Promise`` weighs (without ``turn``), in its order."""
    small, medium, large = position.of_seat(seat)
    few, occupied = small | large, position.occupied
    room = (rules.beside_two(few) & ~occupied).bit_count()
    open_few, open_many = (_open(rules, pool, occupied) for pool in (few, medium | large))
    return *open_few, *open_many, large.bit_count(), room, few.bit_count() ** 2


def _open(rules: Rules, pool: int, occupied: int) -> tuple[int, int, int]:
    """Return the numbers of fours with one, two and three of *pool* that are otherwise empty."""
    held = [four.mask & pool for four in rules.topology.fours if not four.mask & occupied & ~pool]
    one, two, three = (sum(bits.bit_count() == count for bits in held) for count in (1, 2, 3))
    return one, two, three
