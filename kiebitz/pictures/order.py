"""In which order pictures were taken: by the numbers in their names, or by the times in the files if these differ."""

from __future__ import annotations

import contextlib
import re
import unicodedata
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

_NUMBER = re.compile(r"(\d+)")
_DATE_AND_TIME = re.compile(
    r"(?<!\d)((?:19|20)\d\d)[-_.]?([01]\d)[-_.]?([0-3]\d)"  # the date
    r"(?:[-_. ,T]+|\s*at\s*|\s*um\s*)?([0-2]?\d)[-_.:h]?([0-5]\d)[-_.:m]?([0-5]\d)(\d{3})?s?(?:\s*([AaPp])\.?[Mm])?"
)
_NOTES = 0x8769
_TAKEN, _DIGITISED, _CHANGED = 0x9003, 0x9004, 0x132
_FRACTIONS = {_TAKEN: 0x9291, _DIGITISED: 0x9292, _CHANGED: 0x9290}
_MODEL = 0x110
_LONGEST_GAME = timedelta(days=366)
"""Pictures whose times are further apart come from a camera whose clock was not set."""


@dataclass(frozen=True, slots=True)
class Ordered:
    """Pictures in the order in which they were taken, and what is said of that order; mostly nothing."""

    paths: tuple[Path, ...]
    said: str = ""

    def behind(self, name: str) -> tuple[Path, ...]:
        """Return the pictures behind the one called *name*; if it is gone, those whose names come later."""
        names = [path.name for path in self.paths]
        if name in names:
            return self.paths[names.index(name) + 1 :]
        return tuple(path for path in self.paths if not name or name_key(path.name) > name_key(name))


def name_key(name: str) -> tuple[object, ...]:
    """Return a key that sorts the file *name* as people do: numbers as numbers, capitals like small letters.

    >>> sorted(["shot10.jpg", "Shot2.jpg", "shot 1.jpg", "shot.jpg"], key=name_key)
    ['shot.jpg', 'Shot2.jpg', 'shot10.jpg', 'shot 1.jpg']
    """
    path = Path(unicodedata.normalize("NFC", name).casefold())
    parts = _NUMBER.split(path.stem)  # every other one is a number
    return tuple(int(part) if at % 2 else part for at, part in enumerate(parts)), path.suffix, name


def as_counted(given: Sequence[str]) -> tuple[str, ...]:
    """Return the paths *given*, with numbers as numbers where they are in the order in which a shell lists them.

    >>> as_counted(["b1.jpg", "b10.jpg", "b2.jpg"]), as_counted(["b10.jpg", "b2.jpg", "b1.jpg"])
    (('b1.jpg', 'b2.jpg', 'b10.jpg'), ('b10.jpg', 'b2.jpg', 'b1.jpg'))
    """
    same_place = len({Path(path).parent for path in given}) == 1
    return tuple(sorted(given, key=name_key) if same_place and list(given) == sorted(given) else given)


def in_order(paths: Iterable[Path]) -> Ordered:
    """Return *paths* in the order in which the pictures were taken.

    The names count, with numbers as numbers. Where all pictures hold the time when they were taken, or all names a
    date and time, and these contradict that order, the times do; unless they cannot be right.
    """
    named = tuple(sorted(paths, key=lambda path: name_key(path.name)))
    if len(named) < 2:
        return Ordered(named)
    noted = [_noted(path) for path in named]
    times = [note.taken for note in noted]
    known = [time for time in times if time is not None]
    if known == sorted(known) and known:
        return Ordered(named)
    if len(known) < len(named):
        dates = [_in_name(path.name) for path in named]
        if None not in dates:
            return Ordered(_by(named, dates))
        if not known:
            return Ordered(named)
        return Ordered(named, _kept(f"{len(named) - len(known)} of {len(named)} pictures hold no time"))
    if max(known) - min(known) > _LONGEST_GAME:
        return Ordered(named, _kept("they lie more than a year apart"))
    if len({note.camera for note in noted}) > 1 and len({_NUMBER.sub("", path.stem) for path in named}) == 1:
        return Ordered(named, _kept("they are of more than one camera"))
    words = "the times in the pictures contradict their names; they are taken in the order of the times"
    return Ordered(_by(named, times), words)


def _kept(why: str) -> str:
    return f"the times in the pictures contradict their names; the names count, because {why}"


def _by(named: Sequence[Path], times: Sequence[datetime | None]) -> tuple[Path, ...]:
    """Return the paths *named*, sorted by *times*; those with equal times keep their order."""
    return tuple(named[at] for at in sorted(range(len(named)), key=lambda at: (times[at] or datetime.min, at)))


@dataclass(frozen=True, slots=True)
class _Note:
    """What a picture's file says about when it was taken, and by which camera."""

    taken: datetime | None = None
    camera: str = ""


def _noted(path: Path) -> _Note:
    from PIL import Image as Pictures

    with contextlib.suppress(OSError, ValueError, SyntaxError, KeyError, TypeError), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with Pictures.open(path) as picture:
            head = picture.getexif()
        notes = {**head, **head.get_ifd(_NOTES)}
        taken = next(filter(None, (_time(notes, which) for which in (_TAKEN, _DIGITISED, _CHANGED))), None)
        return _Note(taken, str(notes.get(_MODEL, "")))
    return _Note()


def _time(notes: dict[int, object], which: int) -> datetime | None:
    """Return the time that EXIF has under *which*; None if there is none, or if the clock was not set."""
    text = str(notes.get(which, "")).strip("\0 ")
    fraction = re.sub(r"\D", "", str(notes.get(_FRACTIONS[which], "")))
    try:
        return datetime.strptime(text, "%Y:%m:%d %H:%M:%S") + timedelta(seconds=float(f"0.{fraction or 0}"))
    except ValueError:
        return None


def _in_name(name: str) -> datetime | None:
    """Return the date and time in a file's name.

    >>> _in_name("PXL_20261128_091503123.jpg").isoformat(), _in_name("Screenshot 2026-11-28 at 9.15.03 PM.png").hour
    ('2026-11-28T09:15:03.123000', 21)
    """
    found = _DATE_AND_TIME.search(name)
    if found is None:
        return None
    year, month, day, hour, minute, second = (int(part) for part in found.groups()[:6])
    if half := (found[8] or "").lower():
        hour = hour % 12 + (12 if half == "p" else 0)
    try:
        return datetime(year, month, day, hour, minute, second, int(found[7] or 0) * 1000)
    except ValueError:
        return None
