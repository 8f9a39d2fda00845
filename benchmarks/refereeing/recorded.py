"""Sequences of pictures with their truth (``../shared/renders/sequences/*``), played and disturbed as sittings."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks.refereeing.sitting import Scene, Shot, Sitting
from benchmarks.refereeing.tabletop import SKIN
from calibration.registration import Array
from core.game import Game
from core.games import find
from core.options import RuleOptions
from core.reading import EMPTY
from kiebitz.eye.seer import Seer
from kiebitz.kits import kit_of, options_of_kit
from kiebitz.pictures.files import decode
from kiebitz.pictures.frame import Image
from kits.kit import Kit
from tablebench.course import Course
from tablebench.positions import FOLDERS
from tablebench.truths import content_of


@dataclass(frozen=True)
class Recording:
    """A folder of frames with truth."""

    folder: Path

    @cached_property
    def truths(self) -> list[Mapping[str, Any]]:
        """What is true of each frame. Raises ``ValueError`` where there is none."""
        found = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(self.folder.glob("frame_*.json"))]
        if not found:
            raise ValueError(f"{self.folder} holds no frame_*.json")
        return found

    @property
    def game(self) -> Game[Any]:
        """The game that is played."""
        return find(FOLDERS[self.truths[0]["game"]])

    @cached_property
    def options(self) -> RuleOptions:
        """The rules as far as the table shows them."""
        if "board_size" in options_of_kit(self.game.name):
            return self.game.options.of({"board_size": self.truths[0]["board"]["n"]})
        return self.game.options.of({"players": len(self.truths[0]["players"])})

    @cached_property
    def kit(self) -> Kit:
        """The equipment of the game."""
        return kit_of(self.game.name, self.options)

    @cached_property
    def start(self) -> Any:
        """The position in which the game begins."""
        position = self.truths[0]["sequence"].get("position")
        return self.game.start(self.options) if position is None else self.game.parse_position(position, self.options)

    @cached_property
    def colours(self) -> dict[str, str]:
        """Seat → colour; empty where the players share the pieces."""
        return dict(zip("ABCD", self.truths[0]["players"], strict=False)) if self.kit.seats else {}

    def frames(self, kind: str) -> dict[int, Path]:
        """Return ply → the frame of that *kind*; the last one where there are several."""
        return {
            truth["sequence"]["ply"]: self.file(number)
            for number, truth in enumerate(self.truths)
            if truth["sequence"]["kind"] == kind
        }

    def file(self, number: int) -> Path:
        """Return the picture of a frame."""
        return self.folder / str(self.truths[number]["image"]["file"])

    def sitting(self, seed: int) -> Sitting:
        """Return the game to be played again. Raises ``ValueError`` at a move that the rules do not know."""
        course = Course(self.game, self.kit, self.options, self.start)
        scenes = tuple(self._scene(truth) for truth in self.truths)
        boards = {
            truth["sequence"]["ply"]: scene.contents
            for truth, scene in zip(self.truths, scenes, strict=True)
            if scene.kind == "stable"
        }
        script = _actions(self.game, course.start, [boards[ply] for ply in sorted(boards) if ply])
        hands = frozenset(self.frames("hand"))
        return Sitting(course, random.Random(seed), len(script), script=script, hands=hands, record=scenes)

    def _scene(self, truth: Mapping[str, Any]) -> Scene:
        seats = {colour: seat for seat, colour in self.colours.items()}
        contents = dict.fromkeys(self.game.contents(self.start), EMPTY)
        for piece in truth["pieces"]:
            colour, what = content_of(piece)
            contents[piece["cell"]] = what if colour is None else seats[colour] + what
        contents |= {"-".join(edge["edge"]): "rod" for edge in truth.get("edges", ()) if edge["rod"]}
        told = truth["sequence"]
        return Scene(told["kind"], contents, told.get("code", ""), told.get("quarters", 0))


class RecordedTable:
    """The frames of *recording*, turned and covered as shots want them, read by the real eye.

    They follow each other *as_it_was*; otherwise there is one for each ply, and for each hand that reached in.
    """

    def __init__(self, recording: Recording, *, as_it_was: bool = False) -> None:
        self._recording, self._as_it_was = recording, as_it_was
        self.colours, self.players = recording.colours, None
        cells = recording.truths[0]["cells"]
        self.middles: Mapping[str, Array] = {cell["name"]: np.array(cell["center_px"]) for cell in cells}
        self._still, self._hands = recording.frames("stable"), recording.frames("hand")
        self.eye = Seer(recording.kit, players=len(self.colours) or None)

    def picture(self, shot: Shot) -> Image:
        ply = len(shot.history) - 1
        if self._as_it_was:
            image = decode(self._recording.file(shot.number))
        elif shot.what == "hand" and ply + 1 in self._hands:
            image = decode(self._hands[ply + 1])
        else:
            image = decode(self._still[ply])
        if shot.arm is not None and not (shot.what == "hand" and (self._as_it_was or ply + 1 in self._hands)):
            x, y = self.middles[shot.arm[0]].astype(int).tolist()
            cv2.line(image, (image.shape[1], y), (x, y), SKIN, round(shot.arm[1] * self._cell_px()))
        return image if self._as_it_was else np.ascontiguousarray(np.rot90(image, -shot.lie.quarters))

    def _cell_px(self) -> float:
        return float(np.linalg.norm(self.middles["a1"] - self.middles["b1"]))


def _actions(game: Game[Any], start: Any, boards: Sequence[Mapping[str, str]]) -> list[str]:
    """Return the actions that lead from *start* through *boards*."""
    position, actions = start, []
    for number, board in enumerate(boards, start=1):
        action = next((a for a in game.actions(position) if game.contents(game.play(position, a)) == board), None)
        if action is None:
            raise ValueError(f"no legal action leads to the board after move {number}")
        actions.append(action)
        position = game.play(position, action)
        while tuple(game.actions(position)) == ("--",):
            actions.append("--")
            position = game.play(position, "--")
    return actions
