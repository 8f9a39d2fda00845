"""The outlines of letters, read from the typeface's TrueType files, for drawings without fonts."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import cache

from printkit.typeface import font_file, width_mm

_ON, _X_SHORT, _Y_SHORT, _REPEAT, _X_SAME, _Y_SAME = 1, 2, 4, 8, 16, 32
_WORDS, _SCALED, _MORE, _TWO_SCALES, _MATRIX = 1, 8, 32, 64, 128
_Knot = tuple[float, float, bool]
"""A point (x, y) of an outline, and whether the outline passes through it."""


def text_path(text: str, size_mm: float, *, bold: bool) -> str:
    """Return *text* as the commands of an SVG path from (0, 0) on its baseline; y goes down."""
    font, x, parts = _font(bold), 0.0, []
    scale = size_mm / font.units
    for letter in text:
        parts += [_ring_path(ring, x, scale) for ring in font.rings(font.glyph(letter)) if ring]
        x += width_mm(letter, size_mm, bold=bold)
    return " ".join(parts)


def _ring_path(ring: list[_Knot], x: float, scale: float) -> str:
    """Return a closed ring of quadratic curves; halfway between two points off the outline lies one on it."""
    full: list[_Knot] = []
    for here, after in zip(ring, [*ring[1:], ring[0]], strict=True):
        full.append(here)
        if not here[2] and not after[2]:
            full.append(((here[0] + after[0]) / 2, (here[1] + after[1]) / 2, True))
    start = next(k for k, knot in enumerate(full) if knot[2])
    full = [*full[start:], *full[: start + 1]]
    said = [f"{x + a * scale:.3f},{-b * scale:.3f}" for a, b, _ in full]
    words, place = [f"M{said[0]}"], 1
    while place < len(full):
        if full[place][2]:
            words.append(f"L{said[place]}")
            place += 1
        else:
            words.append(f"Q{said[place]} {said[place + 1]}")
            place += 2
    return "".join(words) + "Z"


@cache
def _font(bold: bool) -> _Font:
    return _Font(font_file(bold).read_bytes())


class _Font:
    """A TrueType file: letters to glyphs (a cmap of format 4), and glyphs to rings."""

    def __init__(self, data: bytes) -> None:
        count = struct.unpack_from(">H", data, 4)[0]
        entries = (struct.unpack_from(">4sLLL", data, 12 + 16 * k) for k in range(count))
        tables = {name.decode("ascii"): data[start : start + length] for name, _, start, length in entries}
        self.units = int(struct.unpack_from(">H", tables["head"], 18)[0])
        long = struct.unpack_from(">h", tables["head"], 50)[0]
        loca = tables["loca"]
        self._starts = (
            [n for (n,) in struct.iter_unpack(">L", loca)]
            if long
            else [2 * n for (n,) in struct.iter_unpack(">H", loca)]
        )
        self._glyf = tables["glyf"]
        self._glyphs = dict(_cmap(tables["cmap"]))

    def glyph(self, letter: str) -> int:
        """Return the glyph of *letter*; 0 if the typeface lacks it."""
        return self._glyphs.get(ord(letter), 0)

    def rings(self, glyph: int) -> list[list[_Knot]]:
        """Return the rings of *glyph* in units of the font, y up."""
        start, end = self._starts[glyph : glyph + 2]
        if start == end:
            return []
        count = struct.unpack_from(">h", self._glyf, start)[0]
        return self._simple(start + 10, count) if count >= 0 else list(self._composite(start + 10))

    def _simple(self, at: int, count: int) -> list[list[_Knot]]:
        data = self._glyf
        ends = struct.unpack_from(f">{count}H", data, at)
        at += 2 * count
        at += 2 + struct.unpack_from(">H", data, at)[0]
        points = ends[-1] + 1
        flags: list[int] = []
        while len(flags) < points:
            flag, at = data[at], at + 1
            times = 1
            if flag & _REPEAT:
                times, at = data[at] + 1, at + 1
            flags += [flag] * times
        xs, at = _axis(data, at, flags, _X_SHORT, _X_SAME)
        ys, _ = _axis(data, at, flags, _Y_SHORT, _Y_SAME)
        knots = [(float(x), float(y), bool(flag & _ON)) for x, y, flag in zip(xs, ys, flags, strict=True)]
        starts = (0, *(end + 1 for end in ends[:-1]))
        return [knots[a : b + 1] for a, b in zip(starts, ends, strict=True)]

    def _composite(self, at: int) -> Iterator[list[_Knot]]:
        """Yield the rings of the parts of a letter such as ä, moved and scaled into place."""
        more = _MORE
        while more & _MORE:
            more, glyph = struct.unpack_from(">HH", self._glyf, at)
            form = ">hh" if more & _WORDS else ">bb"
            dx, dy = struct.unpack_from(form, self._glyf, at + 4)
            at += 4 + struct.calcsize(form)
            length = 1 if more & _SCALED else 2 if more & _TWO_SCALES else 4 if more & _MATRIX else 0
            a, b, c, d = _matrix(struct.unpack_from(f">{length}h", self._glyf, at))
            at += 2 * length
            for ring in self.rings(glyph):
                yield [(a * x + c * y + dx, b * x + d * y + dy, on) for x, y, on in ring]


def _matrix(parts: tuple[int, ...]) -> tuple[float, float, float, float]:
    scaled = [part / 16384 for part in parts]
    match scaled:
        case [both]:
            return both, 0.0, 0.0, both
        case [x, y]:
            return x, 0.0, 0.0, y
        case [a, b, c, d]:
            return a, b, c, d
        case _:
            return 1.0, 0.0, 0.0, 1.0


def _axis(data: bytes, at: int, flags: list[int], short: int, same: int) -> tuple[list[int], int]:
    """Return one coordinate of every point, and where its bytes end."""
    value, found = 0, []
    for flag in flags:
        if flag & short:
            value += data[at] if flag & same else -data[at]
            at += 1
        elif not flag & same:
            value += struct.unpack_from(">h", data, at)[0]
            at += 2
        found.append(value)
    return found, at


def _cmap(table: bytes) -> Iterator[tuple[int, int]]:
    """Yield the letters of the first subtable of format 4, and their glyphs."""
    count = struct.unpack_from(">H", table, 2)[0]
    places = [struct.unpack_from(">HHL", table, 4 + 8 * k)[2] for k in range(count)]
    start = next(place for place in places if struct.unpack_from(">H", table, place)[0] == 4)
    double = struct.unpack_from(">H", table, start + 6)[0]
    form = f">{double // 2}H"
    ends = struct.unpack_from(form, table, start + 14)
    first, delta, offset = (start + 16 + double * k for k in (1, 2, 3))
    for k, (low, high) in enumerate(zip(struct.unpack_from(form, table, first), ends, strict=True)):
        shift = struct.unpack_from(">H", table, delta + 2 * k)[0]
        way = struct.unpack_from(">H", table, offset + 2 * k)[0]
        for code in range(low, min(high, 0xFFFE) + 1):
            if not way:
                yield code, (code + shift) & 0xFFFF
                continue
            glyph = struct.unpack_from(">H", table, offset + 2 * k + way + 2 * (code - low))[0]
            yield code, (glyph + shift) & 0xFFFF if glyph else 0
