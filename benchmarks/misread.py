"""What the reader gets wrong in a simulated picture of a printed board, whose tags are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from calibration.places import Place
from calibration.tags import register_tags
from kits.kit import Kit
from vision.reader import BoardReading, read_board
from vision.views import Image


@dataclass(frozen=True, slots=True, eq=False)
class Misread:
    """A reading, and the cells and edges of it that are wrong."""

    board: BoardReading
    wrong: tuple[str, ...]

    @property
    def told(self) -> int:
        """How many of the wrong ones are told without doubt."""
        return sum(name not in self.board.unsure for name in self.wrong)


@dataclass(slots=True)
class Tally:
    """Pictures, those read wholly right, cells and edges that are wrong, and those of them told without doubt."""

    pictures: int = 0
    right: int = 0
    wrong: int = 0
    told: int = 0

    def add(self, found: Misread) -> None:
        self.pictures += 1
        self.right += not found.wrong
        self.wrong += len(found.wrong)
        self.told += found.told

    def __str__(self) -> str:
        wrong = f"{self.wrong} cells wrong, {self.told} of them told without doubt"
        return f"{self.right} of {self.pictures} pictures wholly right, {wrong}"


def misread(image: Image, kit: Kit, truth: Mapping[str, str]) -> Misread | None:
    """Return what is read wrongly of *kit*'s board, which holds *truth*; None where its tags are not found."""
    place = register_tags(image, kit)
    if place is None:
        return None
    board = read_board(image, Place.of(place), kit)
    wrong = tuple(name for name, seen in board.contents.items() if seen != truth.get(name, "."))
    return Misread(board, wrong)
