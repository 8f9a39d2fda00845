"""The learned part of the reader: one crop in, what it may show out.

The network is trained by the ``training`` package and shipped as ONNX. Its scores are
log-likelihoods: the shares of its training set are divided out, so a caller brings its
own priors. Nothing here knows games, seats or the size of a board.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from importlib import resources

import cv2
import numpy as np
import numpy.typing as npt

from kits.colours import COLOURS
from vision.views import HEIGHT, WIDTH, Image, Views, crops, masks

Floats = npt.NDArray[np.float32]

PRESENCE = ("empty", "piece", "covered")
RATIOS = np.geomspace(0.20, 0.98, 22)
"""Base of a piece over the pitch of the board, at which ``Evidence.ratio`` is given."""
PIPS = (1, 2, 3)
OUTPUTS = len(PRESENCE) + len(COLOURS) + len(RATIOS) + len(PIPS)

MODEL = "pyramids.onnx"


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What the network says of N crops, in nats up to a constant per row and field.

    ``presence`` (N, 3) over PRESENCE, ``colour`` (N, 10) over COLOURS, ``ratio`` (N, 22)
    over RATIOS, ``pips`` (N, 3) over PIPS; the last three as if there were a piece.
    """

    presence: Floats
    colour: Floats
    ratio: Floats
    pips: Floats

    @classmethod
    def from_scores(cls, scores: Floats) -> Evidence:
        """Return the evidence in the network's output (N, OUTPUTS)."""
        ends = np.cumsum([len(PRESENCE), len(COLOURS), len(RATIOS)])
        presence, colour, ratio, pips = np.split(scores, ends, axis=1)
        return cls(presence, colour, ratio, pips)


def network_input(pictures: Image, outlines: Image, sin_elevation: npt.NDArray[np.float64]) -> Floats:
    """Return the input (N, 4, HEIGHT, WIDTH): BGR in 0…1, and the cell's square, the brighter the steeper the view."""
    blob = np.empty((len(pictures), 4, HEIGHT, WIDTH), dtype=np.float32)
    np.multiply(pictures.transpose(0, 3, 1, 2), np.float32(1 / 255), out=blob[:, :3])
    steepness = (0.5 + 0.5 * sin_elevation).astype(np.float32) / 255
    np.multiply(outlines, steepness[:, None, None], out=blob[:, 3])
    return blob


def probe_input() -> Floats:
    """Return two made-up inputs on which every engine must agree with the network as it was trained."""
    rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    waves = [np.sin(rows / (3 + c)) * np.cos(columns / (4 + c)) for c in range(4)]
    first = np.stack(waves).astype(np.float32) * np.float32(0.5) + np.float32(0.5)
    return np.stack([first, 1 - first[::-1]])


class Network:
    """The shipped network; calls from several threads take turns."""

    def __init__(self, model: bytes | None = None) -> None:
        if model is None:
            model = resources.files("vision").joinpath("models", MODEL).read_bytes()
        self._lock = threading.Lock()
        self._net = _load(np.frombuffer(model, dtype=np.uint8))

    def scores(self, blob: Floats) -> Floats:
        """Return the raw output (N, OUTPUTS) for an input (N, 4, HEIGHT, WIDTH)."""
        if not len(blob):
            return np.empty((0, OUTPUTS), dtype=np.float32)
        with self._lock:
            self._net.setInput(blob)
            return np.asarray(self._net.forward(), dtype=np.float32).reshape(-1, OUTPUTS).copy()

    def look(self, image: Image, where: Views, *, twice: bool = True) -> Evidence:
        """Return the evidence of the cells of *where* in *image*.

        A pyramid's mirror image is a pyramid: looking *twice*, once in a mirror, takes a
        sixth of the mistakes about size away for double the time.
        """
        blob = network_input(crops(image, where), masks(where), where.sin_elevation)
        scores = self.scores(blob)
        if twice:
            scores = np.float32(0.5) * (scores + self.scores(np.ascontiguousarray(blob[..., ::-1])))
        return Evidence.from_scores(scores)


_shared: list[Network] = []
_shared_lock = threading.Lock()


def shared_network() -> Network:
    """Return the one network of this process, loaded at the first call."""
    with _shared_lock:
        if not _shared:
            _shared.append(Network())
        return _shared[0]


def _load(model: npt.NDArray[np.uint8]) -> cv2.dnn.Net:
    classic = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    if classic is None:
        return cv2.dnn.readNetFromONNX(model)
    return cv2.dnn.readNetFromONNX(model, engine=classic)
