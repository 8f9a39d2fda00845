"""Prepares a reading for the referee: cell names, seats, covered cells, and how far cells have changed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial

from core.game import Game, P
from core.options import RuleOptions
from core.play.board_setup import least_plies
from core.reading import EMPTY, Reading, is_edge, piece_of
from kiebitz.judging.priors import TABLE_PRIORS
from kits.kit import Plan, turned_place

UNCHANGED, CHANGED = 0.02, 0.06
"""Shares of a cell's area: below the first the cell looks unchanged, above the second it looks changed."""

BESIDE = 1.6
"""Distance in pitches within which cells count as neighbours: a tall piece's shadow in low light reaches that far."""


def seen_position(game: Game[P], contents: Mapping[str, str], options: RuleOptions, to_move: str) -> P:
    """Return the position with *contents*, at the least possible ply; *to_move* is next. Raises ``ValueError``."""
    text = game.format_contents(contents, options, to_move)
    return game.parse_position(f"{text.rsplit(' ', 1)[0]} {least_plies(game, contents)}", options)


def without(reading: Reading, covered: frozenset[str]) -> Reading:
    """Return *reading* with the cells *covered* as well; an edge between two covered cells is covered, too."""
    covered |= reading.covered
    covered |= {place for place in reading.cells if is_edge(place) and covered.issuperset(place.split("-"))}
    return Reading({place: row for place, row in reading.cells.items() if place not in covered}, covered)


def reseated(reading: Reading, seats: Mapping[str, str]) -> Reading:
    """Return *reading* with the pieces of each seat given to the seat that *seats* names."""
    if all(seat == to for seat, to in seats.items()):
        return reading
    cells = {
        cell: {f"{seats[c[0]]}{c[1:]}" if c[0] in seats else c: value for c, value in row.items()}
        for cell, row in reading.cells.items()
    }
    return Reading(cells, reading.covered)


def beside(plans: Sequence[Plan], cells: Collection[str]) -> frozenset[str]:
    """Return *cells* and those next to them, which a piece on them may hide or shade."""
    found = set(cells)
    for plan in plans:
        middles = {cell: plan.centre_mm(cell) for cell in plan.cells}
        reach = BESIDE * plan.pitch_mm
        around = [middles[cell] for cell in cells if cell in middles]
        found |= {
            cell for cell, (x, y) in middles.items() if any(max(abs(x - u), abs(y - v)) < reach for u, v in around)
        }
    return frozenset(found)


def beside_more(plans: Sequence[Plan], changes: Mapping[str, float]) -> frozenset[str]:
    """Return the cells next to one that has changed more: that cell's piece or its shadow may have changed them."""
    found = set()
    for plan in plans:
        reach = BESIDE * plan.pitch_mm
        looks_new = {cell: plan.centre_mm(cell) for cell in plan.cells if changes.get(cell, 0.0) > CHANGED}
        for cell, (x, y) in looks_new.items():
            if any(
                changes[other] > changes[cell] and max(abs(x - u), abs(y - v)) < reach
                for other, (u, v) in looks_new.items()
            ):
                found.add(cell)
    return frozenset(found)


def is_astray(told: Mapping[str, str], seen: Reading) -> bool:
    """Return whether half of the pieces that were *told*, or more, are *seen* to be gone from where they stood.

    Moves do not do that, though they may turn as many dice. The camera may have been knocked, and cells be read beside
    where they are.
    """
    pieces = {cell: content for cell, content in told.items() if content != EMPTY and cell in seen.cells}
    gone = sum(piece_of(seen.best(cell)) != piece_of(content) for cell, content in pieces.items())
    return len(pieces) > 1 and 2 * gone >= len(pieces)


def fit(reading: Reading, contents: Mapping[str, str], *, cell_nats: float = 9.0) -> float:
    """Return the log-likelihood of *contents*, each cell's best at 0 and no cell below ``-cell_nats``."""
    return sum(
        max(row.get(contents[cell], -99.0) - max(row.values()), -cell_nats) for cell, row in reading.cells.items()
    )


def may_be(reading: Reading, contents: Mapping[str, str]) -> bool:
    """Return whether *contents* fit nearly as well as the best guess."""
    return fit(reading, contents) > fit(reading, reading.contents) - TABLE_PRIORS.nearly


def plain(reading: Reading, cells: Iterable[str], *, sure: float = 0.95) -> bool:
    """Return whether all of *cells* are read, and none with doubt."""
    return all(cell in reading.cells and reading.certainty(cell) > sure for cell in cells)


def turned_reading(reading: Reading, quarters: int, plan: Plan) -> Reading:
    """Return *reading* of a board of *plan* with cells and edges named as ``turned`` names them."""
    name = partial(turned_place, quarters=quarters % 4, columns=plan.columns, rows=plan.rows)
    return Reading({name(place): row for place, row in reading.cells.items()}, frozenset(map(name, reading.covered)))
