"""Mirrored pictures, as from selfie and virtual cameras: known by tags or letters that read only in a mirror.

They are turned round before anything is read off them, and that is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np

from calibration.corners import mean_cell_px
from calibration.locate import from_corners, locate
from calibration.orientation import quarters_by_labels
from calibration.registration import Registration
from calibration.tags import frames_in
from core.games import names
from kiebitz.kits import has_kit, kit_of
from kiebitz.pictures.files import Picture
from kiebitz.pictures.frame import Frame, Image, Trouble
from kiebitz.pictures.sources import Source
from kiebitz.pictures.which_game import frames_of
from kits.kit import Kit
from vision.framing import Warned

MIRRORED = Warned(
    "mirrored",
    "The picture is mirrored; I have turned it round.",
    "Switch off mirroring in the camera or its app.",
)
_LEAST_CELL_PX = 12.0
"""Letters are not looked for beside cells smaller than this."""
_EVERY_S = 0.5
_FIRST_LOOKS = 6
"""A film or camera that has shown neither tags nor letters in this many looks is looked at more rarely."""
_LETTER_LOOKS = 3
"""The first looks at a source, this many, also look for letters, which takes longer."""
_RARELY_S = 10.0


def put_right(picture: Picture) -> Picture:
    """Return *picture*, turned round if it is mirrored."""
    if not is_mirrored(picture.image):
        return picture
    return replace(picture, image=turned_round(picture.image), mirrored=True)


def warned(picture: Picture) -> tuple[Warned, ...]:
    """Return the warning that *picture* was turned round, if it was."""
    return (MIRRORED,) if picture.mirrored else ()


def turned_round(image: Image) -> Image:
    """Return *image* as in a mirror."""
    return np.ascontiguousarray(image[:, ::-1])


def is_mirrored(image: Image, *, letters: bool = True) -> bool:
    """Return whether *image* shows tags that can be read only in a mirror; without any, whether *letters* do."""
    return way_of(image, letters=letters) is True


def way_of(image: Image, *, letters: bool = True) -> bool | None:
    """Return whether *image* is mirrored, by its tags or else by *letters*; None where neither tells."""
    if frames_in(image, _kits()).seen:
        return False
    if frames_in(turned_round(image), _kits()).seen:
        return True
    return _by_letters(image) if letters else None


@cache
def _kits() -> dict[str, Kit]:
    frames = frames_of(tuple(names()))
    return {str(number): each for number, each in enumerate(frames.values())}


@cache
def _bought() -> Kit | None:
    """Return a game that is played on a bought chessboard."""
    return next((each for each in map(kit_of, filter(has_kit, names())) if each.ground.chequered), None)


def _by_letters(image: Image) -> bool | None:
    """Return whether the letters beside a bought chessboard read only in a mirror; None if there are none."""
    place = None if (bought := _bought()) is None else locate(image, bought)
    if place is None or place.method != "lattice" or mean_cell_px(place.boards[0]) < _LEAST_CELL_PX:
        return None
    if quarters_by_labels(image, place.boards[0]) is not None:
        return False
    there = _in_mirror(place.boards[0], image.shape[1])
    if there is None or quarters_by_labels(turned_round(image), there) is None:
        return None
    return True


def _in_mirror(place: Registration, width_px: int) -> Registration | None:
    """Return where the board at *place* lies once its picture, *width_px* wide, is flipped."""
    corners = place.corners_px.copy()
    corners[:, 0] = width_px - 1 - corners[:, 0]
    return from_corners(corners[[1, 0, 3, 2]], place.plan, place.camera.size)


@dataclass(slots=True)
class Unmirrored:
    """A source that turns its pictures round while they are mirrored, and says so once."""

    source: Source
    _is_mirrored: bool = False
    _is_known: bool = False
    _looks: int = 0
    _looked_s: float = field(default=float("-inf"))

    @property
    def name(self) -> str:
        return self.source.name

    def frames(self) -> Iterator[Frame | Trouble]:
        said = False
        for item in self.source.frames():
            if isinstance(item, Trouble):
                yield item
                continue
            self._look(item)
            if self._is_mirrored and not said:
                said = True
                message = f"{MIRRORED.message} {MIRRORED.remedy}"
                yield Trouble(f"{item.name or self.name}: {message}", passing=True)
            yield replace(item, image=turned_round(item.image)) if self._is_mirrored else item

    def _look(self, frame: Frame) -> None:
        """Find out whether *frame* is mirrored: in a film or camera until that is known, in photographs each time."""
        every_s = _EVERY_S if self._looks < _FIRST_LOOKS else _RARELY_S
        if not frame.own_moment and (self._is_known or frame.t - self._looked_s < every_s):
            return
        self._looked_s, self._looks = frame.t, self._looks + 1
        way = way_of(frame.image, letters=not self._is_known and self._looks <= _LETTER_LOOKS)
        if way is not None:
            self._is_known, self._is_mirrored = True, way
