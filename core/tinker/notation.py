"""Reads and writes positions and moves as text (5.3), and board contents as a camera sees them.

A cell's content is ``.`` or owner, kind, ``=`` and value, such as ``A6=4``; two dice seen
on one cell are joined, ``A6=4+B8=2``. Whether a die is neutral cannot be seen and is not
part of the content. An empty board is written ``-``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import NamedTuple

from core.board.cells import bits
from core.board.rows import LONGEST_TEXT, parts_of, read_ply, read_side, words_of
from core.options import shown
from core.tinker import rules
from core.tinker.board import CELL_PATTERN, HIGHEST_VALUE, SEAT_LETTERS, Board, joined
from core.tinker.options import TinkerOptions
from core.tinker.position import KINDS, NOBODY, PASS, STOCK, Move, Position, face_of, kind_of, value_of

EMPTY = "."
NO_DICE = "-"
STACKED = "+"
_DIE = re.compile(rf"([A-Z])([468])({CELL_PATTERN})=([0-9]{{1,3}})(!?)")
_CONTENT = re.compile(r"([A-F])([468])=([0-9]{1,3})")
_MOVE = re.compile(rf"({CELL_PATTERN})>({CELL_PATTERN})")
_EFFECT = re.compile(rf"{CELL_PATTERN}[-x]")


class Die(NamedTuple):
    """A die as somebody saw it: its owner's letter, its kind's digit and what it shows."""

    owner: str
    kind: str
    value: int

    @staticmethod
    @lru_cache(maxsize=1024)
    def parse(content: str) -> Die | None:
        """Return the die that *content* describes; None if it is not a die of this game."""
        match = _CONTENT.fullmatch(content)
        return Die(match[1], match[2], int(match[3])) if match else None

    @property
    def content(self) -> str:
        return f"{self.owner}{self.kind}={self.value}"

    def is_like(self, other: Die | None) -> bool:
        """Return whether both have the same owner and kind."""
        return other is not None and self[:2] == other[:2]


@lru_cache(maxsize=1024)
def dice_on(content: str) -> tuple[Die, ...]:
    """Return the dice that *content* describes, several if they share a cell; none if there is anything else.

    >>> [die.value for die in dice_on("A6=4+B8=2")]
    [4, 2]
    """
    dice = tuple(die for part in content.split(STACKED) if (die := Die.parse(part)))
    return dice if len(dice) == content.count(STACKED) + 1 else ()


@lru_cache(maxsize=1024)
def stacked(one: str, other: str) -> str:
    """Return the content of a cell that holds *one* and *other*; either of them may be nothing, in one order."""
    things = STACKED.join(content for content in (one, other) if content != EMPTY)
    return STACKED.join(sorted(things.split(STACKED))) or EMPTY


class Written(NamedTuple):
    """A move as somebody wrote it: two names of cells, which need not be on the board."""

    source: str
    target: str


def parse_position(text: str, options: TinkerOptions) -> Position:
    """Return the position written as *text*; it tells the number of players itself.

    Raises ``ValueError`` naming the part that is wrong.
    """
    count, dice, side, ply = parts_of(text, "players", "dice", "side to move", "ply")
    players = _players(count)
    board = joined(players, options.ring_direction)
    own, faces, blocks = _dice(dice, board, options)
    plies = read_ply(ply)
    mover = read_side(side, SEAT_LETTERS[:players])
    if not any(own):
        raise ValueError("somebody must be left in the game: a player who is in has at least two dice")
    position = Position(replace(options, players=players), own, faces, blocks, mover, plies)
    if rules.last_standing(own) and side != "-":
        raise ValueError(f"one player is left, so the game is over and the side to move is written -, not {side}")
    if mover == NOBODY:
        return _finished(position)
    if not own[mover]:
        raise ValueError(f"it cannot be {side}'s turn: {side} is eliminated")
    if options.no_move == "pass" and not any(rules.able(position, seat) for seat in position.active):
        return replace(position, mover=NOBODY, outcome=rules.draw(own, "all_blocked"))
    return replace(position, past=rules.first_state(position))


def format_position(position: Position) -> str:
    """Return *position* in canonical notation."""
    neutral = [seat for seat, mask in enumerate(position.blocks) if mask]
    dice = _format_dice(contents(position), {SEAT_LETTERS[seat] for seat in neutral})
    return f"{len(position.own)} {dice} {position.to_move or '-'} {position.ply}"


def parse_contents(text: str) -> dict[str, str]:
    """Return the board of a position text, whatever it shows; side to move and ply are not looked at.

    Every cell is in it under its canonical name. Of four players the text does not tell
    which way the ring turns: dice on local names are kept under those names, beside the
    empty cells. A die beside the board or in its hole is kept too, and so are two on one cell.
    """
    fields = words_of(text)
    if not fields:
        raise ValueError("a position starts with the number of players; the text is empty")
    players = _players(fields[0])
    board = joined(players)
    found = dict.fromkeys(board.names, EMPTY)
    for name, die, _ in _read_dice(fields[1] if len(fields) > 1 else ""):
        if not board.is_off(name):
            board.cell(name)
        where = board.names[board.cell(name)] if players == 2 and name in board.numbers else name
        found[where] = stacked(found.get(where, EMPTY), die.content)
    return found


def format_contents(seen: Mapping[str, str], options: TinkerOptions, to_move: str = "A") -> str:
    """Return *seen* as a position text at ply 0; a lone die is a neutral one where those stay (R47)."""
    owners = [die.owner for content in seen.values() for die in dice_on(content)]
    stay = options.eliminated_die == "stay"
    neutral = {owner for owner in owners if stay and owners.count(owner) == 1}
    return f"{options.players} {_format_dice(seen, neutral)} {to_move} 0"


def contents(position: Position) -> dict[str, str]:
    """Return what a camera could see: cell → ``A6=4`` or ``.``, in the order of the cells."""
    _, owned = position.look
    names, faces = position.board.names, position.faces
    found = dict.fromkeys(names, EMPTY)
    for seat, mask in enumerate(owned):
        for cell in bits(mask):
            if face := faces[cell]:
                found[names[cell]] = _content(seat, face)
    return found


def traces(position: Position) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the walks that change the board, in order, each with the ``contents`` after it where they are others."""
    board, faces, mover, before = position.board, position.faces, position.mover, contents(position)
    others = {cell: seat for seat, mask in enumerate(position.own) if seat != mover for cell in bits(mask)}
    weaker = {cell: _weaker(seat, faces[cell]) for cell, seat in others.items()}
    enemies = sum(1 << cell for cell in others)
    fragile = sum(1 << cell for cell, content in weaker.items() if content == EMPTY)
    hits: dict[int, dict[int, str]] = {}
    walks = (move for move in rules.moves(position) if move != PASS)
    for action, move in sorted((format_move(board, move), move) for move in walks):
        source, target = move
        near = board.neighbours[target]
        if near & fragile and _puts_out(position, near & fragile):
            after = contents(rules.apply(position, move))
            yield action, {cell: content for cell, content in after.items() if content != before[cell]}
            continue
        if target not in hits:
            hits[target] = {cell: weaker[cell] for cell in bits(near & enemies)}
        found = hits[target]
        if source != target:
            found = {**found, source: EMPTY, target: _content(mover, faces[source])}
        if found:
            yield action, {board.names[cell]: found[cell] for cell in sorted(found)}


@cache
def _weaker(seat: int, face: int) -> str:
    """Return what is left of a weakened die."""
    return EMPTY if value_of(face) == 1 else _content(seat, face - 1)


def _puts_out(position: Position, gone: int) -> bool:
    """Return whether removing the dice on the cells *gone* leaves a player fewer than two."""
    return any(mask & gone and (mask & ~gone).bit_count() < 2 for mask in position.own)


@cache
def _content(seat: int, face: int) -> str:
    return f"{SEAT_LETTERS[seat]}{KINDS[kind_of(face)]}={value_of(face)}"


def read_action(text: str) -> Written | None:
    """Return the move written as *text*, None for a pass; effects that follow it are read over."""
    words = text.split() if len(text) <= LONGEST_TEXT else []
    if words == ["--"]:
        return None
    match = _MOVE.fullmatch(words[0]) if words else None
    if not match:
        raise ValueError(f"an action is written from>to, such as d3>d5, or is --; {shown(text)} is neither")
    for effect in words[1:]:
        if not _EFFECT.fullmatch(effect):
            raise ValueError(f"an effect is a cell and - or x, such as c5- or d4x, not {shown(effect)}")
    return Written(match[1], match[2])


def format_move(board: Board, move: Move) -> str:
    """Return *move* in canonical notation."""
    return "--" if move == PASS else f"{board.names[move.source]}>{board.names[move.target]}"


def _players(text: str) -> int:
    if text not in {"2", "3", "4", "5", "6"}:
        raise ValueError(f"a position starts with the number of players, 2 to 6, not {shown(text)}")
    return int(text)


def _read_dice(text: str) -> Iterable[tuple[str, Die, bool]]:
    """Yield each die of *text*: the name of its cell, the die, and whether it is neutral."""
    for part in text.split(",") if text not in {"", NO_DICE} else []:
        match = _DIE.fullmatch(part)
        if not match:
            raise ValueError(f"a die is written as seat, kind 4, 6 or 8, cell, = and value (A6a3=4), not {shown(part)}")
        yield match[3], Die(match[1], match[2], int(match[4])), bool(match[5])


def _dice(text: str, board: Board, options: TinkerOptions) -> tuple[tuple[int, ...], bytes, tuple[int, ...]]:
    """Return the dice of the active seats, all faces and the neutral dice; refuse impossible ones (C15, C18)."""
    own, blocks, faces = [0] * board.players, [0] * board.players, bytearray(len(board.names))
    for name, die, neutral in _read_dice(text):
        cell, seat = board.cell(name), SEAT_LETTERS.find(die.owner)
        if not 0 <= seat < board.players:
            raise ValueError(f"{name} holds a die of {die.owner}, but there are {board.players} players")
        if faces[cell]:
            raise ValueError(f"two dice stand on {name}")
        if not 1 <= die.value <= HIGHEST_VALUE:
            raise ValueError(f"the die on {name} shows {die.value}; a die shows 1 to {HIGHEST_VALUE}")
        if neutral and options.eliminated_die != "stay":
            raise ValueError(f"the die on {name} is marked ! as neutral, but eliminated dice are removed at this table")
        faces[cell] = face_of(KINDS.index(int(die.kind)), die.value)
        (blocks if neutral else own)[seat] |= 1 << cell
    for seat, letter in enumerate(SEAT_LETTERS[: board.players]):
        _check_set(letter, own[seat], blocks[seat], bytes(faces))
    return tuple(own), bytes(faces), tuple(blocks)


def _check_set(letter: str, own: int, blocks: int, faces: bytes) -> None:
    if own and blocks:
        raise ValueError(f"some dice of {letter} are marked ! as neutral and some are not")
    if own.bit_count() == 1:
        raise ValueError(f"{letter} has one die; a player who is in has at least two, and one who is out has none")
    held = [face for cell, face in enumerate(faces) if (own | blocks) >> cell & 1]
    for kind, most in enumerate(STOCK):
        number = sum(kind_of(face) == kind for face in held)
        if number > most:
            exist = "exists" if most == 1 else "exist"
            raise ValueError(f"{letter} has {number} dice {letter}{KINDS[kind]} on the board; only {most} {exist}")


def _format_dice(seen: Mapping[str, str], neutral: set[str]) -> str:
    dice = [(die, name) for name, content in seen.items() for die in dice_on(content)]
    dice.sort(key=lambda item: item[0].owner)
    texts = [f"{d.owner}{d.kind}{name}={d.value}{'!' if d.owner in neutral else ''}" for d, name in dice]
    return ",".join(texts) or NO_DICE


def _finished(position: Position) -> Position:
    """Return *position* with the end that its dice and ply bring."""
    own, options = position.own, position.options
    over = rules.last_standing(own)
    if not over:
        reason = ""
        if options.no_move == "pass" and not any(rules.able(position, seat) for seat in position.active):
            reason = "all_blocked"
        elif position.ply == options.ply_limit:
            reason = "ply_limit"
        elif options.quiet_ply_limit and position.ply >= options.quiet_ply_limit:
            reason = "quiet"
        elif options.repetition_limit:
            reason = "repetition"
        elif options.voluntary_pass:
            reason = "all_passed"
        if not reason:
            raise ValueError("the side to move is -, but nothing here ends a game; write the seat to move")
        over = rules.draw(own, reason)
    return replace(position, outcome=over)
