"""What a change on the table turns out to be.

Every answer of the referee is one of these values, to be taken apart with ``match``.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: who won, or who shares the draw, and the reason of the rules."""

    winners: tuple[str, ...]
    reason: str
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Objection:
    """Why an action or a change is not allowed, and what would put it right."""

    code: str
    message: str
    cells: tuple[str, ...] = ()
    repair: str = ""


@dataclass(frozen=True, slots=True)
class Still:
    """Nothing has changed."""


@dataclass(frozen=True, slots=True)
class Played:
    """One legal action, or several quick ones by successive players, in canonical notation.

    ``margin_nats`` is the lead over the next best explanation; infinite when the
    observation was exact.
    """

    actions: tuple[str, ...]
    margin_nats: float = float("inf")


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The table stands as it did *plies* actions ago."""

    plies: int


@dataclass(frozen=True, slots=True)
class Partial:
    """The middle of a move: what is seen, and what is still to do.

    ``code`` names the detection row that would fit if the players stopped here.
    """

    message: str
    cells: tuple[str, ...] = ()
    code: str = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """A change that no legal action makes."""

    objection: Objection


@dataclass(frozen=True, slots=True)
class Unclear:
    """Two explanations are too close, or cells cannot be seen: ask about *cells*."""

    message: str
    cells: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()


Verdict = Still | Played | TakenBack | Partial | Refused | Unclear
