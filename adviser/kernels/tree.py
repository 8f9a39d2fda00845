"""Monte Carlo tree search in compiled code, on any kernel: see ``grow``.

UCT (Kocsis and Szepesvári, 2006) for any number of seats, each of which maximises its own value
(max^n, Luckhardt and Irani, 1986), with proofs (MCTS-Solver, Winands and others, 2008).

The tree lies in arrays that the caller makes and keeps. A node's children are made together and
lie side by side; each is looked at for an end and for a win in one when it is first chosen, those of the root at once.
Importing this module imports numba.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from adviser.kernels.compiled import (
    APPLY,
    CODES,
    MOVES,
    PLAYOUT,
    RESULT,
    SEAT,
    STATE,
    WINNING,
    compiled,
    inlined,
)

FIRST, CHILDREN, MOVE, TO_MOVE, VISITS, PROOF, PLIES = range(7)
COLUMNS = 7
"""What ``nodes`` holds of a node: its first child and how many it has (−1 before they are made), the
move that leads to it, the seat to move (−1 before the node has been looked at), visits, what is proved, and the plies
until that end."""

MEAN, WIDTH = range(2)
"""What ``bounds`` holds of a node: its mean to the seat that chooses it, and how little it has been visited, which is
1 / √(visits + 1). A proved node has the mean ``_SHUT``, so that it is not chosen."""

OPEN = 0
"""``PROOF`` of a node about which nothing is certain; else the mask of the seats that win or share."""

_DEEPEST = 4096
_NONE: Any = np.int64(-1)
_SHUT = -1e9
_UNSEEN = 1.0
"""The ``WIDTH`` of a node that has not been visited."""
_NODES = types.Array(types.int32, 2, "C")
_SUMS = types.Array(types.float32, 2, "C")
_RULES = tuple(types.FunctionType(signature) for signature in (MOVES, APPLY, RESULT, SEAT, WINNING))
_EXPAND = types.boolean(_RULES[0], STATE, _NODES, _SUMS, _SUMS, CODES, CODES, types.int64)
_LOOK = types.boolean(*_RULES[2:], STATE, _NODES, _SUMS, CODES, types.int64)
_GROW = types.int64(
    *_RULES,
    types.FunctionType(PLAYOUT),
    STATE,
    _NODES,
    _SUMS,
    _SUMS,
    CODES,
    STATE,
    CODES,
    types.int64,
    types.float64,
    types.float64,
    types.int64,
)


@inlined
def _share(winners: Any, seat: Any) -> Any:
    """Return what an end is worth to *seat*: 1 to the only winner, 0 to those who share it, −1 to the others."""
    mine = np.int64(1) << seat
    if not winners & mine:
        return -1.0
    return 1.0 if winners == mine else 0.0


@inlined
def _child(nodes: Any, sums: Any, bounds: Any, node: Any, explore: Any, doubt: Any) -> Any:
    """Return the child to visit next: the one with the highest upper bound that is not proved.

    Unvisited children are all worth the same and so are visited in their order: behind the first there are no others
    to compare.
    """
    seat, visits = nodes[node, TO_MOVE], nodes[node, VISITS]
    curious = np.float32(explore * np.sqrt(np.log(visits + 1.0)))
    best, chosen = np.float32(_SHUT), _NONE
    first = np.int64(nodes[node, FIRST])
    for child in range(first, first + nodes[node, CHILDREN]):
        width = bounds[child, WIDTH]
        if width == np.float32(_UNSEEN):
            unseen = sums[node, seat] / max(visits, 1) - doubt + curious
            return child if unseen > best else chosen
        bound = bounds[child, MEAN] + curious * width
        if bound > best:
            best, chosen = bound, child
    return chosen


@inlined
def _shut(bounds: Any, node: Any) -> None:
    """Let *node*, which is proved, never be chosen again."""
    bounds[node, MEAN], bounds[node, WIDTH] = _SHUT, 0.0


@inlined
def _prove(nodes: Any, node: Any, seats: Any) -> Any:
    """Set what the children prove about *node*; return whether it is proved.

    A child in which the seat to move alone wins proves that win. Where every child is proved:
    of two seats the one to move takes what is best for it, of more all the ends must be the same.
    """
    seat, first = nodes[node, TO_MOVE], nodes[node, FIRST]
    mine = np.int64(1) << seat
    best, chosen, quickest = -2.0, _NONE, _NONE
    every, same = True, True
    for child in range(first, first + nodes[node, CHILDREN]):
        proof = nodes[child, PROOF]
        if proof == OPEN:
            every = False
            continue
        if proof == mine and (quickest < 0 or nodes[child, PLIES] < nodes[quickest, PLIES]):
            quickest = child
        if chosen >= 0 and proof != nodes[chosen, PROOF]:
            same = False
        worth = _share(proof, seat)
        if worth > best or (worth == best and nodes[child, PLIES] > nodes[chosen, PLIES]):
            best, chosen = worth, child
    if quickest >= 0:
        chosen = quickest
    elif not every or (seats > 2 and not same):
        return False
    nodes[node, PROOF] = nodes[chosen, PROOF]
    nodes[node, PLIES] = nodes[chosen, PLIES] + 1
    return True


@inlined
def copy(state: Any, onto: Any) -> None:
    """Copy *state* word by word: for a few words that is quicker than numba's slices."""
    for word in range(state.size):
        onto[word] = state[word]


@inlined
def _first_row(nodes: Any, sums: Any, bounds: Any, node: Any, move: Any) -> None:
    for column in range(COLUMNS):
        nodes[node, column] = 0
    nodes[node, CHILDREN] = nodes[node, TO_MOVE] = -1
    nodes[node, MOVE] = move
    bounds[node, MEAN], bounds[node, WIDTH] = 0.0, _UNSEEN
    for seat in range(sums.shape[1]):
        sums[node, seat] = 0.0


@inlined
def _best_end(nodes: Any, node: Any) -> Any:
    """Return the child that the seat to move likes best, where all are proved but the node is not.

    That is so with more than two seats, when the ends are different ones of somebody else.
    """
    seat, first = nodes[node, TO_MOVE], nodes[node, FIRST]
    chosen = first
    for child in range(first, first + nodes[node, CHILDREN]):
        if _share(nodes[child, PROOF], seat) > _share(nodes[chosen, PROOF], seat):
            chosen = child
    return chosen


@compiled(_EXPAND)
def expand(moves: Any, state: Any, nodes: Any, sums: Any, bounds: Any, tree: Any, scratch: Any, node: Any) -> Any:
    """Make the children of *node*, whose position is *state*; return whether there was room."""
    count = moves(state, scratch)
    first = tree[0]
    if first + count > nodes.shape[0]:
        return False
    tree[0] += count
    nodes[node, FIRST], nodes[node, CHILDREN] = first, count
    for number in range(count):
        _first_row(nodes, sums, bounds, first + number, scratch[number])
    return True


@compiled(_LOOK)
def look(result: Any, seat: Any, winning: Any, state: Any, nodes: Any, bounds: Any, scratch: Any, node: Any) -> Any:
    """Look at *node*, whose position is *state*, for the first time; return whether it is an end or a win in one."""
    ended = result(state)
    if ended != OPEN:
        nodes[node, TO_MOVE], nodes[node, PROOF] = 0, ended
        _shut(bounds, node)
        return True
    mover = seat(state)
    nodes[node, TO_MOVE] = mover
    if winning(state, scratch) >= 0:
        nodes[node, PROOF], nodes[node, PLIES] = np.int64(1) << mover, 1
        _shut(bounds, node)
        return True
    return False


@compiled(_GROW)
def grow(
    moves: Any,
    apply: Any,
    result: Any,
    seat: Any,
    winning: Any,
    playout: Any,
    root: Any,
    nodes: Any,
    sums: Any,
    bounds: Any,
    tree: Any,
    rng: Any,
    scratch: Any,
    simulations: Any,
    explore: Any,
    doubt: Any,
    expand_at: Any,
) -> Any:
    """Grow the tree by *simulations*, fewer if the root is proved; return how many.

    Where the arrays are full, nodes stay leaves.

    Args:
        root: the state at the root.
        nodes: rows of ``COLUMNS``, the root first.
        sums: of each node, what all visits were worth to each seat.
        bounds: of each node, what its upper bound is made of.
        tree: of one place, how many nodes there are; 0 asks for a new root.
        explore: the weight of what has been visited little.
        doubt: how much less than its parent a node is held to be worth before its first visit.
        expand_at: with which visit a node gets its children; the root has them at once.
    """
    seats = sums.shape[1]
    state, after, path = np.empty_like(root), np.empty_like(root), np.empty(_DEEPEST, np.int64)
    if tree[0] == 0:
        tree[0] = 1
        _first_row(nodes, sums, bounds, 0, 0)
        nodes[0, TO_MOVE] = seat(root)
        expand(moves, root, nodes, sums, bounds, tree, scratch, 0)
        for child in range(1, tree[0]):
            copy(root, after)
            apply(after, np.int64(nodes[child, MOVE]))
            look(result, seat, winning, after, nodes, bounds, scratch, child)
        _prove(nodes, 0, seats)
    done = np.int64(0)
    while done < simulations and nodes[0, PROOF] == OPEN:
        done += 1
        copy(root, state)
        node, depth, winners = np.int64(0), np.int64(0), np.int64(OPEN)
        path[0] = 0
        while depth < _DEEPEST - 1:
            if nodes[node, CHILDREN] < 0 and (
                nodes[node, VISITS] + 1 < expand_at
                or not expand(moves, state, nodes, sums, bounds, tree, scratch, node)
            ):
                break
            chosen = _child(nodes, sums, bounds, node, explore, doubt)
            if chosen < 0:
                winners = np.int64(nodes[_best_end(nodes, node), PROOF])
                break
            copy(state, after)
            apply(after, np.int64(nodes[chosen, MOVE]))
            if nodes[chosen, TO_MOVE] < 0 and look(result, seat, winning, after, nodes, bounds, scratch, chosen):
                if _prove(nodes, node, seats):
                    winners = np.int64(nodes[node, PROOF])
                    break
                continue
            copy(after, state)
            node = chosen
            depth += 1
            path[depth] = node
        if winners == OPEN:
            winners = playout(state, rng, scratch) & 255
        for place in range(depth + 1):
            node = path[place]
            nodes[node, VISITS] += 1
            for one in range(seats):
                sums[node, one] += _share(winners, one)
            if place > 0:
                visits = nodes[node, VISITS]
                bounds[node, MEAN] = sums[node, nodes[path[place - 1], TO_MOVE]] / visits
                bounds[node, WIDTH] = 1.0 / np.sqrt(visits + 1.0)
        while nodes[path[depth], PROOF] != OPEN:
            _shut(bounds, path[depth])
            if depth == 0:
                break
            depth -= 1
            if not _prove(nodes, path[depth], seats):
                break
    return done
