"""Score sheets that are given back as pictures."""

from __future__ import annotations

from core.record import Record
from kiebitz.archive.record_code import HEAD, record_of
from kiebitz.failure import Failure
from kiebitz.pictures.codes import codes_in
from kiebitz.pictures.files import Given, load

_LONGEST_PX = 4096


def record_on(picture: Given, name: str) -> Record:
    """Return the record on the score sheet in *picture*, called *name* in messages. Raises ``Failure``."""
    wrong = ""
    for text in codes_in(load(picture, name=name, longest_px=_LONGEST_PX).image):
        try:
            return record_of(text)
        except ValueError as error:
            if text.startswith(HEAD):
                wrong = str(error)
    if wrong:
        raise Failure(f"{name}: the code of the score sheet cannot be used: {wrong}")
    raise Failure(f"{name}: no code of a score sheet can be read; take the picture from nearer, sharp and from above")
