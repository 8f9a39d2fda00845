"""``python -m training NETWORK FOLDER``: make the pictures, learn, and write the network into the package.

Everything is kept in FOLDER as it comes, so an interrupted run goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from dataclasses import asdict
from pathlib import Path

import torch

import vision
from training.data import Samples, make_chunk
from training.export import onnx_bytes
from training.learn import Recipe, learn, trial
from training.model import CellNet
from training.subjects import SUBJECTS, Subject
from vision.network import probe_input

PER_CHUNK = 20


def chunks(subject: Subject, folder: Path, seed: int, first: int, count: int) -> Samples:
    """Return chunks *first* to *first* + *count* of *seed*, made where they are not yet in *folder*."""
    paths = [folder / f"crops-{seed}-{chunk:04d}.npz" for chunk in range(first, first + count)]
    for chunk, path in enumerate(paths, first):
        if not path.exists():
            make_chunk(subject, seed, chunk, PER_CHUNK).save(path)
            print(f"{path.name} of {count} chunks", flush=True)
    return Samples.load(*paths)


def main() -> None:
    """Run the whole recipe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", choices=sorted(SUBJECTS))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pictures", type=int, default=1200, help="pictures to learn from")
    parser.add_argument("--held", type=int, default=40, help="pictures to set temperatures and report on")
    parser.add_argument("--epochs", type=int, default=Recipe().epochs)
    parser.add_argument("--rate", type=float, default=Recipe().rate)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=Recipe().threads)
    parser.add_argument(
        "--start", type=Path, help="the weights.pt of an earlier run, or a shipped .onnx, to go on from"
    )
    parser.add_argument("--bfloat16", action="store_true", help="faster on processors with AMX")
    parser.add_argument("--out", type=Path, default=Path(vision.__file__).parent / "models", help="where to write it")
    options = parser.parse_args()
    subject = SUBJECTS[options.network]
    options.folder.mkdir(parents=True, exist_ok=True)
    held = chunks(subject, options.folder, options.seed + 1, 0, options.held // PER_CHUNK)
    train = chunks(subject, options.folder, options.seed, 0, options.pictures // PER_CHUNK)
    print(f"{len(train.crops)} crops to learn from, {len(held.crops)} held back", flush=True)
    recipe = Recipe(
        epochs=options.epochs, rate=options.rate, seed=options.seed, threads=options.threads, bfloat16=options.bfloat16
    )
    for line in learn(subject, train, held, options.folder, recipe, start=options.start):
        print("  ".join(f"{key} {value:.4g}" for key, value in line.items()), flush=True)
    weights = options.folder / "weights.pt"
    net = CellNet(subject.model)
    net.load_state_dict(torch.load(weights, weights_only=True))
    net.eval()
    stages = json.loads(options.start.with_suffix(".json").read_text("utf-8"))["stages"] if options.start else []
    stage = {
        "network": subject.model.name,
        "revision": revision(),
        "torch": torch.__version__,
        "pictures": options.pictures,
        "crops": len(train.crops),
    }
    report = {key: round(value, 5) for key, value in trial(subject, net, train, held).items()}
    card = {
        "stages": [*stages, stage | asdict(recipe)],
        "held": options.held,
        "report": report,
        "probe": probe(subject, net),
    }
    text = json.dumps(card, indent=1) + "\n"
    weights.with_suffix(".json").write_text(text, encoding="utf-8")
    out = options.out / f"{subject.model.name}.onnx"
    out.write_bytes(onnx_bytes(net, subject.model))
    out.with_suffix(".json").write_text(text, encoding="utf-8")
    print(f"written: {out}")


def revision() -> str:
    """Return the revision of the sources, for the pictures depend on the simulator's."""
    answer = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return answer.stdout.strip() or "unknown"


def probe(subject: Subject, net: CellNet) -> list[list[float]]:
    """Return what *net* says of two fixed inputs, so that a test can tell whether OpenCV says the same."""
    with torch.no_grad():
        scores = net(torch.from_numpy(probe_input(subject.model.frame)))
    return [[round(float(value), 5) for value in row] for row in scores]


if __name__ == "__main__":
    main()
