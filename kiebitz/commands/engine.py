"""``kiebitz engine``: serves the rules to other programs, as JSON or in the Universal Game Interface."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from typing import IO

import click

from core.games import USUAL
from kiebitz import output
from kiebitz.commands import common
from kiebitz.commands.choices import GAME

LONGEST_LINE = 1_000_000
"""Most bytes of a request; a longer one is skipped and answered with an error."""
LONGEST_COUNT_S = 600.0
"""Time limit of a perft, in seconds."""


@click.command(short_help="Answer other programs, line by line.")
@click.option("--protocol", type=click.Choice(["json", "ugi"]), default="json", show_default=True, help="The protocol.")
@click.option(
    "--game",
    "game_name",
    type=GAME,
    default=USUAL,
    show_default=True,
    help="The game that UGI starts with.",
)
def command(protocol: str, game_name: str) -> None:
    """Answer what programs write to stdin, on stdout.

    json: one request per line, one JSON reply per line. ugi: the Universal Game Interface
    of engines and tournament runners.
    """
    if protocol == "json":
        common.refuse("game_name", why="on JSON requests; each of them names its game")
    if protocol == "ugi":
        _talk(game_name)
    else:
        _answer()


def _answer() -> None:
    from core.formats.json_engine import answer
    from kiebitz.programs.advice import answer_request

    for line in _lines(sys.stdin.buffer):
        if line is None:
            output.write_json({"error": f"a request is at most {LONGEST_LINE} bytes long"})
        elif line.strip():
            output.write_json(answer(line, answer_request, _after(LONGEST_COUNT_S)))


def _talk(game_name: str) -> None:
    from kiebitz.programs.ugi import Conversation

    conversation = Conversation(common.the_game(game_name), _say)
    try:
        for line in _lines(sys.stdin.buffer):
            if line is None:
                _say(f"info string error: a line is at most {LONGEST_LINE} bytes long")
            elif not conversation.hear(line):
                return
        conversation.finish()
    finally:
        conversation.abandon()


def _after(seconds: float) -> Callable[[], bool]:
    deadline = time.monotonic() + seconds
    return lambda: time.monotonic() >= deadline


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _lines(stream: IO[bytes]) -> Iterator[str | None]:
    """Yield the lines of *stream* as text; None for a line that is too long."""
    while part := stream.readline(LONGEST_LINE):
        if part.endswith(b"\n") or len(part) < LONGEST_LINE:
            yield part.decode("utf-8", errors="replace").removeprefix("\ufeff")
            continue
        while part and not part.endswith(b"\n"):
            part = stream.readline(LONGEST_LINE)
        yield None
