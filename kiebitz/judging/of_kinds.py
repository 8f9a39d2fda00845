"""Kinds of pieces that their looks do not tell, as where a d6 stands in for a d4: they are known from the start on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.game import Game, HiddenSetup
from core.options import RuleOptions
from core.reading import EMPTY, Reading, of_kinds, piece_of, shared_out

_KNOWN = 6.0
"""Nats in favour of the kind that was there before, over others that look alike."""
_AGREED = 12.0
"""Nats in favour of the kind that a piece has counted as from the start."""
_OPEN = 6.5
"""Nats by which the reader may have preferred one of the kinds that a piece may be by its look."""

Groups = Sequence[frozenset[str]]


def at_start(game: Game[Any], options: RuleOptions, reading: Reading, told: Mapping[str, str]) -> Reading:
    """Return *reading* with the kinds that pieces count as before a game begins; people have *told* of some cells."""
    groups = _alike(game, options)
    if not groups:
        return reading
    stock = {piece_of(content)[1:]: number for content, number in game.stock(game.start(options)).items()}
    known = {cell: _kind(content) for cell, content in told.items()}
    kinds = shared_out(reading, stock, groups, known, nats=_OPEN)
    return of_kinds(reading, kinds, groups, nats=_AGREED)


def in_play(game: Game[Any], options: RuleOptions, reading: Reading, before: Mapping[str, str]) -> Reading:
    """Return *reading* with the kinds known from the board *before*; what came to a cell had left another one."""
    groups = _alike(game, options)
    if not groups:
        return reading
    stays, gone = dict[str, str](), set[str]()
    for cell, content in before.items():
        if content == EMPTY:
            continue
        if cell in reading.cells and reading.best(cell)[:1] != content[:1]:
            gone.add(_kind(content))
        else:
            stays[cell] = _kind(content)
    return of_kinds(reading, {cell: stays.get(cell) or gone for cell in reading.cells}, groups, nats=_KNOWN)


def _alike(game: Game[Any], options: RuleOptions) -> Groups:
    return game.alike(options) if isinstance(game, HiddenSetup) else ()


def _kind(content: str) -> str:
    return piece_of(content)[1:]
