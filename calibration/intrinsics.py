"""Calibrates a camera's lens from several views of a flat pattern with OpenCV, and measures how good the result is.

A view whose corners disagree with all others is left out and reported. The quality is
measured on views that the calibration has not used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from calibration.registration import Array, Camera
from calibration.scaling import USUAL_PX, for_a_quick_look, in_grey, refined
from calibration.sheet_marks import find_sheet

Verdict = Literal["good", "usable", "redo"]

FEWEST = 3
"""Fewest views from which a lens can be measured."""
ENOUGH = 8
BOARD_MM = 400.0
"""Size of a typical board, assumed to fill ``FILLED`` of the picture's shorter side."""
FILLED = 0.8
_OUTLYING = 2.5
"""A view is an outlier if its error exceeds the others' median by this factor."""
_LEAST_OUTLYING = 0.00035
"""Errors below this share of the picture's longer side are never outliers."""
_SIGNIFICANT = 3.0
"""Standard deviations by which a third radial coefficient must differ from 0 to be used."""
_FOLDS = 4
_LEAST_LEAN_DEG = 2.0
"""Least difference in tilt between views; below it, focal length and distance cannot be separated."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One picture of the pattern: its corners (N, 2) in mm, and where they are seen (N, 2) in px."""

    name: str
    belong_mm: Array
    seen_px: Array
    size: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Rejected:
    """A view that was left out, and why."""

    name: str
    why: str


@dataclass(frozen=True, slots=True, eq=False)
class Intrinsics:
    """A calibrated camera and what it is worth.

    ``rms_px`` and ``per_view_px`` are over the views *used*. ``board_error_mm`` is how far a
    cell of a usual board may be misplaced, measured on views left out in turn.
    ``focal_sd`` is the focal length's standard deviation as a share of it, ``coverage``
    the share of the picture in which corners were seen.
    """

    camera: Camera
    rms_px: float
    per_view_px: tuple[float, ...]
    used: tuple[str, ...]
    board_error_mm: float
    focal_sd: float
    coverage: float

    @property
    def verdict(self) -> Verdict:
        if self.focal_sd > 0.02 or self.board_error_mm > 3.0 or self._usual_rms_px > 2.5:
            return "redo"
        return "usable" if self._short_of_good or self.board_error_mm >= 0.6 else "good"

    @property
    def advice(self) -> tuple[str, ...]:
        """What would make it better, one thing a line; nothing where it is good."""
        return () if self.verdict == "good" else self._short_of_good or ("Take more pictures from other sides.",)

    @property
    def _usual_rms_px(self) -> float:
        """Return the error that it would be in a picture of usual width."""
        return self.rms_px * USUAL_PX / max(self.camera.size)

    @property
    def _short_of_good(self) -> tuple[str, ...]:
        """Return what to do about each measure that is not good enough."""
        short = {
            f"Take more pictures: {ENOUGH} or more that can be used; these are {len(self.used)}.": (
                len(self.used) < ENOUGH
            ),
            "Tilt the sheet more: 30 to 45 degrees, to each side in turn.": self.focal_sd >= 0.005,
            "Bring the sheet into the corners and along the edges of the picture, and closer.": self.coverage <= 0.4,
            "Lay the sheet on something flat, hold the camera still, and see that it is sharp.": (
                self._usual_rms_px >= 0.8
            ),
        }
        return tuple(advice for advice, is_short in short.items() if is_short)


def find_target(image: npt.NDArray[np.uint8], name: str, *, square_mm: float | None = None) -> View | None:
    """Return the view of the printed calibration target; *square_mm* is a square's side by a ruler."""
    sheet = find_sheet(image)
    if sheet is None or sheet.target is None:
        return None
    scale = 1.0 if square_mm is None else square_mm / sheet.target.square_mm
    return View(name, sheet.belong_mm * scale, sheet.seen_px, sheet.size_px)


def find_chessboard(
    image: npt.NDArray[np.uint8], name: str, *, corners: tuple[int, int], square_mm: float
) -> View | None:
    """Return the view of an empty chessboard with this many inner *corners* across and down; None where it is not seen.

    It is looked for in a smaller picture, and its corners are then refined in the whole one.
    """
    grey = in_grey(image)
    small, scale = for_a_quick_look(grey)
    flags = cv2.CALIB_CB_NORMALIZE_IMAGE
    found, seen = cv2.findChessboardCornersSB(small, corners, flags=flags)
    if not found:
        return None
    places = (np.asarray(seen, dtype=np.float64).reshape(-1, 2) + 0.5) / scale - 0.5
    step = float(np.median(np.linalg.norm(np.diff(places.reshape(-1, corners[0], 2), axis=1), axis=2)))
    places = refined(grey, places, int(np.clip(0.2 * step, 2, 11)))
    across, down = np.meshgrid(np.arange(corners[0]), np.arange(corners[1]))
    belong = np.column_stack([across.ravel(), down.ravel()]) * square_mm
    return View(name, belong.astype(np.float64), places, (grey.shape[1], grey.shape[0]))


def calibrated(views: Sequence[View]) -> tuple[Intrinsics | None, tuple[Rejected, ...]]:
    """Return the camera that *views* show, and the views that were left out; None where too few are left."""
    kept, rejected = _of_one_size(views)
    while len(kept) >= FEWEST and (fit := _fitted(kept)) is not None:
        worst = int(np.argmax(fit.per_view))
        others = np.delete(fit.per_view, worst)
        limit = max(_OUTLYING * float(np.median(others)), _LEAST_OUTLYING * max(fit.camera.size))
        if fit.per_view[worst] <= limit or len(kept) == FEWEST:
            return _measured(fit, kept), tuple(rejected)
        why = (
            f"its corners lie {fit.per_view[worst]:.1f} px from where the other pictures put them: "
            "a bent sheet, blur, or another camera or zoom"
        )
        rejected.append(Rejected(kept.pop(worst).name, why))
    return None, tuple(rejected)


def _measured(fit: _Fit, views: Sequence[View]) -> Intrinsics:
    """Return the camera of *fit*, found from *views*, with its measures of quality."""
    return Intrinsics(
        camera=fit.camera,
        rms_px=fit.rms,
        per_view_px=tuple(float(error) for error in fit.per_view),
        used=tuple(view.name for view in views),
        board_error_mm=_unseen_error_px(views) * BOARD_MM / (FILLED * min(fit.camera.size)),
        focal_sd=fit.focal_sd,
        coverage=_coverage(views),
    )


def _of_one_size(views: Sequence[View]) -> tuple[list[View], list[Rejected]]:
    """Return the views of the commonest picture size, and the others as rejected."""
    sizes = [view.size for view in views]
    usual = max(sizes, key=sizes.count, default=(0, 0))
    why = "{} × {} pixels, and most have {} × {}: another camera, zoom, or held upright"
    rejected = [Rejected(view.name, why.format(*view.size, *usual)) for view in views if view.size != usual]
    return [view for view in views if view.size == usual], rejected


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    camera: Camera
    rms: float
    per_view: Array
    focal_sd: float


def _fitted(views: Sequence[View]) -> _Fit | None:
    """Return the camera of *views*; None if they clash. A third radial coefficient is used only if they show one."""
    try:
        fit, k3_sd = _with_flags(views, 0)
        if abs(fit.camera.dist[4]) < _SIGNIFICANT * k3_sd or not np.isfinite(k3_sd):
            fit, _ = _with_flags(views, cv2.CALIB_FIX_K3)
    except cv2.error:
        return None
    return fit if np.isfinite(fit.rms) and np.all(np.isfinite(fit.camera.K)) else None


def _with_flags(views: Sequence[View], flags: int) -> tuple[_Fit, float]:
    """Return the fit, and the standard deviation of its third radial coefficient."""
    size = views[0].size
    solid = [np.column_stack([view.belong_mm, np.zeros(len(view.belong_mm))]).astype(np.float32) for view in views]
    seen = [view.seen_px.astype(np.float32).reshape(-1, 1, 2) for view in views]
    start, none = np.eye(3), np.zeros(5)
    rms, K, dist, turns, _, spread, _, errors = cv2.calibrateCameraExtended(solid, seen, size, start, none, flags=flags)
    sd = np.asarray(spread, dtype=np.float64).ravel()
    matrix = np.asarray(K, dtype=np.float64)
    camera = Camera(matrix, np.asarray(dist, dtype=np.float64).ravel()[:5].copy(), size)
    parallel = _lean_deg(turns) < _LEAST_LEAN_DEG
    focal_sd = 1.0 if parallel else float(max(sd[0] / matrix[0, 0], sd[1] / matrix[1, 1]))
    return _Fit(camera, float(rms), np.asarray(errors, dtype=np.float64).ravel(), focal_sd), float(sd[8])


def _lean_deg(turns: Sequence[npt.NDArray[np.generic] | cv2.Mat]) -> float:
    """Return the largest angle by which the pattern's plane leans differently in two views."""
    normals = np.array([np.asarray(cv2.Rodrigues(np.asarray(turn))[0])[:, 2] for turn in turns])
    return float(np.degrees(np.arccos(np.clip((normals @ normals.T).min(), -1, 1))))


def _unseen_error_px(views: Sequence[View]) -> float:
    """Return the error (root mean square) of left-out views' inner corners, placed by their outer ones."""
    folds = min(_FOLDS, len(views))
    squares: list[Array] = []
    for fold in range(folds):
        others = [view for number, view in enumerate(views) if number % folds != fold]
        fit = _fitted(others) if len(others) >= 2 else None
        if fit is not None:
            squares += [_off_px(view, fit.camera) ** 2 for view in views[fold::folds]]
    return float(np.sqrt(np.mean(np.concatenate(squares)))) if squares else float("inf")


def _off_px(view: View, camera: Camera) -> Array:
    low, high = view.belong_mm.min(axis=0), view.belong_mm.max(axis=0)
    edge = np.any((view.belong_mm < low + 1e-6) | (view.belong_mm > high - 1e-6), axis=1)
    if edge.sum() < 6 or (~edge).sum() < 4:
        edge = np.arange(len(edge)) % 2 == 0
    solid = np.column_stack([view.belong_mm, np.zeros(len(edge))])
    _, turn, move = cv2.solvePnP(solid[edge], view.seen_px[edge], camera.K, camera.dist, flags=cv2.SOLVEPNP_ITERATIVE)
    there, _ = cv2.projectPoints(solid[~edge], turn, move, camera.K, camera.dist)
    return np.asarray(np.linalg.norm(np.asarray(there).reshape(-1, 2) - view.seen_px[~edge], axis=1))


def _coverage(views: Sequence[View], *, cells: int = 8) -> float:
    """Return the share of the picture that the pattern has covered, counted in squares of an eighth of its sides."""
    width, height = views[0].size
    covered = np.zeros((cells, cells), dtype=np.uint8)
    for view in views:
        hull = cv2.convexHull((view.seen_px * [cells / width, cells / height] * 16).astype(np.int32))
        cv2.fillConvexPoly(covered, hull, (1,), cv2.LINE_8, 4)
    return float(covered.mean())
