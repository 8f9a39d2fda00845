"""What one picture of an examination came to, and the sums of many."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from benchmarks.boards import FOUND, error_of
from benchmarks.boards import Case as BoardCase
from benchmarks.examination import Task
from benchmarks.renders import Render
from calibration.places import Place
from kiebitz.eye.seer import Seer
from vision.reader import BoardReading
from vision.views import Image

HIDDEN = 0.3
"""A place does not count if this share of it or more is hidden."""
EDGES = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.97, 0.99, 0.999)
"""The lower bounds of the bins of the reliability table."""
SURE = EDGES.index(0.99)


@dataclass(slots=True)
class Mark:
    """Counts of one picture; of its cells only where its board was found."""

    key: str
    group: str
    game: str
    tier: str
    found: bool
    """Whether the board was found where it is; without a board, whether none was found."""
    error: float | None
    """Distance of the worst corner as a share of the side; None if no board was found."""
    find_ms: float
    read_ms: float | None = None
    method: str = ""
    cells: int = 0
    right: int = 0
    answered: int = 0
    answered_right: int = 0
    dice: int = 0
    dice_right: int = 0
    whole: bool = False
    bins: list[list[int]] = field(default_factory=lambda: [[0, 0] for _ in EDGES])
    """For each bin of ``EDGES``: the cells read with such a probability, and those of them that are right."""
    faults: list[str] = field(default_factory=list)
    """What was read wrong or not with certainty: ``e4: As read as Am (0.97)``."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def examined(task: Task, *, known: str = "nothing", posed: bool = False) -> Mark:
    """Return how *task* went.

    Args:
        known: ``players`` tells the reader how many there are, ``colours`` which.
        posed: take the true pose instead of looking for the board.
    """
    image, truth = task.show()
    seer = Seer(truth.kit, players=truth.players if isinstance(truth, Render) and known != "nothing" else None)
    begun = time.process_time()
    place = Place.of(truth.registration) if posed and isinstance(truth, Render) else seer.find(image)
    mark = Mark(task.key, task.group, task.game, task.tier, False, None, 1000 * (time.process_time() - begun))
    if isinstance(truth, BoardCase):
        return _boards_only(mark, truth, place)
    if place is None:
        return mark
    mark.method = place.method
    mark.error = error_of(place.corners_px, truth.registration.corners_px)[1]
    mark.found = mark.error <= FOUND
    _read(mark, seer, image, place, truth, known)
    return mark


def _boards_only(mark: Mark, truth: BoardCase, place: Place | None) -> Mark:
    if truth.corners_px is None or place is None:
        mark.found = truth.corners_px is None and place is None
        return mark
    off_px, mark.error = error_of(place.corners_px, truth.corners_px)
    mark.found = truth.allows(off_px, mark.error)
    return mark


def _read(mark: Mark, seer: Seer, image: Image, place: Place, truth: Render, known: str) -> None:
    """Read the picture and count what is right."""
    names = dict(zip("ABCDEF", truth.colours, strict=False)) if known == "colours" else {}
    begun = time.process_time()
    reading = seer.read(image, place, names)
    mark.read_ms = 1000 * (time.process_time() - begun)
    case = truth if place.method == "tags" else truth.moved_to(place.boards[0])
    mark.whole = True
    for cell, piece in case.contents.items():
        if case.hidden[cell] < HIDDEN:
            owner = "" if piece is None or piece[0] is None else "ABCDEF"[case.colours.index(piece[0])]
            _count(mark, cell, "." if piece is None else owner + piece[1], reading)


def _count(mark: Mark, cell: str, truth: str, reading: BoardReading) -> None:
    content, p = "covered", 0.0
    if cell in reading.reading.cells:
        content, p = next(iter(reading.reading.probabilities(cell).items()))
        place = mark.bins[int(np.searchsorted(EDGES, p, side="right")) - 1]
        place[0] += 1
        place[1] += content == truth
    sure = content != "covered" and cell not in reading.unsure
    mark.cells += 1
    mark.right += content == truth
    mark.answered += sure
    mark.answered_right += sure and content == truth
    mark.whole &= sure and content == truth
    if "=" in truth:
        mark.dice += 1
        mark.dice_right += content.partition("=")[2] == truth.partition("=")[2]
    if content != truth or not sure:
        mark.faults.append(f"{cell}: {truth} read as {content} ({p:.3f})")


@dataclass(frozen=True, slots=True)
class Row:
    """The sums of one set, game and tier; ``game`` ``all`` is that of all games."""

    group: str
    game: str
    tier: str
    pictures: int
    found: int
    error_percent: float | None
    """The median error of the worst corners, over boards found."""
    whole: int
    cells: int
    right: int
    answered: int
    answered_right: int
    dice: int
    dice_right: int
    milliseconds: float
    """Median CPU time of finding and reading together."""
    bins: list[list[int]]

    @property
    def name(self) -> tuple[str, str, str]:
        return self.group, self.game, self.tier

    @property
    def sure(self) -> tuple[int, int]:
        """How many cells were given with p ≥ 0.99, and how many of these are right."""
        cells, right = (sum(values) for values in zip(*self.bins[SURE:], strict=True))
        return cells, right


def rows_of(marks: Iterable[Mark]) -> list[Row]:
    """Return the sums of *marks* by set, game and tier, and of all games of a set."""
    groups: dict[tuple[str, str, str], list[Mark]] = {}
    for mark in marks:
        groups.setdefault((mark.group, mark.game, mark.tier), []).append(mark)
        groups.setdefault((mark.group, "all", mark.tier), []).append(mark)
    return [sums(some, name) for name, some in sorted(groups.items())]


def sums(marks: Sequence[Mark], name: tuple[str, str, str] = ("", "", "")) -> Row:
    """Return the sums of *marks*, called *name*: set, game and tier."""
    errors = [100 * mark.error for mark in marks if mark.error is not None]
    return Row(
        *name,
        pictures=len(marks),
        found=sum(mark.found for mark in marks),
        error_percent=round(statistics.median(errors), 3) if errors else None,
        whole=sum(mark.whole for mark in marks),
        cells=sum(mark.cells for mark in marks),
        right=sum(mark.right for mark in marks),
        answered=sum(mark.answered for mark in marks),
        answered_right=sum(mark.answered_right for mark in marks),
        dice=sum(mark.dice for mark in marks),
        dice_right=sum(mark.dice_right for mark in marks),
        milliseconds=round(statistics.median(mark.find_ms + (mark.read_ms or 0.0) for mark in marks), 1),
        bins=np.sum([mark.bins for mark in marks], axis=0).tolist(),
    )
