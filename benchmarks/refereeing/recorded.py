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

from benchmarks.refereeing.course import Course
from benchmarks.refereeing.remembering import KEPT, READER, Memory, RememberingSeer, digest_of
from benchmarks.refereeing.sitting import Shot, Sitting
from benchmarks.refereeing.tabletop import SKIN
from calibration.registration import Array
from core.game import Game
from core.games import find
from core.reading import EMPTY
from kiebitz.kits import kit_of
from kiebitz.pictures.files import decode
from kiebitz.pictures.frame import Image


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

    @cached_property
    def colours(self) -> dict[str, str]:
        """Seat → colour, in the order of their first moves."""
        moves = [truth["sequence"]["move"] for truth in self.truths]
        return dict(zip("ABCD", dict.fromkeys(move["player"] for move in moves if move), strict=False))

    def frames(self, kind: str) -> dict[int, Path]:
        """Return ply → the frame of that *kind*; the last one where there are several."""
        return {
            truth["sequence"]["ply"]: self.folder / truth["image"]["file"]
            for truth in self.truths
            if truth["sequence"]["kind"] == kind
        }

    def sitting(self, seed: int) -> Sitting:
        """Return the game to be played again. Raises ``ValueError`` at a move that the rules do not know."""
        game = find(self.truths[0]["game"])
        options = game.options.of({"players": len(self.colours)})
        course = Course(game, kit_of(game.name, options), options, game.start(options))
        boards = {truth["sequence"]["ply"]: self._contents(truth) for truth in self.truths if self._is_still(truth)}
        script = _actions(game, course.start, [boards[ply] for ply in sorted(boards) if ply])
        return Sitting(course, random.Random(seed), len(script), script=script, hands=frozenset(self.frames("hand")))

    def _is_still(self, truth: Mapping[str, Any]) -> bool:
        return bool(truth["sequence"]["kind"] == "stable")

    def _contents(self, truth: Mapping[str, Any]) -> dict[str, str]:
        seats = {colour: seat for seat, colour in self.colours.items()}
        contents = {cell["name"]: EMPTY for cell in truth["cells"]}
        return contents | {piece["cell"]: seats[piece["colour"]] + piece["size"][0] for piece in truth["pieces"]}


class RecordedTable:
    """The frames of *recording*, turned and covered as shots want them, read by the real eye."""

    def __init__(self, recording: Recording) -> None:
        first = recording.truths[0]
        self.colours = recording.colours
        self.middles: Mapping[str, Array] = {cell["name"]: np.array(cell["center_px"]) for cell in first["cells"]}
        self._still, self._hands = recording.frames("stable"), recording.frames("hand")
        self._memory = Memory.at(KEPT / "readings" / digest_of(READER) / f"{recording.folder.name}.pickle")
        self.eye = RememberingSeer(kit_of(first["game"]), players=len(self.colours), memory=self._memory)

    def picture(self, shot: Shot) -> Image:
        ply = len(shot.history) - 1
        if shot.what == "hand" and ply + 1 in self._hands:
            image = decode(self._hands[ply + 1])
        else:
            image = decode(self._still[ply])
            if shot.arm is not None:
                x, y = self.middles[shot.arm[0]].astype(int).tolist()
                cv2.line(image, (image.shape[1], y), (x, y), SKIN, round(shot.arm[1] * self._cell_px()))
        return np.ascontiguousarray(np.rot90(image, -shot.lie.quarters))

    def close(self) -> None:
        self._memory.save()

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
    return actions
