"""What is printed is said in the language of whoever prints, from its first word to its last."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

import pytest

from core import games
from core.games import find
from kiebitz.api.printing import DrawnKit, drawn_kit, drawn_stand, drawn_target
from kiebitz.language import language
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
    "large": {"large": True},
}
MANNERS = ("usual", "duplex", "gutterfold", "quick", "a5")
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
def german(name: str, players: int, manner: str) -> tuple[frozenset[str], Drawing]:
    """Return the English of all sentences that are said in a kit, and the kit drawn in German."""
    said: set[str] = set()

    def noted(text: str) -> str:
        said.add(text)
        return GERMAN(text)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kiebitz.api.printing.catalogue", lambda _: noted)
        drawn = drawn_kit(name, find(name).options.of({"players": players}), Job(**JOBS[manner]), "de")
    return frozenset(
        text for text in said if re.search("[a-z]{3}", text) and not _COMMAND.fullmatch(text)
    ), drawn.drawing


def english(drawing: Drawing) -> list[str]:
    """Return the titles and words in *drawing* that are English."""
    words = [sheet.title for sheet in drawing.sheets] + [label.text for label in labels(drawing)]
    return [text for text in words if _ENGLISH.search(text) and not _CITED.search(text)]


@pytest.mark.thinned(5)
@pytest.mark.parametrize(
    ("name", "manner"),
    [(name, MANNERS[(at + more) % 5]) for at, name in enumerate(games.names()) for more in range(5)],
)
def test_every_sentence_of_a_kit_has_its_german_and_no_word_is_english(name: str, manner: str) -> None:
    said, drawing = german(name, 2, manner)
    assert len(said) > 40
    assert [text for text in said if GERMAN.translated(text) is None] == []
    assert english(drawing) == []


@pytest.mark.parametrize(("name", "players"), [("tingle", 4), ("tinker_tactics", 6)])
def test_kits_for_more_players_have_their_german_too(name: str, players: int) -> None:
    assert [text for text in german(name, players, "usual")[0] if GERMAN.translated(text) is None] == []


def test_stickers_are_said_in_german() -> None:
    assert english(drawn_kit("tink", find("tink").options(), Job(portions=("stickers",)), "de").drawing) == []


@pytest.mark.thinned(5)
@pytest.mark.parametrize("manner", ["usual", "large"])
@pytest.mark.parametrize("name", games.names())
def test_german_words_stay_on_their_sheet(name: str, manner: str) -> None:
    layout = Layout(Job(**JOBS[manner]).sheet)
    left, top, right, bottom = layout.paper.inner
    boxes = [(label.text, label_box(label)) for label in labels(german(name, 2, manner)[1])]
    assert [
        text for text, box in boxes
        if len(text) > 5 and not (left <= box[0] and top <= box[1] and box[2] <= right and box[3] <= bottom)
    ] == []  # fmt: skip
    feet = [box[1] for text, box in boxes if " · A4 · Seite " in text]
    assert feet
    assert manner == "large" or min(feet) >= layout.body[3], "no higher than the ruler beside it"


@pytest.mark.parametrize(
    ("drawn", "words"),
    [(drawn_target, "Dieses Blatt nicht zerschneiden."), (drawn_stand, "bis zu dieser Linie einschieben")],
)
def test_target_and_stand_are_printed_in_german(drawn: Callable[[Job, str], DrawnKit], words: str) -> None:
    said = " ".join(label.text for label in labels(drawn(Job(), "de").drawing))
    assert words in said
    assert _ENGLISH.search(said) is None


def test_a_wording_ends_with_its_block() -> None:
    with wording(str.upper):
        assert worded("spare") == "SPARE"
    assert worded("spare") == "spare"


def test_a_sheet_says_in_which_language_it_is() -> None:
    for code in ("en", "de"):
        assert f"/Lang ({code})".encode() in render(drawn_target(Job(), code).drawing)
