"""``python -m training.mixed NETWORK FOLDER BEFORE TAUGHT``: a network on the way to what it became when it went on.

Its weights are between those of both files (after Wortsman et al., "Robust fine-tuning of zero-shot models", 2022):
most of what was taught is there, and less of what was known before is lost. FOLDER is where it was taught; its chunks
that were held back are reported on.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from training.cells import CellsHeld
from training.data import Samples
from training.drawing import HELD
from training.networks import OfModel
from training.online import MODELS
from training.start import take
from training.subjects import TAUGHT_BY

_SHARE = 0.85
"""Share of the taught network in the mixture."""


def mixed(before: bytes, taught: bytes, share: float) -> bytes:
    """Return the network (ONNX) that has so much, *share*, of the weights of *taught*, and the rest of *before*."""
    made, other = onnx.load_from_string(before), onnx.load_from_string(taught)
    ends = {item.name: numpy_helper.to_array(item) for item in other.graph.initializer}
    for item in made.graph.initializer:
        first, last = numpy_helper.to_array(item), ends[item.name]
        between = (1 - share) * first.astype(np.float32) + share * last.astype(np.float32)
        item.CopyFrom(numpy_helper.from_array(between.astype(first.dtype), item.name))
    return bytes(made.SerializeToString())


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", choices=sorted(TAUGHT_BY))
    parser.add_argument("folder", type=Path)
    parser.add_argument("before", type=Path)
    parser.add_argument("taught", type=Path, help="its card beside it")
    parser.add_argument("--share", type=float, default=_SHARE, help=f"of the taught one ({_SHARE:g})")
    parser.add_argument("--out", type=Path, default=MODELS, help="where to write it")
    asked = parser.parse_args(words)
    model, lessons = TAUGHT_BY[asked.network]
    written = mixed(asked.before.read_bytes(), asked.taught.read_bytes(), asked.share)
    network = OfModel(model)
    net = network.make()
    take(net, model, written)
    net.eval()
    held = {name: Samples.load(*sorted((asked.folder / HELD).glob(f"{name}-*.npz"))) for name in lessons}
    report = CellsHeld(model, held, "cpu").report(net)
    with torch.no_grad():
        probe = net(torch.from_numpy(network.probe()))
    card = json.loads(asked.taught.with_suffix(".json").read_text(encoding="utf-8"))
    card["share_of_taught"] = asked.share
    card["report"] = {name: round(value, 5) for name, value in report.items()}
    card["probe"] = [[round(float(value), 5) for value in row] for row in probe]
    (asked.out / f"{asked.network}.onnx").write_bytes(written)
    (asked.out / f"{asked.network}.json").write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
