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


@dataclass(frozen=True, slots=True)
class CameraPrior:
    """Prior means and standard deviations of a camera's parameters.

    ``focal`` and ``centre_sd`` are shares of the picture's longer side; ``focal_log_sd`` is
    the standard deviation of the log focal length.
    """

    focal: float = 0.82
    focal_log_sd: float = 0.1
    centre_sd: float = 0.01
    k1_sd: float = 0.08
    """Of k1, as a camera of the usual focal length would have it (``State.values``)."""
    k2_sd: float = 0.05
    """Of k1 + k2, likewise: the second bends back what the first bends out, in most lenses."""
    share: float = 1.0
    """How often such a camera is met, as a share."""

    @property
    def log_weight(self) -> float:
        """The logarithm of ``share`` and of the highest density of focal lengths and centres, but for a constant.

        It makes the likelihoods of cameras of two kinds comparable.
        """
        return float(np.log(self.share) - np.log(self.focal_log_sd) - 2 * np.log(self.centre_sd))

    def pull(self, state: State) -> tuple[Array, Array]:
        """Return how far the means lie from the values (11,) of *state*, and how stiffly (11, 11) they are held."""
        (width, height), longer = state.size, max(state.size)
        off, stiffness = np.zeros(11), np.zeros((11, 11))
        mean = np.array([np.log(self.focal * longer), (width - 1) / 2, (height - 1) / 2, 0.0, 0.0])
        centre_sd = self.centre_sd * longer
        sd = np.array([self.focal_log_sd, centre_sd, centre_sd, self.k1_sd, self.k2_sd])
        stiffness[6:, 6:] = np.diag(1 / sd**2)
        stiffness[9, 9] += 1 / self.k2_sd**2
        stiffness[9, 10] = stiffness[10, 9] = 1 / self.k2_sd**2
        off[6:] = mean - state.values[6:]
        return off, stiffness


USUAL = CameraPrior()
"""Camera prior for a picture as a phone or a webcam took it."""

ANY_LENS = CameraPrior(focal_log_sd=0.3)
"""Camera prior where a whole board's corners and lines are seen."""

PROCESSED = CameraPrior(focal_log_sd=0.8, centre_sd=0.4, share=0.05)
"""Camera prior for a picture that was cropped or warped: vague in focal length and principal point only."""


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
"""How many times farther off than their noise points of a bent board count as being: photographs of mats that roll up
have 2.7 to 4.3, printed boards in pictures that were cut out 17 and 32."""

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

    A known *camera* is kept as it is. Points farther than a few standard deviations from
    their place lose their say (Geman-McClure weights); the standard deviation is
    *noise_px*, for all or (N,) for each, or so much more as the points show (a board that
    is not flat or not regular). A *start* saves the search for one.

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
    for prior in priors if camera is None else priors[:1]:
        problem = _Problem(board, image, noise, prior if camera is None else None)
        if chosen is not None and chosen[0].nats(chosen[1]) > prior.log_weight:
            break
        starts = _starts(board, image, size, camera, prior) if start is None else [State.of(start)]
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

    def camera(self) -> Camera:
        focal, (cx, cy) = np.exp(self.values[6]), self.values[7:9]
        dist = self.dist.copy()
        dist[:2] = self.values[9:11] * _longer(focal, self.size) ** np.array([2, 4])
        return Camera(np.array([[focal, 0, cx], [0, focal * self.ratio, cy], [0, 0, 1.0]]), dist, self.size)

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


def _longer(focal_px: float, size: tuple[int, int]) -> float:
    """Return how many times longer a focal length is than the usual one of pictures of *size*."""
    return float(focal_px / (USUAL.focal * max(size)))


def damped_step(hessian: Array, gradient: Array, damping: float) -> Array:
    """Return the step (K,) of Levenberg and Marquardt up the *gradient* (K,), *hessian* (K, K) being its fall."""
    damped = hessian + damping * np.diag(np.diag(hessian)) + 1e-12 * np.eye(len(gradient))
    return np.asarray(np.linalg.solve(damped, gradient), dtype=np.float64)


def _starts(
    board: Array, image: Array, size: tuple[int, int], camera: Camera | None, prior: CameraPrior
) -> list[State]:
    """Return both poses of a flat board for each of a few focal lengths."""
    states = []
    focals = [prior.focal * factor * max(size) for factor in (0.8, 1.0, 1.25)]
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
"""Residual, in standard deviations, at which a point's weight has halved."""


@dataclass(frozen=True, slots=True, eq=False)
class _Problem:
    """Points on the board (N, 3), their pixels, their standard deviations, and the prior (None: camera known)."""

    board: Array
    image: Array
    noise: Array
    prior: CameraPrior | None

    def residual(self, state: State) -> Array:
        """Return how far off (N, 2) the points are."""
        return self.image - state.project(self.board)[0]

    def excess(self, state: State) -> float:
        """Return how many times larger than ``noise`` the residuals are, at least 1.

        The usual one is the median of Rayleigh's distribution.
        """
        if len(self.board) < 12:
            return 1.0
        usual_off = float(np.median(np.linalg.norm(self.residual(state), axis=1) / self.noise))
        return max(1.0, usual_off / 1.1774)

    def cost(self, state: State) -> float:
        """Return the robust negative logarithm of the posterior; infinite where the state makes no sense."""
        if not np.all(np.isfinite(state.values)) or state.values[5] <= 0 or np.abs(state.values[9:]).max() > 2:
            return np.inf
        square = np.sum(self.residual(state) ** 2, axis=1) / (BELIEVED * self.noise) ** 2
        off, stiffness = self._prior_terms(state)
        return 0.5 * BELIEVED**2 * float(np.sum(square / (1 + square))) + 0.5 * float(off @ stiffness @ off)

    def nats(self, state: State) -> float:
        """Return the logarithm of the posterior of *state*, comparable among priors."""
        return (0.0 if self.prior is None else self.prior.log_weight) - self.cost(state)

    def is_likelier(self, state: State, other: _Problem, than: State) -> bool:
        """Return whether *state* is likelier than *than* is by *other*.

        If they are e times farther off than their noise, the board is bent. Then neighbours are off together, and only
        one point in e² tells something of its own; so the noise is taken for e² times as large. No board is bent by
        more than ``MOST_BENT``: what is farther off is seen by another camera.
        """
        excess = min(other.excess(than), MOST_BENT) ** 2
        mine, theirs = (replace(problem, noise=excess * problem.noise) for problem in (self, other))
        return mine.nats(state) > theirs.nats(than)

    def settled(self, starts: Sequence[State]) -> State:
        """Return the likeliest of what *starts* lead to, the noise being as large as the points show."""
        likely = sorted(starts, key=self.cost)[:LIKELY_STARTS]
        quick = 8 if len(likely) > 1 else 30
        best = min((self.solved(state, most=quick) for state in likely), key=self.cost)
        for _ in range(2):
            best = replace(self, noise=self.noise * self.excess(best)).solved(best, most=30)
        return best

    def pose(self, state: State) -> Pose:
        residual = np.linalg.norm(self.residual(state), axis=1)
        believed = residual < BELIEVED * self.noise * self.excess(state)
        return Pose(state.camera(), state.R, state.values[3:6].copy(), residual, believed)

    def solved(self, state: State, *, most: int) -> State:
        """Return *state* after at most so many damped Gauss-Newton steps."""
        free = np.arange(6 if self.prior is None else 11)
        damping, cost = 1e-3, self.cost(state)
        for _ in range(most):
            step = np.zeros(11)
            step[free] = self._step(state, free, damping)
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

    def _step(self, state: State, free: npt.NDArray[np.intp], damping: float) -> Array:
        predicted, jacobian = state.project(self.board)
        residual = self.image - predicted
        square = np.sum(residual**2, axis=1) / (BELIEVED * self.noise) ** 2
        weight = np.repeat(1.0 / ((1.0 + square) * self.noise) ** 2, 2)
        J = jacobian[:, free]
        off, stiffness = self._prior_terms(state)
        gradient = J.T @ (weight * residual.reshape(-1)) + (stiffness @ off)[free]
        hessian = (J.T * weight) @ J + stiffness[np.ix_(free, free)]
        return damped_step(hessian, gradient, damping)

    def _prior_terms(self, state: State) -> tuple[Array, Array]:
        return (np.zeros(11), np.zeros((11, 11))) if self.prior is None else self.prior.pull(state)
