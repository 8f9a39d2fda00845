"""The board that a picture shows: plain values, each with its JSON form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from core.board.text import board_text
from core.json_types import Json, JsonObject
from core.options import RuleOptions
from core.reading import is_edge
from kiebitz.api.seats import check_seat
from kiebitz.failure import Failure
from kiebitz.pictures.which_game import Board
from kiebitz.table.corners import Point
from vision.framing import Warned

if TYPE_CHECKING:
    from kiebitz.api.play import Position

_CERTAIN = 0.7
"""Play can go on from a picture if every cell's likeliest content has at least this probability."""
Corners = tuple[Point, ...]
"""The outer corners of a playing area: a1, last file of row 1, last file of the last row, a of the last row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LocatedBoard:
    """Where a board lies in a picture, in pixels; (0, 0) is the centre of the first pixel.

    If every seat has a board of its own, ``corners_px`` is empty and ``boards`` maps each seat to its board's corners.
    ``method`` names the method that found the board, ``found_by`` more exactly what proposed its place (tags, outline,
    corners, three corners or hand), ``error_px`` is its error of fit. ``reason`` says why no board was
    found. ``whose`` lists the boards that it may be, or that were searched for; ``looks_like`` the boards seen instead.

    >>> LocatedBoard(found=False, reason="no board found", seconds=0.1).as_json()
    {'found': False, 'reason': 'no board found', 'seconds': 0.1}
    """

    found: bool
    reason: str = ""
    corners_px: Corners = ()
    boards: Mapping[str, Corners] = field(default_factory=dict)
    method: str | None = None
    found_by: str | None = None
    error_px: float | None = None
    seconds: float = 0.0
    whose: tuple[Board, ...] = ()
    looks_like: tuple[Board, ...] = ()
    warnings: tuple[Warned, ...] = ()

    def as_json(self) -> JsonObject:
        """Return the answer of ``kiebitz locate --json``."""
        if not self.found:
            seconds = round(self.seconds, 4)
            return {"found": False, "reason": self.reason, "seconds": seconds, **self._whose_json(), **self._warned()}
        boards = {seat: {"corners_px": _rounded(corners)} for seat, corners in self.boards.items()}
        return {
            "found": True,
            **({"boards": boards} if boards else {"corners_px": _rounded(self.corners_px)}),
            "method": self.method,
            **({} if self.found_by is None else {"found_by": self.found_by}),
            "error_px": None if self.error_px is None else round(self.error_px, 3),
            "seconds": round(self.seconds, 4),
            **self._whose_json(),
            **self._warned(),
        }

    def _warned(self) -> JsonObject:
        return {"warnings": [asdict(warning) for warning in self.warnings]} if self.warnings else {}

    def _whose_json(self) -> JsonObject:
        one = self.whose[0] if len(self.whose) == 1 else None
        whose: JsonObject = {} if one is None else one.as_json()
        if len(self.whose) > 1:
            whose = {"game": None, "games": [board.game for board in self.whose]}
        return whose | ({"looks_like": [board.as_json() for board in self.looks_like]} if self.looks_like else {})


def _rounded(corners: Corners) -> list[list[float]]:
    return [[round(x, 2), round(y, 2)] for x, y in corners]


@dataclass(frozen=True, slots=True)
class Cell:
    """The likeliest content of a cell (or an edge), its probability, and the runners-up with theirs.

    >>> Cell("As", 0.98, (("Am", 0.01),)).as_json()
    {'is': 'As', 'p': 0.98, 'next': [['Am', 0.01]]}
    """

    content: str
    p: float
    others: tuple[tuple[str, float], ...] = ()

    def as_json(self) -> JsonObject:
        others: list[Json] = [[content, round(p, 4)] for content, p in self.others if p >= 0.005]
        return {"is": self.content, "p": round(self.p, 4), "next": others}

    def die_json(self) -> JsonObject:
        """Return the die in this cell: its owner, number of sides and value."""
        kind, value = self.content[1:].split("=")
        return {"owner": self.content[0], "kind": int(kind), "value": int(value), "p": round(self.p, 4)}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadBoard(LocatedBoard):
    """The contents of the board in a picture. Printed, it draws the board: ``?`` is unsure, ``##`` covered.

    ``text`` is the position in the game's notation, None if no board is found. ``cells`` has every visible cell and, in
    games with rods, every edge; the cells in ``unsure`` need a better look.

    >>> from core.games.tink import GAME as TINK
    >>> ReadBoard(found=False, reason="no board found", game="tink", options=TINK.options()).as_json()["position"]
    """

    game: str
    options: RuleOptions
    text: str | None = None
    cells: Mapping[str, Cell] = field(default_factory=dict)
    colours: Mapping[str, str] = field(default_factory=dict)
    unsure: tuple[str, ...] = ()
    covered: tuple[str, ...] = ()
    warnings: tuple[Warned, ...] = ()

    @property
    def contents(self) -> dict[str, str]:
        """The likeliest content of every visible cell; ``.`` is an empty one."""
        return {name: cell.content for name, cell in self.cells.items()}

    @property
    def doubtful(self) -> tuple[str, ...]:
        """The cells too uncertain to play on from: covered, or read with too low a probability."""
        return (*(cell for cell in self.unsure if self.cells[cell].p < _CERTAIN), *self.covered)

    def position(self, to_move: str = "A") -> Position:
        """Return the position with *to_move* to play; all that a picture cannot show is set as in the middle of a game.

        Raises ``ValueError`` if no game can hold these pieces, ``kiebitz.Failure`` if no board is found.
        """
        from kiebitz.api.play import Position, game
        from kiebitz.judging.evidence import seen_position

        if not self.found:
            raise Failure(self.reason)
        check_seat(to_move, self.options, "to_move")
        found = game(self.game)
        return Position(found, seen_position(found.rules, self.contents, self.options, to_move))

    def as_json(self) -> JsonObject:
        """Return the answer of ``kiebitz read --json``."""
        unfound = () if self.found else (Warned("no-board", self.reason),)
        shown = {name: cell.as_json() for name, cell in self.cells.items()}
        return {
            **LocatedBoard.as_json(self),
            "players": self.options.players,
            "position": self.text,
            "cells": {name: cell for name, cell in shown.items() if not is_edge(name)},
            "edges": {name: cell for name, cell in shown.items() if is_edge(name)},
            "dice": {name: cell.die_json() for name, cell in self.cells.items() if "=" in cell.content},
            "colours": dict(self.colours),
            "unsure": list(self.unsure),
            "covered": list(self.covered),
            "warnings": [asdict(warning) for warning in (*unfound, *self.warnings)],
        }

    def __str__(self) -> str:
        if not self.found:
            return self.reason
        marks = self.contents | dict.fromkeys(self.unsure, "?") | dict.fromkeys(self.covered, "##")
        return board_text(marks)
