"""What is likely at a table, in nats, and how certain something must be before it is announced.

``core.belief.explanation.Priors`` has the same for the events of a game.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Certainty:
    """How certain something must be before it is announced. Chosen by ``python -m benchmarks.refereeing.curve``."""

    lead_nats: float = 3.0
    """By so much the histories of an answer must lead over all others, and those with a broken rule over the rest."""
    code_nats: float = 1.1
    """By so much a broken rule must lead over other ones: three in four."""


@dataclass(frozen=True, slots=True)
class TablePriors:
    """What is likely of a table, and of how it is looked at. Log priors are negative; distances are positive."""

    turned: float = -4.0
    """A board lies another way round, in a place that was just found, or seen in another light."""
    turned_in_place: float = -6.0
    """The same where nobody has noticed that the board was moved."""
    not_the_movers: float = -4.0
    """A colour is first seen when another seat was to move than the one which plays it."""
    other_turn: float = -2.0
    """It is another seat's turn than the likeliest one's, on a board that is met, or agreed to, as it stands."""
    moved_before: float = -3.5
    """The same where it was said whose turn it is: that seat may have moved before the board was seen."""
    resettled: float = -4.0
    """What was seen since all was last told has been undone without a trace."""

    changed_look: float = 4.0
    """A cell that looks changed speaks so much against its old content, and one that does not, for it."""
    shaded_look: float = 0.5
    """The same of a cell that a piece beside it may shade."""
    told_by_people: float = 30.0
    """A content that people have told leads over every other by so much."""
    nearly: float = 6.0
    """Contents that fit less well than the best guess by less than this may be there."""

    joins: float = -1.1
    """A player more than are known has sat down, where nobody has said how many play."""
    misread_colour: float = 8.0
    """A piece of a colour that nobody plays may be a misread one, however certain the reader is, by so much."""
    misread_colour_of_any: float = 4.6
    """The same on a board without tags, whose pieces may have any colour and size: none of 98 such pieces on simulated
    tables was taken for one of a colour that nobody played."""

    played_before: float = -4.0
    """A game is met after as many pieces were placed as are seen, beside the bare board of most starts.

    Any board with as many pieces is as likely: one of dozens with a single piece, one of half a million with four.
    """
    going_on: float = 4.0
    """A board on which a game with a secret set-up has gone on is less likely than one just revealed by so much."""
    hardly_begun: float = 3.1
    """In so few of the positions of random games, 361 of 8,038, all pieces are there and just one is off its board."""
    fault: float = 6.0
    """A set-up with other dice than the rules have is believed where it is likelier than any other by so much. Other
    broken rules of a set-up are asked about where they lead as an answer does, and told where they do beyond this."""
    impossible: float = 7.5
    """The same for a board in the middle of a game, which nobody has set up."""
    mistaken: float = 12.0
    """Boards on which a die was misread beyond doubt are within so much of what was read."""
    doubtful_start: float = 5.0
    """Boards this close to the likeliest may be the start as well; what is seen later decides."""
    asked_start: float = 1.4
    """Cells on which boards this close differ are asked about: one is right with four in five."""
    asked_dice: float = 3.0
    """The same where dice stand in: of some nothing is read, and then equal totals tell much that is not so."""


CERTAINTY = Certainty()
TABLE_PRIORS = TablePriors()
