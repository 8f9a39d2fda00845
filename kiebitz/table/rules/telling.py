"""What a look leads to, and when: news once it is sure, questions and broken rules once the table has been still."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic

from core.belief.history import History, common
from core.belief.traces import changed
from core.game import P
from core.reading import EMPTY, Reading
from core.verdict import Partial, Played, Refused, Still, TakenBack, Unclear, Verdict, in_short
from kiebitz.judging.accusing import FarOff
from kiebitz.judging.doubts import DECIDES, SUSPECTED, Hidden, Unreadable, not_as_left
from kiebitz.judging.names import Names
from kiebitz.judging.news import Otherwise
from kiebitz.judging.sight import Sight
from kiebitz.table.inputs import Look, Unchanged
from kiebitz.table.rules import following, misplacing, setting_up, taking_back
from kiebitz.table.rules.counting import asked_how_many, fewer_by, out_of_turn
from kiebitz.table.rules.following import Followed
from kiebitz.table.rules.orders import freshened, heard, learning, ordering, turned, understood
from kiebitz.table.rules.playing import all_played, taken_back
from kiebitz.table.rules.retelling import rewritten
from kiebitz.table.rules.trouble import asked, calmed, doubted, has_refused, refused
from kiebitz.table.state import Judged, TableState
from kits.colours import MOST_OF_A_SEAT, called, every, joined, parts

SET_UP = "The board is set up."
LOST_TRACK = (
    "I have missed too much to follow. If the board is right as it stands, agree or play on; else put it right."
)
MISSED = "I may have missed a move. As far as I know:"


@dataclass(frozen=True, slots=True)
class Seen(Generic[P]):
    """A look: what was seen, and what that says."""

    look: Look
    sight: Sight
    followed: Followed[P]
    by_people: bool = False
    """Whether people have said what decides it, so that no more looks are needed."""

    @property
    def evidence(self) -> Reading:
        return self.sight.named(self.followed.names)


def told(state: TableState[P], seen: Seen[P]) -> TableState[P]:
    """Announce what is news in *seen*, and what is wrong or unclear; return the state."""
    game, followed, evidence = state.game, seen.followed, seen.evidence
    boards = [history.board(game) for history in (followed.best, followed.broken or followed.best)]
    judged = Judged(seen.look.number, evidence, *boards)
    telling = replace(state.telling, latest=(seen.look, seen.sight), judged=judged, seen=evidence)
    state = replace(state, telling=telling)
    moved, standing = followed.moved, followed.standing
    first = standing if isinstance(moved, Otherwise | Still) or not isinstance(standing, Still) else moved
    state, missing = setting_up.missing(state, evidence, moved, standing)
    if missing is not None:
        state = following.begun(state, [History((state.told[-1],), Names())])
        return _answered(ordering(state, undisturbed=None), seen.look, missing)
    if taking_back.given_up(state, evidence):
        state = following.begun_as_told(taking_back.followed(state))
        return freshened(ordering(state, undisturbed=None))
    state, question = taking_back.awaited(state, evidence, first)
    if question:
        patient = seen.look.still_for(state.terms.patience.unclear_s)
        return asked(state, "unsure", [], question) if patient else state
    state, moved, standing = _doubted(state, seen, first)
    return _told_as(state, seen, moved, standing)


def _doubted(
    state: TableState[P], seen: Seen[P], first: Verdict
) -> tuple[TableState[P], Verdict | Otherwise[P], Verdict]:
    """Return what has moved and what stands by *seen*, or the question to ask instead."""
    followed, evidence = seen.followed, seen.evidence
    moved, standing = followed.moved, followed.standing
    hidden = seen.sight.covered_changes(followed.names)
    if isinstance(moved, Still) and isinstance(standing, Still) and hidden:
        standing = Hidden(f"I cannot see what is on {in_short(hidden)}.", tuple(hidden))
    left = not_as_left(evidence, state.contents) if state.telling.resumed else None
    if left is not None and followed.best.put:
        return state, Still(), left
    if not isinstance(moved, Otherwise):
        state, doubt = taking_back.many_doubted(state, first, evidence)
        if doubt is not first:
            return state, Still(), doubt
    return state, moved, standing


def _told_as(state: TableState[P], seen: Seen[P], moved: Verdict | Otherwise[P], standing: Verdict) -> TableState[P]:
    look, followed = seen.look, seen.followed
    undecided = state.telling.undecided + look.own_moment
    state = replace(state, telling=replace(state.telling, undecided=undecided))
    known, waits = len(state.told), False
    if not seen.by_people:
        state, waits = _waiting_for_view(state, seen, standing)
    if isinstance(moved, Otherwise):
        if not (seen.by_people or _is_certain(state, look, followed)):
            return state
        if followed.best.put and not seen.by_people:
            return _asked_whether_it_stands(state, followed.best)
        state = _rewritten(state, moved)
    elif not isinstance(moved, Still):
        state = _answered(state, look, moved, settles=isinstance(standing, Still))
    if isinstance(standing, Still) and isinstance(moved, Otherwise):
        state = understood(state, look.number, reached=look.reached)
    elif not waits and (isinstance(moved, Still) or not isinstance(standing, Still)):
        state = _answered(state, look, standing, stood=followed.best.looks)
    state = following.has_told(state)
    if len(state.told) > known and following.is_certain(state):
        state = learning(state, state.contents)
    return state if isinstance(standing, Unclear) else _with_further_colours(_settled_names(state, seen), look)


def unchanged(state: TableState[P], seen: Unchanged) -> TableState[P]:
    """Note that the table is as announced; if something is open, have it read all the same."""
    nothing_is_open = following.is_certain(state) and not state.telling.undecided
    return _stands(state, seen) if nothing_is_open else to_be_read(state, seen)


def to_be_read(state: TableState[P], _: Unchanged) -> TableState[P]:
    """Have the board read, though it looks as it did."""
    return ordering(state, read=True)


def with_colours_seen(state: TableState[P], seen: Mapping[str, str], contents: Mapping[str, str]) -> TableState[P]:
    """Remember the colours, as *seen*, of the seats that have a piece on the board; what is known stays."""
    playing = {content[0] for content in contents.values() if content != EMPTY}
    return replace(state, colours={seat: c for seat, c in seen.items() if seat in playing} | dict(state.colours))


def _with_further_colours(state: TableState[P], look: Look) -> TableState[P]:
    """Give seats the surplus colours, beyond one a player, that only they have placed, as the moves show."""
    if not (look.further and look.way_round_is_known and following.is_certain(state)):
        return state
    for colour in sorted({*look.further.values()} - {*every(state.colours.values())}):
        cells = [cell for cell, hue in look.further.items() if hue == colour]
        owners = {state.contents.get(cell, EMPTY)[0] for cell in cells}
        known = parts(state.colours.get(next(iter(owners)), "")) if len(owners) == 1 else ()
        if known and len(known) < MOST_OF_A_SEAT:
            (seat,), text = owners, joined([*known, colour])
            state = replace(state, colours={**state.colours, seat: text})
            state = state.saying("state", message=f"{seat} plays {called(text)}.", **state.standing())
    return state


def _waiting_for_view(state: TableState[P], seen: Seen[P], standing: Verdict) -> tuple[TableState[P], bool]:
    """Return whether *standing* asks about cells behind something, such as a hand, that was not there a picture ago."""
    is_in_the_way = isinstance(standing, Hidden) or bool(seen.sight.reading.covered)
    before, hidden = state.telling.hidden, frozenset[str]()
    waits = False
    if isinstance(standing, Unclear) and is_in_the_way and seen.look.own_moment:
        hidden = frozenset(standing.cells)
        waits = before.isdisjoint(hidden)
    return replace(state, telling=replace(state.telling, hidden=hidden)), waits


def _is_certain(state: TableState[P], look: Look, followed: Followed[P]) -> bool:
    """Return whether a changed course of the game may be announced; one that no move leads to must be seen twice."""
    if not followed.best.put:
        return True
    return followed.best.looks > 0 if look.own_moment else look.still_for(state.terms.patience.unclear_s)


def _rewritten(state: TableState[P], moved: Otherwise[P]) -> TableState[P]:
    """Announce that the game has gone another way."""
    taken = len(state.told) - common(state.told, moved.positions)
    if moved.undone and taking_back.is_a_new_game(state, taken):
        state = taking_back.gone_back(state, taken)
    state = rewritten(state, moved.positions, undone=moved.undone, margin=moved.margin, rests=moved.rests)
    return replace(state, telling=replace(state.telling, undecided=0))


def _asked_whether_it_stands(state: TableState[P], best: History[P]) -> TableState[P]:
    """Ask whether a board that no known moves lead to is right; people say so by agreeing or by playing on."""
    cells = sorted(changed(state.contents, best.board(state.game)))
    return asked(state, "unsure", cells, LOST_TRACK, whole=True)


def _settled_names(state: TableState[P], seen: Seen[P]) -> TableState[P]:
    """Take for known which way the board lies, and the colours of the seats that have a piece on it."""
    sight, names = seen.sight, seen.followed.names
    owners = sight.owners(names)
    colours = {owners[seat]: colour for seat, colour in sight.colours.items()}
    state = with_colours_seen(state, colours, state.contents)
    if names.quarters:
        state = turned(state, names.quarters)
    return following.settled(state, state.colours, names.quarters)


def _answered(
    state: TableState[P], look: Look, verdict: Verdict, *, settles: bool = True, stood: int = 0
) -> TableState[P]:
    """Announce *verdict*, which has *stood* for some looks and perhaps *settles* all, after long enough a rest."""
    patience = state.terms.patience
    if misplacing.is_told_by(state, verdict) or misplacing.is_awaited(verdict, look, patience):
        return state
    match verdict:
        case Still():
            return _stands(state, look)
        case Played(actions, margin):
            return _settled(all_played(calmed(state), actions, margin), look, settles=settles)
        case TakenBack(plies) if taking_back.is_many(state, plies):
            return taking_back.many_asked(state, plies) if look.still_for(patience.unclear_s) else state
        case TakenBack(plies):
            return _settled(taken_back(calmed(state), plies), look, settles=settles)
        case Partial(message, cells, code) if look.still_for(patience.partial_s):
            return asked(state, "partial", cells, message, code=code)
        case Refused(objection) if look.still_for(patience.refused_s):
            if state.telling.undecided > stood + 1 and not has_refused(state, objection):
                return doubted(state, objection, objection.cells, MISSED)
            if numbers := fewer_by(state, look.reading.contents):
                return asked_how_many(state, objection, numbers)
            if objection.by:
                return out_of_turn(state, objection, following.nearest(state))
            return refused(state, objection, state.told[-1], following.nearest(state))
        case Unclear() if look.still_for(patience.unclear_s):
            return _questioned(state, verdict)
        case _:
            return state


def _stands(state: TableState[P], look: Look | Unchanged) -> TableState[P]:
    """Note that nothing is wrong with the board."""
    if setting_up.awaits_words(state) and not following.is_certain(state):
        return understood(state, look.number, reached=look.reached)
    state, set_up = setting_up.completed(state)
    illegal = state.trouble.unrepaired
    if set_up or ((state.trouble.key or illegal) and not state.faulty):
        state = calmed(state)
        if illegal is None:
            message = SET_UP if set_up else "The board is as it was."
            state = state.saying("state", message=message, **state.standing())
    return understood(state, look.number, reached=look.reached)


def _settled(state: TableState[P], look: Look, *, settles: bool) -> TableState[P]:
    """Note that an action has been announced; keep looking if more is open."""
    if settles:
        return understood(state, look.number, reached=look.reached)
    return heard(replace(state, telling=replace(state.telling, resumed=False)))


def _questioned(state: TableState[P], unclear: Unclear) -> TableState[P]:
    """Ask about what is *unclear*, and say which rule may be broken."""
    cells, question = unclear.cells, unclear.message
    if cells and (outside := state.outside) is not None:
        question = outside.text if set(cells) <= set(outside.cells) else f"{question} {outside.text}"
    details: dict[str, Any] = {"whole": isinstance(unclear, FarOff), "candidates": list(unclear.candidates)}
    if unclear.seats:
        details["seats"] = list(unclear.seats)
    if unclear.suspected is None:
        if isinstance(unclear, Unreadable):
            details["code"] = "TT-26"
        return asked(state, "unsure", cells, question, **details)
    if unclear.likely:
        return doubted(state, unclear.suspected, cells, SUSPECTED, question, **details)
    objection = replace(unclear.suspected, repair="")
    return doubted(state, objection, cells, f"{question} {DECIDES}", **details)
