"""A toy game that breaks lazy assumptions: three in a row on a strip of five cells, where a
player may also spend an own piece to put it on another cell (so actions change two cells).

The file is a whole game as ``core/games`` holds them; ``docs/adding-a-game.md`` shows it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from core import option_fields as declare
from core.game import IllegalAction
from core.options import RuleOptions, shown
from core.rulebook.entries import Clause, CodeEntry, Decision, Example, Rulebook
from core.verdict import Objection, Outcome, Partial, Played, Refused, Still, Survey, TakenBack, Verdict

CELLS = ("a1", "b1", "c1", "d1", "e1")
PIECES = 3


@dataclass(frozen=True, slots=True)
class ToyOptions(RuleOptions):
    title: ClassVar[str] = "Toy"

    spending: bool = declare.flag(
        default=True, rule="R1", changes="A player may move an own piece instead of placing a new one."
    )


@dataclass(frozen=True, slots=True)
class ToyPosition:
    row: tuple[str, ...] = (".",) * 5
    ply: int = 0
    options: ToyOptions = field(default_factory=ToyOptions)
    past: tuple[tuple[tuple[str, ...], int], ...] = ()
    """What came before, as row and whose turn it was, where there is a ``repetition_limit``."""

    @property
    def seats(self) -> tuple[str, ...]:
        return ("A", "B")

    @property
    def to_move(self) -> str | None:
        return None if _outcome(self) else self.seats[(self.options.first_seat + self.ply) % 2]


def _outcome(position: ToyPosition) -> Outcome | None:
    row, options = position.row, position.options
    for i in range(3):
        if row[i] != "." and len({*row[i : i + 3]}) == 1:
            return Outcome((row[i][0],), "line")
    if "." not in row:
        return Outcome(position.seats, "full", drawn=True)
    times = position.past.count((row, position.ply % 2)) + 1
    if options.repetition_limit and position.past and times >= options.repetition_limit:
        return Outcome(position.seats, "repetition", drawn=True)
    over = options.ply_limit and position.ply >= options.ply_limit
    return Outcome(position.seats, "ply_limit", drawn=True) if over else None


@dataclass(frozen=True, slots=True)
class Toy:
    name: str = "toy"
    title: str = "Toy"
    options: type[ToyOptions] = ToyOptions

    def start(self, options: RuleOptions) -> ToyPosition:
        return ToyPosition(options=self.options.own(options))

    def parse_position(self, text: str, options: RuleOptions) -> ToyPosition:
        row, _, ply = text.partition(" ")
        if not (ply.isascii() and ply.isdigit()):
            raise ValueError(f"the ply {shown(ply)} is no number")
        return ToyPosition(tuple(self.parse_contents(row).values()), int(ply), self.options.own(options))

    def format_position(self, position: ToyPosition) -> str:
        return f"{','.join(position.row)} {position.ply}"

    def canonical_action(self, text: str) -> str:
        target, *spent = text.strip().lower().split("-")
        if target not in CELLS or len(spent) > 1 or not set(spent) <= set(CELLS):
            raise ValueError(f"{shown(text)} is no action; write a cell, or the cell and the one that is spent, a1-b1")
        return "-".join([target, *spent])

    def actions(self, position: ToyPosition) -> Sequence[str]:
        if position.to_move is None:
            return ()
        empty = [c for c in CELLS if position.row[CELLS.index(c)] == "."]
        own = [c for c in CELLS if position.row[CELLS.index(c)] == f"{position.to_move}s"]
        placed = empty if len(own) < PIECES else []
        moved = [f"{c}-{d}" for c in empty for d in own] if position.options.spending else []
        return sorted(placed + moved)

    def play(self, position: ToyPosition, action: str) -> ToyPosition:
        if told := self.objection(position, action):
            raise IllegalAction(told)
        row = list(position.row)
        target, *spent = self.canonical_action(action).split("-")
        for cell in spent:
            row[CELLS.index(cell)] = "."
        row[CELLS.index(target)] = f"{position.to_move}s"
        past = (*position.past, (position.row, position.ply % 2)) if position.options.repetition_limit else ()
        return replace(position, row=tuple(row), ply=position.ply + 1, past=past)

    def objection(self, position: ToyPosition, action: str) -> Objection | None:
        written = self.canonical_action(action)
        if written in self.actions(position):
            return None
        return Objection("TOY-1", "That is not possible here.", tuple(written.split("-")), "Choose an empty cell.")

    def outcome(self, position: ToyPosition) -> Outcome | None:
        return _outcome(position)

    def perft(self, position: ToyPosition, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(self.perft(self.play(position, action), depth - 1) for action in self.actions(position))

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
            return Partial("one piece lifted", tuple(gone), "TOY-3")
        return Refused(Objection("TOY-2", "no legal change", tuple(gone + added), "put it back"))

    def announcements(self, before: ToyPosition, action: str, after: ToyPosition) -> Sequence[Objection]:  # noqa: ARG002
        return ()

    def survey(self, contents: Mapping[str, str], options: RuleOptions) -> Survey:  # noqa: ARG002
        return Survey()

    def parse_contents(self, text: str) -> Mapping[str, str]:
        row = text.split(" ")[0].split(",")
        if len(row) != len(CELLS) or not set(row) <= {".", "As", "Bs"}:
            raise ValueError(f"the row {shown(text)} must name five contents, each '.', 'As' or 'Bs', with commas")
        return dict(zip(CELLS, row, strict=True))

    def format_contents(self, contents: Mapping[str, str], options: RuleOptions, to_move: str = "A") -> str:  # noqa: ARG002
        return f"{','.join(contents[c] for c in CELLS)} 0"

    def cells(self, position: ToyPosition) -> tuple[str, ...]:  # noqa: ARG002
        return CELLS

    def contents(self, position: ToyPosition) -> Mapping[str, str]:
        return dict(zip(CELLS, position.row, strict=True))

    def alphabet(self, position: ToyPosition) -> tuple[str, ...]:  # noqa: ARG002
        return (".", "As", "Bs")

    def stock(self, position: ToyPosition) -> Mapping[str, int]:  # noqa: ARG002
        return {"As": PIECES, "Bs": PIECES}


def write_rulebook(name: str) -> Rulebook:
    return Rulebook(
        game=name,
        title="Toy",
        credit="Made for these tests.",
        licence="MIT",
        clauses=(Clause("1", "The turn", "Put a piece on an empty cell, or one of yours from another. Three win."),),
        decisions=(Decision("R1", "Moving a piece", "Allowed at any time.", ("spending",)),),
        codes=(
            CodeEntry(
                "TOY-1", "an action that is not legal", "That is not possible here.", Example("As,.,.,.,. 1", "a1")
            ),
            CodeEntry("TOY-2", "anything else", "no legal change", Example(".,.,.,.,. 0", observed="Bs,.,.,.,.")),
            CodeEntry(
                "TOY-3", "an own piece is gone", "one piece lifted", Example("As,Bs,.,.,. 2", observed=".,Bs,.,.,.")
            ),
        ),
    )


GAME = Toy()
RULEBOOK = write_rulebook
