"""What a table begins with: the game, the puzzle, who looks at it, and another table that it plays with."""

from __future__ import annotations

from pathlib import Path

from core.games import USUAL
from kiebitz.api.looking import Wanted
from kiebitz.api.watching import clocks_of, opened, referee_of, source_of
from kiebitz.archive.people import people_of
from kiebitz.disk import kind_of
from kiebitz.failure import Failure
from kiebitz.pictures.beside import Live
from kiebitz.pictures.live import Posted
from kiebitz.pictures.mirrored import Unmirrored
from kiebitz.pictures.sources import Source
from kiebitz.screen.live.aid import Aid
from kiebitz.screen.live.asked import DEMO, PHONE, Ask, dialled, resumed, unfinished
from kiebitz.screen.live.drill import drill_of
from kiebitz.watching.agreements import was_fair
from kiebitz.watching.referee import AnyReferee
from kiebitz.watching.state_files import kept_state


class Beginning:
    """The table that was asked for, checked; its ``source`` of pictures is open."""

    def __init__(self, ask: Ask) -> None:
        """Raise ``Failure`` saying what is wrong with *ask*."""
        self.recorded = unfinished(ask) if ask.resume else None
        self.guest, ask = dialled(ask, self.recorded)
        self.ask = ask
        self.posted = Posted("the phone") if ask.source == PHONE else None
        is_live = ask.source != DEMO and not kind_of(Path(ask.source))
        self.beside = Posted("the second phone") if is_live else None
        """The pictures of another view, which may come at any time beside a phone, a camera or a stream."""
        self.wanted = resumed(self.recorded, ask) if self.recorded else ask.wanted()
        """None where the printed board is to say which game it is."""
        told = self.recorded.events if self.recorded else ()
        self.names = ask.names or people_of(told)
        self._fair = ask.fair or was_fair(told)
        self.drill = None if self.wanted is None else drill_of(self.wanted.game, ask.puzzle, told)
        if self.wanted is not None:
            clocks_of(ask.clock, self.recorded, self.wanted.options.players)
            self.aid(self.wanted)
        first = self._first()
        self.source: Source = first if self.beside is None else Live(first, Unmirrored(self.beside))

    def _first(self) -> Source:
        if self.posted is not None:
            return Unmirrored(self.posted)
        if self.wanted is None:
            self.wanted = Ask(USUAL).wanted() if self.ask.source == DEMO else None
        if self.wanted is None:
            return source_of(self.ask.source)
        source, self.wanted = opened(self.ask.source, self.wanted)
        return source

    def aid(self, wanted: Wanted) -> Aid:
        """Return the help that was agreed on in the game *wanted*. Raises ``Failure``."""
        try:
            return Aid(wanted.game, wanted.options.players, fair=self._fair, levels=self.ask.bots, drill=self.drill)
        except ValueError as fault:
            raise Failure(str(fault)) from None

    def referee(self, wanted: Wanted) -> AnyReferee:
        """Return the referee of the game *wanted*, which begins or goes on. Raises ``Failure``."""
        recorded, begun = self.recorded, self.ask.positions(wanted)
        return referee_of(
            wanted,
            positions=recorded.positions if recorded else (self.drill.start,) if self.drill else begun,
            colours=recorded.colours if recorded else None,
            resumed=recorded is not None and not (self.drill and len(recorded.positions) == 1),
            kept=kept_state(recorded) if recorded else None,
            clock=(self.guest and self.guest.clock) or clocks_of(self.ask.clock, recorded, wanted.options.players),
            instead=True,
            two_eyes=self.beside is not None,
        )
