"""Tables of the referee's bench, and an eye for them."""

from __future__ import annotations

import random
from collections.abc import Mapping

from benchmarks.refereeing.noise import NOISE
from benchmarks.refereeing.noisy_eye import COLOURS, NoisyEye
from benchmarks.refereeing.sitting import Shot, Sitting
from benchmarks.refereeing.tabletop import Tabletop
from core.reading import Reading, is_edge
from tablebench.course import Course


def sitting(name: str = "tink", *, players: int = 2, plies: int = 6) -> Sitting:
    rng = random.Random(3)
    return Sitting(Course.draw(name, players, rng), rng, plies)


def eye_for(table: Sitting, *, tagged: bool = True, noise: str = "none") -> tuple[NoisyEye, Tabletop]:
    course, tabletop = table.course, Tabletop(table.course.kit, tagged=tagged)
    colours = dict(zip(course.start.seats, COLOURS, strict=False)) if course.kit.seats else {}
    edges = [place for place in table.contents if is_edge(place)]
    alphabet = course.game.alphabet(course.start)
    return NoisyEye(tabletop, alphabet, colours, edges=edges, noise=NOISE[noise]), tabletop


def read(eye: NoisyEye, tabletop: Tabletop, shot: Shot, known: Mapping[str, str] | None = None) -> Reading:
    eye.behold(shot)
    image = tabletop.paint(shot.contents, shot.lie, shot.arm)
    place = eye.find(image)
    assert place is not None
    return eye.look(image, place, dict(known or {})).reading
