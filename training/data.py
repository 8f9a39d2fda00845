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
from simulator.scene import Picture
from training.subjects import Subject, fair_log_pitch
from vision.views import crops


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """Crops and what they show.

    ``labels`` (N, fields) has one for each of the subject's fields, −1 where it says nothing.
    """

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


def make_chunk(subject: Subject, seed: int, chunk: int, pictures: int) -> Samples:
    """Return the samples of *pictures* pictures, the same for the same *seed* and *chunk*."""
    parts = []
    for index in range(pictures):
        rng = np.random.default_rng([seed, chunk, index])
        picture = subject.draw(rng)
        parts += [samples(subject, picture, chunk * pictures + index, rng) for _ in range(2)]
    return Samples.together(parts)


def samples(subject: Subject, picture: Picture, number: int, rng: np.random.Generator, *, empties: int = 14) -> Samples:
    """Return the crops of all that stands there, and some of the empty and of the covered places of *picture*."""
    registration = nudged(picture.truth.registration, rng)
    names = subject.names(registration.plan)
    labels = np.array([subject.label(picture.truth, name) for name in names])
    empty, covered = 0, next(iter(subject.model.fields.values())) - 1
    rare = [np.flatnonzero(labels[:, 0] == kind) for kind in (empty, covered)]
    there = np.flatnonzero((labels[:, 0] != empty) & (labels[:, 0] != covered))
    keep = np.sort(np.concatenate([there, *(rng.permutation(places)[:empties] for places in rare)]))
    where = subject.views(registration, [names[index] for index in keep], subject.model.frame)
    return Samples(
        crops=crops(picture.image, where),
        outline=where.outline.astype(np.float32),
        sin_elevation=where.sin_elevation.astype(np.float32),
        labels=labels[keep],
        log_pitch=np.array([fair_log_pitch(picture, name) for name in where.cells], dtype=np.float32),
        picture=np.full(len(keep), number),
    )


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
