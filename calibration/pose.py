"""Fits the camera and its pose to points on the board.

A board seen from above says little about focal length and distortion. So a prior on ordinary
cameras (phones and webcams: 50 to 80 degrees wide, principal point near the middle, little
distortion) is combined with the points, weighted by their noise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from calibration.registration import Camera, Registration, pinhole

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class CameraPrior:
    """A kind of camera: means and covariance of ``State.lens``, and how often it is met, as a share."""

    mean: Array
    doubt: Array
    share: float = 1.0

    @property
    def log_weight(self) -> float:
        """The logarithm of ``share`` and of the highest density, but for a constant.

        It makes the likelihoods of cameras of two kinds comparable.
        """
        return float(np.log(self.share) - 0.5 * np.linalg.slogdet(self.doubt)[1])

    def pull(self, state: State) -> tuple[Array, Array]:
        """Return how far the means lie from the values (11,) of *state*, and how stiffly (11, 11) they are held."""
        off, stiffness = np.zeros(11), np.zeros((11, 11))
        unit = _units(state.size)
        off[6:] = (self.mean - state.lens) * unit
        stiffness[6:, 6:] = np.linalg.inv(self.doubt * np.outer(unit, unit))
        return off, stiffness


def _of_usual_width(*, focal_log_sd: float, centre_sd: float = 0.01, share: float = 1.0) -> CameraPrior:
    """Return the prior of cameras about as wide as most; the arguments are standard deviations, and *share* its weight.

    In most lenses k2 bends back what k1 bends out, so their sum varies little.
    """
    mixed = np.eye(5)
    mixed[4, 3] = -1.0
    doubt = mixed @ np.diag(np.square([focal_log_sd, centre_sd, centre_sd, 0.08, 0.05])) @ mixed.T
    return CameraPrior(np.array([np.log(USUAL_FOCAL), 0.0, 0.0, 0.0, 0.0]), doubt, share)


USUAL_FOCAL = 0.82
"""Focal length of most cameras, in longer sides of the picture."""

USUAL = _of_usual_width(focal_log_sd=0.1)
"""Camera prior for a picture straight from a phone or webcam."""

ANY_LENS = _of_usual_width(focal_log_sd=0.3)
"""Camera prior where all corners and lines of a board are seen."""

PROCESSED = _of_usual_width(focal_log_sd=0.8, centre_sd=0.4, share=0.05)
"""Camera prior for a cropped or warped picture: vague only in focal length and principal point."""

BREATH = 0.1
"""How much refocusing changes a lens, as a share of how much ``USUAL`` cameras differ from each other."""


def kinds_of(camera: Camera | None, priors: Sequence[CameraPrior]) -> Sequence[CameraPrior | None]:
    """Return the kinds of camera that may have taken a picture: *camera* if it is known, else any of *priors*, too.

    None stands for a camera that is known.
    """
    if camera is None:
        return priors
    if camera.doubt is None:
        return (None,)
    mean = State.seen_by(camera, np.zeros(3), np.zeros(3)).lens
    return (CameraPrior(mean, camera.doubt + BREATH**2 * USUAL.doubt), *priors)


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """A fitted camera with ``R`` and ``t``, each point's residual (N,) in px, and which points (N,) were believed."""

    camera: Camera
    R: Array
    t: Array
    residual_px: Array
    believed: npt.NDArray[np.bool_]

    @property
    def error_px(self) -> float:
        """Root mean square residual of the believed points."""
        return float(np.sqrt(np.mean(self.residual_px[self.believed] ** 2))) if np.any(self.believed) else 0.0


MOST_BENT = 3.0
"""Residual at which a bent board's points are cut off, in standard deviations of their noise.

Photographs of mats that roll up have residuals of 2.7 to 4.3, cut-out pictures of printed boards 17 and 32.
"""

LIKELY_STARTS = 2
"""Number of starting poses that are refined: those with the best initial fit."""


def fit_pose(
    points_mm: npt.ArrayLike,
    points_px: npt.ArrayLike,
    size: tuple[int, int],
    *,
    camera: Camera | None = None,
    start: Pose | Registration | None = None,
    noise_px: float | Array = 0.5,
    priors: Sequence[CameraPrior] = (USUAL,),
) -> Pose | None:
    """Return the likeliest pose for points (N, 2) on the board and their pixels (N, 2); None where they allow none.

    A known *camera* is kept as it is; one in doubt is a kind of its own. Points farther than a few
    standard deviations from their place lose their say (Geman-McClure weights); the standard deviation
    is *noise_px*, for all or (N,) for each, or so much more as the points show (a board that is not
    flat or not regular). A *start* saves the search for one.

    Args:
        priors: the kinds of camera that may have taken the picture, the usual one first: others are tried where it
            explains less than they might at best, and the likeliest is taken.
    """
    board = np.asarray(points_mm, dtype=np.float64).reshape(-1, 2)
    image = np.asarray(points_px, dtype=np.float64).reshape(-1, 2)
    if len(board) < 4:
        return None
    board = np.column_stack([board, np.zeros(len(board))])
    noise = np.broadcast_to(np.asarray(noise_px, dtype=np.float64), len(board))
    chosen: tuple[_Problem, State] | None = None
    for prior in kinds_of(camera, priors):
        problem = _Problem(board, image, noise, prior)
        if chosen is not None and chosen[0].nats(chosen[1]) > problem.log_weight:
            break
        starts = _starts(board, image, size, camera) if start is None else [State.of(start)]
        if not starts:
            continue
        found = problem.settled(starts)
        if chosen is None or problem.is_likelier(found, *chosen):
            chosen = problem, found
    return None if chosen is None else chosen[0].pose(chosen[1])


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """A camera over a board.

    ``values``: rotation vector, translation, log focal length, centre x and y, k1, k2; ``dist`` has the rest. k1 and k2
    are those of a camera of the usual focal length that bends the picture by as many px: lenses of all focal lengths
    bend its edges about as much.
    """

    values: Array
    dist: Array
    size: tuple[int, int]
    ratio: float = 1.0

    @classmethod
    def of(cls, seen: Pose | Registration) -> State:
        return cls.seen_by(seen.camera, cv2.Rodrigues(seen.R)[0], seen.t)

    @classmethod
    def seen_by(cls, camera: Camera, rotation: npt.ArrayLike, t: npt.ArrayLike) -> State:
        """Return that of *camera*, with the *rotation* vector (3,) from the board frame to the camera's."""
        K, dist = camera.K, np.resize(np.append(camera.dist.ravel(), np.zeros(5)), 5)
        bent = dist[:2] / _longer(K[0, 0], camera.size) ** np.array([2, 4])
        values = np.concatenate([np.ravel(rotation), np.ravel(t), [np.log(K[0, 0]), K[0, 2], K[1, 2]], bent])
        return cls(values.astype(np.float64), dist, camera.size, float(K[1, 1] / K[0, 0]))

    @property
    def R(self) -> Array:
        """The rotation (3, 3) from the board frame to the camera's."""
        rotation, _ = cv2.Rodrigues(self.values[:3])
        return np.asarray(rotation, dtype=np.float64)

    @property
    def lens(self) -> Array:
        """The camera's values (5,) at any size of picture: the first three in its longer side, from its middle."""
        width, height = self.size
        middle = np.array([np.log(max(self.size)), (width - 1) / 2, (height - 1) / 2, 0.0, 0.0])
        return np.asarray((self.values[6:] - middle) / _units(self.size), dtype=np.float64)

    def camera(self, hessian: Array | None = None) -> Camera:
        """Return the camera; in doubt if *hessian* (11 or more, as many), the fall of the likelihood, is given."""
        focal, (cx, cy) = np.exp(self.values[6]), self.values[7:9]
        dist = self.dist.copy()
        dist[:2] = self.values[9:11] * _longer(focal, self.size) ** np.array([2, 4])
        K = np.array([[focal, 0, cx], [0, focal * self.ratio, cy], [0, 0, 1.0]])
        if hessian is None:
            return Camera(K, dist, self.size)
        unit = _units(self.size)
        doubt = np.linalg.inv(hessian + 1e-12 * np.eye(len(hessian)))[6:11, 6:11] / np.outer(unit, unit)
        return Camera(K, dist, self.size, doubt)

    def project(self, board: Array) -> tuple[Array, Array]:
        """Return pixels (N, 2) and their derivatives (2 N, 11) by ``values``."""
        camera = self.camera()
        image, jacobian = cv2.projectPoints(
            board.reshape(-1, 1, 3), self.values[:3], self.values[3:6], camera.K, camera.dist
        )
        d = np.asarray(jacobian, dtype=np.float64).reshape(2 * len(board), -1)
        bent = d[:, 10:12] * _longer(camera.K[0, 0], self.size) ** np.array([2, 4])
        focal = camera.K[0, 0] * d[:, 6] + camera.K[1, 1] * d[:, 7] + bent @ (np.array([2, 4]) * self.values[9:11])
        pixels = np.asarray(image, dtype=np.float64).reshape(-1, 2)
        return pixels, np.column_stack([d[:, :6], focal, d[:, 8:10], bent])


def _units(size: tuple[int, int]) -> Array:
    """Return the size of one unit of ``State.lens`` in units of ``State.values`` (5,), for pictures of *size*."""
    return np.array([1.0, max(size), max(size), 1.0, 1.0])


def _longer(focal_px: float, size: tuple[int, int]) -> float:
    """Return the ratio of a focal length to the usual one in pictures of *size*."""
    return float(focal_px / (USUAL_FOCAL * max(size)))


def damped_step(hessian: Array, gradient: Array, damping: float) -> Array:
    """Return the step (K,) of Levenberg and Marquardt up the *gradient* (K,), *hessian* (K, K) being its fall."""
    damped = hessian + damping * np.diag(np.diag(hessian)) + 1e-12 * np.eye(len(gradient))
    return np.asarray(np.linalg.solve(damped, gradient), dtype=np.float64)


def _starts(board: Array, image: Array, size: tuple[int, int], camera: Camera | None) -> list[State]:
    """Return both possible poses of a flat board for each of a few focal lengths."""
    states = []
    focals = [USUAL_FOCAL * factor * max(size) for factor in (0.8, 1.0, 1.25)]
    for lens in [Camera(pinhole(focal, size), np.zeros(5), size) for focal in focals] if camera is None else [camera]:
        try:
            _, rotations, shifts, _ = cv2.solvePnPGeneric(
                board.reshape(-1, 1, 3), image.reshape(-1, 1, 2), lens.K, lens.dist, flags=cv2.SOLVEPNP_IPPE
            )
        except cv2.error:
            continue
        found = [State.seen_by(lens, rotation, shift) for rotation, shift in zip(rotations, shifts, strict=True)]
        states += [state for state in found if np.all(np.isfinite(state.values))]
    return states


BELIEVED = 4.0
"""Residual, in standard deviations, beyond which a point is not believed; its weight is a quarter there."""


@dataclass(frozen=True, slots=True, eq=False)
class _Problem:
    """Points on the board (N, 3), their pixels and standard deviations, and the prior; None for a known camera."""

    board: Array
    image: Array
    noise: Array
    prior: CameraPrior | None

    @property
    def log_weight(self) -> float:
        """The log weight of the prior."""
        return 0.0 if self.prior is None else self.prior.log_weight

    def residual(self, state: State) -> Array:
        """Return how far off (N, 2) the points are."""
        return self.image - state.project(self.board)[0]

    def excess(self, state: State) -> float:
        """Return how many times larger than ``noise`` the residuals are, at least 1.

        The median is compared with that of Rayleigh's distribution.
        """
        if len(self.board) < 12:
            return 1.0
        usual_off = float(np.median(np.linalg.norm(self.residual(state), axis=1) / self.noise))
        return max(1.0, usual_off / 1.1774)

    def cost(self, state: State) -> float:
        """Return the negative log posterior, made robust; infinite where the state makes no sense."""
        if not np.all(np.isfinite(state.values)) or state.values[5] <= 0 or np.abs(state.values[9:]).max() > 2:
            return np.inf
        square = np.sum(self.residual(state) ** 2, axis=1) / (BELIEVED * self.noise) ** 2
        off, stiffness = self._prior_terms(state)
        return 0.5 * BELIEVED**2 * float(np.sum(square / (1 + square))) + 0.5 * float(off @ stiffness @ off)

    def nats(self, state: State) -> float:
        """Return the log posterior of *state*, comparable between priors."""
        return self.log_weight - self.cost(state)

    def is_likelier(self, state: State, other: _Problem, than: State) -> bool:
        """Return whether *state* is likelier than the state *than* of the problem *other*.

        If the points of *than* are e times farther off than their noise, the board is bent. Then neighbours are off
        together, and only one point in e² is independent, so the noise is taken to be e² times as large. No board is
        bent by more than ``MOST_BENT``: what is farther off was seen by another camera.
        """
        excess = min(other.excess(than), MOST_BENT) ** 2
        mine, theirs = (replace(problem, noise=excess * problem.noise) for problem in (self, other))
        return mine.nats(state) > theirs.nats(than)

    def settled(self, starts: Sequence[State]) -> State:
        """Return the likeliest state reached from *starts*, with the noise as large as the points show."""
        likely = sorted(starts, key=self.cost)[:LIKELY_STARTS]
        quick = 8 if len(likely) > 1 else 30
        best = min((self.solved(state, most=quick) for state in likely), key=self.cost)
        for _ in range(2):
            best = replace(self, noise=self.noise * self.excess(best)).solved(best, most=30)
        return best

    def pose(self, state: State) -> Pose:
        residual = np.linalg.norm(self.residual(state), axis=1)
        noise = self.noise * self.excess(state)
        believed = residual < BELIEVED * noise
        hessian = None if self.prior is None else replace(self, noise=noise).slopes(state)[1]
        return Pose(state.camera(hessian), state.R, state.values[3:6].copy(), residual, believed)

    def solved(self, state: State, *, most: int) -> State:
        """Return *state* after at most *most* damped Gauss-Newton steps."""
        free = np.arange(6 if self.prior is None else 11)
        damping, cost = 1e-3, self.cost(state)
        for _ in range(most):
            step = np.zeros(11)
            gradient, hessian = self.slopes(state)
            step[free] = damped_step(hessian[np.ix_(free, free)], gradient[free], damping)
            trial = replace(state, values=state.values + step)
            trial_cost = self.cost(trial)
            if trial_cost < cost:
                settled = cost - trial_cost < 1e-4 * (1.0 + cost)
                state, cost, damping = trial, trial_cost, max(damping / 5, 1e-7)
                if settled:
                    break
            else:
                damping *= 8
                if damping > 1e4:
                    break
        return state

    def slopes(self, state: State) -> tuple[Array, Array]:
        """Return the gradient (11,) of the log posterior and its negated Hessian (11, 11)."""
        predicted, jacobian = state.project(self.board)
        residual = self.image - predicted
        square = np.sum(residual**2, axis=1) / (BELIEVED * self.noise) ** 2
        weight = np.repeat(1.0 / ((1.0 + square) * self.noise) ** 2, 2)
        off, stiffness = self._prior_terms(state)
        gradient = jacobian.T @ (weight * residual.reshape(-1)) + stiffness @ off
        return gradient, (jacobian.T * weight) @ jacobian + stiffness

    def _prior_terms(self, state: State) -> tuple[Array, Array]:
        return (np.zeros(11), np.zeros((11, 11))) if self.prior is None else self.prior.pull(state)
