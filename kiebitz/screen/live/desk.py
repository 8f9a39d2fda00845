"""The desk behind the pages: which table is watched now, and the pictures that come and go."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from core.games import find, names, player_counts, rulebook
from core.json_types import Json, JsonObject
from core.verdict import capitalised
from kiebitz.failure import Failure
from kiebitz.kits import has_kit, kit_of
from kiebitz.pictures.frame import Image
from kiebitz.screen.live.asked import Ask
from kiebitz.screen.live.beginning import Beginning
from kiebitz.screen.live.commands import Commands
from kiebitz.screen.live.feed import Feed
from kiebitz.screen.live.lookout import UNREAD
from kiebitz.screen.live.preview import Glimpse, Preview
from kiebitz.screen.live.questions import Questions
from kiebitz.screen.live.refereed import Refereed
from kiebitz.screen.live.watcher import Watcher
from kiebitz.screen.views.standing import NOTHING
from kiebitz.watching.announcing import Announcer
from kiebitz.watching.dialling import met

BEGINNING = "A game is only beginning there; unless that is this table's own address, dial again."
A_GUEST = "This table plays another one's game; dial that one."
DEMO_STEP_S = 1.5
"""Seconds for which the pretend table shows each step."""
UNSAVED = "The game is not saved: {why}. It goes on, and is kept in memory; free some space."


class BusyError(Exception):
    """The picture before is still being looked at."""


class OtherCameraError(Exception):
    """The pictures of another camera are being looked at."""


class Desk:
    """Begins tables, hands pictures to the one that is watched, and says how it stands.

    ``questions`` and ``commands`` are what people ask of it. Its methods may be called from any thread.
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
        self._watcher: Watcher | None = None
        self._begun = 0
        self.questions = Questions(lambda: self.table)
        self.commands = Commands(self.questions.watched)

    @property
    def table(self) -> Refereed | None:
        """The table that is watched."""
        watcher = self._watcher
        return None if watcher is None else watcher.refereed

    def begin(self, ask: Ask) -> JsonObject:
        """Begin the table that *ask* describes in place of the one that is watched. Raises ``Failure``."""
        with self._changing:
            before = self._watcher
            if before is not None and (why := before.refereed.unsaved(again=True)):
                raise Failure(f"The game that is on is not saved yet: {why}. Free some space, then begin again.")
            watcher = self._watching(ask)
            if before is not None:
                before.close()
                if ask.resume:  # it may be that very game which goes on, and it may have gone on meanwhile
                    watcher = self._watching(ask)
            self._preview.close()
            for camera in self._cameras.values():
                camera.forget()
            self._watcher = watcher
            self._begun += 1
            self.feed.begin([])
            self.feed.forget("view", "untold", "photo")
            self.feed.notice("table", begun=self._begun)
            watcher.start()
        return self.state()

    def _watching(self, ask: Ask) -> Watcher:
        refereed = Refereed(Beginning(ask))
        return Watcher(refereed, self.feed, step_s=self._step_s, crops=self._crops, announcer=self._announcer)

    def close(self) -> None:
        self._preview.close()
        with self._changing:
            if self._watcher is not None:
                self._watcher.close()

    def state(self) -> JsonObject:
        """Return where the game stands."""
        table = self.table
        standing = dict(NOTHING) | {"source": None, "clock": None, "aid": None} if table is None else table.standing()
        pictures = table is not None and table.beginning.ask.pictures
        return {**standing, "begun": self._begun, "crops": self._crops, "pictures": pictures}

    def saving(self) -> Mapping[str, Json]:
        """Return the passing notice about why the present game is not saved; empty if it is."""
        table = self.table
        why = "" if table is None else table.unsaved()
        return {"message": UNSAVED.format(why=why) if why else ""}

    def keeps(self, path: Path) -> bool:
        """Return whether *path* is the journal of the game that is on."""
        table = self.table
        return table is not None and table.kept_in(path) is not None

    def forget(self, path: Path) -> None:
        """Announce nothing more about the game in the journal at *path*, which was deleted."""
        with self._changing:
            if self._watcher is not None and self.keeps(path):
                self._watcher.close()
                self._watcher = None
                self.feed.begin([])

    def phase(self) -> Mapping[str, Json]:
        """Return the passing notice of what the referee is doing."""
        table = self.table
        return {"phase": "looking" if table is None else table.phase}

    def frame(self, data: bytes, camera: str, *, photo: bool, view: int, opened: Callable[[bytes], Image]) -> None:
        """Take the picture of *camera* that a JPEG's *data* hold, as *opened*: of a film, or a *photo* by itself.

        *view* 2 is that of a second camera at the same table. Raises ``BusyError``, ``OtherCameraError``, or
        ``Failure`` saying what is wrong.
        """
        table = self.table
        posted = None if table is None else table.beginning.posted if view == 1 else table.beginning.beside
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
            table.beginning.ask.check_lens(image)
        if not self._cameras[view].admits(camera, time.monotonic()):
            raise OtherCameraError
        if not posted.offer(image, photo=photo):
            raise BusyError

    def picture(self, *, above: bool = False, motion: bool = False) -> bytes | None:
        """Return the newest picture as JPEG, or the board in it from *above*, or its *motion*.

        None without any, and while it may show dice that are arranged in secret.
        """
        table = self.table
        return None if table is None or table.hides_dice else table.lookout.picture(above=above, motion=motion)

    def glimpse(self, number: int) -> Glimpse:
        """Return what the computer's camera with *number* sees. Raises ``Failure`` saying why it shows nothing."""
        table = self.table
        if table is None or table.beginning.ask.source != str(number):
            return self._preview.glimpse(number)
        size, data = table.lookout.size, self.picture()
        if size is None or data is None:
            raise Failure("This camera is being opened for the game; its picture comes soon.")
        return Glimpse(data, size)

    def twin(self, value: Json) -> JsonObject:
        """Return what this table tells another that plays the same game and tells *value*, or asks first with None.

        Raises ``ValueError``, also while another game begins here: it may be this very table that is dialled.
        """
        if value is None and self._changing.locked():
            raise ValueError(BEGINNING)
        on = self.questions.watched()
        if on.beginning.guest is not None:
            raise ValueError(A_GUEST)
        with on.going() as game:
            return met(game.table, on.twin, value)

    def others(self) -> JsonObject:
        """Return the boards of other tables of the same game that differ from this one, and who shows theirs."""
        table = self.table
        if table is None:
            return {"boards": [], "pictures": {"shows": False, "tables": []}}
        return {"boards": list(table.twin.boards), "pictures": table.exchange.as_json()}


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


class OneCamera:
    """Says whose pictures count. Another camera's turn comes when this one has sent nothing for *silent_s*.

    >>> camera = OneCamera(silent_s=3.0)
    >>> camera.admits("phone", 0.0), camera.admits("tablet", 2.0), camera.admits("phone", 2.5)
    (True, False, True)
    >>> camera.admits("tablet", 6.0)
    True
    """

    def __init__(self, *, silent_s: float = 3.0) -> None:
        self._silent_s = silent_s
        self._camera: str | None = None
        self._seen_s = 0.0
        self._free = threading.Lock()

    def admits(self, camera: str, now_s: float) -> bool:
        """Return whether a picture that *camera* sends at *now_s* counts."""
        with self._free:
            if self._camera not in (None, camera) and now_s - self._seen_s < self._silent_s:
                return False
            self._camera, self._seen_s = camera, now_s
            return True

    def forget(self) -> None:
        """Let any camera be the next one."""
        with self._free:
            self._camera = None
