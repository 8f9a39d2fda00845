"""Shows a sitting to a referee, as one picture each or as a film, on painted tables."""

from __future__ import annotations

import random
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from benchmarks.refereeing.course import Course
from benchmarks.refereeing.noise import NOISE
from benchmarks.refereeing.noisy_eye import COLOURS, Beheld, NoisyEye
from benchmarks.refereeing.scenarios import Scenario
from benchmarks.refereeing.score import Score, Seen, score
from benchmarks.refereeing.sitting import Shot, Sitting
from benchmarks.refereeing.tabletop import Tabletop
from core.games import find
from core.reading import is_edge
from kiebitz.pictures.frame import Frame
from kiebitz.table.events import Event
from kiebitz.table.session import Session

MOVING_S, STILL_S, APART_S = 0.4, 2.6, 0.15
"""How long a hand moves before each shot of a film, how long the table is still then, and the time between frames."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A sitting with its scenario, and what a referee made of it."""

    course: Course
    seen: tuple[Seen, ...]
    score: Score


def watched(name: str, scenario: Scenario, seed: int, *, noise: str, plies: int) -> Watched:
    """Return how a random game of *name* is watched; equal arguments give equal games."""
    rng = random.Random(zlib.crc32(f"{name}/{seed}".encode()))
    most = find(name).options.most_players()
    players = rng.randint(3, most) if scenario.many and most > 2 else 2
    sitting = Sitting(Course.draw(name, players, rng), rng, plies)
    tagged = rng.random() < 0.5
    scenario.plays(sitting)
    return shown_to_referee(sitting, scenario, tagged=tagged, noise=noise, seed=seed)


def shown_to_referee(sitting: Sitting, scenario: Scenario, *, tagged: bool, noise: str, seed: int) -> Watched:
    """Return what the referee makes of *sitting* on a painted table."""
    course = sitting.course
    tabletop = Tabletop(course.kit, tagged=tagged)
    shuffled = random.Random(seed).sample(COLOURS, len(COLOURS))
    colours = dict(zip(course.start.seats, shuffled, strict=False)) if course.kit.seats else {}
    places = course.game.contents(course.start)
    eye = NoisyEye(
        tabletop,
        course.game.alphabet(course.start),
        colours,
        edges=[place for place in places if is_edge(place)],
        noise=NOISE[noise],
        seed=seed,
    )
    session: Session[Any] = Session(course.game, eye, course.options, colours=colours if scenario.coloured else {})
    seen, judging_ms = [], []
    for shot in sitting.shots:
        events: list[Event] = []
        for frame, beheld in _frames(shot, tabletop, sitting, film=scenario.film):
            eye.behold(beheld)
            looks, read_s, begun = eye.looks, eye.seconds, time.perf_counter()
            events += session.feed(frame)
            if eye.looks > looks:
                judging_ms.append(1000 * (time.perf_counter() - begun - (eye.seconds - read_s)))
        if shot.told is not None:
            events += session.tell(shot.told)
        seen.append(Seen(shot, events, tuple(session.positions), _begins(shot) + MOVING_S))
    result = score(course.game, seen, film=scenario.film, judging_ms=judging_ms)
    return Watched(course, tuple(seen), result)


def _frames(shot: Shot, tabletop: Tabletop, sitting: Sitting, *, film: bool) -> Iterator[tuple[Frame, Beheld]]:
    """Yield the pictures of *shot*."""
    arm = None if shot.arm is None or shot.lie.away else tabletop.arm_over(shot.lie, shot.arm)
    image = tabletop.paint(shot.contents, shot.lie, None if shot.lie.away else shot.arm)
    if not film:
        yield Frame(image, shot.number, float(shot.number), own_moment=True), Beheld(shot, arm, 0)
        return
    start = _begins(shot)
    rng = random.Random(shot.number)
    cells = list(sitting.course.kit.plan.cells) if sitting.course.kit.has_whole else list(sitting.contents)
    steps = round(MOVING_S / APART_S)
    for step in range(steps):
        moving = replace(shot, arm=(rng.choice(cells), 1.4))
        hand = None if shot.lie.away else moving.arm
        over = None if hand is None else tabletop.arm_over(shot.lie, hand)
        picture = tabletop.paint(shot.contents, shot.lie, hand)
        yield Frame(picture, shot.number, start + step * APART_S), Beheld(moving, over, step)
    for step in range(round(STILL_S / APART_S)):
        t = start + MOVING_S + step * APART_S
        yield Frame(image, shot.number, t), Beheld(shot, arm, steps + step)


def _begins(shot: Shot) -> float:
    """Return the second at which *shot* begins in a film."""
    return shot.number * (MOVING_S + STILL_S)
