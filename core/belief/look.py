"""What one look at the board gives to the histories that it may have come from."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from core.belief.explanation import PRIORS, Explained, Priors, explain
from core.belief.history import Frame
from core.belief.likelihood import Rows
from core.game import Game, P

UNLIKE_NATS = 6.0
"""Without a comparison, a cell counts as read afresh if its content's log-likelihood differs by more than this."""


class Renaming(Protocol):
    """Other names for frames."""

    def new(self, frame: Frame) -> Frame:
        """Return the new name of what was *frame*."""
        ...

    def old(self, frame: Frame) -> Frame:
        """Return the name that *frame* had before."""
        ...


@dataclass(frozen=True, slots=True)
class Look:
    """What one look gives a history."""

    rows: Callable[[Frame, Mapping[str, str] | None], Rows]
    """The cells' likelihoods in the names of a frame, given the board at the latest undisturbed view."""
    frames: Callable[[Frame, str | None], Sequence[tuple[Frame, float]]]
    """The frames that a frame may turn out to be, with log priors, given who was to place the first piece."""
    changed: Callable[[Frame], Collection[str]]
    """The cells and edges that look different from the look before; none where that is unknown."""
    touched: Callable[[Frame], frozenset[str]]
    """The cells that look changed by more than a shadow; none where that is unknown."""
    turned: Callable[[Frame], Sequence[tuple[Frame, float]]]
    """The frames for the other ways round in which the board may lie, with log priors."""
    compared: bool = True
    """Whether there is an earlier look to compare this one with."""
    elsewhere: bool = False
    """Whether this look came from another place or camera than the one before, so that its mistakes are independent."""
    seen: object = None
    """The value that this look was made from; of a renamed look, the new names and the value before."""
    _known: dict[Hashable, tuple[Rows, Explained]] = field(default_factory=dict, compare=False)
    """The explanations found so far, with their rows; histories that differ only otherwise share them."""

    def explained(
        self,
        game: Game[P],
        positions: tuple[P, ...],
        frame: Frame,
        anchor: Mapping[str, str] | None = None,
        *,
        priors: Priors = PRIORS,
        most_actions: int = 4,
        settled: frozenset[str] = frozenset(),
    ) -> Explained:
        """Return this look explained to who knows *positions*, seen in *frame* beside the board *anchor*.

        On the *settled* cells nothing has happened, whatever they seem to hold.
        """
        rows = self.rows(frame, anchor)
        key = (positions, id(rows), priors, most_actions, settled)
        if key not in self._known:
            *earlier, last = positions
            found = explain(
                game, last, rows, history=earlier, priors=priors, most_actions=most_actions, settled=settled
            )
            self._known[key] = rows, found
        return self._known[key][1]

    def reads_anew(self, old: float, value: float) -> bool:
        """Return whether a cell is another reading though it does not look changed: its content's log-likelihood went
        from *old* to *value*. It is one from elsewhere, and with nothing to compare one that says another thing."""
        return self.elsewhere or (not self.compared and abs(value - old) > UNLIKE_NATS)

    def renamed(self, names: Renaming) -> Look:
        """Return this look for frames that have new *names*."""
        old = names.old
        return Look(
            rows=lambda frame, anchor: self.rows(old(frame), anchor),
            frames=lambda frame, seat: self.frames(old(frame), seat),
            changed=lambda frame: self.changed(old(frame)),
            touched=lambda frame: self.touched(old(frame)),
            turned=lambda frame: self.turned(old(frame)),
            compared=self.compared,
            elsewhere=self.elsewhere,
            seen=(names, self.seen),
        )
