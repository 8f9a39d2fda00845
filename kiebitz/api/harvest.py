"""What the whole pictures of kept games are worth to others: each with its truth, fit for strangers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from calibration.places import Place
from kiebitz.archive.picture_files import kept_pictures, picture_file, place_file
from kiebitz.archive.recorded import Recorded, load
from kiebitz.archive.resuming import is_pretended
from kiebitz.archive.truths import Truth, truths
from kiebitz.disk import read_json
from kiebitz.failure import Failure
from kiebitz.kits import kit_of
from kiebitz.pictures.contact_sheet import contact_sheet
from kiebitz.pictures.files import load as load_picture
from kiebitz.pictures.real import Real, place_from_json

_QUALITY = 90
"""JPEG quality of the pictures, from 0 to 100."""
_REMEDY = "delete the picture, or the game"


@dataclass(frozen=True, slots=True, eq=False)
class Harvested:
    """A picture with its truth, and what its files are called."""

    name: str
    real: Real

    def files(self) -> dict[str, bytes]:
        """Return the picture and its truth, by the names of their files."""
        picture = cv2.imencode(".jpg", self.real.image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()
        truth = json.dumps(self.real.as_json(self.name), ensure_ascii=False) + "\n"
        return {f"{self.name}.jpg": picture, f"{self.name}.json": truth.encode()}


def harvest(journal: Path) -> Iterator[Harvested]:
    """Yield the pictures kept of the game in *journal*, the oldest first; unknown ones are left out.

    Raises ``Failure`` where the journal cannot be read, or a picture's files are damaged.
    """
    for name, real in pictures_of(load(journal)):
        yield Harvested(name, real.for_strangers())


def pictures_of(recorded: Recorded) -> Iterator[tuple[str, Real]]:
    """Yield the pictures kept of a game by name, as they are, the oldest first; of all something is known.

    Raises ``Failure`` where a picture's files are damaged.
    """
    known = truths(recorded, kept_pictures(recorded.path))
    begun = hashlib.sha256(recorded.lines[0]).hexdigest()[:8]
    for number, truth in sorted(known.items()):
        real = _real(recorded, number, truth)
        if real is not None:
            yield f"{recorded.header.game}_{begun}_{number:06}", real


def sheet(harvested: list[Harvested], suffix: str) -> bytes:
    """Return a contact sheet of *harvested*, at least one, as a picture with this *suffix*: ``.png`` or ``.jpg``."""
    return cv2.imencode(suffix, contact_sheet([each.real for each in harvested]))[1].tobytes()


def _real(recorded: Recorded, number: int, truth: Truth) -> Real | None:
    """Return the picture of the event *number*; None if it shows several boards, or cells that the game lacks."""
    file = place_file(recorded.path, number)
    told = read_json(file, "the place of a picture", remedy=_REMEDY)
    place, doubtful = _told(file, told)
    if len(place.boards) != 1 or not set(place.cells) <= truth.contents.keys():
        return None
    nameless = {
        cell for cell, content in truth.contents.items() if len(content) > 1 and not _is_named(content, recorded)
    }
    return Real(
        load_picture(picture_file(recorded.path, number)).image,
        place,
        kit_of(recorded.header.game, recorded.course.positions[0].options),
        truth.contents,
        recorded.colours,
        truth.disputed | doubtful | nameless,
        "simulated" if is_pretended(recorded) else "real",
    )


def _is_named(content: str, recorded: Recorded) -> bool:
    """Return whether the colour of the piece *content* is known; a rod has none."""
    return content == "rod" or content[0] in recorded.colours


def _told(file: Path, told: Any) -> tuple[Place, frozenset[str]]:
    try:
        return place_from_json(told["boards"]), frozenset(map(str, told["doubtful"]))
    except (ValueError, KeyError, TypeError) as error:
        raise Failure(f"{file} does not tell where the board lies ({error}); {_REMEDY}") from None
