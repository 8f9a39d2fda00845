"""A game that is watched in a thread of its own, so that no page and no camera can hold it up."""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from core.games import USUAL
from core.json_types import Json, JsonObject
from kiebitz.api.looking import Wanted
from kiebitz.api.watching import clocks_of, opened, referee_of, source_of
from kiebitz.archive.comments import COMMENT, check_place, comment_event
from kiebitz.archive.crop_files import crops_of
from kiebitz.archive.people import people_of
from kiebitz.archive.recorded import load
from kiebitz.discreet import source_told
from kiebitz.failure import Failure
from kiebitz.kits import readable_kit
from kiebitz.pictures.beside import Live
from kiebitz.pictures.frame import Frame, Trouble
from kiebitz.pictures.live import Posted
from kiebitz.pictures.mirrored import Unmirrored
from kiebitz.pictures.sources import Source
from kiebitz.pictures.steady import Motion, observe
from kiebitz.screen.live.aid import Aid, is_over
from kiebitz.screen.live.asked import DEMO, PHONE, Ask, dialled, is_live, resumed, unfinished
from kiebitz.screen.live.drill import drill_of
from kiebitz.screen.live.feed import Feed
from kiebitz.screen.live.hands import check_fault, hand_json, rolled_for
from kiebitz.screen.live.hinting import hinted
from kiebitz.screen.live.lookout import Lookout
from kiebitz.screen.live.recognising import recognised
from kiebitz.screen.live.teaching import Teaching
from kiebitz.screen.views.doubts import doubts_json
from kiebitz.screen.views.sentences import understood
from kiebitz.screen.views.standing import NOTHING, Phase, asking, standing_of
from kiebitz.screen.views.untold import untold_json
from kiebitz.screen.views.weighing import weighed_json
from kiebitz.table.asking import clocks_now, likeliest
from kiebitz.table.controls import Command, Find, PointOut, Recolour, Reveal, command_of
from kiebitz.table.inputs import Ended, Input, Remarked
from kiebitz.table.rules.speaking import NO_POSITION
from kiebitz.table.state import AnyTable
from kiebitz.watching.agreements import opening, signature, was_fair
from kiebitz.watching.announcing import Announcer
from kiebitz.watching.dialling import met
from kiebitz.watching.exchanging import Exchange
from kiebitz.watching.kept_table import Line, Table
from kiebitz.watching.referee import Item, run
from kiebitz.watching.state_files import kept_state
from kiebitz.watching.twin import Twin

NOBODY = "No game is being watched; begin one."
A_GUEST = "This table plays another one's game; dial that one."
DEMO_STEP_S = 1.5
"""Seconds for which the pretend table shows each step."""
STUMBLED = (
    "Kiebitz has stumbled and referees no more. Nothing is lost: press Resume. "
    "The terminal says more; please report it."
)
_NOTICED_S = 0.15
"""A look that takes more seconds than this is shown as thinking."""
_SETTLED_S = 0.35
"""The table counts as still after this many seconds without motion."""


class Refereed:
    """One table: a source that is watched, its session and its journal.

    ``tell`` and ``standing`` may be called from any thread.
    """

    def __init__(
        self,
        ask: Ask,
        feed: Feed,
        *,
        step_s: float = DEMO_STEP_S,
        crops: bool = True,
        announcer: Announcer | None = None,
    ) -> None:
        """Check *ask*; with *crops* events keep pictures of their cells. Raises ``Failure`` saying what is wrong.

        The *announcer* tells a smart home how the game stands.
        """
        self._announcer = announcer
        self._recorded = unfinished(ask) if ask.resume else None
        self._guest, ask = dialled(ask, self._recorded)
        self.ask = ask
        self.posted = Posted("the phone") if ask.source == PHONE else None
        self.beside = Posted("the second phone") if is_live(ask.source) else None
        """The pictures of a second view of the same table."""
        self.lookout = Lookout()
        self.trouble = ""
        """Why nobody referees any more; empty while somebody does."""
        self._feed = feed
        self._step_s = step_s
        self._crops = crops
        self._wanted = resumed(self._recorded, ask) if self._recorded else ask.wanted()
        kept_events = self._recorded.events if self._recorded else ()
        self._names = ask.names or (people_of(self._recorded.events) if self._recorded else {})
        self._drill = None if self._wanted is None else drill_of(self._wanted.game, ask.puzzle, kept_events)
        if self._wanted is not None:
            clocks_of(ask.clock, self._recorded, self._wanted.options.players)
            self._aided(self._wanted)
        self._source = self._opened()
        self._free = threading.Lock()
        self._table: Table | None = None
        self._aid: Aid | None = None
        self._teaching: Teaching | None = None
        self._twin = self._guest.twin if self._guest else Twin(is_host=True)
        if self._recorded is not None and self._guest is None:
            self._twin.go_on(self._recorded)
        self.exchange = Exchange(self._twin, lambda: None if self.hides_dice else self.lookout.board())
        if self._guest is not None:
            self._guest.exchange = self.exchange
        self._agreed_due = False
        """Whether this journal has yet to say who plays and what was agreed on."""
        self._events: list[Mapping[str, Json]] = []
        self._journal = ""
        self._fresh: list[Mapping[str, Json]] = []
        self._standing: Mapping[str, Json] = NOTHING
        self._untold: Mapping[str, Json] | None = None
        self._motion: Motion | None = None
        self._busy_since: float | None = None
        self._is_blind = False  # whether no pictures come
        self._unseen: Frame | None = None  # the frame that is being looked at
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="referee", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self, *, patience_s: float = 5.0) -> None:
        """End the game: its journal is closed, and a later one may go on with it."""
        self._closing.set()
        self.exchange.close()
        if self._guest is not None:
            self._guest.close()
        for posted in (self.posted, self.beside):
            if posted is not None:
                posted.close()
        self._thread.join(patience_s)

    @property
    def phase(self) -> Phase:
        """Return in one word what the referee is doing."""
        table, busy = self._table, self._busy_since
        if table is None:
            return "looking"
        if self._standing["position"] is not None and self._standing["to_move"] is None:
            return "over"
        if table.referee.viewer.place is None or self._is_blind:
            return "looking"
        if busy is not None and time.monotonic() - busy > _NOTICED_S:
            return "thinking"
        if self._motion is not None and self._motion.still_s() < _SETTLED_S:
            return "hand"
        return "asking" if asking(self._events) else "still"

    def standing(self) -> JsonObject:
        """Return where the game stands."""
        clock = None if self._table is None else clocks_now(self._table.state)
        now = {"phase": self.phase, "source": source_told(self.ask.source), "journal": self._journal}
        return {**self._standing, **now, "clock": clock, "untold": self._untold}

    def tell(self, command: Any) -> list[Line]:
        """Carry out *command* of ``--control`` and return its events. Raises ``ValueError`` in words for people."""
        known = command_of(command)
        with self._free:
            if self.trouble:
                raise ValueError(self.trouble)
            table = self._going()
            told = table.take(known)
        self._show_photo_again(known)
        check_fault(told, table.state)
        return told

    def _show_photo_again(self, command: Command) -> None:
        """Show the newest photo again if *command* changes how it is seen; a film goes on by itself."""
        frame = self.lookout.frame
        looks_anew = isinstance(command, PointOut | Find | Recolour | Reveal)
        if looks_anew and self.posted is not None and frame is not None and frame.own_moment:
            self.posted.offer(frame.image, photo=True, again=True)

    def seat(self, seat: str, level: int | None) -> None:
        """Let a bot of *level* play *seat*, or with None people again. Raises ``ValueError`` where that cannot be."""
        with self._free:
            table, aid = self._going(), self._aid
            if aid is None:
                raise ValueError(NOBODY)
            table.take(aid.seat(seat, level))

    def hand(self, seat: str) -> JsonObject:
        """Return the dice that were rolled for *seat*. Raises ``ValueError`` where it has none to roll."""
        with self._free:
            return hand_json(self._going().state, seat)

    def roll(self, seat: str) -> JsonObject:
        """Roll the dice of *seat*, and return them. Raises ``ValueError``."""
        with self._free:
            table = self._going()
            check_fault(table.take(rolled_for(table.state, seat)), table.state)
            return hand_json(table.state, seat)

    def twin(self, value: Json) -> JsonObject:
        """Return what this table tells another that tells *value*. Raises ``ValueError``."""
        if self._guest is not None:
            raise ValueError(A_GUEST)
        with self._free:
            return met(self._going(), self._twin, value)

    @property
    def others(self) -> JsonObject:
        """The boards of other tables of the same game that differ from this one, and who shows theirs."""
        return {"boards": list(self._twin.boards), "pictures": self.exchange.as_json()}

    def show_board(self, on: bool) -> None:
        """Agree that this table and others show each other their boards, or withdraw."""
        self.exchange.show(on)
        if self._guest is not None:
            self._guest.hurry()

    @property
    def hides_dice(self) -> bool:
        """Whether a picture may show dice that are arranged in secret."""
        return self._table is not None and self._table.state.roll.is_under_way

    def has_rolled(self, seat: str) -> bool:
        """Return whether there are dice of *seat* that nobody else may see."""
        return self._table is not None and seat in self._table.state.roll.hands

    def sign(self, seat: str) -> list[Line]:
        """Let *seat* agree to the result, and return the events. Raises ``ValueError`` where there is none to sign."""
        with self._free:
            table = self._going()
            return table.take(signature(table.state.position, self._events, seat))

    def comment(self, at: int, text: str) -> None:
        """Write a comment on the move that event *at* told. Raises ``ValueError``, and ``Failure``."""
        with self._free:
            table = self._going()
            check_place(load(table.journal.path), at)
            table.take(Remarked(COMMENT, comment_event(at, text)))

    def check_review(self, path: Path) -> None:
        """Raise ``Failure`` if the journal at *path* is that of a fair game that is still played."""
        table, aid = self._table, self._aid
        if table is None or aid is None or table.journal.path != path:
            return
        try:
            aid.check(table.state)
        except ValueError as fault:
            raise Failure(str(fault)) from None

    def unsaved(self, *, again: bool = False) -> str:
        """Return why events of the game are not saved; empty if all are. With *again*, try to save them first."""
        if self._table is None:
            return ""
        if again:
            with self._free:
                self._table.journal.save_again()
        return self._table.journal.trouble

    def is_kept_in(self, path: Path) -> bool:
        """Return whether *path* is the journal of the game."""
        return self._table is not None and self._table.journal.path == path

    def fault_picture(self, journal: Path) -> dict[str, bytes]:
        """Return the newest picture as a file of a report about the game in *journal*; none unless that is on."""
        table = self._table
        if table is None or table.journal.path != journal:
            return {}
        return self.lookout.fault_picture(readable_kit(table.state.game.name, table.state.options))

    def doubts(self) -> list[JsonObject]:
        """Return the cells that are read least surely, each with what it may hold; nothing where none is read."""
        return doubts_json(None if self._table is None else self._table.state.telling.seen)

    def likeliest(self, cell: str) -> list[str]:
        """Return what *cell* may hold, the likeliest first; nothing where that is not known."""
        with self._free:
            return [] if self._table is None else likeliest(self._table.state, cell)

    def weighed(self, value: Any) -> JsonObject:
        """Return what correcting the cells of the JSON *value* would mean. Raises ``ValueError``."""
        with self._free:
            return weighed_json(self._going().state, value)

    def understood(self, text: str) -> JsonObject:
        """Return what the sentence *text* tells; nothing is done yet. Raises ``ValueError``."""
        with self._free:
            return understood(text, self._going().state)

    def event_picture(self, number: int, when: str) -> bytes | None:
        """Return the JPEG of the cells of event *number*, ``before`` or ``after`` it; None where none is kept."""
        table = self._table
        file = None if table is None else crops_of(table.journal.path, number).get(when)
        try:
            return None if file is None else file.read_bytes()
        except OSError:  # an older one was deleted meanwhile
            return None

    def hint(self, rung: int) -> JsonObject:
        """Return a hint for the side to move, which everybody hears of. Raises ``ValueError`` where there is none."""
        table, aid = self._table, self._aid
        position = None if table is None else table.state.position
        if table is None or aid is None or position is None:
            raise ValueError(NO_POSITION)
        aid.check(table.state)
        if is_over(table.state):
            raise ValueError("The game is over.")
        found = hinted(table.state.game, position, rung)
        told = {"seat": position.to_move, "rung": rung, "cells": found["cells"], "message": found["message"]}
        with self._free:
            if table.state.position is position:
                table.take(Remarked("hint", told))
        return found

    def taught(self) -> list[JsonObject]:
        """Return what is taught at the position that stands. Raises ``ValueError`` where nobody may be helped."""
        table, aid, teaching = self._table, self._aid, self._teaching
        if table is None or aid is None or teaching is None or table.state.position is None:
            return []
        state = table.state
        aid.check(state)
        return self._drill.told(state) if self._drill else teaching.as_json(state, self._events)

    def _going(self) -> Table:
        """Return the table of the game being watched. Raises ``ValueError`` if there is none."""
        if self._table is None or self._table.state.over:
            raise ValueError(NOBODY)
        return self._table

    # -- in the thread

    def _aided(self, wanted: Wanted) -> Aid:
        """Return the help that was agreed on. Raises ``Failure``."""
        fair = self.ask.fair or (self._recorded is not None and was_fair(self._recorded.events))
        try:
            return Aid(wanted.game, wanted.options.players, fair=fair, levels=self.ask.bots, drill=self._drill)
        except ValueError as fault:
            raise Failure(str(fault)) from None

    def _opened(self) -> Source:
        """Return the source of pictures, together with the second view if there may be one. Raises ``Failure``."""
        first = self._first()
        return first if self.beside is None else Live(first, Unmirrored(self.beside))

    def _first(self) -> Source:
        if self.posted is not None:
            return Unmirrored(self.posted)
        if self._wanted is None:
            self._wanted = Ask(USUAL).wanted() if self.ask.source == DEMO else None
        if self._wanted is None:
            return source_of(self.ask.source)
        source, self._wanted = opened(self.ask.source, self._wanted)
        return source

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
        self._busy_since = None
        if self._closing.is_set():
            return
        self.trouble = why
        if self._table is not None:
            self._table.close()
        self._feed.notice("trouble", message=why)

    def _watch(self) -> None:
        source, wanted = self._source, self._wanted
        if wanted is None:
            source, wanted = recognised(self.ask, source, self._show, self._closing.is_set, self._passed)
            self._wanted = wanted
        recorded, begun = self._recorded, self.ask.positions(wanted)
        referee = referee_of(
            wanted,
            positions=recorded.positions if recorded else (self._drill.start,) if self._drill else begun,
            colours=recorded.colours if recorded else None,
            resumed=recorded is not None and not (self._drill and len(recorded.positions) == 1),
            kept=kept_state(recorded) if recorded else None,
            clock=(self._guest and self._guest.clock) or clocks_of(self.ask.clock, recorded, wanted.options.players),
            instead=True,
            two_eyes=self.beside is not None,
        )
        journal = recorded.reopen() if recorded else None
        kept = [line for line in recorded.events if "n" in line] if recorded else []
        self._events, aid = list(kept), self._aided(wanted)
        table = Table(
            referee,
            source.name,
            tell=self._told,
            journal=journal,
            recorded=recorded,
            crops=self._crops,
            pictures=self.ask.pictures,
            answers=[
                self._opening_due,
                self._publish,
                self._twin.answer,
                aid.bots.answer,
                *([self._announcer.answer] if self._announcer else []),
            ],
        )
        with self._free:
            self._table, self._aid, self._teaching = table, aid, Teaching(wanted.game)
            self._feed.begin(kept)
            table.open()
            table.answer()
        if self._guest is not None:
            self._guest.start(table)
        for _ in run(self, self._paced(source)):
            pass
        self._closing.wait()
        with self._free:
            table.take(Ended("Stopped."))
            table.close()

    @property
    def state(self) -> AnyTable:
        """The latest state of the game that is watched."""
        assert self._table is not None
        return self._table.state

    def _show(self, frame: Frame) -> None:
        """Show *frame* to people as long as no game is being watched."""
        if self._table is None:
            self.lookout.see(frame, None)
            self._feed.notice("view", **self.lookout.view())

    def _passed(self, frame: Frame) -> None:
        """Report on every device that no board was found in the photo *frame*."""
        if self._wanted is None and frame.own_moment:
            self._feed.notice("photo", message=self.lookout.unread())

    def _paced(self, source: Source) -> Iterator[Frame | Trouble]:
        for item in source.frames():
            if self._closing.is_set():
                return
            yield item
            if self.ask.source == DEMO and self._closing.wait(self._step_s):
                return

    def take(self, item: Item) -> list[Line]:
        """Return the lines that *item* of the source leads to, and announce them meanwhile."""
        table = self._table
        assert table is not None
        with self._free:
            if self._closing.is_set():
                return []
            self._busy_since = time.monotonic()
            if isinstance(item, Frame) and not item.own_moment:
                self._motion = observe(self._motion, item.image, item.t)
            self._is_blind = isinstance(item, Trouble) and not (item.over or item.passing)
            self._unseen = item if isinstance(item, Frame) else None
            lines = [] if self._drill and self._drill.is_solved else table.take(item)
            self._look_out(table)
            self.lookout.took(time.monotonic() - self._busy_since)
            self._busy_since = None
        if isinstance(item, Frame):
            unread = item.own_moment and not table.referee.viewer.looked
            self._feed.notice("photo", message=self.lookout.unread() if unread else "")
        self._feed.notice("untold", **(self._untold or {}))
        self._feed.notice("view", **self.lookout.view())
        return lines

    def _look_out(self, table: Table) -> None:
        """Show the newest frame to people, so that whoever hears about it sees it, too."""
        frame, self._unseen = self._unseen, None
        if frame is not None:
            self.lookout.see(frame, table.referee.viewer.place)

    def _opening_due(self, _: AnyTable) -> Input | None:
        """Return the next agreement from before the game that this journal has yet to record."""
        if not self._agreed_due or self._aid is None:
            return None
        puzzle = self._drill.number if self._drill else None
        due = next(opening(self._names, self._events, fair=self._aid.fair, puzzle=puzzle), None)
        self._agreed_due = due is not None
        return due

    def _told(self, line: Mapping[str, Json]) -> None:
        """Note a *line* of the journal; it is announced once the standing after it is known."""
        if line["event"] == "journal":
            if self._journal:  # another game begins
                self._events, self._drill = [], None
                if self._aid:
                    self._aid.leave_puzzle()
            self._agreed_due = True
        else:
            self._events.append(line)
        self._fresh.append(line)
        (self._guest or self._twin).hear(line)
        if self._announcer:
            self._announcer.hear(line)

    def _publish(self, state: AnyTable) -> None:
        """Announce the new events, but first the standing that they lead to."""
        aid, table = self._aid, self._table
        assert self._wanted is not None
        assert aid is not None
        assert table is not None
        self._look_out(table)
        self._untold = untold_json(state, asking(self._events))
        if self._drill:
            self._drill.saw(state.told)
        known = self._standing
        if self._fresh or not known.get("aid"):
            known = standing_of(state, self._events, self._wanted.options)
        puzzle = self._drill.as_json(state) if self._drill else None
        helped = aid.as_json(state, self._events)
        self._standing = {**known, "aid": helped, "puzzle": puzzle}
        for line in self._fresh:
            if line["event"] != "journal":
                self._feed.tell(line)
            else:
                if line["game"] != self._journal != "":
                    self._feed.begin([])
                self._journal = str(line["game"])
                self._feed.notice("journal", game=line["game"])
        self._fresh.clear()
        self._feed.notice("standing", n=self._standing["n"])
        self._feed.notice("aid", **helped)
        self._feed.notice("puzzle", **(puzzle or {}))
