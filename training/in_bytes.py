"""Convolutions in numbers of 8 bits: ``python -m training.in_bytes cells stones``.

Beside the file of a network, ``NAME.onnx``, this writes ``NAME.bytes.onnx``, which ONNX Runtime computes in about a
third of the time (decision 0048). How large the numbers between layers become is seen on pictures drawn as for
learning. Weights keep 7 bits, since processors without instructions for such networks would overflow with 8.
"""

from __future__ import annotations

import argparse
import itertools
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper, version_converter

from calibration.places import Place
from simulator.render import render
from training.export import halved
from training.online import MODELS
from training.subjects import SUBJECTS, TAUGHT_BY
from vision.network import Floats, board_input
from vision.views import views

_PICTURES = 14
"""Pictures drawn for each lesson."""
_EVERY = 3
"""One in this many places of a picture is used."""
_SEED = 20_281
_OPSET = 13
"""The first ONNX opset with a scale for each channel."""


def shown_to(name: str) -> Iterator[Floats]:
    """Yield inputs (N, channels, height, width) of the network *name*: a picture's each time, drawn as for learning."""
    for number, lesson in itertools.product(range(_PICTURES), TAUGHT_BY[name][1]):
        subject = SUBJECTS[lesson]
        rng = np.random.default_rng([_SEED, number])
        kit = subject.kit(rng)
        picture = render(subject.scene(rng, kit))
        place = Place.of(picture.truth.registration)
        names = subject.names(picture.truth.registration.plan)[::_EVERY]
        yield board_input(subject.model, picture.image, place, views(place, names, subject.model.frame))


def in_bytes(network: bytes, shown: Iterable[Floats]) -> bytes:
    """Return the ONNX file *network* with convolutions of 8 bits, for the sizes of numbers that *shown* lead to."""
    from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static

    class Shown(CalibrationDataReader):
        def __init__(self) -> None:
            self._inputs = ({"crop": blob} for blob in shown)

        def get_next(self) -> dict[str, Floats] | None:
            return next(self._inputs, None)

    with tempfile.TemporaryDirectory() as folder:
        whole, made = Path(folder, "whole.onnx"), Path(folder, "made.onnx")
        onnx.save(version_converter.convert_version(onnx.load_from_string(singled(network)), _OPSET), whole)
        quantize_static(
            whole,
            made,
            Shown(),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            op_types_to_quantize=["Conv", "Add", "Relu"],
        )
        return halved(made.read_bytes())


def singled(network: bytes) -> bytes:
    """Return the ONNX file *network*, with the weights that ``halved`` made of 16 bits in 32 again."""
    made = onnx.load_from_string(network)
    graph = made.graph
    whole = {node.output[0]: node.input[0] for node in graph.node if node.op_type == "Cast"}
    for item in graph.initializer:
        if item.name in whole.values():
            item.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(item).astype(np.float32), item.name))
    nodes = [node for node in graph.node if node.op_type != "Cast"]
    for node in nodes:
        node.input[:] = [whole.get(name, name) for name in node.input]
    graph.CopyFrom(onnx.helper.make_graph(nodes, graph.name, graph.input, graph.output, graph.initializer))
    return bytes(made.SerializeToString())


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("networks", nargs="+", choices=sorted(TAUGHT_BY), metavar="NAME")
    parser.add_argument("--folder", type=Path, default=MODELS, help="with the files; the shipped ones if not named")
    chosen = parser.parse_args(words)
    for name in chosen.networks:
        made = in_bytes((chosen.folder / f"{name}.onnx").read_bytes(), shown_to(name))
        (chosen.folder / f"{name}.bytes.onnx").write_bytes(made)


if __name__ == "__main__":
    main()
