"""Crops with labels, cut from the simulator's pictures and kept in a folder in chunks.

Each chunk is made from its own seed, so a stopped run goes on where it was and a second
one makes the same files. Every picture is cut twice, through poses as a finder would
give them: the true one with its corners moved and its focal length wrong by a little.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.places import Place
from calibration.registration import Camera, Registration
from kits.kit import Kit
from simulator.render import render
from simulator.scene import Picture, Truth
from training.pictures import draw_printed_scene
from training.subjects import HOLDING, NOTHING, Subject, fair_log_pitch
from vision.bare_board import usual
from vision.views import crops, views


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """Crops and what they show.

    ``labels`` (N, fields) has one for each of the subject's fields, −1 where it says nothing. ``foreign`` (N,) are
    places taken up by what is no piece. ``usual`` is what is usual on boards, as in vision.bare_board, if the subject's
    network is shown that, and ``board`` (N,) which of these a crop is seen with, −1 for none.
    """

    crops: npt.NDArray[np.uint8]
    outline: npt.NDArray[np.float32]
    sin_elevation: npt.NDArray[np.float32]
    labels: npt.NDArray[np.int64]
    foreign: npt.NDArray[np.bool_]
    log_pitch: npt.NDArray[np.float32]
    picture: npt.NDArray[np.int64]
    usual: npt.NDArray[np.uint8]
    board: npt.NDArray[np.int64]

    @classmethod
    def together(cls, parts: list[Samples]) -> Samples:
        """Return all of *parts* in their order."""
        joined = {f.name: np.concatenate([getattr(part, f.name) for part in parts]) for f in fields(cls)}
        joined["board"] = _counted_on([part.board for part in parts], [len(part.usual) for part in parts])
        return cls(**joined)

    def save(self, path: Path) -> None:
        """Write to *path*, in one step."""
        write_arrays(path, {"boards": len(self.usual), **{f.name: getattr(self, f.name) for f in fields(self)}})

    @classmethod
    def load(cls, *paths: Path) -> Samples:
        """Read what ``save`` wrote, all of *paths* into one, never holding more than one of them twice."""
        crops, boards = zip(
            *((len(_member(path, "picture")), int(_member(path, "boards"))) for path in paths), strict=True
        )
        found = {}
        for f in fields(cls):
            first = _member(paths[0], f.name)
            ends = np.cumsum([0, *(boards if f.name == "usual" else crops)])
            whole = np.empty((ends[-1], *first.shape[1:]), dtype=first.dtype)
            for path, (low, high) in zip(paths, itertools.pairwise(ends), strict=True):
                whole[low:high] = _member(path, f.name)
            found[f.name] = whole
        found["board"] = _counted_on(np.split(found["board"], np.cumsum(crops)[:-1]), boards)
        return cls(**found)


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """Groups of examples, by name: of each group all arrays are as long, and what it shows is of one size."""

    groups: tuple[Mapping[str, npt.NDArray[Any]], ...]

    def save(self, path: Path) -> None:
        """Write to *path*, in one step."""
        numbered = enumerate(self.groups)
        write_arrays(path, {f"{n}.{name}": array for n, group in numbered for name, array in group.items()})

    @classmethod
    def load(cls, path: Path) -> Examples:
        """Read what ``save`` wrote."""
        groups: dict[int, dict[str, npt.NDArray[Any]]] = {}
        with np.load(path) as stored:
            for key in stored.files:
                number, _, name = key.partition(".")
                groups.setdefault(int(number), {})[name] = stored[key]
        return cls(tuple(groups[number] for number in sorted(groups)))


def write_arrays(path: Path, arrays: Mapping[str, Any]) -> None:
    """Write *arrays* to *path*, in one step."""
    draft = path.with_suffix(".part")
    with draft.open("wb") as file:
        np.savez(file, **arrays)
    draft.replace(path)


def _counted_on(parts: Sequence[npt.NDArray[np.int64]], counts: Sequence[int]) -> npt.NDArray[np.int64]:
    """Return the numbers of all *parts* in one row, each part's continuing those before it; −1, for none, stays."""
    first = np.cumsum([0, *counts[:-1]])
    return np.concatenate([np.where(part < 0, part, part + before) for part, before in zip(parts, first, strict=True)])


def _member(path: Path, name: str) -> npt.NDArray[Any]:
    with np.load(path) as stored:
        return np.asarray(stored[name])


def make_chunk(subject: Subject, seed: int, chunk: int, pictures: int, *, printed: float = 0.0) -> Samples:
    """Return the samples of *pictures* pictures, the same for the same *seed* and *chunk*.

    The share *printed* of them is of the kit as it is printed, whatever the others are.
    """
    parts = []
    for index in range(pictures):
        rng = np.random.default_rng([seed, chunk, index])
        kit = subject.kit(rng)
        draw = draw_printed_scene if rng.random() < printed else subject.scene
        picture = render(draw(rng, kit))
        parts += [samples(subject, kit, picture, chunk * pictures + index, rng) for _ in range(2)]
    return Samples.together(parts)


def samples(
    subject: Subject,
    kit: Kit,
    picture: Picture,
    number: int,
    rng: np.random.Generator,
    *,
    empties: int = 14,
    most: int = 80,
) -> Samples:
    """Return the crops of what stands there, and of some empty and covered places of *picture*, *most* of them at most.

    More pictures teach more than more places of one.
    """
    registration = nudged(picture.truth.registration, rng)
    names = subject.names(registration.plan)
    labels = np.array([subject.label(kit, picture.truth, name) for name in names])
    keep = np.sort(rng.permutation(_chosen(subject, picture.truth, names, labels, rng, empties))[:most])
    where = views(Place.of(registration), [names[index] for index in keep], subject.model.frame)
    labels = labels[keep]
    subject.finish(picture.truth, where, labels)
    common = usual(picture.image, Place.of(registration), where.cells if subject.model.usual else ())
    return Samples(
        crops=crops(picture.image, where.H_image_crop, where.frame),
        outline=where.outline.astype(np.float32),
        sin_elevation=where.sin_elevation.astype(np.float32),
        labels=labels,
        foreign=np.array([name in picture.truth.taken for name in where.cells]),
        log_pitch=np.array([fair_log_pitch(picture, name) for name in where.cells], dtype=np.float32),
        picture=np.full(len(keep), number),
        usual=common.boards,
        board=common.which if subject.model.usual else np.full(len(keep), NOTHING),
    )


def _chosen(
    subject: Subject,
    truth: Truth,
    names: Sequence[str],
    labels: npt.NDArray[np.int64],
    rng: np.random.Generator,
    empties: int,
) -> npt.NDArray[np.int64]:
    """Return the places to learn from: all that hold something and, for each field, some with each other label."""
    field = (labels >= 0).argmax(axis=1)
    value = labels[np.arange(len(labels)), field]
    tricky = np.array([subject.tricky(truth, name) for name in names])
    chosen = []
    for number, (name, width) in enumerate(subject.model.fields.items()):
        for label in range(width) if name in HOLDING else ():
            places = rng.permutation(np.flatnonzero((field == number) & (value == label)))
            order = np.argsort(~tricky[places], kind="stable")
            chosen.append(places[order][: None if label in HOLDING[name] else empties])
    return np.concatenate(chosen)


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
    guess = Registration(camera, R, np.asarray(tvec, dtype=np.float64).reshape(3), registration.plan, "hand", 0.0)
    far = float(np.abs(guess.corners_px - registration.corners_px).max())
    return guess if found and far < 0.12 * cell_px and guess.eye_mm[2] < 0 else registration
