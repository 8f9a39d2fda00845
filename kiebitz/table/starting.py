"""With which position a game may begin, by what is seen before the first move and by what the rules demand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.explaining import rows_of
from core.game import Game, HiddenSetup, P, in_play
from core.likely import likely_boards
from core.options import RuleOptions
from core.reading import EMPTY, Reading
from core.verdict import Objection
from kiebitz.table.evidence import seen_position
from kiebitz.table.reveal import strays

OTHER_TURN_NATS = -2.0
"""Log prior of another seat's turn than the first one's, on a board that is met in the middle of a game."""
_MOST_BOARDS = 120
_FAULT_NATS = 6.0
"""A board that breaks the rules of the set-up is believed where it is more likely than any other by so much."""
_SURE_NATS = 1.4
"""Cells on which boards this close differ are asked about: one is right with four in five."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The likeliest board that may be a start, and the cells that are in doubt."""

    contents: Mapping[str, str]
    unsure: tuple[str, ...] = ()


def likeliest(game: Game[Any], reading: Reading, options: RuleOptions) -> Seen:
    """Return the likeliest board of *reading* on which nothing is wrong, or else the one that is seen.

    What must be so is evidence: equal totals, no more pieces than there are, nothing that no game can lead to.
    """
    contents = reading.contents
    unsure = tuple(sorted(cell for cell in contents if reading.certainty(cell) < 0.8))
    wrong = faults(game, contents, options)
    if not unsure and not wrong:
        return Seen(contents)
    found: list[tuple[float, Mapping[str, str]]] = []
    for loss, board in likely_boards(rows_of(reading), most=_MOST_BOARDS, nats=_FAULT_NATS):
        if found and loss - found[0][0] > _SURE_NATS:
            break
        if not faults(game, board, options) and not (wrong and _is_away(game, board, options)):
            found.append((loss, board))
    if not found:
        return Seen(contents, unsure)
    (_, best), *others = found
    differ = {cell for _, board in others for cell in board if board[cell] != best[cell]}
    return Seen(best, tuple(sorted(differ)))


def faults(game: Game[Any], contents: Mapping[str, str], options: RuleOptions) -> Sequence[Objection | str]:
    """Return what is wrong with a game that begins with *contents*."""
    try:
        seen_position(game, contents, options, "A")
    except ValueError as error:
        return (str(error),)
    found = list(game.survey(contents, options).faults)
    if isinstance(game, HiddenSetup):
        found += game.reveal_faults(contents, options)
    return found


def _is_away(game: Game[Any], board: Mapping[str, str], options: RuleOptions) -> bool:
    """Return whether *board* is no set-up, as pieces have left their players' own boards; so it proves none right."""
    return isinstance(game, HiddenSetup) and bool(strays(game, board, options))


def starts(game: Game[P], start: P, contents: Mapping[str, str], options: RuleOptions) -> list[tuple[P, float]]:
    """Return *start* and the same board with another seat to move, each with a log prior.

    On a bare board the first seat begins.
    """
    found = [(start, 0.0)]
    if set(contents.values()) == {EMPTY}:
        return found
    for seat in in_play(start):
        if seat != start.to_move:
            try:
                found.append((seen_position(game, contents, options, seat), OTHER_TURN_NATS))
            except ValueError:
                continue
    return found
