"""Networks in ONNX files, computed by OpenCV. What goes in and what comes out is the caller's business."""

from __future__ import annotations

import threading
from functools import cache
from importlib import resources

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]


class OnnxNet:
    """A network with one input and one output; calls from several threads take turns."""

    def __init__(self, onnx: bytes) -> None:
        self._lock = threading.Lock()
        self._net = _load(np.frombuffer(onnx, dtype=np.uint8))

    def __call__(self, blob: Floats) -> Floats:
        """Return a copy of the output for the input *blob*, whose sizes may differ from call to call."""
        with self._lock:
            self._net.setInput(blob)
            return np.array(self._net.forward(), dtype=np.float32)


@cache
def shipped(name: str) -> OnnxNet:
    """Return this process's one network *name* of ``calibration/models``."""
    return OnnxNet(resources.files("calibration").joinpath("models", f"{name}.onnx").read_bytes())


def _load(model: npt.NDArray[np.uint8]) -> cv2.dnn.Net:
    classic = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    if classic is None:
        return cv2.dnn.readNetFromONNX(model)
    return cv2.dnn.readNetFromONNX(model, engine=classic)
