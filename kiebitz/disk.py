"""Reads and writes the files that a person names. Whatever is wrong with one is said in one line.

Only regular files are read, and only up to a size: a pipe may never end, a device has no end, and a file with holes
claims gigabytes.
"""

from __future__ import annotations

import codecs
import errno
import json
import os
import stat
import time
from pathlib import Path
from typing import Any, Literal

from kiebitz.failure import Failure

MIB = 1 << 20
LARGEST_PICTURE = 512 * MIB
"""The largest picture in bytes: 150 megapixels without compression."""
LARGEST_JSON = 16 * MIB
"""The largest file of settings in bytes; a profile of a table has about 100 KiB."""
UNFINISHED = ".new"
"""The ending of a file that is being written and takes its name when it is whole."""
_LONGEST_SHOWN = 200
"""Messages show at most this many characters of a path."""

Kind = Literal["", "file", "folder", "pipe", "socket", "device"]
_KINDS: dict[int, Kind] = {
    stat.S_IFREG: "file",
    stat.S_IFDIR: "folder",
    stat.S_IFIFO: "pipe",
    stat.S_IFSOCK: "socket",
    stat.S_IFCHR: "device",
    stat.S_IFBLK: "device",
}


def kind_of(path: Path) -> Kind:
    """Return what stands at *path*; nothing where nothing is found, whatever the reason."""
    try:
        return _KINDS.get(stat.S_IFMT(path.stat().st_mode), "device")
    except (OSError, ValueError):
        return ""


def shown(path: Path | str) -> str:
    """Return *path* for a message: in one line, and shortened where it is very long.

    >>> shown("a" * 5000) == "a" * 98 + " … " + "a" * 99
    True
    """
    text = "".join(letter if letter.isprintable() or "\ud800" <= letter <= "\udfff" else "?" for letter in str(path))
    if len(text) <= _LONGEST_SHOWN:
        return text
    half = (_LONGEST_SHOWN - 3) // 2
    return f"{text[:half]} … {text[half - _LONGEST_SHOWN + 3 :]}"


def why(error: Exception) -> str:
    """Return what an ``OSError``, or the ``ValueError`` of an impossible path, says."""
    if isinstance(error, OSError):
        if error.errno == errno.ENAMETOOLONG:
            return "the path is too long"
        if error.errno == errno.ENXIO:
            return "nobody reads from this pipe"
        return error.strerror or str(error)
    return "the path holds a NUL character" if "null" in str(error) else str(error)


def read_file(path: Path, what: str, *, most_bytes: int, remedy: str) -> bytes:
    """Return the bytes of the regular file at *path*, which should be *what*, such as "a picture".

    Raises ``Failure``, which ends in *remedy*, where there is no such file, or one of more than *most_bytes*.
    """
    name = shown(path)
    kind = kind_of(path)
    if kind not in ("", "file"):
        raise Failure(f"{name} is a {kind}, not {what}; {remedy}")
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            data = file.read(most_bytes + 1) if size <= most_bytes else b""
    except FileNotFoundError:
        raise Failure(f"there is no file {name}; {remedy}") from None
    except (OSError, ValueError) as error:
        raise Failure(f"cannot read {name}: {why(error)}; {remedy}") from None
    if max(size, len(data)) > most_bytes:
        raise Failure(f"{name} is too large for {what}: more than {most_bytes // MIB} MiB; {remedy}")
    return data


_MARKS = ((codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"), (codecs.BOM_UTF16_LE, "utf-16"),
          (codecs.BOM_UTF16_BE, "utf-16"))  # fmt: skip
"""Byte order marks, each with its encoding."""


def plain(data: bytes) -> bytes:
    r"""Return the text *data* of any system as UTF-8 with line feeds: without byte-order mark and carriage returns.

    >>> plain(b"\xef\xbb\xbfone\r\ntwo\r\n"), plain("one".encode("utf-16"))
    (b'one\ntwo\n', b'one')
    """
    if encoding := next((name for mark, name in _MARKS if data.startswith(mark)), ""):
        data = data.decode(encoding, "replace").encode("utf-8", "surrogatepass")
    return data.removeprefix(codecs.BOM_UTF8).replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def read_json(path: Path, what: str, *, remedy: str, most_bytes: int = LARGEST_JSON) -> Any:
    """Return the JSON value in the file at *path*, which should be *what*. Raises ``Failure``, ending in *remedy*."""
    data = plain(read_file(path, what, most_bytes=most_bytes, remedy=remedy))
    try:
        return json.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        wrong = f"byte {error.start + 1} is not UTF-8"
    except ValueError:
        wrong = "it is not JSON" if data else "it is empty"
    except RecursionError:
        wrong = "its JSON is nested too deeply"
    raise Failure(f"{shown(path)} is not {what}: {wrong}; {remedy}")


def check_place(path: Path, *, remedy: str) -> None:
    """Raise ``Failure``, ending in *remedy*, where no file can be written at *path*: a folder, or a pipe unread."""
    kind = kind_of(path)
    if kind in ("folder", "socket"):
        raise Failure(f"cannot write {shown(path)}: it is a {kind}; {remedy}")
    try:
        if kind == "pipe":
            os.close(_opened_pipe(path))
        elif not kind:
            path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return
    except (OSError, ValueError) as error:
        raise Failure(f"cannot write {shown(path)}: {why(error)}; {remedy}") from None


def for_this_user(path: str, flags: int) -> int:
    """Open the file at *path*, which nobody else may read if it is a new one; an ``opener`` for ``open``."""
    return os.open(path, flags, 0o600)


def write_file(path: Path, data: bytes, *, remedy: str, make_folder: bool = True, private: bool = False) -> None:
    """Write *data* to *path*, with *make_folder* in a folder made for it; *private* files are for this user alone.

    Raises ``Failure``, ending in *remedy*.
    """
    try:
        if kind_of(path) == "pipe":
            with os.fdopen(_opened_pipe(path), "wb") as file:
                file.write(data)
            return
        if make_folder:
            path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "wb", opener=for_this_user if private else None) as file:
            file.write(data)
    except (OSError, ValueError) as error:
        raise Failure(f"cannot write {shown(path)}: {why(error)}; {remedy}") from None


def write_whole(path: Path, data: bytes, *, ending: str = UNFINISHED) -> None:
    """Write *data* to *path* for this user alone, in whole or not at all; meanwhile the file has another *ending*.

    Raises ``OSError``.
    """
    made = path.with_suffix(ending)
    try:
        with open(made, "wb", opener=for_this_user) as file:
            file.write(data)
        made.replace(path)
    except OSError:
        made.unlink(missing_ok=True)
        raise


def _opened_pipe(path: Path, *, patience_s: float = 1.0) -> int:
    """Open the pipe at *path* for writing. Raises ``OSError`` if nobody reads it in time."""
    until = time.monotonic() + patience_s
    while True:
        try:
            descriptor = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
            os.set_blocking(descriptor, True)
            return descriptor
        except OSError as error:
            if error.errno != errno.ENXIO or time.monotonic() > until:
                raise
        time.sleep(0.05)
