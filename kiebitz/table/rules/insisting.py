"""What people have said about cells; it counts until the cells change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.game import P
from core.reading import EMPTY, Reading, is_edge
from kiebitz.judging.evidence import CHANGED, UNCHANGED
from kiebitz.judging.priors import TABLE_PRIORS
from kiebitz.table.putting_back import lying
from kiebitz.table.rules.orders import freshened
from kiebitz.table.state import Fields, TableState


def with_what_is_told(
    state: TableState[P], reading: Reading, changes: Mapping[str, float]
) -> tuple[TableState[P], Reading]:
    """Return *reading* with the contents that people have stated, on cells that have not changed since."""
    insisted, reference = state.insisted, state.orders.reference
    marked = insisted.marked if insisted.marked_beside == reference else frozenset()
    cells = {
        cell: told
        for cell, told in insisted.cells.items()
        if (_share(cell, changes) > UNCHANGED if cell in marked else _share(cell, changes) <= CHANGED)
    }
    state = replace(state, insisted=replace(insisted, cells=cells, changes=changes, beside=reference))
    return state, insisted_on(state, reading, cells)


def remembered(state: TableState[P], cells: Mapping[str, str]) -> TableState[P]:
    """Remember what people have said about *cells*, until these change."""
    insisted, reference = state.insisted, state.orders.reference
    marked = insisted.marked if insisted.marked_beside == reference else frozenset()
    if insisted.beside == reference:
        marked |= {cell for cell in cells if _share(cell, insisted.changes) > CHANGED}
    known = {**insisted.cells, **cells}
    return replace(state, insisted=replace(insisted, cells=known, marked=marked, marked_beside=reference))


def noted(state: TableState[P], cells: Mapping[str, str]) -> TableState[P]:
    """Note what people tell of *cells* of the board with which the game is to begin. Raises ``ValueError``."""
    check(state, cells)
    state = freshened(remembered(state, cells))
    return state.saying("state", **noted_fields(state, cells))


def noted_fields(state: TableState[P], cells: Mapping[str, str]) -> Fields:
    """Return the fields of the event that tells of it."""
    named = lying(state.game, dict(sorted(cells.items())))
    return {**state.standing(), "message": f"Noted for the start: {named}."}


def check(state: TableState[P], cells: Mapping[str, str]) -> None:
    """Raise ``ValueError`` where this game has no such *cells*, or nothing that they could hold."""
    game = state.game
    known = state.position or game.start(state.options)
    names, alphabet = set(game.cells(known)), game.alphabet(known)
    for cell, content in cells.items():
        if cell not in names:
            raise ValueError(f"no cell is called {cell[:20]!r} on this board")
        fitting = [text for text in alphabet if text == EMPTY or (text == "rod") == is_edge(cell)]
        if content not in fitting:
            where = f"edge {cell}" if is_edge(cell) else f"cell {cell}"
            raise ValueError(f"{where} cannot hold {content[:20]!r}; it holds one of {' '.join(fitting)}")


def insisted_on(state: TableState[P], reading: Reading, cells: Mapping[str, str]) -> Reading:
    """Return *reading* with *cells* holding what people have stated."""
    if not cells:
        return reading
    known = state.position or state.game.start(state.options)
    alphabet = state.game.alphabet(known)
    rows = {
        cell: {text: 0.0 if text == told else -TABLE_PRIORS.told_by_people for text in alphabet}
        for cell, told in cells.items()
    }
    return Reading({**reading.cells, **rows}, reading.covered - rows.keys())


def _share(place: str, changes: Mapping[str, float]) -> float:
    """Return how much of a cell looks changed; of an edge's two cells, the one that has changed more counts."""
    return max(changes.get(cell, 0.0) for cell in place.split("-"))
