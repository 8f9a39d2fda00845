"""The thread that watches a table, so that no page and no camera can hold it up, and announces what happens."""

from __future__ import annotations

import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from core.json_types import Json
from kiebitz.api.looking import Wanted
from kiebitz.api.whose import said_by
from kiebitz.failure import Failure
from kiebitz.pictures.frame import Frame, Trouble
from kiebitz.pictures.peeking import peek
from kiebitz.pictures.sources import Source
from kiebitz.pictures.steady import observe
from kiebitz.screen.live.aid import Teaching
from kiebitz.screen.live.asked import DEMO, Ask
from kiebitz.screen.live.feed import Feed
from kiebitz.screen.live.lookout import Shown
from kiebitz.screen.live.refereed import Going, Refereed
from kiebitz.screen.views.standing import asking, standing_of
from kiebitz.screen.views.untold import untold_json
from kiebitz.table.inputs import Ended, Input
from kiebitz.table.state import AnyTable
from kiebitz.watching.agreements import opening
from kiebitz.watching.announcing import Announcer
from kiebitz.watching.kept_table import Line, Table
from kiebitz.watching.referee import Item, run

STUMBLED = (
    "Kiebitz has stumbled and referees no more. Nothing is lost: press Resume. "
    "The terminal says more; please report it."
)


class Watcher:
    """Watches one table in a thread of its own."""

    def __init__(
        self, refereed: Refereed, feed: Feed, *, step_s: float, crops: bool, announcer: Announcer | None
    ) -> None:
        """Tell *feed* and the *announcer* what happens; with *crops* events keep pictures of their cells.

        The pretend table shows each step for *step_s*.
        """
        self.refereed = refereed
        self._feed = feed
        self._step_s = step_s
        self._crops = crops
        self._announcer = announcer
        self._agreed_due = False
        """Whether this journal has yet to say who plays and what was agreed on."""
        self._fresh: list[Mapping[str, Json]] = []
        self._unseen: Frame | None = None  # the frame that is being looked at
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="referee", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self, *, patience_s: float = 5.0) -> None:
        """End the game: its journal is closed, and a later one may go on with it."""
        begun = self.refereed.beginning
        self._closing.set()
        self.refereed.exchange.close()
        for each in (begun.guest, begun.posted, begun.beside):
            if each is not None:
                each.close()
        self._thread.join(patience_s)

    def _run(self) -> None:
        try:
            self._watch()
        except Failure as failure:
            self._stopped(str(failure))
        except Exception:  # whatever it was, people must hear that nobody referees any more
            traceback.print_exc()
            self._stopped(STUMBLED)

    def _stopped(self, why: str) -> None:
        """Say *why* nobody referees any more. The game is kept as it was announced, and may be resumed."""
        self.refereed.busy_since = None
        if self._closing.is_set():
            return
        self.refereed.trouble = why
        if self.refereed.game is not None:
            self.refereed.game.table.close()
        self._feed.notice("trouble", message=why)

    def _watch(self) -> None:
        on, begun = self.refereed, self.refereed.beginning
        source, wanted, recorded = begun.source, begun.wanted, begun.recorded
        if wanted is None:
            source, wanted = recognised(begun.ask, source, self._show, self._closing.is_set, self._passed)
        referee = begun.referee(wanted)
        journal = recorded.reopen() if recorded else None
        kept = [line for line in recorded.events if "n" in line] if recorded else []
        on.events, aid = list(kept), begun.aid(wanted)
        answers = [self._opening_due, self._publish, on.twin.answer, aid.bots.answer]
        table = Table(
            referee, source.name, tell=self._told, journal=journal, recorded=recorded, crops=self._crops,
            pictures=begun.ask.pictures, answers=[*answers, *([self._announcer.answer] if self._announcer else [])],
        )  # fmt: skip
        with on.free:
            on.game = Going(wanted, table, aid, Teaching(wanted.game))
            self._feed.begin(kept)
            table.open()
            table.answer()
        if begun.guest is not None:
            begun.guest.start(table)
        for _ in run(self, self._paced(source)):
            pass
        self._closing.wait()
        with on.free:
            table.take(Ended("Stopped."))
            table.close()

    @property
    def _going(self) -> Going:
        assert self.refereed.game is not None
        return self.refereed.game

    @property
    def state(self) -> AnyTable:
        """The latest state of the game that is watched."""
        return self._going.state

    def _show(self, frame: Frame) -> None:
        """Show *frame* to people as long as no game is being watched."""
        if self.refereed.game is None:
            self.refereed.lookout.see(frame, None)
            self._feed.notice("view", **self.refereed.lookout.view())

    def _passed(self, frame: Frame) -> None:
        """Report on every device that no board was found in the photo *frame*."""
        if self.refereed.game is None and frame.own_moment:
            self._feed.notice("photo", message=self.refereed.lookout.unread())

    def _paced(self, source: Source) -> Iterator[Frame | Trouble]:
        for item in source.frames():
            if self._closing.is_set():
                return
            yield item
            if self.refereed.beginning.ask.source == DEMO and self._closing.wait(self._step_s):
                return

    def take(self, item: Item) -> list[Line]:
        """Return the lines that *item* of the source leads to, and announce them meanwhile."""
        on, table = self.refereed, self._going.table
        with on.free:
            if self._closing.is_set():
                return []
            on.busy_since = time.monotonic()
            if isinstance(item, Frame) and not item.own_moment:
                on.motion = observe(on.motion, item.image, item.t)
            on.is_blind = isinstance(item, Trouble) and not (item.over or item.passing)
            self._unseen = item if isinstance(item, Frame) else None
            lines = [] if on.drill and on.drill.is_solved else table.take(item)
            self._look_out(table)
            on.lookout.took(time.monotonic() - on.busy_since)
            on.busy_since = None
        if isinstance(item, Frame):
            unread = item.own_moment and not table.referee.viewer.looked
            self._feed.notice("photo", message=on.lookout.unread() if unread else "")
        self._feed.notice("untold", **(on.untold or {}))
        self._feed.notice("view", **on.lookout.view())
        return lines

    def _look_out(self, table: Table) -> None:
        """Show the newest frame to people, so that whoever hears about it sees it, too."""
        frame, self._unseen = self._unseen, None
        if frame is not None:
            self.refereed.lookout.see(frame, table.referee.viewer.place)

    def _opening_due(self, _: AnyTable) -> Input | None:
        """Return the next agreement from before the game that this journal has yet to record."""
        if not self._agreed_due:
            return None
        on = self.refereed
        puzzle = on.drill.number if on.drill else None
        due = next(opening(on.beginning.names, on.events, fair=self._going.aid.fair, puzzle=puzzle), None)
        self._agreed_due = due is not None
        return due

    def _told(self, line: Mapping[str, Json]) -> None:
        """Note a *line* of the journal; it is announced once the standing after it is known."""
        on = self.refereed
        if line["event"] == "journal":
            if on.journal:  # another game begins
                on.events, on.drill = [], None
                self._going.aid.leave_puzzle()
            self._agreed_due = True
        else:
            on.events.append(line)
        self._fresh.append(line)
        (on.beginning.guest or on.twin).hear(line)
        if self._announcer:
            self._announcer.hear(line)

    def _publish(self, state: AnyTable) -> None:
        """Announce the new events, but first the standing that they lead to."""
        on, game = self.refereed, self._going
        self._look_out(game.table)
        on.untold = untold_json(state, asking(on.events))
        if on.drill:
            on.drill.saw(state.told)
        known = on.known
        if self._fresh or not known.get("aid"):
            known = standing_of(state, on.events, game.wanted.options)
        puzzle = on.drill.as_json(state) if on.drill else None
        helped = game.aid.as_json(state, on.events)
        on.known = {**known, "aid": helped, "puzzle": puzzle}
        for line in self._fresh:
            if line["event"] != "journal":
                self._feed.tell(line)
            else:
                if line["game"] != on.journal != "":
                    self._feed.begin([])
                on.journal = str(line["game"])
                self._feed.notice("journal", game=line["game"])
        self._fresh.clear()
        self._feed.notice("standing", n=on.known["n"])
        self._feed.notice("aid", **helped)
        self._feed.notice("puzzle", **(puzzle or {}))


def recognised(
    ask: Ask,
    source: Source,
    show: Callable[[Frame], None],
    closing: Callable[[], bool],
    passed: Callable[[Frame], None],
) -> tuple[Source, Wanted]:
    """Return the rest of the *source* of pictures, and the request for the printed board that they show.

    *show* gets each picture meanwhile, and *passed* each that does not show the board.
    Raises ``Failure`` where no board is seen before *closing*.
    """
    given = {*(ask.options or {}), *(() if ask.players is None else ("players",))}
    while not closing():
        sighting = peek(
            Shown(source, show, closing, passed),
            players_told="players" in given,
            seconds=float("inf"),
            stills=sys.maxsize,
            newest=True,
        )
        if sighting.board is not None:
            said = said_by(sighting.board, given)
            options = {**said, **(ask.options or {})}
            players = ask.players or said.get("players")
            wanted = replace(ask, game=sighting.board.game, options=options, players=players).wanted()
            assert wanted is not None
            return sighting.source, wanted
        if sighting.image is None or sighting.trouble:
            raise Failure(sighting.trouble or f"{source.name} gives no picture")
    raise Failure("stopped")
