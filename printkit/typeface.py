"""The typeface: font files, text widths and line breaks.

Lato, by Łukasz Dziedzic, under the SIL Open Font License (fonts/OFL.txt).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from PIL import ImageFont

from printkit.drawing import Box, Label, Pose, bounds

_FOLDER = Path(__file__).parent / "fonts"
_MEASURE_PX = 2000
SOFT_HYPHEN = "\u00ad"
_GAP = re.compile(r"(?<!\d)[ \n]+|[ \n]+(?!(?:g/m²|mm|cm|g|%)(?![\w/]))")
"""Where a line may be broken."""
CAP = 0.7165
"""Height of a capital letter, as a share of the type size."""
LEAST_WORDS_MM = 2.85
"""Least type size of a word: 8 pt."""
DESCENT = 0.21
"""Depth of descenders below the baseline, as a share of the type size."""


def font_file(bold: bool) -> Path:
    """Return the font file of the regular or the bold weight."""
    return _FOLDER / ("Lato-Bold.ttf" if bold else "Lato-Regular.ttf")


@cache
def face(bold: bool, size_px: int) -> ImageFont.FreeTypeFont:
    """Return the typeface at a size in pixels, for measuring and for rasters."""
    return ImageFont.truetype(font_file(bold), size_px, layout_engine=ImageFont.Layout.BASIC)


@cache
def _advance(letter: str, bold: bool) -> float:
    return face(bold, _MEASURE_PX).getlength(letter) / _MEASURE_PX


def can_set(text: str) -> bool:
    """Return whether the typeface has every letter of *text*.

    >>> can_set("Zoë Müller-Łukaszewicz"), can_set("\u738b")
    (True, False)
    """
    font = face(False, 64)
    return all(letter.isspace() or bytes(font.getmask(letter)) != bytes(font.getmask("\uffff")) for letter in text)


def width_mm(text: str, size_mm: float, *, bold: bool = False) -> float:
    """Return the width of *text* without kerning, as the PDF sets it."""
    return size_mm * sum(_advance(letter, bold) for letter in text)


def wrap(text: str, room_mm: float, size_mm: float, *, bold: bool = False) -> Iterator[str]:
    """Yield *text* in lines no wider than *room_mm*, numbers together with their units.

    A wider word is broken at its soft hyphens, or gets a line of its own; other soft hyphens are left out.

    >>> list(wrap("nach\u00admessen und aus\u00adschneiden", 22.0, 4.0))
    ['nachmessen', 'und aus-', 'schneiden']
    >>> list(wrap("card of 200 g/m²", 24.0, 4.0))
    ['card of', '200 g/m²']
    """

    def fits(line: str) -> bool:
        return width_mm(line, size_mm, bold=bold) <= room_mm

    line = ""
    for word in filter(None, _GAP.split(text)):
        whole = word.replace(SOFT_HYPHEN, "")
        for part in (whole,) if fits(whole) else _broken(word, fits):
            longer = f"{line} {part}" if line else part
            if line and not fits(longer):
                yield line
                line = part
            else:
                line = longer
    if line:
        yield line


def _broken(word: str, fits: Callable[[str], bool]) -> list[str]:
    """Return *word* in parts, each as long as fits, with a hyphen after all but the last."""
    first, *others = word.split(SOFT_HYPHEN)
    parts = [first]
    for syllable in others:
        if fits(f"{parts[-1]}{syllable}-"):
            parts[-1] += syllable
        else:
            parts.append(syllable)
    return [*(f"{part}-" for part in parts[:-1]), parts[-1]]


def label_box(label: Label) -> Box:
    """Return the bounding box of *label*, from cap height to descenders."""
    width = width_mm(label.text, label.size_mm, bold=label.bold)
    left = {"left": 0.0, "centre": -width / 2, "right": -width}[label.align]
    top, bottom = -CAP * label.size_mm, DESCENT * label.size_mm
    pose = Pose(*label.at, turn_deg=label.turn_deg)
    return bounds(pose.point((x, y)) for x in (left, left + width) for y in (top, bottom))
