"""One view alone, seen by two eyes as on the screen's table, tells event by event what a plain ``Viewer`` does."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from calibration.registration import FoundBy
from core.goodwin.options import TinkOptions
from core.json_types import Json
from kiebitz.eye.two_eyes import TwoEyes
from kiebitz.eye.viewer import Viewer
from kiebitz.pictures.frame import Frame
from kiebitz.table.controls import Command, command_of
from kiebitz.table.state import TableState, Terms
from kiebitz.watching.referee import Referee
from tests.kiebitz.painted import PLAN, PaintedEye, paint
from tests.kiebitz.test_session import TINK

Item = tuple[Frame | Command, int]
"""What comes, and how far to the side the board then lies."""

SAID: tuple[Json, ...] = (
    {"do": "takeback"}, {"do": "correct", "cells": {"h8": "As"}}, {"do": "correct", "cells": {"a1": "."}},
    {"do": "turn", "seat": "B"}, {"do": "find"}, {"do": "pass"},
)  # fmt: skip
"""What players say now and then."""


class Story:
    """A game with hands, slips, knocks, a covered lens and words of the players, all drawn by *seed*."""

    def __init__(self, seed: int, *, stills: bool) -> None:
        self.rng, self.stills = random.Random(seed), stills
        self.index, self.t, self.dx = 0, 0.0, 0

    def items(self) -> Iterator[Item]:
        rng, position = self.rng, TINK.start(TINK.options())
        yield from self._shown(2, TINK.contents(position))
        for _ in range(6 if self.stills else 2):
            yield from self._between(TINK.contents(position))
            position = TINK.play(position, rng.choice([each for each in TINK.actions(position) if each != "pass"]))
            hand = rng.choice(PLAN.cells) if rng.random() < 0.3 else None
            yield from self._shown(2.5 if hand is None else 6, TINK.contents(position), hand=hand)
            if rng.random() < 0.3:
                yield command_of(rng.choice(SAID)), self.dx

    def _between(self, contents: Mapping[str, str]) -> Iterator[Item]:
        rng = self.rng
        match rng.randrange(8):
            case 0 | 1:
                yield from self._shown(1.5, contents, hand=rng.choice(PLAN.cells))
            case 2:
                yield from self._shown(3, contents, blank=True)
            case 3:
                self.dx = rng.choice([0, 12, 40])
                yield from self._shown(2, contents)
            case 4:
                yield from self._shown(2, {**contents, rng.choice(PLAN.cells): rng.choice(["As", "Bm", "."])})
            case _:
                return

    def _shown(self, seconds: float, contents: Mapping[str, str], **how: Any) -> Iterator[Item]:
        image = paint(contents, dx=self.dx, **how)
        for _ in range(1 if self.stills else round(5 * seconds)):
            self.index, self.t = self.index + 1, self.t + (1.0 if self.stills else 0.2)
            yield Frame(image, self.index, self.t, own_moment=self.stills), self.dx


def told(eye: PaintedEye, viewer: Viewer | TwoEyes, items: list[Item], view: int = 1) -> list[tuple[str, Any]]:
    """Return every event that *viewer*, who sees through *eye*, leads to, and last how often the eye has read."""
    referee: Referee[Any] = Referee(TableState.begun(Terms(TINK, TinkOptions())), viewer)
    events: list[tuple[str, Any]] = []
    for item, dx in items:
        eye.dx = dx
        taken = referee.take(replace(item, view=view) if isinstance(item, Frame) else item)
        events += [(event.kind, dict(event.fields)) for event in taken]
    return [*events, ("readings", eye.readings)]


@pytest.mark.thinned(2)
@pytest.mark.parametrize(
    ("seed", "stills", "found_by"),
    [(1, False, "tags"), (2, False, "outline"), (4, True, "outline"), (5, True, "tags")],
)
def test_one_view_alone_is_refereed_as_without_two_eyes(seed: int, stills: bool, found_by: FoundBy) -> None:
    items = list(Story(seed, stills=stills).items())
    eye, other = PaintedEye(found_by=found_by), PaintedEye()
    alone = told(eye, Viewer(eye), items)
    assert "move" in {kind for kind, _ in alone}
    eye = PaintedEye(found_by=found_by)
    assert told(eye, TwoEyes(Viewer(eye), Viewer(other)), items) == alone
    eye = PaintedEye(found_by=found_by)
    assert told(eye, TwoEyes(Viewer(other), Viewer(eye)), items, view=2) == alone
    assert not other.readings
