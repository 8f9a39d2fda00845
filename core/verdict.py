"""The referee's answers: what a change on the table means.

Every answer is one of these values; use ``match`` to tell them apart. All commands and
protocols write them with ``as_json``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.json_types import JsonObject

_WON = {
    "line": " with a line",
    "mobility": " as the only one who can still move",
    "last_active": " as the last one in play",
    "last_standing": " as the last one with dice",
    "score": " by the score",
    "zero_tie": ", as the groups are equal and the other side moved last",
    "resignation": " by resignation",
    "time": " on time",
    "forfeit": " by forfeit",
    "adjudication": " by adjudication",
}
_DRAWN = {
    "all_stuck": ", as nobody can move",
    "all_blocked": ", as nobody can move",
    "all_passed": ", as everybody passed",
    "repetition": ", as the same position came again",
    "quiet": ", as nothing was weakened for too many moves",
    "ply_limit": ", as the limit of moves is reached",
    "zero_tie": ", as the groups are equal",
    "agreement": " by agreement",
    "adjudication": " by adjudication",
}
"""Reason in the rules → how a sentence words it."""


@dataclass(frozen=True, slots=True)
class AtHand:
    """How a game stands beside its board, in short phrases: for each side, and what the rules leave to be done."""

    sides: Mapping[str, tuple[str, ...]]
    left: str = ""

    def as_json(self) -> JsonObject:
        return {"sides": {side: list(phrases) for side, phrases in self.sides.items()}, "left": self.left}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: who won or who shares the draw, and the reason in the rules' terms.

    >>> Outcome(("A",), "line").as_json()
    {'winners': ['A'], 'reason': 'line'}
    """

    winners: tuple[str, ...]
    reason: str
    drawn: bool = False

    @property
    def sentence(self) -> str:
        """The result in words.

        >>> Outcome(("A", "B"), "all_stuck", drawn=True).sentence
        'a draw between A and B, as nobody can move'
        >>> Outcome(("A", "B"), "resignation").sentence
        'A and B win by resignation'
        """
        return self.sentence_with({})

    def sentence_with(self, names: Mapping[str, str]) -> str:
        """Return the result in words, with the sides called by their *names*.

        >>> Outcome(("A",), "line").sentence_with({"A": "Red"})
        'Red wins with a line'
        """
        who = in_words([names.get(side, side) for side in self.winners])
        why = (_DRAWN if self.drawn else _WON).get(self.reason, f" ({self.reason.replace('_', ' ')})")
        if self.drawn:
            return f"a draw between {who}{why}"
        return f"{who} {'win' if len(self.winners) > 1 else 'wins'}{why}"

    def as_json(self) -> JsonObject:
        return {"winners": list(self.winners), "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Objection:
    """Why an action or a change is not allowed, and how to put it right.

    >>> Objection("GW-10", "The first piece must be a small.", ("c3",)).as_json()
    {'code': 'GW-10', 'message': 'The first piece must be a small.', 'cells': ['c3'], 'repair': ''}
    """

    code: str
    message: str
    cells: tuple[str, ...] = ()
    repair: str = ""
    by: str = ""
    """The seat that played out of turn; empty unless that is the broken rule."""

    def as_json(self) -> JsonObject:
        """Return what the JSON engine says of it, which is without ``by``."""
        return {"code": self.code, "message": self.message, "cells": list(self.cells), "repair": self.repair}


def game_over(outcome: Outcome, cells: tuple[str, ...] = ()) -> Objection:
    """Return GEN-7: something changed on *cells* after the end of the game."""
    remedy = "Clear the board to start again."
    return Objection("GEN-7", f"The game is over: {outcome.sentence}. {remedy}", cells, remedy)


@dataclass(frozen=True, slots=True)
class Still:
    """Nothing has changed.

    >>> Still().as_json()
    {'verdict': 'still'}
    """

    def as_json(self) -> JsonObject:
        return {"verdict": "still"}


@dataclass(frozen=True, slots=True)
class Played:
    """One legal action, or several quick ones by successive players, in canonical notation.

    ``margin_nats`` is the lead over the next best explanation; it is infinite for an exact
    observation.

    >>> Played(("Sc3",)).as_json(), Played(("Sc3", "Sd5")).as_json()
    ({'verdict': 'move', 'action': 'Sc3'}, {'verdict': 'moves', 'actions': ['Sc3', 'Sd5']})
    """

    actions: tuple[str, ...]
    margin_nats: float = float("inf")

    def as_json(self) -> JsonObject:
        match self.actions:
            case (action,):
                return {"verdict": "move", "action": action}
            case _:
                return {"verdict": "moves", "actions": list(self.actions)}


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The table is back to how it was *plies* actions ago.

    >>> TakenBack(1).as_json()
    {'verdict': 'takeback', 'plies': 1}
    """

    plies: int

    def as_json(self) -> JsonObject:
        return {"verdict": "takeback", "plies": self.plies}


@dataclass(frozen=True, slots=True)
class Partial:
    """An unfinished move: what was done, and what is still to do.

    ``code`` is the detection row that would apply if the players stopped here.

    >>> Partial("Take c4 off as well.", ("c4",)).as_json()
    {'verdict': 'partial', 'message': 'Take c4 off as well.', 'cells': ['c4'], 'code': ''}
    """

    message: str
    cells: tuple[str, ...] = ()
    code: str = ""

    def as_json(self) -> JsonObject:
        return {"verdict": "partial", "message": self.message, "cells": list(self.cells), "code": self.code}


@dataclass(frozen=True, slots=True)
class Refused:
    """A change that no legal action makes.

    >>> Refused(Objection("GW-10", "The first piece must be a small.")).as_json()["verdict"]
    'illegal'
    """

    objection: Objection

    def as_json(self) -> JsonObject:
        return {"verdict": "illegal", **self.objection.as_json()}


@dataclass(frozen=True, slots=True)
class Unclear:
    """Two explanations are too close, or cells cannot be seen: ask about *cells*, or whose turn of *seats* it is.

    ``suspected`` is the broken rule that may be behind it, if one may; ``likely``: it is likelier broken than not.

    >>> Unclear("Which was played: Se4 or Sf4?", ("e4", "f4"), ("Se4", "Sf4")).as_json()["verdict"]
    'unsure'
    """

    message: str
    cells: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    suspected: Objection | None = None
    likely: bool = True

    def as_json(self) -> JsonObject:
        seats = {"seats": list(self.seats)} if self.seats else {}
        code = {"code": self.suspected.code} if self.suspected else {}
        cells, candidates = list(self.cells), list(self.candidates)
        return {"verdict": "unsure", "message": self.message, "cells": cells, "candidates": candidates, **seats, **code}


@dataclass(frozen=True, slots=True)
class Threat:
    """An action that would win at once if it were *seat*'s turn, and the cells of the winning line."""

    seat: str
    action: str
    cells: tuple[str, ...]

    def as_json(self) -> JsonObject:
        return {"seat": self.seat, "action": self.action, "cells": list(self.cells)}


@dataclass(frozen=True, slots=True)
class Survey:
    """What a single board shows, without its history.

    ``lines`` are the winning lines on it; ``result`` is the end of the game that follows
    from them, or from all players being stuck; ``faults`` are things that no legal game
    can put on the board.
    """

    result: Outcome | None = None
    lines: tuple[tuple[str, ...], ...] = ()
    threats: tuple[Threat, ...] = ()
    score: Mapping[str, int] = field(default_factory=dict)
    faults: tuple[Objection, ...] = ()

    def as_json(self) -> JsonObject:
        return {
            "result": self.result.as_json() if self.result else None,
            "lines": [list(cells) for cells in self.lines],
            "threats": [threat.as_json() for threat in self.threats],
            "score": dict(self.score),
            "faults": [fault.as_json() for fault in self.faults],
        }


def counted(count: int, one: str, many: str = "") -> str:
    """Return *count* with its noun, whose plural is *many*, or *one* with an s.

    >>> counted(1, "line"), counted(2000, "line"), counted(0, "ply", "plies")
    ('1 line', '2,000 lines', '0 plies')
    """
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def in_letters(count: int) -> str:
    """Return *count* as a word, from thirteen on in digits.

    >>> in_letters(0), in_letters(3), in_letters(13)
    ('none', 'three', '13')
    """
    words = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    return words[count] if count < len(words) else str(count)


def capitalised(text: str) -> str:
    """Return *text* with a capital first letter, the rest as it is.

    >>> capitalised("put B's d6 back on c5.")
    "Put B's d6 back on c5."
    """
    return text[:1].upper() + text[1:]


def in_words(items: Sequence[str], joint: str = "and") -> str:
    """Return *items* as a list in a sentence.

    >>> in_words(["d4", "e5", "f6"])
    'd4, e5 and f6'
    """
    return f" {joint} ".join(filter(None, (", ".join(items[:-1]), *items[-1:])))


def in_short(items: Sequence[str], most: int = 8) -> str:
    """Return *items* as a short list: with more than *most*, the first few and the number of the rest.

    >>> in_short(["d4", "e5", "f6"])
    'd4, e5, f6'
    >>> in_short(["d4", "e5", "f6", "g7"], most=3)
    'd4, e5 and 2 more'
    """
    if len(items) <= most:
        return ", ".join(items)
    return f"{', '.join(items[: most - 1])} and {len(items) - most + 1} more"


def explained(found: Sequence[tuple[str, ...]], cells: tuple[str, ...]) -> Played | Unclear:
    """Return the verdict for the sequences of actions that explain *cells*: played if there is one, else a question.

    >>> explained([("Se4",), ("Sf4",)], ("e4",)).message
    'Which was played: Se4 or Sf4?'
    """
    if len(found) == 1:
        return Played(found[0])
    candidates = tuple(" ".join(actions) for actions in sorted(found))
    which = in_words(candidates[:4], "or") + (" or another" if len(candidates) > 4 else "")
    return Unclear(f"Which was played: {which}?", cells, candidates)


Verdict = Still | Played | TakenBack | Partial | Refused | Unclear
