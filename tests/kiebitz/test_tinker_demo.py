"""Whole games of Tinker Tactics on the pretend table: one flat board, a ring, and mini-boards found one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from calibration.places import Place
from core.games import find
from core.reading import Reading
from kiebitz.eye.protocol import Look
from kiebitz.eye.seer import Seer
from kiebitz.kits import kit_of
from kiebitz.pictures.frame import Frame, Image
from kiebitz.table.events import Event
from kiebitz.watching.pretend_table import PretendTable, moments
from kiebitz.watching.referee import Referee
from kiebitz.watching.scripts import script_of
from tests.kiebitz.conftest import Answer
from tests.kiebitz.refereeing import refereed

GAME = find("tinker_tactics")


class TruthfulEye(Seer):
    """Finds the boards like the real eye, and is given what stands on them."""

    truth: Mapping[str, str] = {}
    covered: frozenset[str] = frozenset()

    def look(self, image: Image, place: Place, colours: Mapping[str, str]) -> Look:  # noqa: ARG002
        assert set(place.cells) == self.truth.keys()
        seen = {cell: content for cell, content in self.truth.items() if cell not in self.covered}
        letters = GAME.alphabet(GAME.start(script_of("tinker_tactics", self._players or 2).options))
        names = zip("ABCDEF"[: self._players], ("red", "yellow", "green", "blue", "purple", "cyan"), strict=False)
        return Look(Reading(Reading.exact(seen, letters).cells, self.covered), dict(names))


@pytest.mark.thinned(3)
@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_is_followed_from_the_pictures_and_the_truth(players: int) -> None:
    script = script_of("tinker_tactics", players)
    table = PretendTable("tinker_tactics", players).table
    eye = TruthfulEye(kit_of("tinker_tactics", script.options), players=players)
    session: Referee[Any] = refereed(GAME, eye, script.options)
    events: list[Event] = []
    for index, moment in enumerate(moments("tinker_tactics", players)):
        picture = table.picture(moment.contents, hand=moment.hand, seed=index)
        eye.truth = moment.contents
        eye.covered = frozenset(cell for cell, share in picture.truth.covered.items() if share > 0.3)
        events += session.take(Frame(picture.image, index, float(index), own_moment=True))
    played = [event.fields["action"] for event in events if event.kind == "move"]
    assert played == list(script.actions)
    (illegal,) = (event for event in events if event.kind == "illegal")
    assert illegal.fields["code"] == "TT-9"
    assert [event.kind for event in events].count("result") == 1
    assert [event.fields["code"] for event in events if event.kind == "partial"] == ["TT-14"] * len(script.begun)


@pytest.mark.slow
def test_the_demo_plays_to_its_end(kiebitz: Callable[..., Answer], tmp_path: Path) -> None:
    answer = kiebitz("demo", "tinker_tactics", "--out", tmp_path)
    assert (answer.status, answer.err) == (0, "")
    assert "9. d1>d2" in (tmp_path / "tinker_tactics-demo.txt").read_text()
    assert "The die moved 4 steps but shows 3. [TT-9]" in answer.out
    assert "The board has been put right." in answer.out


@pytest.mark.thinned(4)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "last"), [(3, "8. Bb2>Bb1"), (4, "10. c5>c6"), (5, "11. Ad3>Ac3"), (6, "10. Cb1>Dd3")]
)
def test_the_demo_of_a_ring_plays_to_its_end(
    kiebitz: Callable[..., Answer], tmp_path: Path, players: int, last: str
) -> None:
    answer = kiebitz("demo", "tinker_tactics", "--players", players, "--out", tmp_path)
    assert (answer.status, answer.err) == (0, "")
    assert last in (tmp_path / "tinker_tactics-demo.txt").read_text()
    assert ("The board has been put right." in answer.out) == bool(script_of("tinker_tactics", players).wrong)
