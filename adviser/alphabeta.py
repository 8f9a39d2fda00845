"""Alpha-beta search of the four-in-a-row family.

With two players this is plain minimax. With more it is the paranoid search of Sturtevant
and Korf (2000): everybody else is assumed to play against the searching seat, so any win
it finds is certain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from adviser.kernels.promise import PROMISE
from adviser.lines import Fours, fours_of
from core.goodwin.position import ELIMINATED, LARGE, MEDIUM, SMALL, Move, Position
from core.goodwin.rules import Rules

WIN = 1_000_000.0
"""The value of an immediate win; a win *n* plies away is worth *n* less."""
PROVED = WIN - 1_000
_WEIGHTS = (*PROMISE.few, *PROMISE.many, PROMISE.large, PROMISE.room, PROMISE.crowd)
_POLL = 128

Key = tuple[tuple[int, ...], int, tuple[int, ...], int]


class ExpiredError(Exception):
    """Raised when time runs out during a search."""


@dataclass(slots=True)
class Search:
    """One search for the side to move at *root*, with its transposition table and its limits.

    ``expired`` is polled now and then; ``max_nodes`` limits the positions visited.
    """

    rules: Rules
    root: Position
    expired: Callable[[], bool]
    max_nodes: int | None = None
    nodes: int = 0
    table: dict[Key, tuple[int, float, int, Move | None]] = field(default_factory=dict)
    stoppable: bool = False

    @property
    def seat(self) -> int:
        return self.root.mover

    @property
    def fours(self) -> Fours:
        return fours_of(self.rules.topology.side)

    def value(self, position: Position, depth: int, alpha: float = -WIN, beta: float = WIN) -> float:
        """Return the value for ``seat`` of *position*, searched *depth* plies and one more for wins in one.

        Raises ``ExpiredError`` once ``stoppable`` and out of time or nodes.
        """
        self.nodes += 1
        if self.stoppable and (
            (self.max_nodes is not None and self.nodes >= self.max_nodes)
            or (self.nodes % _POLL == 0 and self.expired())
        ):
            raise ExpiredError
        if position.outcome or position.passes[self.seat] == ELIMINATED:
            return self._final(position)
        mine = position.mover == self.seat
        win = self.winning_move(position)
        if win is not None:
            return self._final(self.rules.apply(position, win))
        if depth <= 0:
            return self.estimate(position)

        key = (position.boards, position.mover, position.passes, position.forced)
        known = self.table.get(key)
        first = None
        if known is not None:
            known_depth, known_value, bound, first = known
            if (known_depth >= depth or abs(known_value) > PROVED) and (
                bound == 0 or (bound > 0 and known_value >= beta) or (bound < 0 and known_value <= alpha)
            ):
                return known_value
        low, high = alpha, beta
        best, chosen = (-2 * WIN, None) if mine else (2 * WIN, None)
        for move in self.ordered(position, first):
            value = self.value(self.rules.apply(position, move), depth - 1, low, high)
            if value > best if mine else value < best:
                best, chosen = value, move
            if mine:
                low = max(low, best)
            else:
                high = min(high, best)
            if low >= high:
                break
        self.table[key] = (depth, best, -1 if best <= alpha else 1 if best >= beta else 0, chosen)
        return best

    def winning_move(self, position: Position) -> Move | None:
        """Return a move that completes a four at once, or None."""
        return next(iter(winning_moves(self.rules, position, position.mover)), None)

    def ordered(self, position: Position, first: Move | None = None) -> list[Move]:
        """Return the moves in a good order for alpha-beta."""
        guard = 0
        occupied = position.occupied
        for seat in range(len(position.passes)):
            if seat != position.mover and position.passes[seat] != ELIMINATED:
                small, medium, large = position.of_seat(seat)
                guard |= self.fours.completing(small | large, occupied)
                guard |= self.fours.completing(medium | large, occupied)
        own = position.of_seat(position.mover)
        near = 0
        for cell_bits in own:
            while cell_bits:
                low = cell_bits & -cell_bits
                cell_bits ^= low
                near |= self.rules.family.neighbour_masks[low.bit_length() - 1]

        def rank(move: Move) -> int:
            if move == first:
                return -10
            if move.target < 0:
                return 0
            target = 1 << move.target
            return -4 * bool(guard & target) - 2 * (move.kind == MEDIUM) - (move.kind == LARGE) - bool(near & target)

        return sorted(self.rules.moves(position), key=rank)

    def line(self, position: Position, length: int = 8) -> list[Move]:
        """Return the principal variation from *position*."""
        found: list[Move] = []
        while len(found) < length and not position.outcome:
            move = self.winning_move(position)
            if move is None:
                known = self.table.get((position.boards, position.mover, position.passes, position.forced))
                move = known[3] if known else None
            if move is None:
                break
            found.append(move)
            position = self.rules.apply(position, move)
        return found

    def _final(self, position: Position) -> float:
        """Return the value of a game that is over, or over for the searching seat."""
        outcome = position.outcome
        if outcome and outcome.drawn:
            return 0.0
        plies = position.ply - self.root.ply
        won = outcome is not None and position.seats[self.seat] in outcome.winners
        return WIN - plies if won else plies - WIN

    def estimate(self, position: Position) -> float:
        """Return the estimate for ``seat`` minus those for all others."""
        total = PROMISE.turn if position.mover == self.seat else -PROMISE.turn
        for seat in range(len(position.passes)):
            if position.passes[seat] != ELIMINATED:
                own = traits(self.rules, position, seat)
                worth = sum(weight * count for weight, count in zip(_WEIGHTS, own, strict=True))
                total += worth if seat == self.seat else -worth
        return total


def traits(rules: Rules, position: Position, seat: int) -> tuple[int, ...]:
    """Return the feature counts of *seat* weighed by ``Promise`` (without ``turn``), in its order."""
    fours, occupied = fours_of(rules.topology.side), position.occupied
    small, medium, large = position.of_seat(seat)
    few = small | large
    room = (rules.beside_two(few) & ~occupied).bit_count()
    open_few, open_many = (fours.open_counts(pool, occupied) for pool in (few, medium | large))
    return *open_few, *open_many, large.bit_count(), room, few.bit_count() ** 2


def winning_moves(rules: Rules, position: Position, seat: int) -> list[Move]:
    """Return the placements that would complete a four if it were *seat*'s turn."""
    own = position.of_seat(seat)
    small, medium, large = own
    if small.bit_count() + medium.bit_count() + large.bit_count() < 3:
        return []
    fours, occupied = fours_of(rules.topology.side), position.occupied
    cells = fours.completing(small | large, occupied) | fours.completing(medium | large, occupied)
    if not cells:
        return []
    return [
        move
        for move in rules.placements(position, seat)
        if cells >> move.target & 1 and any(winning_lines(rules, position, own, move))
    ]


def winning_lines(rules: Rules, position: Position, own: tuple[int, int, int], move: Move) -> Iterator[int]:
    """Yield the bits of the fours that *move* completes for the seat whose bitboards are *own*."""
    keep, new = ~move.spent, 1 << move.target
    small, medium, large = (board & keep for board in own)
    after = (
        small | new if move.kind == SMALL else small,
        medium | new if move.kind == MEDIUM else medium,
        large | new if move.kind == LARGE else large,
    )
    return rules.winning_lines(position.options, after, move.kind, move.target)
