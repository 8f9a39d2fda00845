"""Games of Tabik to learn its value from, in compiled code: labelled by random games at first, then by searches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numba import njit

from adviser.kernels import calls, guided, tabik, tree
from adviser.kernels.compiled import copy, random_below, spare
from adviser.kernels.tabik_features import describe
from adviser.kernels.tabik_layout import LARGEST_SIDE, NUMBERS, PLACES, SMALLEST_SIDE
from adviser.kernels.tabik_rules import MOVER, SIDE
from adviser.kernels.tabik_value import FIELD, WORK
from core.tabik import rules
from core.tabik.options import TabikOptions

MOVES = 6 * LARGEST_SIDE**2
"""How many numbers moves have: 6 × cell + 3 × (to the right) + kind, with cells numbered 8 × column + row.

Kind 0 puts the stone of the side to move on the smaller cell, kind 1 on the larger, kind 2 exchanges.
"""
LONGEST = 2 * LARGEST_SIDE * (LARGEST_SIDE - 1) + 1
SIDES, SHARES = range(SMALLEST_SIDE, LARGEST_SIDE + 1), (0.10, 0.14, 0.12, 0.64)
"""Sides of boards, and the share of games played on each."""


@dataclass
class Positions:
    """Positions of games, a row each, as seen by the side to move.

    ``field`` and ``numbers`` describe them. ``games`` says how many games or visits each move got and ``total`` what
    they were worth, −1 to 1 each; ``worth`` is the value of the position, ``end`` that of the game.
    """

    field: Any
    numbers: Any
    games: Any
    total: Any
    worth: Any
    end: Any

    @classmethod
    def room(cls, rows: int) -> Positions:
        """Return this many empty *rows*."""
        return cls(
            np.zeros((rows, PLACES), np.int16),
            np.zeros((rows, NUMBERS), np.float32),
            np.zeros((rows, MOVES), np.int16),
            np.zeros((rows, MOVES), np.int16),
            np.zeros(rows, np.float32),
            np.zeros(rows, np.int8),
        )

    @classmethod
    def joined(cls, parts: list[Positions]) -> Positions:
        """Return the rows of all *parts*."""
        return cls(*(np.concatenate([getattr(part, one.name) for part in parts]) for one in fields(cls)))

    def first(self, rows: int) -> Positions:
        """Return the first *rows*."""
        return Positions(*(getattr(self, one.name)[:rows] for one in fields(self)))


@njit(nogil=True)
def number_of(move: int, side: int, mover: int) -> int:
    """Return the number that *move* of the kernel has here, for *mover* on a board of *side*."""
    edge, kind = move // 3, move % 3
    right = edge >= side * side
    cell = edge - side * side if right else edge
    if kind < 2:
        kind ^= mover
    return 6 * (LARGEST_SIDE * (cell // side) + cell % side) + 3 * right + kind


@njit(nogil=True)
def worth_of(winners: int, seat: int) -> int:
    """Return what an end is worth to *seat*: 1, 0 or −1."""
    if winners == 3:
        return 0
    return 1 if winners >> seat & 1 else -1


@njit(nogil=True)
def _play(
    start: Any,
    rng: Any,
    playouts: int,
    opening: int,
    wild: int,
    field: Any,
    numbers: Any,
    games: Any,
    total: Any,
    worth: Any,
    end: Any,
) -> int:
    state, after = spare(start), spare(start)
    copy(start, state)
    codes, work = np.zeros(1000, np.int64), np.zeros(PLACES + 40, np.int64)
    tally, seats = np.zeros((1000, 2), np.int64), np.zeros(LONGEST, np.int64)
    made, ply = 0, 0
    while tabik.result(state) == 0:
        n = tabik.moves(state, codes)
        seat = tabik.seat(state)
        chosen = codes[random_below(rng, n)]
        if ply >= opening and n > 1:
            tally[:n] = 0
            first = random_below(rng, n)
            for number in range(playouts):
                one = (first + number) % n
                copy(state, after)
                tabik.apply(after, codes[one])
                winners = tabik.result(after)
                if winners == 0:
                    winners = tabik.uniform(after, rng, work) & 255
                tally[one, 0] += 1
                tally[one, 1] += worth_of(winners, seat)
            describe(state, work, numbers[made])
            for place in range(PLACES):
                field[made, place] = work[place]
            best, highest = 0, -2.0
            for one in range(n):
                move = number_of(codes[one], np.int64(state[SIDE]), np.int64(state[MOVER]))
                games[made, move], total[made, move] = tally[one, 0], tally[one, 1]
                if tally[one, 0] and tally[one, 1] / tally[one, 0] > highest:
                    best, highest = one, tally[one, 1] / tally[one, 0]
            worth[made] = tally[:n, 1].sum() / playouts
            seats[made] = seat
            made += 1
            if random_below(rng, 100) >= wild:
                chosen = codes[best]
        tabik.apply(state, chosen)
        ply += 1
    for number in range(made):
        end[number] = worth_of(tabik.result(state), seats[number])
    return made


def by_random_games(seed: int, playouts: int) -> Iterator[Positions]:
    """Yield the positions of one game after another: of each, what random games from it were worth, by first move.

    A game begins with some moves at random. Then the move is played whose few games went best, or now and then any.
    """
    chance = np.random.default_rng(seed)
    rng = np.array([chance.integers(2**63)], np.uint64)
    while True:
        start, opening = _begun(chance)
        room = Positions.room(LONGEST)
        yield room.first(_play(start, rng, playouts, opening, int(chance.choice([3, 10, 30])), *vars(room).values()))


def _begun(chance: Any) -> tuple[Any, int]:
    """Return the start of a game on a random board, and how many moves to play at random."""
    side = int(chance.choice(SIDES, p=SHARES))
    return tabik.encode(rules.start(TabikOptions(board_size=side, pie_rule=False))), int(chance.integers(1, 3 + side))


@dataclass
class Searcher:
    """Plays games by the search with a learned value of these *weights*, which may change from game to game."""

    weights: Any
    simulations: int
    seed: int
    seek: float = 1.0
    drop: float = 0.1
    chance: float = 0.0
    noise: float = 0.25
    spread: float = 10.0
    """Sum of the parameters of the Dirichlet distribution of ``noise``, the random share of the root's likelihoods."""
    sampled: int = 12
    """For this many plies after the opening, moves are drawn in proportion to visits; later it is the most visited."""

    def __post_init__(self) -> None:
        rooms = (self.simulations + 2) * tabik.KERNEL.most_moves
        self._nodes = np.empty((rooms, tree.COLUMNS), np.int32)
        self._sums, self._bounds = np.empty((rooms, 2), np.float32), np.empty((2, rooms), np.float32)
        self._hopes, self._used = np.empty(rooms, np.float32), np.zeros(1, np.int64)
        self._path = np.zeros(tree.DEEPEST, np.int64)
        self._codes = np.zeros(tabik.KERNEL.most_moves, np.int64)
        self._chance = np.random.default_rng(self.seed)
        self._rng = np.array([self._chance.integers(2**63)], np.uint64)

    def games(self) -> Iterator[Positions]:
        """Yield the positions of one game after another: of each, the visits of a search by move, and its value."""
        while True:
            yield self.game()

    def game(self) -> Positions:
        """Return the positions of a game; one that is proved ends there."""
        state, opening = _begun(self._chance)
        field, work = np.zeros(FIELD, np.int64), np.zeros(WORK, np.float32)
        room, seats, made = Positions.room(LONGEST), list[int](), 0
        ply, winners = 0, 0
        while not (winners := winners or int(tabik.result(state))):
            count = tabik.moves(state, self._codes)
            move = int(self._codes[self._chance.integers(count)])
            if ply >= opening and count > 1:
                visits, worth, winners = self._searched(state, field, work)
                describe(state, field, room.numbers[made])
                room.field[made], room.worth[made] = field[:PLACES], worth
                side, mover = int(state[SIDE]), int(state[MOVER])
                for one, times in visits.items():
                    room.games[made, number_of(one, side, mover)] = times
                seats.append(int(tabik.seat(state)))
                made += 1
                move = self._chosen(visits, sampled=ply < opening + self.sampled)
            tabik.apply(state, move)
            ply += 1
        room.end[:made] = [worth_of(winners, seat) for seat in seats]
        return room.first(made)

    def _searched(self, state: Any, field: Any, work: Any) -> tuple[dict[int, int], float, int]:
        """Return the visits by move, the value, and who wins if that is proved, else 0."""
        self._used[0] = 0
        kept = (self._nodes, self._sums, self._bounds, self._hopes, self._used, self._path, self._codes, self._rng)
        given = (calls.rules_of(tabik.KERNEL), self.weights, field, work, state, *kept)
        guided.grow(*given, 0, self.seek, self.drop, self.chance, 1)
        children = slice(1, int(self._used[0]))
        drawn = self._chance.dirichlet(np.full(children.stop - 1, self.spread / (children.stop - 1)))
        self._hopes[children] = (1 - self.noise) * self._hopes[children] + self.noise * drawn
        self._bounds[tree.WIDTH, children] = self._hopes[children]
        guided.grow(*given, self.simulations, self.seek, self.drop, self.chance, 1)
        seat, proof = int(tabik.seat(state)), int(self._nodes[0, tree.PROOF])
        rows = self._nodes[children]
        if proof:
            best = rows[:, tree.PROOF] == proof
            visits = {int(row[tree.MOVE]): 1 for row in rows[best]}
            return visits, float(worth_of(proof, seat)), proof
        visits = {int(row[tree.MOVE]): int(row[tree.VISITS]) for row in rows if row[tree.VISITS]}
        return visits, float(self._sums[0, seat] / self._nodes[0, tree.VISITS]), 0

    def _chosen(self, visits: dict[int, int], *, sampled: bool) -> int:
        moves = list(visits)
        if sampled:
            shares = np.array([visits[move] for move in moves], float)
            return int(self._chance.choice(moves, p=shares / shares.sum()))
        return max(moves, key=lambda move: visits[move])
