"""The hidden set-up, from the secret roll to the reveal (5.4), and its possible faults.

A hand is a seat's five dice in the order of ``SET``: two d4, two d6, one d8. The caller
supplies any randomness as a ``random.Random``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from random import Random
from typing import NamedTuple

from core.game import IllegalAction
from core.options import shown
from core.tinker import rules
from core.tinker.board import CELL_PATTERN, SEAT_LETTERS, Board, joined
from core.tinker.notation import dice_on
from core.tinker.options import TinkerOptions
from core.tinker.position import KINDS, STOCK, Position, face_of
from core.tinker.stand_ins import stands_for
from core.verdict import Objection, in_words

SET = tuple(kind for kind, number in zip(KINDS, STOCK, strict=True) for _ in range(number))
Hand = tuple[int, ...]
TOTALS = range(len(SET), sum(SET) + 1)
"""Every total that a hand can show."""
LONGEST_HAND = 400


class Placed(NamedTuple):
    """A die of the reveal: the name of its cell as written, its kind by name (a stand-in's own) and its value."""

    cell: str
    kind: str
    value: int


def roll(rng: Random) -> Hand:
    """Return a hand as it falls."""
    return tuple(rng.randint(1, kind) for kind in SET)


def may_turn(totals: Mapping[str, int], options: TinkerOptions) -> tuple[str, ...]:
    """Return the seats that may turn their dice after these *totals* were announced: those below the highest (R37)."""
    highest = max(totals.values(), default=0)
    return tuple(seat for seat, total in totals.items() if options.highest_may_adjust or total < highest)


def adjustments(total: int) -> list[Hand]:
    """Return every hand that shows *total*, each die within its own range (R38)."""
    return [hand for hand in product(*(range(1, kind + 1) for kind in SET)) if sum(hand) == total]


def deal(options: TinkerOptions, rng: Random) -> Position:
    """Return a start position: rolled, turned to the highest total and arranged by chance.

    Raises ``ValueError`` for a ``first_player`` who does not play.
    """
    rolled = [roll(rng) for _ in range(options.players)]
    totals = dict(zip(SEAT_LETTERS, map(sum, rolled), strict=False))
    choices, turning = adjustments(max(totals.values())), may_turn(totals, options)
    hands = [rng.choice(choices) if seat in turning else hand for seat, hand in zip(totals, rolled, strict=True)]
    board = joined(options.players, options.ring_direction)
    revealed = []
    for seat, hand in enumerate(hands):
        home = [name for cell, name in enumerate(board.names) if board.home[seat] >> cell & 1]
        cells = rng.sample(home, len(hand))
        revealed.append([Placed(c, str(k), v) for c, k, v in zip(cells, SET, hand, strict=True)])
    return revealed_position(revealed, options)


def read_hand(seat: str, entry: object, *, players: int = 2) -> list[Placed]:
    """Return the dice of *entry*: a list of texts or one text with commas, each die as in a position.

    The seat's letter may be left out, and a stand-in is written with its own name (R36):
    ``A6a3=4``, ``6a3=4``, ``Ad10b2=7``. Where cells have local names, one without a seat
    is of the seat's own board. Raises ``ValueError`` naming what is none.
    """
    parts = entry.split(",") if isinstance(entry, str) else entry
    if not isinstance(parts, list | tuple) or not all(isinstance(part, str) for part in parts):
        raise ValueError(f"the dice of {seat} must be texts such as {seat}6a3=4, not {shown(entry)}")
    if sum(map(len, parts)) > LONGEST_HAND:
        raise ValueError(f"the dice of {seat} are five texts such as {seat}6a3=4; these are too long")
    dice = [_read_die(seat, part.strip()) for part in parts]
    if joined(players).flat:
        return dice
    return [die if die.cell[0].isupper() else die._replace(cell=seat + die.cell) for die in dice]


def revealed_position(revealed: Sequence[Sequence[Placed]], options: TinkerOptions) -> Position:
    """Return the start position of the dice *revealed*, seat by seat. Raises ``IllegalAction`` for what is wrong."""
    players = len(revealed)
    options = replace(options, players=players)
    mover = options.first_seat
    for fault in faults(revealed, options):
        raise IllegalAction(fault)
    board = joined(players, options.ring_direction)
    own, faces = [0] * players, bytearray(len(board.names))
    for seat, dice in enumerate(revealed):
        for die in dice:
            cell = board.cell(die.cell)
            own[seat] |= 1 << cell
            kind = stands_for(SEAT_LETTERS[seat], die.kind, options.stand_in_dice)
            faces[cell] = face_of(KINDS.index(kind), die.value)
    position = Position(options, tuple(own), bytes(faces), (0,) * players, mover, ply=0)
    return replace(position, past=rules.first_state(position))


def faults(
    revealed: Sequence[Sequence[Placed]], options: TinkerOptions, *, announced_total: int | None = None
) -> list[Objection]:
    """Return what is wrong with the dice *revealed*, seat by seat, in the order of the table: TT-1 to TT-4."""
    board = joined(len(revealed), options.ring_direction)
    found: list[Objection] = []
    for seat, dice in zip(SEAT_LETTERS, revealed, strict=False):
        found += _wrong_set(seat, dice, options)
    for seat, dice in zip(SEAT_LETTERS, revealed, strict=False):
        found += _above_limit(seat, dice, options)
    found += _unequal(revealed, announced_total)
    found += _misplaced(board, revealed)
    return found


def seen_faults(
    contents: Mapping[str, str], options: TinkerOptions, announced_total: int | None = None
) -> list[Objection]:
    """Return what is wrong with the board *contents* at the reveal: cell → content, as a camera saw it."""
    return faults(_seen_hands(contents, options), options, announced_total=announced_total)


def shown_totals(contents: Mapping[str, str], options: TinkerOptions) -> dict[str, int]:
    """Return seat → the total of its dice in *contents*; nothing unless every player has five, all at home."""
    home, hands = homes(options), _seen_hands(contents, options)
    at_home = all(home[die.cell] == seat for seat, dice in zip(SEAT_LETTERS, hands, strict=False) for die in dice)
    if not at_home or any(len(dice) != len(SET) for dice in hands):
        return {}
    return {seat: sum(die.value for die in dice) for seat, dice in zip(SEAT_LETTERS, hands, strict=False)}


def _seen_hands(contents: Mapping[str, str], options: TinkerOptions) -> list[list[Placed]]:
    hands: list[list[Placed]] = [[] for _ in range(options.players)]
    for cell, content in contents.items():
        for die in dice_on(content):
            if die.owner in SEAT_LETTERS[: options.players]:
                hands[SEAT_LETTERS.index(die.owner)].append(Placed(cell, die.kind, die.value))
    return hands


def reveal_faults(
    contents: Mapping[str, str], options: TinkerOptions, announced_total: int | None = None
) -> list[Objection]:
    """Return what is wrong with the board *contents* at the reveal, unless it can be one of a game that goes on.

    Then dice are missing, or some have left their boards and the totals differ, or some of several players have.
    """
    dice = [(die.owner, cell) for cell, content in contents.items() for die in dice_on(content)]
    owners = [owner for owner, _ in dice]
    if any(owners.count(seat) != len(SET) for seat in SEAT_LETTERS[: options.players]):
        return []
    home = homes(options)
    away = [owner for owner, cell in dice if home[cell] != owner]
    if len(set(away)) > 1 and len(away) < len(dice):
        return []
    found = seen_faults(contents, options, announced_total)
    return [] if {"TT-3", "TT-4"} <= {fault.code for fault in found} else found


@lru_cache(maxsize=16)
def homes(options: TinkerOptions) -> Mapping[str, str]:
    """Return cell → the seat whose mini-board it is on, by the names that positions use."""
    board = joined(options.players, options.ring_direction)
    return {
        name: next(seat for seat, home in zip(SEAT_LETTERS, board.home, strict=False) if home >> cell & 1)
        for cell, name in enumerate(board.names)
    }


def _read_die(seat: str, text: str) -> Placed:
    head, equals, value = text.partition("=")
    match = re.fullmatch(rf"({seat}?)(.*?)({CELL_PATTERN})", head)
    if not equals or not match or not match[2] or not re.fullmatch(r"[0-9]{1,3}", value):
        raise ValueError(f"a die of {seat} is kind, cell, = and value, such as {seat}6a3=4, not {shown(text)}")
    if re.fullmatch(r"[A-Z][468]", match[2]):
        raise ValueError(f"among the dice of {seat} is one of {match[2][0]}, {shown(text)}")
    return Placed(match[3], match[2], int(value))


def _wrong_set(seat: str, dice: Sequence[Placed], options: TinkerOptions) -> Iterator[Objection]:
    counted = tuple(sorted(stands_for(seat, die.kind, options.stand_in_dice) for die in dice))
    if counted == SET:
        return
    kinds = Counter(die.kind if die.kind[:1].isalpha() else f"d{die.kind}" for die in dice)
    listed = " and ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    problem = f"{len(dice)} dice" if len(dice) != len(SET) else f"the wrong dice: {listed}"
    message = f"{seat} has {problem}. Each player needs two d4, two d6 and one d8."
    repair = f"Give {seat} two d4, two d6 and one d8."
    yield Objection("TT-1", message, tuple(die.cell for die in dice), repair)


def _above_limit(seat: str, dice: Sequence[Placed], options: TinkerOptions) -> Iterator[Objection]:
    for die in dice:
        limit = stands_for(seat, die.kind, options.stand_in_dice)
        if limit and not 1 <= die.value <= limit:
            message = f"The die on {die.cell} stands for a d{limit} but shows {die.value}."
            repair = f"Turn the die on {die.cell} to a value from 1 to {limit}."
            yield Objection("TT-2", message, (die.cell,), repair)


def _unequal(revealed: Sequence[Sequence[Placed]], total: int | None) -> Iterator[Objection]:
    totals = [sum(die.value for die in dice) for dice in revealed]
    if len({*totals, *([total] if total else [])}) < 2:
        return
    said = ", ".join(f"{seat} {shows}" for seat, shows in zip(SEAT_LETTERS, totals, strict=False))
    goal = total or max(totals)
    low = [seat for seat, shows in zip(SEAT_LETTERS, totals, strict=False) if shows != goal]
    message = f"Totals differ: {said}. All must equal the highest roll."
    yield Objection("TT-3", message, (), f"Let {in_words(low)} turn their dice to {goal} in all.")


def _misplaced(board: Board, revealed: Sequence[Sequence[Placed]]) -> Iterator[Objection]:
    taken: set[int] = set()
    for seat, dice in enumerate(revealed):
        for die in dice:
            cell = board.numbers.get(die.cell, -1)
            if cell in taken or cell < 0 or not board.home[seat] >> cell & 1:
                message = f"Place the die on {die.cell} on an empty cell of {SEAT_LETTERS[seat]}'s own board."
                yield Objection("TT-4", message, (die.cell,), message)
            taken.add(cell)
