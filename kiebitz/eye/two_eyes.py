"""Two eyes on one table: each finds, follows and compares by itself, and the table hears of one look.

Each eye is a ``Viewer`` with its own place of the board. What only one of them sees, it tells alone; an eye that goes,
comes or is moved is no news to the game as long as the other one sees the board.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field, replace

from calibration.places import Place
from kiebitz.eye.joining import Seen, agrees, is_quiet, joined, named_alike, of_one_board, way_round
from kiebitz.eye.viewer import Seeing, Viewer, Wanted
from kiebitz.pictures.frame import Frame, Image
from kiebitz.table.inputs import (
    Elsewhere,
    Found,
    Framed,
    Input,
    Look,
    Lost,
    Moved,
    Remarked,
    Rested,
    Tick,
    Unchanged,
)
from kiebitz.table.state import Orders

_SILENT_S = 1.5
"""An eye that has shown nothing for so long is not there."""
_COMES = {1: "The first view sees the board, too.", 2: "The second view sees the board, too."}
_GONE = {
    1: "The first view does not see the board any more; the game goes on with the other one.",
    2: "The second view does not see the board any more; the game goes on with the other one.",
}
_OTHER_BOARD = {
    1: "The first view shows another board than this game's, and does not count until it shows this one.",
    2: "The second view shows another board than this game's, and does not count until it shows this one.",
}

Telling = Generator[Input, Wanted, None]


@dataclass(slots=True)
class _Side:
    """One eye, and what the table has from it."""

    view: int
    viewer: Viewer
    views: dict[int, tuple[int, bool]] = field(default_factory=dict)
    """Look of the table → the eye's own look in it with nothing reaching in, and whether all was in sight."""
    reference: int | None = None
    """The eye's own look that its frames are compared with."""
    compares: bool = False
    """Whether that is the one which the table compares with."""
    held: Look | None = None
    """The latest look, as long as nothing moves."""
    seen_t: float = float("-inf")
    rested_s: float = float("-inf")
    """Since when nothing has moved before it."""
    is_understood: bool = False
    """Whether the table has heard what it sees now."""
    was_in: bool = False
    is_foreign: bool = False
    """Whether it has been said that the board which it sees is not the game's."""
    is_aligned: bool = False
    """Whether its cells are named as those of the other eye."""
    told: tuple[int, int] = 0, 0
    """The number of the latest look told, and the eye's own number of it."""
    lessons: int = 0
    searches: int = 0
    warned: tuple[object, ...] = ()
    took_part: bool = False

    def forget(self) -> None:
        """Compare with nothing and keep nothing: the board is found at another place."""
        self.views.clear()
        self.reference, self.held, self.compares = None, None, False
        self.is_aligned = self.is_foreign = False

    @property
    def sees(self) -> bool:
        return self.viewer.place is not None and not self.viewer.on_trial


@dataclass(slots=True)
class _Run:
    """One frame on its way through one eye, and what it has come to: a look, nothing new, or the end."""

    side: _Side
    frame: Frame
    seeing: Seeing
    seen: Look | Unchanged | None = None
    tick: Tick | None = None


class TwoEyes:
    """Sees one table through the eyes *first* and *second*, as one ``Viewer`` does: ``Frame.view`` says whose it is."""

    def __init__(self, first: Viewer, second: Viewer) -> None:
        self._sides = {1: _Side(1, first), 2: _Side(2, second)}
        self._main = self._sides[1]
        self._number = 0
        self._wanted = Wanted(Orders(), {}, begun=False)
        self._now = 0.0
        self._stirred = True

    @property
    def place(self) -> Place | None:
        """Where the board lies in the newest frame; None where it is not in view there."""
        return self._main.viewer.place

    @property
    def image(self) -> Image | None:
        """The picture of the latest look of the eye that took the newest frame."""
        return self._main.viewer.image

    @property
    def looked(self) -> bool:
        """Whether anything was read in the newest frame, or nothing on the board had changed."""
        return any(side.viewer.looked for side in self._sides.values())

    def begin(self, orders: Orders) -> None:
        """Serve a table that has given these *orders* so far; none is to be carried out again."""
        self._wanted = replace(self._wanted, orders=orders)
        numbers = (orders.reference, orders.undisturbed, orders.ours, orders.foreign)
        self._number = max(number or 0 for number in numbers)
        for side in self._sides.values():
            side.lessons, side.searches = orders.lessons, orders.searches
            side.viewer.begin(orders)

    def heed(self, wanted: Wanted) -> None:
        """Carry out what is new in the orders of what is *wanted*."""
        self._take(wanted)
        for side in self._sides.values():
            side.viewer.heed(self._own(side))

    def see(self, frame: Frame, wanted: Wanted) -> Seeing:
        """Yield what *frame* and the one beside it show, and last that they were looked at."""
        self.heed(wanted)
        self._main, self._now = self._sides[frame.view], frame.t
        runs = []
        if frame.own_moment:
            self._stirred = True
            for side in self._sides.values():
                side.held = None
        for each in (frame, frame.beside):
            if each is not None:
                side = self._sides[each.view]
                side.seen_t = frame.t
                runs.append(run := _Run(side, each, side.viewer.see(each, self._own(side))))
                yield from self._until_seen(run, next(run.seeing))
                self._note_motion(run)
        yield from self._told(frame, [run for run in runs if run.seen is not None])
        for run in runs:
            while run.tick is None:
                yield from self._until_seen(run, run.seeing.send(self._own(run.side)))
        yield from self._views_told(frame)
        ticks = [run.tick for run in runs if run.tick is not None]
        in_view = [tick.rested_s for tick in ticks if tick.in_view] or [tick.rested_s for tick in ticks]
        yield Tick(frame.moment, min(in_view), any(self._is_in(side) for side in self._sides.values()))

    def _take(self, wanted: Wanted) -> None:
        """Note what is *wanted* now: what is to be seen again is not held, what is settled is understood."""
        before, now, self._wanted = self._wanted.orders, wanted.orders, wanted
        for side in self._sides.values():
            if now.settlings != before.settlings:
                side.is_understood |= side.held is not None
            if now.freshenings != before.freshenings:
                self._stirred, side.held, side.is_understood = True, None, False

    # -- one eye

    def _other(self, side: _Side) -> _Side:
        return self._sides[3 - side.view]

    def _is_in(self, side: _Side) -> bool:
        """Return whether this eye sees the game's board now."""
        return side.sees and not side.is_foreign and self._now - side.seen_t < _SILENT_S

    def _own(self, side: _Side, *, as_asked: bool = False) -> Wanted:
        """Return what the table wants of this eye, in the numbers of its own looks.

        What is wanted of one frame alone goes to it only *as_asked*.
        """
        wanted, other = self._wanted, self._other(side)
        orders = wanted.orders
        known = side.views.get(orders.reference or 0)
        side.compares = known is not None
        if orders.reference is None or known is not None:
            side.reference = None if known is None else known[0]
        undisturbed = side.views.get(orders.undisturbed or 0, (0, False))
        if side.took_part:
            side.lessons = orders.lessons
        if side.view == 1 or orders.corners_px is None:
            side.searches = orders.searches
        number, own = side.told
        orders = replace(
            orders,
            reference=side.reference,
            undisturbed=undisturbed[0] if undisturbed[1] else None,
            settled=orders.settled and side.is_understood,
            lessons=side.lessons,
            searches=side.searches,
            elsewhere=orders.elsewhere and as_asked,
            read=orders.read and as_asked,
            ours=own if number and orders.ours == number else None,
            foreign=own if number and orders.foreign == number else None,
        )
        colours = wanted.colours
        if side.view == 2 and other.held is not None and self._is_in(other):
            colours = {**other.held.colours, **colours}
        return replace(wanted, orders=orders, colours=colours)

    def _until_seen(self, run: _Run, given: Input) -> Telling:
        """Pass on what the eye reports, *given* first, up to a look, to nothing new, or to its end."""
        side, run.seen = run.side, None
        while True:
            if isinstance(given, Tick):
                run.tick = given
                for _ in run.seeing:
                    pass
                return
            if isinstance(given, Look) and given.relocated and self._is_in(self._other(side)):
                given = run.seeing.send(self._tried(side, given))
                continue
            if isinstance(given, Look | Unchanged):
                run.seen = given
                return
            for passed in self._passed(side, given):
                self._take((yield passed))
            given = run.seeing.send(self._own(side))

    def _tried(self, side: _Side, look: Look) -> Wanted:
        """Return whether a board that may be another table's is the game's, as the other eye's look tells."""
        own, held = self._own(side), self._other(side).held
        if held is None:
            return own
        same = of_one_board(held.reading, named_alike(look, held.colours).reading)
        ours, foreign = (look.number, None) if same else (None, look.number)
        return replace(own, orders=replace(own.orders, ours=ours, foreign=foreign))

    def _passed(self, side: _Side, given: Input) -> Iterable[Input]:
        """Yield what of an eye's report the table is to hear: of one that is not alone, only what both would say."""
        other = self._other(side)
        alone = not self._is_in(other)
        match given:
            case Found():
                side.forget()
                reference = self._wanted.orders.reference
                if alone:
                    yield given
                elif reference is not None and reference not in other.views:
                    yield replace(given, told=False)
            case Rested():
                number = self._wanted.orders.undisturbed
                if given.number is not None or alone:
                    yield Rested(given.moment, None if given.number is None else number)
            case Framed():
                side.warned = given.warned
                if alone or not given.warned:
                    yield given
            case Elsewhere() if not alone:
                yield from self._left_out(side, given.moment)
            case Lost() if not alone and given.fields.get("looks_like"):
                yield from self._left_out(side, given.moment)
            case Moved() | Lost():
                if alone:
                    yield given
            case _:
                yield given

    def _left_out(self, side: _Side, moment: tuple[int, float]) -> Iterable[Input]:
        """Say once that the board which an eye sees is not the game's."""
        if not side.is_foreign:
            side.is_foreign, side.held, side.was_in = True, None, False
            message = _OTHER_BOARD[side.view]
            yield Remarked("advice", {"code": "view", "view": side.view, "message": message}, moment)

    def _note_motion(self, run: _Run) -> None:
        """Forget what was seen of a table that has moved since; whatever moves before one eye has moved."""
        side = run.side
        rested_s = side.viewer.at_rest_since(run.frame.t)
        if rested_s == side.rested_s and not run.frame.own_moment:
            return
        self._stirred |= side.is_understood
        side.rested_s, side.held, side.is_understood = rested_s, None, False

    # -- both eyes

    def _told(self, frame: Frame, runs: list[_Run]) -> Telling:
        """Yield what the eyes have seen in *frame* as one look."""
        if not runs:
            return
        if len(runs) == 1 and not self._is_in(self._other(runs[0].side)):
            yield from self._told_alone(runs[0])
            return
        if self._is_unchanged(runs):
            unchanged = next(run.seen for run in runs if isinstance(run.seen, Unchanged))
            number = self._numbered([(run.side, run.seen) for run in runs if run.seen is not None])
            reached = all(_reaches(run.seen) for run in runs)
            self._take((yield replace(unchanged, number=number, moment=frame.moment, reached=reached)))
            if not self._wanted.orders.read:
                return
        for run in runs:
            if isinstance(run.seen, Unchanged):
                reading = replace(own := self._own(run.side), orders=replace(own.orders, read=True))
                yield from self._until_seen(run, run.seeing.send(reading))
        for run in runs:
            if isinstance(run.seen, Look):
                yield from self._hold(run.side, run.seen)
        yield from self._joined(frame)

    def _told_alone(self, run: _Run) -> Telling:
        """Pass on what the only eye that sees the board has seen, and what the table asks of it in this frame."""
        side = run.side
        side.is_aligned = True
        while run.seen is not None:
            seen = run.seen
            side.told = self._numbered([(side, seen)]), seen.number
            if isinstance(seen, Look):
                side.took_part, self._other(side).took_part = True, False
                if not side.compares:
                    seen = replace(seen, changes={}, misplaced=())
                side.held = seen
                self._stirred = False
            self._take((yield replace(seen, number=self._number)))
            yield from self._until_seen(run, run.seeing.send(self._own(side, as_asked=True)))

    def _is_unchanged(self, runs: list[_Run]) -> bool:
        """Return whether an eye that compares sees nothing new, and neither does the other."""
        in_this = [run.side for run in runs]
        held = [side.held for side in self._sides.values() if side not in in_this and side.held and self._is_in(side)]
        looks = [*(run.seen for run in runs if isinstance(run.seen, Look) and run.side.compares), *held]
        return any(isinstance(run.seen, Unchanged) and run.side.compares for run in runs) and all(
            is_quiet(look) for look in looks
        )

    def _hold(self, side: _Side, look: Look) -> Telling:
        """Keep *look* to be joined, if it is of the same board as the other eye's and names its cells alike."""
        if not side.compares:
            look = replace(look, changes={}, misplaced=())
        other = self._other(side)
        held = other.held if self._is_in(other) else None
        if held is None:
            side.held, side.is_aligned = look, side.is_aligned or not other.is_aligned
            return
        look = named_alike(look, held.colours)
        if not (side.is_aligned or look.way_round_is_known):
            quarters = way_round(held.reading, look.reading, look.plans[0])
            side.is_aligned = quarters is not None
            if quarters != 0:
                side.held = None
                if quarters is not None:
                    side.viewer.turn(quarters)
                return
        side.held = look
        if of_one_board(held.reading, look.reading):
            return
        wrong = self._wrong_one(side, other)
        yield from self._left_out(wrong, look.moment)

    def _wrong_one(self, side: _Side, other: _Side) -> _Side:
        """Return which of two eyes that see different boards does not see the game's: of two alike, the second."""
        contents, looks = self._wanted.contents, {}
        for each in (side, other):
            looks[each.view] = agrees(contents, each.held.reading, contents) if each.held else 0
        return self._sides[1] if looks[1] < looks[2] else self._sides[2]

    def _joined(self, frame: Frame) -> Telling:
        """Yield what the eyes see, as one look."""
        sides = [side for side in self._sides.values() if side.held is not None and self._is_in(side)]
        seen = [
            Seen(side.held, side.viewer.place, side.compares)
            for side in sides
            if side.held is not None and side.viewer.place is not None
        ]
        if not seen:
            return
        look = seen[0].look if len(seen) == 1 else joined(*seen)
        number = self._numbered([(side, side.held) for side in sides if side.held is not None])
        for side in self._sides.values():
            side.took_part = side in sides
        anew, self._stirred = self._stirred, False
        look = replace(look, number=number, moment=frame.moment, anew=anew, own_moment=frame.own_moment)
        self._take((yield replace(look, may_lie_elsewhere=False)))

    def _numbered(self, seen: Iterable[tuple[_Side, Look | Unchanged]]) -> int:
        """Return the number of the next look of the table, after which each eye that was *seen* may compare with it."""
        self._number += 1
        orders = self._wanted.orders
        kept = {orders.reference, orders.undisturbed}
        for side in self._sides.values():
            side.views = {number: own for number, own in side.views.items() if number in kept}
        for side, each in seen:
            side.is_understood = True
            if not _reaches(each):
                side.views[self._number] = each.number, not (isinstance(each, Look) and each.disturbed)
        return self._number

    def _views_told(self, frame: Frame) -> Telling:
        """Say when an eye has gone or come, while the other one sees the board."""
        for side in self._sides.values():
            is_in = self._is_in(side)
            before, side.was_in = side.was_in, is_in
            if before == is_in or not self._is_in(self._other(side)) or (side.view == 1 and is_in):
                continue
            message = (_COMES if is_in else _GONE)[side.view]
            told = {"code": "view", "view": side.view, "message": message}
            self._take((yield Remarked("advice", told, frame.moment)))


def _reaches(seen: Look | Unchanged | None) -> bool:
    return seen is not None and seen.reached
