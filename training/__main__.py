"""``python -m training NETWORK FOLDER``: follow the recipe of a network, and write it into the package.

The pictures and what was learned of each stage are kept in FOLDER as they come, so an interrupted
run goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import cv2
import torch

import vision
from training.course import Recipe, has_bfloat16, in_words, steps_taken
from training.export import onnx_bytes
from training.faces import LESSONS, learn_faces, tables
from training.faces import report as face_report
from training.model import CellNet
from training.recipes import RECIPES, Making, Stage
from training.tetrahedra import learn_d4, report_d4
from vision.network import POSE_MODEL, SIDE_MODEL, Model, probe_input

_PACED = ("epochs", "batch", "rate", "seed", "minutes")
"""What a stage says of the pace of learning."""
D4_MODELS = {model.name: model for model in (POSE_MODEL, SIDE_MODEL)}
PER_CHUNK = 20
MODELS = Path(vision.__file__).parent / "models"


@dataclass(frozen=True, slots=True)
class Learned:
    """A finished network, what it has learned from, and how it does on what was held back."""

    model: Model
    net: CellNet
    crops: int
    report: dict[str, float]


def main() -> None:
    """Follow the recipe that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", choices=sorted(RECIPES))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--stage", type=int, help="only this one of the recipe's stages, from 1; needs --start")
    parser.add_argument("--start", type=Path, help="an .onnx to go on from, its card beside it")
    parser.add_argument("--threads", type=int, default=Recipe().threads)
    parser.add_argument(
        "--bfloat16",
        action=argparse.BooleanOptionalAction,
        default=has_bfloat16(),
        help="faster on processors that compute with such numbers, the default there",
    )
    parser.add_argument("--out", type=Path, default=MODELS, help="where to write it")
    options = parser.parse_args()
    making = RECIPES[options.network]
    if options.stage is not None and (options.start is None or not 0 < options.stage <= len(making.stages)):
        parser.error(f"--stage needs --start and is one of 1 to {len(making.stages)}")
    cv2.setNumThreads(options.threads)
    pace = Recipe(threads=options.threads, bfloat16=options.bfloat16)
    made = follow(
        options.network, making, options.folder, pace, only=options.stage, start=options.start or begun_with(making)
    )
    options.out.mkdir(parents=True, exist_ok=True)
    for path in (made, made.with_suffix(".json")):
        (options.out / path.name).write_bytes(path.read_bytes())
    print(f"written: {options.out / made.name}")


def begun_with(making: Making) -> Path | None:
    """Return the shipped network whose first layers *making* begins with, if it does."""
    return MODELS / f"{making.after}.onnx" if making.after else None


def follow(
    name: str, making: Making, folder: Path, pace: Recipe, *, only: int | None = None, start: Path | None = None
) -> Path:
    """Return the file of the network *name*, taught in the stages of *making*, or in number *only* of them.

    It begins with *start*. Its card lies beside it; *pace* has the threads and the precision.
    """
    whole = only is None and start == begun_with(making)
    for number, stage in enumerate(making.stages, 1):
        if only in (None, number):
            here = folder / f"stage-{number}"
            here.mkdir(parents=True, exist_ok=True)
            start = write(taught(name, stage, here, pace, start), stage, here, pace, start, whole=whole)
    assert start is not None
    return start


def taught(name: str, stage: Stage, folder: Path, pace: Recipe, start: Path | None) -> Learned:
    """Return the network *name* after *stage*, begun with *start*; pictures and weights are kept in *folder*."""
    pace = replace(pace, **{field: getattr(stage, field) for field in _PACED})
    held, train = (
        tables(folder, seed, pictures // min(PER_CHUNK, pictures), min(PER_CHUNK, pictures))
        for seed, pictures in ((stage.seed + 1, stage.held), (stage.seed, stage.pictures))
    )
    dice = sum(len(table.labels) for table in train)
    print(f"{dice} dice to learn from, {sum(len(table.labels) for table in held)} held back", flush=True)
    if model := D4_MODELS.get(name):
        _say(learn_d4(model, train, held, folder, pace, start=start))
        net = _finished(model, folder)
        return Learned(model, net, dice, report_d4(model, net, held))
    lesson = LESSONS[name]
    _say(learn_faces(lesson, train, held, folder, pace, start=start))
    net = _finished(lesson.model, folder)
    return Learned(lesson.model, net, dice, face_report(lesson, net, held))


def _say(lines: Iterable[Mapping[str, float]]) -> None:
    for line in lines:
        print(in_words(line), flush=True)


def _finished(model: Model, folder: Path) -> CellNet:
    net = CellNet(model)
    net.load_state_dict(torch.load(folder / "weights.pt", weights_only=True))
    return net.eval()


def write(made: Learned, stage: Stage, folder: Path, pace: Recipe, start: Path | None, *, whole: bool) -> Path:
    """Write network and card into *folder*, and return the network's file. *whole* is whether all stages are made."""
    before = json.loads(start.with_suffix(".json").read_text("utf-8"))["stages"] if start else []
    said = {
        "network": made.model.name,
        "revision": revision(),
        "torch": torch.__version__,
        "crops": made.crops,
        "steps": steps_taken(folder),
    }
    card = {
        "recipe": made.model.name,
        "made_from_nothing": whole,
        "stages": [*before, said | asdict(pace) | asdict(stage)],
        "held": stage.held,
        "report": {key: round(value, 5) for key, value in made.report.items()},
        "probe": probe(made.model, made.net),
    }
    out = folder / f"{made.model.name}.onnx"
    out.write_bytes(onnx_bytes(made.net, made.model))
    out.with_suffix(".json").write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")
    return out


def revision() -> str:
    """Return the revision of the sources, for the pictures depend on the simulator's."""
    answer = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return answer.stdout.strip() or "unknown"


def probe(model: Model, net: CellNet) -> list[list[float]]:
    """Return what *net* says of two fixed inputs, so that a test can tell whether OpenCV says the same."""
    with torch.no_grad():
        scores = net(torch.from_numpy(probe_input(model)))
    return [[round(float(value), 5) for value in row] for row in scores]


if __name__ == "__main__":
    main()
