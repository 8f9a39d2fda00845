"""Whether a recording was broken off: by a crash, an empty battery, a full card or a copy that was not finished."""

from __future__ import annotations

from pathlib import Path
from typing import IO

_MOST_BOXES = 100_000
_TOP_BOXES = frozenset(
    {b"ftyp", b"moov", b"mdat", b"free", b"skip", b"wide", b"moof", b"uuid", b"sidx", b"styp", b"mfra"}
)
_SEGMENT, _CLUSTER = b"\x18\x53\x80\x67", b"\x1f\x43\xb6\x75"


def is_broken_off(path: Path) -> bool:
    """Return whether the film at *path* (MP4, MOV, AVI, WebM, Matroska) ends before it should; False if unknown."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            head = file.read(12)
            file.seek(0)
            if head[4:8] in _TOP_BOXES:
                return _is_half_mp4(file, size)
            if head[:4] == b"RIFF" and head[8:12] == b"AVI ":
                return _is_half_avi(file, size)
            if head[:4] == b"\x1aE\xdf\xa3":
                return _is_half_matroska(file, size)
    except OSError:
        return False
    return False


def _is_half_mp4(file: IO[bytes], size: int) -> bool:
    """Return whether a box reaches beyond the file's *size* in bytes, or the index, which comes last, is missing."""
    at, names = 0, set[bytes]()
    for _ in range(_MOST_BOXES):
        file.seek(at)
        head = file.read(16)
        if len(head) < 8:
            break
        length, name = int.from_bytes(head[:4], "big"), head[4:8]
        if length == 1:
            length = int.from_bytes(head[8:16], "big")
        names.add(name)
        if length == 0:  # up to the end
            at = size
            break
        if length < 8:
            return True
        at += length
    return b"moov" not in names or at > size


def _is_half_avi(file: IO[bytes], size: int) -> bool:
    length = int.from_bytes(file.read(8)[4:], "little")
    return length == 0 or length + 8 > size + 1


def _is_half_matroska(file: IO[bytes], size: int) -> bool:
    """Return whether the segment, or its last cluster, reaches beyond the file's *size* in bytes."""
    at, inside = 0, False
    for _ in range(_MOST_BOXES):
        file.seek(at)
        head = file.read(12)
        if len(head) < 2:
            return False
        name = head[: _length_of(head[0])]
        told = head[len(name) :]
        wide = _length_of(told[0]) if told else 9
        if wide > len(told):
            return True
        length = int.from_bytes(told[:wide], "big") & ((1 << 7 * wide) - 1)
        is_open = length == (1 << 7 * wide) - 1
        if not is_open and at + len(name) + wide + length > size:
            return True
        descends = name == _SEGMENT or (name == _CLUSTER and is_open)
        at += len(name) + wide + (0 if descends else length)
        if is_open and not descends:
            return False
        inside = inside or name == _SEGMENT
    return not inside


def _length_of(first: int) -> int:
    """Return the length in bytes of an EBML name or number whose first byte is *first*."""
    return 9 - first.bit_length()
