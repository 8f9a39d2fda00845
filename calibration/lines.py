"""Lays a board of lines exactly on all that looks like one, by one fit, whatever covers the board.

Around bare cells the board's own lines are seen, around flat pieces the gaps between their tops, one piece's height
above the board. Whether a ridge in the picture is a line, a gap or neither is not decided. The pose, the height and
what moves many lines at once maximise the likelihood of all ridges and of the cells' corners, by which the board is
nearly in place.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from calibration.corners import Corners, Laid, corners_seen
from calibration.crossings import OUTLINE, with_crossings
from calibration.pose import ANY_LENS, BELIEVED, PROCESSED, CameraPrior, State, damped_step, kinds_of
from calibration.registration import Array, Camera, Registration
from calibration.ridges import Ridges, find_ridges
from calibration.scaling import Grey
from kits.kit import Kit, Plan

Parts = npt.NDArray[np.intp]
"""The part of the board that each cell belongs to, by column and row from the top left; -1 where there is no cell."""

ASKEW = 0.015
"""Standard deviation, in cells, of a part's displacement, and of the shift of its edge when the part is rotated."""

GAP = 0.02
"""Standard deviation, in cells, of the gap at the edges of all parts."""

NOISE_PX = 0.3
"""Standard deviation of a ridge's place in px of the working picture, on top of the one in cells."""

EVEN = 1.5
"""Likelihood ratio for both sides looking alike: a board line against a gap, whose sides are any two pieces."""

USUAL, SPREAD = 0.2, 0.15
"""Mean and standard deviation of the pieces' height, in cells."""

WIDTHS = (0.02, 0.05)
"""Standard deviations of lines and of gaps, in cells, on an unknown board; stones vary more than lines."""

KNOWN = 20.0
"""The number of ridges that ``WIDTHS`` weighs as much as, against those seen on this board."""

TURNS = 2
"""How many fits are made, each to the ridges seen from where the one before put the board."""

STEPS = 30
"""The most steps in a fit."""

REST = 0.01
"""A fit ends once a step promises less gain than this, in nats."""

_DAMPING = 1e-3


def laid_on_lines(grey: Grey, laid: Laid, parts: Parts, *, camera: Camera | None = None) -> Registration:
    """Return the place of the board *laid* in *grey* on its corners and on what looks like its lines.

    All of these are looked at once more from where they have laid it, corners all four ways round; which kind of camera
    it is the first look tells.

    Args:
        laid: the board on the corners of its cells.
        parts: which part of the board each cell is on.
        camera: what is known of the camera; if it is in no doubt, only the pose is fitted.
    """
    priors = kinds_of(camera, (ANY_LENS, PROCESSED))
    shifts = np.zeros(len(common_shifts(np.zeros((1, 2)), parts)[0, 0]))
    guess = _Guess(State.of(laid.place), USUAL, np.array(WIDTHS), shifts)
    for turn in range(TURNS):
        if turn > 0:
            laid = with_crossings(grey, Laid(laid.place, corners_seen(grey, laid.place, all_round=True)))
        ridges = find_ridges(grey, laid.place)
        if not len(ridges):
            break
        both = [_Evidence.of(ridges, laid, parts, dark, priors[0]) for dark in (True, False)]
        alike = max(both, key=lambda evidence: evidence.terms(guess).nats)
        tried = []
        for prior in priors:
            evidence = replace(alike, prior=prior)
            guess = evidence.climbed(guess)
            tried.append((prior, guess, evidence.terms(guess)))
        prior, guess, terms = max(tried, key=lambda one: one[2].nats)
        state, priors = guess.state, (prior,)
        if not np.all(np.isfinite(state.values)):
            break
        seen_by = state.camera(None if prior is None else terms.hessian)
        pose = replace(laid.place, camera=seen_by, R=state.R, t=state.values[3:6].copy(), error_px=terms.error_px)
        laid = replace(laid, place=pose)
    return laid.place


@dataclass(frozen=True, slots=True, eq=False)
class _Guess:
    """A camera above a board whose pieces are ``height`` cells high.

    ``widths`` (2,) are the standard deviations of lines and gaps, in cells. ``shift`` (K,) holds displacements that
    move many places at once, each in its standard deviations.
    """

    state: State
    height: float
    widths: Array
    shift: Array


@dataclass(frozen=True, slots=True, eq=False)
class _Terms:
    """The log-likelihood in nats of the ridges' distances from their lines, and how to increase it.

    That takes a step along ``gradient`` and ``hessian``, and new ``widths`` (2,) of lines and gaps.
    """

    nats: float
    error_px: float
    widths: Array
    gradient: Array
    hessian: Array


@dataclass(frozen=True, slots=True, eq=False)
class _Evidence:
    """N ridges, each across one of B bits of edges whose lines are at ``points_mm`` (B, 3) on the board.

    A ridge shows its place (N,) only along its bit's ``normal`` (B, 2), in px; ``cell_px`` (B,) is the size of a cell
    there. ``line`` (N,) is the likelihood, apart from its place, that the ridge is the board's line, ``gap`` that it is
    a gap; both are relative to the density of ridges that are neither, and all three are equally likely at first.
    ``moved`` (B, K) is how many px one standard deviation of each shared displacement moves a line, ``corners_moved``
    (M, 2, K) a corner.
    """

    points_mm: Array
    normal: Array
    cell_px: Array
    moved: Array
    bit: npt.NDArray[np.intp]
    place_px: Array
    line: Array
    gap: Array
    pitch_mm: float
    prior: CameraPrior | None
    corners: Corners
    corners_moved: Array

    @classmethod
    def of(cls, ridges: Ridges, laid: Laid, parts: Parts, dark: bool, prior: CameraPrior | None) -> _Evidence:
        """Return the evidence of *ridges* for the lines of the board *laid*, which are *dark* or bright."""
        near, bit = laid.place, ridges.bit
        pitch = near.plan.pitch_mm
        of_bit = np.unique(bit, return_index=True)[1]
        upright, line = ridges.which[of_bit] == 0, ridges.line[of_bit]
        inner = (line > 0) & (line < np.where(upright, near.plan.columns, near.plan.rows))
        places, corners = ridges.points(ridges.line)[of_bit], laid.corners.board_mm / pitch
        axes = _axes(near, places)
        along = np.where(upright[:, None], axes[:, :, 1], axes[:, :, 0])
        normal = np.column_stack([-along[:, 1], along[:, 0]]) / np.linalg.norm(along, axis=1)[:, None]
        step_px = np.einsum("ni,nij->nj", normal, axes)
        cell_px = np.abs(np.where(upright, step_px[:, 0], step_px[:, 1]))
        seen = near.px_from_board(ridges.points(ridges.line + ridges.at) * pitch)
        share = ridges.share * 0.9 * cell_px[bit] / np.sqrt(2 * np.pi)
        even = np.where(inner[bit], EVEN * (1 - ridges.uneven), 1.0)
        return cls(
            points_mm=np.column_stack([places * pitch, np.zeros(len(places))]),
            normal=normal,
            cell_px=cell_px,
            moved=np.einsum("nj,njk->nk", step_px, common_shifts(places, parts)),
            bit=bit,
            place_px=np.sum(normal[bit] * seen, axis=1),
            line=share * even * (ridges.dark == dark),
            gap=share * inner[bit],
            pitch_mm=pitch,
            prior=prior,
            corners=laid.corners,
            corners_moved=_axes(near, corners) @ common_shifts(corners, parts),
        )

    def terms(self, guess: _Guess) -> _Terms:
        """Return the log-likelihood of *guess* with its derivatives, the prior included."""
        state, height_mm = guess.state, guess.height * self.pitch_mm
        nats, gradient, hessian = self._prior_terms(guess)
        corners = np.column_stack([self.corners.board_mm, np.zeros(len(self.corners.sd_px))])
        tops = self.points_mm - (0.0, 0.0, height_mm)
        on_lines, on_tops, on_corners = _projected(state, self.points_mm, tops, corners)
        odds, parts, squares = [], [], []
        for factor, sd, up, moved, (predicted, jacobian) in (
            (self.line, guess.widths[0], 0.0, self.moved, on_lines),
            (self.gap, guess.widths[1], height_mm, self.moved[:, :0], on_tops),
        ):
            slope = np.einsum("ni,nik->nk", self.normal, jacobian)
            rise = -self.pitch_mm * (slope[:, 3:6] @ state.R[:, 2]) * (up > 0)
            expected = np.sum(self.normal * predicted, axis=1) + moved @ guess.shift[: moved.shape[1]]
            off, sd_px = self.place_px - expected[self.bit], np.hypot(NOISE_PX, sd * self.cell_px)
            odds.append(factor / sd_px[self.bit] * np.exp(-0.5 * (off / sd_px[self.bit]) ** 2))
            parts.append((np.column_stack([slope, rise, moved]), sd_px, off))
            share = ((sd * self.cell_px / sd_px) ** 2)[self.bit]
            squares.append((off * share / self.cell_px[self.bit]) ** 2 + sd**2 * (1 - share))
        total = 1.0 + np.bincount(self.bit, odds[0] + odds[1], minlength=len(self.points_mm))
        nats += float(np.sum(np.log(total)))
        believed = [odd / total[self.bit] for odd in odds]
        for (design, sd_px, off), belief in zip(parts, believed, strict=True):
            weight, pulled = (
                np.bincount(self.bit, of, minlength=len(total)) / sd_px**2 for of in (belief, belief * off)
            )
            told = design.shape[1]
            hessian[:told, :told] += (design.T * weight) @ design
            gradient[:told] += design.T @ pulled
        told, rise, fall = self._corner_terms(guess, *on_corners)
        seen = np.array([belief @ square for belief, square in zip(believed, squares, strict=True)])
        widths = np.sqrt((KNOWN * np.square(WIDTHS) + seen) / (KNOWN + np.sum(believed, axis=1)))
        off_px = sum(float(belief @ off**2) for belief, (_, _, off) in zip(believed, parts, strict=True))
        error_px = float(np.sqrt(off_px / max(float(np.sum(believed)), 1e-9)))
        return _Terms(nats + told, error_px, widths, gradient + rise, hessian + fall)

    def _prior_terms(self, guess: _Guess) -> tuple[float, Array, Array]:
        """Return the log prior up to a constant, its gradient (12 + K,) and its negated Hessian."""
        height, shift = (guess.height - USUAL) / SPREAD, guess.shift
        hessian = np.diag(np.concatenate([np.zeros(11), [1 / SPREAD**2], np.ones(len(shift))]))
        gradient = np.concatenate([np.zeros(11), [-height / SPREAD], -shift])
        nats = -0.5 * float(shift @ shift + height**2)
        if self.prior is not None:
            pull, stiffness = self.prior.pull(guess.state)
            nats += self.prior.log_weight - 0.5 * float(pull @ stiffness @ pull)
            hessian[:11, :11] += stiffness
            gradient[:11] += stiffness @ pull
        return nats, gradient, hessian

    def _corner_terms(self, guess: _Guess, predicted: Array, jacobian: Array) -> tuple[float, Array, Array]:
        """Return the robust log-likelihood of corners *predicted*, its gradient (12 + K,) and negated Hessian."""
        seen, count = self.corners, len(self.corners.sd_px)
        off = (seen.seen_px - predicted - self.corners_moved @ guess.shift) / seen.sd_px[:, None]
        square = np.sum(off**2, axis=1) / BELIEVED**2
        weight = np.repeat(1 / (1 + square) ** 2, 2)
        design = np.column_stack(
            [jacobian.reshape(2 * count, 11), np.zeros(2 * count), self.corners_moved.reshape(2 * count, -1)]
        )
        design /= np.repeat(seen.sd_px, 2)[:, None]
        nats = -0.5 * BELIEVED**2 * float(np.sum(square / (1 + square)))
        return nats, design.T @ (weight * off.ravel()), (design.T * weight) @ design

    def climbed(self, guess: _Guess) -> _Guess:
        """Return *guess* improved by steps of expectation maximisation until it settles."""
        for _ in range(STEPS):
            state, terms = guess.state, self.terms(guess)
            free = np.arange(len(terms.gradient)) >= 0
            free[6:11] = self.prior is not None
            step = np.zeros(len(free))
            step[free] = damped_step(terms.hessian[np.ix_(free, free)], terms.gradient[free], _DAMPING)
            moved = replace(state, values=state.values + step[:11])
            guess = _Guess(moved, guess.height + float(step[11]), terms.widths, guess.shift + step[12:])
            if terms.gradient @ step < REST:
                break
        return guess


def _projected(state: State, *places: Array) -> list[tuple[Array, Array]]:
    """Project all *places* (N, 3) in mm at once; return pixels (N, 2) and derivatives (N, 2, 11) for each of them."""
    px, jacobian = state.project(np.concatenate(places))
    ends = np.cumsum([len(some) for some in places])[:-1]
    return list(zip(np.split(px, ends), np.split(jacobian.reshape(-1, 2, 11), ends), strict=True))


def _axes(near: Registration, places: Array) -> Array:
    """Return (N, 2, 2): how many px, in x and y, one cell along x and one along y is at *places* (N, 2)."""
    pitch = near.plan.pitch_mm
    ways = [near.px_from_board((places + way) * pitch) - near.px_from_board((places - way) * pitch) for way in _STEPS]
    return 2 * np.stack(ways, axis=2)


_STEPS = np.diag([0.25, 0.25])


def parts_of(kit: Kit) -> Parts:
    """Return which parts *kit*'s board is laid from, if it is: its mini-boards, or tiles that may be loose."""
    plan = kit.plan
    parts: Parts = np.zeros((plan.columns, plan.rows), dtype=np.intp)
    if kit.ground.loose:
        columns, rows = np.indices(parts.shape)
        parts = np.asarray((columns // kit.ground.block) * plan.rows + rows // kit.ground.block, dtype=np.intp)
    for number, mini in enumerate(kit.minis):
        middles = [mini.in_whole(mini.plan.centre_mm(cell)) for cell in mini.plan.cells]
        for x, y in middles:
            parts[int(x // plan.pitch_mm), int(y // plan.pitch_mm)] = number
    for column, row in holes_of(plan):
        parts[column, row] = -1
    return parts


def holes_of(plan: Plan) -> frozenset[tuple[int, int]]:
    """Return the columns and rows, from the top left, that are no cells; a plan with any looks alike all ways round."""
    return frozenset((ord(name[0]) - 97, plan.rows - int(name[1:])) for name in plan.missing)


def common_shifts(places: Array, parts: Parts) -> Array:
    """Return by how much (N, 2, K), in cells, places move with one standard deviation of what moves many at once.

    Args:
        places: corners of cells and middles of their edges (N, 2) on the board, in cells.
    """
    side = np.array(parts.shape)
    ways = itertools.product((0, 1), (np.zeros(2), side))
    moved = [OUTLINE * np.where(np.arange(2) == axis, places == ends, 0.0) for axis, ends in ways]
    names = np.unique(parts[parts >= 0])
    if len(names) == 1:
        return np.stack(moved, axis=2)
    beside = [np.floor(places + way).astype(np.intp) for way in itertools.product((-0.25, 0.25), repeat=2)]
    on = [
        np.where(np.all((cell >= 0) & (cell < side), axis=1), parts[tuple(np.clip(cell, 0, side - 1).T)], -1)
        for cell in beside
    ]
    known = np.maximum(np.sum(np.array(on) >= 0, axis=0), 1)
    smaller = np.zeros_like(places)
    for name in names:
        share = (np.sum(np.array(on) == name, axis=0) / known)[:, None]
        cells = np.argwhere(parts == name) + 0.5
        half = np.ptp(cells, axis=0) / 2 + 0.5
        off = places - cells.mean(axis=0)
        turn = np.column_stack([-off[:, 1], off[:, 0]]) / half.max()
        moved += [ASKEW * share * way for way in (np.array([1.0, 0.0]), np.array([0.0, 1.0]), turn)]
        smaller -= GAP * share * off / half
    moved.append(smaller)
    return np.stack(moved, axis=2)
