"""One event of each kind, told by sessions on painted tables."""

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
from kiebitz.screen.live.hinting import hinted
from kiebitz.table.controls import Seats, parse
from kiebitz.table.events import Event
from kiebitz.table.inputs import Ended, Remarked
from kiebitz.watching.agreements import opening, signature
from kiebitz.watching.bots import Bots
from tests.kiebitz.houses import exchange, two
from tests.kiebitz.painted import PaintedEye, paint
from tests.kiebitz.refereeing import refereed
from tests.kiebitz.test_bots import Table as WithBots
from tests.kiebitz.test_bots import Thinker
from tests.kiebitz.test_reveal import Watched as Dice
from tests.kiebitz.test_session import WON, Watched, after, board
from tests.kiebitz.test_timing import Timed

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
    yield from _played()
    yield from _carried()
    yield from _spoken()
    yield from _passed()
    yield from _timed()
    yield from _with_bots()
    yield from _seen()
    yield from _hinted()
    yield from _agreed()
    yield from _joined()
    yield from _rolled()
    yield from _commented()
    yield from _at_two_tables()


def _played() -> Iterator[Event]:
    """A game of Tink with a slip and a piece in doubt."""
    table = Watched()
    yield from table.show(board())
    yield from table.show(board("Sc3"))
    yield from table.show(board("Sc3", e5="As"))
    yield from table.show(board("Sc3"))
    table.eye.doubts = {"d4": {".": 0.0, "Bs": -3.0, "Bm": -9.0}}
    yield from table.show(board("Sc3", "Sd4"))
    table.eye.doubts = {}
    yield from table.show(board("Sc3", "Sd4"))
    yield from table.show(board("Sc3"))
    smalls = ("Sc3", "Sg7", "Sd4", "Sh8")
    for count in range(2, 5):
        yield from table.show(board(*smalls[:count]))
    yield from table.show(board(*smalls, c3=".", d4="."))
    won = Watched(positions=[after(*WON[:count]) for count in range(7)])
    won.show(board(*WON[:6]))
    yield from won.show(board(*WON))
    yield from won.session.take(Ended("Stopped."))


def _joined() -> Iterator[Event]:
    """A third player, of whom nobody has spoken."""
    table = Watched(PaintedEye(seats="ABC"), may_join=True)
    for more in ({}, {"c3": "As"}, {"c3": "As", "d4": "Bs"}, {"c3": "As", "d4": "Bs", "e5": "Cs"}):
        yield from table.show(board(**more))
    yield from table.session.take(Seats(2))


def _rolled() -> Iterator[Event]:
    """Two totals of a roll that nobody else has seen."""
    table = Dice()
    for total in ('"A","total":17', '"B","total":13'):
        told = table.session.take(parse(f'{{"do":"total","seat":{total}}}'))
    yield from told


def _at_two_tables() -> Iterator[Event]:
    """What a guest hears of the table that it plays with."""
    host, guest = two("tink")
    host.play("Sc3")
    exchange(guest, host)
    yield from (Event.from_json(line) for line in guest.lines if line["event"] in ("twin", "asked"))


def _carried() -> Iterator[Event]:
    """A board that is shoved, then carried away."""
    table = Watched()
    table.show(board())
    table.eye.dx = 40
    yield from table.show(board(), dx=40)
    table.eye.blind = True
    for _ in range(4):
        yield from table.show(board(), blank=True)
    table.eye.whose = "Tabik's board"
    yield from table.show(board(), blank=True)


def _spoken() -> Iterator[Event]:
    """What people tell the referee."""
    table = Watched(positions=[after(), after("Sc3")])
    table.show(board("Sc3"))
    for command in ('{"do":"correct","cells":{"c3":".","d3":"As"}}', '{"do":"pass"}'):
        yield from table.session.take(parse(command))
    agreeing = Watched(positions=[after(), after("Sc3")])
    agreeing.show(board("Sc3"))
    agreeing.show(board("Sc3", e5="As"))
    yield from agreeing.session.take(parse('{"do":"agree"}'))


def _passed() -> Iterator[Event]:
    """A move after which the other seat cannot play."""
    start = TINK.parse_position("8/8/1As6/8/Bs5Bs1/8/1As2As2As/Bs2Bs2Bs1 A 0,0 9", TINK.options())
    table = Watched(positions=[start])
    table.show(TINK.contents(start))
    yield from table.show({**TINK.contents(start), "c3": "As"})


def _timed() -> Iterator[Event]:
    yield from Timed("10+5").at(1, board())


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


def _agreed() -> Iterator[Event]:
    """Who plays, and that one of them agrees to the result, as a table's screen tells it."""
    won = Watched(positions=[after(*WON[:count]) for count in range(len(WON) + 1)]).session
    for given in opening({"A": "Ada", "B": "Bo"}, [], fair=False, puzzle=3):
        yield from won.take(given)
    yield from won.take(signature(won.state.position, [], "A"))


def _commented() -> Iterator[Event]:
    """What somebody writes about the move that event 9 told."""
    won = Watched(positions=[after(*WON[:count]) for count in range(len(WON) + 1)]).session
    yield from won.take(Remarked(COMMENT, comment_event(9, "This opens the long line.")))
