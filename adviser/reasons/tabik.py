"""Reasons in Tabik: groups joined and broken, where the count differs, and who makes the last exchange."""

from __future__ import annotations

from collections.abc import Iterator

from adviser.findings import Findings
from adviser.reasons import general
from adviser.reasons.reason import Reason
from adviser.solvers.tabik import in_book
from core.board.cells import bits
from core.tabik import rules
from core.tabik.board import Board
from core.tabik.game import Tabik
from core.tabik.position import COLOUR_NAMES, EXCHANGE, PASSING, PLACE, SWAPPING, Position
from core.tabik.scoring import Tally
from core.verdict import in_words

only, ending = general.only, general.ending
MOST_ENDINGS = 4000
"""The most positions to search for the number of exchanges left."""


def reasons(game: Tabik, position: Position, action: str, after: Position, found: Findings) -> Iterator[Reason]:
    """Yield what becomes of the groups, the count as it stands, and the parity of the last exchanges."""
    move = game.move_of(position, action)
    assert move is not None
    if found.proved and in_book(after):
        side = position.options.board_size
        yield Reason("book", f"Tabik on {side} × {side} cells is solved, and its book of openings says who wins here")
    if move.kind == SWAPPING:
        yield from _swap(found)
        return
    mover = position.mover
    if move.kind in (PLACE, EXCHANGE):
        yield from _joined(position, after, mover)
        yield from _broken(position, after, 1 - mover)
    yield from _count(rules.tally_of(position), rules.tally_of(after), mover)
    yield from _last(after, mover)
    yield from general.reasons(game, position, action, after, found)


def piece(game: Tabik, position: Position, action: str) -> str:
    move = game.move_of(position, action)
    kinds = {PLACE: "a new pair of stones", EXCHANGE: "an exchange of two stones", SWAPPING: "the swap of colours"}
    return kinds.get(move.kind, "pass") if move else "pass"


def steps(game: Tabik, position: Position, action: str) -> str:
    move, names = game.move_of(position, action), rules.board_of(position).names
    if move is None or move.kind == PASSING:
        return "pass: nothing moves"
    if move.kind == SWAPPING:
        return "exchange the colours: the players swap sides and no stone moves"
    first, second = names[move.first], names[move.second]
    if move.kind == PLACE:
        return f"put a black stone on {first}, a white one on {second} and a rod between them"
    return f"exchange the stones on {first} and {second} and lay a rod between them"


def _swap(found: Findings) -> Iterator[Reason]:
    """Yield the search's value of the swap against the best answer that keeps the colours."""
    worth = {other.action: other.value for other in found.alternatives}
    others = [value for action, value in worth.items() if action != "swap"]
    if "swap" in worth and others and not found.proved:
        text = (
            f"Black's place is worth {worth['swap']:+.2f} to whoever takes it over, the best answer {max(others):+.2f}"
        )
        yield Reason("swap", f"{text} (estimated)")


def _joined(position: Position, after: Position, colour: int) -> Iterator[Reason]:
    """Yield the group into which the mover's new stone joins others, and how large it is by comparison."""
    grid = rules.board_of(after)
    came = after.stones(colour) & ~position.stones(colour)
    if not came:
        return
    group = _group(grid, after, colour, came.bit_length() - 1)
    parts = [part for part in _groups(grid, position, colour) if part & group]
    size = group.bit_count()
    other = max(rules.tally_of(after).black if colour else rules.tally_of(after).white, default=0)
    against = f"against {COLOUR_NAMES[1 - colour]}'s largest of {general.number(other)}"
    cells = tuple(grid.names[cell] for cell in bits(group))
    if len(parts) > 1 and size > max(part.bit_count() for part in parts):
        sizes = in_words([general.number(part.bit_count()) for part in sorted(parts, key=int.bit_count, reverse=True)])
        yield Reason("joins", f"joins groups of {sizes} into one of {general.number(size)} {against}", cells)
    elif size > 1 and size > max(_tally(position, colour), default=0):
        yield Reason("grows", f"makes a group of {general.number(size)} {against}", cells)


def _broken(position: Position, after: Position, colour: int) -> Iterator[Reason]:
    was, now = max(_tally(position, colour), default=0), max(_tally(after, colour), default=0)
    if was > now:
        whose = COLOUR_NAMES[colour]
        yield Reason("breaks", f"cuts {whose}'s largest group from {general.number(was)} to {general.number(now)}")


def _count(before: Tally, after: Tally, mover: int) -> Iterator[Reason]:
    """Yield what decides the score as the board stands, if the move turns it in the mover's favour or keeps it so."""
    if after.winner == mover:
        word = "keeps" if before.winner == mover else "gains"
        text = f"{word} the count as it stands, which differs at size {after.score(mover)}: {after.reason}"
        yield Reason("count", text)


def _last(after: Position, mover: int) -> Iterator[Reason]:
    """Yield who makes the last exchange, if that is settled whatever is played."""
    left = exchanges_left(after)
    if not left or len({count % 2 for count in left}) > 1:
        return
    odd = next(iter(left)) % 2
    last = COLOUR_NAMES[1 - mover if odd else mover]
    if len(left) == 1:
        (count,) = left
        many = "one exchange is" if count == 1 else f"{general.number(count)} exchanges are"
    else:
        many = f"an {'odd' if odd else 'even'} number of exchanges is"
    yield Reason("parity", f"{many} left whatever is played, and {last} makes the last")


def exchanges_left(position: Position, most: int = MOST_ENDINGS) -> frozenset[int]:
    """Return every number of actions after which the game may end, if only exchanges are left.

    Nothing while a pair can still be placed, under ``explicit_passes`` or a limit, and where more than *most*
    positions would have to be looked at.
    """
    options = position.options
    if options.explicit_passes or options.ply_limit or options.repetition_limit:
        return frozenset()
    known: dict[tuple[int, int, int], frozenset[int]] = {}

    def lengths(at: Position) -> frozenset[int] | None:
        if at.outcome:
            return frozenset({0})
        key = (at.black, at.white, at.rods)
        if key not in known:
            moves = rules.moves(at)
            if len(known) >= most or any(move.kind != EXCHANGE for move in moves):
                return None
            found: set[int] = set()
            for move in moves:
                further = lengths(rules.apply(at, move))
                if further is None:
                    return None
                found |= {1 + count for count in further}
            known[key] = frozenset(found)
        return known[key]

    return lengths(position) or frozenset()


def _tally(position: Position, colour: int) -> tuple[int, ...]:
    tally = rules.tally_of(position)
    return tally.white if colour else tally.black


def _groups(grid: Board, position: Position, colour: int) -> Iterator[int]:
    """Yield the groups of *colour* as bits of cells."""
    left = position.stones(colour)
    while left:
        group = _group(grid, position, colour, left.bit_length() - 1)
        yield group
        left &= ~group


def _group(grid: Board, position: Position, colour: int, cell: int) -> int:
    """Return the group of *colour* that holds *cell*; under ``rods_split_groups`` no rod lies within it."""
    stones, split = position.stones(colour), position.options.rods_split_groups
    group, fresh = 1 << cell, [cell]
    while fresh:
        at = fresh.pop()
        for near in grid.neighbours(at):
            if group >> near & 1 or not stones >> near & 1:
                continue
            edge = grid.edge_bit(at, near)
            if not (split and edge is not None and position.rods >> edge & 1):
                group |= 1 << near
                fresh.append(near)
    return group
