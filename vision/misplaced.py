"""Tells pieces that lie wrong: across a line, on their side, two in a cell, tilted.

The network of cells is shown nine crops of each cell that is asked about: of the cell, and of squares half a cell off
it in all directions. A piece that stands right looks like one in the first only; one across a line in another. Its last
convolution tells how the piece in the first lies. Two dense layers judge by both (decision 0056).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from calibration.network import shipped
from calibration.places import Place
from calibration.registration import Registration
from core.reading import Misplaced
from kits.kit import Kit
from kits.pieces import Die, Pawn, Pyramid
from vision.bare_board import as_seen, usual
from vision.contents import model_for
from vision.network import (
    CELLS,
    HEADS,
    PRESENCE,
    SEEN,
    Floats,
    Model,
    Network,
    columns_of,
    log_shares,
    network_input,
    shared_network,
    shares,
)
from vision.views import Array, Image, levelled, square_mm, views_at

CODES: Mapping[str, str] = {"line": "GEN-3", "side": "GEN-5", "two": "GEN-4", "tilted": "TT-26"}
"""How a piece can lie wrong → the code for it, in the order in which they are reported."""
STEPS = np.array([[0, 0], [0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1]], dtype=np.float64) / 2
"""Offsets of the crops from a cell's middle, in pitches; y is towards the camera."""
MIRRORED = [0, 1, 8, 7, 6, 5, 4, 3, 2]
"""For each step, the number of its mirror image."""
LAYER = "relu26"
"""The last convolution of the network of cells before its channels are squeezed."""
SURE: Mapping[str, float] = {"line": 1.0, "side": 2.0, "two": 3.0, "tilted": 2.0}
"""Least log-odds for reporting each way of lying wrong. A sure move is announced all the same (decision 0056)."""
SPREAD = 5.0
"""The network's outputs are limited to this many spreads from their mean."""
_BESIDE = 0.8
"""Within this distance in pitches of a piece across a line, whatever lies wrong on a cell is taken to be that piece."""


class Around(NamedTuple):
    """What is seen of N ``cells`` and around them: ``said`` (N, 9, outputs) by the network of cells, raw, and what its
    last convolution puts out of each cell and of its mirror image, ``drawn`` (N, 2, channels, rows, columns)."""

    cells: tuple[str, ...]
    said: Floats
    drawn: Floats
    steps_mm: Array


def misplaced(image: Image, place: Place, kit: Kit, cells: Sequence[str]) -> tuple[Misplaced, ...]:
    """Return the pieces of *kit* that lie wrong on *cells* of the board, or boards, at *place* in *image* (BGR).

    One across a line has two cells, on both sides of it. Stones are not looked at.
    """
    model = model_for(kit)
    cells = [cell for cell in cells if cell in place.cells]
    if model not in HEADS or not cells:
        return ()
    seen = looked_around(levelled(image, place), place, shared_network(model), cells)
    told = _judge()(seen, HEADS.index(model))
    ways = [number for number, how in enumerate(CODES, 1) if _can(kit, how)]
    odds = np.logaddexp.reduce(told[:, ways], axis=1) - told[:, 0]
    hows = [list(CODES)[ways[int(best)] - 1] for best in told[:, ways].argmax(axis=1)]
    found, lines = list[Misplaced](), list[Array]()
    wrong = [row for row, how in enumerate(hows) if odds[row] > SURE[how]]
    for row in sorted(wrong, key=lambda row: (hows[row] != "line", -odds[row])):
        cell, board = seen.cells[row], next(board for board in place.boards if seen.cells[row] in board.plan.cells)
        middle = np.array(board.plan.centre_mm(cell))
        if any(float(np.linalg.norm(middle - at)) < _BESIDE * board.plan.pitch_mm for at in lines):
            continue
        if hows[row] != "line":
            found.append(Misplaced(CODES[hows[row]], (cell,)))
        elif (other := _across(board, seen, row, model)) is not None:
            lines.append((middle + np.array(board.plan.centre_mm(other))) / 2)
            found.append(Misplaced(CODES["line"], tuple(sorted((cell, other)))))
    return tuple(found)


def _can(kit: Kit, how: str) -> bool:
    """Return whether any piece of *kit* can lie wrong so: flat ones never stand on edge; only dice are tilted."""
    pieces = kit.pieces.values()
    match how:
        case "side":
            return any(isinstance(piece, Pyramid | Pawn) for piece in pieces)
        case "tilted":
            return any(isinstance(piece, Die) for piece in pieces)
        case _:
            return True


def _across(board: Registration, seen: Around, row: int, model: Model) -> str | None:
    """Return the cell on *board* across the line from that of this *row*, if a piece seems to stand between them."""
    middles = {cell: np.array(board.plan.centre_mm(cell)) for cell in board.plan.cells}
    presence = shares(seen.said[row][:, columns_of(model)][:, : model.fields["presence"]])[:, PRESENCE.index("piece")]
    for step in 1 + np.argsort(-presence[1:]):
        there = middles[seen.cells[row]] + 2 * seen.steps_mm[row, step]
        near = [cell for cell, at in middles.items() if np.linalg.norm(at - there) < 0.1 * board.plan.pitch_mm]
        if near:
            return near[0]
    return None


def looked_around(image: Image, place: Place, network: Network, cells: Sequence[str]) -> Around:
    """Return what *network* says of the nine crops of each of *cells*, of each board's in turn; *image* is levelled."""
    shared = [(board, [cell for cell in cells if cell in board.plan.cells]) for board in place.boards]
    parts = [_on_board(image, place, board, network, own) for board, own in shared if own]
    return Around(
        tuple(cell for part in parts for cell in part.cells),
        *(np.concatenate([part[field] for part in parts]) for field in (1, 2, 3)),
    )


def _on_board(image: Image, place: Place, board: Registration, network: Network, cells: Sequence[str]) -> Around:
    middles = np.array([board.plan.centre_mm(cell) for cell in cells]).reshape(-1, 1, 2)
    steps = _steps(board, middles[:, 0]) * board.plan.pitch_mm
    where = views_at(board, (middles + steps).reshape(-1, 2), network.model.frame)
    blob = np.zeros((len(where.cells), network.model.channels, where.frame.height, where.frame.width), np.float32)
    blob[:, :SEEN] = network_input(image, where)
    common = usual(image, place, cells)
    for row, H in enumerate(where.H_image_crop):
        cell = row // len(STEPS)
        corners = board.px_from_board(middles[cell] + square_mm(board.plan)).reshape(-1, 1, 2)
        outline = np.asarray(cv2.perspectiveTransform(corners, np.linalg.inv(H)), dtype=np.float64).reshape(4, 2)
        shown = as_seen(common.boards[common.which[cell]], outline, (where.frame.width, where.frame.height))
        np.multiply(shown.transpose(2, 0, 1), np.float32(1 / 255), out=blob[row, SEEN:])
    said = network.scores(blob).reshape(len(cells), len(STEPS), -1)
    own = blob[:: len(STEPS)]
    drawn = shipped(CELLS, "vision", layer=LAYER)(np.concatenate([own, own[..., ::-1]]))
    return Around(tuple(cells), said, drawn.reshape(2, len(cells), *drawn.shape[1:]).swapaxes(0, 1), steps)


def _steps(board: Registration, middles: Array) -> Array:
    """Return ``STEPS`` (N, 9, 2) on the board, turned in quarters so that y points towards the camera."""
    away = board.eye_mm[:2] - middles
    quarters = np.round(np.arctan2(away[:, 0], away[:, 1]) / (np.pi / 2)).astype(int) % 4
    turns = np.array([[[c, s], [-s, c]] for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1))], dtype=np.float64)
    return np.asarray(np.einsum("nij,kj->nki", turns[quarters], STEPS))


class Judge:
    """Judges what is seen around cells; ``layers`` are as ``training.misplaced`` makes them."""

    def __init__(self, layers: Mapping[str, npt.NDArray[np.floating]]) -> None:
        self.layers = {name: np.asarray(values, dtype=np.float32) for name, values in layers.items()}

    def __call__(self, seen: Around, head: int) -> Floats:
        """Return (N, 5) in nats: that a piece, if any is there, lies right, and that it lies wrong in each way of
        ``CODES``.

        *head* is the number of the network's part that knows the piece. The mirror image is judged as well.
        """
        parts = zip((seen.said, seen.said[:, MIRRORED]), seen.drawn.swapaxes(0, 1), strict=True)
        each = [log_shares(self._of(said, drawn, head)) for said, drawn in parts]
        return np.asarray(np.mean(each, axis=0), dtype=np.float32)

    def _of(self, said: Floats, drawn: Floats, head: int) -> Floats:
        own, count = self.layers, len(said)
        around = np.clip((said - own["mean"]) / own["spread"], -SPREAD, SPREAD)
        shown = drawn.reshape(count, drawn.shape[1], -1).swapaxes(1, 2) / own["scale"]
        one = np.repeat(np.eye(len(HEADS), dtype=np.float32)[None, head], count, axis=0)
        parts = [_dense(around, own, "around"), _dense(shown, own, "shown")]
        together = np.concatenate([*(np.maximum(part, 0).reshape(count, -1) for part in parts), one], axis=1)
        return _dense(np.maximum(_dense(together, own, "hidden"), 0), own, "out")


def _dense(x: Floats, layers: Mapping[str, Floats], name: str) -> Floats:
    return np.asarray(x @ layers[name] + layers[f"{name}_bias"], dtype=np.float32)


@cache
def _judge() -> Judge:
    with resources.files("vision").joinpath("models", "misplaced.npz").open("rb") as file, np.load(file) as layers:
        return Judge({name: layers[name] for name in layers.files})
