"""Text boards with pieces in their seats' colours. ``click.echo`` drops the colours if the output is no terminal."""

from __future__ import annotations

import os
import re

import click

_STYLES = {"A": "red", "B": "yellow", "C": "green", "D": "blue", "E": "magenta", "F": "cyan"}
_PIECE = re.compile(r"(?<![\w/])([A-F])(?:[sml]|[468]=[0-9]+)(?![\w/])")


def tinted(board: str) -> str:
    """Return *board* with every piece in its seat's colour; unchanged if ``NO_COLOR`` is set."""
    if os.environ.get("NO_COLOR"):
        return board
    return _PIECE.sub(lambda piece: click.style(piece[0], fg=_STYLES[piece[1]], bold=True), board)
