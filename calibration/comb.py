"""Finds square lattices of lines in a rectified plane.

A board's lines are equally spaced and equally long. So a comb of the board's size has much
line under its teeth and little between them. Every place and every pitch is tried. Whether
a comb is a board, and which part of it, is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.flat import Flat
from calibration.lattice import homography, project
from calibration.saddles import Array, Grey

SMALLEST = 0.17
"""Default size of the smallest board to search for, as a share of the rectified plane."""

STEP = 0.36
"""Difference between successive pitches, in cells over the whole comb."""

ASKEW = 0.09
"""Largest relative difference of the two pitches, because the camera's field of view is unknown."""

BOTH = 0.3
"""Weight of having lines in both directions."""

WORTH = 0.6
"""Windows that cannot reach this share of the best score are skipped."""

_FINE, _NARROW_PX = 6, 12.0
"""Places tried within one pitch across the lines, and the pitch in px above which there are twice as many."""

_ALONG = 2
"""Places tried within one pitch along the lines."""

_REACHES = (0.3, 0.22, 0.16)
"""Search distance for lines in each turn of fitting a lattice, in cells."""


@dataclass(frozen=True, slots=True, eq=False)
class Comb:
    """A lattice as its homography, lattice points to px, and its score; its likeliest window begins near (0, 0).

    ``columns`` and ``rows`` say which way round the window lies.
    """

    H_image_lattice: Array
    score: float
    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class _Guess:
    """A window of *columns* × *rows* cells, each *cells* cells of the board wide, in px of the plane laid flat."""

    score: float
    columns: int
    rows: int
    cells: int
    pitch: tuple[float, float]
    at: tuple[float, float]

    def is_like(self, other: _Guess) -> bool:
        width = (self.pitch[0] * self.columns, other.pitch[0] * other.columns)
        return abs(np.log(width[0] / width[1])) < 0.07 and all(
            abs(self.middle[k] - other.middle[k]) < 0.4 * self.pitch[k] for k in (0, 1)
        )

    @property
    def middle(self) -> tuple[float, float]:
        return self.at[0] + self.columns * self.pitch[0] / 2, self.at[1] + self.rows * self.pitch[1] / 2


def combs(
    flat: Flat,
    sides: tuple[tuple[int, int], ...],
    *,
    block: int = 0,
    smallest: float = SMALLEST,
    most: int = 3,
    tries: int = 6,
) -> Iterator[Comb]:
    """Yield the likeliest lattices, best first, *most* of so many *tries* to lay one on the lines that are seen.

    Args:
        sides: the (columns, rows) that a board may have in this plane.
        block: heavy lines after every so many cells, which may be all that is seen; 0 for none.
        smallest: the smallest board that is looked for, as a part of the plane laid flat.
    """
    kinds = [(columns, rows, 1) for columns, rows in sides]
    if block > 1:
        kinds += [(columns // block, rows // block, block) for columns, rows in sides]
    sums = [np.insert(np.add.accumulate(lines, axis=0), 0, 0.0, axis=0) for lines in flat.lines]
    guesses = sorted(
        (guess for kind in kinds for guess in _guesses(sums, *kind, smallest)), key=lambda guess: -guess.score
    )
    taken: list[_Guess] = []
    given = 0
    for guess in guesses:
        if any(guess.is_like(other) for other in taken):
            continue
        taken.append(guess)
        H = _laid(flat, guess)
        if H is not None:
            k = guess.cells
            lattice = flat.H_image_flat @ H @ np.diag([1 / k, 1 / k, 1.0])
            yield Comb(lattice, guess.score, guess.columns * k, guess.rows * k)
            given += 1
        if given == most or len(taken) == tries:
            return


def _guesses(sums: list[Grey], columns: int, rows: int, cells: int, smallest: float) -> Iterator[_Guess]:
    """Yield the best windows of *columns* × *rows* of each pitch, by the lines of both families summed from the top."""
    height, width = sums[0].shape[0] - 1, sums[0].shape[1]
    least, most = smallest * max(width, height) / max(columns, rows), 1.05 * min(width / columns, height / rows)
    step = STEP / max(columns, rows)
    pitches = least * np.exp(np.arange(0.0, np.log(max(most / least, 1.0)) + step, step))
    across = [_teeth(sums[0], columns, rows, pitch) for pitch in pitches]
    down = [_teeth(sums[1], rows, columns, pitch).T for pitch in pitches]
    best = 0.0
    for bound, i, j in sorted(_pairs(across, down, round(ASKEW / step)), reverse=True):
        x_pitch, y_pitch = float(pitches[i]), float(pitches[j])
        seen_px = (columns - 1) * rows * y_pitch + (rows - 1) * columns * x_pitch
        if bound * np.sqrt(seen_px) < WORTH * best:
            continue
        other = _resized(down[j], across[i].shape, y_pitch / x_pitch)
        both = across[i] + other + BOTH * np.minimum(across[i], other)
        row, column = np.unravel_index(int(np.argmax(both)), both.shape)
        score = float(both[row, column]) * float(np.sqrt(seen_px))
        best = max(best, score)
        at = ((column + 0.5) / _ALONG - 1) * x_pitch, ((row + 0.5) / _ALONG - 1) * x_pitch
        yield _Guess(score, columns, rows, cells, (x_pitch, y_pitch), at)


def _pairs(across: list[Grey], down: list[Grey], askew: int) -> Iterator[tuple[float, int, int]]:
    """Yield which pitches may go together, at most *askew* steps apart, with what they can score at most."""
    highest = [[float(scores.max()) for scores in family] for family in (across, down)]
    for i, x in enumerate(highest[0]):
        for j in range(max(0, i - askew), min(len(down), i + askew + 1)):
            y = highest[1][j]
            yield x + y + BOTH * min(x, y), i, j


def _resized(grid: Grey, shape: tuple[int, ...], ratio: float) -> Grey:
    """Return *grid*, whose steps are *ratio* times as large, on the steps of a grid of *shape*; its origin stays."""
    places = [np.floor((np.arange(n) + 0.5 - _ALONG) / ratio + _ALONG).astype(np.intp) for n in shape]
    known = [(place >= 0) & (place < n) for place, n in zip(places, grid.shape, strict=True)]
    out = np.full(shape, -1.0, np.float32)
    out[np.ix_(*known)] = grid[np.ix_(*(place[which] for place, which in zip(places, known, strict=True)))]
    return out


def _teeth(lines: Grey, count: int, run: int, pitch: float) -> Grey:
    """Return the score of a comb of *count* cells, with teeth *run* cells long, by where its first cell begins.

    *lines* are summed from the top, one row more. Rows and columns of the answer are steps of a pitch / ``_ALONG``,
    from one pitch outside of *lines*. The outermost teeth count half; line between the teeth, or beside them, counts
    against the comb.
    """
    height, width = lines.shape[0] - 1, lines.shape[1]
    length, about = max(1, round(run * pitch)), round(pitch)
    starts = np.round((np.arange(_ALONG * (height + 2 * pitch) / pitch) + 0.5) * pitch / _ALONG).astype(np.intp) - about
    starts = starts[starts + length <= height + about]
    cells = int((width + 4 * pitch) // pitch)
    if len(starts) == 0 or cells < count + 3:
        return np.full((1, 1), -1.0, np.float32)
    first, beyond = np.clip(starts, 0, height), np.clip(starts + length, 0, height)
    long = np.zeros((len(starts), width + 4 * about), np.float32)
    np.subtract(lines[beyond], lines[first], out=long[:, 2 * about : 2 * about + width])
    long /= length
    fine = _FINE if pitch < _NARROW_PX else 2 * _FINE
    size = (max(round(long.shape[1] * fine / pitch), cells * fine), len(starts))
    even = np.asarray(cv2.resize(long, size, interpolation=cv2.INTER_AREA), dtype=np.float32)[:, : cells * fine]
    phases = np.ascontiguousarray(even.reshape(len(starts), cells, fine).transpose(2, 0, 1))
    last, half = cells - count - 2, fine // 2
    inner, between = _runs(phases, count - 1)[:, :, 2 : 2 + last], _runs(phases, count)
    between = np.concatenate([between[half:, :, 1 : 1 + last], between[:half, :, 2 : 2 + last]])
    outer, outside = (
        phases[:, :, n : n + last] + phases[:, :, m : m + last] for n, m in ((1, 1 + count), (0, 2 + count))
    )
    score = (inner + 0.5 * (outer - outside)) / max(1, count - 1) - between / count
    best = score.reshape(_ALONG, fine // _ALONG, len(starts), last).max(axis=1)
    return np.ascontiguousarray(best.transpose(1, 2, 0)).reshape(len(starts), -1)


def _runs(values: Grey, count: int) -> Grey:
    """Return the sums of all *count* neighbours along the last axis."""
    length, at, size = values.shape[-1] - count + 1, 0, 1
    total = np.zeros((*values.shape[:-1], length), np.float32)
    while True:
        if count & size:
            total += values[..., at : at + length]
            at += size
        size *= 2
        if size > count:
            return total
        values = values[..., : -size // 2] + values[..., size // 2 :]


def _laid(flat: Flat, guess: _Guess) -> Array | None:
    """Return the homography, lattice points to px of *flat*, of *guess* laid on the lines that are seen."""
    H = np.array([[guess.pitch[0], 0, guess.at[0]], [0, guess.pitch[1], guess.at[1]], [0, 0, 1.0]])
    side = (guess.columns, guess.rows)
    x, y = np.meshgrid(np.linspace(0, side[0], 5), np.linspace(0, side[1], 5))
    grid = np.column_stack([x.ravel(), y.ravel()])
    for reach in _REACHES:
        shifts = [_shift(flat.lines[which], H, which, side, reach) for which in (0, 1)]
        if any(shift is None for shift in shifts):
            return None
        terms = _terms(2 * grid / side - 1)
        moved = grid + np.column_stack([terms @ shift for shift in shifts if shift is not None])
        refit = homography(grid, project(H, moved))
        if refit is None:
            return None
        H = refit
    return H


def _terms(place: Array) -> Array:
    """Return (N, 4) what a shift is a sum of, by *place* (N, 2) on the board from -1 to 1."""
    return np.column_stack([np.ones(len(place)), place, place[:, 0] * place[:, 1]])


def _shift(lines: Grey, H: Array, which: int, side: tuple[int, int], reach: float) -> Array | None:
    """Return by how many cells the lines of one family are shifted, as factors of ``_terms``; None without lines."""
    count, run = side[which], side[1 - which]
    strips, samples, steps = 6, 4, 17
    along = (np.arange(strips * samples) + 0.5) * run / (strips * samples)
    offsets = np.linspace(-reach, reach, steps)
    line, offset, run_at = np.meshgrid(np.arange(count + 1.0), offsets, along, indexing="ij")
    points = np.column_stack([(line + offset).ravel(), run_at.ravel()])
    px = project(H, points if which == 0 else points[:, ::-1]).astype(np.float32)
    px = (px if which == 0 else px[:, ::-1]).reshape((count + 1) * steps, strips * samples, 2)
    found = cv2.remap(lines, px[..., 0], px[..., 1], cv2.INTER_LINEAR)
    found = found.reshape(count + 1, steps, strips, samples).mean(axis=3)
    weight = np.maximum(found.max(axis=1) - np.median(found, axis=1) - 0.04, 0.0).ravel().astype(np.float64)
    if np.count_nonzero(weight) < 4:
        return None
    seen = offsets[found.argmax(axis=1)].ravel()
    middle = (np.arange(strips) + 0.5) * run / strips
    place = np.stack(np.broadcast_arrays(np.arange(count + 1.0)[:, None], middle), axis=-1).reshape(-1, 2)
    terms = _terms((2 * place / (count, run) - 1)[:, :: 1 if which == 0 else -1])
    stiff, width, solved = np.diag([0.001, 0.05, 0.05, 0.2]), reach / 2, np.zeros(4)
    for _ in range(8):
        robust = weight / (1 + ((seen - terms @ solved) / width) ** 2) ** 2
        solved = np.asarray(np.linalg.solve((terms.T * robust) @ terms + stiff, (terms.T * robust) @ seen))
        width = max(0.04, 0.8 * width)
    return solved
