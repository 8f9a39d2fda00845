"""Finds the window of a lattice that is a ruled board, and its odds.

The evidence is at the edges of cells: a board has lines inside that reach its four sides or
run along them, and do not continue beyond. Pieces hide some edges and imitate a few, so
only means over whole lines count.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from calibration.ruled import Lines
from calibration.saddles import Array

MARGIN = 2
"""Cells around the expected window that are also examined."""

GOING_ON = 0.25
"""Weight of lines that continue beyond a side as evidence against a board."""

UNSEEN = 0.15
"""Evidence assumed for a side outside the picture: neither a board's end nor lines that continue."""

LIKELIEST = 3
"""Number of windows examined closely."""

ODDS = (-6.8, 4.2, -1.4, 1.2, -0.5, 3.4, 3.7, 1.9, -2.8, 4.5, 0.1, -2.5, -10.0, 2.9, 2.6)
"""Coefficients of the log odds of a board: the intercept, then those of ``RuledWindow.evidence``.

From a logistic regression over sightings in rendered pictures and in photographs without boards:
``python -m training.boards`` prints them.
"""

BY_STONES = float(np.log(4))
"""By how much the same edges say less where those of stones count too: they may be a board in two ways.

Of training's lattices as many boards are taken as with half of that, and fewer others.
"""

BY_OUTLINE = 2.0
"""By how much evidence says less where the lattice was looked for within an outline: other boards have outlines too."""


@dataclass(frozen=True, slots=True)
class RuledWindow:
    """A part of the lattice whose first corner is lattice point (``column``, ``row``), with its evidence (-1 … 1).

    ``inside`` is the mean over its inner edges, ``half`` the median of its inner lines' means. Of the four sides'
    evidence, in ascending order, ``reach`` tells that lines reach it, ``held`` that they do or that it is there
    itself, and ``beyond`` that lines go on.
    """

    column: int
    row: int
    inside: float
    half: float
    reach: tuple[float, ...]
    held: tuple[float, ...]
    beyond: tuple[float, ...]
    score: float
    chequered: bool
    by_stones: bool = False
    """Whether edges of stones count: then it is the second way in which the same edges may be a board."""
    by_outline: bool = False
    """Whether the lattice was looked for where a board's outline is."""

    @property
    def evidence(self) -> tuple[float, ...]:
        """What tells boards from other lattices: its four sides, each kind from the least, and the lines inside."""
        return (*self.reach, *self.held, *self.beyond, self.half, self.inside)

    @property
    def log_odds(self) -> float:
        """The logarithm of the odds that this is a board, where one of eight sightings is one."""
        discount = BY_STONES * self.by_stones + BY_OUTLINE * self.by_outline
        return float(np.dot(ODDS, (1.0, *self.evidence))) - discount


def ruled_windows(
    lines: Lines, columns: int, rows: int, *, hole: frozenset[tuple[int, int]] = frozenset()
) -> RuledWindow:
    """Return the likeliest *columns* × *rows* board among the edges *lines*; *hole* are its cells without lines."""
    scores = _quick_scores(lines, columns, rows)
    likeliest = np.argsort(-scores, axis=None)[:LIKELIEST]
    x, y = np.unravel_index(likeliest, scores.shape)
    windows = [_window(lines, int(i), int(j), columns, rows, hole) for i, j in zip(x, y, strict=True)]
    return max(windows, key=lambda window: window.score)


def _quick_scores(lines: Lines, columns: int, rows: int) -> Array:
    """Return the scores of all windows, by column and row, as if no cell were missing."""
    total = np.zeros((lines.present[0].shape[0] - columns, lines.present[1].shape[0] - rows))
    for which, (count, run) in enumerate(((columns, rows), (rows, columns))):
        present = lines.present[which]
        known = np.where(np.isfinite(present), present, 0.0)
        inner = _sliding(_sliding(known, count - 1, 0)[1:-1], run, 1) / ((count - 1) * run)
        rims = _sliding_mean(np.fmax(present, lines.step[which]), run, 1)
        beyond = np.maximum(_sliding_mean(present, count - 1, 0)[1:-1], 0.0)
        beside = np.pad(beyond, ((0, 0), (1, 1)))
        score = inner * (count - 1) * run / ((columns - 1) * rows + (rows - 1) * columns)
        score += 0.0625 * (rims[:-count] + rims[count:])
        score -= GOING_ON * (beside[:, : score.shape[1]] + beside[:, run + 1 : run + 1 + score.shape[1]])
        total += score if which == 0 else score.T
    return total


def _sliding(values: Array, length: int, axis: int) -> Array:
    """Return the sums of all *length* neighbours along *axis*."""
    return np.asarray(sliding_window_view(values, length, axis).sum(axis=-1))


def _sliding_mean(values: Array, length: int, axis: int) -> Array:
    """Return the means of all *length* neighbours along *axis*, 0 where most of them are not known."""
    known = np.isfinite(values)
    count = _sliding(known.astype(np.float64), length, axis)
    means = _sliding(np.where(known, values, 0.0), length, axis) / np.maximum(count, 1)
    return np.where(2 * count >= length, means, 0.0)


def _window(lines: Lines, x: int, y: int, columns: int, rows: int, hole: frozenset[tuple[int, int]]) -> RuledWindow:
    inner, rims, reach, beyond = [], [], [], []
    blocks: list[Array] = []
    for which, (first, count, start, run) in enumerate(((x, columns, y, rows), (y, rows, x, columns))):
        block = lines.present[which][first : first + count + 1, start : start + run].copy()
        steps = lines.step[which][first : first + count + 1, start : start + run]
        for column, row in hole:
            line, cell = (column, row) if which == 0 else (row, column)
            block[line, cell] = block[line + 1, cell] = np.nan
        blocks.append(block[1:-1])
        inner += [mean_seen(line) for line in block[1:-1]]
        rims += [mean_seen(line) for line in np.fmax(block[[0, -1]], steps[[0, -1]])]
        reach += [mean_seen(block[1:-1, cell]) for cell in (0, -1)]
        for cell in (start - 1, start + run):
            inside_image = 0 <= cell < lines.present[which].shape[1]
            there = lines.present[which][first + 1 : first + count, cell] if inside_image else np.full(1, -1.0)
            beyond.append(mean_seen(there, unseen=UNSEEN))
    everything = np.concatenate([block.ravel() for block in blocks])
    score = (
        float(np.nansum(everything)) / everything.size
        + 0.25 * float(np.mean(rims))
        - GOING_ON * float(np.sum(np.maximum(beyond, 0.0)))
    )
    return RuledWindow(
        lines.low[0] + x,
        lines.low[1] + y,
        mean_seen(everything),
        sorted(inner)[len(inner) // 2],
        tuple(sorted(reach)),
        tuple(sorted(max(rims[side], reach[(side + 2) % 4]) for side in range(4))),
        tuple(sorted(beyond)),
        score,
        lines.chequered,
        lines.by_stones,
    )


def mean_seen(values: Array, *, unseen: float = 0.0) -> float:
    """Return the mean of *values*, or *unseen* where most are not known."""
    seen = values[np.isfinite(values)]
    return float(seen.sum()) / len(seen) if 2 * len(seen) >= len(values) and len(seen) else unseen
