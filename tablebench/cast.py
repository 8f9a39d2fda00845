"""All that has to be built for a table's pictures, and what of it each picture shows. No Blender."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tablebench.positions import Piece, Position, draw_position, lying


@dataclass(frozen=True, slots=True)
class Frame:
    """What lies on the board in a picture; ``arm`` is the cell that somebody reaches for."""

    position: Position
    sequence: Mapping[str, Any] = field(default_factory=dict)
    arm: str | None = None

    @property
    def quarters(self) -> int:
        """By how many quarters the board has been turned, clockwise."""
        return int(self.sequence.get("quarters", 0))


def frames_in(folder: Path, game: str, rng: random.Random) -> list[Frame]:
    """Return what is to be drawn: the game that lies in *folder* (``game.json``), or else a random position."""
    file = folder / "game.json"
    if not file.exists():
        return [Frame(draw_position(game, rng))]
    told = json.loads(file.read_text(encoding="utf-8"))
    return [
        Frame(lying(game, told["columns"], told["colours"], each["contents"]), each["sequence"], each["arm"])
        for each in told["frames"]
    ]


@dataclass(frozen=True, slots=True)
class Cast:
    """All pieces and rods of a game at once, and the numbers of the frames in which each piece lies there."""

    position: Position
    when: Sequence[range]


def cast_of(frames: Sequence[Frame]) -> Cast:
    """Return what has to be built: a piece stays as it is put down until it is taken away."""
    pieces: list[Piece] = []
    when: list[range] = []
    for index, frame in enumerate(frames):
        for piece in frame.position.pieces:
            known = next((k for k, span in enumerate(when) if pieces[k] == piece and span.stop == index), None)
            if known is None:
                pieces.append(piece)
                when.append(range(index, index + 1))
            else:
                when[known] = range(when[known].start, index + 1)
    rods = frozenset[str]().union(*(frame.position.rods for frame in frames))
    return Cast(replace(frames[0].position, pieces=tuple(pieces), rods=rods), when)
