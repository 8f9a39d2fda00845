"""Writes answers (JSON or text) to standard output or a file, and remarks, in the reader's language, to stderr."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from core.json_types import Json
from kiebitz.discreet import without_secrets
from kiebitz.disk import write_file
from kiebitz.failure import Failure

if TYPE_CHECKING:
    from kiebitz.language import Language

INTERRUPTED = 130
"""Exit status after Ctrl-C, even if results found before it are shown or kept."""
LANGUAGE = "kiebitz.language"
"""Key in the ``meta`` of a command's context: the code of the language that the command line asks for."""


@contextmanager
def progress(what: str, total: int | None, *, done: int = 0) -> Iterator[Callable[[int], None]]:
    """Give what is to be told how many of *total* are done; on a terminal that moves a bar, called *what*.

    Without a *total*, or where nobody looks, nothing is shown.
    """
    if not total or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, redirect_stdout=sys.stdout.isatty()) as bar:
        task = bar.add_task(what, total=total, completed=done)
        yield lambda count: bar.update(task, completed=count)


def write_json(value: Mapping[str, Json] | Sequence[Json]) -> None:
    """Write *value* as one line of JSON and flush it."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def write_text(text: str, out: Path | None, *, option: str = "--out") -> None:
    """Write *text* to the file *out*, or to stdout. Raises ``Failure`` naming *option* if it cannot be written."""
    if out is None:
        sys.stdout.write(text)
        return
    write_file(out, text.encode("utf-8"), remedy=f"name another place with {option}", make_folder=False)


def write_bytes(data: bytes, out: Path | None) -> None:
    """Write *data* to the file *out*, or to stdout. Raises ``Failure`` if it cannot be written, or only to a screen."""
    if out is not None:
        write_file(out, data, remedy="name another place with --out", make_folder=False)
    elif sys.stdout.isatty():
        raise Failure("a picture is no text for a terminal; name a file with --out")
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)


def note(message: str) -> None:
    """Write one line for people, given in English, to stderr."""
    print(f"kiebitz: {without_secrets(said(message))}", file=sys.stderr, flush=True)


def said(text: str) -> str:
    """Return *text*, which is English, in the language of whoever runs the command."""
    return reading()(text)


def reading() -> Language:
    """Return the language of whoever runs the command: as it asks for, else as the surroundings say."""
    from kiebitz.language import language, preferred

    context = click.get_current_context(silent=True)
    return language((context and context.meta.get(LANGUAGE)) or preferred(os.environ))
