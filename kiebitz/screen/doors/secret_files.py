"""Files of this user's alone: keys, the tokens of the devices that were let in, and the file that opens the page."""

from __future__ import annotations

import contextlib
import json
import os
import threading
import webbrowser
from collections.abc import Iterator
from dataclasses import asdict
from html import escape
from pathlib import Path

from kiebitz.disk import why
from kiebitz.failure import Failure
from kiebitz.home import home
from kiebitz.screen.doors.access import Tokens

_PAGE = """<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={address}">
<title>Kiebitz</title>
<a href="{address}">Kiebitz</a>
"""


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


def open_page(address: str) -> None:
    """Open *address* by way of a file that only this user can read; the browser is not waited for."""
    with contextlib.suppress(OSError):  # the terminal shows the address as well
        write_secret(_file(), _PAGE.format(address=escape(address)).encode())
        threading.Thread(target=webbrowser.open, args=(_file().as_uri(),), name="browser", daemon=True).start()


@contextlib.contextmanager
def forgotten_in_the_end() -> Iterator[None]:
    """Delete what ``open_page`` has written when the block ends."""
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            _file().unlink(missing_ok=True)


def _file() -> Path:
    return (screen_folder() / "open.html").resolve()
