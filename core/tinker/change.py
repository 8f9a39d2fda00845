"""What differs between a position and a board that somebody saw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from core.tinker.board import SEAT_LETTERS
from core.tinker.notation import EMPTY, Die, contents, stacked
from core.tinker.position import Position
from core.verdict import capitalised, in_words


@dataclass(frozen=True)
class Change:
    """What became of *position*: the dice before and after, cell by cell.

    ``after`` may hold dice beside the board or in its hole, and ``strange`` what is no
    die of this game, or more than one on a cell.
    """

    position: Position
    before: Mapping[str, Die]
    after: Mapping[str, Die]
    strange: Mapping[str, str]

    @classmethod
    def between(cls, position: Position, observed: Mapping[str, str]) -> Change:
        """Return the difference between *position* and *observed*; a cell left out counts as unchanged.

        Raises ``ValueError`` naming anything that is not a cell.
        """
        board = position.board
        before = contents(position)
        seen = dict(before)
        named: dict[str, str] = {}
        for name, content in observed.items():
            if board.is_off(name):
                named[name] = content or EMPTY
                continue
            cell = board.names[board.cell(name)]
            named[cell] = stacked(named.get(cell, EMPTY), content or EMPTY)
        seen |= named
        dice = {cell: Die.parse(content.rstrip("!")) for cell, content in seen.items() if content != EMPTY}
        seats = SEAT_LETTERS[: board.players]
        known = {cell: die for cell, die in dice.items() if die and die.owner in seats}
        return cls(
            position,
            before={cell: die for cell, content in before.items() if (die := Die.parse(content))},
            after=known,
            strange={cell: seen[cell] for cell in dice if cell not in known},
        )

    @cached_property
    def seat(self) -> str:
        return self.position.to_move or "-"

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """What differs, in the order of the cells, places beside the board last."""
        names = dict.fromkeys((*self.position.board.names, *self.after, *self.strange))
        return tuple(n for n in names if self.before.get(n) != self.after.get(n) or n in self.strange)

    @cached_property
    def arrivals(self) -> dict[str, Die]:
        """Cells that hold a die of an owner or kind that was not on them."""
        return {cell: die for cell, die in self.after.items() if not die.is_like(self.before.get(cell))}

    @cached_property
    def departures(self) -> dict[str, Die]:
        """Cells whose die is gone, with the die."""
        return {cell: die for cell, die in self.before.items() if not die.is_like(self.after.get(cell))}

    @cached_property
    def gone(self) -> frozenset[str]:
        """Cells that are empty now, though their die did not go to another."""
        walked = {source for source, _ in self.moved}
        return frozenset(cell for cell in self.departures if cell not in self.after and cell not in walked)

    @cached_property
    def turned(self) -> dict[str, tuple[int, int]]:
        """Cells whose die shows another value, with both values."""
        return {
            cell: (die.value, self.after[cell].value)
            for cell, die in self.before.items()
            if die.is_like(self.after.get(cell)) and self.after[cell].value != die.value
        }

    @cached_property
    def moved(self) -> tuple[tuple[str, str], ...]:
        """The dice that went from a cell to another: every arrival with the likeliest departure of such a die."""
        sources: dict[tuple[str, str], list[str]] = {}
        for cell, old in self.departures.items():
            sources.setdefault((old.owner, old.kind), []).append(cell)
        pairs: list[tuple[str, str]] = []
        for target, die in self.arrivals.items():
            if left := sources.get((die.owner, die.kind)):
                likeliest = min(left, key=lambda cell: self._doubt(cell, target))
                left.remove(likeliest)
                pairs.append((likeliest, target))
        return tuple(pairs)

    def _doubt(self, source: str, target: str) -> tuple[bool, bool]:
        """Return what speaks against the die on *target* having come from *source*."""
        board, value = self.position.board, self.before[source].value
        walked = target in board.numbers and board.reach[value][board.cell(source)] >> board.cell(target) & 1
        return self.after[target].value != value, not walked

    def is_out(self, owner: str) -> bool:
        """Return whether *owner* has been eliminated."""
        return not self.position.own[SEAT_LETTERS.index(owner)]

    @property
    def undo(self) -> str:
        """What would restore the position before."""
        known = {target for _, target in self.moved} | self.before.keys()
        steps = [f"take what is on {cell} off" for cell in self.cells if cell not in known]
        for cell in self.cells:
            if cell in self.before:
                die = self.before[cell]
                verb = "turn" if cell in self.turned else "put"
                to = f"on {cell} back to {die.value}" if cell in self.turned else f"back on {cell}, showing {die.value}"
                steps.append(f"{verb} {die.owner}'s d{die.kind} {to}")
        return capitalised(in_words(steps)) + "."
