"""A record as the text of a QR code: small enough for a camera, and the whole game where that fits.

The record is deflated and written in the 45 characters for which QR codes have a compact form (RFC 9285).
"""

from __future__ import annotations

import zlib
from dataclasses import replace
from typing import Any

from core import games
from core.record import Record
from core.record.reading import LONGEST_RECORD

HEAD = "KIEBITZ-GAME:"
LONGEST = 900
"""Most characters of a code that a camera can read from a sheet of paper: about 80 modules a side."""
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
_BASE = len(_DIGITS)


def code_of(record: Record) -> str:
    """Return *record* as the text of a code; only how it stands at the end where that is all that fits.

    Comments and what was taken back are left out. Raises ``ValueError`` where nothing fits.

    >>> code = code_of(Record.parse('[Game "tink"]\\n[A "red"]\\n\\n1. Sc3 2. Sd6 {well}'))
    >>> print(record_of(code).format())
    [Game "tink"]
    [Rules "1"]
    [Start "8/8/8/8/8/8/8/8 A 0,0 0"]
    [A "red"]
    <BLANKLINE>
    1. Sc3 2. Sd6 *
    <BLANKLINE>
    """
    last = record.positions()[-1]
    tags = {seat: record.tags[seat] for seat in last.seats if seat in record.tags}
    plain = replace(record, comments={}, branches={}, tags=tags)
    end = replace(plain, start=games.find(record.game).format_position(last), actions=())
    for each in (plain, end) if _leads_to(plain, last) else (end,):
        code = HEAD + _written(zlib.compress(each.format().encode("utf-8"), 9, -15))
        if len(code) <= LONGEST:
            return code
    raise ValueError(f"this position needs a code of {len(code)} characters; a camera reads at most {LONGEST}")


def _leads_to(record: Record, last: Any) -> bool:
    """Return whether the actions of *record* alone lead to *last*; not if somebody set a position on the way."""
    try:
        return bool(record.positions()[-1] == last)
    except ValueError:
        return False


def record_of(code: str) -> Record:
    """Return the record that ``code_of`` wrote as *code*. Raises ``ValueError`` saying what is wrong."""
    if not code.startswith(HEAD):
        raise ValueError("it is not the code of a game")
    inflating = zlib.decompressobj(-15)
    try:
        text = inflating.decompress(_read(code.removeprefix(HEAD)), LONGEST_RECORD).decode("utf-8")
    except (zlib.error, UnicodeDecodeError, OverflowError):
        raise ValueError("the code is damaged") from None
    return Record.parse(text)


def _written(data: bytes) -> str:
    """Return *data* as text: every two bytes become three digits of base 45, the lowest digit first."""
    pairs = (data[at : at + 2] for at in range(0, len(data), 2))
    return "".join(_digits(int.from_bytes(pair, "big"), 1 + len(pair)) for pair in pairs)


def _digits(number: int, count: int) -> str:
    return "".join(_DIGITS[number // _BASE**place % _BASE] for place in range(count))


def _read(text: str) -> bytes:
    """Undo ``_written``. Raises ``ValueError`` or ``OverflowError``."""
    parts = (text[at : at + 3] for at in range(0, len(text), 3))
    numbers = ((sum(_DIGITS.index(digit) * _BASE**place for place, digit in enumerate(part)), part) for part in parts)
    return b"".join(number.to_bytes(len(part) - 1, "big") for number, part in numbers)
