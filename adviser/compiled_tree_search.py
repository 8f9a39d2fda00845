"""Tree search on a compiled kernel. Memory and stopping are handled here; the search is in ``kernels.tree``."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple

from adviser.findings import Alternative, Findings, promised
from adviser.kernels import Kernel, State
from core.game import Game, P

SLICE = 256
"""Playouts between two checks of the clock; they take a few milliseconds."""
PAIR = 2
"""Number of seats in a game for two."""
LEAST = 2_048
"""Playouts of a search without time: they take some 10 ms, or 50 ms with a learned value."""
MOST_NODES = 3_000_000
"""The most nodes of a tree, about 50 bytes each; further playouts add no nodes."""

KEPT_WORDS = 2**24
"""Memory, in 32-bit words, that a thread keeps for its next search; larger trees give theirs back."""


@dataclass(frozen=True, slots=True)
class Manner:
    """Parameters of the search.

    ``explore`` is the weight of exploration. ``doubt`` is how much less than its parent an
    unvisited node is assumed to be worth. A node's children are created at its visit number
    ``expand_at``. ``informed`` playouts take wins in one and stop those of others.

    With a kernel that has ``learned`` what positions are worth, a new node is worth the mean of that and of ``games``
    playouts. Together these count ``chance``, where that is None as much as the kernel holds best. ``seek`` is the
    weight of exploration then, and ``drop`` how much less than its parent an unvisited node is assumed to be worth.
    With more than two seats a new node is worth the mean of ``games`` playouts, too; together these count ``trust``
    beside what the kernel promises each seat.
    """

    explore: float = 0.7
    doubt: float = 0.2
    expand_at: int = 4
    informed: bool = True
    learned: bool = True
    seek: float = 2.0
    drop: float = 0.1
    chance: float | None = None
    games: int = 24
    trust: float = 0.5


def grow(
    game: Game[P],
    kernel: Kernel,
    position: P,
    *,
    expired: Callable[[], bool],
    max_nodes: int | None = None,
    seed: int = 0,
    manner: Manner | None = None,
    most_nodes: int = MOST_NODES,
) -> Findings | None:
    """Return the result of the search in *position*, which must be in play; None for options unknown to *kernel*.

    *max_nodes* limits the playouts; without it, there are at least ``LEAST``. Every move is checked for immediate
    winning replies, even if ``expired()`` is true from the start. With a limit and a clock that never expires, the
    result depends only on *seed*.
    """
    import numpy as np

    from adviser.kernels import calls, tree

    state = kernel.encode(position)
    if state is None:
        return None
    how = manner or Manner()
    known = kernel.learned(position) if how.learned else None
    room = most_nodes
    if max_nodes is not None:
        room = min(most_nodes, (max_nodes // (1 if known else how.expand_at) + 2) * kernel.most_moves)
    nodes, sums, bounds, hopes = _arrays(room, (tree.COLUMNS, len(position.seats), 2, 1))
    bounds, hopes = bounds.reshape(2, room), hopes.reshape(room)
    used, path, scratch = (np.zeros(places, np.int64) for places in (1, tree.DEEPEST, kernel.most_moves))
    rules, rng = calls.rules_of(kernel), np.array([random.Random(seed).getrandbits(64)], np.uint64)
    if known:
        from adviser.kernels import guided

        rooms = (np.zeros(known.words, np.int64), np.zeros(known.floats, np.float32))
        chance = known.chance if how.chance is None else how.chance
        judging = (rules, known.weights, *rooms, state, nodes, sums, bounds, hopes, used, path, scratch, rng)

        def grown(count: int) -> int:
            return int(guided.grow(*judging, count, float(how.seek), float(how.drop), chance, how.games))
    else:
        several = len(position.seats) > PAIR
        trust, many = how.trust if kernel.promise and several else 1.0, how.games if several else 1
        playing = (rules, how.informed, state, nodes, sums, bounds, used, path, rng, scratch)

        def grown(count: int) -> int:
            return int(tree.grow(*playing, count, float(how.explore), float(how.doubt), how.expand_at, trust, many))

    done = 0
    while max_nodes is None or done < max_nodes:
        wanted = SLICE if max_nodes is None else min(SLICE, max_nodes - done)
        made = grown(wanted)
        done += made
        if made < wanted or (done >= LEAST and expired()):
            break
    return _Grown(game, kernel, nodes, sums).findings(position, state, done)


class _Kept(threading.local):
    """Memory that a thread keeps from one search to the next: getting it from the system takes a sixth of a search."""

    memory: Any = None


_kept = _Kept()


def _arrays(room: int, columns: tuple[int, ...]) -> list[Any]:
    """Return two arrays with *room* rows and this many columns, the first ``int32`` and the second ``float32``."""
    import numpy as np

    size = room * sum(columns)
    if size > KEPT_WORDS:
        memory = np.empty(size, np.int32)
    else:
        if _kept.memory is None:
            _kept.memory = np.empty(KEPT_WORDS, np.int32)
        memory = _kept.memory
    parts, start = list[Any](), 0
    for width in columns:
        part = memory[start : start + room * width].reshape(room, width)
        parts.append(part.view(np.float32) if parts else part)
        start += room * width
    return parts


def random_games(kernel: Kernel, state: State, seat: int, count: int, seed: int) -> float:
    """Return the total value for *seat* of *count* random playouts from *state*."""
    import numpy as np

    rng, scratch = np.array([seed], np.uint64), np.zeros(kernel.most_moves, np.int64)
    return sum(_share(kernel.uniform(state.copy(), rng, scratch) & 255, seat) for _ in range(count))


def _share(winners: int, seat: int) -> float:
    """Return the value of an ending for *seat*: 1 for a win, 0 for a shared result, −1 for a loss."""
    return 1.0 if winners == 1 << seat else 0.0 if winners >> seat & 1 else -1.0


class _Child(NamedTuple):
    """The statistics of a node, and its value for the seat that chooses it."""

    node: int
    move: int
    visits: int
    proof: int
    plies: int
    worth: float


@dataclass(frozen=True)
class _Grown(Generic[P]):
    """A tree for reading: the rows of ``kernels.tree`` after the search has stopped."""

    game: Game[P]
    kernel: Kernel
    nodes: Any
    sums: Any

    def findings(self, position: P, state: State, simulations: int) -> Findings:
        from adviser.kernels import tree

        ordered, text = self._children(0), self.kernel.text
        proved = bool(self.nodes[0, tree.PROOF])
        return Findings(
            value=ordered[0].worth,
            line=tuple(self._line(position, state.copy(), ordered)),
            simulations=max(simulations, 1),
            proved=proved,
            plies=int(self.nodes[0, tree.PLIES]) if proved else None,
            alternatives=tuple(Alternative(text(position, one.move), one.worth, one.visits) for one in ordered),
        )

    def _line(self, position: P, state: State, ordered: list[_Child]) -> list[str]:
        """Return the principal variation, to the end of a proof; *ordered* holds the root's children."""
        import numpy as np

        line: list[str] = []
        proof = 0
        while not self.game.outcome(position):
            if ordered:
                best = ordered[0]
                move, proof, ordered = best.move, best.proof, self._children(best.node, known=True)
            elif proof:
                move = self.kernel.winning(state, np.zeros(self.kernel.most_moves, np.int64))
            else:
                break
            line.append(self.kernel.text(position, move))
            position = self.game.play(position, line[-1])
            self.kernel.apply(state, move)
        return line

    def _children(self, node: int, *, known: bool = False) -> list[_Child]:
        """Return the children of *node* about which something is *known*, the best for its seat first.

        Proved wins come first, the quickest first. Then come the unproved by visits; a proved draw precedes them unless
        the first of them has a higher value. Proved losses come last, the longest first.
        """
        from adviser.kernels import tree

        about = self.nodes[node].tolist()
        first, count, seat = about[tree.FIRST], about[tree.CHILDREN], about[tree.TO_MOVE]
        places = slice(first, first + max(count, 0))
        rows, sums, numbers = self.nodes[places], self.sums[places, seat], range(first, places.stop)
        if known:
            chosen = (rows[:, tree.VISITS] | rows[:, tree.PROOF]).nonzero()[0]
            rows, sums, numbers = rows[chosen], sums[chosen], (chosen + first).tolist()
        children = [
            _Child(
                number,
                row[tree.MOVE],
                row[tree.VISITS],
                row[tree.PROOF],
                row[tree.PLIES],
                _share(row[tree.PROOF], seat) if row[tree.PROOF] else promised(total, row[tree.VISITS]),
            )
            for number, row, total in zip(numbers, rows.tolist(), sums.tolist(), strict=True)
        ]
        wins = [child for child in children if child.proof and child.worth > 0]
        draws = [child for child in children if child.proof and child.worth == 0]
        losses = [child for child in children if child.proof and child.worth < 0]
        others = [child for child in children if not child.proof]
        wins.sort(key=lambda child: child.plies)
        losses.sort(key=lambda child: child.plies, reverse=True)
        others.sort(key=lambda child: (child.visits, child.worth), reverse=True)
        if draws and others and others[0].worth <= 0:
            return wins + draws + others + losses
        return wins + others + draws + losses
