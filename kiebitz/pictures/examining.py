"""Examines a picture: what is wrong with it, and what would help."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import cv2
import numpy as np

from calibration.places import Place
from calibration.registration import Registration
from calibration.tags import find_tags
from core.json_types import JsonObject
from kiebitz.kits import kit_of
from kiebitz.pictures.advice import condition_warnings, tag_warnings
from kiebitz.pictures.any_board import AnyBoard, any_board, place_of
from kiebitz.pictures.condition import Condition, measure
from kiebitz.pictures.files import Picture
from kiebitz.pictures.frame import Image
from kiebitz.pictures.mirrored import warned
from kiebitz.pictures.which_game import Board, alone, believed, board_of, boards_of_game, in_words, printed_boards
from kits.kit import Kit
from vision.framing import Warned, picture_warnings
from vision.views import views

SMALLEST_PX = 300
OF_ANY_PICTURE = ("dark", "burnt")
"""Faults that matter, and can be seen, even if the board is not found."""


@dataclass(frozen=True, slots=True, eq=False)
class Examined:
    """The result of examining a picture: the board's place, the measurements, and what is wrong."""

    game: str | None
    """The game whose board is in view; None if none is."""
    place: Registration | None
    condition: Condition
    findings: tuple[Warned, ...]
    looks_like: tuple[Board, ...] = ()
    """The boards in view if the game's own is not."""

    def as_json(self) -> JsonObject:
        measured = {name: _rounded(value) for name, value in asdict(self.condition).items()}
        return {
            "fine": not self.findings,
            "found": self.place is not None,
            "game": self.game,
            "method": None if self.place is None else self.place.method,
            "findings": [asdict(finding) for finding in self.findings],
            "measured": measured,
            **({"looks_like": [board.as_json() for board in self.looks_like]} if self.looks_like else {}),
        }


def _rounded(value: float | None) -> float | None:
    return value if value is None or isinstance(value, bool) else round(value, 3)


def examined(picture: Picture, game: str | None) -> Examined:
    """Return what is wrong with *picture* of a board of *game*, or of any game where that is None."""
    image = picture.image
    found = any_board(image) if game is None else _of_game(image, game)
    if found.place is None or found.kit is None:
        where = found.trouble or "Get all of it into the picture, or name the game with --game."
        none = Warned("no-board", "No board is found.", f"{where[0].upper()}{where[1:]}")
        measured = measure(image, None)
        findings = (none, *warned(picture), *_small(image), *_faults(measured, None))
        return Examined(None, None, measured, findings, found.boards)
    place = found.place.boards[0]
    kit = next((each for each in alone(found.kit) if each.plan == place.plan), found.kit)
    framing = picture_warnings(views(Place.of(place), place.plan.cells))
    measured = measure(image, place)
    tags = (*_tags(image, place, kit), *_twice(image, found.boards[0].game))
    findings = (*warned(picture), *framing, *_faults(measured, place), *tags)
    return Examined(found.boards[0].game, place, measured, findings)


def _twice(image: Image, game: str) -> list[Warned]:
    """Return a warning if the board of *game* is in view twice."""
    remark = printed_boards(image, (game,), thorough=False).remark
    return [Warned("twice", remark, "Leave one of them in the picture.")] if remark else []


def _of_game(image: Image, game: str) -> AnyBoard:
    """Return the board of *game*, in the printed size if the tags show it; else what is in view instead."""
    board = printed_boards(image, (game,)).only
    equipment = boards_of_game(game).get(board, kit_of(game)) if board is not None else kit_of(game)
    place, instead = believed(image, equipment, place_of(image, equipment))
    if place is None:
        return AnyBoard(instead, None, None, in_words(instead))
    return AnyBoard((board_of(equipment),), equipment, place)


def picture_faults(image: Image, place: Place | None, covered: Sequence[str] = ()) -> tuple[Warned, ...]:
    """Return what is wrong with light, focus, glare and angle, of the first board at *place* or the whole picture.

    Where cells of it are *covered* nothing is said of how its light falls: a dark sleeve is no shadow.
    """
    _, faults = measured_faults(image, place)
    return tuple(fault for fault in faults if not (covered and fault.code == "uneven"))


def measured_faults(image: Image, place: Place | None) -> tuple[Condition, tuple[Warned, ...]]:
    """Return how *image* was taken, and what is wrong with that, as for ``picture_faults``."""
    board = None if place is None else place.boards[0]
    measured = measure(image, board)
    return measured, _faults(measured, board)


def _faults(measured: Condition, board: Registration | None) -> tuple[Warned, ...]:
    return tuple(condition_warnings(measured, paper=board is not None and board.method == "tags"))


def _codes(kit: Kit) -> tuple[int, ...]:
    return tuple(sorted(marker.code for marker in kit.markers))


def _small(image: Image) -> list[Warned]:
    height, width = image.shape[:2]
    if min(height, width) >= SMALLEST_PX:
        return []
    return [Warned("small", f"The picture has only {width} × {height} pixels.", "Take a larger one.")]


def _tags(image: Image, place: Registration, kit: Kit) -> list[Warned]:
    if place.method != "tags":
        seen = find_tags(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8), _codes(kit))
        return tag_warnings(tuple(seen), _codes(kit)) if seen else []
    height, width = image.shape[:2]
    inside = []
    for marker in kit.markers:
        corners = place.px_from_board(np.array(marker.corners_mm))
        if np.all((corners > 0) & (corners < [width - 1, height - 1])):
            inside.append(marker.code)
    return tag_warnings(place.codes, inside)
