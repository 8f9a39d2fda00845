"""Boards in the order of their likelihood: the best guess of each cell first, then what costs least to change."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping

from core.explaining import Rows


def likely_boards(rows: Rows, *, most: int = 400, nats: float = 8.0) -> Iterator[tuple[float, Mapping[str, str]]]:
    """Yield boards with how much less likely than the best each is, in nats, from 0 on.

    At most *most* boards within *nats* are yielded. *rows* name the likelihoods of the cells, which are taken to be
    independent.
    """
    ranked = {cell: sorted(row, key=lambda content, row=row: (-row[content], content)) for cell, row in rows.items()}  # type: ignore[misc]
    best = {cell: contents[0] for cell, contents in ranked.items()}
    swaps = sorted(
        (rows[cell][best[cell]] - rows[cell][other], cell, other)
        for cell, contents in ranked.items()
        for other in contents[1:]
        if rows[cell][best[cell]] - rows[cell][other] < nats
    )
    # A heap of sets of swaps, each reached once: by adding the next swap, or by exchanging the last one for the next.
    heap: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    found = 0
    while heap and found < most:
        loss, chosen = heapq.heappop(heap)
        cells = [swaps[index][1] for index in chosen]
        if len(set(cells)) == len(cells):
            found += 1
            yield loss, {**best, **{swaps[index][1]: swaps[index][2] for index in chosen}}
        following = chosen[-1] + 1 if chosen else 0
        if following < len(swaps):
            more = swaps[following][0]
            bases = [(loss, chosen)] + ([(loss - swaps[chosen[-1]][0], chosen[:-1])] if chosen else [])
            for total, rest in bases:
                if total + more < nats:
                    heapq.heappush(heap, (total + more, (*rest, following)))
