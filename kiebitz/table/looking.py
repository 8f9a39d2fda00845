"""From a frame to what is known of the board: compared with the latest undisturbed view, and read where it is in sight.

Reading is expensive, so the comparison comes first. Unchanged cells are also evidence for their
old contents. Nothing is read while something reaches in over the board and moves.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from calibration.places import Place
from core.reading import Reading
from kiebitz.pictures.frame import Frame
from kiebitz.pictures.steady import View, compare, look_down
from kiebitz.table.attention import Attention
from kiebitz.table.evidence import UNCHANGED, hidden_by_pieces, plain, without
from kiebitz.table.eye import Eye
from kiebitz.table.following import Following
from kiebitz.table.spoken import Spoken
from kiebitz.table.starting import MOST_HIDDEN
from kiebitz.table.whereabouts import Whereabouts

_SMALL = 6
"""Something that reaches in over at most this many cells may be a tall piece at the rim; the reader checks."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A frame beside the latest undisturbed view.

    Args:
        anew: whether something has moved since the frame that was looked at before.
        changes: cell → share of its area that looks different; empty without a view to compare with.
        covered: cells that something lies over which reaches in from beyond the board, or may do so.
        at_rim: cells into which something reaches from beyond the board.
        reached: whether something does.
        waiting: whether it may go away by itself.
    """

    frame: Frame
    place: Place
    view: View
    anew: bool
    changes: Mapping[str, float]
    covered: frozenset[str] = frozenset()
    at_rim: frozenset[str] = frozenset()
    reached: bool = False
    waiting: bool = False

    @property
    def is_unchanged(self) -> bool:
        """Whether every cell is in sight and looks as it did."""
        return not self.covered and bool(self.changes) and max(self.changes.values()) < UNCHANGED


@dataclass(frozen=True, slots=True)
class Glance:
    """What is known of the board by a frame: ``evidence``, and the colours that the reader's seats have."""

    compared: Compared
    evidence: Reading
    colours: Mapping[str, str]
    prior_nats: Mapping[str, float]
    """The log-odds of a rod beside an empty cell, and of kinds of pieces, before looking, that are in the evidence."""
    disturbed: bool
    """Whether part of the board is out of sight."""


class Looking:
    """Compares and reads frames, and remembers the view that later ones are compared with."""

    def __init__(
        self,
        eye: Eye,
        where: Whereabouts,
        attention: Attention,
        spoken: Spoken[Any],
        following: Following[Any],
    ) -> None:
        self._eye = eye
        self._where = where
        self._attention = attention
        self._spoken = spoken
        self._following = following
        self._undisturbed: tuple[Place, View] | None = None
        """Where the board was in the latest look with nothing in the way, and its view."""
        self._reached = False
        """Whether something reached in over the board in the latest look."""

    def compared(self, frame: Frame, place: Place) -> Compared | None:
        """Return *frame* beside the latest undisturbed view; None where the board or the view to it is not at rest."""
        anew = self._attention.begins
        if anew and self._undisturbed is not None:
            if self._undisturbed[0] is place:
                self._use(self._undisturbed[1])
            self._undisturbed = None
        self._reached = False
        view = look_down(frame.image, place)
        difference = compare(self._where.before, view, place)
        found = self._where.found_again(frame, place, difference)
        if found is None:
            return None
        if self._where.reference is None:
            return Compared(frame, found, look_down(frame.image, found), anew, {})
        self._reached = bool(difference.reached)
        waiting = self._attention.in_the_way(frame, difference.covered)
        if waiting and len(difference.reached) > _SMALL:
            return None
        return Compared(
            frame, place, view, anew, difference.cells, difference.covered, difference.at_rim, self._reached, waiting
        )

    def read(self, compared: Compared, colours: Mapping[str, str]) -> Glance | None:
        """Return what is read in the frame that was *compared*; None as long as something over the board may go away.

        *colours* are those of the seats, as far as they are known.
        """
        frame, covered = compared.frame, compared.covered
        look = self._eye.look(frame.image, compared.place, colours)
        self._where.warn_of_framing(look)
        fingers = not hidden_by_pieces(compared.place, look.reading, compared.at_rim)
        if hidden_by_pieces(compared.place, look.reading, covered):
            covered, self._reached = frozenset(), fingers
        elif compared.waiting and (self._reached or not frame.own_moment):
            return None
        elif not self._reached:
            covered = frozenset(cell for cell in covered if not plain(look.reading, [cell]))
            self._reached = fingers
        hidden = len(look.reading.covered) > MOST_HIDDEN
        if hidden and not compared.changes:
            self._reached = self._attention.in_the_way(frame, look.reading.covered)
        disturbed = bool(covered) or self._reached or hidden
        reading = self._attention.take(without(look.reading, covered))
        evidence = self._spoken.added(reading, compared.changes)
        return Glance(compared, evidence, look.colours, look.prior_nats, disturbed)

    def fits(self, glance: Glance) -> None:
        """Note that the histories explain *glance*, so that its view may be the next to compare with."""
        if not glance.disturbed:
            self._undisturbed = (glance.compared.place, glance.compared.view)

    def understood(self, view: View) -> None:
        """Compare later frames with *view*, unless something reaches in over it."""
        if not self._reached:
            self._use(view)
        self._attention.settle()

    def learn(self, contents: Mapping[str, str]) -> None:
        """Have the eye learn what lies on the board: *contents*, which have just been told."""
        self._eye.learn(contents)

    def turn(self, quarters: int) -> None:
        """Name the cells as on a board turned by *quarters*, and compare with nothing that was seen before."""
        self._where.turn(quarters)
        self.forget()

    def with_what_is_outside(self, message: str, cells: Collection[str]) -> str:
        """Return *message*, which asks about *cells*, plus a note on cells outside the picture, which may matter."""
        return self._where.with_what_is_outside(message, cells)

    def forget(self) -> None:
        """Keep the view to compare with, whatever was seen since."""
        self._undisturbed = None

    def _use(self, view: View) -> None:
        self._where.reference = view
        self._following.undisturbed()
