"""Boards as seen, possible or not, and how they differ from a position; or what an action would change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.goodwin.notation import Notation
from core.goodwin.position import KIND_LETTERS, SEAT_LETTERS, Position
from core.reading import EMPTY
from core.verdict import Objection, capitalised, in_words


@dataclass(frozen=True, slots=True)
class Change:
    """What became of *position*, as cell → piece; ``changed`` holds the old and the new piece.

    ``claimed`` says that this is an action somebody wrote, not something on the table;
    ``missing`` are cells it spends though they are empty.
    """

    notation: Notation
    position: Position
    added: Mapping[str, str]
    removed: Mapping[str, str]
    changed: Mapping[str, tuple[str, str]]
    claimed: bool = False
    missing: tuple[str, ...] = ()

    @classmethod
    def between(cls, notation: Notation, position: Position, observed: Mapping[str, str]) -> Change:
        """Return the difference between *position* and the full board *observed*."""
        before = notation.contents(position)
        differ = {cell: (old, observed[cell]) for cell, old in before.items() if old != observed[cell]}
        return cls(
            notation,
            position,
            added={cell: new for cell, (old, new) in differ.items() if old == EMPTY},
            removed={cell: old for cell, (old, new) in differ.items() if new == EMPTY},
            changed={cell: pair for cell, pair in differ.items() if EMPTY not in pair},
        )

    @classmethod
    def claim(cls, notation: Notation, position: Position, kind: int, target: str, spent: tuple[str, ...]) -> Change:
        """Return what the mover would do to the table by placing *kind* on *target* and spending *spent*."""
        before = notation.contents(position)
        piece = SEAT_LETTERS[position.mover] + KIND_LETTERS[kind]
        free = before[target] == EMPTY
        return cls(
            notation,
            position,
            added={target: piece} if free else {},
            removed={cell: before[cell] for cell in spent if cell != target and before[cell] != EMPTY},
            changed={} if free else {target: (before[target], piece)},
            claimed=True,
            missing=tuple(cell for cell in spent if before[cell] == EMPTY),
        )

    @property
    def seat(self) -> str:
        return SEAT_LETTERS[self.position.mover]

    @property
    def placed(self) -> tuple[str, str]:
        """The one cell that gained a piece, and the letter of the piece's kind."""
        ((cell, piece),) = self.added.items()
        return cell, piece[1:]

    @property
    def cells(self) -> tuple[str, ...]:
        touched = {*self.added, *self.removed, *self.changed, *self.missing}
        return tuple(cell for cell in self.notation.topology.names if cell in touched)

    def word(self, piece: str) -> str:
        """Return what people call the kind of *piece* (or of a kind's letter)."""
        letter = piece[-1:]
        names = self.notation.family.kind_names(self.position.options)
        return names[KIND_LETTERS.index(letter)] if letter in set(KIND_LETTERS) else "piece"

    def plural(self, kind: int) -> str:
        return self.notation.family.kind_names(self.position.options)[kind] + "s"

    def objection(self, code: str, message: str, *cells: str) -> Objection:
        return Objection(code, message, cells or self.cells, self._repair())

    def _repair(self) -> str:
        """Return the remedy: how to finish the move legally, if possible, and how to undo it."""
        moves = self._completions()
        hint = ""
        if moves:
            (cell, letter), some = self.placed, in_words(moves[:2], "or")
            hint = f"A legal move with the {self.word(letter)} on {cell} would be {some}."
        if not self.claimed:
            return f"{self._undo()} {hint}".strip()
        if hint:
            return hint
        other = self.notation.rules.moves(self.position)
        return f"A legal move would be {self.notation.format_move(other[0])}."

    def _completions(self) -> list[str]:
        """Return the legal moves that place the same piece on the same cell."""
        if len(self.added) != 1 or self.changed or self.placed[1] not in set(KIND_LETTERS):
            return []
        cell, letter = self.placed
        kind, target = KIND_LETTERS.index(letter), self.notation.topology.cell(cell)
        if self.added[cell][0] != self.seat:
            return []
        legal = self.notation.rules.moves(self.position)
        return sorted(self.notation.format_move(m) for m in legal if m.kind == kind and m.target == target)

    def _undo(self) -> str:
        steps = [f"take the {self.word(piece)} off {cell}" for cell, piece in self.added.items()]
        steps += [f"put {piece[0]}'s {self.word(piece)} back on {cell}" for cell, piece in self.removed.items()]
        steps += [
            f"put {old[0]}'s {self.word(old)} back on {cell} in place of {new[0]}'s {self.word(new)}"
            for cell, (old, new) in self.changed.items()
        ]
        return capitalised(in_words(steps)) + "."


def completed(notation: Notation, before: Position, observed: Mapping[str, str]) -> dict[str, str]:
    """Return *observed* with what *before* holds on the cells left out, in the order of the cells.

    Raises ``ValueError`` naming a cell that the board has not.
    """
    seen = notation.contents(before)
    for cell, content in observed.items():
        if cell not in seen:
            notation.topology.cell(cell)
        seen[cell] = content or EMPTY
    return seen


def bitboards(contents: Mapping[str, str], players: int) -> tuple[int, ...] | None:
    """Return *contents*, every cell in order, as bitboards; None if a cell holds what this game has not."""
    boards = [0] * (3 * players)
    for cell, content in enumerate(contents.values()):
        if content != EMPTY:
            if not is_piece(content, players):
                return None
            boards[3 * SEAT_LETTERS.index(content[0]) + KIND_LETTERS.index(content[1])] |= 1 << cell
    return tuple(boards)


def is_piece(content: str, players: int) -> bool:
    """Return whether *content* is a piece in a game of *players*."""
    return len(content) == 2 and 0 <= SEAT_LETTERS.find(content[0]) < players and content[1] in KIND_LETTERS
