"""Score sheets that are given back as pictures, and games that go on from where a record ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from core import games
from core.json_types import JsonObject
from core.options import RuleOptions
from core.record import Record
from kiebitz.archive.record_code import HEAD, record_of
from kiebitz.failure import Failure
from kiebitz.pictures.files import Given, load, shrunk
from kiebitz.pictures.frame import Image
from kits.colours import is_colour

_LONGEST_PX = 4096
_SIDES_PX = (4096, 2400, 1600, 1100)
"""Longer sides at which codes are looked for, in pixels: fine modules need many pixels, noisy pictures few."""
_ENLARGED = 2.0


@dataclass(frozen=True, slots=True)
class GoingOn:
    """A game that goes on from *position*."""

    game: str
    options: RuleOptions
    colours: Mapping[str, str]
    """Seat → colour, for the seats whose colours are known."""
    position: str

    @classmethod
    def from_record(cls, record: Record, name: str) -> GoingOn:
        """Return what goes on where *record*, called *name* in messages, ends. Raises ``Failure`` if it is over."""
        if record.outcome:
            raise Failure(f"{name}: this game is over; `kiebitz replay` shows it")
        last = record.positions()[-1]
        colours = {seat: record.tags[seat] for seat in last.seats if is_colour(record.tags.get(seat, ""))}
        return cls(record.game, record.options, colours, games.find(record.game).format_position(last))

    def as_json(self) -> JsonObject:
        """Return the table that goes on with it, as the API of the table's screen takes it."""
        return {
            "game": self.game,
            "options": dict(self.options.changed()),
            "colours": dict(self.colours),
            "start": self.position,
        }


def record_on(picture: Given, name: str, *, limit_megapixels: float = 150.0) -> Record:
    """Return the record on the score sheet in *picture*, called *name* in messages. Raises ``Failure``."""
    image = load(picture, name=name, longest_px=_LONGEST_PX, limit_megapixels=limit_megapixels).image
    wrong = ""
    for text in _codes_in(image):
        try:
            return record_of(text)
        except ValueError as error:
            if text.startswith(HEAD):
                wrong = str(error)
    if wrong:
        raise Failure(f"{name}: the code of the score sheet cannot be used: {wrong}")
    raise Failure(f"{name}: no code of a score sheet can be read; take the picture from nearer, sharp and from above")


def _codes_in(image: Image) -> Iterator[str]:
    """Yield the texts of the codes in *image*, the same one maybe several times, as they are found."""
    for each in _looks(image):
        for detector in (cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco()):
            found, texts, _, _ = detector.detectAndDecodeMulti(each)
            yield from (text for text in (texts if found else ()) if text)


def _looks(image: Image) -> Iterator[Image]:
    height, width = image.shape[:2]
    sizes = [side for side in _SIDES_PX if side < max(height, width)]
    yield from (shrunk(image, longest_px=side) for side in (max(height, width), *sizes))
    if max(height, width) <= _SIDES_PX[1]:
        larger = cv2.resize(image, None, fx=_ENLARGED, fy=_ENLARGED, interpolation=cv2.INTER_CUBIC)
        yield np.asarray(larger, np.uint8)
