"""Books of openings: what a long search found in the first positions of a game, up to the board's symmetries.

``python -m training.openings GAME`` makes ``adviser/books/GAME-openings.txt``. A book is for the default options.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from adviser.findings import Alternative, Findings
from core.game import Game, P
from core.play.counting import renamed, symmetries

FOLDER = Path(__file__).parent / "books"
_EDGE = re.compile(r"[a-z]\d+-[a-z]\d+")
_SEPARATOR = " | "


class View(NamedTuple):
    """A position in its first image under the symmetries: its ``key``, and cells → their images there, and back."""

    key: str
    there: Mapping[str, str]
    back: Mapping[str, str]


@dataclass(frozen=True)
class Book:
    """What searches found, by the key of the position; its actions are those of the first image.

    Searches of up to *seconds* may be answered from it, and any search by what it has proved.
    """

    seconds: float
    entries: Mapping[str, Findings]

    def text(self) -> str:
        """Return the book as ``read`` reads it.

        >>> sure = Findings(1.0, ("Sc3",), 900, True, 3, (Alternative("Sc3", 1.0, 5),))
        >>> read(Book(2.0, {"c4As B 0,0 1": sure}).text()).entries["c4As B 0,0 1"] == replace(sure, from_book=True)
        True
        """
        return "".join([f"{self.seconds:g}\n", *(_row(key, self.entries[key]) for key in sorted(self.entries))])


def look_up(game: Game[P], position: P, seconds: float) -> Findings | None:
    """Return what the book of *game* says of *position*; None where it says nothing.

    It says nothing either to a longer search than it was made with, unless it has a proof.
    """
    if position.options != game.options() or not (book := find(game.name)):
        return None
    seen = view(game, position)
    found = book.entries.get(seen.key)
    if found is None or (seconds > book.seconds and not found.proved):
        return None
    return turned(game, found, seen.back)


@cache
def find(name: str) -> Book | None:
    """Return the book of the game of this *name*, if there is one."""
    path = FOLDER / f"{name}-openings.txt"
    return read(path.read_text(encoding="utf-8")) if path.exists() else None


def read(text: str) -> Book:
    """Return the book that ``Book.text`` wrote; lines that begin with # are comments."""
    first, *rows = [line for line in text.splitlines() if not line.startswith("#")]
    return Book(float(first), dict(map(_entry, rows)))


def view(game: Game[P], position: P) -> View:
    """Return *position*, on a square board, in the first of its images under the board's symmetries."""
    contents = {cell: content for cell, content in game.contents(position).items() if "-" not in cell}
    pieces = [cell + content for cell, content in contents.items() if content != "."]
    words = game.format_position(position).split()[1:]
    images = [(_key(pieces, words, names), names) for names in symmetries(math.isqrt(len(contents)))]
    key, there = min(images, key=lambda image: image[0])
    return View(key, there, {image: cell for cell, image in there.items()})


def turned(game: Game[P], found: Findings, names: Mapping[str, str]) -> Findings:
    """Return *found* with *names* in the place of the cells."""

    def text(action: str) -> str:
        return game.canonical_action(renamed(action, names))

    line = tuple(map(text, found.line))
    others = tuple(Alternative(text(other.action), other.value, other.visits) for other in found.alternatives)
    return replace(found, line=line, alternatives=others)


def _key(pieces: list[str], words: list[str], names: Mapping[str, str]) -> str:
    there = sorted(renamed(piece, names) for piece in pieces)
    return " ".join([",".join(there) or "-", *(_same(word, names) for word in words)])


def _same(word: str, names: Mapping[str, str]) -> str:
    """Return *word* of a position after renaming cells, with a list of edges put back in order."""
    if not _EDGE.match(word):
        return word
    edges = (sorted(cell for cell in edge.split("-")) for edge in renamed(word, names).split(","))
    return ",".join(sorted("-".join(edge) for edge in edges))


def _row(key: str, found: Findings) -> str:
    sure = "-" if not found.proved else "?" if found.plies is None else str(found.plies)
    others = (f"{other.action}={other.value:.4f}={other.visits}" for other in found.alternatives)
    about = f"{found.value:.4f} {found.simulations} {sure}"
    return _SEPARATOR.join([key, about, " ".join(found.line), " ".join(others)]) + "\n"


def _entry(row: str) -> tuple[str, Findings]:
    key, about, line, others = row.split(_SEPARATOR)
    value, simulations, sure = about.split()
    alternatives = tuple(
        Alternative(action, float(worth), int(visits))
        for action, worth, visits in (other.split("=") for other in others.split())
    )
    plies = int(sure) if sure.isdigit() else None
    return key, Findings(
        float(value), tuple(line.split()), int(simulations), sure != "-", plies, alternatives, from_book=True
    )
