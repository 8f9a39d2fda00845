"""What a look at the table leads to, before a game, in one, and after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.game import Game, HiddenSetup, P
from core.options import RuleOptions
from core.reading import EMPTY, Reading, of_kinds, piece_of, shared_out
from kiebitz.judging.doubts import ONCE_MORE
from kiebitz.judging.evidence import is_astray
from kiebitz.judging.starts import is_as_at_start, is_cleared
from kiebitz.table.inputs import Look
from kiebitz.table.rules import beginning, elsewhere, following, hidden_roll, joining, misplacing, setting_up
from kiebitz.table.rules.insisting import with_what_is_told
from kiebitz.table.rules.orders import ordering
from kiebitz.table.rules.taking_back import AGAIN
from kiebitz.table.rules.telling import Seen, told
from kiebitz.table.rules.trouble import is_unsure
from kiebitz.table.state import Lying, TableState

_KNOWN = 6.0
"""Nats in favour of the kind that was there before, over others that look alike."""
_AGREED = 12.0
"""Nats in favour of the kind that a piece has counted as from the start."""
_OPEN = 6.5
"""Nats by which the reader may have preferred one of the kinds that a piece may be by its look."""


def before_a_game(state: TableState[P], look: Look) -> TableState[P]:
    """Return *state* after *look*, which may begin a game, but not while dice are arranged in secret."""
    if state.roll.is_under_way:
        return state
    state, evidence = _evidence(state, look)
    now = joining.joined(state, look, evidence)
    return _beginning(now.state, joining.of_seats(now.state, now.look, now.evidence), now.look)


def in_a_game(state: TableState[P], look: Look) -> TableState[P]:
    """Return *state* after *look* at a game that goes on."""
    if look.relocated:
        return elsewhere.judged(state, look)
    before, (state, evidence) = state, _evidence(state, look)
    upright = _judged(replace(state, lying=Lying()), evidence, look)
    if misplacing.is_a_move(state, upright):
        return upright
    if look.may_lie_wrong:
        return ordering(before, lying=True)
    if not (wrong := misplacing.lying_wrong(state, look)):
        return upright
    state, evidence, waits = misplacing.awaited(state, look, evidence, wrong)
    return state if waits else _judged(state, evidence, look)


def after_a_game(state: TableState[P], look: Look) -> TableState[P]:
    """Return *state* after *look* at a game that is over: once the board is cleared, another one begins."""
    if look.relocated:
        return elsewhere.judged(state, look)
    state, evidence = _evidence(state, look)
    evidence = joining.of_seats(state, look, evidence)
    if is_cleared(state.game, state.position, evidence):
        return _beginning(beginning.started_over(state, AGAIN), evidence, look)
    return _going_on(state, evidence, look)


def _evidence(state: TableState[P], look: Look) -> tuple[TableState[P], Reading]:
    """Return what *look* shows, together with what people have said about cells."""
    game, told = state.game, state.insisted.cells
    if state.position is None:
        reading = _kinds_at_start(game, state.options, look.reading, told)
    else:
        reading = _kinds_in_play(game, state.options, look.reading, state.contents)
    state, evidence = with_what_is_told(state, reading, look.changes)
    return replace(state, beginning=replace(state.beginning, unbegun=None)), evidence


def _judged(state: TableState[P], evidence: Reading, look: Look) -> TableState[P]:
    now = joining.joined(state, look, evidence)
    return now.state if now.waits else _going_on(now.state, now.evidence, now.look)


def _beginning(state: TableState[P], evidence: Reading, look: Look) -> TableState[P]:
    if look.may_lie_elsewhere and not beginning.is_usual(state, evidence):
        return ordering(state, elsewhere=True)
    return beginning.begun(state, look, evidence, look.colours)


def _going_on(state: TableState[P], evidence: Reading, look: Look) -> TableState[P]:
    if state.lying.told:  # later looks are not compared with one of a piece that is yet to be put right
        look = replace(look, reached=True, disturbed=True)
    if state.telling.resumed and is_as_at_start(state.game, state.told, evidence):
        if not look.seen_enough(3):
            return state
        return _beginning(beginning.started_over(state, ONCE_MORE), evidence, look)
    if look.may_lie_elsewhere and is_astray(state.contents, evidence):
        return ordering(state, elsewhere=True)
    may_begin = beginning.may_begin_anew(state, evidence)
    if may_begin and beginning.is_put_right(state, evidence):
        return beginning.begun(state, look, evidence, look.colours)
    if hidden_roll.is_doubting_totals(state):
        state = hidden_roll.totals_seen(state, look, evidence)
        if hidden_roll.totals_are_wrong(state):
            return beginning.begun(state, look, evidence, look.colours)
    sight = following.sight_of(state, look, evidence)
    several = not look.own_moment and look.still_for(state.terms.patience.refused_s)
    state, followed = following.saw(
        state, sight, new=look.anew, behind=is_unsure(state), missed=look.missed, several=several
    )
    if may_begin and setting_up.is_made_anew(state, evidence):
        return beginning.begun(state, look, evidence, look.colours)
    if following.fits(state) and not look.disturbed:
        state = ordering(state, undisturbed=look.number)
    return told(state, Seen(look, sight, followed))


# -- kinds of pieces that their looks do not tell, as where a d6 stands in for a d4


def _kinds_at_start(game: Game[Any], options: RuleOptions, reading: Reading, told: Mapping[str, str]) -> Reading:
    """Return *reading* with the kinds that pieces count as before a game begins; people have *told* of some cells."""
    groups = _alike(game, options)
    if not groups:
        return reading
    stock = {piece_of(content)[1:]: number for content, number in game.stock(game.start(options)).items()}
    known = {cell: _kind(content) for cell, content in told.items()}
    kinds = shared_out(reading, stock, groups, known, nats=_OPEN)
    return of_kinds(reading, kinds, groups, nats=_AGREED)


def _kinds_in_play(game: Game[Any], options: RuleOptions, reading: Reading, before: Mapping[str, str]) -> Reading:
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


def _alike(game: Game[Any], options: RuleOptions) -> Sequence[frozenset[str]]:
    return game.alike(options) if isinstance(game, HiddenSetup) else ()


def _kind(content: str) -> str:
    return piece_of(content)[1:]
