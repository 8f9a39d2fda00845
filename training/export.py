"""From trained weights to the ONNX file that cv2.dnn reads."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from training.model import CellNet
from vision.network import Model


def onnx_bytes(net: CellNet, model: Model) -> bytes:
    """Return *net* as an ONNX model (opset 11) of Conv, Relu, Flatten and Gemm, norms folded into the convolutions.

    Written node by node: equal weights give equal bytes, and every release of OpenCV
    knows these four.
    """
    nodes: list[Any] = []
    weights: list[Any] = []
    last = "crop"

    def add(kind: str, arrays: dict[str, np.ndarray[Any, Any]], **attributes: Any) -> None:
        nonlocal last
        name = f"{kind.lower()}{len(nodes)}"
        for key, array in arrays.items():
            weights.append(numpy_helper.from_array(np.ascontiguousarray(array, dtype=np.float32), f"{name}.{key}"))
        inputs = [last, *(f"{name}.{key}" for key in arrays)]
        nodes.append(helper.make_node(kind, inputs, [name], name=name, **attributes))
        last = name

    layers = list(net.features)
    for conv, norm in zip(layers[0::3], layers[1::3], strict=True):
        assert isinstance(conv, nn.Conv2d)
        assert isinstance(norm, nn.BatchNorm2d)
        weight, bias = _folded(conv, norm)
        pad, kernel, stride = int(conv.padding[0]), conv.kernel_size[0], conv.stride[0]
        add(
            "Conv",
            {"weight": weight, "bias": bias},
            kernel_shape=[kernel, kernel],
            strides=[stride, stride],
            pads=[pad] * 4,
        )
        add("Relu", {})
    add("Flatten", {}, axis=1)
    for dense in net.hidden.modules():
        if isinstance(dense, nn.Linear):
            add("Gemm", _dense(dense), transB=1)
    add("Relu", {})
    add("Gemm", _dense(net.out), transB=1)
    graph = helper.make_graph(
        nodes,
        f"kiebitz-{model.name}",
        [helper.make_tensor_value_info("crop", TensorProto.FLOAT, ["n", 4, model.frame.height, model.frame.width])],
        [helper.make_tensor_value_info(last, TensorProto.FLOAT, ["n", model.outputs])],
        weights,
    )
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 11)], producer_name="kiebitz")
    made.ir_version = 7
    onnx.checker.check_model(made)
    return bytes(made.SerializeToString())


def _dense(layer: nn.Linear) -> dict[str, np.ndarray[Any, Any]]:
    arrays = {"weight": layer.weight.detach().numpy()}
    return arrays if layer.bias is None else arrays | {"bias": layer.bias.detach().numpy()}


def _folded(conv: nn.Conv2d, norm: nn.BatchNorm2d) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    assert norm.running_mean is not None
    assert norm.running_var is not None
    with torch.no_grad():
        scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        return (
            (conv.weight * scale[:, None, None, None]).contiguous().numpy(),
            (norm.bias - norm.running_mean * scale).numpy(),
        )
