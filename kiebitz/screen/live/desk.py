"""The desk behind the pages: which table is watched now, and what people ask for."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from core.games import find, names, player_counts, rulebook
from core.json_types import Json, JsonObject
from core.verdict import capitalised
from kiebitz.failure import Failure
from kiebitz.kits import has_kit, kit_of
from kiebitz.pictures.frame import Image
from kiebitz.screen.doors.fields import object_of
from kiebitz.screen.doors.one_camera import OneCamera
from kiebitz.screen.doors.posted import posted_image
from kiebitz.screen.live.asked import Ask
from kiebitz.screen.live.feed import Feed
from kiebitz.screen.live.hinting import RUNGS
from kiebitz.screen.live.lookout import UNREAD
from kiebitz.screen.live.preview import Glimpse, Preview
from kiebitz.screen.live.refereed import DEMO_STEP_S, NOBODY, Refereed
from kiebitz.screen.views.sentences import LONGEST
from kiebitz.screen.views.standing import NOTHING
from kiebitz.watching.announcing import Announcer

BEGINNING = "A game is only beginning there; unless that is this table's own address, dial again."
NO_OTHERS: JsonObject = {"boards": [], "pictures": {"shows": False, "tables": []}}
UNSAVED = "The game is not saved: {why}. It goes on, and is kept in memory; free some space."


class BusyError(Exception):
    """The picture before is still being looked at."""


class OtherCameraError(Exception):
    """The pictures of another camera are being looked at."""


class Desk:
    """Begins tables, hands pictures and commands to the one that is watched, and says how it stands.

    Its methods may be called from any thread.
    """

    def __init__(
        self, feed: Feed, *, step_s: float = DEMO_STEP_S, crops: bool = True, announcer: Announcer | None = None
    ) -> None:
        """Tell *feed* what happens, and the *announcer*; the pretend table shows each step for *step_s*.

        With *crops* events keep pictures of their cells.
        """
        self._announcer = announcer
        self.feed = feed
        self._step_s = step_s
        self._crops = crops
        self._preview = Preview()
        self._cameras = {1: OneCamera(), 2: OneCamera()}
        self._changing = threading.Lock()
        self._table: Refereed | None = None
        self._begun = 0
        self._hinted: tuple[Json, int] = None, 0
        """Position and rung of the last hint."""

    def begin(self, ask: Ask) -> JsonObject:
        """Begin the table that *ask* describes in place of the one that is watched. Raises ``Failure``."""
        with self._changing:
            before = self._table
            if before is not None and (why := before.unsaved(again=True)):
                raise Failure(f"The game that is on is not saved yet: {why}. Free some space, then begin again.")
            table = self._refereed(ask)
            if before is not None:
                before.close()
                if ask.resume:  # it may be that very game which goes on, and it may have gone on meanwhile
                    table = self._refereed(ask)
            self._preview.close()
            for camera in self._cameras.values():
                camera.forget()
            self._table = table
            self._begun += 1
            self.feed.begin([])
            self.feed.forget("view", "untold", "photo")
            self.feed.notice("table", begun=self._begun)
            table.start()
        return self.state()

    def _refereed(self, ask: Ask) -> Refereed:
        return Refereed(ask, self.feed, step_s=self._step_s, crops=self._crops, announcer=self._announcer)

    def close(self) -> None:
        self._preview.close()
        with self._changing:
            if self._table is not None:
                self._table.close()

    def state(self) -> JsonObject:
        """Return where the game stands."""
        table = self._table
        standing = dict(NOTHING) | {"source": None, "clock": None, "aid": None} if table is None else table.standing()
        pictures = table is not None and table.ask.pictures
        return {**standing, "begun": self._begun, "crops": self._crops, "pictures": pictures}

    def saving(self) -> Mapping[str, Json]:
        """Return the passing notice about why the present game is not saved; empty if it is."""
        why = "" if self._table is None else self._table.unsaved()
        return {"message": UNSAVED.format(why=why) if why else ""}

    def forget(self, path: Path) -> None:
        """Announce nothing more about the game in the journal at *path*, which was deleted."""
        with self._changing:
            if self._table is not None and self._table.is_kept_in(path):
                self._table.close()
                self._table = None
                self.feed.begin([])

    def phase(self) -> Mapping[str, Json]:
        """Return the passing notice of what the referee is doing."""
        table = self._table
        return {"phase": "looking" if table is None else table.phase}

    def frame(
        self,
        data: bytes,
        camera: str = "",
        *,
        photo: bool = False,
        view: int = 1,
        opened: Callable[[bytes], Image] = posted_image,
    ) -> None:
        """Take the picture of *camera* that a JPEG's *data* hold, as *opened*: of a film, or a *photo* by itself.

        *view* 2 is that of a second camera at the same table. Raises ``BusyError``, ``OtherCameraError``, or
        ``Failure`` saying what is wrong.
        """
        table = self._table
        posted = None if table is None else table.posted if view == 1 else table.beside
        if table is None or posted is None:
            raise Failure("No game waits for the phone's pictures; begin one on the screen.")
        if table.trouble:
            raise Failure(table.trouble)
        try:
            image = opened(data)
        except Failure as failure:
            if photo:
                self.feed.notice("photo", message=f"{UNREAD} {capitalised(str(failure))}")
            raise
        if view == 1:
            table.ask.check_lens(image)
        if not self._cameras[view].admits(camera, time.monotonic()):
            raise OtherCameraError
        if not posted.offer(image, photo=photo):
            raise BusyError

    def picture(self, *, above: bool = False, motion: bool = False) -> bytes | None:
        """Return the newest picture as JPEG, or the board in it from *above*, or its *motion*.

        None without any, and while it may show dice that are arranged in secret.
        """
        table = self._table
        return None if table is None or table.hides_dice else table.lookout.picture(above=above, motion=motion)

    def fault_picture(self, journal: Path) -> dict[str, bytes]:
        """Return the newest picture as a file of a report about the game in *journal*; none unless that is on."""
        return {} if self._table is None else self._table.fault_picture(journal)

    def glimpse(self, number: int) -> Glimpse:
        """Return what the computer's camera with *number* sees. Raises ``Failure`` saying why it shows nothing."""
        table = self._table
        if table is None or table.ask.source != str(number):
            return self._preview.glimpse(number)
        size, data = table.lookout.size, self.picture()
        if size is None or data is None:
            raise Failure("This camera is being opened for the game; its picture comes soon.")
        return Glimpse(data, size)

    def event_picture(self, number: int, when: str) -> bytes | None:
        """Return the JPEG of the cells of event *number*, ``before`` or ``after`` it; None where none is kept."""
        return None if self._table is None else self._table.event_picture(number, when)

    def doubts(self) -> list[JsonObject]:
        """Return the cells that are read least surely, each with what it may hold; nothing where none is read."""
        return [] if self._table is None else self._table.doubts()

    def likeliest(self, cell: str) -> list[str]:
        """Return what *cell* may hold, the likeliest first; nothing where that is not known."""
        return [] if self._table is None else self._table.likeliest(cell)

    def tell(self, command: Any) -> list[Mapping[str, Json]]:
        """Carry out *command* and return its events. Raises ``ValueError`` in words for people."""
        return self._watched().tell(command)

    def point_out(self, value: Any) -> list[Mapping[str, Json]]:
        """Take the board to lie at the ``corners_px`` of the JSON *value*, or find it again where they are null.

        Raises ``ValueError``.
        """
        if not isinstance(value, Mapping) or value.keys() != {"corners_px"}:
            raise ValueError('corners are a JSON object with "corners_px", four points; null finds the board by itself')
        return self.tell({"do": "find"} if value["corners_px"] is None else {"do": "corners", **value})

    def weighed(self, value: Any) -> JsonObject:
        """Return what correcting the cells of the JSON *value* would mean. Raises ``ValueError``."""
        return self._watched().weighed(value)

    def understood(self, value: Any) -> JsonObject:
        """Return what the sentence in the JSON *value* tells. Raises ``ValueError`` in words for people."""
        value = object_of(value, "a sentence", ("text",), '{"text":"d4 is a medium"}')
        text = value.get("text")
        if not isinstance(text, str) or len(text) > LONGEST:
            raise ValueError(f'"text" must be a sentence of at most {LONGEST} characters')
        return self._watched().understood(text)

    def seat(self, value: Any) -> JsonObject:
        """Let Kiebitz or people play a seat, as the JSON *value* says. Raises ``ValueError`` in words for people."""
        if not isinstance(value, Mapping) or not isinstance(value.get("seat"), str) or value.keys() - {"seat", "level"}:
            raise ValueError('a bot is a JSON object such as {"seat":"B","level":5}; "level" null lets people play')
        level = value.get("level")
        if level is not None and (not isinstance(level, int) or isinstance(level, bool)):
            raise ValueError('"level" must be a whole number, or null')
        self._watched().seat(value["seat"], level)
        return self.state()

    def sign(self, value: Any) -> JsonObject:
        """Let the seat in the JSON *value* agree to the result. Raises ``ValueError`` in words for people."""
        value = object_of(value, "a signature", ("seat",), '{"seat":"A"}')
        if not isinstance(value.get("seat"), str):
            raise ValueError('a signature is a JSON object, such as {"seat":"A"}')
        return {"events": list(self._watched().sign(value["seat"]))}

    def hand(self, seat: str) -> JsonObject:
        """Return the dice that were rolled for *seat*, and what is to be done with them. Raises ``ValueError``."""
        return self._watched().hand(seat)

    def roll(self, seat: str) -> JsonObject:
        """Roll the dice of *seat*, tell their total to everybody, and return them. Raises ``ValueError``."""
        return self._watched().roll(seat)

    def has_rolled(self, seat: str) -> bool:
        """Return whether there are dice of *seat* that nobody else may see."""
        return self._table is not None and self._table.has_rolled(seat)

    def twin(self, value: Json) -> JsonObject:
        """Return what this table tells another that plays the same game and tells *value*, or asks first with None.

        Raises ``ValueError``, also while another game begins here: it may be this very table that is dialled.
        """
        if value is None and self._changing.locked():
            raise ValueError(BEGINNING)
        return self._watched().twin(value)

    def others(self) -> JsonObject:
        """Return the boards of other tables of the same game that differ from this one, and who shows theirs."""
        return dict(NO_OTHERS) if self._table is None else self._table.others

    def show_board(self, value: Any) -> JsonObject:
        """Agree to show boards to each other, or withdraw, as the JSON *value* says. Raises ``ValueError``."""
        value = object_of(value, "what is shown to other tables", ("show",), '{"show":true}')
        if not isinstance(value.get("show"), bool):
            raise ValueError('"show" must be true or false')
        self._watched().show_board(value["show"])
        return self.others()

    def pictured(self, table: str, data: bytes) -> bytes | None:
        """Return the picture of this board for another *table*, which shows its own in the JPEG *data*, if any.

        Raises ``ValueError`` where not both agree, and ``Failure`` where it is no picture.
        """
        exchange = self._watched().exchange
        given = exchange.given(table)
        exchange.take(table, data)
        return given

    def other_picture(self, number: int) -> bytes | None:
        """Return the newest picture of the board of other table *number*, from 1; None where none is live."""
        return None if self._table is None else self._table.exchange.seen(number)

    def taught(self) -> list[JsonObject]:
        """Return what is taught at the position that stands. Raises ``ValueError`` where nobody may be helped."""
        return self._watched().taught()

    def check_review(self, path: Path) -> None:
        """Raise ``Failure`` if the journal at *path* is that of a fair game that is still played."""
        if self._table is not None:
            self._table.check_review(path)

    def comment(self, path: Path, at: int, text: str) -> bool:
        """Write a comment into the journal at *path* if that is on, and return whether it is. Raises ``ValueError``."""
        if self._table is None or not self._table.is_kept_in(path):
            return False
        self._table.comment(at, text)
        return True

    def hint(self, rung: int | None) -> JsonObject:
        """Return a hint for the side to move, one *rung* higher than the last where it is left out.

        Raises ``ValueError`` where there is nothing to hint at.
        """
        table = self._watched()
        position, last = self._hinted
        now = table.standing()["position"]
        step = rung if rung is not None else (min(last + 1, len(RUNGS)) if position == now else 1)
        if not 1 <= step <= len(RUNGS):
            raise ValueError(f'"rung" must be 1 to {len(RUNGS)}')
        found = table.hint(step)
        self._hinted = now, step
        return {"rung": step, **found}

    def _watched(self) -> Refereed:
        """Return the table that is being watched. Raises ``ValueError`` if there is none."""
        if self._table is None:
            raise ValueError(NOBODY)
        return self._table


def games_json() -> list[JsonObject]:
    """Return the games that can be watched, how each introduces itself, and what its pieces are like.

    Whether each seat owns pieces, and whether all are pyramids.
    """
    return [
        {
            "game": name,
            "title": find(name).title,
            "players": list(player_counts(name)),
            "owned": has_kit(name) and bool(kit_of(name).seats),
            "pyramids": has_kit(name) and len(kit_of(name).pyramids) == len(kit_of(name).pieces),
            "about": rulebook(name).about.sentences(player_counts(name)),
            "sets": rulebook(name).about.sets,
            "page": rulebook(name).about.page,
        }
        for name in names()
    ]
