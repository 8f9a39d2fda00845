"""Positions and actions of grid games as text, both ways.

A position is its rows from the highest down, the side to move (``-`` at the end) and the ply:
``5/1As3/5 B 1``. An action is the cells it names, ``a2-b3``, with the kind's letter before them
where a piece is chosen, ``Sc3``; a pass is ``--``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from core.board.rows import format_rows, parse_rows, parts_of, read_ply, read_side, words_of
from core.grid.plane import Grid
from core.grid.position import PASS, Step
from core.options import SEATS, shown
from core.play.numbering import Numbers

LONGEST_ACTION = 200


@dataclass(frozen=True)
class Notation:
    """The texts of one game.

    ``counts`` says how many cells an action may name; ``lettered`` whether it begins with a kind's letter.
    """

    grid: Grid
    kinds: str
    """The letters of the kinds."""
    counts: Collection[int]
    lettered: bool

    @property
    def example(self) -> str:
        """An action, well formed."""
        cells = self.grid.cells[: max(self.counts)]
        return Step(cells, self.kinds[0] if self.lettered else "").text

    def read_action(self, text: str) -> Step:
        """Return the step written as *text*, legal or not. Raises ``ValueError``."""
        if text == PASS.text:
            return PASS
        kind = text[:1].lower() if self.lettered else ""
        cells = tuple((text[1:] if self.lettered else text[:LONGEST_ACTION]).split("-"))
        if self.lettered and (not text[:1].isupper() or kind not in tuple(self.kinds)):
            raise self._refused(text)
        if len(text) > LONGEST_ACTION or len(cells) not in self.counts or not set(cells) <= self.grid.numbers.keys():
            raise self._refused(text)
        return Step(cells, kind)

    def _refused(self, text: str) -> ValueError:
        low, high = self.grid.cells[0], self.grid.cells[-1]
        return ValueError(
            f"an action of this game is written such as {self.example}, with cells from {low} to {high}, or is --; "
            f"not {shown(text)}"
        )

    def read_contents(self, text: str) -> dict[str, str]:
        """Return the board of the position *text*; the rest of it is not read. Raises ``ValueError``."""
        parts = words_of(text)
        if not parts:
            raise ValueError("a position starts with the rows of the board; the text is empty")
        return self._read_rows(parts[0])

    def read_position(self, text: str, seats: str) -> tuple[dict[str, str], str, int]:
        """Return the board, the side to move (``-`` for nobody) and the ply. Raises ``ValueError``."""
        rows, side, ply_text = parts_of(text, "rows", "side to move", "ply")
        contents = self._read_rows(rows)
        read_side(side, seats)
        ply = read_ply(ply_text)
        for cell, content in contents.items():
            if content != "." and content[0] not in seats:
                raise ValueError(f"{cell} holds a piece of {content[0]}, but there are {len(seats)} players")
        return contents, side, ply

    def format(self, contents: Mapping[str, str], side: str, ply: int) -> str:
        """Return a position text."""
        return f"{format_rows(contents, self.grid.columns, self.grid.rows)} {side} {ply}"

    def numbers(self) -> Numbers:
        """Return the numbers of everything that can be written: a kind where one is chosen, and any cells."""
        return Numbers(self._before(max(self.counts) + 1) + 1, self._number)

    def _before(self, count: int) -> int:
        """Return how many actions name fewer than *count* cells."""
        kinds = len(self.kinds) if self.lettered else 1
        return sum(kinds * len(self.grid.cells) ** fewer for fewer in self.counts if fewer < count)

    def _number(self, action: str) -> int:
        step = self.read_action(action)
        if step == PASS:
            return self._before(max(self.counts) + 1)
        number = self.kinds.index(step.kind) if self.lettered else 0
        for cell in step.cells:
            number = number * len(self.grid.cells) + self.grid.numbers[cell]
        return self._before(len(step.cells)) + number

    def _read_rows(self, text: str) -> dict[str, str]:
        rows = text.split("/")
        if len(rows) != self.grid.rows:
            raise ValueError(f"the board has {self.grid.rows} rows, separated by /; {shown(text)} has {len(rows)}")
        hint = f"a piece is a seat and one of {', '.join(self.kinds)}, such as A{self.kinds[0]}; a number, empty cells"
        return parse_rows(rows, piece=f"[{SEATS}][{self.kinds}]", hint=hint, columns=self.grid.columns)
