"""Tree search by a learned value beside random games, in compiled code: see ``grow``.

Much as in AlphaZero (Silver and others, 2017): the value of a new node is that of the kernel's ``judge``, blended with
the mean of random games, and which child is tried is up to its mean and to how likely ``judge`` holds it to be the
best. Proofs and the tree's arrays are those of ``kernels.tree``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from adviser.kernels import calls
from adviser.kernels.compiled import CODES, FLOATS, STATE, compiled, copy, inlined, spare
from adviser.kernels.tree import (
    CHILDREN,
    FIRST,
    MEAN,
    NODES,
    OPEN,
    PROOF,
    SHUT,
    SUMS,
    TO_MOVE,
    VISITS,
    WIDTH,
    child_of,
    close,
    descending,
    first_row,
    highest,
    look_below,
    share,
)

_UNFOLD = types.float64(
    calls.RULES, STATE, FLOATS, CODES, FLOATS, NODES, SUMS, SUMS, FLOATS, CODES, CODES, types.int64, types.float64
)
_GROW = types.int64(
    calls.RULES,
    FLOATS,
    CODES,
    FLOATS,
    STATE,
    NODES,
    SUMS,
    SUMS,
    FLOATS,
    CODES,
    CODES,
    CODES,
    STATE,
    types.int64,
    types.float64,
    types.float64,
    types.float64,
    types.int64,
)


@inlined
def _unfolded(_rules: Any, _state: Any, nodes: Any, _scratch: Any, node: Any, _given: Any) -> Any:
    """Return whether *node* has children; it gets them once it has been judged."""
    return nodes[node, CHILDREN] >= 0


@inlined
def _child(nodes: Any, bounds: Any, node: Any, given: Any) -> Any:
    """Return the child to visit next: the unproved one with the highest upper bound, the first of equals; −1 if all are
    proved.

    ``WIDTH`` of a child is its probability of being the best, divided by its visits plus one.
    """
    _, explore = given
    first, count = np.int64(nodes[node, FIRST]), np.int64(nodes[node, CHILDREN])
    curious = np.float32(explore * np.sqrt(np.float64(nodes[node, VISITS])))
    means, widths = bounds[MEAN, first : first + count], bounds[WIDTH, first : first + count]
    return child_of(first, highest(means, widths, curious))


_descend = descending(_unfolded, _child)


@compiled(_UNFOLD)
def unfold(
    rules: Any,
    state: Any,
    weights: Any,
    field: Any,
    work: Any,
    nodes: Any,
    sums: Any,
    bounds: Any,
    hopes: Any,
    tree: Any,
    scratch: Any,
    node: Any,
    doubt: Any,
) -> Any:
    """Return the value of *node*, in play with the position *state*, to its side to move; make its children.

    *hopes* gets how likely each is the best. Where there is no room, *node* stays a leaf; once half is used
    that is so until its second visit.
    """
    count, first = calls.moves(rules, (state, scratch)), tree[0]
    if first + count > nodes.shape[0] or (2 * first > nodes.shape[0] and nodes[node, VISITS] == 0):
        return calls.judge(rules, (state, weights, field, work, scratch, 0))
    value = calls.judge(rules, (state, weights, field, work, scratch, count))
    tree[0] += count
    nodes[node, FIRST], nodes[node, CHILDREN] = first, count
    highest = np.float32(SHUT)
    for number in range(count):
        highest = max(highest, work[number])
    total = np.float64(0.0)
    for number in range(count):
        first_row(nodes, sums, bounds, first + number, scratch[number])
        hope = np.exp(np.float64(work[number] - highest))
        hopes[first + number] = hope
        total += hope
    for child in range(first, first + count):
        hopes[child] = np.float32(hopes[child] / total)
        bounds[MEAN, child], bounds[WIDTH, child] = value - doubt, hopes[child]
    return value


@compiled(_GROW)
def grow(
    rules: Any,
    weights: Any,
    field: Any,
    work: Any,
    root: Any,
    nodes: Any,
    sums: Any,
    bounds: Any,
    hopes: Any,
    tree: Any,
    path: Any,
    scratch: Any,
    rng: Any,
    simulations: Any,
    explore: Any,
    doubt: Any,
    chance: Any,
    games: Any,
) -> Any:
    """Grow the tree of a game for two by *simulations*, fewer if the root is proved; return how many.

    Where the arrays are full, nodes stay leaves.

    Args:
        rules: where the kernel's functions are.
        weights: of the learned value; *field* and *work* are its room.
        root: the state at the root.
        nodes: rows of ``tree.COLUMNS``, the root first.
        sums: of each node, what all visits were worth to each seat.
        bounds: two rows, of what the upper bound of each node is made.
        hopes: of each node, how likely it was held to be the best of its like.
        tree: of one place, how many nodes there are; 0 asks for a new root.
        path: room for the nodes of one simulation, from the root on.
        rng: of one word, where random numbers come from.
        simulations: how many.
        explore: the weight of what is held to be good and has been visited little.
        doubt: how much less than its parent a node is held to be worth before its first visit.
        chance: the weight of random games from a new node beside its learned value; 0 for none.
        games: how many are played in each simulation, at least one; their mean counts.
    """
    state, after = spare(root), spare(root)
    if tree[0] == 0:
        tree[0] = 1
        first_row(nodes, sums, bounds, 0, 0)
        nodes[0, TO_MOVE] = calls.seat(rules, (root,))
        unfold(rules, root, weights, field, work, nodes, sums, bounds, hopes, tree, scratch, 0, doubt)
        look_below(rules, root, after, nodes, bounds, tree, scratch, 2)
    known = sums, explore
    done = np.int64(0)
    while done < simulations and nodes[0, PROOF] == OPEN:
        done += 1
        depth, winners = _descend(rules, root, state, after, nodes, bounds, path, scratch, known)
        node = path[depth]
        mover = np.int64(nodes[node, TO_MOVE])
        if winners == OPEN:
            value = unfold(rules, state, weights, field, work, nodes, sums, bounds, hopes, tree, scratch, node, doubt)
            if chance > 0.0:
                total = 0.0
                for _ in range(games):
                    copy(state, after)
                    total += share(calls.uniform(rules, (after, rng, scratch)) & 255, mover)
                value = (1.0 - chance) * value + chance * total / games
        else:
            value = share(winners, mover)
        for place in range(depth + 1):
            node = path[place]
            nodes[node, VISITS] += 1
            sums[node, mover] += np.float32(value)
            sums[node, 1 - mover] -= np.float32(value)
            if place > 0:
                visits = nodes[node, VISITS]
                bounds[MEAN, node] = sums[node, nodes[path[place - 1], TO_MOVE]] / visits
                bounds[WIDTH, node] = hopes[node] / np.float32(visits + 1)
        close(nodes, bounds, path, depth, 2)
    return done
