"""Shows a sitting to a referee, as one picture each or as a film."""

from __future__ import annotations

import random
import time
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from benchmarks.refereeing.course import Course
from benchmarks.refereeing.scenarios import Scenario
from benchmarks.refereeing.score import Score, Seen, score
from benchmarks.refereeing.sitting import Shot, Sitting
from benchmarks.refereeing.tables import PaintedTable, Table, TimedEye
from calibration.places import Place, Places
from calibration.registration import Registration
from core.games import find
from kiebitz.pictures.frame import Frame
from kiebitz.table.controls import Correct
from kiebitz.table.events import Event
from kiebitz.table.session import Session

MOVING_S, STILL_S, APART_S = 0.45, 2.7, 0.15
"""How long a hand moves before each shot of a film, how long the table is still then, and the time between frames."""
HOVERING_S = 0.9
"""How long a hand stops over the board without doing anything."""


PICTURES = "pictures"
"""What stands for the noise where the pictures are rendered and really read."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A sitting, and what a referee made of it."""

    course: Course
    seen: Sequence[Seen]
    score: Score


def watched(name: str, scenario: Scenario, seed: int, *, noise: str, plies: int) -> Watched:
    """Return how a random game of *name* is watched on a painted table; equal arguments give equal games.

    With the *noise* ``pictures`` the table is the simulator's, and the real eye reads it.
    """
    sitting = played(name, scenario, seed, plies=plies)
    if noise == PICTURES:
        from benchmarks.refereeing.rendered import RenderedTable

        return shown(sitting, scenario, RenderedTable(sitting.course, seed=seed))
    return shown(sitting, scenario, PaintedTable(sitting.course, noise=noise, seed=seed))


def played(name: str, scenario: Scenario, seed: int, *, plies: int) -> Sitting:
    """Return a random game of *name*, disturbed as *scenario* will have it."""
    rng = random.Random(zlib.crc32(f"{name}/{seed}".encode()))
    most = find(name).options.most_players()
    players = rng.randint(3, most) if scenario.many else 2
    sitting = Sitting(Course.draw(name, players, rng), rng, plies)
    for _ in range(scenario.late):
        sitting.play()
    del sitting.history[:-1]
    scenario.plays(sitting)
    if sitting.shots[-1].arm is not None:
        sitting.show("clear", regains=True)
    return sitting


def shown(sitting: Sitting, scenario: Scenario, table: Table) -> Watched:
    """Return what the referee makes of *sitting* on *table*."""
    course, eye = sitting.course, TimedEye(table.eye)
    turn = sitting.history[0].to_move or "A"
    session: Session[Any] = Session(
        course.game,
        eye,
        course.options,
        colours=table.colours if scenario.coloured else {},
        to_move=course.start.seats[0] if scenario.wrong_turn else turn,
    )
    seen, judging_ms = [], []
    names: Mapping[str, str] = {}
    for shot in sitting.shots:
        events: list[Event] = []
        for frame in _frames(shot, table, film=scenario.film):
            looks, read_s, begun = eye.looks, eye.seconds, time.perf_counter()
            events += session.feed(frame)
            if eye.looks > looks:
                judging_ms.append(1000 * (time.perf_counter() - begun - (eye.seconds - read_s)))
        if not names and session.registration is not None and table.view is not None:
            names = true_names(session.registration, table.view)
        if told := shot.told or (scenario.answered and answer(events, shot, names)):
            events += session.tell(told)
        seen.append(Seen(shot, events, tuple(session.positions), _begins(shot) + MOVING_S))
    table.close()
    return Watched(course, seen, score(course.game, seen, names=names, film=scenario.film, judging_ms=judging_ms))


def true_names(found: Place, view: Registration) -> dict[str, str]:
    """Return what the cells and edges of *found* are called on the board that really lies as in *view*.

    Empty where tags tell the names, or where the board was found nowhere near.
    """
    if isinstance(found, Places) or found.method == "tags":
        return {}
    places = {}
    for name in (*found.plan.cells, *found.plan.edges):
        middles = view.board_from_px(found.px_from_board([found.plan.centre_mm(cell) for cell in name.split("-")]))
        cells = [(int(x // view.plan.pitch_mm), view.plan.rows - int(y // view.plan.pitch_mm)) for x, y in middles]
        places[name] = "-".join(f"{chr(97 + column)}{row}" for column, row in sorted(cells))
    return places if set(places) == set(places.values()) else {}


def answer(events: Sequence[Event], shot: Shot, names: Mapping[str, str]) -> Correct | None:
    """Return what somebody tells who reads the last of *events*: what is on the cells that it asks about."""
    asked = [cell for event in events[-1:] if event.kind == "unsure" for cell in event.fields["cells"]]
    if not asked or shot.code or shot.arm is not None:
        return None
    return Correct({cell: shot.contents[names.get(cell, cell)] for cell in asked})


def _frames(shot: Shot, table: Table, *, film: bool) -> Iterator[Frame]:
    """Yield the pictures of *shot*."""
    if not film:
        yield Frame(table.picture(shot), shot.number, float(shot.number), own_moment=True)
        return
    start, rng = _begins(shot), random.Random(shot.number)
    cells = [cell for cell in shot.contents if "-" not in cell]
    for step in range(round(MOVING_S / APART_S)):
        hand = replace(shot, arm=(rng.choice(cells), 1.4))
        yield Frame(table.picture(hand), shot.number, start + step * APART_S)
    image = table.picture(shot)
    still_s = STILL_S if shot.what != "hand" else HOVERING_S
    for step in range(round(still_s / APART_S)):
        yield Frame(image, shot.number, start + MOVING_S + step * APART_S)


def _begins(shot: Shot) -> float:
    """Return the second at which *shot* begins in a film."""
    return shot.number * (MOVING_S + STILL_S)
