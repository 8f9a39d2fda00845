"""What a belief adds to what was announced: news if it leads by enough, else a question."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic

from core.belief.belief import KEPT, Belief
from core.belief.history import History, action_between, changed_alike, common
from core.belief.traces import contents_of
from core.game import Game, P
from core.reading import piece_of
from core.verdict import Played, Refused, Still, TakenBack, Unclear, Verdict, in_short
from kiebitz.judging.doubts import Hidden, plies_in, shown_again, squared_up, whose
from kiebitz.judging.names import names_of
from kiebitz.judging.priors import Certainty
from kiebitz.judging.sight import Sight

_MOST_CANDIDATES = 6
"""Most moves that a question names."""
_TOGETHER_NATS = math.log(KEPT)
"""Extra lead needed when many histories disagree: each is unlikely, but their sum may not be."""


@dataclass(frozen=True, slots=True)
class Otherwise(Generic[P]):
    """The game has gone another way than was announced; its positions are now these."""

    positions: Sequence[P]
    undone: bool
    """Whether moves were taken back on the board; if not, they had been misread."""
    margin: float
    rests: Sequence[int]
    """The number of positions each time the board came back into view."""


@dataclass(frozen=True, slots=True)
class News(Generic[P]):
    """Compares histories of *game* with the positions *told*, in which *undone* actions had been taken back."""

    game: Game[P]
    told: Sequence[P]
    undone: int
    certainty: Certainty

    def of(self, history: History[P], lead: float = 0.0) -> Verdict | Otherwise[P]:
        """Return what has happened in *history* since the last announcement; it leads over others by *lead* nats."""
        told, shared = self.told, common(self.told, history.positions)
        if shared == len(told) == len(history.positions):
            return Still()
        if shared == len(told) and (played := self.played(history.positions[shared - 1 :], lead)):
            return played
        undone = history.undone > self.undone
        if shared == len(history.positions) and undone:
            return TakenBack(len(told) - shared)
        return Otherwise(history.positions, undone, lead, history.rests)

    def played(self, positions: Sequence[P], lead: float = 0.0) -> Played | None:
        """Return the actions that lead through *positions*; None where one of them was not reached by an action."""
        actions = [action_between(self.game, *pair) for pair in pairwise(positions)]
        known = tuple(action for action in actions if action is not None)
        return Played(known, lead) if len(known) == len(actions) else None

    def agreed(self, belief: Belief[P]) -> Verdict:
        """Return the actions that have been played by all histories that matter, however they go on."""
        told, lead_nats = self.told, self.certainty.lead_nats
        agreed = belief.agreed(lead_nats)
        if len(agreed) <= len(told) or common(agreed, told) < len(told):
            return Still()
        return self.played(agreed[len(told) - 1 :], lead_nats) or Still()

    def lead(self, belief: Belief[P]) -> float:
        """Return the nats by which the histories with the same news as the likeliest one lead over the others."""
        best, lead = belief.best, belief.lead()
        if best.is_legal and best.positions == self.told:
            lead = belief.lead_of(lambda history: history.is_legal and changed_alike(self.game, history, best))
        if isinstance(best.standing, Refused) and lead >= self.certainty.code_nats:
            lead = belief.lead_of(lambda history: isinstance(history.standing, Refused))
        return lead

    def question(self, belief: Belief[P], lead: float, sight: Sight) -> Unclear | None:
        """Return what to ask if the *lead* is too small to announce the news; None if it is large enough."""
        best, lead_nats = belief.best, self.certainty.lead_nats
        if best.hidden:
            return Hidden(f"Something covers {in_short(best.hidden)}. Please clear the view.", best.hidden)
        if lead < lead_nats and not (best.is_legal and belief.deciding(lead_nats) is None):
            return self._deciding(belief, lead, sight)
        untold = not best.is_legal and best.positions != self.told
        if untold and belief.lead_of(lambda history: history.positions == best.positions) < lead_nats:
            return shown_again(best.change)
        return None

    def _deciding(self, belief: Belief[P], lead: float, sight: Sight) -> Unclear:
        """Return what to ask for, to tell apart the histories that may be true."""
        lead_nats = self.certainty.lead_nats
        ways = {history.frame: self.of(history, lead) for history in reversed(belief.close(lead_nats))}
        played = {names: way for names, way in ways.items() if isinstance(way, Played)}
        if len(played) > 1 and all(plies_in(way) > 1 for way in played.values()):
            free = {seat: colour for seat, colour in sight.colours.items() if seat not in sight.known}
            return whose(list(played.values()), sight.named(names_of(belief.best)).contents, free)
        within = lead_nats
        if belief.deciding(within) is None:
            seats = open_turns(belief, self.told, lead_nats)
            if len(seats) > 1:
                return whose_turn(seats)
            within += _TOGETHER_NATS
        cell = belief.deciding(within)
        if cell is None:
            return shown_again(belief.best.change)
        news = (self.of(history, lead) for history in belief.close(within))
        candidates = dict.fromkeys(" ".join(way.actions) for way in news if isinstance(way, Played))
        named = tuple(candidates)[:_MOST_CANDIDATES]
        seen = {history.board(self.game)[cell] for history in belief.close(within)}
        if len(seen) > 1 and len({piece_of(content) for content in seen}) == 1:
            return squared_up(cell, named)
        return shown_again([cell], named)


def whose_turn(seats: Iterable[str]) -> Unclear:
    """Return the question about which of *seats* is to move."""
    return Unclear("Whose turn is it?", seats=tuple(sorted(seats)))


def turn_after(game: Game[P], told: Sequence[P], history: History[P]) -> str | None:
    """Return who was to move in the last position of *told*, by *history*; None where it had another board then."""
    if len(history.positions) < len(told):
        return None
    position = history.positions[len(told) - 1]
    return position.to_move if contents_of(game, position) == contents_of(game, told[-1]) else None


def open_turns(belief: Belief[P], told: Sequence[P], nats: float) -> set[str]:
    """Return the seats that may be to move in the last position of *told*, by the histories within *nats*."""
    return {seat for history in belief.close(nats) if (seat := turn_after(belief.game, told, history))}


def unknown_turn(belief: Belief[P], nats: float) -> set[str]:
    """Return the seats that may be to move where the board was taken as it stands; none where one alone may be."""
    best = belief.best
    seats = open_turns(belief, best.positions, nats) if best.put and best.is_legal else set()
    return seats if len(seats) > 1 else set()
