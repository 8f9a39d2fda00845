"""Whether a broken rule may be told: what speaks against it, and what to ask instead."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Generic

from core.belief.belief import Belief
from core.belief.history import History
from core.belief.traces import most_changed, successors
from core.game import Game, P
from core.reading import EMPTY, is_bare, is_edge, piece_of
from core.verdict import Objection, Refused, Still, Unclear, in_short
from kiebitz.judging.doubts import Hidden, shown_again
from kiebitz.judging.evidence import plain
from kiebitz.judging.names import Names
from kiebitz.judging.sight import Sight

SPARE_CELLS = 3
"""If this many cells more than any action changes differ, a rule may be broken; if more do, pieces were swept off."""
_PLAIN = 0.8
HIDDEN = "Something covers the board. Please clear the view."
SEVERAL = "More has been played than one move. Please take back, until I have told the first move:"


class FarOff(Unclear):
    """Asks what has happened to a board that has changed too much for a broken rule."""

    @classmethod
    def at(cls, cells: Sequence[str]) -> FarOff:
        """Return the question for a board that differs in *cells*."""
        message = f"The board is not as I know it. Put it back, or play on from there: {in_short(cells)}."
        return cls(message, tuple(cells))


def untouched(game: Game[P], history: History[P]) -> list[str]:
    """Return the cells with another piece than before that were not touched; a turned die is the same piece."""
    told = game.contents(history.position)
    return [
        cell
        for cell, content in history.change.items()
        if piece_of(content) != piece_of(told[cell]) and cell not in history.witnessed
    ]


def as_touched(game: Game[P], history: History[P]) -> History[P]:
    """Return *history* without what it has on untouched cells, if it breaks a rule without that as well."""
    misread = untouched(game, history)
    rest = {cell: content for cell, content in history.change.items() if cell not in misread}
    verdict = game.diagnose(history.position, {**game.contents(history.position), **rest}) if misread else Still()
    return replace(history, change=rest, standing=verdict) if isinstance(verdict, Refused) else history


def is_far_off(game: Game[P], history: History[P]) -> bool:
    """Return whether too much has changed for a broken rule: pieces have been swept off, or the board cleared."""
    most = most_changed(game, history.position) + SPARE_CELLS
    return is_bare(history.board(game)) or len(history.change) > most


def behind_an_action(game: Game[P], history: History[P]) -> list[str]:
    """Return the cells that a slip behind a legal action may have changed, so that who broke what is open; or none."""
    change, before, mover = history.change, game.contents(history.position), history.position.to_move
    others = {seat for seat in history.position.seats if seat != mover}
    placed = {cell for cell, content in change.items() if content[0] in others and before[cell] == EMPTY}
    for _, trace in successors(game, history.position) if placed else ():
        if trace and trace.items() <= change.items() and placed - trace.keys():
            return sorted(change.keys() - trace.keys())
    return []


@dataclass(frozen=True, slots=True)
class Suspicion(Generic[P]):
    """A rule that may be broken: the *objection* to the board of the likeliest *history* that breaks it."""

    objection: Objection
    history: History[P]
    lead: float
    """Nats by which it is likelier that this rule is broken than that it is not."""

    def carried_by(self, question: Unclear) -> Unclear:
        """Return *question* with the rule that may be broken added to it."""
        return replace(question, suspected=self.objection, likely=self.lead > 0.0)


def suspicion(belief: Belief[P], asked: Collection[str], nats: float) -> Suspicion[P] | None:
    """Return the rule that may be broken if the cells *asked* about are in question; None if none may be.

    It is the likeliest one, unless something else leads by *nats*. If it is likelier not broken, the cells have to
    tell: otherwise the question is not about it. Histories that see the board in other names are left out.
    """
    game, found = belief.game, dict[str, Suspicion[P]]()
    named = [history for history in belief.histories if history.frame == belief.best.frame]
    for history in named:
        if isinstance(history.standing, Refused) and (code := history.standing.objection.code) not in found:
            lead = belief.lead_of(partial(_breaks, code))
            found[code] = Suspicion(history.standing.objection, history, lead)
    if not found:
        return None
    likeliest = max(found.values(), key=lambda each: each.lead)
    open_to_all = any(history.hidden or is_far_off(game, history) for history in (belief.best, likeliest.history))
    if open_to_all or likeliest.lead <= -nats:
        return None
    if likeliest.lead > 0.0:
        return likeliest
    broken = likeliest.history.board(game)
    others = (history.board(game) for history in named if not _breaks(likeliest.objection.code, history))
    otherwise = next(others, broken)
    return likeliest if any(broken[cell] != otherwise[cell] for cell in asked) else None


def _breaks(code: str, history: History[P]) -> bool:
    return isinstance(history.standing, Refused) and history.standing.objection.code == code


@dataclass(frozen=True, slots=True)
class Accusation(Generic[P]):
    """The *objection* to the board of *history*, to be checked against what is in *sight* under its *names*."""

    game: Game[P]
    objection: Objection
    history: History[P]
    names: Names
    sight: Sight

    def doubt(self, *, again: bool, missed: bool) -> Unclear | None:
        """Return what to ask instead of announcing the objection; None if nothing speaks against it.

        *again*: the board has been seen like this before. *missed*: moves may have been missed, for the board was out
        of sight, or several were played at once.
        """
        game, history, sight = self.game, self.history, self.sight
        change = history.change
        if is_far_off(game, history):
            return FarOff.at(sorted(change))
        if cells := self._unlike_the_change() or untouched(game, history):
            return self._asked(cells)
        if hidden := [place for place in sight.newly_covered() if not is_edge(place)]:
            return Hidden(HIDDEN, tuple(sorted(hidden)))
        if again:
            return None
        if cells := behind_an_action(game, history):
            return replace(Unclear(f"{SEVERAL} {in_short(cells)}.", tuple(cells)), suspected=self.objection)
        if missed or sight.reaches(self.names, change) or not (self._looks_changed() and self._is_plain()):
            return self._asked(change)
        return None

    def _asked(self, cells: Iterable[str]) -> Unclear:
        """Return the question about *cells*, with the rule that they seem to break."""
        return replace(shown_again(cells), suspected=self.objection)

    def _unlike_the_change(self) -> list[str]:
        """Return the cells whose look does not fit what is supposed to have happened."""
        sight, names, change, before = self.sight, self.names, self.history.change, self.history.anchor
        since = [place for place, content in change.items() if before is None or before[place] != content]
        found = sight.changed_besides(names, change) or sight.unchanged(names, since, before)
        return found or (sight.changed_alike(names, before, self.history.board(self.game)) if before else [])

    def _looks_changed(self) -> bool:
        """Return whether the board looks changed where the rule is broken; the look of edges is not compared."""
        looked = {cell for cell in self.history.change if not is_edge(cell)}
        return not looked or bool(looked & self.sight.looking_changed(self.names))

    def _is_plain(self) -> bool:
        """Return whether no cell is in doubt: what is unlike any one piece may belong to the other seat as well."""
        reading = self.sight.named(self.names)
        return plain(reading, self.history.change.keys() & reading.cells.keys(), sure=_PLAIN)
