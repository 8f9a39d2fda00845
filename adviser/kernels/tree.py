"""Monte Carlo tree search in compiled code, on any kernel: see ``grow``.

UCT (Kocsis and Szepesvári, 2006) for any number of seats; each of them maximises its own value
(max^n, Luckhardt and Irani, 1986), with proofs (MCTS-Solver, Winands and others, 2008).

The tree lies in arrays that the caller makes and keeps. A node's children are made together and
lie side by side; each is looked at for an end and for a win in one when it is first chosen, those of the root at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from adviser.kernels import calls
from adviser.kernels.compiled import CODES, STATE, compiled, copy, inlined, rank, spare

FIRST, CHILDREN, SEEN, MOVE, TO_MOVE, VISITS, PROOF, PLIES = range(8)
COLUMNS = 8
"""What ``nodes`` holds for each node: its first child, the number of children (−1 before they are made), the number of
them before the first that is unvisited and open, the move that leads to it, the seat to move (−1 before the node has
been examined), visits, what is proved, and the plies until that end.
"""

MEAN, WIDTH = range(2)
"""The rows of ``bounds``: each node's mean for the seat that chooses it, and 1 / √(visits + 1), which shrinks as visits
grow.

A proved node has the mean ``SHUT``, so that it is never chosen.
"""

OPEN = 0
"""``PROOF`` of a node about which nothing is certain; otherwise it is the mask of the seats that win or share."""

DEEPEST = 4096
"""The most plies of a tree."""
_NONE: Any = np.int64(-1)
SHUT = -1e9
_LAST: Any = np.int64(2**32 - 1)
_UNSEEN = 1.0
"""The ``WIDTH`` of a node that has not been visited."""
_INT, _REAL = types.int64, types.float64
NODES = types.Array(types.int32, 2, "C")
SUMS = types.Array(types.float32, 2, "C")
_EXPAND = types.boolean(calls.RULES, STATE, NODES, SUMS, SUMS, CODES, CODES, _INT)
_LOOK = types.boolean(calls.RULES, STATE, NODES, SUMS, CODES, _INT)
_WEIGH = types.void(calls.RULES, types.boolean, STATE, types.Array(_REAL, 1, "C"), STATE, CODES, _INT, _REAL, _INT)
_GROW = types.int64(
    calls.RULES, types.boolean, STATE, NODES, SUMS, SUMS, CODES, CODES, STATE, CODES,
    _INT, _REAL, _REAL, _INT, _REAL, _INT,
)  # fmt: skip


@inlined
def share(winners: Any, seat: Any) -> Any:
    """Return what an end is worth to *seat*: 1 to the only winner, 0 to those who share it, −1 to the others."""
    mine = np.int64(1) << seat
    if not winners & mine:
        return -1.0
    return 1.0 if winners == mine else 0.0


@inlined
def highest(means: Any, widths: Any, curious: Any) -> Any:
    """Return the number of the child with the highest upper bound, of equals the first; see ``child_of``.

    Each child has a number made of its bound and, below it, of its place counted from behind: so processors compare
    several children at once.
    """
    best = rank(np.float32(SHUT)) << 32 | _LAST
    for number in range(means.size):
        best = max(best, rank(means[number] + curious * widths[number]) << 32 | _LAST - number)
    return best


@inlined
def child_of(first: Any, best: Any) -> Any:
    """Return the child that is the *best*, where *first* is that of its parent; −1 if all are proved."""
    none = rank(np.float32(SHUT)) << 32 | _LAST
    return first + _LAST - (best & _LAST) if best > none else _NONE


@inlined
def _child(nodes: Any, bounds: Any, node: Any, given: Any) -> Any:
    """Return the child to visit next: the unproved one with the highest upper bound.

    Unvisited children all count the same, so they are visited in their order.
    """
    sums, _, _, explore, doubt, _ = given
    seat, visits = nodes[node, TO_MOVE], nodes[node, VISITS]
    curious = np.float32(explore) * np.float32(np.sqrt(np.log(visits + 1.0)))
    first, count, seen = np.int64(nodes[node, FIRST]), np.int64(nodes[node, CHILDREN]), np.int64(nodes[node, SEEN])
    while seen < count and bounds[WIDTH, first + seen] != np.float32(_UNSEEN):
        seen += 1
    nodes[node, SEEN] = seen
    means, widths = bounds[MEAN, first : first + seen], bounds[WIDTH, first : first + seen]
    best = highest(means, widths, curious)
    if seen < count:
        unseen = np.float32(sums[node, seat] / max(visits, 1) - doubt + curious)
        if rank(unseen) > best >> 32:
            return first + seen
    return child_of(first, best)


@inlined
def shut(bounds: Any, node: Any) -> None:
    """Let *node*, which is proved, never be chosen again."""
    bounds[MEAN, node], bounds[WIDTH, node] = SHUT, 0.0


@inlined
def prove(nodes: Any, node: Any, seats: Any) -> Any:
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
        worth = share(proof, seat)
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
def first_row(nodes: Any, sums: Any, bounds: Any, node: Any, move: Any) -> None:
    for column in range(COLUMNS):
        nodes[node, column] = 0
    nodes[node, CHILDREN] = nodes[node, TO_MOVE] = -1
    nodes[node, MOVE] = move
    bounds[MEAN, node], bounds[WIDTH, node] = 0.0, _UNSEEN
    for seat in range(sums.shape[1]):
        sums[node, seat] = 0.0


@inlined
def best_end(nodes: Any, node: Any) -> Any:
    """Return the child that the seat to move likes best, where all are proved but the node is not.

    That is so with more than two seats, when the ends are different ones of somebody else.
    """
    seat, first = nodes[node, TO_MOVE], nodes[node, FIRST]
    chosen = first
    for child in range(first, first + nodes[node, CHILDREN]):
        if share(nodes[child, PROOF], seat) > share(nodes[chosen, PROOF], seat):
            chosen = child
    return chosen


@compiled(_EXPAND)
def expand(rules: Any, state: Any, nodes: Any, sums: Any, bounds: Any, tree: Any, scratch: Any, node: Any) -> Any:
    """Make the children of *node*, whose position is *state*; return whether there was room."""
    count = calls.moves(rules, (state, scratch))
    first = tree[0]
    if first + count > nodes.shape[0]:
        return False
    tree[0] += count
    nodes[node, FIRST], nodes[node, CHILDREN] = first, count
    for number in range(count):
        first_row(nodes, sums, bounds, first + number, scratch[number])
    return True


@compiled(_LOOK)
def look(rules: Any, state: Any, nodes: Any, bounds: Any, scratch: Any, node: Any) -> Any:
    """Look at *node*, whose position is *state*, for the first time; return whether it is an end or a win in one."""
    ended = calls.result(rules, (state,))
    if ended != OPEN:
        nodes[node, TO_MOVE], nodes[node, PROOF] = 0, ended
        shut(bounds, node)
        return True
    mover = calls.seat(rules, (state,))
    nodes[node, TO_MOVE] = mover
    if calls.winning(rules, (state, scratch)) >= 0:
        nodes[node, PROOF], nodes[node, PLIES] = np.int64(1) << mover, 1
        shut(bounds, node)
        return True
    return False


@inlined
def look_below(rules: Any, root: Any, after: Any, nodes: Any, bounds: Any, tree: Any, scratch: Any, seats: Any) -> None:
    """Look at all children of a new root; set what they prove. *after* is room for a state."""
    for child in range(1, tree[0]):
        copy(root, after)
        calls.apply(rules, (after, np.int64(nodes[child, MOVE])))
        look(rules, after, nodes, bounds, scratch, child)
    prove(nodes, 0, seats)


@inlined
def hope(rules: Any, state: Any, worth: Any, seats: Any) -> None:
    """Write to *worth* what the kernel promises each of the *seats*, on the scale of ``share``."""
    total = 0.0
    for seat in range(seats):
        worth[seat] = np.exp(calls.promise(rules, (state, seat)))
        total += worth[seat]
    for seat in range(seats):
        worth[seat] = 2.0 * worth[seat] / total - 1.0


@inlined
def played_out(rules: Any, informed: Any, state: Any, rng: Any, scratch: Any) -> Any:
    """Play *state* to its end, and return the mask of the seats that win or share."""
    given = (state, rng, scratch)
    return (calls.informed(rules, given) if informed else calls.uniform(rules, given)) & 255


@compiled(_WEIGH)
def weigh(
    rules: Any,
    informed: Any,
    state: Any,
    worth: Any,
    rng: Any,
    scratch: Any,
    seats: Any,
    chance: Any,
    games: Any,
) -> None:
    """Write to *worth* what *state*, in play, is held to be worth to each of the *seats*; see ``grow``."""
    if chance < 1.0:
        hope(rules, state, worth, seats)
    for one in range(seats):
        worth[one] = (1.0 - chance) * worth[one] if chance < 1.0 else 0.0
    played, each = spare(state), chance / games
    for _ in range(games):
        copy(state, played)
        winners = played_out(rules, informed, played, rng, scratch)
        for one in range(seats):
            worth[one] += each * share(winners, one)


def descending(unfolded: Any, child: Any) -> Any:
    """Return what goes down the tree from the root, for both tree searches.

    *unfolded* says whether a node has children, and may make them; *child* chooses the one to visit next, −1 if all
    are proved. Both are given the ``rules``, the node's state, the node, and *given*, what their search knows.
    """

    @inlined
    def descend(
        rules: Any, root: Any, state: Any, after: Any, nodes: Any, bounds: Any, path: Any, scratch: Any, given: Any
    ) -> Any:
        """Return the length of the *path* taken, and who wins at its end if that is proved, else ``OPEN``.

        *state* and *after* are room for one state each; *state* becomes that of the last node if this is open.
        """
        seats = given[0].shape[1]
        copy(root, state)
        node, depth = np.int64(0), np.int64(0)
        path[0] = 0
        while depth < path.size - 1 and unfolded(rules, state, nodes, scratch, node, given):
            chosen = child(nodes, bounds, node, given)
            if chosen < 0:
                return depth, np.int64(nodes[best_end(nodes, node), PROOF])
            copy(state, after)
            calls.apply(rules, (after, np.int64(nodes[chosen, MOVE])))
            if nodes[chosen, TO_MOVE] < 0 and look(rules, after, nodes, bounds, scratch, chosen):
                if prove(nodes, node, seats):
                    return depth, np.int64(nodes[node, PROOF])
                continue
            copy(after, state)
            node = chosen
            depth += 1
            path[depth] = node
        return depth, np.int64(OPEN)

    return descend


@inlined
def close(nodes: Any, bounds: Any, path: Any, depth: Any, seats: Any) -> None:
    """Shut what is proved at the end of the *path* of this *depth*, and upwards what that proves."""
    while nodes[path[depth], PROOF] != OPEN:
        shut(bounds, path[depth])
        if depth == 0:
            break
        depth -= 1
        if not prove(nodes, path[depth], seats):
            break


@inlined
def _count(nodes: Any, sums: Any, bounds: Any, path: Any, depth: Any, worth: Any) -> None:
    """Count a visit of each node on the *path* of this *depth*, which was *worth* so much to each seat."""
    for place in range(depth + 1):
        node = path[place]
        nodes[node, VISITS] += 1
        for seat in range(sums.shape[1]):
            sums[node, seat] += worth[seat]
        if place > 0:
            visits = nodes[node, VISITS]
            bounds[MEAN, node] = sums[node, nodes[path[place - 1], TO_MOVE]] / visits
            bounds[WIDTH, node] = 1.0 / np.sqrt(visits + 1.0)


@inlined
def _unfolded(rules: Any, state: Any, nodes: Any, scratch: Any, node: Any, given: Any) -> Any:
    """Return whether *node* has children; they are made at its visit number ``expand_at``, if there is room."""
    sums, bounds, tree, _, _, expand_at = given
    if nodes[node, CHILDREN] >= 0:
        return True
    if nodes[node, VISITS] + 1 < expand_at:
        return False
    return expand(rules, state, nodes, sums, bounds, tree, scratch, node)


_descend = descending(_unfolded, _child)


@compiled(_GROW)
def grow(
    rules: Any,
    informed: Any,
    root: Any,
    nodes: Any,
    sums: Any,
    bounds: Any,
    tree: Any,
    path: Any,
    rng: Any,
    scratch: Any,
    simulations: Any,
    explore: Any,
    doubt: Any,
    expand_at: Any,
    chance: Any,
    games: Any,
) -> Any:
    """Grow the tree by *simulations*, fewer if the root is proved; return how many.

    Where the arrays are full, nodes stay leaves.

    Args:
        rules: where the kernel's functions are.
        informed: whether playouts are informed.
        root: the state at the root.
        nodes: rows of ``COLUMNS``, the root first.
        sums: of each node, what all visits were worth to each seat.
        bounds: two rows, of what the upper bound of each node is made.
        tree: of one place, how many nodes there are; 0 asks for a new root.
        path: room for the nodes of one simulation, from the root on.
        explore: the weight of what has been visited little.
        doubt: how much less than its parent a node is held to be worth before its first visit.
        expand_at: with which visit a node gets its children; the root has them at once.
        chance: the weight of random games from a new node beside what the kernel promises; 1 for these alone.
        games: how many are played in each simulation, at least one; their mean counts.
    """
    seats = sums.shape[1]
    state, after, worth = spare(root), spare(root), spare(root).view(np.float64)
    if tree[0] == 0:
        tree[0] = 1
        first_row(nodes, sums, bounds, 0, 0)
        nodes[0, TO_MOVE] = calls.seat(rules, (root,))
        expand(rules, root, nodes, sums, bounds, tree, scratch, 0)
        look_below(rules, root, after, nodes, bounds, tree, scratch, seats)
    known = sums, bounds, tree, explore, doubt, expand_at
    done, alone = np.int64(0), games == 1 and chance == 1.0
    while done < simulations and nodes[0, PROOF] == OPEN:
        done += 1
        depth, winners = _descend(rules, root, state, after, nodes, bounds, path, scratch, known)
        if winners == OPEN and alone:
            winners = played_out(rules, informed, state, rng, scratch)
        if winners == OPEN:
            weigh(rules, informed, state, worth, rng, scratch, seats, chance, games)
        else:
            for one in range(seats):
                worth[one] = share(winners, one)
        _count(nodes, sums, bounds, path, depth, worth)
        close(nodes, bounds, path, depth, seats)
    return done
