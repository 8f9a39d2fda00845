"""The rules: legal moves, their effects, and the end of the game (3.5 to 3.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.board.cells import bits, union
from core.goodwin.family import Family
from core.goodwin.options import GoodwinOptions
from core.goodwin.position import ELIMINATED, LARGE, MEDIUM, NOBODY, PASS, SMALL, STOCK, Move, Position
from core.verdict import Outcome


class Rules:
    """The rules of one game of the family, on typed moves.

    ``moves`` and ``apply`` are fast, for searches: ``apply`` does not check that the move
    is legal.
    """

    def __init__(self, family: Family) -> None:
        self.family = family
        self.topology = family.topology
        self._everywhere = family.topology.everywhere
        self._neighbours = family.topology.neighbours
        self._lines = family.topology.fours_through
        self._beyond = family.topology.beyond
        self._free = family.free_smalls

    def start(self, options: GoodwinOptions) -> Position:
        """Return the empty board. Raises ``ValueError`` for a ``first_player`` who does not play."""
        mover = options.first_seat
        boards, passes = (0,) * (3 * options.players), (0,) * options.players
        past = ((boards, mover, passes),) if options.repetition_limit else ()
        return Position(options, boards, mover, passes, forced=0, passed=0, ply=0, past=past)

    def moves(self, position: Position) -> list[Move]:
        """Return the legal moves: each once, in no particular order; none once the game is over."""
        if position.outcome:
            return []
        found = self.placements(position, position.mover)
        if not found or position.options.voluntary_pass:
            found.append(PASS)
        return found

    def count(self, position: Position) -> int:
        """Return ``len(moves(position))`` without making the moves."""
        if position.outcome:
            return 0
        options = position.options
        empty = self._everywhere & ~position.occupied
        small, medium, large = position.of_seat(position.mover)
        small_left = small.bit_count() < STOCK[SMALL]
        if self._is_opening(options, position.ply, len(position.passes)):
            total = (empty & self._opening(options)).bit_count() if small_left else 0
        else:
            total = empty.bit_count() if small_left else 0
            if medium.bit_count() < STOCK[MEDIUM]:
                total += self._pairs(small | large, empty)
            with_large = self._pairs(medium | large, empty)
            without = self._pairs(medium, empty) if large else with_large
            if small_left and options.paid_small:
                total += with_large
            if not large:
                total += without
            elif options.large_self_move:
                total += with_large - without
        return total + 1 if not total or options.voluntary_pass else total

    def placements(self, position: Position, seat: int) -> list[Move]:
        """Return the placements *seat* would have, were it its turn (3.5)."""
        options = position.options
        empty = self._everywhere & ~position.occupied
        small, medium, large = position.boards[3 * seat : 3 * seat + 3]
        small_left = small.bit_count() < STOCK[SMALL]
        if self._is_opening(options, position.ply, len(position.passes)):
            return self._free_smalls(empty & self._opening(options)) if small_left else []
        found = self._free_smalls(empty) if small_left else []
        if medium.bit_count() < STOCK[MEDIUM]:
            found.extend(Move(MEDIUM, target, pair) for target, pair in self._payments(small | large, empty))
        for target, pair in self._payments(medium | large, empty):
            if options.large_self_move if pair & large else not large:
                found.append(Move(LARGE, target, pair))
            if small_left and options.paid_small:
                found.append(Move(SMALL, target, pair))
        return found

    def able(self, position: Position, seat: int) -> bool:
        """Return whether *seat* would have a placement, were it its turn."""
        return self._able(position.options, position.boards, seat, position.ply, len(position.passes))

    def is_opening(self, position: Position) -> bool:
        """Return whether the only placements are smalls on opening cells."""
        return self._is_opening(position.options, position.ply, len(position.passes))

    def opening(self, position: Position) -> int:
        """Return the bits of the opening cells."""
        return self._opening(position.options)

    def apply(self, position: Position, move: Move) -> Position:
        """Return the position after *move*, which must be legal."""
        return self._passed(position) if move.target < 0 else self._placed(position, move)

    def perft(self, position: Position, depth: int) -> int:
        """Return the number of action sequences of length *depth*."""
        if depth == 0:
            return 1
        if depth == 1:
            return self.count(position)
        return sum(self.perft(self.apply(position, move), depth - 1) for move in self.moves(position))

    def lines_of(self, position: Position, seat: int) -> Iterator[int]:
        """Yield the bits of each winning four of *seat* on the board."""
        small, medium, large = position.of_seat(seat)
        for reading in (small | large, medium | large):
            for four in self.topology.fours:
                if four & reading == four and self._counts(position.options, reading, four):
                    yield four

    def winning_lines(
        self, options: GoodwinOptions, own: tuple[int, int, int], kind: int, target: int
    ) -> Iterator[int]:
        """Yield the bits of the fours that win for a piece of *kind* just placed on *target*.

        *own* are the mover's bitboards after the placement.
        """
        if kind == LARGE and not options.large_wild_on_entry:
            return
        small, medium, large = own
        readings = (small | large, medium | large)
        fours, star = self._lines[target]
        for reading in readings[:1] if kind == SMALL else readings[1:] if kind == MEDIUM else readings:
            if (reading & star).bit_count() >= 4:
                for four in fours:
                    if four & reading == four and self._counts(options, reading, four):
                        yield four

    def _free_smalls(self, empty: int) -> list[Move]:
        found: list[Move] = []
        table = self._free
        for number, byte in enumerate(empty.to_bytes(len(table), "little")):
            found += table[number][byte]
        return found

    def beside_two(self, pool: int) -> int:
        """Return the cells that neighbour at least two of *pool*."""
        once = twice = 0
        neighbours = self._neighbours
        while pool:
            low = pool & -pool
            pool ^= low
            near = neighbours[low.bit_length() - 1]
            twice |= once & near
            once |= near
        return twice

    def _payments(self, pool: int, empty: int) -> Iterator[tuple[int, int]]:
        """Yield every empty cell with each pair of its neighbours in *pool*."""
        if not pool & (pool - 1):
            return
        for target in bits(self.beside_two(pool) & empty):
            near = pool & self._neighbours[target]
            while near:
                first = near & -near
                near ^= first
                rest = near
                while rest:
                    second = rest & -rest
                    rest ^= second
                    yield target, first | second

    def _pairs(self, pool: int, empty: int) -> int:
        """Return the number of payments."""
        total = 0
        if pool & (pool - 1):
            for target in bits(self.beside_two(pool) & empty):
                near = (pool & self._neighbours[target]).bit_count()
                total += near * (near - 1) // 2
        return total

    def _able(self, options: GoodwinOptions, boards: tuple[int, ...], seat: int, ply: int, players: int) -> bool:
        empty = self._everywhere & ~union(boards)
        small, medium, large = boards[3 * seat : 3 * seat + 3]
        small_left = small.bit_count() < STOCK[SMALL]
        if self._is_opening(options, ply, players):
            return small_left and bool(empty & self._opening(options))
        if small_left and empty:
            return True
        if medium.bit_count() < STOCK[MEDIUM] and self.beside_two(small | large) & empty:
            return True
        if not large:
            return bool(self.beside_two(medium) & empty)
        beside_large = self._neighbours[large.bit_length() - 1] & empty
        return options.large_self_move and any(self._neighbours[cell] & medium for cell in bits(beside_large))

    def _is_opening(self, options: GoodwinOptions, ply: int, players: int) -> bool:
        return ply == 0 or (ply < players and options.opening_scope == "each_player")

    def _opening(self, options: GoodwinOptions) -> int:
        return self.family.opening_masks[options.opening_cells]

    def _counts(self, options: GoodwinOptions, reading: int, four: int) -> bool:
        """Return whether a *four* within *reading* wins; ``overline = ignored`` rules out longer runs."""
        if options.overline == "wins":
            return True
        return not self._beyond[four] & reading

    def _placed(self, position: Position, move: Move) -> Position:
        """Return the position after a placement (3.6)."""
        kind, target, spent = move
        seat, options = position.mover, position.options
        mine = 1 << seat
        small, medium, large = position.boards[3 * seat : 3 * seat + 3]
        if spent:
            keep = ~spent
            small, medium, large = small & keep, medium & keep, large & keep
        if kind == SMALL:
            small |= 1 << target
        elif kind == MEDIUM:
            medium |= 1 << target
        else:
            large |= 1 << target
        boards = (*position.boards[: 3 * seat], small, medium, large, *position.boards[3 * seat + 3 :])
        passes = position.passes
        if passes[seat] and options.pass_counting == "consecutive":
            passes = _replaced(passes, seat, 0)
        ply, forced = position.ply + 1, position.forced & ~mine
        players = len(passes)

        over = None
        if any(self.winning_lines(options, (small, medium, large), kind, target)):
            over = Outcome((_seat(seat),), "line")
        elif options.out_of_pieces == "when_empty" and _all_out(boards, seat):
            passes = _replaced(passes, seat, ELIMINATED)
            if options.eliminated_pieces == "remove":
                boards = _without(boards, seat)
            over = _last_active(passes)
        if not over:
            active = [other for other in range(players) if passes[other] != ELIMINATED]
            over = self._stuck_ending(options, boards, active, seat, forced, ply, players)
        return self._continued(position, boards, passes, forced, 0, ply, over)

    def _stuck_ending(
        self,
        options: GoodwinOptions,
        boards: tuple[int, ...],
        active: list[int],
        mover: int,
        forced: int,
        ply: int,
        players: int,
    ) -> Outcome | None:
        """Return the draw or the mobility win that a placement brings (3.6, steps 3 and 4)."""
        if options.mobility_win == "at_once":
            able = [seat for seat in active if self._able(options, boards, seat, ply, players)]
            if len(able) == 1:
                return Outcome((_seat(able[0]),), "mobility")
            stuck = not able
        else:
            stuck = not any(self._able(options, boards, seat, ply, players) for seat in active)
        if stuck:
            return draw(options, active, players, "all_stuck") if options.draw_check == "after_move" else None
        if options.mobility_win == "after_grace" and forced and mover in active:
            others = [seat for seat in active if seat != mover]
            if all(forced >> seat & 1 for seat in others) and not any(
                self._able(options, boards, seat, ply, players) for seat in others
            ):
                return Outcome((_seat(mover),), "mobility")
        return None

    def _passed(self, position: Position) -> Position:
        """Return the position after a pass, forced (3.7) or by choice (1.4)."""
        seat, options = position.mover, position.options
        boards, passes = position.boards, position.passes
        ply, players = position.ply + 1, len(passes)
        passed = position.passed | 1 << seat if options.voluntary_pass else 0
        forced = position.forced & ~(1 << seat)
        by_force = not self.able(position, seat)
        if by_force:
            count = passes[seat] + 1
            at_once = options.out_of_pieces != "never" and _all_out(boards, seat)
            out = at_once or count >= options.pass_limit
            passes = _replaced(passes, seat, ELIMINATED if out else count)
            forced |= 0 if out else 1 << seat
            if out and options.eliminated_pieces == "remove":
                boards = _without(boards, seat)
        over = _last_active(passes)
        active = [other for other in range(players) if passes[other] != ELIMINATED]
        if (
            not over
            and options.draw_check == "after_pass_round"
            and by_force
            and all(forced >> other & 1 for other in active)
            and not any(self._able(options, boards, other, ply, players) for other in active)
        ):
            over = draw(options, active, players, "all_stuck")
        if not over and options.voluntary_pass and all(passed >> other & 1 for other in active):
            over = draw(options, active, players, "all_passed")
        return self._continued(position, boards, passes, forced, passed, ply, over)

    def _continued(
        self,
        position: Position,
        boards: tuple[int, ...],
        passes: tuple[int, ...],
        forced: int,
        passed: int,
        ply: int,
        over: Outcome | None,
    ) -> Position:
        """Return the new position with the turn passed on, unless it is over or a limit ends it."""
        options, past = position.options, position.past
        if over:
            return Position(options, boards, NOBODY, passes, forced, passed, ply, over, past)
        players = len(passes)
        mover = (position.mover + 1) % players
        while passes[mover] == ELIMINATED:
            mover = (mover + 1) % players
        reason = ""
        if options.repetition_limit:
            past = (*past, (boards, mover, passes))
            if past.count(past[-1]) >= options.repetition_limit:
                reason = "repetition"
        if not reason and ply == options.ply_limit:
            reason = "ply_limit"
        if reason:
            active = [seat for seat in range(players) if passes[seat] != ELIMINATED]
            over, mover = draw(options, active, players, reason), NOBODY
        return Position(options, boards, mover, passes, forced, passed, ply, over, past)


def _seat(number: int) -> str:
    return chr(ord("A") + number)


def _replaced(passes: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    return (*passes[:seat], value, *passes[seat + 1 :])


def _without(boards: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return (*boards[: 3 * seat], 0, 0, 0, *boards[3 * seat + 3 :])


def _all_out(boards: tuple[int, ...], seat: int) -> bool:
    """Return whether the stash of *seat* is empty."""
    return sum(board.bit_count() for board in boards[3 * seat : 3 * seat + 3]) >= sum(STOCK)


def _last_active(passes: tuple[int, ...]) -> Outcome | None:
    left = [seat for seat, count in enumerate(passes) if count != ELIMINATED]
    return Outcome((_seat(left[0]),), "last_active") if len(left) == 1 else None


def draw(options: GoodwinOptions, active: Sequence[int], players: int, reason: str) -> Outcome:
    """Return the draw shared by the players entitled to it (R17)."""
    sharing = range(players) if options.draw_shares == "everyone" else active
    return Outcome(tuple(map(_seat, sharing)), reason, drawn=True)
