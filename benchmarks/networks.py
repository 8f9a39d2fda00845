"""How well the networks read cells by themselves: ``python -m benchmarks.networks [NETWORK…] [--models FOLDER]``.

The crops are cut as for training, from pictures of ``simulator.unseen``: boards, tables,
pieces, light and lenses that training never draws. They count however little of a piece is
in view, and nothing that the reader knows of the whole board helps, so the figures are
lower than the reader's. Needs the extra ``train``.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

import vision
from kits.kit import Kit
from simulator.scene import Scene
from simulator.unseen import draw_unseen
from training.cells import CellsHeld
from training.data import Samples, make_chunk
from training.lessons import LESSONS, TAUGHT_BY
from training.model import CellNet
from training.pictures import SIZES, TIERS
from training.start import take
from vision.network import Model

SEED = 90_211
_PER_CHUNK = 8


def unseen_scene(rng: np.random.Generator, kit: Kit) -> Scene:
    """Return a scene for examination, tiers and sizes of pictures mixed as in training."""
    tier, size = TIERS[rng.integers(len(TIERS))], SIZES[rng.integers(len(SIZES))]
    return draw_unseen(rng, tier=tier, kit=kit, size=size)


def crops_of(name: str, pictures: int, folder: Path) -> Samples:
    """Return the crops of so many *pictures* for the lesson *name*, kept in *folder*."""
    paths = [folder / f"{name}-{chunk:03d}.npz" for chunk in range(-(-pictures // _PER_CHUNK))]
    for chunk, path in enumerate(paths):
        if not path.exists():
            make_chunk(replace(LESSONS[name].subject, scene=unseen_scene), SEED, chunk, _PER_CHUNK).save(path)
    return Samples.load(*paths)


def examined(model: Model, onnx: bytes, name: str, samples: Samples) -> dict[str, float]:
    """Return the shares of errors and the losses (nats) of the network *onnx* on *samples* of the lesson *name*."""
    net = CellNet(model)
    take(net, model, onnx)
    return CellsHeld(model, {name: samples}, "cpu").report(net.eval())


def main() -> None:
    """Print a line for each network of each folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", nargs="*", choices=[*TAUGHT_BY, []], default=list(TAUGHT_BY))
    parser.add_argument("--models", action="append", type=Path, help="a folder of networks; may be repeated (shipped)")
    parser.add_argument("--pictures", type=int, default=40)
    options = parser.parse_args()
    folder = Path("build/bench-networks")
    folder.mkdir(parents=True, exist_ok=True)
    for network in options.network:
        model, lessons = TAUGHT_BY[network]
        for name in (name for name in lessons if name != "crowded_dice"):
            samples = crops_of(name, options.pictures, folder)
            for models in options.models or [Path(vision.__file__).parent / "models"]:
                found = examined(model, (models / f"{network}.onnx").read_bytes(), name, samples)
                words = [f"{k} {v:.4f}" if k.endswith("nats") else f"{k} {100 * v:.2f} %" for k, v in found.items()]
                print(f"{models}  {len(samples.crops)} crops  {'  '.join(words)}", flush=True)


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
