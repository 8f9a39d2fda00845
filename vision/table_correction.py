"""A small correction of a network's scores learned from one table, no stronger than has proved useful.

It is a softmax regression on all scores of a crop, with the network's own scores as offset.
Cross-validation over pictures chooses its strength for each field; zero is one of the options.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from core.reading import EMPTY
from kits.colours import COLOURS
from kits.kit import Kit
from vision.contents import model_for, shape_of
from vision.inference import PRIORS, pitches_mm
from vision.network import (
    MARKED_PRESENCE,
    PRESENCE,
    RODS,
    SHAPES,
    STONES,
    Evidence,
    Floats,
    Network,
    log_shares,
    looks,
)
from vision.pitch import pitch_nats, size_nats
from vision.printed_marks import seems_marked
from vision.views import Views

Array = npt.NDArray[np.float64]
Labels = npt.NDArray[np.int64]

STRENGTHS = (1.0, 3.0, 10.0, 30.0)
"""Weights of the L2 penalty to try, besides no correction at all."""
UNKNOWN = -1
_UNIT = 5.0
_MOST_NATS = 5.0
"""Most nats of a correction."""
_LEAST_SHARE, _LEAST_NATS = 0.15, 0.2
"""Least improvement of the held-out log-likelihood, relative and in nats, for a correction to be used."""


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """Crops of one picture whose contents are known: ``labels`` has a column of each field (N,), or UNKNOWN."""

    evidence: Evidence
    labels: Mapping[str, Labels]

    def without(self, rows: npt.NDArray[np.bool_]) -> Lesson:
        """Return the lesson with nothing said of *rows*."""
        return replace(self, labels={name: np.where(rows, UNKNOWN, of) for name, of in self.labels.items()})


@dataclass(frozen=True, slots=True, eq=False)
class Correction:
    """What is added to one field's scores: ``weights`` (features + 1, width), the last row for all crops alike."""

    weights: Array
    classes: tuple[int, ...]
    """The columns that are ever corrected."""

    def added(self, features: Array) -> Array:
        """Return the nats (N, width) to be added."""
        return np.asarray(np.clip(features @ self.weights, -_MOST_NATS, _MOST_NATS))


Corrections = Mapping[str, Correction]


class Taught(Network):
    """A network that has been told what stands on this table."""

    def __init__(self, base: Network, corrections: Corrections) -> None:
        self.model = base.model
        self._base = base
        self._corrections = corrections

    def look(self, blob: Floats, where: Views) -> Evidence:
        return corrected(self._base.look(blob, where), self._corrections)


def corrected(evidence: Evidence, corrections: Corrections) -> Evidence:
    """Return *evidence* with *corrections* added to the fields that they are for."""
    if not corrections:
        return evidence
    phi = features(evidence)
    return {
        name: (scores + corrections[name].added(phi)).astype(np.float32) if name in corrections else scores
        for name, scores in evidence.items()
    }


def features(evidence: Evidence) -> Array:
    """Return (N, scores + 1): every field's log-shares in units of some nats, and 1."""
    seen = looks(evidence) / _UNIT
    return np.column_stack([seen, np.ones(len(seen))])


def lesson(
    evidence: Evidence, cells: Sequence[str], contents: Mapping[str, str], kit: Kit, colours: Mapping[str, str]
) -> Lesson:
    """Return what *contents* (cell → content, empty ones left out or ``.``) say of the crops of *cells*.

    *colours* names each seat's colour. Cells that are not in *contents* are empty.
    """
    labels = {name: np.full(len(cells), UNKNOWN, np.int64) for name in evidence}
    for index, cell in enumerate(cells):
        for name, label in _labels(contents.get(cell, EMPTY), kit, colours).items():
            if name in labels:
                labels[name][index] = label
    if "presence" in labels:
        bare = labels["presence"] == PRESENCE.index("empty")
        labels["presence"][bare & seems_marked(evidence, cells, kit)] = MARKED_PRESENCE.index("marked")
    return Lesson(evidence, labels)


def _labels(content: str, kit: Kit, colours: Mapping[str, str]) -> dict[str, int]:
    if content == EMPTY:
        return {"presence": PRESENCE.index("empty"), "stone": STONES.index("empty"), "rod": RODS.index("none")}
    if content == "rod":
        return {"rod": RODS.index("rod")}
    if content in STONES:
        return {"stone": STONES.index(content)}
    kind = content[1:]
    found = {"presence": PRESENCE.index("piece"), "colour": COLOURS.index(colours[content[0]])}
    if kind in kit.pyramids:
        found["pips"] = list(kit.stock).index(kind)
    return {**found, "shape": SHAPES.index(shape_of(kit.pieces[kind]))}


def learn(lessons: Sequence[Lesson], kit: Kit, pitch_mm: float | None) -> Corrections:
    """Return the corrections that *lessons* agree on; a field that would not be read better has none.

    *pitch_mm* is the board's, so that pips are corrected only for what sizes do not tell.
    """
    found = {}
    for name in lessons[0].labels:
        problem = _Problem.of(lessons, name, _by_size(lessons, kit, pitch_mm) if name == "pips" else None)
        if problem is None:
            continue
        strength = problem.best_strength()
        if strength is not None:
            found[name] = Correction(problem.fitted(np.ones(len(problem.fold), bool), strength), problem.classes)
    return found


def _by_size(lessons: Sequence[Lesson], kit: Kit, pitch_mm: float | None) -> Array | None:
    """Return (N, kinds) how well the size of each crop fits each kind of *kit*; None where sizes tell nothing."""
    if pitch_mm is None or "ratio" not in lessons[0].evidence:
        return None
    pitch_mm /= model_for(kit).cells
    ratios = [kit.pyramids[kind].base_mm / pitch_mm for kind in kit.stock]
    return np.array([size_nats(row, ratios) for each in lessons for row in each.evidence["ratio"]])


@dataclass(frozen=True, slots=True, eq=False)
class _Problem:
    """One field: features (N, F), offsets (N, classes), labels (N,) as places in *classes*, and whose turn it is."""

    phi: Array
    offset: Array
    label: Labels
    fold: Labels
    classes: tuple[int, ...]
    width: int

    @classmethod
    def of(cls, lessons: Sequence[Lesson], name: str, besides: Array | None = None) -> _Problem | None:
        """Return the problem of field *name*; None where fewer than two answers are known.

        *besides* (N, width) is what else is known, in nats.
        """
        labels = np.concatenate([each.labels[name] for each in lessons])
        classes = tuple(int(label) for label in np.unique(labels[labels != UNKNOWN]))
        if len(classes) < 2:
            return None
        known = np.flatnonzero(labels != UNKNOWN)
        scores = np.concatenate([each.evidence[name] for each in lessons]).astype(np.float64)
        if besides is not None:
            scores = scores + besides
        prior = PRIORS.log_field(name, scores.shape[1])
        picture = np.concatenate([np.full(len(each.labels[name]), n) for n, each in enumerate(lessons)])
        fold = picture[known] if len(lessons) > 1 else np.arange(len(known)) % 5
        return cls(
            np.concatenate([features(each.evidence) for each in lessons])[known],
            (scores + prior)[known][:, list(classes)],
            np.searchsorted(classes, labels[known]),
            fold,
            classes,
            scores.shape[1],
        )

    def best_strength(self) -> float | None:
        """Return the strength that reads best what it has not seen; None where none is plainly better than nothing."""
        nothing = self._loss(np.arange(len(self.fold)), np.zeros((self.phi.shape[1], len(self.classes))))
        losses = {strength: self._left_out_loss(strength) for strength in STRENGTHS}
        best = min(losses, key=lambda strength: losses[strength])
        return best if losses[best] < (1 - _LEAST_SHARE) * nothing - _LEAST_NATS else None

    def _left_out_loss(self, strength: float) -> float:
        total = 0.0
        for turn in np.unique(self.fold):
            weights = self.fitted(self.fold != turn, strength)[:, list(self.classes)]
            total += self._loss(np.flatnonzero(self.fold == turn), weights)
        return total

    def _loss(self, rows: npt.NDArray[np.intp], weights: Array) -> float:
        logs = log_shares(self.offset[rows] + np.clip(self.phi[rows] @ weights, -_MOST_NATS, _MOST_NATS))
        return -float(np.maximum(logs[np.arange(len(rows)), self.label[rows]], -8.0).sum())

    def fitted(self, rows: npt.NDArray[np.bool_], strength: float) -> Array:
        """Return the weights (F, width) that fit *rows* under the penalty *strength*."""
        from scipy.optimize import minimize

        phi, offset, label = self.phi[rows], self.offset[rows], self.label[rows]
        wanted = np.zeros_like(offset)
        wanted[np.arange(len(label)), label] = 1.0
        shape = (phi.shape[1], len(self.classes))

        def cost(flat: Array) -> tuple[float, Array]:
            weights = flat.reshape(shape)
            logs = log_shares(offset + phi @ weights)
            slope = phi.T @ (np.exp(logs) - wanted) + strength * weights
            return -float((logs * wanted).sum()) + 0.5 * strength * float((weights**2).sum()), slope.ravel()

        found = minimize(cost, np.zeros(shape[0] * shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 60})
        weights = np.zeros((shape[0], self.width))
        weights[:, list(self.classes)] = found.x.reshape(shape)
        return weights


def pitch_of(lessons: Sequence[Lesson], kit: Kit) -> float | None:
    """Return the pitch in mm of the board with the pyramids of *lessons*; None where they do not tell."""
    if any("ratio" not in each.evidence for each in lessons):
        return None
    kinds = list(kit.stock)
    seen = [
        (each.evidence["ratio"][index], kit.pyramids[kinds[int(each.labels["pips"][index])]].base_mm)
        for each in lessons
        for index in np.flatnonzero(each.labels["pips"] != UNKNOWN)
    ]
    if not seen:
        return None
    scores = pitch_nats(seen)
    weights = np.exp(scores - scores.max())
    return float(np.exp(weights @ np.log(pitches_mm(model_for(kit).cells)) / weights.sum()))
