"""Crops with labels, cut from the simulator's pictures and kept in a folder in chunks.

Each chunk is made from its own seed, so a stopped run goes on where it was and a second
one makes the same files. Every picture is cut twice, through poses as a finder would
give them: the true one with its corners moved and its focal length wrong by a little.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from calibration.registration import Camera, Registration
from kits.colours import COLOURS
from kits.tink import KIT
from simulator.scene import Picture, Truth
from training.pictures import draw_picture
from vision.network import PRESENCE
from vision.views import crops, views

KINDS = "sml"
EMPTY, PIECE, COVERED = range(len(PRESENCE))


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """Crops and what they show. ``labels`` (N, 3): presence, colour, kind (0 where there is no piece)."""

    crops: npt.NDArray[np.uint8]
    outline: npt.NDArray[np.float32]
    sin_elevation: npt.NDArray[np.float32]
    labels: npt.NDArray[np.int64]
    log_pitch: npt.NDArray[np.float32]
    picture: npt.NDArray[np.int64]

    @classmethod
    def together(cls, parts: list[Samples]) -> Samples:
        """Return all of *parts* in their order."""
        return cls(*(np.concatenate([getattr(part, f.name) for part in parts]) for f in fields(cls)))

    def save(self, path: Path) -> None:
        """Write to *path*, in one step."""
        draft = path.with_suffix(".part")
        with draft.open("wb") as file:
            np.savez(file, **{f.name: getattr(self, f.name) for f in fields(self)})
        draft.replace(path)

    @classmethod
    def load(cls, path: Path) -> Samples:
        """Read what ``save`` wrote."""
        with np.load(path) as stored:
            return cls(*(stored[f.name] for f in fields(cls)))


def make_chunk(seed: int, chunk: int, pictures: int) -> Samples:
    """Return the samples of *pictures* pictures, the same for the same *seed* and *chunk*."""
    parts = []
    for index in range(pictures):
        rng = np.random.default_rng([seed, chunk, index])
        picture = draw_picture(rng)
        parts += [samples(picture, chunk * pictures + index, rng) for _ in range(2)]
    return Samples.together(parts)


def samples(picture: Picture, number: int, rng: np.random.Generator, *, empties: int = 14) -> Samples:
    """Return the crops of all pieces, all covered cells and some empty ones of *picture*."""
    truth = picture.truth
    registration = nudged(truth.registration, rng)
    labels = np.array([label(truth, cell) for cell in registration.plan.cells])
    bare = np.flatnonzero(labels[:, 0] == EMPTY)
    hidden = np.flatnonzero(labels[:, 0] == COVERED)
    keep = np.concatenate(
        [
            np.flatnonzero(labels[:, 0] == PIECE),
            rng.permutation(bare)[:empties],
            rng.permutation(hidden)[:empties],
        ]
    )
    keep.sort()
    where = views(registration, [registration.plan.cells[index] for index in keep])
    return Samples(
        crops=crops(picture.image, where),
        outline=where.outline.astype(np.float32),
        sin_elevation=where.sin_elevation.astype(np.float32),
        labels=labels[keep],
        log_pitch=np.array([_fair_log_pitch(picture, cell) for cell in where.cells], dtype=np.float32),
        picture=np.full(len(keep), number),
    )


def label(truth: Truth, cell: str) -> tuple[int, int, int]:
    """Return presence, colour and kind of *cell* as a fair reader should see it."""
    hidden, content = truth.covered.get(cell, 0.0), truth.contents[cell]
    if content is None:
        return (COVERED if hidden >= 0.4 else EMPTY, 0, 0)
    seen = next((piece.visible for piece in truth.pieces if piece.placed.cell == cell), 1.0)
    if hidden >= 0.05 and seen < 0.4:
        return (COVERED, 0, 0)
    return (PIECE, COLOURS.index(content[0]), KINDS.index(content[1]))


def _fair_log_pitch(picture: Picture, cell: str) -> float:
    """Return the log pitch that makes the cell's piece a nominal one: the simulator's pieces vary in size."""
    size = 1.0
    for piece in picture.truth.pieces:
        if piece.placed.cell == cell:
            size = piece.placed.base_mm / KIT.pyramids[piece.placed.kind].base_mm
    return float(np.log(picture.truth.registration.plan.pitch_mm / size))


def nudged(registration: Registration, rng: np.random.Generator) -> Registration:
    """Return *registration* as found by a finder: corners off by about 1 % of a cell, focal length by 3 %."""
    if rng.random() < 0.25:
        return registration
    cell_px = float(np.linalg.norm(np.diff(registration.corners_px[:2], axis=0))) / registration.plan.columns
    corners = registration.corners_px + rng.normal(0, rng.uniform(0.002, 0.02) * cell_px, (4, 2))
    K = registration.camera.K.copy()
    K[0, 0] = K[1, 1] = K[0, 0] * rng.normal(1, 0.03)
    camera = Camera(K, registration.camera.dist * rng.uniform(0, 1), registration.camera.size)
    points = np.column_stack([np.array(registration.plan.corners_mm), np.zeros(4)])
    found, rvec, tvec = cv2.solvePnP(points, corners, camera.K, camera.dist, flags=cv2.SOLVEPNP_IPPE)
    R = np.asarray(cv2.Rodrigues(rvec)[0], dtype=np.float64)
    guess = Registration(camera, R, np.asarray(tvec, dtype=np.float64).reshape(3), registration.plan, "manual", 0.0)
    far = float(np.abs(guess.corners_px - registration.corners_px).max())
    return guess if found and far < 0.12 * cell_px and guess.eye_mm[2] < 0 else registration
