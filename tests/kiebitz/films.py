"""Films with times of their own, as browsers and phones record them; OpenCV writes none but even ones."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path


def _element(name: str, body: bytes) -> bytes:
    """Return an EBML element; its length always takes eight bytes."""
    return bytes.fromhex(name) + (len(body) | 1 << 56).to_bytes(8, "big") + body


def _number(name: str, value: int) -> bytes:
    return _element(name, value.to_bytes(8, "big"))


def webm(
    path: Path, pictures: Sequence[bytes], times_ms: Sequence[int], *, fps: float = 0.0, kind: str = "webm"
) -> Path:
    """Write JPEG or PNG *pictures* that stand at *times_ms* as WebM or Matroska, which names *fps* if it is not 0."""
    head = _element(
        "1A45DFA3",
        _number("4286", 1) + _number("42F7", 1) + _number("42F2", 4) + _number("42F3", 8)
        + _element("4282", kind.encode()) + _number("4287", 4) + _number("4285", 2),
    )  # fmt: skip
    info = _element("1549A966", _number("2AD7B1", 1_000_000) + _element("4D80", b"test") + _element("5741", b"test"))
    rate = _number("23E383", round(1e9 / fps)) if fps else b""
    if pictures[0].startswith(b"\x89PNG"):
        form = struct.pack("<IiiHH4s5I", 40, 320, 240, 1, 24, b"MPNG", 0, 0, 0, 0, 0)
        codec = _element("86", b"V_MS/VFW/FOURCC") + _element("63A2", form)
    else:
        codec = _element("86", b"V_MJPEG")
    video = _element("E0", _number("B0", 320) + _number("BA", 240))
    track = _number("D7", 1) + _number("73C5", 1) + _number("83", 1) + rate + codec + video
    tracks = _element("1654AE6B", _element("AE", track))
    clusters = b"".join(
        _element("1F43B675", _number("E7", ms) + _element("A3", b"\x81" + struct.pack(">h", 0) + b"\x80" + picture))
        for picture, ms in zip(pictures, times_ms, strict=True)
    )
    path.write_bytes(head + bytes.fromhex("18538067") + b"\x01" + b"\xff" * 7 + info + tracks + clusters)
    return path
