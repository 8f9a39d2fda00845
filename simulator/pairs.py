"""Tables whose players have two colours each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from kits.colours import joined
from simulator.scene import Placed, Scene


def paired(rng: np.random.Generator, scene: Scene) -> Scene:
    """Return *scene* with half as many seats, each with the pieces of two of its seats, as far as they are one stash.

    Which colours are a pair is drawn. Raises ``ValueError`` for a scene with an odd number of seats.
    """
    if len(scene.seats) % 2:
        raise ValueError(f"{len(scene.seats)} seats cannot be paired")
    names = list(scene.seats)
    order = [names[index] for index in rng.permutation(len(names))]
    pairs = sorted(sorted(order[at : at + 2]) for at in range(0, len(order), 2))
    seat_of = {old: new for new, pair in zip(names, pairs, strict=False) for old in pair}
    left = Counter({seat + kind: count for seat in seat_of.values() for kind, count in scene.kit.stock.items()})
    kept = []
    for index in rng.permutation(len(scene.pieces)):
        piece = _given(scene.pieces[int(index)], seat_of)
        if left[piece.seat + piece.kind] > 0:
            left[piece.seat + piece.kind] -= 1
            kept.append(piece)
    colours = {seat_of[pair[0]]: joined(scene.seats[seat] for seat in pair) for pair in pairs}
    loose = (replace(t, piece=seat_of[t.piece[0]] + t.piece[1:] if t.piece else "") for t in scene.loose)
    return replace(scene, seats=colours, pieces=tuple(sorted(kept, key=lambda piece: piece.cell)), loose=tuple(loose))


def _given(piece: Placed, seat_of: Mapping[str, str]) -> Placed:
    return replace(piece, seat=seat_of[piece.seat])
