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
"""Inputs computed at once: what layers put out then stays in the processor's cache, a seventh of the time less."""
Engine = Callable[[Floats], npt.NDArray[np.floating]]
"""From a network's input to its output."""


class OnnxNet:
    """A network with one input and one output; calls from several threads take turns."""

    def __init__(self, onnx: bytes, in_bytes: bytes | None = None) -> None:
        """*in_bytes* is the same network in numbers of 8 bits, which ONNX Runtime computes if there is one."""
        self._lock = threading.Lock()
        self._engine = by_onnxruntime(in_bytes or onnx) or by_opencv(onnx)

    def __call__(self, blob: Floats) -> Floats:
        """Return a copy of the output for the input *blob*, whose sizes may differ from call to call."""
        with self._lock:
            return np.array(self._engine(blob), dtype=np.float32)


@cache
def shipped(name: str, package: str = "calibration") -> OnnxNet:
    """Return this process's one network *name* of the folder ``models`` of *package*."""
    whole, short = (resources.files(package).joinpath("models", f"{name}{end}.onnx") for end in ("", ".bytes"))
    return OnnxNet(whole.read_bytes(), short.read_bytes() if short.is_file() else None)


def by_onnxruntime(onnx: bytes) -> Engine | None:
    """Return what computes *onnx* in ONNX Runtime, or None where that is not installed.

    It takes about a third of OpenCV's time (``python -m benchmarks.inference``). One thread, since a second
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
