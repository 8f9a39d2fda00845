"""What is likely at a table, in nats, and how certain something must be before it is announced.

``core.belief.explanation.Priors`` has the same for the events of a game.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Certainty:
    """How certain something must be before it is announced. Why so much: benchmarks/history/studies.md."""

    lead_nats: float = 3.0
    """Least lead, in nats, of an answer over all others, and of a broken rule over none."""
    code_nats: float = 1.1
    """Least lead of one broken rule over the other rules: odds of three to one."""


@dataclass(frozen=True, slots=True)
class TablePriors:
    """Log priors of what happens at a table (negative), and leads that decide between readings (positive), in nats."""

    turned: float = -4.0
    """A board lies another way round after it was found again, or after the light changed."""
    turned_in_place: float = -6.0
    """A board lies another way round, though it was not seen to move."""
    not_the_movers: float = -4.0
    """The first piece of a colour belongs to a seat whose turn it was not."""
    other_turn: float = -2.0
    """On a board taken as it stands, another seat is to move than the likeliest."""
    moved_before: float = -3.5
    """On a board taken as it stands, the seat said to be to move has already moved before the board was seen."""
    resettled: float = -4.0
    """Everything since the last announcement has been undone without a trace."""

    changed_look: float = 4.0
    """Weight of a changed look against a cell's old content, and of an unchanged look for it."""
    shaded_look: float = 0.5
    """The same weight for a cell that a piece beside it may shade."""
    told_by_people: float = 30.0
    """Lead of a content that people have told over every other content."""
    nearly: float = 6.0
    """A cell may hold any content that fits at most this much worse than the best one."""

    joins: float = -1.1
    """One more player has sat down, when nobody has said how many play."""
    misread_colour: float = 8.0
    """Greatest certainty that the reader is given about a colour that nobody plays: it may have misread the piece."""
    misread_colour_of_any: float = 4.6
    """The same on a board without tags, whose pieces may have any colour and size. None of 98 such pieces on simulated
    tables was misread as a colour that nobody played."""

    played_before: float = -4.0
    """A game is first seen with pieces on a board that is bare at the start.

    This is shared by all boards with that number of pieces: dozens with one piece, half a million with four.
    """
    going_on: float = 4.0
    """How much likelier it is that a secret set-up was just revealed than that play has gone on from it."""
    hardly_begun: float = 3.1
    """Cost of a board with all pieces, one of them off its own place: 361 of 8,038 positions of random games."""
    fault: float = 6.0
    """Least lead for believing a set-up with other dice than the rules name, and for announcing any other broken rule
    of a set-up; with a smaller lead, people are asked."""
    impossible: float = 7.5
    """The same lead for a board in the middle of a game."""
    mistaken: float = 12.0
    """A board on which a die was misread beyond doubt may be this far from the reading."""
    doubtful_start: float = 5.0
    """Boards at most this far behind the likeliest may be the start as well; later looks decide."""
    asked_start: float = 1.4
    """People are asked where boards this close differ: the likelier of two is right four times in five."""
    asked_dice: float = 3.0
    """The same for boards with dice: some are not read at all, and equal totals then point to wrong values."""


CERTAINTY = Certainty()
TABLE_PRIORS = TablePriors()
