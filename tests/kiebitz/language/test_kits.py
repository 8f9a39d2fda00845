"""What is printed is said in the language of whoever prints, from its first word to its last."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import pytest

from core import games
from core.games import find
from kiebitz.api.printing import drawn_kit, drawn_stand, drawn_target
from kiebitz.kits import printed_kit
from kiebitz.language import language
from printkit.book import draw_kit, seats_of
from printkit.drawing import Drawing, Label, Shape, Window
from printkit.job import Job
from printkit.layouts import Layout
from printkit.paper import PAPERS
from printkit.pdf import render
from printkit.typeface import label_box
from printkit.wording import worded, wording

GERMAN = language("de")
JOBS: Mapping[str, Mapping[str, Any]] = {
    "usual": {},
    "duplex": {"duplex": "long"},
    "gutterfold": {"gutterfold": True},
    "quick": {"quick": True},
    "a5": {"paper": PAPERS["a5"]},
}
_COMMAND = re.compile(r"kiebitz [a-z-]+ .*")
_ENGLISH = re.compile(
    r"\b(the|and|is|are|of|not|with|to|on|off|from|has|have|or|your|must|take|put|back|pieces?|cells?|board|glue|page)\b"
)
_CITED = re.compile("SIL Open Font License|Gamut of Games")


def labels(drawing: Drawing) -> Iterable[Label]:
    for sheet in drawing.sheets:
        yield from _labels(sheet.shapes)


def _labels(shapes: Iterable[Shape]) -> Iterable[Label]:
    for shape in shapes:
        if isinstance(shape, Label):
            yield shape
        elif isinstance(shape, Window):
            yield from _labels(shape.shapes)


@cache
def texts(name: str, players: int, manner: str) -> frozenset[str]:
    """Return the English of everything that is said in a kit."""
    said: set[str] = set()

    def noted(text: str) -> str:
        said.add(text)
        return text

    kit = printed_kit(name, find(name).options.of({"players": players}))
    with wording(noted):
        draw_kit(kit, Job(**JOBS[manner]), seats_of(kit, players))
    return frozenset(said)


@pytest.mark.parametrize("manner", ["usual", "duplex", "gutterfold", "quick"])
@pytest.mark.parametrize("name", games.names())
def test_every_sentence_of_a_kit_has_its_german(name: str, manner: str) -> None:
    told = [text for text in texts(name, 2, manner) if re.search("[a-z]{3}", text) and not _COMMAND.fullmatch(text)]
    assert len(told) > 40
    assert [text for text in told if GERMAN.translated(text) is None] == []


@pytest.mark.parametrize(("name", "players"), [("tink", 4), ("ting", 3), ("tingle", 4), ("tinker_tactics", 6)])
def test_kits_for_more_players_have_their_german_too(name: str, players: int) -> None:
    told = [text for text in texts(name, players, "usual") if re.search("[a-z]{3}", text)]
    assert [text for text in told if GERMAN.translated(text) is None and not _COMMAND.fullmatch(text)] == []


@pytest.mark.parametrize("name", ["tink", "tabik"])
def test_stickers_are_said_in_german(name: str) -> None:
    job = Job(portions=("stickers",))
    words = [label.text for label in labels(drawn_kit(name, find(name).options.of({}), job, "de").drawing)]
    assert [text for text in words if _ENGLISH.search(text) and not _CITED.search(text)] == []


@pytest.mark.parametrize("manner", ["usual", "duplex", "quick", "a5"])
@pytest.mark.parametrize("name", games.names())
def test_no_word_of_a_german_kit_is_english(name: str, manner: str) -> None:
    drawn = drawn_kit(name, find(name).options.of({}), Job(**JOBS[manner]), "de")
    words = [sheet.title for sheet in drawn.drawing.sheets] + [label.text for label in labels(drawn.drawing)]
    assert [text for text in words if _ENGLISH.search(text) and not _CITED.search(text)] == []


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("name", games.names())
def test_german_words_stay_on_their_sheet(name: str, large: bool) -> None:
    job = Job(large=large)
    drawn = drawn_kit(name, find(name).options.of({}), job, "de")
    left, top, right, bottom = Layout(job.sheet).paper.inner
    beyond = [
        label.text
        for label in labels(drawn.drawing)
        for box in (label_box(label),)
        if len(label.text) > 5 and not (left <= box[0] and top <= box[1] and box[2] <= right and box[3] <= bottom)
    ]
    assert beyond == []


@pytest.mark.parametrize("name", games.names())
def test_a_german_foot_is_no_higher_than_the_ruler_beside_it(name: str) -> None:
    job = Job()
    drawn = drawn_kit(name, find(name).options.of({}), job, "de")
    tops = [label_box(label)[1] for label in labels(drawn.drawing) if " · A4 · Seite " in label.text]
    assert tops
    assert min(tops) >= Layout(job.sheet).body[3]


def test_the_target_is_printed_in_german() -> None:
    words = " ".join(label.text for label in labels(drawn_target(Job(), "de").drawing))
    assert "Dieses Blatt nicht zerschneiden." in words
    assert _ENGLISH.search(words) is None


def test_the_stand_is_printed_in_german() -> None:
    words = " ".join(label.text for label in labels(drawn_stand(Job(), "de").drawing))
    assert "bis zu dieser Linie einschieben" in words
    assert _ENGLISH.search(words) is None


def test_a_wording_ends_with_its_block() -> None:
    with wording(str.upper):
        assert worded("spare") == "SPARE"
    assert worded("spare") == "spare"


@pytest.mark.parametrize("code", ["en", "de"])
def test_a_kit_says_in_which_language_it_is(code: str) -> None:
    game = find("ting")
    drawn = drawn_kit(game.name, game.options(), Job(portions=("cards",)), code)
    assert f"/Lang ({code})".encode() in render(drawn.drawing)
