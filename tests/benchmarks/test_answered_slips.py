"""A broken rule that was asked about, as a cell was doubtful, is settled by its code once the question is answered."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache

import pytest

from benchmarks.refereeing.scenarios import SCENARIOS
from benchmarks.refereeing.sitting import Shot, Sitting
from benchmarks.refereeing.tables import PaintedTable
from benchmarks.refereeing.watching import shown
from calibration.places import Place
from core.games import names
from core.reading import Reading, is_edge
from kiebitz.eye.protocol import Eye, Look
from kiebitz.judging.doubts import DECIDES
from kiebitz.pictures.frame import Image
from kiebitz.table.controls import Agree
from tablebench.course import Course, Slip, difference

_EVEN, _UNLIKELY = 0.4, -0.7
"""By this many nats a doubtful cell looks more like what lies there than like what lay there before."""


class Doubtful:
    """A painted table at which one cell of each slip is read with doubt."""

    def __init__(self, sitting: Sitting, odds: float = _EVEN) -> None:
        self.odds = odds
        self._game = sitting.course.game
        self._table = PaintedTable(sitting.course, noise="none", seed=1)
        self.colours, self.middles, self.players = self._table.colours, None, None
        self.eye: Eye = _DoubtfulEye(self._table.eye, self)
        self.doubted: dict[str, tuple[str, str]] = {}
        """Cell → what lies there, and what may lie there as well."""

    def picture(self, shot: Shot) -> Image:
        before = self._game.contents(shot.history[-1])
        changed = difference(before, shot.contents) if shot.code else {}
        cell = next((cell for cell in changed if not is_edge(cell)), None) or next(iter(changed), "")
        self.doubted = {cell: (shot.contents[cell], before[cell])} if cell else {}
        return self._table.picture(shot)


class _DoubtfulEye:
    def __init__(self, eye: Eye, table: Doubtful) -> None:
        self.find, self.follow, self.learn, self.other = eye.find, eye.follow, eye.learn, eye.other
        self.expect, self.misplaced, self._eye, self._table = eye.expect, eye.misplaced, eye, table

    def look(self, image: Image, place: Place, colours: Mapping[str, str]) -> Look:
        look = self._eye.look(image, place, colours)
        cells = dict(look.reading.cells)
        for cell, (there, perhaps) in self._table.doubted.items():
            cells[cell] = {**dict.fromkeys(cells[cell], -12.0), perhaps: -self._table.odds, there: 0.0}
        return Look(Reading(cells, look.reading.covered), look.colours)


@cache
def slips_of(name: str) -> dict[str, tuple[Sitting, Slip]]:
    """Return a game and a slip in it for each rule that is broken in some random games."""
    found: dict[str, tuple[Sitting, Slip]] = {}
    for seed in range(6):
        rng = random.Random(seed)
        course = Course.draw(name, 2, rng)
        sitting = Sitting(course, rng, 6)
        for _ in sitting.plies():
            sitting.move()
            slip = course.slip(sitting.history[-1], tuple(sitting.history[:-1]), rng, tries=25)
            if slip is not None and slip.code not in found:
                copy = Sitting(course, random.Random(0), 6)
                copy.history, copy.shots = list(sitting.history), list(sitting.shots)
                found[slip.code] = (copy, slip)
    return found


@pytest.mark.thinned(5)
@pytest.mark.parametrize("name", names())
def test_an_answer_that_confirms_a_broken_rule_has_it_told_and_its_repair_seen(name: str) -> None:
    asked = still_asked = 0
    for code, (sitting, slip) in slips_of(name).items():
        sitting.show("slip", contents=slip.contents, code=code)
        sitting.show("put right", regains=True)
        *_, wrong, right = shown(sitting, SCENARIOS["answered slips"], Doubtful(sitting)).seen
        kinds = [event.kind for event in wrong.events]
        if "unsure" not in kinds:
            continue
        asked += 1
        assert wrong.events[-1].fields["code"] == code, kinds
        if kinds[-1] == "unsure":  # a legal history is nearly as likely
            still_asked += 1
            continue
        assert kinds[-1] == "illegal", (code, kinds)
        assert right.positions == wrong.positions
        if slip.code not in ("TB-2", "TB-16"):  # loose rods are asked about once more
            assert [event.kind for event in right.events] == ["repaired"], code
    assert asked >= 4
    assert still_asked <= 1


@pytest.mark.thinned(5)
@pytest.mark.parametrize("name", names()[::-1])
def test_a_question_whose_cell_decides_whether_a_rule_is_broken_says_so_and_accuses_nobody(name: str) -> None:
    decided = agreed = 0
    for code, (sitting, slip) in slips_of(name).items():
        played = len(sitting.shots)
        sitting.show("slip", contents=slip.contents, code=code, told=Agree())
        wrong = shown(sitting, SCENARIOS["plain"], Doubtful(sitting, _UNLIKELY)).seen[played]
        del sitting.shots[played:]
        asked = [event for event in wrong.events if event.kind == "unsure" and DECIDES in event.fields["message"]]
        for event in asked:
            decided += 1
            assert event.fields["message"].startswith(("Please show me", "Please square up"))
            assert event.fields["code"]
            assert not event.fields["repair"]
        if asked and wrong.events[-1].kind == "agreed":
            agreed += 1
            assert sitting.course.game.contents(wrong.positions[-1]) == slip.contents
    assert decided >= 2
    assert agreed >= 2 or name == "tabik"  # where no game goes on from boards with more stones of one colour
