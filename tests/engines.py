"""The engines that compute networks, to test with each."""

from collections.abc import Callable

import pytest

from calibration.network import Engine, by_onnxruntime, by_opencv

MakeEngine = Callable[[bytes], Engine]


def _onnxruntime(onnx: bytes) -> Engine:
    engine = by_onnxruntime(onnx)
    if engine is None:
        pytest.skip("ONNX Runtime has no wheel here")
    return engine


ENGINES = pytest.mark.parametrize("make", [_onnxruntime, by_opencv], ids=["onnxruntime", "opencv"])
