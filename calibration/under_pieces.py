"""Fits a board that is covered by pieces to everything that looks like its lines.

Around bare cells the board's own lines are visible; around flat pieces, the gaps between
their tops, one piece's height above the board. Whether a ridge is a line, a gap or neither
is not decided. Pose and height maximise the likelihood of all ridges and of the cell corners
that the network sees.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from calibration.corners import Corners, Laid
from calibration.parts import RIM_SHIFTS, common_shifts
from calibration.pose import ANY_LENS, PROCESSED, CameraPrior, Pose, State, damped_step, fit_pose
from calibration.registration import Array, Camera, Registration
from calibration.ridges import Ridges, find_ridges
from calibration.scaling import Grey
from calibration.undistort import cell_homography, straightened

NOISE_PX = 0.5
"""Standard deviation of a ridge's place in the working picture, in addition to that in cells."""

LINES, TOPS, NEITHER = 0.3, 0.4, 0.3
"""Prior probabilities that a piece of an edge shows the board's line, the gap between two tops, or neither."""

RIM_DOUBT = 1.3
"""Factor on the standard deviation of the outermost lines, because some are a frame's edge or its shadow."""

EVEN = 1.5
"""Likelihood ratio that both sides of a board line look alike; the sides of a gap belong to any two pieces."""

WIDELY = 0.5
"""Likelihood of seeing a board line as a wide ridge, relative to a thin one."""

LOWEST, HIGHEST = 0.08, 0.45
"""Range of the pieces' height, in cells."""

USUAL, SPREAD = 0.2, 0.15
"""Mean and standard deviation of that height."""

WIDTHS = ((0.03, 0.05), (0.02, 0.05), (0.01, 0.04))
"""Standard deviations of lines and of gaps, in cells, in each turn of the search; stones vary more than lines."""

STEPS = 6
"""Steps of a turn."""

_DAMPING = 1e-3


def laid_under_pieces(grey: Grey, laid: Laid, *, camera: Camera | None = None) -> Registration | None:
    """Return the place of the board *laid* in *grey*, fitted to its lines, too; None where too few are seen.

    Args:
        laid: the board on the corners of its cells.
        camera: the camera, if it is known; then only the pose is fitted.
    """
    near = laid.place
    ridges = _ridges(grey, near)
    if len(ridges) < 2 * (near.plan.columns + near.plan.rows):
        return None
    corners, size, ends = laid.corners, (grey.shape[1], grey.shape[0]), []
    for prior in (ANY_LENS, PROCESSED):
        seen = fit_pose(corners.board_mm, corners.seen_px, size, camera=camera, priors=(prior,), noise_px=corners.sd_px)
        start = _Guess.of(near if seen is None else seen, USUAL)
        for dark in (True, False):
            likelihood = _Likelihood.of(
                ridges, near, dark=dark, prior=prior if camera is None else None, corners=corners
            )
            ends.append(likelihood.narrowed(start))
    terms, best = max(ends, key=lambda end: end[0].nats)
    return best.over(near, terms.error_px) if np.all(np.isfinite(best.state.values)) else near


def _ridges(grey: Grey, near: Registration) -> Ridges:
    """Return the ridges beside the lines of *near* in *grey* as its lens shows it without bending lines."""
    side = (near.plan.columns, near.plan.rows)
    return find_ridges(straightened(grey, near.camera), cell_homography(near), side)


@dataclass(frozen=True, slots=True, eq=False)
class _Guess:
    """A camera over a board whose pieces are ``height`` cells high."""

    state: State
    height: float

    @classmethod
    def of(cls, place: Pose | Registration, height: float) -> _Guess:
        return cls(replace(State.of(place), shift=np.zeros(RIM_SHIFTS)), height)

    def over(self, near: Registration, error_px: float) -> Registration:
        """Return *near* where this guess has it."""
        state = self.state
        return replace(near, camera=state.camera(), R=state.R, t=state.values[3:6].copy(), error_px=error_px)


@dataclass(frozen=True, slots=True, eq=False)
class _Terms:
    """The log-likelihood in nats, from the distances of ridges to their lines, and the step that increases it."""

    nats: float
    error_px: float
    gradient: Array
    hessian: Array


@dataclass(frozen=True, slots=True, eq=False)
class _Likelihood:
    """N ridges, each across one of B bits of edges: where the bits' lines are on the board (B, 3) in mm.

    A ridge tells its place (N,) along its bit's ``normal`` (B, 2) only, in px. ``cell_px`` (B,) is how large a cell is
    there, ``line`` (N,) how likely it is, besides its place, that the ridge is the board's line, ``gap`` the same of a
    gap; both in parts of the density of ridges that are neither.
    """

    points_mm: Array
    normal: Array
    cell_px: Array
    doubt: Array
    rim: Array
    """Shift in px (B, K) of each rim line per unit of the shared rim parameters."""
    bit: npt.NDArray[np.intp]
    place_px: Array
    line: Array
    gap: Array
    pitch_mm: float
    prior: CameraPrior | None
    corners: Corners
    """Where the corners of cells are thought to be besides."""

    @classmethod
    def of(
        cls, ridges: Ridges, near: Registration, *, dark: bool, prior: CameraPrior | None, corners: Corners
    ) -> _Likelihood:
        """Return that of *ridges* beside the lines of *near*, the board's lines being *dark* or bright."""
        pitch, plan, bit = near.plan.pitch_mm, near.plan, ridges.bit
        of_bit = np.unique(bit, return_index=True)[1]
        upright, line = ridges.which[of_bit] == 0, ridges.line[of_bit]
        inner = (line > 0) & (line < np.where(upright, plan.columns, plan.rows))
        places = ridges.points(ridges.line)[of_bit]
        ways = np.where(upright[:, None], [1.0, 0.0], [0.0, 1.0])
        across, along = (
            (near.px_from_board((places + 0.1 * way) * pitch) - near.px_from_board((places - 0.1 * way) * pitch)) / 0.2
            for way in (ways, ways[:, ::-1])
        )
        normal = np.column_stack([-along[:, 1], along[:, 0]]) / np.linalg.norm(along, axis=1)[:, None]
        step_px = np.sum(across * normal, axis=1)
        cell_px = np.abs(step_px)
        seen = near.px_from_board(ridges.points(ridges.line + ridges.at) * pitch)
        even = np.where(inner[bit], EVEN * (1 - ridges.uneven), 1.0)
        share = ridges.share * 0.9 * cell_px[bit] / NEITHER / np.sqrt(2 * np.pi)
        moved = common_shifts(places, upright, np.zeros((plan.columns, plan.rows), dtype=np.intp))
        return cls(
            points_mm=np.column_stack([places * pitch, np.zeros(len(places))]),
            normal=normal,
            cell_px=cell_px,
            doubt=np.where(inner, 1.0, RIM_DOUBT),
            rim=step_px[:, None] * np.where(upright[:, None], moved[:, 0], moved[:, 1]),
            bit=bit,
            place_px=np.sum(normal[bit] * seen, axis=1),
            line=LINES * share * even * np.where(ridges.thin, 1.0, WIDELY) * (ridges.dark == dark),
            gap=TOPS * share * inner[bit],
            pitch_mm=pitch,
            prior=prior,
            corners=corners,
        )

    def terms(self, guess: _Guess, line_sd: float, gap_sd: float) -> _Terms:
        """Return the likelihood of *guess* if lines and gaps are so exact, in cells."""
        state, up = guess.state, np.array([0.0, 0.0, -guess.height * self.pitch_mm])
        count, bits = 12 + self.rim.shape[1], len(self.points_mm)
        hessian, gradient, odds, square = np.zeros((count, count)), np.zeros(count), [], []
        predicted, jacobian = state.project(np.concatenate([self.points_mm, self.points_mm + up]))
        slopes = np.einsum("ni,nik->nk", np.tile(self.normal, (2, 1)), jacobian.reshape(-1, 2, 11))
        parts = []
        for which, (factor, sd, doubt, moved) in enumerate(
            ((self.line, line_sd, self.doubt, self.rim), (self.gap, gap_sd, 1.0, 0 * self.rim))
        ):
            there = slice(which * bits, (which + 1) * bits)
            expected = np.sum(self.normal * predicted[there], axis=1) + moved @ state.shift
            off, sd_px = self.place_px - expected[self.bit], np.hypot(NOISE_PX, sd * self.cell_px) * doubt
            odds.append(factor / sd_px[self.bit] * np.exp(-0.5 * (off / sd_px[self.bit]) ** 2))
            parts.append((off, sd_px, slopes[there], moved))
            square.append(off**2)
        total = 1.0 + np.bincount(self.bit, odds[0] + odds[1], minlength=bits)
        believed = [odd / total[self.bit] for odd in odds]
        for which, (off, sd_px, slope, moved) in enumerate(parts):
            rise = -self.pitch_mm * (slope[:, 3:6] @ state.R[:, 2]) if which == 1 else np.zeros(bits)
            design = np.column_stack([slope, rise, moved])
            weight, pulled = (
                np.bincount(self.bit, of, minlength=bits) / sd_px**2 for of in (believed[which], believed[which] * off)
            )
            hessian += (design.T * weight) @ design
            gradient += design.T @ pulled
        nats = float(np.sum(np.log(total)))
        told, rise, fall = self.corners.terms(state)
        nats += told
        gradient[:11] += rise
        hessian[:11, :11] += fall
        if self.prior is not None:
            pull, stiffness = self.prior.pull(state)
            nats += self.prior.log_weight - 0.5 * float(pull @ stiffness @ pull)
            hessian[:11, :11] += stiffness
            gradient[:11] += stiffness @ pull
        nats -= 0.5 * float(state.shift @ state.shift)
        hessian[12:, 12:] += np.eye(len(state.shift))
        gradient[12:] -= state.shift
        hessian[11, 11] += 1 / SPREAD**2
        gradient[11] += (USUAL - guess.height) / SPREAD**2
        weights = np.concatenate(believed)
        error_px = float(np.sqrt(weights @ np.concatenate(square) / max(float(weights.sum()), 1e-9)))
        return _Terms(nats, error_px, gradient, hessian)

    def narrowed(self, guess: _Guess) -> tuple[_Terms, _Guess]:
        """Return *guess* refined with decreasing standard deviations, and its log-likelihood."""
        for widths in WIDTHS:
            guess = self.climbed(guess, *widths)
        return self.terms(guess, *WIDTHS[-1]), guess

    def climbed(self, guess: _Guess, line_sd: float, gap_sd: float) -> _Guess:
        """Return *guess* after a few steps of expectation maximisation."""
        free = np.r_[np.arange(6 if self.prior is None else 11), 11 : 12 + self.rim.shape[1]]
        for _ in range(STEPS):
            terms = self.terms(guess, line_sd, gap_sd)
            step = np.zeros(12 + self.rim.shape[1])
            step[free] = damped_step(terms.hessian[np.ix_(free, free)], terms.gradient[free], _DAMPING)
            state = guess.state
            state = replace(state, values=state.values + step[:11], shift=state.shift + step[12:])
            guess = _Guess(state, float(np.clip(guess.height + step[11], LOWEST, HIGHEST)))
        return guess
