"""A game of pieces on a grid: everything of ``core.game.Game`` that does not depend on its rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from core.game import IllegalAction
from core.grid import diagnosis
from core.grid.counting import GridCounting
from core.grid.notation import Notation
from core.grid.plane import Grid
from core.grid.position import PASS, GridPosition, Kind, Step
from core.options import SEATS, RuleOptions
from core.play.counting import Counting
from core.play.display import ShownGame
from core.play.numbering import Numbers
from core.reading import EMPTY
from core.verdict import Objection, Outcome, Survey, Verdict, game_over, in_words


class GridGame(ShownGame):
    """The base. A game sets the names below and writes ``steps``, ``effect`` and ``ending``; the rest it may.

    Seats take turns from A on. A seat that has no step passes; when nobody has one, the game is a draw.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    grid: ClassVar[Grid]
    kinds: ClassVar[tuple[Kind, ...]]
    """The kinds of pieces, each with a small letter of its own."""
    options: type[RuleOptions]
    """A subclass of ``GridOptions`` of its own: it says how many can play and which rules may be changed."""
    endings: ClassVar[tuple[str, ...]] = ()
    """The reasons that ``ending`` gives."""
    named_cells: ClassVar[tuple[int, ...]] = (1,)
    """How many cells an action may name: ``(1,)`` for placing, ``(2,)`` for moving from one to another."""

    def set_up(self, options: RuleOptions) -> Mapping[str, str]:  # noqa: ARG002 - for games that need them
        """Return what lies on the board at first; nothing unless a game says otherwise."""
        return {}

    def steps(self, position: GridPosition) -> Iterable[Step]:
        """Return what the seat to move may do. Only asked while the game goes on, and about any seat."""
        raise NotImplementedError

    def effect(self, position: GridPosition, step: Step) -> Mapping[str, str]:
        """Return what *step*, a legal one, changes: cell → new content."""
        raise NotImplementedError

    def ending(self, position: GridPosition) -> Outcome | None:
        """Return how the game ended if it has on this board; ``position.seat`` would be next."""
        raise NotImplementedError

    def reason(self, position: GridPosition, step: Step) -> tuple[str, str] | None:  # noqa: ARG002
        """Return the code and the words why *step* is not legal; None for the plain GRID-1."""
        return None

    def lines(self, position: GridPosition) -> Iterable[tuple[str, ...]]:  # noqa: ARG002
        """Return the winning lines on the board, in games that have such."""
        return ()

    # What follows is the same for every game.

    @cached_property
    def counting(self) -> Counting[GridPosition]:
        return GridCounting(self)

    @cached_property
    def notation(self) -> Notation:
        return Notation(self.grid, self._letters, self.named_cells, self._is_lettered)

    @cached_property
    def _letters(self) -> str:
        return "".join(kind.letter for kind in self.kinds)

    @property
    def _is_lettered(self) -> bool:
        """Return whether an action must say which kind is placed."""
        return 1 in self.named_cells and len(self.kinds) > 1

    def start(self, options: RuleOptions) -> GridPosition:
        options = self.options.own(options)
        contents = dict.fromkeys(self.grid.cells, EMPTY) | dict(self.set_up(options))
        return self._position(contents, options.first_seat, 0, options)

    def parse_position(self, text: str, options: RuleOptions) -> GridPosition:
        options = self.options.own(options)
        seats = SEATS[: options.players]
        contents, side, ply = self.notation.read_position(text, seats)
        for objection in diagnosis.over_stock(self, contents):
            raise ValueError(objection.message)
        if side != "-":
            return self._position(contents, seats.index(side), ply, options)
        for turn in range(len(seats)):
            position = self._position(contents, (options.first_seat + ply + turn) % len(seats), ply, options)
            if position.outcome:
                return position
        if options.repetition_limit:
            return replace(position, outcome=Outcome(position.seats, "repetition", drawn=True))
        raise ValueError("the side to move is -, but nothing here ends a game; write the seat to move")

    def format_position(self, position: GridPosition) -> str:
        return self.notation.format(position.contents, position.to_move or "-", position.ply)

    def canonical_action(self, text: str) -> str:
        return self.notation.read_action(text).text

    def moves(self, position: GridPosition) -> Sequence[Step]:
        """Return the legal steps, in no particular order."""
        if position.outcome:
            return ()
        return tuple(self.steps(position)) or (PASS,)

    def apply(self, position: GridPosition, move: Step) -> GridPosition:
        """Return the position after *move*, which must be legal: nothing is checked."""
        moved = position.changed({} if move == PASS else self.effect(position, move))
        return self._settled(
            replace(moved, mover=(position.mover + 1) % position.options.players, ply=position.ply + 1)
        )

    def move_text(self, position: GridPosition, move: Step) -> str:  # noqa: ARG002 - a step tells all
        return move.text

    def actions(self, position: GridPosition) -> Sequence[str]:
        return sorted(step.text for step in self.moves(position))

    def play(self, position: GridPosition, action: str) -> GridPosition:
        if objection := self.objection(position, action):
            raise IllegalAction(objection)
        return self.apply(position, self.notation.read_action(action))

    def objection(self, position: GridPosition, action: str) -> Objection | None:
        step = self.notation.read_action(action)
        if position.outcome:
            return game_over(position.outcome)
        legal = self.moves(position)
        if step in legal:
            return None
        some = in_words(sorted(other.text for other in legal)[:2], "or")
        return self.complaint(position, step, f"A legal move here would be {some}.")

    def complaint(self, position: GridPosition, step: Step, repair: str) -> Objection:
        """Return the objection to *step*, which is not legal."""
        if step == PASS:
            return Objection("GRID-2", f"{position.seat} can move, and may not pass.", (), repair)
        code, message = self.reason(position, step) or ("GRID-1", "The rules do not allow this.")
        return Objection(code, message, step.cells, repair)

    def outcome(self, position: GridPosition) -> Outcome | None:
        return position.outcome

    def perft(self, position: GridPosition, depth: int) -> int:
        if depth == 0:
            return 1
        moves = self.moves(position)
        return len(moves) if depth == 1 else sum(self.perft(self.apply(position, move), depth - 1) for move in moves)

    def diagnose(
        self, before: GridPosition, observed: Mapping[str, str], history: Sequence[GridPosition] = ()
    ) -> Verdict:
        return diagnosis.diagnose(self, before, observed, history)

    def announcements(self, before: GridPosition, action: str, after: GridPosition) -> Sequence[Objection]:  # noqa: ARG002
        if self.moves(after) == (PASS,):
            return (Objection("GRID-3", f"{after.seat} cannot move and has to pass."),)
        return ()

    def survey(self, contents: Mapping[str, str], options: RuleOptions) -> Survey:
        return diagnosis.survey(self, contents, options)

    def numbers(self, start: GridPosition) -> Numbers:  # noqa: ARG002 - the same from every start
        return self.notation.numbers()

    def parse_contents(self, text: str) -> Mapping[str, str]:
        return self.notation.read_contents(text)

    def format_contents(self, contents: Mapping[str, str], options: RuleOptions, to_move: str = "A") -> str:
        self.options.own(options)
        return self.notation.format(contents, to_move, 0)

    def cells(self, position: GridPosition) -> tuple[str, ...]:  # noqa: ARG002 - the board is the same throughout
        return self.grid.cells

    def contents(self, position: GridPosition) -> Mapping[str, str]:
        return position.contents

    def alphabet(self, position: GridPosition) -> tuple[str, ...]:
        return (EMPTY, *self.stock(position))

    def stock(self, position: GridPosition) -> Mapping[str, int]:
        return {seat + kind.letter: kind.stock for seat in position.seats for kind in self.kinds}

    def kind(self, content: str) -> Kind | None:
        """Return the kind of the piece that positions write as *content*; None for anything else."""
        return next((kind for kind in self.kinds if kind.letter == content[1:2]), None)

    def piece_name(self, content: str) -> str:
        kind = self.kind(content)
        return f"{content[0]}'s {kind.name if kind else 'piece'}"

    def left(self, position: GridPosition, letter: str) -> int:
        """Return how many pieces of the kind with that *letter* the seat to move has beside the board."""
        content = position.seat + letter
        return self.stock(position)[content] - len(position.holding(content))

    def board(self, contents: Mapping[str, str], options: RuleOptions, seat: str = "A") -> GridPosition:
        """Return the position with *contents*, *seat* being next; over if the game has ended on this board."""
        full = dict.fromkeys(self.grid.cells, EMPTY) | dict(contents)
        return self._position(full, SEATS.index(seat), 0, self.options.own(options))

    def _position(self, contents: Mapping[str, str], mover: int, ply: int, options: RuleOptions) -> GridPosition:
        board = tuple(contents[cell] for cell in self.grid.cells)
        return self._settled(GridPosition(options, self.grid, board, mover, ply))

    def _settled(self, position: GridPosition) -> GridPosition:
        """Return *position*, over if the game has ended, with its board remembered where repetition counts."""
        outcome = self.ending(position) or next(self._draws(position), None)
        if position.options.repetition_limit:
            position = replace(position, past=(*position.past, (position.board, position.mover)))
        return replace(position, outcome=outcome) if outcome else position

    def _draws(self, position: GridPosition) -> Iterator[Outcome]:
        options = position.options
        if not any(any(True for _ in self.steps(position.turned_to(seat))) for seat in self._from_mover(position)):
            yield Outcome(position.seats, "all_stuck", drawn=True)
        limit = options.repetition_limit
        if limit and position.past.count((position.board, position.mover)) + 1 >= limit:
            yield Outcome(position.seats, "repetition", drawn=True)
        if options.ply_limit and position.ply >= options.ply_limit:
            yield Outcome(position.seats, "ply_limit", drawn=True)

    def _from_mover(self, position: GridPosition) -> Sequence[str]:
        return (*position.seats[position.mover :], *position.seats[: position.mover])
