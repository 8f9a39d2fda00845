"""The chain of hashes that guards a journal's lines.

Every line ends in a hash of itself and of the hash before it, so a line that is changed, lost, doubled, moved or taken
from another game breaks the chain there. The last line of a file tells how many lines come before it, so lines lost at
the end are noticed too.

>>> line, own = chained({"event": "lost"}, "")
>>> line
b'{"event": "lost", "hash": "30014ba2f9649131"}\\n'
>>> body_of(line) == (b'{"event": "lost"}', own)
True
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any

from core.json_types import Json

DIGITS = 16
"""Hexadecimal digits of a hash. 64 bits of SHA-256 let one damage in 2⁶⁴ pass, and keep lines readable.

The chain guards against accidents: anybody who forges a journal can recompute it, however long the hashes are.
"""
LINES = "lines"
"""The field of the last line: the number of lines before it."""
_TAIL = re.compile(rb', "hash": "([0-9a-f]{%d})"\}\n?\Z' % DIGITS)


def dumped(line: Mapping[str, Json]) -> bytes:
    """Return *line* as JSON; a file name that is not UTF-8 does not keep it from being written."""
    return json.dumps(line, ensure_ascii=False).encode("utf-8", "surrogatepass")


def parsed(data: bytes) -> Any:
    """Return the JSON value of *data*. Raises ``ValueError`` or ``RecursionError``."""
    return json.loads(data.decode("utf-8", "surrogatepass"))


def hash_of(body: bytes, before: str) -> str:
    """Return the hash of a line without its hash, which follows the line with the hash *before*."""
    return hashlib.sha256(before.encode() + body).hexdigest()[:DIGITS]


def chained(line: Mapping[str, Json], before: str) -> tuple[bytes, str]:
    """Return *line*, which has a field, as it is written behind the hash *before*, and its own hash."""
    body = dumped(line)
    own = hash_of(body, before)
    return b'%s, "hash": "%s"}\n' % (body[:-1], own.encode()), own


def body_of(line: bytes) -> tuple[bytes, str]:
    """Return *line* without its hash, and the hash, which is empty where *line* has none."""
    tail = _TAIL.search(line)
    if tail is None:
        return line.removesuffix(b"\n"), ""
    return line[: tail.start()] + b"}", tail[1].decode()


def closing(count: int, before: str) -> bytes:
    """Return the last line of a file, behind *count* others."""
    return chained({LINES: count}, before)[0]
