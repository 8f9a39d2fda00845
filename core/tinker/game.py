"""The ``Game`` protocol for Tinker Tactics, in canonical texts: the interface for all other layers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from core.board.cells import bits
from core.game import IllegalAction, eliminations
from core.options import RuleOptions
from core.play.display import ShownGame
from core.play.numbering import Numbers, walks
from core.tinker import diagnosis, notation, rules, setup, survey
from core.tinker.board import SEAT_LETTERS
from core.tinker.counting import TinkerCounting
from core.tinker.notation import EMPTY
from core.tinker.options import TinkerOptions
from core.tinker.position import KINDS, PASS, STOCK, Move, Position, kind_of, value_of
from core.tinker.refusal import claim_refusal, pass_refusal
from core.tinker.stand_ins import alike, highest, others, stand_ins
from core.verdict import AtHand, Objection, Outcome, Survey, Verdict, game_over


class TinkerTactics(ShownGame):
    """The game.

    A search uses ``moves`` and ``apply``, which know no texts: ``apply`` trusts that the
    move is legal. ``move_text`` leads from moves to texts. An action is canonical in the
    names of its board, flat for two and four players; readers take local names too.
    """

    name = "tinker_tactics"
    title = "Tinker Tactics"
    options: type[TinkerOptions] = TinkerOptions
    counting = TinkerCounting()

    def moves(self, position: Position) -> list[Move]:
        return rules.moves(position)

    def apply(self, position: Position, move: Move) -> Position:
        return rules.apply(position, move)

    def move_text(self, position: Position, move: Move) -> str:
        return notation.format_move(position.board, move)

    def start(self, options: RuleOptions) -> Position:
        """Return the same fair deal every time; ``deal`` and ``set_up`` begin games of one's own."""
        return self.deal(options, 0)

    def deal(self, options: RuleOptions, seed: int) -> Position:
        """Return the start position that *seed* rolls, turns and arranges."""
        return setup.deal(self.options.own(options), Random(seed))

    def set_up(self, options: RuleOptions, hands: Sequence[object]) -> Position:
        """Return the start position of the dice of each seat, as ``setup.read_hand`` reads them.

        Raises ``IllegalAction`` with TT-1 to TT-4, and ``ValueError`` for what is no set-up.
        """
        seats = SEAT_LETTERS
        if not 2 <= len(hands) <= len(seats):
            raise ValueError(f"the set-up gives the dice of 2 to {len(seats)} seats, not of {len(hands)}")
        revealed = [setup.read_hand(seat, entry, players=len(hands)) for seat, entry in zip(seats, hands, strict=False)]
        return setup.revealed_position(revealed, self.options.own(options))

    def homes(self, options: RuleOptions) -> Mapping[str, str]:
        """Return cell → the seat whose mini-board it is on."""
        return setup.homes(self.options.own(options))

    def reveal_faults(
        self, contents: Mapping[str, str], options: RuleOptions, announced_total: int | None = None
    ) -> Sequence[Objection]:
        return setup.reveal_faults(contents, self.options.own(options), announced_total)

    def totals(self, options: RuleOptions) -> range:
        del options  # a stand-in has the range of the die that it stands for (R36)
        return setup.TOTALS

    def may_adjust(self, totals: Mapping[str, int], options: RuleOptions) -> tuple[str, ...]:
        return setup.may_turn(totals, self.options.own(options))

    def rolled(self, rng: Random) -> tuple[tuple[str, int], ...]:
        return tuple((f"d{kind}", value) for kind, value in zip(setup.SET, setup.roll(rng), strict=True))

    def shown_totals(self, contents: Mapping[str, str], options: RuleOptions) -> Mapping[str, int]:
        return setup.shown_totals(contents, self.options.own(options))

    def declared(self, options: RuleOptions) -> Sequence[str]:
        return [die.sentence for die in stand_ins(self.options.own(options).stand_in_dice)]

    def alike(self, options: RuleOptions) -> Sequence[frozenset[str]]:
        return alike(self.options.own(options).stand_in_dice)

    def parse_position(self, text: str, options: RuleOptions) -> Position:
        return notation.parse_position(text, self.options.own(options))

    def format_position(self, position: Position) -> str:
        return notation.format_position(position)

    def canonical_action(self, text: str) -> str:
        """Return *text* without effects; names stay as they are, as only a position tells what they mean."""
        written = notation.read_action(text)
        return f"{written.source}>{written.target}" if written else "--"

    def actions(self, position: Position) -> Sequence[str]:
        board = position.board
        return sorted(notation.format_move(board, move) for move in rules.moves(position))

    def traces(self, position: Position) -> Iterator[tuple[str, Mapping[str, str]]]:
        """Yield the walks that change the board, in order, each with what it changes."""
        yield from notation.traces(position)

    def play(self, position: Position, action: str) -> Position:
        objection = self.objection(position, action)
        if objection:
            raise IllegalAction(objection)
        return rules.apply(position, self._move_of(position, action) or PASS)

    def objection(self, position: Position, action: str) -> Objection | None:
        written = notation.read_action(action)
        move = self._move_of(position, action)
        if position.outcome:
            return game_over(position.outcome)
        if move and rules.is_legal(position, move):
            return None
        return claim_refusal(position, written) if written else pass_refusal(position)

    def outcome(self, position: Position) -> Outcome | None:
        return position.outcome

    def perft(self, position: Position, depth: int) -> int:
        return rules.perft(position, depth)

    def diagnose(self, before: Position, observed: Mapping[str, str], history: Sequence[Position] = ()) -> Verdict:
        return diagnosis.diagnose(before, observed, history)

    def announcements(self, before: Position, action: str, after: Position) -> Sequence[Objection]:  # noqa: ARG002
        return (*eliminations(before, after, "5.5"), *survey.announcements(after))

    def survey(self, contents: Mapping[str, str], options: RuleOptions) -> Survey:
        return survey.survey(contents, self.options.own(options))

    def at_hand(self, position: Position) -> AtHand:
        return survey.at_hand(position)

    def counted_cells(self, position: Position) -> Sequence[str]:
        """Return the cells of the dice of the only seat that is left."""
        if len(position.active) != 1:
            return ()
        return [position.board.names[cell] for cell in bits(position.own[position.active[0]])]

    def numbers(self, start: Position) -> Numbers:
        return walks(self.cells(start), ">")

    def parse_contents(self, text: str) -> Mapping[str, str]:
        return notation.parse_contents(text)

    def format_contents(self, contents: Mapping[str, str], options: RuleOptions, to_move: str = "A") -> str:
        return notation.format_contents(contents, self.options.own(options), to_move)

    def cells(self, position: Position) -> tuple[str, ...]:
        return position.board.names

    def contents(self, position: Position) -> Mapping[str, str]:
        return notation.contents(position)

    def alphabet(self, position: Position) -> tuple[str, ...]:
        return (EMPTY, *self.stock(position))

    def stock(self, position: Position) -> Mapping[str, int]:
        """Return how many dice of each content exist; a die that others stand in for may show as much as they."""
        shapes = others(position.options.stand_in_dice)
        above = any(face and value_of(face) > KINDS[kind_of(face)] for face in position.faces)
        return {
            f"{seat}{kind}={value}": number
            for seat in position.seats
            for kind, number in zip(KINDS, STOCK, strict=True)
            for value in range(1, highest(kind, max(KINDS) if above else 0, *shapes.get(kind, ())) + 1)
        }

    def _move_of(self, position: Position, action: str) -> Move | None:
        """Return *action* as a typed move; None for a walk that leaves the board. Raises ``ValueError``."""
        written, board = notation.read_action(action), position.board
        if written is None:
            return PASS
        source = board.cell(written.source)
        return None if board.is_off(written.target) else Move(source, board.cell(written.target))
