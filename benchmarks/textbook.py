"""A textbook UCT to measure the adviser by. It shares no search with the adviser, only the compiled rules.

Kocsis and Szepesvári (2006), as written in Browne and others' survey (2012), and nothing else: every simulation adds
one node, untried moves come in a random order and before any is tried again, playouts choose evenly among all
moves, results count on a scale from 0 to 1, each node for the seat that moved to it, and the move visited most is
played. No proofs, no wins in one, no reuse of the tree.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from adviser.kernels import Kernel

TUNED = {"tabik": 0.35, "tinker_tactics": 0.35, "tink": 0.25, "tingle": 0.25, "ting": 0.25}
"""Game → the weight of exploration that plays best."""


@dataclass(slots=True)
class _Node:
    """A position of the tree: its seat to move, −1 at an end, and the results of the seat that moved to it."""

    seat: int
    untried: list[int]
    children: dict[int, _Node] = field(default_factory=dict)
    visits: int = 0
    total: float = 0.0


@dataclass
class Textbook:
    """UCT with *simulations* a move and the weight *c* of exploration, for results from 0 to 1."""

    kernel: Kernel
    simulations: int
    c: float

    def __call__(self, position: Any, seed: int) -> str:
        """Return the action to play in *position*."""
        return self.kernel.text(position, self.chosen(self.kernel.encode(position), seed))

    def chosen(self, root: Any, seed: int) -> int:
        """Return the move visited most, the better one of equals."""
        self._scratch = np.zeros(self.kernel.most_moves, np.int64)
        self._chance = random.Random(seed)
        self._rng = np.array([self._chance.getrandbits(64)], np.uint64)
        top = self._node(root)
        for _ in range(self.simulations):
            self._simulate(top, root.copy())
        return max(top.children, key=lambda move: (top.children[move].visits, top.children[move].total))

    def _node(self, state: Any) -> _Node:
        if self.kernel.result(state):
            return _Node(-1, [])
        count = self.kernel.moves(state, self._scratch)
        moves = self._scratch[:count].tolist()
        self._chance.shuffle(moves)
        return _Node(int(self.kernel.seat(state)), moves)

    def _simulate(self, top: _Node, state: Any) -> None:
        node, path = top, list[tuple[int, _Node]]()
        while node.seat >= 0:
            seat, fresh = node.seat, bool(node.untried)
            move = node.untried.pop() if fresh else self._best(node)
            self.kernel.apply(state, move)
            if fresh:
                node.children[move] = self._node(state)
            node = node.children[move]
            path.append((seat, node))
            if fresh:
                break
        winners = int(self.kernel.result(state) or self.kernel.uniform(state, self._rng, self._scratch) & 255)
        top.visits += 1
        for seat, node in path:
            node.visits += 1
            node.total += _share(winners, seat)

    def _best(self, node: _Node) -> int:
        log, c = math.log(node.visits), self.c

        def bound(item: tuple[int, _Node]) -> float:
            child = item[1]
            return child.total / child.visits + c * math.sqrt(log / child.visits)

        return max(node.children.items(), key=bound)[0]


def _share(winners: int, seat: int) -> float:
    """Return 1 for a win, the seat's share of a shared result, or 0."""
    return (winners >> seat & 1) / winners.bit_count()
