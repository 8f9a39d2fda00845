"""A reader of streams that browsers play and FFmpeg does not: it looks for JPEG pictures, whatever stands around them.

Cheap cameras leave out the first boundary, name another one, count bytes wrongly or call their parts anything.
"""

from __future__ import annotations

import http.client
from contextlib import suppress
from typing import IO

import cv2
import numpy as np
import numpy.typing as npt

from kiebitz.pictures.at_address import opened

_BEGIN, _END = b"\xff\xd8\xff", 0xD9
_BLOCK = 65_536
_LARGEST = 64 << 20
"""Most bytes of a picture, or of what stands between two pictures."""
_WITHOUT_LENGTH = frozenset({0x01, *range(0xD0, 0xD8)})
_SCAN = 0xDA


class JpegStream:
    """The pictures in a stream at an HTTP address, as ``cv2.VideoCapture`` gives them."""

    def __init__(self, address: str, *, timeout_s: float) -> None:
        self._data = bytearray()
        self._answer: IO[bytes] | None = None
        with suppress(OSError, ValueError, http.client.HTTPException):
            self._answer = opened(address, timeout_s=timeout_s)

    def read(self) -> tuple[bool, npt.NDArray[np.uint8]]:
        """Return the next picture; not ok at the end, and where the server falls silent."""
        while self._answer is not None:
            while (found := next_jpeg(self._data)) is not None:
                begin, end = found
                picture = cv2.imdecode(np.frombuffer(self._data[begin:end], np.uint8), cv2.IMREAD_COLOR)
                del self._data[:end]
                if picture is not None:
                    return True, np.asarray(picture, np.uint8)
            if not self._more():
                break
        return False, np.empty((0, 0, 3), np.uint8)

    def release(self) -> None:
        if self._answer is not None:
            self._answer.close()
        self._answer = None

    def _more(self) -> bool:
        """Wait for more of the stream; return whether some came."""
        assert self._answer is not None
        read = getattr(self._answer, "read1", self._answer.read)
        try:
            part = read(_BLOCK)
        except (OSError, ValueError, http.client.HTTPException):
            return False
        begin = self._data.find(_BEGIN)
        if begin < 0:
            del self._data[: -len(_BEGIN)]
        self._data += part
        return bool(part) and len(self._data) < _LARGEST


def next_jpeg(data: bytes | bytearray) -> tuple[int, int] | None:
    """Return the beginning and end of the first whole JPEG in *data*; None while there is none.

    Its segments are followed, since the small picture in its notes is a JPEG with an end, too.
    """
    begin = -1
    while (begin := data.find(_BEGIN, begin + 1)) >= 0:
        end = _end_of(data, begin)
        if end is None:
            return None
        if end > 0:
            return begin, end
    return None


def _end_of(data: bytes | bytearray, begin: int) -> int | None:
    """Return the end of the JPEG that starts at *begin*; None if it is still to come, 0 if the JPEG is damaged."""
    at = begin + 2
    while at + 2 <= len(data):
        mark = data[at + 1]
        if data[at] != 0xFF or mark == _BEGIN[1]:
            return 0
        if mark == _END:
            return at + 2
        if mark == 0xFF:
            at += 1
        elif mark in _WITHOUT_LENGTH:
            at += 2
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
            if mark == _SCAN:
                at = _end_of_scan(data, at)
    return None


def _end_of_scan(data: bytes | bytearray, at: int) -> int:
    """Return where the mark after the scan data at *at* stands; the end of *data* if it is still to come."""
    while (at := data.find(b"\xff", at)) >= 0 and at + 1 < len(data):
        if data[at + 1] != 0 and not 0xD0 <= data[at + 1] <= 0xD7:
            return at
        at += 2
    return len(data)
