"""Which glue tabs hold a folded body together: its faces as stiff plates with hinges along their edges."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from kits.fold import Edge, Polyhedron, glued_edges, shared


def freedom(body: Polyhedron, joined: Iterable[tuple[int, int]]) -> int:
    """Return in how many ways the faces of *body* can still move, if its folds and the pairs of faces *joined* hold."""
    pairs = [*((parent, face) for face, parent in enumerate(body.parents, start=1)), *joined]
    rows = np.zeros((len(pairs), 2, 3, len(body.faces), 6))
    for number, (one, other) in enumerate(pairs):
        start, _ = shared(body.faces[one], body.faces[other])
        ring = body.faces[one]
        for end, vertex in enumerate((ring[start], ring[(start + 1) % len(ring)])):
            x, y, z = body.vertices[vertex]
            speed = np.hstack([np.eye(3), [[0, z, -y], [-z, 0, x], [y, -x, 0]]])
            rows[number, end, :, one] = speed
            rows[number, end, :, other] = -speed
    unknown = 6 * len(body.faces)
    return unknown - int(np.linalg.matrix_rank(rows.reshape(-1, unknown), tol=1e-9)) - 6


def fewest_tabs(body: Polyhedron) -> tuple[Edge, ...]:
    """Return the places of few tabs that leave no face of *body* loose, chosen one by one as each holds most."""
    left, kept = glued_edges(body), dict[Edge, int]()

    def loose(place: Edge) -> int:
        return freedom(body, [*((face, other) for (face, _), other in kept.items()), (place[0], left[place])])

    while left and freedom(body, ((face, other) for (face, _), other in kept.items())):
        best = min(left, key=loose)
        kept[best] = left.pop(best)
    return tuple(kept)
