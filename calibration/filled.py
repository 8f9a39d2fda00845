"""A board under pieces laid on everything that looks like its lines.

Where cells are bare the lines of the board itself are seen, where flat pieces fill them
the gaps between their tops, a piece's height above it. Which of the two a ridge is, or
neither, is not decided: pose and height are those for which all ridges are likeliest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import numpy.typing as npt

from calibration.lattice import homography
from calibration.pose import CameraPrior, State, damped_step
from calibration.registration import Camera, Registration
from calibration.ridges import Ridges, find_ridges
from calibration.saddles import Array, Grey

ANY_LENS = CameraPrior(focal_log_sd=0.3)
"""What is known of the camera where the lines of a whole board speak."""

NOISE_PX = 0.5
"""Standard deviation of a ridge's place in the working picture, besides that in cells."""

LINES, TOPS, NEITHER = 0.3, 0.4, 0.3
"""How often an edge shows the board's line, the gap between two pieces' tops, neither."""

RIM_DOUBT = 2.0
"""How many times less exact the outermost lines are: some are the edge of a frame, and its shadow."""

EVEN = 1.5
"""How much likelier both sides of a line of the board are alike than not; those of a gap are of any two pieces."""

WIDELY = 0.5
"""How likely a line of the board is to be seen as a wide ridge, in parts of a thin one."""

LOWEST, HIGHEST = 0.08, 0.45
"""How high pieces' tops may be, in cells."""

USUAL, SPREAD = 0.2, 0.15
"""Mean and standard deviation of that height."""

STARTS = (0.0, 0.1, 0.2, 0.3)
"""How high above the board, in cells, the lattice may lie from which the search begins."""

FIRST = (0.03, 0.05)
NARROWER = ((0.02, 0.04), (0.015, 0.025))
"""Standard deviations of lines and of gaps, in cells, in each turn of the search."""

STEPS = 3
"""Steps of a turn."""

_DAMPING = 1e-3

FOLLOWED = 3
"""How many of the first turn's answers are followed up."""


def laid_under_pieces(grey: Grey, near: Registration, *, camera: Camera | None = None) -> Registration:
    """Return *near*, in px of *grey*, laid on the lines of the board; *near* itself where too little is seen.

    Args:
        near: where lines are, those of the board or gaps between tops of pieces, to a few tenths of a cell.
        camera: what is known of the camera; then only the pose is looked for.
    """
    side = (near.plan.columns, near.plan.rows)
    x, y = np.meshgrid(np.linspace(0, side[0], 5), np.linspace(0, side[1], 5))
    lattice = np.column_stack([x.ravel(), y.ravel()])
    H = homography(lattice, near.px_from_board(lattice * near.plan.pitch_mm))
    ridges = None if H is None else find_ridges(grey, H, side)
    if ridges is None or len(ridges) < 2 * sum(side):
        return near
    guesses = []
    for dark in (True, False):
        likelihood = _Likelihood.of(ridges, near, dark=dark, prior=ANY_LENS if camera is None else None)
        for height in STARTS:
            under = replace(near, t=near.t + near.R @ np.array([0.0, 0.0, height * near.plan.pitch_mm]))
            guess = likelihood.climbed(_Guess(State.of(under), height or USUAL), *FIRST)
            guesses.append((likelihood.terms(guess, *NARROWER[0]).nats, likelihood, guess))
    guesses.sort(key=lambda found: -found[0])
    best, seen = None, None
    for _, likelihood, guess in guesses[:FOLLOWED]:
        for widths in NARROWER:
            guess = likelihood.climbed(guess, *widths)
        terms = likelihood.terms(guess, *NARROWER[-1])
        if seen is None or terms.nats > seen.nats:
            best, seen = guess, terms
    if best is None or seen is None or not np.all(np.isfinite(best.state.values)):
        return near
    state = best.state
    return replace(near, camera=state.camera(), R=state.R, t=state.values[3:6].copy(), error_px=seen.error_px)


@dataclass(frozen=True, slots=True, eq=False)
class _Guess:
    """A camera over a board whose pieces are ``height`` cells high."""

    state: State
    height: float


@dataclass(frozen=True, slots=True, eq=False)
class _Terms:
    """The log likelihood in nats, by how much ridges are off their lines, and the step that makes it larger."""

    nats: float
    error_px: float
    gradient: Array
    hessian: Array


@dataclass(frozen=True, slots=True, eq=False)
class _Likelihood:
    """N ridges: where their lines are on the board (N, 3) in mm, where they are seen (N, 2) px, across which direction.

    ``cell_px`` is how large a cell is there, ``line`` how likely it is, besides its place, that the ridge is the
    board's line, ``gap`` the same of a gap; both in parts of the density of ridges that are neither.
    """

    points_mm: Array
    seen_px: Array
    normal: Array
    cell_px: Array
    line: Array
    gap: Array
    doubt: Array
    edge: npt.NDArray[np.intp]
    pitch_mm: float
    prior: CameraPrior | None

    @classmethod
    def of(cls, ridges: Ridges, near: Registration, *, dark: bool, prior: CameraPrior | None) -> _Likelihood:
        """Return that of *ridges* beside the lines of *near*, the board's lines being *dark* or bright."""
        pitch = near.plan.pitch_mm
        last = np.where(ridges.which == 0, near.plan.columns, near.plan.rows)
        inner = (ridges.line > 0) & (ridges.line < last)
        there = partial(_px, ridges, near)
        seen = there(ridges.at, 0.0)
        along, across = (
            (there(ridges.at, 0.1) - there(ridges.at, -0.1)) / 0.2,
            (there(0.1, 0.0) - there(-0.1, 0.0)) / 0.2,
        )
        normal = np.column_stack([-along[:, 1], along[:, 0]]) / np.linalg.norm(along, axis=1)[:, None]
        cell_px = np.abs(np.sum(across * normal, axis=1))
        even = np.where(inner, EVEN * (1 - ridges.uneven), 1.0)
        share = ridges.share * 0.9 * cell_px / NEITHER / np.sqrt(2 * np.pi)
        line = LINES * share * even * np.where(ridges.thin, 1.0, WIDELY) * (ridges.dark == dark)
        points = np.column_stack([ridges.points(ridges.line) * pitch, np.zeros(len(ridges))])
        doubt = np.where(inner, 1.0, RIM_DOUBT)
        return cls(points, seen, normal, cell_px, line, TOPS * share * inner, doubt, ridges.edge, pitch, prior)

    def terms(self, guess: _Guess, line_sd: float, gap_sd: float) -> _Terms:
        """Return the likelihood of *guess* if lines and gaps are so exact, in cells."""
        state, up = guess.state, np.array([0.0, 0.0, -guess.height * self.pitch_mm])
        hessian, gradient, odds, square = np.zeros((12, 12)), np.zeros(12), [], []
        parts = []
        for points, factor, sd, doubt in (
            (self.points_mm, self.line, line_sd, self.doubt),
            (self.points_mm + up, self.gap, gap_sd, 1.0),
        ):
            predicted, jacobian = state.project(points)
            off = np.sum(self.normal * (self.seen_px - predicted), axis=1)
            sd_px = np.hypot(NOISE_PX, sd * self.cell_px) * doubt
            odds.append(factor / sd_px * np.exp(-0.5 * (off / sd_px) ** 2))
            slope = np.einsum("ni,nik->nk", self.normal, jacobian.reshape(-1, 2, 11))
            parts.append((off, sd_px, slope))
            square.append(off**2)
        total = 1.0 + np.bincount(self.edge, odds[0] + odds[1])
        believed = [odd / total[self.edge] for odd in odds]
        for which, (off, sd_px, slope) in enumerate(parts):
            rise = -self.pitch_mm * (slope[:, 3:6] @ state.R[:, 2]) if which == 1 else np.zeros(len(off))
            design, weight = np.column_stack([slope, rise]), believed[which] / sd_px**2
            hessian += (design.T * weight) @ design
            gradient += design.T @ (weight * off)
        nats = float(np.sum(np.log(total)))
        if self.prior is not None:
            pull, stiffness = self.prior.pull(state)
            nats -= 0.5 * float(pull @ stiffness @ pull)
            hessian[:11, :11] += stiffness
            gradient[:11] += stiffness @ pull
        hessian[11, 11] += 1 / SPREAD**2
        gradient[11] += (USUAL - guess.height) / SPREAD**2
        weights = np.concatenate(believed)
        error_px = float(np.sqrt(weights @ np.concatenate(square) / max(float(weights.sum()), 1e-9)))
        return _Terms(nats, error_px, gradient, hessian)

    def climbed(self, guess: _Guess, line_sd: float, gap_sd: float) -> _Guess:
        """Return *guess* after a few steps uphill, as in expectation maximisation."""
        free = np.r_[np.arange(6 if self.prior is None else 11), 11]
        for _ in range(STEPS):
            terms = self.terms(guess, line_sd, gap_sd)
            step = np.zeros(12)
            step[free] = damped_step(terms.hessian[np.ix_(free, free)], terms.gradient[free], _DAMPING)
            state = replace(guess.state, values=guess.state.values + step[:11])
            guess = _Guess(state, float(np.clip(guess.height + step[11], LOWEST, HIGHEST)))
        return guess


def _px(ridges: Ridges, near: Registration, across: Array | float, along: float) -> Array:
    """Return pixels (N, 2) of the middles of the ridges' edges, moved so many cells."""
    moved = replace(ridges, middle=ridges.middle + along)
    return near.px_from_board(moved.points(ridges.line + across) * near.plan.pitch_mm)
