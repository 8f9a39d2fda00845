"""Reading the ground truth beside renders: a JSON file with camera, cells and pieces."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.registration import Camera, Registration
from kits.colours import COLOURS
from kits.kit import Plan


@dataclass(frozen=True, slots=True, eq=False)
class Render:
    """A picture and its truth. ``contents`` is cell → (colour, kind), ``hidden`` cell → share hidden."""

    name: str
    tier: str
    image: npt.NDArray[np.uint8]
    registration: Registration
    contents: dict[str, tuple[str, str] | None]
    hidden: dict[str, float]
    players: int | None
    printed: bool = False
    """Whether it is our printed board, whose pitch is known."""

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours on the board, in the order in which they are given to seats."""
        return tuple(c for c in COLOURS if any(piece and piece[0] == c for piece in self.contents.values()))

    def moved_to(self, registration: Registration) -> Render:
        """Return the truth with the cells named as *registration* has them, by where they lie in the picture."""
        centres = np.array([registration.plan.centre_mm(cell) for cell in registration.plan.cells])
        here = self.registration.board_from_px(registration.px_from_board(centres))
        plan = self.registration.plan
        names = {}
        for cell, (x, y) in zip(registration.plan.cells, here, strict=True):
            column = int(np.clip(x // plan.pitch_mm, 0, plan.columns - 1))
            row = int(np.clip(plan.rows - y // plan.pitch_mm, 1, plan.rows))
            names[cell] = f"{chr(97 + column)}{row}"
        return Render(
            self.name,
            self.tier,
            self.image,
            registration,
            {cell: self.contents[name] for cell, name in names.items()},
            {cell: self.hidden[name] for cell, name in names.items()},
            self.players,
            self.printed,
        )


def renders_in(folder: Path) -> Iterator[Render]:
    """Yield the renders of Tink under *folder*, by name."""
    for record in sorted(folder.rglob("*.json")):
        truth = json.loads(record.read_text(encoding="utf-8"))
        picture = record.with_suffix(".jpg")
        if truth.get("game") == "tink" and picture.exists():
            yield _render(picture, truth)


def _render(picture: Path, truth: dict[str, Any]) -> Render:
    image = cv2.imread(str(picture))
    assert image is not None, picture
    plan = Plan(8, 8, truth["board"]["square_mm"])
    camera, R, t = truth["camera"], np.array(truth["camera"]["R"]), np.array(truth["camera"]["t"])
    # Their board frame starts at a1's outer corner with y along the rows and z up.
    turn, shift = np.diag([1.0, -1.0, -1.0]), np.array([0.0, plan.height_mm, 0.0])
    registration = Registration(
        Camera(np.array(camera["K"]), np.array(camera["dist"]), (image.shape[1], image.shape[0])),
        R @ turn,
        R @ shift + t,
        plan,
        "manual",
        0.0,
    )
    pieces = {piece["cell"]: piece for piece in truth["pieces"]}
    hidden = {
        cell["name"]: float(cell["occluded_by_hand_fraction"]) + float(cell["occluded_by_clutter_fraction"])
        for cell in truth["cells"]
    }
    for cell, piece in pieces.items():
        if hidden[cell] > 0.02:
            hidden[cell] = max(hidden[cell], 1.0 - float(piece["visible_fraction"]))
    return Render(
        picture.stem,
        truth["tier"] + (" hand" if truth.get("sequence", {}).get("kind") == "hand" else ""),
        np.asarray(image, dtype=np.uint8),
        registration,
        {name: (pieces[name]["colour"], pieces[name]["size"][0]) if name in pieces else None for name in hidden},
        hidden,
        len(truth["players"]) if truth.get("players") else None,
    )
