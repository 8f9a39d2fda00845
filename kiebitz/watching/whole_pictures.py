"""Keeps whole pictures of a table beside the journal, where the table was understood and nothing is open.

With each the place of the board is kept, and which cells the picture does not show for certain.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2

from calibration.places import Place
from calibration.registration import Registration
from core.json_types import JsonObject
from kiebitz.archive.picture_files import delete_picture, kept_pictures, write_picture
from kiebitz.disk import why
from kiebitz.output import note
from kiebitz.pictures.frame import Frame
from kiebitz.table.events import Event
from kiebitz.table.state import Phase, TableState
from kiebitz.watching.crops import UNDERSTOOD

MOST_PICTURES = 200
"""Most pictures of a game to keep; if there are more, every second one is deleted."""
SURE = 0.9
"""A cell is in doubt if the reader is surer than this of something other than what was announced."""
_QUALITY = 90
"""JPEG quality of the pictures, from 0 to 100."""


class Pictures:
    """Writes the whole pictures of one table. ``trouble`` says why that failed last, or is empty."""

    def __init__(self, *, most: int = MOST_PICTURES) -> None:
        self.trouble = ""
        self._was_in_trouble = False
        self._most = most

    def taken(self, events: Sequence[Event], frame: Frame, place: Place | None, state: TableState[Any]) -> bytes:
        """Return *frame* as a JPEG if its *events*, which led to *state*, say what lies there; else nothing."""
        if place is None or not _is_understood(events, state):
            return b""
        return cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()

    def write(self, journal: Path, number: int, picture: bytes, place: Place, state: TableState[Any]) -> None:
        """Write *picture* as that of the event *number* beside *journal*; the board is at *place*, as in *state*."""
        told = {"boards": [board_json(board) for board in place.boards], "doubtful": sorted(_doubtful(state))}
        try:
            write_picture(journal, number, picture, json.dumps(told).encode())
            kept = kept_pictures(journal)
            for old in kept[1:-1:2] if len(kept) > self._most else ():
                delete_picture(journal, old)
        except OSError as error:
            self.trouble = why(error)
        else:
            self.trouble = ""

    def report(self, game: str) -> None:
        """Say, once, that pictures of *game* cannot be kept."""
        if self.trouble and not self._was_in_trouble:
            note(f"whole pictures of game {game} cannot be kept ({self.trouble}); the game goes on without them")
        self._was_in_trouble = bool(self.trouble)


def _is_understood(events: Sequence[Event], state: TableState[Any]) -> bool:
    """Return whether *events* say what lies on the board, so that *state* has it right."""
    told = bool(events) and events[-1].kind in (*UNDERSTOOD, "result")
    settled = state.in_view and not state.trouble.key and not state.set_up.awaited and not state.insisted.undone
    return told and settled and state.phase in (Phase.PLAYING, Phase.OVER)


def _doubtful(state: TableState[Any]) -> set[str]:
    """Return the cells that were covered, that people corrected, or in which the reader is sure of something else."""
    doubtful = set(state.insisted.cells)
    seen = state.telling.seen
    if seen is None:
        return doubtful
    for cell, content in state.contents.items():
        if cell not in seen.cells:
            doubtful |= {cell} & seen.covered
        elif sum(share for other, share in seen.probabilities(cell).items() if other != content) > SURE:
            doubtful.add(cell)
    return doubtful


def board_json(board: Registration) -> JsonObject:
    """Return where *board* lies in its picture, as JSON; ``kiebitz.pictures.real`` reads it."""
    plan, camera = board.plan, board.camera
    return {
        "corners_px": board.corners_px.round(3).tolist(),
        "K": camera.K.tolist(),
        "dist": camera.dist.ravel().tolist(),
        "size": [int(side) for side in camera.size],
        "R": board.R.tolist(),
        "t": board.t.ravel().tolist(),
        "columns": plan.columns,
        "rows": plan.rows,
        "pitch_mm": plan.pitch_mm,
        "missing": sorted(plan.missing),
        "prefix": plan.prefix,
    }
