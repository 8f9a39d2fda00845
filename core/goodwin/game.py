"""The ``Game`` protocol for the family, in canonical texts: the interface for all other layers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from core.board.cells import bits
from core.game import IllegalAction, eliminations
from core.goodwin import diagnosis, survey
from core.goodwin.change import Change
from core.goodwin.counting import GoodwinCounting
from core.goodwin.family import Family
from core.goodwin.notation import MOST_TEXTS, Notation
from core.goodwin.options import GoodwinOptions
from core.goodwin.position import KIND_LETTERS, SEAT_LETTERS, STOCK, Move, Position
from core.goodwin.refusal import pass_refusal, refusal
from core.goodwin.rules import Rules
from core.options import RuleOptions
from core.play.display import ShownGame
from core.play.numbering import Numbers
from core.reading import EMPTY
from core.verdict import Objection, Outcome, Survey, Verdict, game_over


class Goodwin(ShownGame):
    """One game of the family.

    A search uses ``moves`` and ``apply``, which know no texts: ``apply`` trusts that the
    move is legal. ``move_text`` and ``move_of`` lead from moves to texts and back.
    """

    def __init__(self, family: Family) -> None:
        self.family = family
        self.rules = Rules(family)
        self.notation = Notation(self.rules)
        self.counting = GoodwinCounting(self.notation)
        self._traced: dict[tuple[int, Move], tuple[str, Mapping[str, str]]] = {}

    @property
    def name(self) -> str:
        return self.family.name

    @property
    def title(self) -> str:
        return self.family.title

    @property
    def options(self) -> type[GoodwinOptions]:
        return self.family.options

    def moves(self, position: Position) -> list[Move]:
        return self.rules.moves(position)

    def apply(self, position: Position, move: Move) -> Position:
        return self.rules.apply(position, move)

    def move_text(self, position: Position, move: Move) -> str:  # noqa: ARG002 - a move tells all there is to write
        return self.notation.format_move(move)

    def move_of(self, text: str) -> Move:
        """Return the typed move written as *text*, legal or not."""
        return self.notation.move_of(self.notation.read_action(text))

    def start(self, options: RuleOptions) -> Position:
        return self.rules.start(self.options.own(options))

    def parse_position(self, text: str, options: RuleOptions) -> Position:
        return self.notation.parse_position(text, self.options.own(options))

    def format_position(self, position: Position) -> str:
        return self.notation.format_position(position)

    def canonical_action(self, text: str) -> str:
        return self.notation.canonical_action(text)

    def actions(self, position: Position) -> Sequence[str]:
        return sorted(map(self.notation.format_move, self.rules.moves(position)))

    def traces(self, position: Position) -> Iterator[tuple[str, Mapping[str, str]]]:
        """Yield the placements that are legal, in order, each with what it changes on the board."""
        known, mover = self._traced, position.mover
        placements = [(mover, move) for move in self.rules.moves(position) if move.target >= 0]
        yield from sorted(known.get(each) or self._traced_anew(*each) for each in placements)

    def _traced_anew(self, mover: int, move: Move) -> tuple[str, Mapping[str, str]]:
        """Write *move* of the seat *mover* and what it changes; remember and return both."""
        if len(self._traced) >= MOST_TEXTS:
            self._traced.clear()
        names = self.rules.topology.names
        piece = SEAT_LETTERS[mover] + KIND_LETTERS[move.kind]
        change = {names[move.target]: piece, **{names[cell]: EMPTY for cell in bits(move.spent)}}
        found = self._traced[mover, move] = (self.notation.format_move(move), change)
        return found

    def play(self, position: Position, action: str) -> Position:
        objection = self.objection(position, action)
        if objection:
            raise IllegalAction(objection)
        return self.rules.apply(position, self.move_of(action))

    def objection(self, position: Position, action: str) -> Objection | None:
        written = self.notation.read_action(action)
        if position.outcome:
            return game_over(position.outcome)
        if self.notation.move_of(written) in self.rules.moves(position):
            return None
        if written is None:
            return pass_refusal(self.notation, position)
        return refusal(Change.claim(self.notation, position, *written))

    def piece_name(self, content: str) -> str:
        return f"{content[0]}'s {self.notation.family.kinds[KIND_LETTERS.index(content[1])]}"

    def outcome(self, position: Position) -> Outcome | None:
        return position.outcome

    def perft(self, position: Position, depth: int) -> int:
        return self.rules.perft(position, depth)

    def diagnose(self, before: Position, observed: Mapping[str, str], history: Sequence[Position] = ()) -> Verdict:
        return diagnosis.diagnose(self.notation, before, observed, history)

    def announcements(self, before: Position, action: str, after: Position) -> Sequence[Objection]:
        told = survey.announcements(self.notation, after, self.move_of(action), before.mover)
        return (*eliminations(before, after, "3.7"), *told)

    def survey(self, contents: Mapping[str, str], options: RuleOptions) -> Survey:
        return survey.survey(
            self.notation, self.rules.start(replace(self.options.own(options), first_player="A")), contents
        )

    def impossible(self, position: Position, *, counted: bool) -> str | None:
        return survey.impossible(self.notation, position, counted=counted)

    def numbers(self, start: Position) -> Numbers:  # noqa: ARG002 - every game of the family has one board
        return self.notation.numbers()

    def parse_contents(self, text: str) -> Mapping[str, str]:
        return self.notation.parse_contents(text)

    def format_contents(self, contents: Mapping[str, str], options: RuleOptions, to_move: str = "A") -> str:
        passes = ",".join("0" * self.options.own(options).players)
        return f"{self.notation.format_rows(contents)} {to_move} {passes} 0"

    def cells(self, position: Position) -> tuple[str, ...]:  # noqa: ARG002 - the board is the same in every position
        return self.rules.topology.names

    def contents(self, position: Position) -> Mapping[str, str]:
        return self.notation.contents(position)

    def alphabet(self, position: Position) -> tuple[str, ...]:
        return (EMPTY, *self.stock(position))

    def stock(self, position: Position) -> Mapping[str, int]:
        return {
            seat + letter: count for seat in position.seats for letter, count in zip(KIND_LETTERS, STOCK, strict=True)
        }
