"""The state of a table that is being watched: its thread keeps it up to date, and people ask about it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from core.json_types import Json, JsonObject
from kiebitz.api.looking import Wanted
from kiebitz.discreet import source_told
from kiebitz.pictures.steady import Motion
from kiebitz.screen.live.aid import Aid, Teaching
from kiebitz.screen.live.beginning import Beginning
from kiebitz.screen.live.lookout import Lookout
from kiebitz.screen.views.standing import NOTHING, Phase, asking
from kiebitz.table.asking import clocks_now
from kiebitz.table.state import AnyTable
from kiebitz.watching.exchanging import Exchange
from kiebitz.watching.kept_table import Table
from kiebitz.watching.twin import Twin

NOBODY = "No game is being watched; begin one."
_NOTICED_S = 0.15
"""A look that takes more seconds than this is shown as thinking."""
_SETTLED_S = 0.35
"""The table counts as still after this many seconds without motion."""


@dataclass(frozen=True, slots=True)
class Going:
    """A game that is going on at a table, the help that was agreed on, and what is taught."""

    wanted: Wanted
    table: Table
    aid: Aid
    teaching: Teaching

    @property
    def state(self) -> AnyTable:
        return self.table.state


class Refereed:
    """One table, from its *beginning* on.

    Its methods may be called from any thread; only the thread of its ``Watcher`` sets the attributes.
    """

    def __init__(self, beginning: Beginning) -> None:
        self.beginning = beginning
        self.free = threading.Lock()
        """Held while the game takes something in."""
        self.game: Going | None = None
        """None until the printed board has said which game it is."""
        self.drill = beginning.drill
        """The puzzle that is on."""
        self.lookout = Lookout()
        self.twin = beginning.guest.twin if beginning.guest else Twin(is_host=True)
        """What this table knows of others that play the same game."""
        if beginning.recorded is not None and beginning.guest is None:
            self.twin.go_on(beginning.recorded)
        self.exchange = Exchange(self.twin, lambda: None if self.hides_dice else self.lookout.board())
        if beginning.guest is not None:
            beginning.guest.exchange = self.exchange
        self.trouble = ""
        """Why nobody referees any more; empty while somebody does."""
        self.events: list[Mapping[str, Json]] = []
        self.journal = ""
        self.known: Mapping[str, Json] = NOTHING
        """Where the game stands, as it was last announced."""
        self.untold: Mapping[str, Json] | None = None
        self.motion: Motion | None = None
        self.busy_since: float | None = None
        self.is_blind = False
        """Whether no pictures come."""

    @contextmanager
    def going(self, *, untroubled: bool = False) -> Iterator[Going]:
        """Hold the game. Raises ``ValueError`` if there is none; with *untroubled* also if nobody referees it now."""
        with self.free:
            if untroubled and self.trouble:
                raise ValueError(self.trouble)
            if self.game is None or self.game.state.over:
                raise ValueError(NOBODY)
            yield self.game

    @property
    def phase(self) -> Phase:
        """Return in one word what the referee is doing."""
        game, busy = self.game, self.busy_since
        if game is None:
            return "looking"
        if self.known["position"] is not None and self.known["to_move"] is None:
            return "over"
        if game.table.referee.viewer.place is None or self.is_blind:
            return "looking"
        if busy is not None and time.monotonic() - busy > _NOTICED_S:
            return "thinking"
        if self.motion is not None and self.motion.still_s() < _SETTLED_S:
            return "hand"
        return "asking" if asking(self.events) else "still"

    def standing(self) -> JsonObject:
        """Return where the game stands."""
        clock = None if self.game is None else clocks_now(self.game.state)
        now = {"phase": self.phase, "source": source_told(self.beginning.ask.source), "journal": self.journal}
        return {**self.known, **now, "clock": clock, "untold": self.untold}

    @property
    def hides_dice(self) -> bool:
        """Whether a picture may show dice that are arranged in secret."""
        return self.game is not None and self.game.state.roll.is_under_way

    def unsaved(self, *, again: bool = False) -> str:
        """Return why events of the game are not saved; empty if all are. With *again*, try to save them first."""
        if self.game is None:
            return ""
        if again:
            with self.free:
                self.game.table.journal.save_again()
        return self.game.table.journal.trouble

    def kept_in(self, path: Path) -> Going | None:
        """Return the game if *path* is its journal."""
        return self.game if self.game is not None and self.game.table.journal.path == path else None
