"""Files of this user's alone: keys, and the tokens of the devices that were let in."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path

from kiebitz.disk import why
from kiebitz.failure import Failure
from kiebitz.home import home
from kiebitz.screen.doors.access import Tokens


def screen_folder() -> Path:
    """Return the folder of what the screen keeps from one start to the next."""
    return home() / "screen"


def write_secret(path: Path, data: bytes) -> None:
    """Write *data* in one piece, so that only this user can read it. Raises ``OSError``."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    made = path.with_name(f".{path.name}.new")
    made.unlink(missing_ok=True)
    with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
    made.replace(path)


def keep_tokens(tokens: Tokens) -> None:
    """Keep *tokens*, so that the devices let in now may come back after a restart. Raises ``Failure``."""
    path = _tokens_file()
    try:
        write_secret(path, json.dumps(asdict(tokens)).encode())
    except OSError as error:
        raise Failure(f"cannot write {path}: {why(error)}; free the folder, or set KIEBITZ_HOME to another") from None


def kept_tokens() -> Tokens | None:
    """Return the tokens of the last start; None where they are not known."""
    try:
        return Tokens(**json.loads(_tokens_file().read_bytes()))
    except (OSError, ValueError, TypeError):
        return None


def _tokens_file() -> Path:
    return screen_folder() / "tokens.json"
