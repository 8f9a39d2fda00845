"""Teaches what tells pieces that lie wrong from others by what the network of cells says of them (decision 0056).

    python -m training.misplaced draw FOLDER --seed S --tables N
    python -m training.misplaced fit FOLDER --passes N

The first draws tables as for learning, four times each with other pieces lying wrong, and keeps what is seen around
cells. The second learns from that and writes ``vision/models/misplaced.npz``. Every fifth table is held back.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from calibration.places import Place
from simulator.backdrop import Backdrop, backdrop
from simulator.misplaced import HOWS, with_misplaced
from simulator.render import render
from simulator.scene import How, Scene
from training.covers import with_covers
from training.data import nudged, write_arrays
from training.dense import draw_dice_table
from training.pictures import draw_printed_scene, draw_training_scene
from training.subjects import SUBJECTS
from vision.misplaced import MIRRORED, SPREAD, STEPS, Around, Judge, looked_around
from vision.network import DICE_MODEL, HEADS, Floats, Model, log_shares, shared_network
from vision.views import levelled, views

Arrays = dict[str, npt.NDArray[np.generic]]
_OFTEN: Mapping[How, int] = {"line": 2, "side": 4, "two": 3, "tilted": 3}
"""How often a piece lies wrong in each way; the ways that are harder to tell come more often."""
_HEADS = (0.4, 0.3, 0.05, 0.25)
"""Shares of tables with the pieces of each part of the network."""
_MOST, _PIECES, _BARE = 12, 6, 3
"""The most pieces of a picture that lie wrong, and the numbers of others and of bare cells that are learned from."""
_COVERS, _PRINTED = 0.3, 0.5
_TIMES = 4
_PER_FILE = 10
_HELD = 5
_AROUND, _SHOWN, _HIDDEN = 24, 16, 64
"""Widths of the dense layers."""
_BATCH, _RATE, _DECAY = 128, 2e-3, 9e-3
_BLIND, _DROPPED = 0.1, 0.2
"""Shares of the inputs, and of the first layers' outputs, that are left out in each step."""
_LEAST = 1e-3


def drawn(seed: int, number: int) -> Arrays:
    """Return what is seen around cells of table *number*."""
    rng = np.random.default_rng([seed, number])
    head = int(rng.choice(len(HEADS), p=_HEADS))
    model = HEADS[head]
    kit = SUBJECTS[model.name].kit(rng)
    printed = rng.random() < _PRINTED
    draw = draw_printed_scene if printed else draw_dice_table if model is DICE_MODEL else draw_training_scene
    scene = draw(rng, kit)
    if rng.random() < _COVERS:
        scene = with_covers(rng, scene)
    often = [how for how, count in _OFTEN.items() for _ in range(count)]
    behind = backdrop(scene)
    times = [with_misplaced(rng, scene, int(rng.integers(1, _MOST)), often) for _ in range(_TIMES)]
    found = [_seen(rng, each, behind, model) for each in times]
    many = {key: np.concatenate([each[key] for each in found]) for key in found[0]}
    count = len(many["label"])
    return {**many, "head": np.full(count, head), "table": np.full(count, number)}


def _seen(rng: np.random.Generator, scene: Scene, behind: Backdrop, model: Model) -> Arrays:
    picture = render(scene, behind=behind)
    truth = picture.truth
    place = Place.of(nudged(truth.registration, rng))
    inside = views(place, place.cells, model.frame).outside
    seen = [cell for cell, out in zip(place.cells, inside, strict=True) if not out]
    wrong = [cell for cell in seen if cell in truth.misplaced]
    pieces = [cell for cell in seen if truth.position[cell] != "." and cell not in wrong]
    bare = [cell for cell in seen if cell not in pieces and cell not in wrong]
    rng.shuffle(pieces)
    rng.shuffle(bare)
    bare.sort(key=lambda cell: truth.covered[cell] <= _BLIND)
    cells = [*wrong, *pieces[:_PIECES], *bare[:_BARE]]
    around = looked_around(levelled(picture.image, place), place, shared_network(model), cells)
    label = [1 + HOWS.index(truth.misplaced[cell]) if cell in truth.misplaced else 0 for cell in cells]
    return {
        "said": around.said.astype(np.float16), "drawn": around.drawn.astype(np.float16), "label": np.array(label, int),
    }  # fmt: skip


class Fit:
    """Layers that learn, by Adam, from what was seen around cells (arrays as ``_seen`` returns them)."""

    def __init__(self, seen: Mapping[str, npt.NDArray[np.generic]], rng: np.random.Generator) -> None:
        said, shown = seen["said"].astype(np.float32), seen["drawn"]
        self._rng, self._label = rng, np.asarray(seen["label"], dtype=int)
        self.mean, self.spread = said.mean((0, 1)), said.std((0, 1)) + _LEAST
        self._said = np.clip((said - self.mean) / self.spread, -SPREAD, SPREAD)
        self._shown = shown.reshape(*shown.shape[:3], -1).swapaxes(2, 3)
        self.scale = np.sqrt((self._shown[::7, 0].astype(np.float32) ** 2).mean(0)) + _LEAST
        self._heads = np.eye(len(HEADS), dtype=np.float32)[np.asarray(seen["head"], dtype=int)]
        self._wide = len(STEPS) * _AROUND
        self._deep = self._wide + self._shown.shape[2] * _SHOWN
        sizes = {
            "around": (said.shape[2], _AROUND), "shown": (self._shown.shape[3], _SHOWN),
            "hidden": (self._deep + len(HEADS), _HIDDEN), "out": (_HIDDEN, 1 + len(HOWS)),
        }  # fmt: skip
        self.layers = {name: rng.normal(0, rows**-0.5, (rows, columns)) for name, (rows, columns) in sizes.items()}
        self.layers |= {f"{name}_bias": np.zeros(columns) for name, (_, columns) in sizes.items()}
        self._means = {name: (np.zeros_like(each), np.zeros_like(each)) for name, each in self.layers.items()}

    def learn(self, passes: int) -> None:
        """Go through all that was seen this many times, at a rate that falls to nothing."""
        steps = passes * len(self._label) // _BATCH
        for step in range(1, steps + 1):
            rate = _RATE * 0.5 * (1 + np.cos(np.pi * step / steps))
            for name, slope in self._slopes(self._rng.choice(len(self._label), _BATCH)).items():
                one, two = self._means[name]
                one, two = 0.9 * one + 0.1 * slope, 0.999 * two + 0.001 * slope**2
                self._means[name] = one, two
                change = one / (1 - 0.9**step) / (np.sqrt(two / (1 - 0.999**step)) + 1e-8)
                decay = 0.0 if name.endswith("bias") else _DECAY * self.layers[name]
                self.layers[name] = self.layers[name] - rate * (change + decay)

    def _slopes(self, rows: npt.NDArray[np.intp]) -> dict[str, npt.NDArray[np.float64]]:
        """Return the gradient of the loss of these *rows* for each layer; half of the time they are mirrored."""
        rng, own, mirrored = self._rng, self.layers, int(self._rng.integers(2))
        x = self._said[rows][:, MIRRORED] if mirrored else self._said[rows]
        x = x * (rng.random((len(rows), 1, x.shape[2])) > _BLIND)
        z = self._shown[rows, mirrored].astype(np.float32) / self.scale
        z = z * (rng.random((len(rows), 1, z.shape[2])) > _BLIND)
        kept = (rng.random((len(rows), self._deep + len(HEADS))) > _DROPPED) / (1 - _DROPPED)
        a = np.maximum(x @ own["around"] + own["around_bias"], 0)
        b = np.maximum(z @ own["shown"] + own["shown_bias"], 0)
        together = np.concatenate([a.reshape(len(rows), -1), b.reshape(len(rows), -1), self._heads[rows]], axis=1)
        together = together * kept
        hidden = np.maximum(together @ own["hidden"] + own["hidden_bias"], 0)
        out = np.exp(log_shares(hidden @ own["out"] + own["out_bias"]))
        out[np.arange(len(rows)), self._label[rows]] -= 1
        out /= len(rows)
        back = (out @ own["out"].T) * (hidden > 0)
        first = (back @ own["hidden"].T) * kept
        to_a = first[:, : self._wide].reshape(a.shape) * (a > 0)
        to_b = first[:, self._wide : self._deep].reshape(b.shape) * (b > 0)
        return {
            "around": np.tensordot(x, to_a, ((0, 1), (0, 1))), "around_bias": to_a.sum((0, 1)),
            "shown": np.tensordot(z, to_b, ((0, 1), (0, 1))), "shown_bias": to_b.sum((0, 1)),
            "hidden": together.T @ back, "hidden_bias": back.sum(0), "out": hidden.T @ out, "out_bias": out.sum(0),
        }  # fmt: skip

    def judge(self) -> Judge:
        """Return what judges by what was learned, in 16 bits but for the means."""
        halved = {name: np.asarray(values, dtype=np.float16) for name, values in self.layers.items()}
        return Judge({**halved, "mean": self.mean, "spread": self.spread, "scale": self.scale})


def loaded(folder: Path) -> dict[str, npt.NDArray[np.generic]]:
    """Return all that was drawn into *folder*; tables of different seeds have different numbers."""
    found: dict[str, list[npt.NDArray[np.generic]]] = {}
    for path in sorted(folder.glob("*.npz")):
        with np.load(path) as kept:
            for name in kept.files:
                found.setdefault(name, []).append(kept[name])
    return {name: np.concatenate(parts) for name, parts in found.items()}


def told(judge: Judge, seen: Mapping[str, npt.NDArray[np.generic]]) -> Floats:
    """Return what *judge* says (N, 5) of what was *seen*."""
    out = np.zeros((len(seen["label"]), 1 + len(HOWS)), dtype=np.float32)
    for head in range(len(HEADS)):
        rows = np.flatnonzero(seen["head"] == head)
        for part in np.array_split(rows, len(rows) // 500 + 1):
            said, drawn = (seen[name][part].astype(np.float32) for name in ("said", "drawn"))
            out[part] = judge(Around((), said, drawn, np.zeros(0)), head)
    return log_shares(out).astype(np.float32)


def report(judge: Judge, seen: Mapping[str, npt.NDArray[np.generic]]) -> None:
    """Print how often pieces that lie wrong are told from others, by how sure it must be."""
    said, label = told(judge, seen), seen["label"]
    odds = np.logaddexp.reduce(said[:, 1:], axis=1) - said[:, 0]
    print(f"{len(np.unique(seen['table']))} tables, loss {-said[np.arange(len(said)), label].mean():.3f}")
    for sure in (0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0):
        parts = [f"{how} {(odds[label == 1 + n] > sure).mean():.2f}" for n, how in enumerate(HOWS)]
        false = (odds[label == 0] > sure).sum()
        print(f"above {sure}: false {false} of {(label == 0).sum()}; {', '.join(parts)}")


def main() -> None:
    """Draw, or learn from what was drawn and write it down."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["draw", "fit"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--passes", type=int, default=20)
    parser.add_argument("--out", type=Path, default=Path("vision/models/misplaced.npz"))
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    asked.folder.mkdir(exist_ok=True)
    if asked.what == "draw":
        for first in range(0, asked.tables, _PER_FILE):
            parts = [drawn(asked.seed, number) for number in range(first, first + _PER_FILE)]
            whole = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
            write_arrays(asked.folder / f"{asked.seed}-{first:05d}.npz", whole)
        return
    seen = loaded(asked.folder)
    held = seen["table"] % _HELD == 0
    fit = Fit({name: values[~held] for name, values in seen.items()}, np.random.default_rng(asked.seed))
    fit.learn(asked.passes)
    judge = fit.judge()
    report(judge, {name: values[held] for name, values in seen.items()})
    write_arrays(asked.out, {name: v if v.ndim < 2 else v.astype(np.float16) for name, v in judge.layers.items()})


if __name__ == "__main__":
    main()
