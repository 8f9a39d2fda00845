"""What teaching networks of convolutions alone has in common: how they are made, kept, gone on with and written."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn

import calibration
from calibration.network import Floats
from training.course import Recipe, has_bfloat16, in_words, run, steps_taken
from training.export import convolutions_onnx
from training.model import Again
from training.start import begin_convolutions

Layer = tuple[int, int, int, int]
"""Channels, kernel, stride and dilation of a convolution."""

_PER_EPOCH = 200


def convolutions(layers: Iterable[Layer], channels: int, outputs: int, *, again: Sequence[int] = ()) -> nn.Sequential:
    """Return a network of *layers*, each with its norm, and a last one of 1 × 1 to so many *outputs*.

    Behind the layers of the numbers in *again* it is looked ``Again``.
    """
    blocks: list[nn.Module] = []
    for number, (width, kernel, stride, dilation) in enumerate(layers):
        pad = dilation * (kernel // 2)
        blocks += [nn.Conv2d(channels, width, kernel, stride, pad, dilation, bias=False), nn.BatchNorm2d(width)]
        blocks.append(nn.ReLU(inplace=True))
        if number in again:
            blocks.append(Again(width))
        channels = width
    return nn.Sequential(*blocks, nn.Conv2d(channels, outputs, 1))


def arguments(about: str | None, *, pictures: int, minutes: float) -> argparse.Namespace:
    """Return what is asked for on the command line, by default so many pictures and minutes; chance is seeded by it."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pictures", type=int, default=pictures, metavar="N", help=f"tables to draw ({pictures})")
    parser.add_argument("--minutes", type=float, default=minutes, metavar="N", help=f"stop by then ({minutes:g})")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--start", type=Path, help="the weights.pt of an earlier run, or a shipped .onnx, to go on from"
    )
    parser.add_argument("--out", type=Path, default=Path(calibration.__file__).parent / "models", help="where to write")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    torch.manual_seed(asked.seed)
    return asked


def recipe_of(asked: argparse.Namespace, *, batch: int) -> Recipe:
    """Return how networks of convolutions alone are taught, in batches of so many, as long as is *asked*."""
    return Recipe(
        epochs=200,
        batch=batch,
        rate=2e-3,
        decay=1e-3,
        seed=asked.seed,
        bfloat16=has_bfloat16(),
        minutes=asked.minutes,
    )


def learn(
    net: nn.Sequential,
    asked: argparse.Namespace,
    recipe: Recipe,
    losses: Callable[[int], Iterable[Tensor]],
    report: Callable[[], dict[str, float]],
    shown: Iterable[Tensor],
) -> dict[str, object]:
    """Let *net* learn as was *asked*, saying how it gets on, and return what its card tells of that and earlier stages.

    Some batches are *shown* to it at first, where it goes on from a shipped network.
    """
    before: list[object] = []
    if asked.start:
        begin_convolutions(net, asked.start, shown)
        card = asked.start.with_suffix(".json")
        before = json.loads(card.read_text(encoding="utf-8"))["stages"] if card.exists() else []
    for epoch in run(net, asked.folder, recipe, _PER_EPOCH, losses):
        print(in_words(epoch | report()), flush=True)
    torch.save(net.state_dict(), asked.folder / "weights.pt")
    stage = {"pictures": asked.pictures, "steps": steps_taken(asked.folder)} | {
        name: getattr(recipe, name) for name in ("batch", "rate", "seed", "minutes", "bfloat16")
    }
    return {
        "stages": [*before, stage],
        "report": {name: round(value, 5) for name, value in report().items()},
    }


def probe(channels: int, rows: int, columns: int) -> Floats:
    """Return a made-up input (1, channels, rows, columns) on which every engine must agree with a network as taught."""
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    return np.stack([np.sin(y / (3 + c)) * np.cos(x / (4 + c)) for c in range(channels)]).astype(np.float32)[None]


def write(net: nn.Sequential, name: str, out: Path, shape: Sequence[int], card: dict[str, object]) -> None:
    """Write *net* and its card, with what it says of the probe of *shape*, into the folder *out*."""
    with torch.no_grad():
        said = net.eval()(torch.from_numpy(probe(*shape)))[0].flatten(1)
    out.mkdir(parents=True, exist_ok=True)
    (out / f"{name}.onnx").write_bytes(convolutions_onnx(net, name, len(said), channels=shape[0]))
    card = card | {"torch": torch.__version__, "probe": [[round(float(v), 5) for v in row] for row in said]}
    (out / f"{name}.json").write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")
