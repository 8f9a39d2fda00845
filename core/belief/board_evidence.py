"""What all looks so far tell of a board that was taken as it was read: that with which a game began, or a later one.

A piece that has not been touched is seen again in every look, and so is one that has moved, or a die that has lost
points: what it shows now tells what it showed at first. Looks count as they do in a history: those at a piece that
stays are averaged, and each place to which it moves gives a new reading.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from core.belief.belief import Belief
from core.belief.branching import FADING
from core.belief.history import History, Taken
from core.belief.likelihood import CELL_NATS, Rows
from core.belief.look import Look
from core.belief.ranked_boards import likely_boards
from core.belief.traces import Change, changed, contents_of
from core.game import Game, P
from core.reading import EMPTY, piece_of

Row = Mapping[str, float]
_MOST_BOARDS = 400


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """The readings of the pieces on a board that was taken; none of cells that were known."""

    readings: Mapping[str, tuple[tuple[str, Row], ...]] = field(default_factory=dict)
    """Cell of that board → each place of its piece with the reading there, in terms of the first content."""

    @classmethod
    def in_look(cls, rows: Rows) -> BoardSeen:
        """Return what the *rows* of the first look tell."""
        return cls({cell: ((cell, row),) for cell, row in rows.items() if row})

    @classmethod
    def taken(cls, game: Game[P], history: History[P], earlier: BoardSeen | None, base: int) -> BoardSeen:
        """Return what was read before of the board that *history* took last: of pieces that have stayed where they were
        on the board before, that of the position number *base*, what *earlier* has; of cells that changed when it was
        taken, nothing yet. The others are known.
        """
        first, before, board = (
            contents_of(game, history.positions[number]) for number in (base, max(history.base - 1, base), history.base)
        )
        read = {} if earlier is None else earlier.readings
        stay = {cell: read[cell] for cell in read if first[cell] == before[cell] == board[cell]}
        changes = changed(before, board) if history.base > base else board
        return cls({**stay, **dict.fromkeys(changes, ())})

    def after(self, game: Game[P], history: History[P], look: Look) -> BoardSeen:
        """Return this with what another *look* tells, if what has been played is as *history* has it."""
        boards = [contents_of(game, position) for position in history.positions[history.base :]]
        rows, new, readings = look.rows(history.frame, None), look.changed(history.frame), dict(self.readings)
        for cell, place in _places(boards).items():
            if cell not in readings or not rows.get(place) or place in history.change:
                continue
            row = _as_first(rows[place], boards[0][cell], boards[-1][place])
            if not readings[cell]:
                readings[cell] = ((place, row),)
                continue
            *earlier, (at, mean) = readings[cell]
            if at == place and place not in new and row == mean:
                continue
            best = max(row, key=lambda content: row[content])
            if at != place or place in new or look.reads_anew(_nats(mean, best), row[best]):
                earlier.append((at, mean))
            else:
                row = {
                    content: (1 - FADING) * _nats(mean, content) + FADING * _nats(row, content)
                    for content in dict.fromkeys((*mean, *row))
                }
            readings[cell] = (*earlier, (place, row))
        return BoardSeen(readings)

    def rows(self) -> dict[str, Row]:
        """Return how likely each content of each cell is, all readings together, the likeliest at 0."""
        return {cell: _sum([row for _, row in readings]) for cell, readings in self.readings.items() if readings}

    def likely(self, told: Mapping[str, str], nats: float) -> Iterator[Mapping[str, str]]:
        """Yield boards that may have been taken, the likeliest first, down to *nats* below that which was *told*."""
        rows = self.rows()
        least = sum(_nats(row, told[cell]) for cell, row in rows.items()) - nats
        for _, board in likely_boards(rows, most=_MOST_BOARDS, nats=-least):
            yield board

    def latest(self, game: Game[P], history: History[P], board: Mapping[str, str]) -> dict[str, float]:
        """Return how well *board* fits what was read latest of its pieces where they stand by *history*."""
        there = _places([contents_of(game, position) for position in history.positions[history.base :]])
        stand = {cell: readings[-1] for cell, readings in self.readings.items() if readings}
        return {place: _nats(row, board[cell]) for cell, (place, row) in stand.items() if there.get(cell) == place}

    def nats(self, board: Mapping[str, str]) -> float:
        """Return how well *board* fits all that was seen of its cells."""
        return sum(_nats(row, board[cell]) for cell, readings in self.readings.items() for _, row in readings)


@dataclass(frozen=True, slots=True)
class BoardsSeen:
    """What has been seen of the boards that the histories of a belief took last."""

    boards: Mapping[Taken, BoardSeen] = field(default_factory=dict)

    @classmethod
    def begun(cls, starts: Sequence[History[P]], seen: BoardSeen | None) -> BoardsSeen:
        """Return that the board with which the *starts* begin was *seen*."""
        return cls({start.taken: seen for start in starts if start.taken and seen})

    def of(self, history: History[P]) -> BoardSeen | None:
        return self.boards.get(history.taken) if history.taken else None

    def after(self, belief: Belief[P], look: Look, before: History[P]) -> BoardsSeen:
        """Return this with what *look* tells, after which *belief* holds; *before* was the likeliest history until
        then."""
        game, best, taken = belief.game, belief.best, {history.taken for history in belief.histories}
        boards = {each: board for each, board in self.boards.items() if each in taken}
        if best.taken:
            goes_on = before.taken is not None and before.base < best.base
            earlier, base = (self.of(before), before.base) if goes_on else (None, 0)
            board = boards.get(best.taken) or BoardSeen.taken(game, best, earlier, base)
            boards[best.taken] = board.after(game, best, look)
        return BoardsSeen(boards)


NOTHING_SEEN = BoardsSeen()


def _places(boards: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """Map each cell of the first board whose content can be followed through *boards* to its cell on the last one."""
    places = {cell: cell for cell in boards[0]}
    for before, after in pairwise(boards):
        change = changed(before, after)
        places = {cell: to for cell, at in places.items() if (to := _moved(at, before, change)) is not None}
    return places


def _moved(at: str, before: Mapping[str, str], change: Change) -> str | None:
    """Return where the piece *at* a cell is after *change*; None where that is ambiguous or nothing lay there."""
    if at not in change:
        return at
    piece = piece_of(before[at])
    if piece == EMPTY:
        return None
    if piece_of(change[at]) == piece:
        return at
    to = [cell for cell, content in change.items() if piece_of(content) == piece != piece_of(before[cell])]
    return to[0] if len(to) == 1 else None


def _as_first(row: Row, first: str, now: str) -> Row:
    """Return *row* in terms of the first content: a die taken as *first* then and *now* since has lost points."""
    lost = _value(first) - _value(now)
    if not lost:
        return row
    return {content: _nats(row, _less(content, lost)) for content in row}


def _value(content: str) -> int:
    _, turns, value = content.partition("=")
    return int(value) if turns else 0


def _less(content: str, lost: int) -> str:
    """Return the die *content* with *lost* fewer points; any other content as it is."""
    die, turns, value = content.partition("=")
    return f"{die}={int(value) - lost}" if turns else content


def _nats(row: Row, content: str) -> float:
    """Return the log-likelihood of *content* in *row*; a content that is missing there is as good as ruled out."""
    return row.get(content, -CELL_NATS)


def _sum(rows: Sequence[Row]) -> Row:
    named = dict.fromkeys(content for row in rows for content in row)
    total = {content: sum([_nats(row, content) for row in rows]) for content in named}
    top = max(total.values())
    return {content: value - top for content, value in total.items()}
