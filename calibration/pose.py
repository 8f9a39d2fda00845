"""The camera and its pose from points on the board and the size of the picture.

A board seen from above says little about focal length and distortion, so what cameras
usually are (phones and webcams: 50 to 80 degrees wide, principal point near the middle,
little distortion) enters as a prior, weighed against the points by their noise.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.registration import Camera

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CameraPrior:
    """Means and standard deviations of what a camera is, before it has seen anything.

    ``focal`` and ``centre_sd`` are in parts of the picture's longer side; ``focal_log_sd``
    is the standard deviation of the logarithm of the focal length.
    """

    focal: float = 0.82
    focal_log_sd: float = 0.12
    centre_sd: float = 0.015
    k1: float = -0.01
    k1_sd: float = 0.05


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
        return float(np.sqrt(np.mean(self.residual_px[self.believed] ** 2)))


def fit_pose(
    points_mm: npt.ArrayLike,
    points_px: npt.ArrayLike,
    size: tuple[int, int],
    *,
    camera: Camera | None = None,
    noise_px: float = 0.5,
    prior: CameraPrior | None = None,
) -> Pose | None:
    """Return the likeliest pose for points (N, 2) on the board and their pixels (N, 2); None where they allow none.

    A known *camera* is kept as it is. Points farther than a few *noise_px* from their
    place lose their say (Geman-McClure weights).
    """
    board = np.asarray(points_mm, dtype=np.float64).reshape(-1, 2)
    image = np.asarray(points_px, dtype=np.float64).reshape(-1, 2)
    if len(board) < 4:
        return None
    board = np.column_stack([board, np.zeros(len(board))])
    prior = prior or CameraPrior()
    best: _State | None = None
    for start in _starts(board, image, size, camera, prior):
        state = _refine(start, board, image, camera is None, noise_px, prior)
        if best is None or state.cost < best.cost:
            best = state
    if best is None:
        return None
    residual = np.linalg.norm(best.project(board)[0] - image, axis=1)
    spread = max(noise_px, 1.4826 * float(np.median(residual)))
    rotation, _ = cv2.Rodrigues(best.values[:3])
    return Pose(best.camera(), np.asarray(rotation), best.values[3:6].copy(), residual, residual < 4.0 * spread)


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """``values``: rotation vector, translation, log focal length, centre x and y, k1; the rest of ``dist`` is kept."""

    values: Array
    dist: Array
    size: tuple[int, int]
    ratio: float = 1.0
    cost: float = np.inf

    def camera(self) -> Camera:
        focal, (cx, cy) = np.exp(self.values[6]), self.values[7:9]
        dist = self.dist.copy()
        dist[0] = self.values[9]
        return Camera(np.array([[focal, 0, cx], [0, focal * self.ratio, cy], [0, 0, 1.0]]), dist, self.size)

    def project(self, board: Array) -> tuple[Array, Array]:
        """Return pixels (N, 2) and their derivatives (2 N, 10) by ``values``."""
        camera = self.camera()
        image, jacobian = cv2.projectPoints(
            board.reshape(-1, 1, 3), self.values[:3], self.values[3:6], camera.K, camera.dist
        )
        d = np.asarray(jacobian, dtype=np.float64).reshape(2 * len(board), -1)
        focal = camera.K[0, 0] * d[:, 6] + camera.K[1, 1] * d[:, 7]
        return np.asarray(image, dtype=np.float64).reshape(-1, 2), np.column_stack([d[:, :6], focal, d[:, 8:11]])


def _starts(
    board: Array, image: Array, size: tuple[int, int], camera: Camera | None, prior: CameraPrior
) -> list[_State]:
    states = []
    for factor in (1.0,) if camera is not None else (0.8, 1.0, 1.25):
        if camera is None:
            focal, ratio, dist = prior.focal * factor * max(size), 1.0, np.zeros(5)
            K = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1.0]])
        else:
            K, dist = camera.K, np.resize(np.append(camera.dist.ravel(), np.zeros(5)), 5)
            ratio = float(K[1, 1] / K[0, 0])
        try:
            _, rotations, shifts, _ = cv2.solvePnPGeneric(
                board.reshape(-1, 1, 3), image.reshape(-1, 1, 2), K, dist, flags=cv2.SOLVEPNP_IPPE
            )
        except cv2.error:
            continue
        for rotation, shift in zip(rotations, shifts, strict=True):
            known = [np.log(K[0, 0]), K[0, 2], K[1, 2], dist[0]]
            values = np.concatenate([np.ravel(rotation), np.ravel(shift), known]).astype(np.float64)
            if np.all(np.isfinite(values)):
                states.append(_State(values, dist, size, ratio))
    return states


def _refine(start: _State, board: Array, image: Array, free: bool, noise_px: float, prior: CameraPrior) -> _State:
    """Return *start* after damped Gauss-Newton steps on the robust posterior."""
    active = np.arange(10 if free else 6)
    damping = 1e-3
    state = _judged(start, board, image, free, noise_px, prior)
    for _ in range(40):
        predicted, jacobian = state.project(board)
        residual = (image - predicted).reshape(-1)
        weight = np.repeat(_weights(residual, noise_px), 2) / noise_px**2
        pull, stiffness = _prior_terms(state, free, prior)
        J = jacobian[:, active]
        gradient = J.T @ (weight * residual) + pull[active]
        hessian = (J.T * weight) @ J + np.diag(stiffness[active])
        step = np.zeros(10)
        step[active] = np.linalg.solve(
            hessian + damping * np.diag(np.diag(hessian)) + 1e-12 * np.eye(len(active)), gradient
        )
        trial = _judged(_moved(state, step), board, image, free, noise_px, prior)
        if trial.cost < state.cost:
            settled = state.cost - trial.cost < 1e-6 * (1.0 + state.cost)
            state, damping = trial, max(damping / 5, 1e-7)
            if settled:
                break
        else:
            damping *= 8
            if damping > 1e4:
                break
    return state


def _moved(state: _State, step: Array) -> _State:
    return _State(state.values + step, state.dist, state.size, state.ratio)


def _judged(state: _State, board: Array, image: Array, free: bool, noise_px: float, prior: CameraPrior) -> _State:
    residual = (image - state.project(board)[0]).reshape(-1, 2)
    square = np.sum(residual**2, axis=1) / (_REACH * noise_px) ** 2
    cost = 0.5 * _REACH**2 * float(np.sum(square / (1 + square)))
    if free:
        pull, stiffness = _prior_terms(state, free, prior)
        cost += 0.5 * float(np.sum(pull[6:] ** 2 / stiffness[6:]))
    if not np.isfinite(cost) or state.values[5] <= 0 or abs(state.values[9]) > 1:
        cost = np.inf
    return _State(state.values, state.dist, state.size, state.ratio, cost)


_REACH = 4.0
"""Residuals of this many standard deviations have lost half of their say."""


def _weights(residual: Array, noise_px: float) -> Array:
    square = np.sum(residual.reshape(-1, 2) ** 2, axis=1) / (_REACH * noise_px) ** 2
    return np.asarray(1.0 / (1.0 + square) ** 2)


def _prior_terms(state: _State, free: bool, prior: CameraPrior) -> tuple[Array, Array]:
    """Return the prior's pull (its negative gradient) and stiffness by ``values``."""
    pull, stiffness = np.zeros(10), np.zeros(10)
    if free:
        longer = max(state.size)
        mean = np.array([np.log(prior.focal * longer), (state.size[0] - 1) / 2, (state.size[1] - 1) / 2, prior.k1])
        sd = np.array([prior.focal_log_sd, prior.centre_sd * longer, prior.centre_sd * longer, prior.k1_sd])
        stiffness[6:] = 1 / sd**2
        pull[6:] = (mean - state.values[6:]) * stiffness[6:]
    return pull, stiffness
