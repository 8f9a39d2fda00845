"""One of a table's two eyes, and what the table has from it: its part in the table's looks, and its news."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from kiebitz.eye.viewer import Seeing, Viewer, Wanted
from kiebitz.pictures.frame import Frame
from kiebitz.table.inputs import Look, Tick, Unchanged
from kiebitz.table.orders import Orders

_SILENT_S = 1.5
"""An eye that has shown nothing for this many seconds counts as absent."""


@dataclass(slots=True)
class Side:
    """One eye: a *viewer* for the frames with this number of *view*."""

    view: int
    viewer: Viewer
    views: dict[int, tuple[int, bool]] = field(default_factory=dict)
    """Number of a look of the table → this eye's own look in it, and whether all of the board was in sight.

    Looks into which something reached are left out: nothing is compared with them.
    """
    reference: int | None = None
    """Number of the eye's own look that its frames are compared with."""
    compares: bool = False
    """Whether that look went into the table's, so that changes since then are those that the table asks for."""
    held: Look | None = None
    """The latest look; None once something has moved before this eye."""
    seen_t: float = float("-inf")
    """Time of its latest frame, in seconds."""
    rested_s: float = float("-inf")
    """Time since which nothing has moved before it, in seconds."""
    is_understood: bool = False
    """Whether the table knows what it sees now."""
    was_in: bool = False
    """Whether it saw the game's board in the previous frame."""
    is_said_gone: bool = False
    """Whether people have heard that it has gone, but not that it has come back."""
    is_foreign: bool = False
    """Whether it sees a board other than the game's; people have heard so."""
    is_aligned: bool = False
    """Whether it names the cells as the other eye does."""
    asked: tuple[int, int] = 0, 0
    """A look that was passed on alone: its number at the table, which the answer names, and this eye's own number."""
    took_part: bool = False
    """Whether this eye's look is part of the table's latest one, so that lessons from that look are for it."""
    lessons: int = 0
    searches: int = 0

    def begin(self, orders: Orders) -> None:
        """Serve a table that has given these *orders* so far."""
        self.lessons, self.searches = orders.lessons, orders.searches
        self.viewer.begin(orders)

    def forget(self) -> None:
        """Compare with nothing and keep nothing: the board is found at another place."""
        self.views.clear()
        self.reference, self.held, self.compares = None, None, False
        self.is_aligned = self.is_foreign = False

    def is_in(self, now_s: float) -> bool:
        """Return whether this eye sees the game's board at *now_s*."""
        viewer = self.viewer
        sees = viewer.place is not None and not viewer.on_trial
        return sees and not self.is_foreign and now_s - self.seen_t < _SILENT_S

    def note_motion(self, frame: Frame) -> bool:
        """Forget what was seen of a table that moves in *frame*; return whether the table had heard of it."""
        rested_s = self.viewer.at_rest_since(frame.t)
        if rested_s == self.rested_s and not frame.own_moment:
            return False
        was_understood = self.is_understood
        self.rested_s, self.held, self.is_understood = rested_s, None, False
        return was_understood

    def wanted(self, wanted: Wanted, colours: Mapping[str, str], *, as_asked: bool = False) -> Wanted:
        """Translate what the table has *wanted* to the numbers of this eye's looks, with seats called by *colours*.

        What is wanted of one frame alone goes to the eye only *as_asked*.
        """
        orders = wanted.orders
        known = self.views.get(orders.reference or 0)
        self.compares = known is not None
        if orders.reference is None or known is not None:
            self.reference = None if known is None else known[0]
        undisturbed = self.views.get(orders.undisturbed or 0, (0, False))
        if self.took_part:
            self.lessons = orders.lessons
        if self.view == 1 or orders.corners_px is None:
            self.searches = orders.searches
        number, own = self.asked
        orders = replace(
            orders,
            reference=self.reference,
            undisturbed=undisturbed[0] if undisturbed[1] else None,
            settled=orders.settled and self.is_understood,
            lessons=self.lessons,
            searches=self.searches,
            elsewhere=orders.elsewhere and as_asked,
            read=orders.read and as_asked,
            ours=own if number and orders.ours == number else None,
            foreign=own if number and orders.foreign == number else None,
        )
        return replace(wanted, orders=orders, colours={**colours, **wanted.colours})

    def keep_views(self, numbers: Collection[int | None]) -> None:
        """Forget its part in all looks of the table but those with these *numbers*."""
        self.views = {number: own for number, own in self.views.items() if number in numbers}

    def took(self, number: int, seen: Look | Unchanged) -> None:
        """Note that what this eye has *seen* is part of the table's look with this *number*."""
        self.is_understood = True
        if not seen.reached:
            self.views[number] = seen.number, not (isinstance(seen, Look) and seen.disturbed)


@dataclass(slots=True)
class Run:
    """One frame on its way through one eye, and the result so far: a look, nothing new, or the end."""

    side: Side
    frame: Frame
    seeing: Seeing
    seen: Look | Unchanged | None = None
    tick: Tick | None = None
