"""Boards and names as text in a terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping

from core.formats.diagram import Moment, moment_text
from kiebitz.output import said
from kiebitz.tint import tinted

_ROW = re.compile(r" *\d")
"""Matches a row of a board, which holds no words to translate."""


def widest(names: Mapping[str, str]) -> int:
    """Return how wide the widest of *names* is for who reads it; a letter's width where there are none."""
    return max((len(said(name)) for name in names.values()), default=1)


def drawn(moment: Moment) -> str:
    """Return *moment* as a board of text for who reads it, with the pieces in their seats' colours."""
    lines = moment_text(moment).split("\n")
    return tinted("\n".join(line if _ROW.match(line) else said(line) for line in lines))
