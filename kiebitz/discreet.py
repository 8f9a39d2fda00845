"""Addresses as they may be told and kept: without users, passwords, tokens and keys, wherever they stand in them."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

_ADDRESS = re.compile(r"\b([A-Za-z][A-Za-z0-9+.-]*)://(\S*[^\s'\"`),.;:!?>\]])")
_BARE = re.compile(r"(?<![\w.%+-])[\w.%+-]+:[^\s@/]+@(?=[\w\[])")
"""Matches a user and a password in an address whose scheme is missing or misspelled."""
_HOST = re.compile(r"(\[[\w:.%]+\]|[\w.-]*)(:(?:\d*|PORT))?")
_HARMLESS = frozenset(
    {
        "action", "bitrate", "cam", "camera", "channel", "chn", "codec", "compression", "fps", "framerate", "height",
        "media", "mode", "profile", "proto", "quality", "rate", "res", "resolution", "size", "stream", "streamtype",
        "subtype", "trackid", "transport", "type", "unicast", "video", "videocodec", "width",
    }
)  # fmt: skip
"""Names of query parameters that reveal nobody; all others are left out."""
_ASKED = re.compile(r"(?:^|[?&;_])([A-Za-z]+)=([\w.:-]{0,24}?)(?=$|[?&;_])")
_KEY = re.compile(r"(?=.*\d)(?=.*[A-Za-z])[\w~+-]{16,}={0,2}")
"""Matches a part of a path that looks like a token or a stream's key."""
_LEFT_OUT = "…"


def without_secrets(text: str) -> str:
    """Return *text* with the addresses in it as they may be told.

    >>> without_secrets("rtsp://ada:p@ss@10.0.0.7:554/live?channel=1&token=x4 gives no picture")
    'rtsp://10.0.0.7:554/live?channel=1 gives no picture'
    >>> without_secrets("http://cam/video.cgi?user=ada&pwd=x"), without_secrets("ada:x@cam/live")
    ('http://cam/video.cgi', 'cam/live')
    """
    if "://" not in text:
        return _BARE.sub("", text)
    return _BARE.sub("", _ADDRESS.sub(lambda found: f"{found[1]}://{_open(found[2])}", text))


def source_told(source: str) -> str:
    """Return the name of *source* as it may be told and kept: an address without secrets, spaces in them included.

    >>> source_told("rtsp://ada:my pass@10.0.0.7/live"), source_told("films/game.mp4")
    ('rtsp://10.0.0.7/live', 'films/game.mp4')
    """
    scheme, sign, rest = source.partition("://")
    if sign and re.fullmatch(r"[A-Za-z][A-Za-z0-9+.-]*", scheme):
        return f"{scheme}://{_open(rest)}"
    return _BARE.sub("", source)


def source_shared(source: str) -> str:
    """Return what a file that people share says of *source*: of a path only the last part.

    >>> source_shared("/home/ada/films/game.mp4"), source_shared("http://ada:x@cam/live"), source_shared("demo")
    ('game.mp4', 'http://cam/live', 'demo')
    """
    if "://" in source and not source.lower().startswith("file:"):
        return source_told(source)
    return PurePosixPath(source.replace("\\", "/")).name


def _open(rest: str) -> str:
    """Return the part behind ``://`` without secrets."""
    host = re.split(r"[/?#]", rest, maxsplit=1)[0]
    if "@" in host or not _HOST.fullmatch(host) or re.search(r"[^/]@", rest.partition("?")[0]):
        rest = rest.rpartition("@")[2]  # passwords hold slashes and question marks, whatever the standard says
    place, _, asked = rest.partition("#")[0].partition("?")
    host, slash, path = place.partition("/")
    if not _HOST.fullmatch(host):
        return _LEFT_OUT
    told = "/".join(_part(part) for part in path.split("/"))
    return f"{host}{slash}{told}" + ("?" + kept if (kept := _harmless(asked)) else "")


def _part(part: str) -> str:
    """Return a *part* of a path without secrets; some cameras take users and passwords there."""
    if "=" in part:
        return _harmless(part)
    return _LEFT_OUT if ":" in part or _KEY.fullmatch(part) else part


def _harmless(asked: str) -> str:
    return "&".join(f"{name}={value}" for name, value in _ASKED.findall(asked) if name.lower() in _HARMLESS)
