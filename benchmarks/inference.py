"""What networks cost by engine, one thread, as a share of OpenCV's time: ``python -m benchmarks.inference``.

Batches of 64 crops; one picture for the networks that see a whole one. The least of several rounds, engines in turn.
"""

from __future__ import annotations

import time
from importlib import resources

import cv2
import numpy as np

from calibration.network import Engine, Floats, by_onnxruntime, by_opencv

_ROUNDS = 8
_PICTURE = (320, 320)
"""Rows and columns shown to networks that take pictures of any size."""


def blob_for(onnx: bytes) -> Floats:
    """Return noise in the form that the network *onnx* takes."""
    import onnxruntime

    _, channels, *size = onnxruntime.InferenceSession(onnx, providers=["CPUExecutionProvider"]).get_inputs()[0].shape
    fixed = all(isinstance(length, int) for length in size)
    shape = (64, channels, *size) if fixed else (1, channels, *_PICTURE)
    return np.random.default_rng(1).random(shape, dtype=np.float32)


def milliseconds(engines: list[Engine], blob: Floats) -> list[float]:
    """Return the least CPU time of each of *engines* for *blob*."""
    least = [float("inf")] * len(engines)
    for _ in range(_ROUNDS):
        for number, engine in enumerate(engines):
            begun = time.process_time()
            engine(blob)
            least[number] = min(least[number], 1000 * (time.process_time() - begun))
    return least


def main() -> None:
    """Print a line for each network."""
    cv2.setNumThreads(1)
    for package in ("calibration", "vision"):
        for path in sorted(resources.files(package).joinpath("models").iterdir(), key=lambda path: path.name):
            if not path.name.endswith(".onnx"):
                continue
            onnx = path.read_bytes()
            runtime, opencv = by_onnxruntime(onnx), by_opencv(onnx)
            if runtime is None:
                raise SystemExit("pip install onnxruntime first")
            blob = blob_for(onnx)
            fast, slow = milliseconds([runtime, opencv], blob)
            apart = float(np.abs(np.asarray(runtime(blob)) - np.asarray(opencv(blob))).max())
            print(
                f"{path.name:15} {fast:6.1f} ms  opencv {slow:6.1f} ms  {fast / slow:4.0%}  apart {apart:.0e}",
                flush=True,
            )


if __name__ == "__main__":
    main()
