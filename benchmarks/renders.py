"""Reading the ground truth beside renders: a JSON file with camera, cells and pieces."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.registration import Camera, Registration
from kits import tabik, ting, tingle, tink, tinker_tactics
from kits.colours import COLOURS, parts
from kits.kit import Kit
from tablebench.positions import FOLDERS
from tablebench.truths import content_of

Content = tuple[str | None, str]
"""The owner's colours (None for a common supply), and the rest of the content as positions write it."""


@dataclass(frozen=True, slots=True, eq=False)
class Render:
    """A picture and its truth.

    ``contents`` has each cell and edge that is known, ``hidden`` the share of it that cannot be seen.
    """

    name: str
    kit: Kit
    tier: str
    image: npt.NDArray[np.uint8]
    registration: Registration
    contents: Mapping[str, Content | None]
    hidden: Mapping[str, float]
    players: int | None
    printed: bool = False
    """Whether it is our printed board, which has a known pitch."""

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours on the board, in the order in which they are given to seats."""
        seen = {piece[0] for piece in self.contents.values() if piece is not None and piece[0] is not None}
        return tuple(sorted(seen, key=_in_order))

    def moved_to(self, registration: Registration) -> Render:
        """Return the truth with the cells named as *registration* has them, by where they lie in the picture."""
        plan = self.registration.plan
        centres = np.array([registration.plan.centre_mm(cell) for cell in registration.plan.cells])
        here = self.registration.board_from_px(registration.px_from_board(centres))
        old = {cell: np.array(plan.centre_mm(cell)) for cell in plan.cells}
        names = {
            cell: min(old, key=lambda name: float(np.abs(old[name] - place).sum()))
            for cell, place in zip(registration.plan.cells, here, strict=True)
        }
        edges = {frozenset(name.split("-")): name for name in plan.edges}
        for edge in registration.plan.edges:
            before = edges.get(frozenset(names[cell] for cell in edge.split("-")))
            if before is not None and before in self.contents:
                names[edge] = before
        return replace(
            self,
            registration=registration,
            contents={new: self.contents[name] for new, name in names.items() if name in self.contents},
            hidden={new: self.hidden[name] for new, name in names.items() if name in self.contents},
        )


def _in_order(text: str) -> int:
    first = parts(text)[0]
    return COLOURS.index(first) if first in COLOURS else len(COLOURS)


def renders_in(folder: Path, game: str = "") -> Iterator[Render]:
    """Yield the renders under *folder*, by name; of all games, or of one."""
    for record in sorted(folder.rglob("*.json")):
        truth = json.loads(record.read_text(encoding="utf-8"))
        picture = record.with_suffix(".jpg")
        known = FOLDERS.get(truth.get("game", ""))
        if known and picture.exists() and game in ("", known):
            yield _render(picture, truth)


def hidden_share(covered: float, visible: float) -> float:
    """Return how much of a place is hidden, its cell being *covered* and what lies on it *visible* to such a share.

    A piece that shows less than half of itself is hidden wholly; one half behind its
    neighbours is to be read, one under a hand is as hidden as it is.
    """
    if visible < 0.5:
        return 1.0
    return max(covered, 1.0 - visible) if covered > 0.02 else covered


def _kit(truth: Mapping[str, Any]) -> Kit:
    board = truth["board"]
    match FOLDERS[truth["game"]]:
        case "ting":
            kit = ting.KIT
        case "tingle":
            kit = tingle.KIT
        case "tabik":
            kit = tabik.kit(board_size=board["n"])
        case "tinker_tactics":
            kit = tinker_tactics.kit(players=4 if board["layout"] == "ring7" else 2)
        case _:
            kit = tink.KIT
    return kit


def _render(picture: Path, truth: dict[str, Any]) -> Render:
    image = cv2.imread(str(picture))
    assert image is not None, picture
    kit = _kit(truth)
    pitch = truth["board"].get("square_mm") or truth["board"]["cell_mm"][0]
    plan = replace(kit.plan, pitch_mm=pitch)
    camera, R, t = truth["camera"], np.array(truth["camera"]["R"]), np.array(truth["camera"]["t"])
    # Their board frame starts at a1's outer corner with y along the rows and z up.
    turn, shift = np.diag([1.0, -1.0, -1.0]), np.array([0.0, plan.height_mm, 0.0])
    registration = Registration(
        Camera(np.array(camera["K"]), np.array(camera["dist"]), (image.shape[1], image.shape[0])),
        R @ turn,
        R @ shift + t,
        plan,
        "hand",
        0.0,
    )
    pieces = {piece["cell"]: piece for piece in truth["pieces"]}
    hidden = {
        cell["name"]: float(cell["occluded_by_hand_fraction"]) + float(cell["occluded_by_clutter_fraction"])
        for cell in truth["cells"]
        if cell["name"] in plan.cells
    }
    for cell, piece in pieces.items():
        hidden[cell] = hidden_share(hidden[cell], float(piece["visible_fraction"]))
    contents = {name: content_of(pieces[name]) if name in pieces else None for name in hidden}
    for edge in truth.get("edges", ()):
        name = "-".join(edge["edge"])
        contents[name] = (None, "rod") if edge["rod"] else None
        hidden[name] = max(hidden[cell] for cell in edge["edge"])
    return Render(
        picture.stem,
        kit,
        truth["tier"] + (" hand" if truth.get("sequence", {}).get("kind") == "hand" else ""),
        np.asarray(image, dtype=np.uint8),
        registration,
        contents,
        hidden,
        len(truth["players"]) if truth.get("players") else None,
    )
