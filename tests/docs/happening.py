"""One event of each kind, told by tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from adviser import Suggestion
from core.games import find
from core.goodwin.options import TinkOptions
from kiebitz.archive.comments import COMMENT, comment_event
from kiebitz.pictures.frame import Frame, Trouble
from kiebitz.programs.program import ProgramError
from kiebitz.screen.live.aid import hinted
from kiebitz.table.events import Event
from kiebitz.table.inputs import Remarked
from kiebitz.watching.agreements import opening, signature
from kiebitz.watching.bots import Bots
from tests.kiebitz.houses import exchange, two
from tests.kiebitz.painted import PaintedEye, paint
from tests.kiebitz.refereeing import refereed
from tests.kiebitz.test_bots import Table as WithBots
from tests.kiebitz.test_bots import Thinker
from tests.kiebitz.test_session import WON, Watched, after, board
from tests.table.looks import play
from tests.table.rows import events_of, state_of

TINK = find("tink")


def told() -> dict[str, Mapping[str, Any]]:
    """Return each kind of event, and the first one of it as JSON, numbered as they come."""
    found: dict[str, Event] = {}
    for event in _happening():
        found.setdefault(event.kind, event)
    return {
        kind: {"event": kind, "n": n, **{name: value for name, value in event.as_json().items() if name != "event"}}
        for n, (kind, event) in enumerate(found.items(), start=1)
    }


def _happening() -> Iterator[Event]:
    yield from _carried()
    yield from _played()
    yield from _told()
    yield from _with_bots()
    yield from _seen()
    yield from _hinted()
    yield from _at_two_tables()


def _carried() -> Iterator[Event]:
    """A board that is shoved, then carried away."""
    table = Watched()
    yield from table.show(board())
    table.eye.dx = 40
    yield from table.show(board(), dx=40)
    table.eye.blind = True
    for _ in range(4):
        yield from table.show(board(), blank=True)
    table.eye.whose = "Tabik's board"
    yield from table.show(board(), blank=True)


def _played() -> Iterator[Event]:
    """Games of Tink: with a slip and a piece in doubt, won, with a forced pass, a clock, and a third player."""
    moved = [" ".join(("Sc3", "Sg7", "Sd4", "Sh8")[:count]) for count in range(1, 5)]
    doubtful = "Sc3 Sd4 d4?.|Bs-3|Bm-9"
    yield from events_of("start", "Sc3", "Sc3 e5=As", "Sc3", doubtful, "Sc3 Sd4", *moved, f"{moved[-1]} c3=. d4=.")
    yield from events_of(" ".join(WON[:6]), " ".join(WON), "end", setup=f"told {' '.join(WON[:6])}")
    blocked = "8/8/1As6/8/Bs5Bs1/8/1As2As2As/Bs2Bs2Bs1 A 0,0 9"
    yield from events_of("start", "start c3=As", setup=f"position {blocked}")
    yield from events_of("start", setup="clock 10+5")
    third = ("start", "Sc3", "Sc3 Sd4", "Sc3 Sd4 e5=Cs")
    yield from events_of(*third, "> seats 2", setup="open")


def _told() -> Iterator[Event]:
    """What people tell the referee: corrections, totals of a roll, who plays, that they agree, what they think."""
    yield from events_of("Sc3", "> correct c3=. d3=As", "> pass", setup="told Sc3")
    yield from events_of("Sc3", "Sc3 e5=As", "> agree", setup="told Sc3")
    yield events_of("> total A 17", "> total B 13", setup="game tinker_tactics")[-1]
    won = state_of({"told": " ".join(WON)})
    yield from play(won, *opening({"A": "Ada", "B": "Bo"}, [], fair=False, puzzle=3))[1]
    yield from play(won, signature(won.position, [], "A"))[1]
    yield from play(won, Remarked(COMMENT, comment_event(6, "This opens the long line.")))[1]


def _with_bots() -> Iterator[Event]:
    for think in (Thinker("Sd4"), _failing):
        table = WithBots(Bots({"B": 6}, think))
        table.show(board())
        yield from table.show(board("Sc3"))


def _failing(*_: object) -> Suggestion:
    raise ProgramError("engine: it has stopped")


def _seen() -> Iterator[Event]:
    """What is said of pictures."""
    referee = refereed(TINK, PaintedEye(), TinkOptions(), positions=[after()], advised=True)
    yield from referee.take(Trouble("shelf.jpg is left out: it is not a picture.", passing=True))
    dark = (paint(board("Sc3")) // 8).astype(np.uint8)
    for index in range(80):
        yield from referee.take(Frame(dark, index, index / 4))


def _hinted() -> Iterator[Event]:
    """A hint at the one move that wins, as a table's screen gives it."""
    position = after("Sd4", "Sh8", "Sc3", "Sh1", "Sb2", "Se5")
    found = hinted(TINK, position, 2)
    yield Event("hint", 6, 6.0, {"seat": position.to_move, "rung": 2, **found})


def _at_two_tables() -> Iterator[Event]:
    """What a guest hears of the table that it plays with."""
    host, guest = two("tink")
    host.play("Sc3")
    exchange(guest, host)
    yield from (Event.from_json(line) for line in guest.lines if line["event"] in ("twin", "asked"))
