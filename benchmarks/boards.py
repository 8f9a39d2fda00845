"""Pictures of boards whose corners are known: photographs, renders, and what shows none."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from core.options import RuleOptions
from core.tabik.options import TabikOptions
from core.tinker.options import TinkerOptions
from kiebitz.kits import kit_of
from kits.kit import Kit

Array = npt.NDArray[np.float64]


FOUND = 0.01
"""How far a corner of a found board may lie off, as a share of the board's side."""


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A picture and the truth: corners (4, 2) px in any cyclic order, None where there is no board."""

    picture: Path
    kit: Kit
    corners_px: Array | None
    tolerance_px: float = 0.0
    tier: str = ""
    image: npt.NDArray[np.uint8] | None = None
    """The picture, where *picture* is not a file."""

    def allows(self, off_px: float, part: float) -> bool:
        """Return whether a worst corner that is *off_px*, and *part* of the board's side, off is right."""
        return part <= FOUND or off_px <= self.tolerance_px


def cases_in(folder: Path, game: str) -> Iterator[Case]:
    """Yield the pictures of *folder* that have a truth, with the equipment of *game* in the size that each shows."""
    index = folder / "boards.json"
    if index.exists():
        for record in json.loads(index.read_text(encoding="utf-8")):
            corners = np.array(record["corners"], dtype=np.float64)
            yield Case(folder / record["file"], kit_of(game), corners, record["corner_tolerance_px"])
        return
    for record_file in sorted(folder.rglob("*.json")):
        record = json.loads(record_file.read_text(encoding="utf-8"))
        picture = record_file.with_suffix(".jpg")
        if picture.exists() and "corners_px" in record:
            corners = np.array(record["corners_px"], dtype=np.float64)
            yield Case(picture, kit_of(game, _options(game, record)), corners, tier=record.get("tier", ""))


def _options(game: str, record: dict[str, Any]) -> RuleOptions | None:
    """Return the options that give the board of a render's *record*: its size, and its number of players."""
    board = record.get("board") or {}
    columns, rows = board.get("cols", 8), board.get("rows", 8)
    if game == "tabik":
        return TabikOptions(board_size=columns)
    return TinkerOptions(players=4 if columns == rows == 7 else 2) if game == "tinker_tactics" else None


def negatives_in(folder: Path, game: str) -> Iterator[Case]:
    """Yield the pictures of *folder*, which show no board of *game*."""
    for picture in sorted(folder.rglob("*")):
        if picture.suffix.lower() in (".jpg", ".jpeg", ".png"):
            yield Case(picture, kit_of(game), None)


def error_of(found: Array, truth: Array) -> tuple[float, float]:
    """Return the worst corner's distance under the best cyclic match in px, and in parts of the mean side."""
    side = float(np.linalg.norm(truth - np.roll(truth, 1, axis=0), axis=1).mean())
    turns = (np.roll(way, k, axis=0) for way in (truth, truth[::-1]) for k in range(4))
    worst = min(float(np.linalg.norm(found - turn, axis=1).max()) for turn in turns)
    return worst, worst / side
