"""``python -m training.cells NETWORK FOLDER``: teach a network that looks at cells, from nothing, as pictures come.

Other processes draw the pictures (training.drawing), and learning begins with the first of them. Each step takes some
pictures of every lesson, in one light each. Every head of the network is asked what a lesson is about, and, where
seats own the pieces, whose are alike: a logistic model of the distance between two pieces (after Chopra, Hadsell and
LeCun, "Learning a similarity metric discriminatively", 2005).
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

import vision
from training.course import Recipe, has_bfloat16, in_words, run, steps_taken
from training.data import Samples
from training.drawing import PER_CHUNK, Painters
from training.export import onnx_bytes
from training.lessons import LESSONS, PRINTED, TAUGHT_BY
from training.losses import FieldLoss, Loss, PyramidLoss, mean_loss, unnamed
from training.model import CellNet
from training.seats import loss_of, pairs
from training.shown import Part, Raw, Shown
from training.start import begin
from training.vary import Vary
from vision.contents import PYRAMID_MODELS
from vision.network import CELLS_MODEL, NAMES, SHADE, Model, columns_of, probe_input

MODELS = Path(vision.__file__).parent / "models"
_SHADES_WORTH = 2.0
"""What it counts whose pieces are alike, beside what they are."""
_NAMES_WORTH = 0.5
"""What names of colours count that are common to all games."""
_MANY = 1_000_000
_LOOKED_AT = 8
"""Batches that tell the norms of a network that goes on what its layers put out."""
_LOOK = 50
"""So many steps are taken before it is looked for new pictures."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long, how fast and in what batches to learn."""

    minutes: float = 9.0
    rate: float = 4e-3
    decay: float = 5e-3
    batch: int = 512
    """Crops of each lesson in a step."""
    per_epoch: int = 500
    seed: int = 20_261
    held: int = 10
    """Chunks of each lesson that are held back."""
    first: int = 6
    """Chunks of each lesson to begin with."""
    room: int = 320_000
    """Crops of each lesson that there is room for."""
    printed: float = PRINTED
    """The share of pictures that show the printed kit and nothing else."""


@dataclass(frozen=True, slots=True, eq=False)
class _Asked:
    """What of a lesson is in a step: the numbers of the crops, which picture each is of, whose colours are strange."""

    lesson: str
    chosen: Tensor
    table: npt.NDArray[np.int64]
    strange: npt.NDArray[np.bool_]


class Lessons:
    """What a network is taught, as it comes: for each lesson what is shown, how it is varied, and what is asked."""

    def __init__(self, model: Model, painters: Painters, pace: Pace, device: str) -> None:
        self.model, self.painters, self.pace, self.device = model, painters, pace, device
        self.shown = {name: Shown(part_for(model, name), device, pace.room) for name in painters.lessons}
        self.vary = Vary(model, pace.seed, device=device)
        self.losses: dict[str, Loss] = {}
        self.rng = np.random.default_rng(pace.seed)
        self._seen: set[Path] = set()
        self._reader = ThreadPoolExecutor(1)
        self._coming: deque[tuple[str, Future[Part]]] = deque()

    def take_in(self) -> None:
        """Take in the pictures that have come."""
        for name, path in self.painters.new(self._seen):
            self._coming.append((name, self._reader.submit(_taken, self.shown[name].model, path, len(self._seen))))
        came = False
        while self._coming and self._coming[0][1].done():
            name, part = self._coming.popleft()
            came |= self.shown[name].add(part.result())
        if came:
            for name, shown in self.shown.items():
                shown.join()
                if len(shown):
                    self.losses[name] = loss_for(shown)

    def wait(self) -> None:
        """Take pictures in until there are enough to begin with."""
        while True:
            self.take_in()
            if all(shown.pictures >= self.pace.first * PER_CHUNK for shown in self.shown.values()):
                return
            time.sleep(0.2)

    def loss(self, net: CellNet, recipe: Recipe) -> Tensor:
        """Return the loss of a step: a batch of every lesson."""
        seen, asked = self._batch()
        with recipe.precision():
            scores = net(seen).float()
        total = scores.sum() * 0
        for each, said in zip(asked, scores.split([len(each.chosen) for each in asked]), strict=True):
            total = total + self._loss_of(each, said)
        return total

    def pictures(self) -> Tensor:
        """Return what a network sees in a step (N, channels, H, W)."""
        return self._batch()[0]

    def _batch(self) -> tuple[Tensor, list[_Asked]]:
        """Return the pictures of a step, and in their order what is asked of those of each lesson."""
        asked, raw = [], []
        for name, shown in self.shown.items():
            chosen, table = shown.batch(self.rng, self.pace.batch)
            raw.append(shown.raw(chosen))
            asked.append(_Asked(name, chosen, table, self.vary.strangers(int(table[-1]) + 1)[table]))
        tables = [each.table + _MANY * number for number, each in enumerate(asked)]
        mirrors = [np.full(len(each.table), self.shown[each.lesson].model.mirrored) for each in asked]
        strange = np.concatenate([each.strange for each in asked])
        return self.vary(Raw.joined(raw).pictures(), strange, np.concatenate(tables), np.concatenate(mirrors)), asked

    def _loss_of(self, asked: _Asked, scores: Tensor) -> Tensor:
        name, chosen, table = asked.lesson, asked.chosen, asked.table
        shown = self.shown[name]
        labels = shown.labels[chosen]
        named = unnamed(shown.model, labels, asked.strange)
        total = torch.stack(
            self.losses[name].parts(scores[:, columns_of(shown.model)], named, shown.log_pitch[chosen])
        ).sum()
        if self.model is not CELLS_MODEL:
            return total
        names = scores[:, -self.model.fields[NAMES] :]
        place = list(shown.model.fields).index("colour")
        total = total + _NAMES_WORTH * mean_loss(names, named[:, place], smooth=0.01)
        if LESSONS[name].seats:
            shade = scores[:, -self.model.fields[NAMES] - self.model.fields[SHADE] : -names.shape[1]]
            tables = torch.from_numpy(table).to(scores.device)
            total = total + _SHADES_WORTH * loss_of(shade, labels[:, place], tables)
        return total


def _taken(model: Model, path: Path, seed: int) -> Part:
    """Return what is in the file *path* for *model*; the file is removed."""
    part = Part.of(model, Samples.load(path), np.random.default_rng(seed))
    path.unlink()
    return part


def part_for(model: Model, lesson: str) -> Model:
    """Return what of *model* the *lesson* of that name teaches: the part for its pieces, or all of it."""
    return LESSONS[lesson].subject.model if model is CELLS_MODEL else model


def loss_for(shown: Shown, *, weighed: bool = True) -> Loss:
    """Return what the lesson of *shown* is taught by, with the shares that its batches have, or else its crops."""
    labels, log_pitch = shown.labels[: len(shown)], shown.log_pitch[: len(shown)]
    weight = shown.weight[: len(shown)] if weighed else None
    if shown.model in PYRAMID_MODELS:
        return PyramidLoss(shown.model, labels, log_pitch, weight)
    return FieldLoss(shown.model, labels, weight)


class Held:
    """What was held back of each lesson, to report on and to set temperatures by."""

    def __init__(self, model: Model, samples: Mapping[str, Samples], device: str) -> None:
        self.model = model
        self.shown = {}
        for name, some in samples.items():
            shown = self.shown[name] = Shown(part_for(model, name), device, len(some.crops))
            shown.add(Part.of(shown.model, some, np.random.default_rng(0)))
            shown.join()
        self.losses = {name: loss_for(shown, weighed=False) for name, shown in self.shown.items()}

    def scores(self, net: CellNet, name: str, batch: int = 512) -> Tensor:
        """Return what *net* says (N, outputs) of a lesson's crops, seen as the reader sees them."""
        shown = self.shown[name]
        found = []
        with torch.no_grad():
            for chosen in torch.arange(len(shown), device=shown.device).split(batch):
                x = (shown.pictures_of(chosen).float() / 255).contiguous(memory_format=torch.channels_last)
                found.append((net(x) + net(x.flip(3))) / 2 if shown.model.mirrored else net(x))
        return torch.cat(found)

    def report(self, net: CellNet) -> dict[str, float]:
        """Return shares of errors and losses of each lesson."""
        found = {}
        for name, shown in self.shown.items():
            scores = self.scores(net, name)
            part = scores[:, columns_of(shown.model)]
            for key, value in self.losses[name].report(part, shown.labels, shown.log_pitch).items():
                found[f"{name}.{key}"] = value
            if self.model is CELLS_MODEL and LESSONS[name].seats:
                found |= {f"{name}.{key}": value for key, value in self._seats(scores, shown).items()}
        return found

    def _seats(self, scores: Tensor, shown: Shown) -> dict[str, float]:
        """Return the shares of a seat's pairs of pieces that are parted, and of two seats' mixed up."""
        first = self.model.outputs - self.model.fields[NAMES] - self.model.fields[SHADE]
        shade = scores[:, first : first + self.model.fields[SHADE]]
        place = list(shown.model.fields).index("colour")
        wrong, count = torch.zeros(2), torch.zeros(2)
        for start, pieces, _ in shown.tables():
            rows = slice(start, start + pieces)
            one = torch.zeros(pieces, dtype=torch.int64, device=shade.device)
            nats, same, counts, _ = pairs(shade[rows], shown.labels[rows, place], one)
            for at, (kind, mistaken) in enumerate(((same, nats < 0), (~same, nats > 0))):
                wrong[at] += float((mistaken & counts & kind).sum())
                count[at] += float((counts & kind).sum())
        parted, mixed = (wrong / count.clamp(min=1)).tolist()
        return {"parted": parted, "mixed": mixed}

    def cool(self, net: CellNet) -> None:
        """Divide the output layer of *net*, part by part, by the temperatures that fit what was held back best."""
        for head in {shown.model.name: shown.model for shown in self.shown.values()}.values():
            names = [name for name, shown in self.shown.items() if shown.model is head]
            where = columns_of(head)
            said = [(self.losses[n], self.scores(net, n)[:, where], self.shown[n]) for n in names]
            columns = self.losses[names[0]].columns
            best, lowest = [1.0] * len(columns), [math.inf] * len(columns)
            for temperature in np.geomspace(0.6, 3.0, 40).tolist():
                costs = [loss.parts(scores / temperature, s.labels, s.log_pitch) for loss, scores, s in said]
                for part, values in enumerate(zip(*costs, strict=True)):
                    if (value := float(sum(values))) < lowest[part]:
                        best[part], lowest[part] = temperature, value
            with torch.no_grad():
                for some, temperature in zip(columns, best, strict=True):
                    rows = [where.start + column for column in some]
                    net.out.weight[rows] /= temperature
                    net.out.bias[rows] /= temperature


def taught(model: Model, painters: Painters, pace: Pace, device: str, out: Path, start: Path | None = None) -> None:
    """Let a network of *model* learn of what *painters* draw, and write it with its card to *out*, again and again.

    It goes on from the network *start* (ONNX), whose card lies beside it, or begins with nothing.
    """
    torch.manual_seed(pace.seed)
    begun = time.monotonic()
    net = CellNet(model).to(device, memory_format=torch.channels_last)
    recipe = Recipe(
        epochs=100_000, rate=pace.rate, decay=pace.decay, seed=pace.seed, minutes=pace.minutes, device=device,
        bfloat16=has_bfloat16(device),
    )  # fmt: skip
    lessons = Lessons(model, painters, pace, device)
    held = Held(model, painters.held_back(), device)
    lessons.wait()
    if start is not None:
        begin(net, model, start, (lessons.pictures() for _ in range(_LOOKED_AT)))
    before = json.loads(start.with_suffix(".json").read_text(encoding="utf-8")) if start else None
    print(f"begun after {time.monotonic() - begun:.0f} s", flush=True)

    def losses(epoch: int) -> Iterator[Tensor]:
        del epoch
        for step in range(pace.per_epoch):
            if step % _LOOK == 0:
                lessons.take_in()
            yield lessons.loss(net, recipe)

    folder = painters.folder
    for line in run(net, folder, recipe, pace.per_epoch, losses):
        report = held.report(net)
        seen = sum(shown.pictures for shown in lessons.shown.values())
        print(f"{time.monotonic() - begun:.0f} s  {in_words(line | {'pictures': seen} | report)}", flush=True)
        _write(model, net, lessons, pace, before, folder, report, out)
    held.cool(net)
    _write(model, net, lessons, pace, before, folder, held.report(net), out)


def _write(
    model: Model,
    net: CellNet,
    lessons: Lessons,
    pace: Pace,
    before: Mapping[str, object] | None,
    folder: Path,
    report: Mapping[str, float],
    out: Path,
) -> None:
    """Write *net* and its card, with that of the network *before* which it went on from, to *out*."""
    there = CellNet(model)
    there.load_state_dict({name: value.cpu() for name, value in net.state_dict().items()})
    there.eval()
    with torch.no_grad():
        probe = there(torch.from_numpy(probe_input(model)))
    card = {
        "recipe": model.name,
        "made_from_nothing": before is None,
        "revision": revision(),
        "torch": torch.__version__,
        "device": torch.cuda.get_device_name() if lessons.device != "cpu" else "cpu",
        "pictures": {name: shown.pictures for name, shown in lessons.shown.items()},
        "crops": {name: len(shown) for name, shown in lessons.shown.items()},
        "steps": steps_taken(folder),
        **asdict(pace),
        "report": {key: round(value, 5) for key, value in report.items()},
        "probe": [[round(float(value), 5) for value in row] for row in probe],
    }
    if before is not None:
        card["began_with"] = {name: value for name, value in before.items() if name not in ("probe", "report")}
    out.mkdir(parents=True, exist_ok=True)
    (out / f"{model.name}.onnx").write_bytes(onnx_bytes(there, model))
    (out / f"{model.name}.json").write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")


def revision() -> str:
    """Return the revision of the sources, for the pictures depend on the simulator's."""
    answer = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return answer.stdout.strip() or "unknown"


def main(words: Sequence[str] | None = None) -> None:
    """Teach the network that is asked for."""
    usual = Pace()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", choices=sorted(TAUGHT_BY))
    parser.add_argument("folder", type=Path, help="for pictures until they are taken in, and the checkpoint")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--processes", type=int, default=1, help="that draw pictures")
    parser.add_argument("--out", type=Path, default=MODELS, help="where to write it")
    parser.add_argument("--start", type=Path, help="an .onnx of this network to go on from, its card beside it")
    for name, value in asdict(usual).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value, help=f"({value:g})")
    asked = parser.parse_args(words)
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    torch.backends.cudnn.benchmark = True
    pace = Pace(**{name: getattr(asked, name) for name in asdict(usual)})
    model, lessons = TAUGHT_BY[asked.network]
    with Painters(
        asked.folder, lessons, seed=pace.seed, held=pace.held, processes=asked.processes, printed=pace.printed
    ) as painters:
        taught(model, painters, pace, asked.device, asked.out, asked.start)
    print(f"written: {asked.out / model.name}.onnx")


if __name__ == "__main__":
    main()
