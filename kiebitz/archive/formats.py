"""Which form a file has that is no record: so that a message speaks of what was given."""

from __future__ import annotations

from kiebitz.disk import plain

_HEADS: tuple[tuple[bytes, str], ...] = (
    (b"%PDF", "a PDF"),
    (b"PK\x03\x04", "a ZIP file"),
    (b"\x1f\x8b", "a gzip file"),
    (b"\x89PNG", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"RIFF", "a picture, sound or film (RIFF)"),
    (b"\x1aE\xdf\xa3", "a film (Matroska or WebM)"),
    (b"(;", "SGF"),
    (b"<!doctype html", "a web page"),
    (b"<html", "a web page"),
    (b"<svg", "a drawing (SVG)"),
    (b"<?xml", "XML"),
    (b"number,ply,seat,action", "a table (CSV)"),
    (b"[event ", "PGN of chess"),
    (b'{"header"', "a record of Abstract Play"),
    (b"{", "JSON, and no journal"),
    (b"[{", "JSON"),
)
"""Pairs: how a file begins, and its format. Small letters match capital ones as well."""


def foreign(data: bytes) -> str:
    """Return in words what *data* are, where that is a known form and none of a record; empty where it is not known.

    >>> foreign(b"(;FF[4]GM[1])"), foreign(b'{ "header": {}}'), foreign(b'[Game "tink"]')
    ('SGF', 'a record of Abstract Play', '')
    """
    if data[4:8] == b"ftyp":
        return "a picture or film (HEIC, MP4)"
    head = plain(data[:200]).lstrip()
    words = head.lower() if head[:1] in b"(<[n" else b"".join(head.split())
    return next((what for begins, what in _HEADS if head.startswith(begins) or words.startswith(begins)), "")
