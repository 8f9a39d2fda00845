"""The reader's networks: from a crop to log-likelihoods of what it shows.

The ``training`` package trains the networks, which ship as ONNX. Their scores are
log-likelihoods: class frequencies of the training set are divided out, so callers supply
their own priors. Nothing here knows games, seats or the size of a board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import takewhile
from types import MappingProxyType

import cv2
import numpy as np
import numpy.typing as npt

from calibration.network import Floats as Floats
from calibration.network import OnnxNet, shipped
from calibration.places import Place
from core.reading import is_edge
from kits.colours import COLOURS
from vision.bare_board import Usual, as_seen, usual
from vision.views import CELL, Frame, Image, Views, crops, masks

PRESENCE = ("empty", "piece", "covered")
MARKED_PRESENCE = (*PRESENCE, "marked")
"""For boards with rings or dots in some cells, where an empty cell is bare or marked."""
RATIOS = np.geomspace(0.20, 0.98, 22)
"""Scored sizes of a pyramid, as its base over the pitch of a chessboard; for other cells see ``Model.cells``."""
SHAPES = ("square", "triangle", "circle", "pyramid", "pawn")
STONES = ("empty", "b", "w", "covered")
RODS = ("none", "rod", "covered")
DICE = (4, 6, 8)
FACES = tuple((faces, value) for faces in DICE for value in range(1, faces + 1))
"""Every (number of faces, value) of a die."""
TOPS = tuple(face for face in FACES if face[0] != 4)
"""Every (number of faces, value) of a die with an upper face."""
ACROSS, DOWN = np.arange(21.5, 58.0, 3.0), np.arange(22.0, 77.0, 3.0)
"""Possible places of a die's centre in its crop, in px."""
RULED_OUT = -1e3
"""Score, in nats, of what cannot be."""
SEEN, SEEN_BESIDE = 4, 7
"""Channels of an input: BGR and the cell's square, and in the second case BGR of the bare board as well."""
CELLS, DIE_FACES = "cells", "faces"
"""Names of the network of all pieces that belong to seats, and of the one of all faces of dice."""
SHADE, NAMES = "shade", "names"
"""Fields of the network of cells for a piece of any kit: its colour's place among those of the table, and its name."""
SHADE_SPACE = 8
"""Dimensions of the space of shades."""
GROUND = "ground"
"""A field that is measured, not output: the brightness (N, 1) of the bare board where a piece would stand, 0 to 1."""
REACHES = np.geomspace(0.15, 0.6, 12)
"""Scored reaches of a die from its centre, in pitches."""


@dataclass(frozen=True, slots=True)
class Model:
    """A network: its file in ``vision/models``, and the fields of its output with their widths, in order.

    Fields after a first ``presence`` are scored as if there were a piece.
    """

    name: str
    fields: Mapping[str, int] = field(hash=False)
    frame: Frame = CELL
    mirrored: bool = True
    """Whether the mirror image of a crop shows the same."""
    worth: Mapping[str, float] = field(default_factory=dict, hash=False)
    """Field → factor on its scores, where they claim too much or too little on tables unlike those learned from."""
    cells: float = 1.0
    """Size of the cells that it looks at, relative to a chessboard's squares.

    It scores sizes at the ratios of base to pitch in ``RATIOS``, divided by this.
    """

    usual: bool = False
    """Whether each crop comes with what is usual on the board: see vision.bare_board."""
    whole: str = ""
    """The network that this is a part of, if any: see ``WHOLES``."""

    @property
    def file(self) -> str:
        """The name of the file that has it, without its ending."""
        return self.whole or self.name

    @property
    def channels(self) -> int:
        """Of its input: BGR and the cell's square, then BGR of what is usual, if it is shown that."""
        return SEEN_BESIDE if self.usual else SEEN

    @property
    def outputs(self) -> int:
        return sum(self.fields.values())

    def split(self, scores: Floats) -> Evidence:
        """Return the fields of the network's output (N, outputs), in nats."""
        parts = np.split(scores, np.cumsum(list(self.fields.values()))[:-1], axis=1)
        return MappingProxyType(dict(zip(self.fields, parts, strict=True)))


Evidence = Mapping[str, Floats]
"""A network's output for N crops: each field (N, width) in nats, up to a constant per row and field."""

PYRAMID_MODEL = Model(
    "pyramids",
    {"presence": len(PRESENCE), "colour": len(COLOURS), "ratio": len(RATIOS), "pips": 3},
    worth={"pips": 0.0},
    usual=True,
    whole=CELLS,
)
SHAPE_MODEL = Model(
    "shapes",
    {"presence": len(MARKED_PRESENCE), "colour": len(COLOURS), "shape": len(SHAPES)},
    worth={"shape": 1.5},
    usual=True,
    whole=CELLS,
)
STONE_MODEL = Model("stones", {"stone": len(STONES), "rod": len(RODS)})
SIZE_MODEL = Model(
    "sizes",
    PYRAMID_MODEL.fields,
    frame=replace(CELL, cell_px=40.0, headroom_px=19.0),
    worth={"pips": 0.7},
    cells=0.6,
    usual=True,
    whole=CELLS,
)
"""Pyramids on cells hardly larger than themselves, on boards of tiles."""
DICE_MODEL = Model(
    "dice",
    {
        "presence": len(PRESENCE),
        "colour": len(COLOURS),
        "kind": len(DICE),
        "across": len(ACROSS),
        "down": len(DOWN),
        "reach": len(REACHES),
    },
    mirrored=False,
    usual=True,
    whole=CELLS,
)
HEADS = (PYRAMID_MODEL, SHAPE_MODEL, SIZE_MODEL, DICE_MODEL)
"""The parts of the network of cells; each of them knows the pieces of some kits."""
CELLS_MODEL = Model(
    CELLS,
    {f"{head.name}.{name}": width for head in HEADS for name, width in head.fields.items()}
    | {SHADE: SHADE_SPACE, NAMES: len(COLOURS)},
    usual=True,
)
"""One network for the pieces of all games with seats (decision 0038).

It gives what each of ``HEADS`` gives for the pieces of its own kits, and for all pieces where their colours lie and
what these are called: see vision.shades.
"""
FACE_FRAME = Frame(width=64, height=64, cell_px=64.0)
FACE_MODEL = Model("face", {"face": len(FACES)}, frame=FACE_FRAME, mirrored=False, whole=DIE_FACES)
"""The second look at a die: see vision.dice."""
TOP_MODEL = Model("top", {"top": len(TOPS)}, frame=FACE_FRAME, mirrored=False, whole=DIE_FACES)
"""The upper face of a d6 or d8 alone, close up and turned by any angle."""
SIDE_MODEL = Model("side", {"value": 4}, frame=FACE_FRAME, mirrored=False, whole=DIE_FACES)
"""The value of a d4 by one of its sides."""
POSE_MODEL = Model("d4_pose", {"pose": 5}, frame=FACE_FRAME, mirrored=False)
"""How a d4 lies: see vision.dice."""
FACES_MODEL = Model(
    DIE_FACES,
    {
        f"{part.name}.{name}": width
        for part in (FACE_MODEL, TOP_MODEL, SIDE_MODEL)
        for name, width in part.fields.items()
    },
    frame=FACE_FRAME,
    mirrored=False,
)
"""One network for everything that dice show (decision 0041)."""
WHOLES = {model.name: model for model in (CELLS_MODEL, FACES_MODEL)}
"""The networks that consist of several parts."""


def shares(scores: npt.NDArray[np.floating], prior: npt.ArrayLike = 1.0) -> npt.NDArray[np.float64]:
    """Return the probabilities (N, labels) of log-likelihoods *scores* (N, labels) under *prior*."""
    weights = np.exp(scores - scores.max(axis=1, keepdims=True)).astype(np.float64) * np.array(prior)
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def log_shares(scores: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
    """Return *scores* (N, labels) in nats, each row less what makes its exponentials add up to 1."""
    high = scores.astype(np.float64)
    high = high - high.max(axis=1, keepdims=True)
    return np.asarray(high - np.log(np.exp(high).sum(axis=1, keepdims=True)))


def network_input(image: Image, where: Views, common: Usual | None = None) -> Floats:
    """Return the input (N, 4, height, width): BGR in 0…1, and the cell's square, the brighter the steeper the view.

    With what is *common* on the board it is (N, 7, height, width), the last three of these BGR in 0…1 too.
    """
    pictures, outlines, sin_elevation = crops(image, where.H_image_crop, where.frame), masks(where), where.sin_elevation
    blob = np.empty((len(pictures), SEEN if common is None else SEEN_BESIDE, *pictures.shape[1:3]), dtype=np.float32)
    if common is not None:
        for picture, number, outline in zip(blob[:, SEEN:], common.which, where.outline, strict=True):
            shown = as_seen(common.boards[number], outline, (where.frame.width, where.frame.height))
            np.multiply(shown.transpose(2, 0, 1), np.float32(1 / 255), out=picture)
    np.multiply(pictures.transpose(0, 3, 1, 2), np.float32(1 / 255), out=blob[:, :3])
    steepness = (0.5 + 0.5 * sin_elevation).astype(np.float32) / 255
    np.multiply(outlines, steepness[:, None, None], out=blob[:, 3])
    return blob


def board_input(model: Model, image: Image, place: Place, where: Views) -> Floats:
    """Return the ``network_input`` of *model* for the cells of *where*, of the board, or boards, at *place*."""
    return network_input(image, where, usual(image, place, where.cells) if model.usual else None)


def probe_input(model: Model) -> Floats:
    """Return two made-up inputs of *model* on which every engine must agree with the network as it was trained."""
    rows, columns = np.mgrid[0 : model.frame.height, 0 : model.frame.width].astype(np.float32)
    waves = [np.sin(rows / (3 + c)) * np.cos(columns / (4 + c)) for c in range(model.channels)]
    first = np.stack(waves).astype(np.float32) * np.float32(0.5) + np.float32(0.5)
    return np.stack([first, 1 - first[::-1]])


def faces_of(die: int, among: Sequence[tuple[int, int]] = FACES) -> slice:
    """Return where the values of a *die* of this many faces stand *among* FACES or TOPS."""
    first = among.index((die, 1))
    return slice(first, first + die)


def columns_of(part: Model) -> slice:
    """Return where in the output of the network that *part* is of, or that it is, its fields stand."""
    widths = WHOLES.get(part.whole, part).fields
    own = part.whole and f"{part.name}."
    first = sum(widths[name] for name in takewhile(lambda name: not name.startswith(own), widths))
    return slice(first, first + part.outputs)


class Network:
    """A shipped network, or a part of one; calls from several threads take turns."""

    def __init__(self, model: Model = PYRAMID_MODEL, onnx: bytes | None = None) -> None:
        self.model = model
        self._net = shipped(model.file, "vision") if onnx is None else OnnxNet(onnx)

    def scores(self, blob: Floats) -> Floats:
        """Return the raw output (N, outputs) for an input (N, channels, height, width): of a part, all of its whole."""
        outputs = WHOLES.get(self.model.whole, self.model).outputs
        if not len(blob):
            return np.empty((0, outputs), dtype=np.float32)
        return self._net(blob).reshape(-1, outputs)

    def own_scores(self, blob: Floats) -> Floats:
        """Return the raw output for an input (N, channels, height, width), of a part only its own (N, outputs)."""
        return self.scores(blob)[:, columns_of(self.model)]

    def look(self, blob: Floats, where: Views) -> Evidence:
        """Return the evidence of the cells of *where*, with *blob* as their ``network_input``.

        A pyramid's mirror image is a pyramid: looking twice, once in a mirror, takes a
        sixth of the mistakes about size away for double the time. What is clearly bare, or clearly a
        stone or a rod, is looked at once.
        """
        scores = self.scores(blob)
        own = columns_of(self.model)
        again = np.flatnonzero(self.model.mirrored & (self._plainness(scores[:, own], where) < _PLAINLY))
        if len(again):
            mirrored = np.empty((len(again), *blob.shape[1:]), dtype=np.float32)
            cv2.flip(blob[again].reshape(-1, blob.shape[3]), 1, mirrored.reshape(-1, blob.shape[3]))
            scores[again] = np.float32(0.5) * (scores[again] + self.scores(mirrored))
        worth = self.model.worth
        found = {
            name: np.float32(worth.get(name, 1.0)) * said for name, said in self.model.split(scores[:, own]).items()
        }
        if self.model.usual:
            said = CELLS_MODEL.split(scores)
            found |= {SHADE: said[SHADE], NAMES: said[NAMES], GROUND: _ground(blob, self.model.frame)}
        return found

    def _plainness(self, scores: Floats, where: Views) -> npt.NDArray[np.float64]:
        """Return how surely (N,) each cell is bare or, of stones, each cell or edge holds anything definite."""
        found = self.model.split(scores)
        if "presence" in found:
            seldom = np.array([1.0, 1.0, _SELDOM, 1.0])[: self.model.fields["presence"]]
            return np.asarray(1 - shares(found["presence"], seldom)[:, 1:3].sum(axis=1))
        edges = np.array([is_edge(name) for name in where.cells])
        return np.asarray(np.where(edges, shares(found["rod"]).max(axis=1), shares(found["stone"]).max(axis=1)))


def _ground(blob: Floats, frame: Frame) -> Floats:
    """Return the brightness (N, 1) of the bare board in the input *blob*, at the foot of what stands there."""
    (x, y), reach = (round(at) for at in frame.foot), round(_FOOT * frame.cell_px)
    foot = blob[:, SEEN:, y - reach : y + reach + 1, x - reach : x + reach + 1]
    return np.asarray(foot.mean(axis=(1, 2, 3), dtype=np.float32)[:, None])


_FOOT = 0.1
"""Half the width of the area measured there, in pitches."""

_SELDOM = 0.05
"""Odds of a covered cell against one that is bare or holds a piece."""

_PLAINLY = 0.9
"""A place at least this likely to be bare or definite needs no second look (decision 0049)."""


@cache
def shared_network(model: Model = PYRAMID_MODEL) -> Network:
    """Return this process's one network of *model*, loaded at the first call; parts of one share it."""
    return Network(model)
