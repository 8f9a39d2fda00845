"""The tables that sittings are shown on: what their pictures look like, and who reads them."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from benchmarks.refereeing.noise import NOISE, TABLES
from benchmarks.refereeing.noisy_eye import COLOURS, NoisyEye
from benchmarks.refereeing.sitting import Shot
from benchmarks.refereeing.tabletop import Tabletop
from calibration.places import Place
from calibration.registration import Array
from core.reading import Misplaced, is_edge
from kiebitz.eye.protocol import Eye, Look
from kiebitz.pictures.frame import Image
from tablebench.course import Course


class Table(Protocol):
    """A table that can be looked at."""

    @property
    def eye(self) -> Eye: ...

    @property
    def colours(self) -> Mapping[str, str]:
        """Seat → colour; empty where the players share the pieces."""
        ...

    @property
    def players(self) -> int | None:
        """How many are taken to play before the game begins; None for as many as really do."""
        ...

    def picture(self, shot: Shot) -> Image:
        """Return the picture of *shot*; the eye is then asked about no other until the next."""
        ...

    @property
    def middles(self) -> Mapping[str, Array] | None:
        """Cell → where its middle really is in the first picture, in px; None if the eye names the cells as we do."""
        ...


class PaintedTable:
    """A table of flat colours that needs no rendering, with a reader that is pretended.

    At one where the number of players is *undeclared* the reader may take a piece for one of a colour that nobody has;
    where their boards tell it, it is known.
    """

    def __init__(self, course: Course, *, noise: str, seed: int, undeclared: bool = False) -> None:
        rng = random.Random(seed)
        self._tabletop = Tabletop(course.kit, tagged=rng.random() < 0.5)
        colours = rng.sample(COLOURS, len(COLOURS))
        undeclared = undeclared and not course.kit.minis
        self.players = 2 if undeclared else None
        seats = course.kit.seats if undeclared else course.start.seats
        named = dict(zip(seats, colours, strict=False)) if course.kit.seats else {}
        self.colours = {seat: colour for seat, colour in named.items() if seat in course.start.seats}
        most = replace(course.options, players=len(seats)) if undeclared else course.options
        self.eye = NoisyEye(
            self._tabletop,
            course.game.alphabet(course.game.start(most) if undeclared else course.start),
            named,
            edges=[place for place in course.game.contents(course.start) if is_edge(place)],
            noise=NOISE[noise].at(rng.choice(TABLES)),
            seed=seed,
            undeclared=undeclared,
        )

    def picture(self, shot: Shot) -> Image:
        self.eye.behold(shot)
        return self._tabletop.paint(shot.contents, shot.lie, None if shot.lie.away else shot.arm)

    @property
    def middles(self) -> None:
        return None


class TimedEye:
    """Another eye, with a clock of computing time: reading is not judging."""

    def __init__(self, eye: Eye) -> None:
        self._eye = eye
        self.looks = 0
        self.seconds = 0.0

    def find(self, image: Image) -> Place | None:
        begun = time.thread_time()
        found = self._eye.find(image)
        self.seconds += time.thread_time() - begun
        return found

    def follow(self, image: Image, place: Place) -> Place | None:
        begun = time.thread_time()
        found = self._eye.follow(image, place)
        self.seconds += time.thread_time() - begun
        return found

    def other(self, image: Image) -> str:
        return self._eye.other(image)

    def look(self, image: Image, place: Place, colours: Mapping[str, str]) -> Look:
        begun = time.thread_time()
        found = self._eye.look(image, place, colours)
        self.seconds += time.thread_time() - begun
        self.looks += 1
        return found

    def misplaced(self, image: Image, place: Place, cells: Sequence[str]) -> tuple[Misplaced, ...]:
        return self._eye.misplaced(image, place, cells)

    def expect(self, players: int, *, fewer: bool) -> None:
        self._eye.expect(players, fewer=fewer)

    def learn(self, contents: Mapping[str, str]) -> None:
        self._eye.learn(contents)
