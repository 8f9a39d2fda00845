"""Monte Carlo tree search in plain Python, for any game, with proofs kept apart from estimates.

UCT (Kocsis and Szepesvári, 2006) with random playouts and progressive widening (Chaslot and
others, 2008), because there are few playouts for many moves. A game's learned value, where it has one, orders the
moves and counts as much as a playout. Every seat maximises its own
value (max^n, Luckhardt and Irani, 1986). Proofs propagate up the tree (MCTS-Solver, Winands
and others, 2008).
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic

from adviser.families import value_of, wins_of
from adviser.findings import Alternative, Findings, promised
from core.game import ColourHolders, Game, Move, P, PositionLike, Searchable, side_to_move
from core.options import SEATS
from core.verdict import Outcome

LONGEST_PLAYOUT = 400
"""Plies after which a playout is counted as a draw."""
LEAST = 64
"""Playouts of a search without time, a quarter of a second: a single look is too little to choose a move."""
_EXPLORE = 0.9
_WIDTH = 4

Value = tuple[float, ...]
"""The value of a position for each person, from −1 to 1."""


@dataclass(frozen=True)
class Play(Generic[P]):
    """A game as the search sees it: moves, persons and values."""

    game: Game[P]

    def moves(self, position: P) -> Sequence[Move]:
        return self.game.moves(position) if isinstance(self.game, Searchable) else self.game.actions(position)

    def apply(self, position: P, move: Move) -> P:
        if isinstance(self.game, Searchable):
            after: P = self.game.apply(position, move)
            return after
        return self.game.play(position, str(move))

    def text(self, position: P, move: Move) -> str:
        return self.game.move_text(position, move) if isinstance(self.game, Searchable) else str(move)

    def person(self, position: PositionLike, seat: str) -> int:
        """Return the person at *seat*: in Tabik the players may swap colours."""
        if isinstance(position, ColourHolders):
            seat = position.holders[seat]
        return SEATS.index(seat)

    def value(self, position: P, outcome: Outcome) -> Value:
        """Return the values of an end: 1 for a sole winner, 0 for those who share a draw, −1 for the others."""
        worth = [-1.0] * len(position.seats)
        for seat in outcome.winners:
            worth[self.person(position, seat)] = 0.0 if outcome.drawn else 1.0
        return tuple(worth)

    def judged(self, position: P) -> tuple[float, Mapping[Move, float]] | None:
        """Return what the game's learned value says of *position*, in play; see ``families.Value``."""
        value = value_of(self.game)
        return value.judged(position) if value else None

    def wins(self, position: P) -> Sequence[Move]:
        """Return the moves with which the side to move wins at once."""
        family = wins_of(self.game)
        if family and (known := family.at_once(self.game, position)) is not None:
            return known
        person = self.person(position, side_to_move(position))
        found = []
        for move in self.moves(position):
            after = self.apply(position, move)
            outcome = self.game.outcome(after)
            if outcome and self.value(after, outcome)[person] == 1.0:
                found.append(move)
        return found


@dataclass(slots=True)
class Node(Generic[P]):
    """A position of the tree. ``untried`` are the moves without a child, the next one last."""

    position: P
    person: int
    move: Move = None
    untried: list[Move] = field(default_factory=list)
    children: list[Node[P]] = field(default_factory=list)
    visits: int = 0
    sums: list[float] = field(default_factory=list)
    exact: Value | None = None
    plies: int = 0
    """The number of plies to the end, if the value is ``exact``."""
    learned: Value | None = None
    """The game's learned value of the position."""

    def worth(self, person: int) -> float:
        """Return the value for *person*: exact if proved, else estimated from the visits."""
        return self.exact[person] if self.exact else promised(self.sums[person], self.visits)

    def mean(self, person: int) -> float:
        if self.exact:
            return self.exact[person]
        return self.sums[person] / self.visits if self.visits else 0.0


def grow(
    game: Game[P],
    position: P,
    *,
    expired: Callable[[], bool],
    max_nodes: int | None = None,
    seed: int = 0,
    least: int = LEAST,
) -> Findings:
    """Return the result of the search in *position*, which must be in play.

    Wins in one, and losses in one that can be stopped, are found even if ``expired()`` is true from
    the start, and *least* playouts are made, or *max_nodes* if these are fewer. With a limit on playouts and a
    clock that never expires, the result depends only on *seed*.
    """
    play, rng = Play(game), random.Random(seed)
    root = _node(play, position, None, rng)
    moves = play.wins(position)
    if moves:
        root.untried = [moves[0]]
        _expand(play, root, rng)
        _prove(root)
        return _findings(play, root, 1)
    root.untried = _safe(play, root)
    simulations = 0
    while not root.exact and (max_nodes is None or simulations < max_nodes):
        simulations += 1
        _simulate(play, root, rng)
        if simulations >= least and expired():
            break
    return _findings(play, root, simulations)


def _node(play: Play[P], position: P, move: Move, rng: random.Random) -> Node[P]:
    outcome = play.game.outcome(position)
    if outcome:
        return Node(position, -1, move, exact=play.value(position, outcome))
    moves = list(play.moves(position))
    rng.shuffle(moves)
    person, learned = play.person(position, side_to_move(position)), None
    if judged := play.judged(position):
        worth, said = judged
        moves.sort(key=lambda one: said.get(one, math.inf))
        learned = tuple(worth if one == person else -worth for one in range(len(position.seats)))
    return Node(position, person, move, moves, sums=[0.0] * len(position.seats), learned=learned)


def _safe(play: Play[P], root: Node[P]) -> list[Move]:
    """Return the moves after which the next player cannot win at once; all moves if there are none."""
    safe = []
    for move in root.untried:
        after = play.apply(root.position, move)
        if play.game.outcome(after) or not play.wins(after) or play.person(after, side_to_move(after)) == root.person:
            safe.append(move)
    return safe or root.untried


def _simulate(play: Play[P], root: Node[P], rng: random.Random) -> None:
    """Descend to a new node, play it out, and add the value to all nodes on the way there."""
    path = [root]
    while not path[-1].exact:
        node = path[-1]
        if node.untried and len(node.children) < _WIDTH + math.isqrt(4 * node.visits):
            path.append(_expand(play, node, rng))
            break
        path.append(_best(node))
    value = path[-1].exact or _estimate(play, path[-1], rng)
    for node in path:
        node.visits += 1
        for person, worth in enumerate(value[: len(node.sums)]):
            node.sums[person] += worth
    for node in reversed(path[:-1]):
        if not _prove(node):
            break


def _estimate(play: Play[P], node: Node[P], rng: random.Random) -> Value:
    """Return the value of a playout from *node*, averaged with the game's learned value if it has one."""
    played = playout(play, node.position, rng)
    if node.learned is None:
        return played
    return tuple((one + other) / 2 for one, other in zip(played, node.learned, strict=True))


def _expand(play: Play[P], node: Node[P], rng: random.Random) -> Node[P]:
    move = node.untried.pop()
    child = _node(play, play.apply(node.position, move), move, rng)
    node.children.append(child)
    return child


def _best(node: Node[P]) -> Node[P]:
    """Return the child to search next; one without a proved value is preferred."""
    open_ones = [child for child in node.children if not child.exact] or node.children
    log = math.log(node.visits + 1)

    def bound(child: Node[P]) -> float:
        return child.mean(node.person) + _EXPLORE * math.sqrt(log / (child.visits + 1))

    return max(open_ones, key=bound)


def _prove(node: Node[P]) -> bool:
    """Set ``exact`` if the children prove it: one of them wins, or all lead to the same end.

    With two players, the best of several proved ends is proved too.
    """
    if node.exact:
        return True
    known = [child for child in node.children if child.exact]
    wins = [child for child in known if child.exact and child.exact[node.person] == 1.0]
    if wins:
        quickest = min(wins, key=lambda child: child.plies)
        node.exact, node.plies = quickest.exact, quickest.plies + 1
    elif known and not node.untried and len(known) == len(node.children):
        best = max(known, key=lambda child: (child.mean(node.person), child.plies))
        if len(node.sums) == 2 or all(child.exact == best.exact for child in known):
            node.exact, node.plies = best.exact, best.plies + 1
    return node.exact is not None


def playout(play: Play[P], position: P, rng: random.Random) -> Value:
    """Return the value of a random playout from *position*."""
    for _ in range(LONGEST_PLAYOUT):
        outcome = play.game.outcome(position)
        if outcome:
            return play.value(position, outcome)
        moves = play.moves(position)
        position = play.apply(position, moves[int(rng.random() * len(moves))])
    return (0.0,) * len(position.seats)


def _findings(play: Play[P], root: Node[P], simulations: int) -> Findings:
    person = root.person

    def rank(child: Node[P]) -> tuple[float, float, float]:
        if child.exact:
            return (child.exact[person], math.inf, -child.exact[person] * child.plies)
        return (0.0, child.visits, child.mean(person))

    if not root.children:
        root.children.append(Node(play.apply(root.position, root.untried[-1]), -1, root.untried[-1], sums=root.sums))
    ordered = sorted(root.children, key=rank, reverse=True)
    best = ordered[0]
    line, node = [play.text(root.position, best.move)], best
    while node.children:
        towards = node
        node = max(node.children, key=lambda child: (child.mean(towards.person) == 1.0, child.visits))
        line.append(play.text(towards.position, node.move))
    return Findings(
        value=best.worth(person),
        line=tuple(line),
        simulations=simulations,
        proved=root.exact is not None,
        plies=root.plies if root.exact else None,
        alternatives=tuple(
            Alternative(play.text(root.position, child.move), child.worth(person), child.visits) for child in ordered
        ),
    )
