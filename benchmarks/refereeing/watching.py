"""Shows a sitting to a referee, as one picture each or as a film."""

from __future__ import annotations

import random
import signal
import time
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.refereeing.scenarios import Scenario, recorded
from benchmarks.refereeing.score import Score, Seen, score
from benchmarks.refereeing.sitting import Shot, Sitting
from benchmarks.refereeing.tables import PaintedTable, Table, TimedEye
from calibration.places import Place
from calibration.registration import Array
from core.games import find
from core.goodwin.options import GoodwinOptions
from kiebitz.eye.viewer import Viewer
from kiebitz.judging.priors import CERTAINTY, Certainty
from kiebitz.pictures.frame import Frame, Image
from kiebitz.table.controls import Correct
from kiebitz.table.events import Event
from kiebitz.table.state import TableState, Terms
from kiebitz.watching.referee import Referee
from tablebench.course import Course

MOVING_S, STILL_S, APART_S = 0.45, 2.7, 0.15
"""How long a hand moves before each shot of a film, how long the table then is still, and the time between frames."""
HOVERING_S = 0.9
"""How long a hand that does nothing stops over the board."""


LONGEST_S = 30.0
"""A referee that computes longer than this on one picture has failed."""
MOST_ANSWERS = 3
"""How many questions about one look somebody answers."""
PICTURES = "pictures"
"""Stands for the noise where pictures are rendered and really read."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A sitting, and what a referee made of it."""

    course: Course
    seen: Sequence[Seen]
    score: Score
    crash: str = ""
    """The error with which the referee crashed."""
    names: Mapping[str, str] = field(default_factory=dict)
    """The referee's name for a cell → its real name; empty if they are the same."""


def watched(
    name: str, scenario: Scenario, seed: int, *, noise: str, plies: int, certainty: Certainty = CERTAINTY
) -> Watched:
    """Return how a random game of *name* is watched on a painted table; equal arguments give equal games.

    With the *noise* ``pictures`` the table is the simulator's, and the real eye reads it.
    """
    sitting = played(name, scenario, seed, plies=plies)
    return shown(sitting, scenario, table_for(sitting, noise, seed, scenario), certainty)


def table_for(sitting: Sitting, noise: str, seed: int, scenario: Scenario) -> Table:
    """Return the table on which *sitting* is shown, as ``watched`` has it."""
    undeclared = scenario.undeclared
    if noise == PICTURES:
        from benchmarks.refereeing.rendered import RenderedTable

        return RenderedTable(sitting.course, seed=seed, undeclared=undeclared, first=sitting.shots[0])
    return PaintedTable(sitting.course, noise=noise, seed=_seed_of(sitting, seed), undeclared=undeclared)


def _seed_of(sitting: Sitting, seed: int) -> int:
    """Return a seed that depends on the game and its events: equal seeds would count equal mistakes often."""
    game = sitting.course.game
    happens = [(game.format_position(shot.history[-1]), shot.arm, shot.lie.quarters) for shot in sitting.shots]
    return zlib.crc32(f"{game.name}/{seed}/{happens}".encode())


def watched_again(folder: Path, scenario: Scenario, *, seed: int) -> Watched:
    """Return how the game recorded in *folder* is watched. Raises ``ValueError`` where there is none."""
    from benchmarks.refereeing.recorded import RecordedTable, Recording

    recording = Recording(folder)
    sitting = recording.sitting(seed)
    _carry_out(scenario, sitting)
    return shown(sitting, scenario, RecordedTable(recording, as_it_was=scenario.plays is recorded))


def played(name: str, scenario: Scenario, seed: int, *, plies: int) -> Sitting:
    """Return a random game of *name*, disturbed as *scenario* will have it."""
    rng = random.Random(zlib.crc32(f"{name}/{seed}".encode()))
    most = find(name).options.most_players()
    players = rng.randint(3, most) if scenario.many else 2 + seed % (most - 1) if scenario.undeclared else 2
    sitting = Sitting(Course.draw(name, players, rng), rng, plies)
    for _ in range(scenario.late):
        sitting.play()
    if sitting.history[-1].to_move is None:  # nobody need watch a game that is over: this one is met halfway
        del sitting.history[len(sitting.history) // 2 + 1 :]
    del sitting.history[:-1]
    _carry_out(scenario, sitting)
    return sitting


def _carry_out(scenario: Scenario, sitting: Sitting) -> None:
    """Play *sitting* to its end, which can be seen."""
    scenario.plays(sitting)
    if sitting.shots[-1].arm is not None:
        sitting.show("clear", regains=True)


def shown(sitting: Sitting, scenario: Scenario, table: Table, certainty: Certainty = CERTAINTY) -> Watched:
    """Return what the referee makes of *sitting* on *table*, up to an error if it raises one."""
    course, watch = sitting.course, _Watch(sitting, scenario, table, certainty)
    seen, crash = [], ""
    for shot in sitting.shots:
        events: list[Event] = []
        try:
            events = [] if crash else watch.show(shot)
        except Exception as error:
            crash = f"{type(error).__name__}: {error}"
        seen.append(Seen(shot, events, watch.referee.state.told, _begins(shot) + MOVING_S))
    result = score(
        course.game, seen, names=watch.names, film=scenario.film, judging_ms=watch.judging_ms, crash=crash,
        undeclared=scenario.undeclared,
    )  # fmt: skip
    return Watched(course, seen, result, crash, watch.names)


class _Watch:
    """A referee to whom *sitting* is shown, with the time that its judging takes."""

    def __init__(self, sitting: Sitting, scenario: Scenario, table: Table, certainty: Certainty) -> None:
        self.judging_ms: list[float] = []
        self.names: Mapping[str, str] = {}
        """The referee's name for a cell → its real name; empty if they are the same."""
        self._scenario = scenario
        self._table = table
        self._eye = TimedEye(table.eye)
        first = sitting.course.start.seats[0]
        options = sitting.course.options
        terms = Terms(
            sitting.course.game,
            options if table.players is None else replace(options, players=table.players),
            certainty=certainty,
            to_move=None if scenario.wrong_turn else sitting.history[0].to_move or first,
            may_join=scenario.undeclared and isinstance(options, GoodwinOptions),
        )
        coloured = scenario.coloured and not scenario.undeclared
        state = TableState.begun(terms, colours=table.colours if coloured else {})
        self.referee: Referee[Any] = Referee(state, Viewer(self._eye))

    def show(self, shot: Shot) -> list[Event]:
        """Return the events of *shot*, and of what somebody says after it."""
        events: list[Event] = []
        for frame in _frames(shot, self._table, self._scenario):
            events += self._fed(frame)
        if not self.names and self.referee.viewer.place is not None and self._table.middles is not None:
            self.names = true_names(self.referee.viewer.place, self._table.middles)
        if shot.told is not None:
            events += self.referee.take(shot.told)
        for _ in range(MOST_ANSWERS if self._scenario.answered else 0):
            told = answer(events, shot, self.names)
            if told is None:
                break
            events += self.referee.take(told)
        return events

    def _fed(self, frame: Frame) -> list[Event]:
        looks, read_s, begun = self._eye.looks, self._eye.seconds, time.thread_time()
        with deadline(LONGEST_S):
            events = self.referee.take(frame)
        if self._eye.looks > looks:
            self.judging_ms.append(1000 * (time.thread_time() - begun - (self._eye.seconds - read_s)))
        return events


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Raise ``TimeoutError`` in the block once it has taken this many *seconds* of this program's computing time."""

    def stop(*_: object) -> None:
        raise TimeoutError(f"a look took more than {seconds:g} s")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def true_names(found: Place, middles: Mapping[str, Array]) -> dict[str, str]:
    """Return what the cells and edges of *found* are really called, by the true *middles* of the cells in px.

    Empty where tags tell the names, or where the board was found nowhere near.
    """
    if found.way_round_is_known:
        return {}
    board = found.boards[0]
    cells, points = list(middles), np.array(list(middles.values()))
    seen = board.px_from_board([board.plan.centre_mm(cell) for cell in board.plan.cells])
    nearest = np.linalg.norm(points[None] - seen[:, None], axis=2).argmin(axis=1)
    names = {cell: cells[number] for cell, number in zip(board.plan.cells, nearest, strict=True)}
    if len(set(names.values())) < len(names):
        return {}
    for edge in board.plan.edges:
        ends = sorted((names[cell] for cell in edge.split("-")), key=lambda cell: (cell[0], int(cell[1:])))
        names[edge] = "-".join(ends)
    return names


def answer(events: Sequence[Event], shot: Shot, names: Mapping[str, str]) -> Correct | None:
    """Return what somebody tells who reads the last of *events*: what is on the cells that it asks about."""
    asked = [cell for event in events[-1:] if event.kind == "unsure" for cell in event.fields["cells"]]
    if not asked or shot.arm is not None:
        return None
    return Correct({cell: shot.contents[names.get(cell, cell)] for cell in asked})


def _frames(shot: Shot, table: Table, scenario: Scenario) -> Iterator[Frame]:
    """Yield the pictures of *shot*."""
    if not scenario.film:
        yield Frame(table.picture(shot), shot.number, float(shot.number), own_moment=True)
        return
    filmed = scenario.camera.film(_seen(shot, table), APART_S, shot.number)
    for step, image in enumerate(filmed):
        yield Frame(image, shot.number, _begins(shot) + step * APART_S)


def _seen(shot: Shot, table: Table) -> Iterator[tuple[Image, bool]]:
    """Yield the frames that a camera sees of *shot*, each with whether a hand moves in it."""
    rng = random.Random(shot.number)
    cells = [cell for cell in shot.contents if "-" not in cell]
    for _ in range(round(MOVING_S / APART_S)):
        yield table.picture(replace(shot, arm=(rng.choice(cells), 1.4))), True
    image = table.picture(shot)
    for _ in range(round((STILL_S if shot.what != "hand" else HOVERING_S) / APART_S)):
        yield image, shot.what == "hand"


def _begins(shot: Shot) -> float:
    """Return the second at which *shot* begins in a film."""
    return shot.number * (MOVING_S + STILL_S)
