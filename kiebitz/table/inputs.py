"""Everything that can happen at a table, as values: ``step`` takes one at a time, and nothing else changes a game."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, get_args

from core.reading import Misplaced, Reading
from kiebitz.clock import Left
from kiebitz.table.controls import Command
from kiebitz.table.roll import Hand
from kits.kit import Plan
from vision.framing import Warned

Moment = tuple[int, float]
"""The number of a frame, and its time in seconds."""
STANDS_ALONE = math.inf
"""Seconds for which a table counts as still in a picture that stands alone."""
MOVES = -math.inf
"""The same for a table that is not known to be still."""


@dataclass(frozen=True, slots=True)
class Look:
    """What was seen of the board in one frame, in the names of its place and of the reader.

    Args:
        number: the look's own; views are called by it.
        still_s: for how many seconds nothing has moved.
        readings: how many readings of the table as it is are combined.
        anew: whether something has moved since the look before.
        missed: whether the board was out of sight for a while before, so that moves may have been missed.
        plans: the boards, as their cells lie.
        way_round_is_known: whether tags say which way round the board lies.
        colours: the reader's seat → the colour that it sees there.
        changes: cell → share of its area that looks different from the view compared with; empty without one.
        at_rim: cells into which something reaches from beyond the board.
        reached: whether something reaches in over the board.
        disturbed: whether part of the board is out of sight.
        marked: whether marks have just told which way round the board lies.
        prior_nats: the log-odds that a rod beside an empty cell, and each kind of pyramid, had before looking.
        may_lie_elsewhere: whether the board has yet to be looked for elsewhere, should it seem to be astray.
        relocated: whether a board like the game's was found at another place, or among other things, so that it may be
            another table's; the look goes by ``Orders.ours`` or ``Orders.foreign``.
        may_lie_wrong: whether pieces that lie wrong have yet to be looked for, should the look show no move.
        misplaced: the pieces that lie wrong on cells which look changed, once they have been looked for.
        further: the cells with pieces in a colour more than there are players, and that colour.
        out_of_view: cells that lie beyond the picture, or on mini-boards that it does not show.
    """

    moment: Moment
    number: int
    own_moment: bool
    still_s: float
    rested_s: float
    readings: int
    anew: bool
    missed: bool
    plans: tuple[Plan, ...]
    way_round_is_known: bool
    reading: Reading
    colours: Mapping[str, str]
    changes: Mapping[str, float]
    at_rim: frozenset[str] = frozenset()
    reached: bool = False
    disturbed: bool = False
    marked: bool = False
    prior_nats: Mapping[str, float] = field(default_factory=dict)
    may_lie_elsewhere: bool = False
    relocated: bool = False
    may_lie_wrong: bool = False
    misplaced: tuple[Misplaced, ...] = ()
    further: Mapping[str, str] = field(default_factory=dict)
    out_of_view: frozenset[str] = frozenset()

    def still_for(self, seconds: float) -> bool:
        """Return whether nothing has moved for that many seconds; a picture that stands alone is still."""
        return self.own_moment or self.still_s >= seconds

    def seen_enough(self, readings: int) -> bool:
        """Return whether there are enough readings, or no more to come."""
        return self.own_moment or self.readings >= readings


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The board of a frame looks as it did in the view compared with; it was not read."""

    moment: Moment
    number: int
    own_moment: bool
    rested_s: float
    reached: bool = False


@dataclass(frozen=True, slots=True)
class Stirred:
    """Something has moved at a table that was at rest."""

    moment: Moment


@dataclass(frozen=True, slots=True)
class Rested:
    """The undisturbed view that was remembered is what later ones are compared with, or, if None, it is dropped."""

    moment: Moment
    number: int | None


@dataclass(frozen=True, slots=True)
class Framed:
    """What is wrong with the board's place in the picture."""

    moment: Moment
    warned: tuple[Warned, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """The board is found at a new place; *told* if people are to hear of it."""

    moment: Moment
    corners_px: Sequence[Sequence[float]]
    method: str
    error_px: float
    way_round: str = ""
    told: bool = True


@dataclass(frozen=True, slots=True)
class Moved:
    """The board has been moved."""

    moment: Moment
    message: str


@dataclass(frozen=True, slots=True)
class Lost:
    """The board is not in view, or no pictures come."""

    moment: Moment
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The game's board is not in view, but *whose* is, by its print or its size."""

    moment: Moment
    whose: str


@dataclass(frozen=True, slots=True)
class Tick:
    """A frame has been looked at: time has passed. The table has been at rest since *rested_s*."""

    moment: Moment
    rested_s: float
    in_view: bool


@dataclass(frozen=True, slots=True)
class Told:
    """People tell the referee something."""

    command: Command


@dataclass(frozen=True, slots=True)
class Misheard:
    """A line that is no command, and why."""

    message: str


@dataclass(frozen=True, slots=True)
class Proposed:
    """A program plays *seat*: its *action* for the position now, and what is said of it.

    With *elsewhere* it was played at another table's board, and *left* is then what its player's clock shows there.
    """

    seat: str
    action: str
    fields: Mapping[str, Any]
    elsewhere: bool = False
    left: Left | None = None


@dataclass(frozen=True, slots=True)
class Arrived:
    """The clock of *seat* shows this at the table where its player has moved; None if that is not known."""

    seat: str
    left: Left | None


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody else plays *seat* from now on, so a move proposed for it no longer counts."""

    seat: str


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice were rolled for *seat*, whose player has none."""

    seat: str
    hand: Hand


@dataclass(frozen=True, slots=True)
class Remarked:
    """Something to announce and keep that changes no game: advice, a hint, who plays."""

    kind: str
    fields: Mapping[str, Any]
    moment: Moment | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """A table goes on from a kept state; new views cannot be compared with earlier ones."""


@dataclass(frozen=True, slots=True)
class Concluded:
    """If there is a result, nobody has heard of it yet: announce it."""


@dataclass(frozen=True, slots=True)
class Interrupted:
    """The source has stopped delivering frames."""

    message: str


@dataclass(frozen=True, slots=True)
class Ended:
    """Watching ends, and why."""

    message: str


Input = (
    Look | Unchanged | Stirred | Rested | Framed | Found | Moved | Lost | Elsewhere | Tick | Told | Misheard | Proposed
    | Arrived | Seated | Rolled | Remarked | Opened | Concluded | Interrupted | Ended
)  # fmt: skip
INPUTS = get_args(Input)
