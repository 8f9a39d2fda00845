"""A toy game that breaks lazy assumptions: three in a row on a strip of five cells, where a
player may also spend an own piece to put it on another cell (so actions change two cells)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.options import RuleOptions
from core.verdict import Objection, Outcome, Partial, Played, Refused, Still, Survey, TakenBack, Verdict

CELLS = ("a1", "b1", "c1", "d1", "e1")


@dataclass(frozen=True, slots=True)
class ToyPosition:
    row: tuple[str, ...] = (".",) * 5
    ply: int = 0
    options: RuleOptions = field(default_factory=RuleOptions)

    @property
    def seats(self) -> tuple[str, ...]:
        return ("A", "B")

    @property
    def to_move(self) -> str | None:
        return None if _winner(self.row) else self.seats[self.ply % 2]


def _winner(row: tuple[str, ...]) -> str | None:
    return next((row[i][0] for i in range(3) if row[i] != "." and len({*row[i : i + 3]}) == 1), None)


@dataclass(frozen=True, slots=True)
class Toy:
    name: str = "toy"
    title: str = "Toy"

    def start(self, options: RuleOptions) -> ToyPosition:
        return ToyPosition(options=options)

    def parse_position(self, text: str, options: RuleOptions) -> ToyPosition:
        row, ply = text.split()
        return ToyPosition(tuple(row.split(",")), int(ply), options)

    def format_position(self, position: ToyPosition) -> str:
        return f"{','.join(position.row)} {position.ply}"

    def canonical_action(self, text: str) -> str:
        return text

    def actions(self, position: ToyPosition) -> Sequence[str]:
        if position.to_move is None:
            return ()
        empty = [c for c in CELLS if position.row[CELLS.index(c)] == "."]
        own = [c for c in CELLS if position.row[CELLS.index(c)] == f"{position.to_move}s"]
        moves = sorted(empty + [f"{c}-{d}" for c in empty for d in own])
        return moves or ["--"]

    def play(self, position: ToyPosition, action: str) -> ToyPosition:
        row = list(position.row)
        if action != "--":
            target, *spent = action.split("-")
            for cell in spent:
                row[CELLS.index(cell)] = "."
            row[CELLS.index(target)] = f"{position.to_move}s"
        return replace(position, row=tuple(row), ply=position.ply + 1)

    def objection(self, position: ToyPosition, action: str) -> Objection | None:
        return None if action in self.actions(position) else Objection("TOY", "not so")

    def outcome(self, position: ToyPosition) -> Outcome | None:
        winner = _winner(position.row)
        return Outcome((winner,), "line") if winner else None

    def perft(self, position: ToyPosition, depth: int) -> int:
        return 1 if depth == 0 else sum(self.perft(self.play(position, a), depth - 1) for a in self.actions(position))

    def diagnose(
        self, before: ToyPosition, observed: Mapping[str, str], history: Sequence[ToyPosition] = ()
    ) -> Verdict:
        row = tuple(observed[c] for c in CELLS)
        if row == before.row:
            return Still()
        for action in self.actions(before):
            if self.play(before, action).row == row:
                return Played((action,))
        for plies, earlier in enumerate(reversed(history), start=1):
            if earlier.row == row:
                return TakenBack(plies)
        gone = [c for c, was, now in zip(CELLS, before.row, row, strict=True) if was != now and now == "."]
        added = [c for c, was, now in zip(CELLS, before.row, row, strict=True) if was != now and now != "."]
        if len(gone) == 1 and not added and before.row[CELLS.index(gone[0])] == f"{before.to_move}s":
            return Partial("one piece lifted", tuple(gone), "TOY-1")
        return Refused(Objection("TOY-2", "no legal change", tuple(gone + added), "put it back"))

    def announcements(self, before: ToyPosition, action: str, after: ToyPosition) -> Sequence[Objection]:  # noqa: ARG002
        return ()

    def survey(self, contents: Mapping[str, str], options: RuleOptions) -> Survey:  # noqa: ARG002
        return Survey()

    def parse_contents(self, text: str) -> Mapping[str, str]:
        return dict(zip(CELLS, text.split()[0].split(","), strict=True))

    def format_contents(self, contents: Mapping[str, str], options: RuleOptions, to_move: str = "A") -> str:  # noqa: ARG002
        return f"{','.join(contents[c] for c in CELLS)} 0"

    def cells(self, position: ToyPosition) -> tuple[str, ...]:  # noqa: ARG002
        return CELLS

    def contents(self, position: ToyPosition) -> Mapping[str, str]:
        return dict(zip(CELLS, position.row, strict=True))

    def alphabet(self, position: ToyPosition) -> tuple[str, ...]:  # noqa: ARG002
        return (".", "As", "Bs")

    def stock(self, position: ToyPosition) -> Mapping[str, int]:  # noqa: ARG002
        return {"As": 3, "Bs": 3}


TOY = Toy()
