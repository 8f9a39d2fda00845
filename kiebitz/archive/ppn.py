"""Portable Piecepack Notation (Trevor L. Davis): what lies on the board, move by move, for programs that draw it.

PPN knows pieces and places, but no rules. What is written puts pieces on the board and takes them off, with the action
in braces; what is read may move them, too, and the rules find the actions. docs/record-format.md has the pieces.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from core import games
from core.game import AnyGame, PositionLike
from core.options import shown
from core.reading import EMPTY, ROD
from core.record import Record
from core.record.reading import LONGEST_RECORD
from core.record.writing import options_text
from core.verdict import Partial, Played, Refused, Still
from kiebitz.kits import kit_of
from kits.kit import Kit

PPN = "---"
"""The first line of a PPN file."""
_SEATS = dict(zip("ABCDEF", "RYGBKW", strict=True))
"""Seat → the letter that PPN has for its colour; PPN has only these six."""
_PYRAMID = "▲"
_STONES = {"b": "Ks", "w": "Ws"}
_MATCHSTICK = "m"
_TAGS = ("Event", "Date", "Round")
_PARTS = re.compile(r"---\n(.*?)\n\.\.\.\n(?!.*^---)(.*)\Z", re.DOTALL | re.MULTILINE)
_PART = re.compile(r"\{[^}]*\}|[^\s{]+")
_FIELD = re.compile(r"(\w+):[ \t]*(.*)")
_NUMBER = re.compile(r"[\w.]*\.+")
_PLACE = r"[a-z]\d+|\(\d+(?:\.\d+)?,\d+(?:\.\d+)?\)"
_PUT = re.compile(rf"([^@]+)@({_PLACE})")
_OFF = re.compile(rf"\*({_PLACE})")
_MOVE = re.compile(rf"({_PLACE})-({_PLACE})")
_BOARD = "■"


def to_ppn(record: Record) -> str:
    """Return *record* as PPN, without comments and branches. Raises ``ValueError`` for a game that PPN cannot show."""
    game, positions = games.find(record.game), record.positions()
    kit = _kit(game, record)
    fields = {"GameType": game.title, "SetUp": "None"}
    fields |= {"Options": options_text(record.options), "Start": record.start}
    fields |= {f"Seat{seat}": record.tags[seat] for seat in positions[0].seats if seat in record.tags}
    fields |= {name: record.tags[name] for name in _TAGS if name in record.tags}
    head = "".join(f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in fields.items() if value)
    empty = dict.fromkeys(game.contents(positions[0]), EMPTY)
    board = f"{_BOARD},r{kit.plan.rows},checkers1'@({(kit.plan.columns + 1) / 2:g},{(kit.plan.rows + 1) / 2:g})"
    rows = [" ".join(["0.", board, *_changes(kit, empty, game.contents(positions[0]))])]
    for before, after, action in zip(positions, positions[1:], record.actions, strict=False):
        changes = _changes(kit, game.contents(before), game.contents(after))
        rows.append(" ".join([f"{before.ply + 1}.", *changes, f"{{{action}}}"]))
    return f"---\n{head}...\n" + "\n".join(rows) + "\n"


def from_ppn(text: str) -> Record:
    """Return the one game in *text*, a PPN file. Raises ``ValueError`` saying what is wrong with it."""
    if len(text) > LONGEST_RECORD:
        raise ValueError(f"a PPN file is at most {LONGEST_RECORD} characters long; this one has {len(text)}")
    parts = _PARTS.match("\n".join(line.rstrip() for line in text.split("\n")))
    if parts is None:
        raise ValueError("a PPN file begins with ---, then its fields, then ... and the moves of one game")
    fields = dict(_fields(parts[1]))
    game = games.find("_".join(fields.get("GameType", "").lower().split()))
    options = game.options.parse(fields.get("Options", ""))
    start = game.parse_position(fields["Start"], options) if "Start" in fields else game.start(options)
    record = Record(game.name, game.format_position(start), (), options)
    table = _Table(_kit(game, record), dict.fromkeys(game.contents(start), EMPTY), game.alphabet(start))
    positions, actions = [start], list[str]()
    for number, tokens, remark in _moves(parts[2]):
        for token in tokens:
            table.do(token, number)
        if actions or table.board != game.contents(start):
            for action in _played(game, positions, table.board, number, remark):
                positions.append(game.play(positions[-1], action))
                actions.append(action)
    tags = {seat: fields[f"Seat{seat}"] for seat in start.seats if f"Seat{seat}" in fields}
    tags |= {name: fields[name] for name in _TAGS if name in fields}
    return replace(record, actions=tuple(actions), tags=tags)


def _fields(head: str) -> Iterator[tuple[str, str]]:
    """Yield the fields of *head* that hold a text; no other part of YAML is read."""
    for line in head.splitlines():
        field = _FIELD.fullmatch(line)
        if field is not None and field[2]:
            quoted = field[2][0] == '"'
            try:
                yield field[1], str(json.loads(field[2])) if quoted else field[2].strip()
            except ValueError:
                raise ValueError(f"the field {field[1]} is not a text in quotes") from None


def _moves(text: str) -> Iterator[tuple[str, list[str], str]]:
    """Yield the moves in *text*: each one's number, its tokens, and its last remark."""
    number, tokens, remark = "", list[str](), ""
    for part in _PART.findall(text):
        if _NUMBER.fullmatch(part):
            if number or tokens:
                yield number, tokens, remark
            number, tokens, remark = part.rstrip("."), [], ""
        elif part.startswith("{"):
            remark = part[1:-1].strip()
        else:
            tokens.append(part)
    if number or tokens:
        yield number, tokens, remark


def _played(
    game: AnyGame, positions: Sequence[PositionLike], board: Mapping[str, str], number: str, remark: str
) -> tuple[str, ...]:
    """Return the actions that lead from the last of *positions* to *board*; *remark* may spell the action out."""
    last = positions[-1]
    if remark in game.actions(last) and game.contents(game.play(last, remark)) == board:
        return (remark,)
    match game.diagnose(last, board, positions[:-1]):
        case Played(actions=actions):
            return actions
        case Still():
            return ()
        case Refused(objection=objection):
            raise ValueError(f"move {number} {objection.message}")
        case Partial(message=message):
            raise ValueError(f"move {number} {message}")
        case _:
            raise ValueError(f"move {number} goes back to an earlier position, or is not one of the rules")


@dataclass(frozen=True, slots=True)
class _Table:
    """The board as the PPN file describes it."""

    kit: Kit
    board: dict[str, str]
    alphabet: Sequence[str]

    def do(self, token: str, number: str) -> None:
        """Carry out *token*, which puts, takes off or moves a piece. Raises ``ValueError``."""
        if token.startswith(_BOARD):
            return
        if put := _PUT.fullmatch(token):
            cell = self._cell(put[2], number)
            self.board[cell] = self._content(put[1], cell, number)
        elif off := _OFF.fullmatch(token):
            self.board[self._cell(off[1], number)] = EMPTY
        elif moved := _MOVE.fullmatch(token):
            start, end = self._cell(moved[1], number), self._cell(moved[2], number)
            self.board[end], self.board[start] = self.board[start], EMPTY
        else:
            raise ValueError(
                f"move {number} has {shown(token)}, which is not read: only what puts, moves and takes off"
            )

    def _cell(self, place: str, number: str) -> str:
        xy = tuple(map(float, place[1:-1].split(","))) if place.startswith("(") else _xy(place)
        found = next((cell for cell in self.board if _middle(cell) == xy), None)
        if found is None:
            raise ValueError(f"move {number}: {shown(place)} is not on the board")
        return found

    def _content(self, piece: str, cell: str, number: str) -> str:
        plain = piece.replace("/\\", _PYRAMID).replace("x", "")
        for content in self.alphabet:
            if content != EMPTY and ("-" in cell) == (content == ROD) and _piece(self.kit, cell, content) == plain:
                return content
        raise ValueError(f"move {number}: {shown(piece)} is not a piece of this game")


def _kit(game: AnyGame, record: Record) -> Kit:
    kit = kit_of(game.name, record.options)
    if kit.minis:
        raise ValueError(f"PPN has no board for {game.title}")
    return kit


def _changes(kit: Kit, before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[str]:
    changed = [cell for cell, content in after.items() if content != before[cell]]
    yield from (f"*{_place(cell)}" for cell in changed if before[cell] != EMPTY)
    yield from (f"{_piece(kit, cell, after[cell])}@{_place(cell)}" for cell in changed if after[cell] != EMPTY)


def _piece(kit: Kit, cell: str, content: str) -> str:
    """Return how PPN writes *content*: a pyramid of its size, a stone, or a rod in its direction."""
    if content in _STONES:
        return _STONES[content]
    if "-" in cell:
        one, other = cell.split("-")
        return f"{_MATCHSTICK}^" if one[0] == other[0] else f"{_MATCHSTICK}>"
    return f"{_SEATS[content[0]]}{1 + [*kit.pieces].index(content[1:])}{_PYRAMID}"


def _place(cell: str) -> str:
    """Return where *cell* is: its name, or the middle of an edge as coordinates."""
    x, y = _middle(cell)
    return f"({x:g},{y:g})" if "-" in cell else cell


def _middle(cell: str) -> tuple[float, float]:
    """Return the middle of *cell*, or of an edge, in cells; the middle of a1 is (1, 1)."""
    ends = [_xy(end) for end in cell.split("-")]
    return sum(x for x, _ in ends) / len(ends), sum(y for _, y in ends) / len(ends)


def _xy(cell: str) -> tuple[float, float]:
    return float(ord(cell[0]) - ord("a") + 1), float(cell[1:])
