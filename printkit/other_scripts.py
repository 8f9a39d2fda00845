"""Words that the typeface lacks letters for: drawn in a typeface of this computer that has them.

They become outlines (`printkit.outlines`), so that any kind of font file serves and every backend draws them.
Right-to-left and joined scripts need Pillow's Raqm; without it, and without a typeface, ``can_set`` says no.
"""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from PIL import ImageFont, features

from printkit.drawing import Area, Label, Point, Shape
from printkit.outlines import TRACED_PX, traced
from printkit.typeface import face, width_mm

_FIRST = (
    "notosanscjk", "notosans-", "notosans", "dejavusans.", "arialunicode", "arial.", "segoeui.", "msyh", "yugoth",
    "meiryo", "malgun", "simsun", "pingfang", "hiragino", "applesd", "droidsansfallback", "wqy", "ipag", "takao",
    "nanum", "unifont",
)  # fmt: skip
"""Beginnings of the names of typeface files to try first: they have many letters and are easy to read."""
_NEVER = ("lastresort", "adobeblank", "emoji", "symbol", "wingding", "webding")
_SUFFIXES = (".ttf", ".otf", ".ttc")
_UNKNOWN = ("\uffff", "\U0010ffff")
"""Code points that no typeface has."""


def can_set(text: str) -> bool:
    """Return whether every letter of *text* can be set, here and now.

    >>> can_set("Zoë Müller-Łukaszewicz"), can_set("\\U0010fffd")
    (True, False)
    """
    return all(not foreign or _typeface_for(run) is not None for run, foreign in _runs(text))


def set_width_mm(text: str, size_mm: float) -> float:
    """Return the width of *text* as ``set_everywhere`` sets it."""
    return sum(_width_mm(run, size_mm) if foreign else width_mm(run, size_mm) for run, foreign in _runs(text))


def set_everywhere(shape: Shape) -> Iterator[Shape]:
    """Yield *shape*; a label that the typeface lacks letters for in parts, those words as outlines."""
    if not isinstance(shape, Label) or not any(foreign for _, foreign in _runs(shape.text)):
        yield shape
        return
    widths = [_width_mm(run, shape.size_mm) if foreign else width_mm(run, shape.size_mm, bold=shape.bold)
              for run, foreign in _runs(shape.text)]  # fmt: skip
    x, y = shape.at
    x -= {"left": 0.0, "centre": sum(widths) / 2, "right": sum(widths)}[shape.align]
    for (run, foreign), width in zip(_runs(shape.text), widths, strict=True):
        if foreign:
            yield _outlined(run, (x, y), shape)
        else:
            yield Label(run, (x, y), shape.size_mm, shape.ink, bold=shape.bold, tag=shape.tag)
        x += width


@cache
def _runs(text: str) -> tuple[tuple[str, bool], ...]:
    """Return *text* as runs of words, each with whether our typeface lacks letters of it."""
    found: list[tuple[str, bool]] = []
    words = re.findall(r"\s+|\S+", unicodedata.normalize("NFC", text))
    lacks = [any(not _has(face(False, 64), letter) for letter in word if not _is_silent(letter)) for word in words]
    for at, word in enumerate(words):
        between = word.isspace() and 0 < at < len(words) - 1 and lacks[at - 1] and lacks[at + 1]
        foreign = lacks[at] or between
        if found and found[-1][1] == foreign:
            found[-1] = (found[-1][0] + word, foreign)
        else:
            found.append((word, foreign))
    return tuple(found)


def _is_silent(letter: str) -> bool:
    return letter.isspace() or unicodedata.category(letter) == "Cf"


def _has(font: ImageFont.FreeTypeFont, letter: str) -> bool:
    """Return whether *font* has *letter*, that is, draws it differently from code points that do not exist."""
    drawn = _drawn(font, letter)
    return drawn not in (_drawn(font, unknown) for unknown in _UNKNOWN)


def _drawn(font: ImageFont.FreeTypeFont, letter: str) -> tuple[float, bytes]:
    return font.getlength(letter), bytes(font.getmask(letter))


def _needs_joining(text: str) -> bool:
    return any(
        unicodedata.bidirectional(letter) in ("R", "AL", "AN") or unicodedata.category(letter) in ("Mn", "Mc")
        for letter in text
    )


@cache
def _typeface_for(run: str) -> Path | None:
    """Return the file of a typeface that has every letter of *run*; None if there is none."""
    if _needs_joining(run) and not features.check("raqm"):
        return None
    letters = sorted({letter for letter in run if not _is_silent(letter)})
    for path in _typefaces():
        try:
            font = ImageFont.truetype(path, 64, layout_engine=ImageFont.Layout.BASIC)
            if all(_has(font, letter) for letter in letters):
                return path
        except OSError:  # a typeface of pictures, or none at all
            continue
    return None


@cache
def _typefaces() -> tuple[Path, ...]:
    """Return the font files of this computer, starting with those that have many letters."""
    found = [Path(at, name) for folder in _folders() for at, _, names in os.walk(folder) for name in names]

    def rank(path: Path) -> tuple[int, str]:
        name = path.name.lower()
        return next((at for at, begins in enumerate(_FIRST) if name.startswith(begins)), len(_FIRST)), name

    usable = [path for path in found if path.suffix.lower() in _SUFFIXES]
    return tuple(sorted((path for path in usable if not any(no in path.name.lower() for no in _NEVER)), key=rank))


def _folders() -> Iterator[Path]:
    """Yield the folders in which systems keep typefaces."""
    if sys.platform == "win32":
        yield Path(os.environ.get("WINDIR", "C:\\Windows"), "Fonts")
        yield Path(os.environ.get("LOCALAPPDATA", ""), "Microsoft", "Windows", "Fonts")
    elif sys.platform == "darwin":
        yield from (Path("/System/Library/Fonts"), Path("/Library/Fonts"), Path.home() / "Library/Fonts")
    else:
        shared = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
        own = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local/share")
        yield from (Path(folder) / "fonts" for folder in (*shared.split(":"), own))
        yield Path.home() / ".fonts"


def _font(run: str) -> ImageFont.FreeTypeFont:
    path = _typeface_for(run)
    layout = ImageFont.Layout.RAQM if _needs_joining(run) else ImageFont.Layout.BASIC
    return face(False, TRACED_PX) if path is None else ImageFont.truetype(path, TRACED_PX, layout_engine=layout)


def _width_mm(run: str, size_mm: float) -> float:
    return _font(run).getlength(run) / TRACED_PX * size_mm


def _outlined(run: str, at: Point, label: Label) -> Area:
    """Return the outlines of *run* in the size and ink of *label*; its baseline begins at *at*."""
    x0, y0, size = *at, label.size_mm
    rings = traced(run, _font(run), bolder_px=TRACED_PX // 40 if label.bold else 0)
    return Area(
        tuple(tuple((x0 + x * size, y0 + y * size) for x, y in ring) for ring in rings), label.ink, tag=label.tag
    )
