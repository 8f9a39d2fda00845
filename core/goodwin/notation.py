"""Reads and writes positions and moves as text (3.4), and board contents as a camera sees them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from core.board.cells import bits
from core.board.rows import LONGEST_TEXT, format_rows, parse_rows, parts_of, read_ply, read_side, words_of
from core.goodwin.family import Family
from core.goodwin.options import GoodwinOptions
from core.goodwin.position import (
    ELIMINATED,
    KIND_LETTERS,
    NOBODY,
    PASS,
    SEAT_LETTERS,
    STOCK,
    Move,
    Position,
)
from core.goodwin.rules import Rules, draw
from core.options import shown
from core.play.numbering import Numbers
from core.reading import EMPTY
from core.verdict import Outcome

MOST_TEXTS = 20_000
"""How many moves are remembered in written form."""
_COUNTER = re.compile(r"([0-9]{1,7})(p?)")
_AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
_PAIRS = {frozenset(pair): number for number, pair in enumerate(itertools.combinations(_AROUND, 2), 1)}
"""Two of the eight steps to neighbours → their number, from 1 on."""


class Written(NamedTuple):
    """A move as written, not yet checked against the rules or the board."""

    kind: int
    target: str
    spent: tuple[str, ...]


class Notation:
    """Reads and writes the texts of one game of the family."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.family: Family = rules.family
        self.topology = rules.topology
        self._texts: dict[Move, str] = {}

    def parse_position(self, text: str, options: GoodwinOptions) -> Position:
        """Return the position written as *text*; the number of players is that of its counters."""
        rows, side, counters, ply = parts_of(text, "rows", "side to move", "passes", "ply")
        passes, forced = self._parse_passes(counters, options)
        players = len(passes)
        boards = self._boards(self._parse_rows(rows), players)
        plies = read_ply(ply)
        mover = read_side(side, SEAT_LETTERS[:players])
        if mover != NOBODY and passes[mover] == ELIMINATED:
            raise ValueError(f"it cannot be {side}'s turn: {side} is eliminated")
        position = Position(replace(options, players=players), boards, mover, passes, forced, passed=0, ply=plies)
        if len(position.active) == 1 and side != "-":
            raise ValueError(f"one player is left, so the game is over and the side to move is written -, not {side}")
        return self._in_play(position) if mover != NOBODY else self._finished(position)

    def format_position(self, position: Position) -> str:
        """Return *position* in canonical notation."""
        total = position.options.pass_counting == "total"
        passes = ",".join(
            "x" if count == ELIMINATED else f"{count}p" if total and position.forced >> seat & 1 else str(count)
            for seat, count in enumerate(position.passes)
        )
        rows = self.format_rows(self.contents(position))
        return f"{rows} {position.to_move or '-'} {passes} {position.ply}"

    def parse_contents(self, text: str) -> dict[str, str]:
        """Return the board of a position text, whatever it holds; the other parts are not looked at."""
        fields = words_of(text)
        if not fields:
            raise ValueError("a position starts with the rows of the board; the text is empty")
        return self._parse_rows(fields[0])

    def format_rows(self, contents: Mapping[str, str]) -> str:
        """Return *contents* as the rows of a position text, the highest row first."""
        return format_rows(contents, self.family.side)

    def contents(self, position: Position) -> dict[str, str]:
        """Return what a camera could see: cell → ``As`` or ``.``, by column letter, then row number."""
        contents = dict.fromkeys(self.topology.names, EMPTY)
        for number, board in enumerate(position.boards):
            piece = SEAT_LETTERS[number // 3] + KIND_LETTERS[number % 3]
            for cell in bits(board):
                contents[self.topology.names[cell]] = piece
        return contents

    def read_action(self, text: str) -> Written | None:
        """Return the action written as *text*, None for a pass; any number of cells may be spent."""
        if len(text) > LONGEST_TEXT:
            raise ValueError(
                "an action is a kind, a cell and the spent cells, such as Me5-d4-f4; this text is too long"
            )
        if text == "--":
            return None
        letters = {letter: kind for kind, some in enumerate(self.family.letters) for letter in some}
        if text[:1] not in letters:
            raise ValueError(f"an action starts with one of {', '.join(letters)}, or is --; {shown(text)} is neither")
        target, *spent = text[1:].split("-")
        if not all((target, *spent)):
            raise ValueError(f"a cell is missing in {shown(text)}; an action is written such as Me5-d4-f4")
        cells = [self.topology.cell(name) for name in (target, *spent)]
        ordered = sorted(cells[1:])
        for first, second in itertools.pairwise(ordered):
            if first == second:
                raise ValueError(f"{self.topology.name(first)} is spent twice in {shown(text)}")
        return Written(letters[text[0]], target, tuple(map(self.topology.name, ordered)))

    def canonical_action(self, text: str) -> str:
        """Return *text* in canonical notation."""
        written = self.read_action(text)
        if written is None:
            return "--"
        return "-".join((f"{self.family.letters[written.kind][0]}{written.target}", *written.spent))

    def move_of(self, written: Written | None) -> Move:
        """Return *written* as a typed move."""
        if written is None:
            return PASS
        return Move(written.kind, self.topology.cell(written.target), self.topology.mask_of(written.spent))

    def format_move(self, move: Move) -> str:
        """Return *move* in canonical notation."""
        if move.target < 0:
            return "--"
        text = self._texts.get(move)
        if text is None:
            if len(self._texts) >= MOST_TEXTS:
                self._texts.clear()
            names = self.topology.names
            spent = "".join(f"-{names[cell]}" for cell in bits(move.spent))
            text = self._texts[move] = f"{self.family.letters[move.kind][0]}{names[move.target]}{spent}"
        return text

    def numbers(self) -> Numbers:
        """Return the numbers of the actions: a kind, a target, and which two of its neighbours are spent, or none."""
        return Numbers(3 * len(self.topology.names) * (len(_PAIRS) + 1) + 1, self._number)

    def _number(self, action: str) -> int:
        kind, target, spent = self.move_of(self.read_action(action))
        side, cells = self.family.side, len(self.topology.names)
        if target < 0:
            return 3 * cells * (len(_PAIRS) + 1)
        steps = frozenset((cell // side - target // side, cell % side - target % side) for cell in bits(spent))
        return (kind * cells + target) * (len(_PAIRS) + 1) + (_PAIRS[steps] if steps else 0)

    def _parse_rows(self, text: str) -> dict[str, str]:
        side, rows = self.family.side, text.split("/")
        if len(rows) != side:
            raise ValueError(f"the board has {side} rows, separated by /; {shown(text)} has {len(rows)}")
        hint = "a piece is a seat A to D and s, m or l, and a number counts empty cells"
        return parse_rows(rows, piece="[A-D][sml]", hint=hint)

    def _boards(self, contents: Mapping[str, str], players: int) -> tuple[int, ...]:
        """Return the bitboards of *contents*, refusing pieces that do not exist."""
        boards = [0] * (3 * players)
        for cell, name in enumerate(self.topology.names):
            piece = contents[name]
            if piece != EMPTY:
                seat = SEAT_LETTERS.index(piece[0])
                if seat >= players:
                    raise ValueError(
                        f"{name} holds a piece of {piece[0]}, but the position has passes for {players} players"
                    )
                boards[3 * seat + KIND_LETTERS.index(piece[1])] |= 1 << cell
        for number, board in enumerate(boards):
            seat, kind = divmod(number, 3)
            if board.bit_count() > STOCK[kind]:
                raise ValueError(
                    f"{SEAT_LETTERS[seat]} has {board.bit_count()} pieces {SEAT_LETTERS[seat]}{KIND_LETTERS[kind]} "
                    f"on the board; only {STOCK[kind]} exist"
                )
        return tuple(boards)

    def _parse_passes(self, text: str, options: GoodwinOptions) -> tuple[tuple[int, ...], int]:
        """Parse the counters; return them and, as bits, the seats whose latest action was a forced pass."""
        entries = text.split(",")
        if not 2 <= len(entries) <= 4:
            raise ValueError(f"the passes have one entry for each of 2 to 4 players; {shown(text)} has {len(entries)}")
        total = options.pass_counting == "total"
        passes, forced = [], 0
        for seat, entry in enumerate(entries):
            counter = _COUNTER.fullmatch(entry)
            if entry == "x":
                passes.append(ELIMINATED)
            elif not counter or (counter[2] and (not total or not int(counter[1]))):
                form = "a number, p after it for a latest action that was a forced pass" if total else "a number"
                raise ValueError(
                    f"the passes of {SEAT_LETTERS[seat]} must be {form}, or x if eliminated; not {shown(entry)}"
                )
            elif int(counter[1]) >= options.pass_limit:
                raise ValueError(
                    f"{SEAT_LETTERS[seat]} cannot have {counter[1]} forced passes: "
                    f"{options.pass_limit} eliminate a player, who is then written x"
                )
            else:
                passes.append(int(counter[1]))
                if counter[2] or (passes[-1] and not total):
                    forced |= 1 << seat
        if all(count == ELIMINATED for count in passes):
            raise ValueError(f"somebody must be left in the game; the passes {shown(text)} eliminate everybody")
        return tuple(passes), forced

    def _in_play(self, position: Position) -> Position:
        """Return *position* with the counts that start here (C5); over if nobody can move (1.3).

        Where a round of passes draws the game (R14), it goes on: the round is still to come.
        """
        options, players = position.options, len(position.passes)
        stuck = not any(self.rules.able(position, seat) for seat in position.active)
        if stuck and options.draw_check == "after_move":
            return replace(position, mover=NOBODY, outcome=_draw(position, "all_stuck"))
        passed = 0
        if options.voluntary_pass:
            for back in range(1, players):
                seat = (position.mover - back) % players
                if position.passes[seat] == ELIMINATED:
                    continue
                if not position.forced >> seat & 1:
                    break
                passed |= 1 << seat
        past = ((position.boards, position.mover, position.passes),) if options.repetition_limit else ()
        return replace(position, passed=passed, past=past)

    def _finished(self, position: Position) -> Position:
        """Return *position* with the end that its board, counters and ply bring."""
        outcome = self._ending(position)
        if outcome is None:
            raise ValueError("the side to move is -, but nothing here ends a game; write the seat to move")
        return replace(position, outcome=outcome)

    def _ending(self, position: Position) -> Outcome | None:
        rules, options, active = self.rules, position.options, position.active
        if len(active) == 1:
            return Outcome((SEAT_LETTERS[active[0]],), "last_active")
        for seat in active:
            if any(rules.lines_of(position, seat)):
                return Outcome((SEAT_LETTERS[seat],), "line")
        able = [seat for seat in active if rules.able(position, seat)]
        if not able:
            return _draw(position, "all_stuck")
        graced = all(position.forced >> seat & 1 for seat in active if seat not in able)
        if len(able) == 1 and (options.mobility_win == "at_once" or (options.mobility_win == "after_grace" and graced)):
            return Outcome((SEAT_LETTERS[able[0]],), "mobility")
        if position.ply == options.ply_limit:
            return _draw(position, "ply_limit")
        if options.repetition_limit:
            return _draw(position, "repetition")
        return _draw(position, "all_passed") if options.voluntary_pass else None


def _draw(position: Position, reason: str) -> Outcome:
    return draw(position.options, position.active, len(position.passes), reason)
