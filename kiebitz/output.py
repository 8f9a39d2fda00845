"""Writes answers (JSON or text) to standard output or a file, and remarks to standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kiebitz.disk import write_file


def write_json(value: Mapping[str, Any] | Sequence[Any]) -> None:
    """Write *value* as one line of JSON and flush it."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def write_text(text: str, out: Path | None, *, option: str = "--out") -> None:
    """Write *text* to the file *out*, or to stdout. Raises ``Failure`` naming *option* if it cannot be written."""
    if out is None:
        sys.stdout.write(text)
        return
    write_file(out, text.encode("utf-8"), remedy=f"name another place with {option}", make_folder=False)


def note(message: str) -> None:
    """Write one line for people to stderr."""
    print(f"kiebitz: {message}", file=sys.stderr, flush=True)
