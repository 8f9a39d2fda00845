"""``python -m training NETWORK FOLDER``: make the pictures, learn, and write the network into the package.

Everything is kept in FOLDER as it comes, so an interrupted run goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import torch

import vision
from training.course import Recipe, has_bfloat16, in_words, steps_taken
from training.data import Samples, make_chunk
from training.export import onnx_bytes
from training.faces import LESSONS, learn_faces, tables
from training.faces import report as face_report
from training.learn import learn, trial
from training.model import CellNet
from training.seats import LESSONS as SEAT_LESSONS
from training.seats import learn_seats
from training.seats import report as seat_report
from training.subjects import SUBJECTS, Subject
from training.tetrahedra import learn_d4, report_d4
from vision.network import POSE_MODEL, SHADE_MODEL, SIDE_MODEL, Model, probe_input

D4_MODELS = {model.name: model for model in (POSE_MODEL, SIDE_MODEL)}
PER_CHUNK = 20


def chunks(subject: Subject, folder: Path, seed: int, first: int, count: int) -> Samples:
    """Return chunks *first* to *first* + *count* of *seed*, made where they are not yet in *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"crops-{seed}-{chunk:04d}.npz" for chunk in range(first, first + count)]
    for chunk, path in enumerate(paths, first):
        if not path.exists():
            make_chunk(subject, seed, chunk, PER_CHUNK).save(path)
            print(f"{path.name} of {count} chunks", flush=True)
    return Samples.load(*paths)


@dataclass(frozen=True, slots=True)
class Learned:
    """A finished network, what it has learned from, and how it does on what was held back."""

    model: Model
    net: CellNet
    crops: int
    report: dict[str, float]


def main() -> None:
    """Run the whole recipe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", choices=sorted([*SUBJECTS, *LESSONS, *D4_MODELS, SHADE_MODEL.name]))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pictures", type=int, default=1500, help="pictures to learn from, of shades: of each game")
    parser.add_argument("--held", type=int, default=40, help="pictures to set temperatures and report on")
    parser.add_argument("--epochs", type=int, default=Recipe().epochs)
    parser.add_argument("--rate", type=float, default=Recipe().rate)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=Recipe().threads)
    parser.add_argument(
        "--start", type=Path, help="the weights.pt of an earlier run, or a shipped .onnx, to go on from"
    )
    parser.add_argument(
        "--bfloat16",
        action=argparse.BooleanOptionalAction,
        default=has_bfloat16(),
        help="faster on processors that compute with such numbers, the default there",
    )
    parser.add_argument("--out", type=Path, default=Path(vision.__file__).parent / "models", help="where to write it")
    parser.add_argument(
        "--minutes", type=float, default=30.0, help="stop learning by then, however few the epochs (30)"
    )
    parser.add_argument(
        "--toward", type=float, default=Recipe().toward, help="how far to go from where it began, 1 for all the way"
    )
    options = parser.parse_args()
    if options.minutes <= 0:
        parser.error("--minutes must be more than 0")
    options.folder.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(options.threads)
    recipe = Recipe(
        epochs=options.epochs,
        rate=options.rate,
        seed=options.seed,
        threads=options.threads,
        bfloat16=options.bfloat16,
        minutes=options.minutes,
        toward=options.toward,
    )
    taught = {**dict.fromkeys(SUBJECTS, _cells), SHADE_MODEL.name: _seats}.get(options.network, _dice)
    write(taught(options, recipe), options, recipe)


def _cells(options: argparse.Namespace, recipe: Recipe) -> Learned:
    subject = SUBJECTS[options.network]
    held = chunks(subject, options.folder, options.seed + 1, 0, options.held // PER_CHUNK)
    train = chunks(subject, options.folder, options.seed, 0, options.pictures // PER_CHUNK)
    print(f"{len(train.crops)} crops to learn from, {len(held.crops)} held back", flush=True)
    _say(learn(subject, train, held, options.folder, recipe, start=options.start))
    net = _finished(subject.model, options.folder)
    return Learned(subject.model, net, len(train.crops), trial(subject, net, train, held))


def _seats(options: argparse.Namespace, recipe: Recipe) -> Learned:
    held, train = (
        {name: chunks(lesson, options.folder / name, seed, 0, count) for name, lesson in SEAT_LESSONS.items()}
        for seed, count in (
            (options.seed + 1, options.held // PER_CHUNK),
            (options.seed, options.pictures // PER_CHUNK),
        )
    )
    crops = sum(len(samples.crops) for samples in train.values())
    print(f"{crops} crops to learn from, {sum(len(samples.crops) for samples in held.values())} held back", flush=True)
    _say(learn_seats(train, held, options.folder, recipe, start=options.start))
    net = _finished(SHADE_MODEL, options.folder)
    return Learned(SHADE_MODEL, net, crops, seat_report(net, held))


def _dice(options: argparse.Namespace, recipe: Recipe) -> Learned:
    held = tables(options.folder, options.seed + 1, options.held // PER_CHUNK, PER_CHUNK)
    train = tables(options.folder, options.seed, options.pictures // PER_CHUNK, PER_CHUNK)
    dice = sum(len(table.labels) for table in train)
    print(f"{dice} dice to learn from, {sum(len(table.labels) for table in held)} held back", flush=True)
    if model := D4_MODELS.get(options.network):
        _say(learn_d4(model, train, held, options.folder, recipe, start=options.start))
        net = _finished(model, options.folder)
        return Learned(model, net, dice, report_d4(model, net, held))
    lesson = LESSONS[options.network]
    _say(learn_faces(lesson, train, held, options.folder, recipe, start=options.start))
    net = _finished(lesson.model, options.folder)
    return Learned(lesson.model, net, dice, face_report(lesson, net, held))


def _say(lines: Iterable[Mapping[str, float]]) -> None:
    for line in lines:
        print(in_words(line), flush=True)


def _finished(model: Model, folder: Path) -> CellNet:
    net = CellNet(model)
    net.load_state_dict(torch.load(folder / "weights.pt", weights_only=True))
    return net.eval()


def write(made: Learned, options: argparse.Namespace, recipe: Recipe) -> None:
    """Write network and card to where *options* says, and the card beside the weights as well."""
    stages = json.loads(options.start.with_suffix(".json").read_text("utf-8"))["stages"] if options.start else []
    stage = {
        "network": made.model.name,
        "revision": revision(),
        "torch": torch.__version__,
        "pictures": options.pictures,
        "crops": made.crops,
        "steps": steps_taken(options.folder),
    }
    card = {
        "stages": [*stages, stage | asdict(recipe)],
        "held": options.held,
        "report": {key: round(value, 5) for key, value in made.report.items()},
        "probe": probe(made.model, made.net),
    }
    text = json.dumps(card, indent=1) + "\n"
    (options.folder / "weights.json").write_text(text, encoding="utf-8")
    options.out.mkdir(parents=True, exist_ok=True)
    out = options.out / f"{made.model.name}.onnx"
    out.write_bytes(onnx_bytes(made.net, made.model))
    out.with_suffix(".json").write_text(text, encoding="utf-8")
    print(f"written: {out}")


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
