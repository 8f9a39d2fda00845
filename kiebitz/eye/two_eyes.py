"""Two eyes on one table: each finds, follows and compares by itself, and the table hears of one look.

Each eye is a ``Viewer`` with its own place of the board. What only one of them sees, it tells alone; an eye that goes,
comes or is moved is no news to the game as long as the other one sees the board. A frame goes through in four steps:
each eye sees it up to a look (``_until_seen``, where ``_passed`` lets through what else it reports); the looks become
one (``_told``); each eye finishes its frame; and people hear of an eye that has come or gone (``_views_told``).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import replace

from calibration.places import Place
from kiebitz.eye.joining import Seen, agrees, are_alike, is_quiet, joined, named_alike, of_one_board, way_round
from kiebitz.eye.side import Run, Side
from kiebitz.eye.viewer import Seeing, Viewer, Wanted
from kiebitz.pictures.frame import Frame, Image
from kiebitz.table import inputs
from kiebitz.table.orders import Orders

_COMES = {1: "The first view sees the board, too.", 2: "The second view sees the board, too."}
_GONE = {
    1: "The first view does not see the board any more; the game goes on with the other one.",
    2: "The second view does not see the board any more; the game goes on with the other one.",
}
_OTHER_BOARD = {
    1: "The first view shows another board, or the game at another time; it does not count until both show the same.",
    2: "The second view shows another board, or the game at another time; it does not count until both show the same.",
}

Telling = Generator[inputs.Input, Wanted, None]
"""Inputs for the table; the answer to each is what the table wants next."""


class TwoEyes:
    """Sees one table through the eyes *first* and *second*, as one ``Viewer`` does: ``Frame.view`` says whose it is."""

    def __init__(self, first: Viewer, second: Viewer) -> None:
        self._sides = {1: Side(1, first), 2: Side(2, second)}
        self._main = self._sides[1]
        """The eye that took the newest frame."""
        self._number = 0
        """Number of the table's latest look; each eye counts its own looks."""
        self._wanted = Wanted(Orders(), {}, begun=False)
        self._now_s = 0.0
        self._has_stirred = True
        """Whether something has moved since the table's latest look."""

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
        """Serve a table that has given these *orders* so far; none of them is to be carried out again."""
        self._wanted = replace(self._wanted, orders=orders)
        numbers = (orders.reference, orders.undisturbed, orders.ours, orders.foreign)
        self._number = max(number or 0 for number in numbers)
        for side in self._sides.values():
            side.begin(orders)

    def heed(self, wanted: Wanted) -> None:
        """Carry out what is new in the orders of what is *wanted*."""
        self._answered(wanted)
        for side in self._sides.values():
            side.viewer.heed(self._wanted_of(side))

    def see(self, frame: Frame, wanted: Wanted) -> Seeing:
        """Yield what *frame* and the one beside it show, and last that they were looked at."""
        self.heed(wanted)
        self._main, self._now_s = self._sides[frame.view], frame.t
        if frame.own_moment:
            self._has_stirred = True
            for side in self._sides.values():
                side.held = None
        runs = []
        for each in (frame, frame.beside):
            if each is not None:
                side = self._sides[each.view]
                side.seen_t = frame.t
                runs.append(run := Run(side, each, side.viewer.see(each, self._wanted_of(side))))
                yield from self._until_seen(run, next(run.seeing))
                self._has_stirred |= side.note_motion(each)
        yield from self._told(frame, [run for run in runs if run.seen is not None])
        for run in runs:
            while run.tick is None:
                yield from self._until_seen(run, run.seeing.send(self._wanted_of(run.side)))
        yield from self._views_told(frame)
        ticks = [run.tick for run in runs if run.tick is not None]
        in_view = [tick.rested_s for tick in ticks if tick.in_view] or [tick.rested_s for tick in ticks]
        yield inputs.Tick(frame.moment, min(in_view), any(self._is_in(side) for side in self._sides.values()))

    def _answered(self, wanted: Wanted) -> None:
        """Note the table's answer: it may want the held looks again, or have understood them."""
        before, now, self._wanted = self._wanted.orders, wanted.orders, wanted
        for side in self._sides.values():
            if now.settlings != before.settlings:
                side.is_understood |= side.held is not None
            if now.freshenings != before.freshenings:
                self._has_stirred, side.held, side.is_understood = True, None, False

    # -- one eye

    def _other(self, side: Side) -> Side:
        return self._sides[3 - side.view]

    def _is_in(self, side: Side) -> bool:
        return side.is_in(self._now_s)

    def _wanted_of(self, side: Side, *, as_asked: bool = False) -> Wanted:
        """Return what the table wants of one eye; the second names the seats as the first does."""
        other = self._other(side)
        is_led = side.view == 2 and other.held is not None and self._is_in(other)
        colours = other.held.colours if is_led and other.held is not None else {}
        return side.wanted(self._wanted, colours, as_asked=as_asked)

    def _until_seen(self, run: Run, given: inputs.Input) -> Telling:
        """Pass on what the eye reports, from *given* on, until it has a look, sees nothing new or ends."""
        side, run.seen = run.side, None
        while True:
            match given:
                case inputs.Tick():
                    run.tick = given
                    for _ in run.seeing:
                        pass
                    return
                case inputs.Look(relocated=True) if self._is_in(self._other(side)):
                    given = run.seeing.send(self._tried(side, given))
                case inputs.Look() | inputs.Unchanged():
                    run.seen = given
                    return
                case _:
                    for passed in self._passed(side, given):
                        self._answered((yield passed))
                    given = run.seeing.send(self._wanted_of(side))

    def _tried(self, side: Side, look: inputs.Look) -> Wanted:
        """Return what the table wants, with the verdict of the other eye on whether *look* shows the game's board."""
        own, held = self._wanted_of(side), self._other(side).held
        if held is None:
            return own
        same = of_one_board(held.reading, named_alike(look, held, by_pieces=False).reading)
        ours, foreign = (look.number, None) if same else (None, look.number)
        return replace(own, orders=replace(own.orders, ours=ours, foreign=foreign))

    def _passed(self, side: Side, given: inputs.Input) -> Iterable[inputs.Input]:
        """Yield the reports that the table is to hear: all of an eye that is alone, else only what holds for both."""
        other, orders = self._other(side), self._wanted.orders
        alone = not self._is_in(other)
        match given:
            case inputs.Found():
                side.forget()
                if alone:
                    yield given
                elif orders.reference is not None and orders.reference not in other.views:
                    yield replace(given, told=False)
            case inputs.Rested():
                if given.number is not None or alone:
                    yield inputs.Rested(given.moment, None if given.number is None else orders.undisturbed)
            case inputs.Framed():
                if alone or not given.warned:
                    yield given
            case inputs.Elsewhere() if not alone:
                yield from self._left_out(side, given.moment)
            case inputs.Lost() if not alone and given.fields.get("looks_like"):
                yield from self._left_out(side, given.moment)
            case inputs.Moved() | inputs.Lost():
                if alone:
                    yield given
            case _:
                yield given

    def _left_out(self, side: Side, moment: inputs.Moment) -> Iterable[inputs.Input]:
        """Say, once, that the board this eye sees is not the game's."""
        if not side.is_foreign:
            side.is_foreign, side.held, side.was_in = True, None, False
            yield _advice(side, _OTHER_BOARD, moment)

    # -- both eyes

    def _told(self, frame: Frame, runs: list[Run]) -> Telling:
        """Yield, as one look, what the eyes have seen in *frame*."""
        if not runs:
            return
        if len(runs) == 1 and not self._is_in(self._other(runs[0].side)):
            yield from self._told_alone(runs[0])
            return
        if self._is_unchanged(runs):
            unchanged = next(run.seen for run in runs if isinstance(run.seen, inputs.Unchanged))
            number = self._numbered([(run.side, run.seen) for run in runs if run.seen is not None])
            reached = all(run.seen is not None and run.seen.reached for run in runs)
            self._answered((yield replace(unchanged, number=number, moment=frame.moment, reached=reached)))
            if not self._wanted.orders.read:
                return
        for run in runs:
            if isinstance(run.seen, inputs.Unchanged):  # what is new to the other eye is read by both
                own = self._wanted_of(run.side)
                reading = replace(own, orders=replace(own.orders, read=True))
                yield from self._until_seen(run, run.seeing.send(reading))
        for run in runs:
            if isinstance(run.seen, inputs.Look):
                yield from self._hold(run.side, run.seen)
        yield from self._joined(frame)

    def _told_alone(self, run: Run) -> Telling:
        """Pass on what the only eye that sees the board has seen, as often as the table asks in this frame."""
        side = run.side
        side.is_aligned, side.is_foreign = True, False  # with nothing to compare it with, the table judges
        while run.seen is not None:
            seen = run.seen
            side.asked = self._numbered([(side, seen)]), seen.number
            if isinstance(seen, inputs.Look):
                side.took_part, self._other(side).took_part = True, False
                side.held = seen = _compared(side, seen)
                self._has_stirred = False
            self._answered((yield replace(seen, number=self._number)))
            yield from self._until_seen(run, run.seeing.send(self._wanted_of(side, as_asked=True)))

    def _is_unchanged(self, runs: list[Run]) -> bool:
        """Return whether an eye that compares sees nothing new, and the other eye does not either."""
        in_this = [run.side for run in runs]
        held = [side.held for side in self._sides.values() if side not in in_this and side.held and self._is_in(side)]
        looks = [*(run.seen for run in runs if isinstance(run.seen, inputs.Look) and run.side.compares), *held]
        return any(isinstance(run.seen, inputs.Unchanged) and run.side.compares for run in runs) and all(
            is_quiet(look) for look in looks
        )

    def _hold(self, side: Side, look: inputs.Look) -> Telling:
        """Keep *look* to be joined if it shows the same board as the other eye's, with cells named alike."""
        look, other = _compared(side, look), self._other(side)
        held = other.held if self._is_in(other) else None
        if held is None:
            side.held, side.is_aligned = look, side.is_aligned or not other.is_aligned
            return
        is_aligned = side.is_aligned or look.way_round_is_known
        look = named_alike(look, held, by_pieces=is_aligned and not self._wanted.colours)
        if not is_aligned:
            quarters = way_round(held.reading, look.reading, look.plans[0])
            side.is_aligned = quarters is not None
            if quarters != 0:
                side.held = None
                if quarters is not None:
                    side.viewer.turn(quarters)
                return
        side.held = look
        if side.is_foreign:
            side.is_foreign = not are_alike(held.reading, look.reading)
        elif not of_one_board(held.reading, look.reading):
            yield from self._left_out(self._wrong_one(side, other), look.moment)

    def _wrong_one(self, side: Side, other: Side) -> Side:
        """Return the one of two disagreeing eyes that does not see the game's board; if both fit alike, the second."""
        contents = self._wanted.contents
        fits = {each.view: agrees(contents, each.held.reading, contents) for each in (side, other) if each.held}
        return self._sides[1 if fits.get(1, 0) < fits.get(2, 0) else 2]

    def _joined(self, frame: Frame) -> Telling:
        """Yield what the eyes now hold, as one look."""
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
        anew, self._has_stirred = self._has_stirred, False
        look = replace(look, number=number, moment=frame.moment, anew=anew, own_moment=frame.own_moment)
        self._answered((yield replace(look, may_lie_elsewhere=False)))

    def _numbered(self, seen: Iterable[tuple[Side, inputs.Look | inputs.Unchanged]]) -> int:
        """Return the number of the table's next look; each eye that was *seen* may compare with it from then on."""
        self._number += 1
        orders = self._wanted.orders
        for side in self._sides.values():
            side.keep_views({orders.reference, orders.undisturbed})
        for side, each in seen:
            side.took(self._number, each)
        return self._number

    def _views_told(self, frame: Frame) -> Telling:
        """Say when an eye has gone or come while the other sees the board, but not that the first is there at first."""
        for side in self._sides.values():
            is_in = self._is_in(side)
            was_in, side.was_in = side.was_in, is_in
            if was_in == is_in:
                continue
            if self._is_in(self._other(side)) and (not is_in or side.view == 2 or side.is_said_gone):
                side.is_said_gone = not is_in
                self._answered((yield _advice(side, _COMES if is_in else _GONE, frame.moment)))


def _compared(side: Side, look: inputs.Look) -> inputs.Look:
    """Return *look*, without its changes if they are not measured from the view that the table compares with."""
    return look if side.compares else replace(look, changes={}, misplaced=())


def _advice(side: Side, messages: Mapping[int, str], moment: inputs.Moment) -> inputs.Remarked:
    return inputs.Remarked("advice", {"code": "view", "view": side.view, "message": messages[side.view]}, moment)
