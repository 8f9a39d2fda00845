"""Cuts small pictures of the cells that an event is about, before it and after it, and keeps them beside the journal.

The cells are outlined in both, so that one sees where to look. "Before" is how the table looked when it was last
understood.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.places import Place
from kiebitz.archive.crop_files import MOST_EVENTS, crop_file, crops_folder, crops_of, pictured
from kiebitz.disk import why, write_whole
from kiebitz.output import note
from kiebitz.pictures.files import shrunk
from kiebitz.pictures.frame import Frame, Image
from kiebitz.table.events import Event
from kiebitz.table.state import TableState
from kits.kit import Plan

PICTURED = ("move", "takeback", "illegal", "partial", "unsure")
"""The events that get pictures."""
UNDERSTOOD = ("state", "move", "pass", "takeback", "repaired", "agreed", "corrected")
"""Events after which the board is known to hold what was announced."""
LONGEST_PX = 320
"""Most pixels of a picture's longer side."""
LARGEST_BYTES = 65_536
_QUALITIES = (85, 60, 30, 10)
"""JPEG qualities to try: the first that makes the picture small enough is used."""
_MARGIN_CELLS = 1.0
"""Margin around each cell, in cells: tall pieces lean that far out."""
_OUTLINES = (((255, 255, 255), 3), ((0, 0, 0), 1))
"""Colours (BGR) and widths in px of an outline: a black line on a white one, visible on any board."""
_ROD_HALF = 0.15
"""Half the width of an outlined edge, in cells."""


class Crops:
    """Writes the pictures of one table's events. ``trouble`` says why that failed last, or is empty."""

    def __init__(self, state: TableState[Any], *, most_events: int = MOST_EVENTS) -> None:
        self.trouble = ""
        self._was_in_trouble = False
        self._most_events = most_events
        self._contents = _known(state)
        self._before: tuple[Image, Place] | None = None
        self._journal: Path | None = None
        self._kept: deque[int] = deque()

    def cut(
        self, told: Mapping[str, Any], frame: Frame, place: Place | None, state: TableState[Any]
    ) -> dict[str, bytes]:
        """Return the pictures, ``before`` and ``after`` → JPEG, of what was *told* of *frame*; empty if it has none."""
        cells = self._cells(told, state)
        if told["event"] not in PICTURED or place is None:
            return {}
        pictures = {"after": crop(frame.image, place, cells)}
        if self._before is not None:
            image, there = self._before
            pictures["before"] = crop(image, place if _same(place, there) else there, cells)
        return {when: data for when, data in pictures.items() if data}

    def note(self, events: Sequence[Event], frame: Frame | None, place: Place | None, state: TableState[Any]) -> None:
        """Note what the table is like after *events*, which were told of *frame*, or said by people."""
        self._contents = _known(state)
        if frame is None or place is None:
            return
        first = self._before is None and any(event.kind == "found" for event in events)
        if first or any(event.kind in UNDERSTOOD for event in events):
            self._before = frame.image, place

    def report(self, game: str) -> None:
        """Say, once, that pictures of *game* cannot be kept."""
        if self.trouble and not self._was_in_trouble:
            note(f"pictures of game {game} cannot be kept ({self.trouble}); the game goes on without them")
        self._was_in_trouble = bool(self.trouble)

    def _cells(self, told: Mapping[str, Any], state: TableState[Any]) -> list[str]:
        """Return the cells that the event *told* is about; after a move, remember the board that it leads to."""
        if told["event"] not in ("move", "pass", "takeback"):
            return list(told.get("cells", ()))
        was, self._contents = self._contents, state.game.parse_contents(told["position"])
        return [cell for cell, content in self._contents.items() if content != was.get(cell)]

    def write(self, journal: Path, number: int, pictures: Mapping[str, bytes]) -> None:
        """Write *pictures*, as they were cut, of the event that has the *number* in *journal*."""
        if not pictures:
            return
        try:
            crops_folder(journal).mkdir(mode=0o700, exist_ok=True)
            if journal != self._journal:
                self._journal, self._kept = journal, deque(pictured(journal))
            for when, data in pictures.items():
                write_whole(crop_file(journal, number, when), data)
            self._kept.append(number)
            while len(self._kept) > self._most_events:
                for file in crops_of(journal, self._kept.popleft()).values():
                    file.unlink()
        except OSError as error:
            self.trouble = why(error)
        else:
            self.trouble = ""


def _known(state: TableState[Any]) -> Mapping[str, str]:
    return {} if state.position is None else state.contents


def crop(image: Image, place: Place, cells: Iterable[str]) -> bytes:
    """Return *cells* of *place*, outlined, and what is close to them, as a JPEG; nothing if none is in *image*."""
    wanted = sorted(set(cells))
    named = {part for cell in wanted for part in cell.split("-")}
    boxes: list[list[float]] = []
    outlines: list[npt.NDArray[np.float64]] = []
    for board in place.boards:
        half = (0.5 + _MARGIN_CELLS) * board.plan.pitch_mm
        middles = [board.plan.centre_mm(cell) for cell in sorted(named & set(board.plan.cells))]
        corners = [(x + dx, y + dy) for x, y in middles for dx in (-half, half) for dy in (-half, half)]
        boxes += board.px_from_board(corners).tolist() if corners else []
        outlines += [board.px_from_board(_around(board.plan, cell)) for cell in wanted if _is_on(board.plan, cell)]
    if not boxes:
        return b""
    (left, top), (right, bottom) = np.min(boxes, axis=0), np.max(boxes, axis=0)
    height, width = image.shape[:2]
    x, y = _within(left, width), _within(top, height)
    part = image[y : _within(bottom + 1, height), x : _within(right + 1, width)]
    return _jpeg(part, [outline - (x, y) for outline in outlines]) if part.size else b""


def _is_on(plan: Plan, cell: str) -> bool:
    return all(end in plan.cells for end in cell.split("-"))


def _around(plan: Plan, cell: str) -> list[tuple[float, float]]:
    """Return the corners of *cell*, or of a strip along an edge, in mm, in order around it."""
    ends = [plan.centre_mm(end) for end in cell.split("-")]
    x, y = (sum(values) / len(ends) for values in zip(*ends, strict=True))
    half = 0.5 * plan.pitch_mm
    upright = len(ends) > 1 and abs(ends[0][0] - ends[1][0]) > half  # the cells lie side by side
    thin = _ROD_HALF * plan.pitch_mm if len(ends) > 1 else half
    across, along = (thin, half) if upright else (half, thin)
    return [(x - across, y - along), (x + across, y - along), (x + across, y + along), (x - across, y + along)]


def _within(value: float, size: int) -> int:
    return int(np.clip(value, 0, size))


def _jpeg(part: Image, outlines: Sequence[npt.NDArray[np.float64]]) -> bytes:
    small = shrunk(part, longest_px=LONGEST_PX).copy()
    scale = small.shape[1] / part.shape[1]
    drawn = [np.rint((outline + 0.5) * scale - 0.5).astype(np.int32) for outline in outlines]
    for colour, width in _OUTLINES:
        cv2.polylines(small, drawn, isClosed=True, color=colour, thickness=width, lineType=cv2.LINE_AA)
    data = b""
    for quality in _QUALITIES:
        data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
        if len(data) <= LARGEST_BYTES:
            break
    return data


def _same(one: Place, other: Place) -> bool:
    """Return whether the boards lie in the same spot at *one* and *other*, whatever their cells are called."""
    if len(one.boards) != len(other.boards):
        return False
    apart = np.linalg.norm(one.corners_px[:, None] - other.corners_px[None], axis=2).min(axis=1)
    return float(apart.max()) < 0.1 * one.cell_px
