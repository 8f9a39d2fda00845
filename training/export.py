"""From trained weights to the ONNX file that cv2.dnn reads."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from training.model import Again, CellNet
from vision.network import Model

AGAIN = "again"
"""The name of ``Again``'s convolutions in a file."""


def onnx_bytes(net: CellNet, model: Model) -> bytes:
    """Return *net* as an ONNX model: convolutions, ``Flatten`` and dense layers."""
    graph = _Graph()
    graph.convolutions(net.features)
    graph.add("Flatten", {}, axis=1)
    graph.add("Gemm", _dense(net.hidden), transB=1)
    graph.add("Relu", {})
    graph.add("Gemm", _dense(net.out), transB=1)
    return graph.model(model.name, ["n", model.channels, model.frame.height, model.frame.width], ["n", model.outputs])


def convolutions_onnx(net: nn.Sequential, name: str, outputs: int, *, channels: int = 4) -> bytes:
    """Return *net*, convolutions, all but the last normed, as an ONNX model for pictures of any size."""
    graph = _Graph()
    *normed, last = net
    graph.convolutions(normed)
    assert isinstance(last, nn.Conv2d)
    graph.convolve(last, last.weight.detach().numpy(), _bias(last))
    return graph.model(name, ["n", channels, "height", "width"], ["n", outputs, "rows", "columns"])


def halved(network: bytes) -> bytes:
    """Return the ONNX file *network* with its weights in 16 bits; what computes it makes 32 of them as it loads.

    Biases stay as they are: they are few.
    """
    made = onnx.load_from_string(network)
    graph = made.graph
    long = [item for item in graph.initializer if len(item.dims) > 1 and item.data_type == TensorProto.FLOAT]
    single = {item.name: f"{item.name}.single" for item in long}
    for item in long:
        item.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(item).astype(np.float16), item.name))
    nodes = [
        helper.make_node("Cast", [name], [single[name]], name=single[name], to=TensorProto.FLOAT) for name in single
    ]
    for node in graph.node:
        inputs = [single.get(name, name) for name in node.input]
        del node.input[:]
        node.input.extend(inputs)
        nodes.append(node)
    kept = helper.make_graph(nodes, graph.name, graph.input, graph.output, graph.initializer)
    graph.CopyFrom(kept)
    onnx.checker.check_model(made)
    return bytes(made.SerializeToString())


class _Graph:
    """An ONNX model (opset 11) of Conv, Relu, Add, Flatten, Gemm and Cast, with norms folded into the convolutions.

    Written node by node: equal weights give equal bytes, and every release of OpenCV knows these six.
    """

    def __init__(self) -> None:
        self._nodes: list[Any] = []
        self._weights: list[Any] = []
        self._last = "crop"

    def add(self, kind: str, arrays: dict[str, np.ndarray[Any, Any]], *, name: str = "", **attributes: Any) -> None:
        """Append a node with its weights that takes the last one's output; its name is *name*, or else its kind."""
        name = f"{name or kind.lower()}{len(self._nodes)}"
        for key, array in arrays.items():
            tensor = np.ascontiguousarray(array, dtype=np.float32)
            self._weights.append(numpy_helper.from_array(tensor, f"{name}.{key}"))
        self._append(kind, [self._last, *(f"{name}.{key}" for key in arrays)], name, **attributes)

    def _append(self, kind: str, inputs: list[str], name: str, **attributes: Any) -> None:
        self._nodes.append(helper.make_node(kind, inputs, [name], name=name, **attributes))
        self._last = name

    def convolutions(self, layers: Iterable[nn.Module]) -> None:
        """Append convolutions with their norms and rectifiers (ReLU), and blocks of ``Again``."""
        for layer, norm in itertools.pairwise([*layers, None]):
            if isinstance(layer, nn.Conv2d) and isinstance(norm, nn.BatchNorm2d):
                self.convolve(layer, *_folded(layer, norm))
            elif isinstance(layer, nn.ReLU):
                self.add("Relu", {})
            elif isinstance(layer, Again):
                self.again(layer)

    def again(self, layer: Again) -> None:
        """Append two convolutions whose output is added to their input."""
        before = self._last
        self.convolve(layer.first, *_folded(layer.first, layer.first_norm), name=AGAIN)
        self.add("Relu", {})
        self.convolve(layer.second, *_folded(layer.second, layer.second_norm), name=AGAIN)
        self._append("Add", [self._last, before], f"add{len(self._nodes)}")
        self.add("Relu", {})

    def convolve(
        self, conv: nn.Conv2d, weight: np.ndarray[Any, Any], bias: np.ndarray[Any, Any], name: str = ""
    ) -> None:
        """Append one convolution."""
        pad, kernel, stride, dilation = int(conv.padding[0]), conv.kernel_size[0], conv.stride[0], conv.dilation[0]
        self.add(
            "Conv",
            {"weight": weight, "bias": bias},
            name=name,
            kernel_shape=[kernel, kernel],
            strides=[stride, stride],
            **({} if dilation == 1 else {"dilations": [dilation, dilation]}),
            pads=[pad] * 4,
        )

    def model(self, name: str, taken: list[str | int], given: list[str | int]) -> bytes:
        """Return the model's file; *taken* and *given* are the shapes of its input and output arrays."""
        graph = helper.make_graph(
            self._nodes,
            f"kiebitz-{name}",
            [helper.make_tensor_value_info("crop", TensorProto.FLOAT, taken)],
            [helper.make_tensor_value_info(self._last, TensorProto.FLOAT, given)],
            self._weights,
        )
        made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 11)], producer_name="kiebitz")
        made.ir_version = 7
        return halved(made.SerializeToString())


def _dense(layer: nn.Linear) -> dict[str, np.ndarray[Any, Any]]:
    return {"weight": layer.weight.detach().numpy(), "bias": layer.bias.detach().numpy()}


def _bias(conv: nn.Conv2d) -> np.ndarray[Any, Any]:
    assert conv.bias is not None
    return conv.bias.detach().numpy()


def _folded(conv: nn.Conv2d, norm: nn.BatchNorm2d) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    assert norm.running_mean is not None
    assert norm.running_var is not None
    with torch.no_grad():
        scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        return (
            (conv.weight * scale[:, None, None, None]).contiguous().numpy(),
            (norm.bias - norm.running_mean * scale).numpy(),
        )
