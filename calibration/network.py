"""Networks in ONNX files, computed by ONNX Runtime or OpenCV. What goes in and comes out is the caller's business."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from functools import cache
from importlib import resources

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
_TOGETHER = 16
"""Inputs computed at once: the layers' outputs then fit the processor's cache, which saves a seventh of the time."""
Engine = Callable[[Floats], npt.NDArray[np.floating]]
"""Maps a network's input to its output."""


class OnnxNet:
    """A network with one input and one output; calls from several threads take turns."""

    def __init__(self, onnx: bytes, in_bytes: bytes | None = None) -> None:
        """*in_bytes* is the same network in 8-bit numbers, which ONNX Runtime computes if it is given."""
        self._lock = threading.Lock()
        self._engine = by_onnxruntime(in_bytes or onnx) or by_opencv(onnx)

    def __call__(self, blob: Floats) -> Floats:
        """Return a copy of the output for the input *blob*, whose shape may differ between calls."""
        with self._lock:
            return np.array(self._engine(blob), dtype=np.float32)


@cache
def shipped(name: str, package: str = "calibration", *, layer: str = "") -> OnnxNet:
    """Return this process's one network *name* of *package*'s models, or one that puts out what its *layer* does."""
    files = (resources.files(package).joinpath("models", f"{name}{end}.onnx") for end in ("", ".bytes"))
    whole, *short = (file.read_bytes() for file in files if file.is_file())
    return OnnxNet(*(put_out(onnx, layer) if layer else onnx for onnx in (whole, *short)))


def by_onnxruntime(onnx: bytes) -> Engine | None:
    """Return what computes *onnx* in ONNX Runtime, or None where that is not installed.

    It takes about a third of OpenCV's time (benchmarks/history/studies.md). One thread, since a second
    one gains nothing on these networks; no arena and no plan per size of input, which would keep their memory.

    From 1.32 on it reports its use to its maker and keeps a number of this device in the home folder, unless it is
    told not to before it is imported.
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    try:
        import onnxruntime
    except ImportError:
        return None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = options.enable_mem_pattern = False
    session = onnxruntime.InferenceSession(onnx, options, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name

    def computed(blob: Floats) -> npt.NDArray[np.floating]:
        parts = [blob[first : first + _TOGETHER] for first in range(0, max(1, len(blob)), _TOGETHER)]
        return np.concatenate([np.asarray(session.run(None, {name: part})[0]) for part in parts])

    return computed


def by_opencv(onnx: bytes) -> Engine:
    """Return what computes *onnx* in OpenCV."""
    model = np.frombuffer(onnx, dtype=np.uint8)
    classic = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    net = cv2.dnn.readNetFromONNX(model) if classic is None else cv2.dnn.readNetFromONNX(model, engine=classic)

    def computed(blob: Floats) -> npt.NDArray[np.floating]:
        net.setInput(blob)
        return np.asarray(net.forward())

    return computed


_GRAPH, _OUTPUT, _NAME, _TYPE = 7, 12, 1, 2
"""Field numbers in an ONNX file: of the graph, of the graph's outputs, and of an output's name and type."""
_MESSAGE = 2
"""The wire type of a field that consists of parts."""
_FLOATS = bytes([0x08, 1])
"""The field that says that an output holds 32-bit floats."""


def put_out(onnx: bytes, layer: str) -> bytes:
    """Return the ONNX file *onnx* of a network that puts out what its *layer* does, a convolution."""
    shape = b"".join(_part(1, _part(2, axis)) for axis in (b"n", b"channels", b"rows", b"columns"))
    output = _part(_NAME, layer.encode()) + _part(_TYPE, _part(1, _FLOATS + _part(2, shape)))
    return _with_part(onnx, _GRAPH, lambda graph: _with_part(graph, _OUTPUT, lambda _: output))


def _with_part(message: bytes, number: int, change: Callable[[bytes], bytes]) -> bytes:
    """Return the protocol buffer *message* with *change* applied to each part with this *number*."""
    found, at = [], 0
    while at < len(message):
        first = at
        key, at = _number(message, at)
        length, begin = _number(message, at)
        is_message = key & 7 == _MESSAGE
        at = begin + length if is_message else begin
        found.append(
            _part(number, change(message[begin:at])) if key >> 3 == number and is_message else message[first:at]
        )
    return b"".join(found)


def _number(message: bytes, at: int) -> tuple[int, int]:
    """Return the number written *at* this place of *message*, and the place where it ends."""
    value, shift = 0, 0
    while True:
        value |= (message[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if message[at - 1] < 128:
            return value, at


def _part(number: int, content: bytes) -> bytes:
    written, length = bytearray([number << 3 | _MESSAGE]), len(content)
    while length > 127:
        written.append(length & 127 | 128)
        length >>= 7
    return bytes([*written, length]) + content
