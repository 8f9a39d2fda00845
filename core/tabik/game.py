"""Tabik as every other layer sees it: the ``Game`` protocol in canonical texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter

from core.board.cells import bits
from core.game import IllegalAction
from core.options import RuleOptions
from core.play.display import ShownGame
from core.play.numbering import Numbers
from core.reading import EMPTY, ROD
from core.tabik import diagnosis, notation, rules, survey
from core.tabik.counting import TabikCounting
from core.tabik.notation import STONES
from core.tabik.options import TabikOptions
from core.tabik.position import COLOUR_NAMES, COLOURS, Move, Position
from core.tabik.refusal import action_refusal
from core.verdict import AtHand, Objection, Outcome, Survey, Verdict, game_over


class Tabik(ShownGame):
    """The rules of Tabik. Its contents name edges beside the cells: ``b2-b3`` → ``rod`` or ``.``.

    A search uses ``moves`` and ``apply``, which know no texts: ``apply`` trusts that the
    move is legal. ``move_text`` and ``move_of`` lead from moves to texts and back.
    """

    name = "tabik"
    title = "Tabik"
    options: type[TabikOptions] = TabikOptions
    counting = TabikCounting()
    side_names: Mapping[str, str] = dict(zip(COLOURS, COLOUR_NAMES, strict=True))

    def moves(self, position: Position) -> list[Move]:
        return rules.moves(position)

    def apply(self, position: Position, move: Move) -> Position:
        return rules.apply(position, move)

    def move_text(self, position: Position, move: Move) -> str:
        return notation.format_move(rules.board_of(position), move)

    def move_of(self, position: Position, text: str) -> Move | None:
        """Return the typed move written as *text*, legal or not; None where no edge joins its cells."""
        return notation.move_of(rules.board_of(position), notation.read_action(text))

    def start(self, options: RuleOptions) -> Position:
        return rules.start(self.options.own(options))

    def parse_position(self, text: str, options: RuleOptions) -> Position:
        return notation.parse_position(text, self.options.own(options))

    def format_position(self, position: Position) -> str:
        return notation.format_position(position)

    def canonical_action(self, text: str) -> str:
        return notation.canonical_action(text)

    def actions(self, position: Position) -> Sequence[str]:
        grid = rules.board_of(position)
        return sorted(notation.format_move(grid, move) for move in rules.moves(position))

    def traces(self, position: Position) -> Iterator[tuple[str, Mapping[str, str]]]:
        """Yield the legal actions that change the board, in order, each with what it changes."""
        found = [notation.traced(position, move) for move in rules.moves(position)]
        yield from sorted((trace for trace in found if trace[1]), key=itemgetter(0))

    def play(self, position: Position, action: str) -> Position:
        objection = self.objection(position, action)
        if objection:
            raise IllegalAction(objection)
        move = self.move_of(position, action)
        assert move is not None
        return rules.apply(position, move)

    def objection(self, position: Position, action: str) -> Objection | None:
        written = notation.read_action(action)
        move = notation.move_of(rules.board_of(position), written)
        if position.outcome:
            return game_over(position.outcome)
        if move and rules.is_legal(position, move):
            return None
        return action_refusal(position, written)

    def outcome(self, position: Position) -> Outcome | None:
        return position.outcome

    def perft(self, position: Position, depth: int) -> int:
        return rules.perft(position, depth)

    def diagnose(self, before: Position, observed: Mapping[str, str], history: Sequence[Position] = ()) -> Verdict:
        return diagnosis.diagnose(before, observed, history)

    def announcements(self, before: Position, action: str, after: Position) -> Sequence[Objection]:  # noqa: ARG002
        return survey.announcements(before, after)

    def survey(self, contents: Mapping[str, str], options: RuleOptions) -> Survey:
        return survey.survey(contents, self.options.own(options))

    def at_hand(self, position: Position) -> AtHand:
        return survey.at_hand(position)

    def counted_cells(self, position: Position) -> Sequence[str]:
        """Return the stones in the winner's groups of the size that decides."""
        grid = rules.board_of(position)
        return [grid.names[cell] for cell in bits(rules.deciding_stones(position))]

    def impossible(self, position: Position, *, counted: bool) -> str | None:
        return survey.impossible(position) if counted else None

    def numbers(self, start: Position) -> Numbers:
        return notation.numbers(rules.board_of(start))

    def parse_contents(self, text: str) -> Mapping[str, str]:
        return notation.parse_contents(text)

    def format_contents(self, contents: Mapping[str, str], options: RuleOptions, to_move: str = "A") -> str:
        """Return *contents* as a position text; ``W`` is White's turn, anything else Black's, who begins."""
        grid = notation.grid_of(contents, self.options.own(options))
        return notation.format_contents(grid, contents, "W" if to_move == "W" else "B", 0)

    def cells(self, position: Position) -> tuple[str, ...]:
        return notation.names(rules.board_of(position))

    def contents(self, position: Position) -> Mapping[str, str]:
        return notation.contents(position)

    def alphabet(self, position: Position) -> tuple[str, ...]:
        return (EMPTY, *self.stock(position))

    def stock(self, position: Position) -> Mapping[str, int]:
        grid = rules.board_of(position)
        return {**dict.fromkeys(STONES, grid.size // 2), ROD: len(grid.edges)}
