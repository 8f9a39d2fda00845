"""Which game is on the table: the printed board in the pictures says it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace

from kiebitz.api.looking import Wanted
from kiebitz.api.whose import said_by
from kiebitz.failure import Failure
from kiebitz.pictures.frame import Frame
from kiebitz.pictures.peeking import peek
from kiebitz.pictures.sources import Source
from kiebitz.screen.live.asked import Ask
from kiebitz.screen.live.lookout import Shown


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
