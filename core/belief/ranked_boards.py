"""Boards in the order of their likelihood: the best guess of each cell first, then what costs least to change."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping

from core.belief.likelihood import Rows

Changes = tuple[tuple[int, int], ...]
"""(Index of a cell, rank of its content) for each cell that does not hold its likeliest content."""


def likely_boards(rows: Rows, *, most: int = 400, nats: float = 8.0) -> Iterator[tuple[float, Mapping[str, str]]]:
    """Yield boards with how much less likely than the best each is, in nats, from 0 on.

    At most *most* boards within *nats* are yielded. *rows* name the likelihoods of the cells, which are taken to be
    independent.
    """
    ranked = {cell: _ranked(row, nats) for cell, row in rows.items()}
    best = {cell: contents[0][0] for cell, contents in ranked.items()}
    several = (cell for cell in ranked if len(ranked[cell]) > 1)
    cells = sorted(several, key=lambda cell: ranked[cell][0][1] - ranked[cell][1][1])

    def loss_of(changes: Changes) -> float:
        return sum(ranked[cells[index]][0][1] - ranked[cells[index]][rank][1] for index, rank in changes)

    heap: list[tuple[float, Changes]] = [(0.0, ())]
    for _ in range(most):
        if not heap:
            return
        loss, changes = heapq.heappop(heap)
        yield loss, {**best, **{cells[index]: ranked[cells[index]][rank][0] for index, rank in changes}}
        for more in _following(changes):
            index, rank = more[-1]
            if index < len(cells) and rank < len(ranked[cells[index]]) and (lost := loss_of(more)) < nats:
                heapq.heappush(heap, (lost, more))


def _ranked(row: Mapping[str, float], nats: float) -> list[tuple[str, float]]:
    """Return the contents of *row* less than *nats* below the best, with their log-likelihoods, the likeliest first."""
    least = max(row.values()) - nats
    near = [item for item in row.items() if item[1] > least]
    return sorted(near, key=lambda item: (-item[1], item[0]))


def _following(changes: Changes) -> Iterator[Changes]:
    """Yield the changes that follow *changes*, none likelier; repeated, this reaches every set exactly once.

    The last cell gets its next content, the cell after it is changed as well, or is changed instead.
    """
    if not changes:
        yield ((0, 1),)
        return
    *others, (index, rank) = changes
    yield (*others, (index, rank + 1))
    yield (*changes, (index + 1, 1))
    if rank == 1:
        yield (*others, (index + 1, 1))
