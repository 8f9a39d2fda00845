"""What may be shown to strangers: texts without folders, and journals without names.

A journal keeps its numbers, times and moves, and stays a journal: its lines are chained again where they were, and
stay broken where they were broken.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from core.json_types import Json, JsonObject
from kiebitz.archive.chain import body_of, chained, dumped, hash_of, parsed
from kiebitz.archive.comments import COMMENT
from kiebitz.archive.people import PLAYERS

LEFT_OUT = "…"
_FOLDERS = re.compile(r"(?<![\w./\\:~…-])(?:~|[A-Za-z]:)?[/\\](?:[^/\\\"'<>|:*?;\n]+[/\\])*")
"""Matches the folders of an absolute path, up to the file's name."""
_ADDRESS = re.compile(r"\b([a-z][a-z0-9+.-]*)://[^\s\"'<>]*", re.IGNORECASE)
_OWN_SOURCES = ("demo", "phone")
_SENTENCES = frozenset({"message", "asked"})
"""The fields of events that may name people and sources."""


def nameless_text(text: str) -> str:
    """Return *text* without the folders of paths, and without where addresses lead.

    >>> nameless_text("cannot write /home/ada/games/3-tink.jsonl; 8/8/8/4As3/8/8/8/8 A 0,0 1")
    'cannot write …/3-tink.jsonl; 8/8/8/4As3/8/8/8/8 A 0,0 1'
    >>> nameless_text("C:\\\\Users\\\\Ada\\\\film.mp4"), nameless_text("rtsp://ada:secret@10.0.0.7/live is silent")
    ('…/film.mp4', 'rtsp://… is silent')
    """
    return _FOLDERS.sub(f"{LEFT_OUT}/", _ADDRESS.sub(rf"\1://{LEFT_OUT}", text))


def nameless_value(value: Any) -> Any:
    """Return the JSON *value* with ``nameless_text`` in place of every text in it but the names of fields."""
    match value:
        case str():
            return nameless_text(value)
        case list():
            return [*map(nameless_value, value)]
        case dict():
            return {name: nameless_value(item) for name, item in value.items()}
    return value


def nameless_source(source: str) -> str:
    """Return of what kind *source* is, without its name.

    >>> [*map(nameless_source, ("demo", "0", "films/Ada's game.mp4", "rtsp://10.0.0.7/live", "HD Camera of Ada"))]
    ['demo', '0', '….mp4', 'rtsp://…', '…']
    """
    if source in _OWN_SOURCES or source.isdecimal():
        return source
    if scheme := urlsplit(source).scheme if "://" in source else "":
        return f"{scheme}://{LEFT_OUT}"
    return LEFT_OUT + PurePosixPath(source.replace("\\", "/")).suffix


def nameless_journal(data: bytes) -> bytes:
    """Return the journal *data* without names of people, sources and folders, chained as well or badly as it was."""
    lines = data.split(b"\n")
    values = [_value(line) for line in lines]
    hidden = _hidden(value for value in values if value is not None)
    made = list[bytes]()
    before, before_now = "", ""
    for line, value in zip(lines, values, strict=True):
        body, told = body_of(line)
        if value is None:
            made.append(nameless_text(line.decode("utf-8", "replace")).encode())
            continue
        shown = _line(value, hidden)
        if told and told == hash_of(body, before):
            whole, before_now = chained(shown, before_now)
            made.append(whole.removesuffix(b"\n"))
        else:
            made.append(dumped({**shown, "hash": told} if told else shown))
        before = told
    return b"\n".join(made)


def _value(line: bytes) -> JsonObject | None:
    """Return the object on *line* without its hash; None if there is no object."""
    try:
        value = parsed(body_of(line)[0])
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _hidden(values: Iterable[Mapping[str, Json]]) -> dict[str, str]:
    """Return the names of people and sources in the *values* of lines, each with its replacement."""
    found: dict[str, str] = {}
    for value in values:
        if isinstance(source := value.get("source"), str):
            found[source] = nameless_source(source)
        found |= {name: f"Player {seat}" for seat, name in _names(value).items()}
    return {text: instead for text, instead in found.items() if text}


def _names(value: Mapping[str, Json]) -> dict[str, str]:
    names = value.get("names")
    if value.get("event") != PLAYERS or not isinstance(names, dict):
        return {}
    return {seat: str(name) for seat, name in names.items()}


def _line(value: Mapping[str, Json], hidden: Mapping[str, str]) -> JsonObject:
    shown: JsonObject = nameless_value(value)
    for field in _SENTENCES & value.keys():
        shown[field] = nameless_text(_replaced(str(value[field]), hidden))
    if isinstance(source := value.get("source"), str):
        shown["source"] = nameless_source(source)
    if value.get("event") == COMMENT:
        shown["message"] = LEFT_OUT
    if names := _names(value):
        shown["names"] = {seat: f"Player {seat}" for seat in names}
    return shown


def _replaced(text: str, instead: Mapping[str, str]) -> str:
    if not instead:
        return text
    longest = sorted(instead, key=len, reverse=True)
    pattern = "|".join(rf"(?<!\w){re.escape(each)}(?!\w)" for each in longest)
    return re.sub(pattern, lambda match: instead[match[0]], text)


def nameless_json(data: bytes) -> bytes:
    """Return the JSON file *data* without folders; one that is damaged as the text that it holds."""
    try:
        value = parsed(data)
    except (ValueError, RecursionError):
        return nameless_text(data.decode("utf-8", "replace")).encode()
    return (json.dumps(nameless_value(value), ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace")
