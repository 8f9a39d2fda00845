"""``kiebitz engine``: the rules for other programs, one line in, one line out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import IO

import click

from app.commands import common

LONGEST_LINE = 1_000_000
"""Bytes of a request; what is longer is answered with an error and skipped."""


@click.command(short_help="Answer questions about the rules, line by line, for programs.")
@click.option("--protocol", type=click.Choice(["json"]), default="json", show_default=True)
def command(protocol: str) -> None:  # noqa: ARG001 - there is one so far
    """Answer one request per line of stdin with one JSON reply per line of stdout."""
    from app.advice import answer_request
    from core.engine import answer

    for line in _lines(sys.stdin.buffer):
        if line is None:
            common.write_json({"error": f"a request is at most {LONGEST_LINE} bytes long"})
        elif line.strip():
            common.write_json(answer(line, answer_request))


def _lines(stream: IO[bytes]) -> Iterator[str | None]:
    """Yield the lines of *stream* as text, None for one that is too long."""
    while part := stream.readline(LONGEST_LINE):
        if part.endswith(b"\n") or len(part) < LONGEST_LINE:
            yield part.decode("utf-8", errors="replace")
            continue
        while part and not part.endswith(b"\n"):
            part = stream.readline(LONGEST_LINE)
        yield None
