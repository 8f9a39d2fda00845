"""Opens the table's page in this machine's browser, with nothing secret in a command line that other users can see."""

from __future__ import annotations

import contextlib
import threading
import webbrowser
from collections.abc import Iterator
from html import escape
from pathlib import Path

from kiebitz.screen.doors.secret_files import screen_folder, write_secret

_PAGE = """<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={address}">
<title>Kiebitz</title>
<a href="{address}">Kiebitz</a>
"""


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
