"""Pictures of folds, made from the nets that are printed: every kit has one of each, whatever paper and language."""

from __future__ import annotations

from functools import cache
from typing import Literal

import pytest

from core import games
from core.games import find
from kiebitz.api.printing import drawn_kit
from kits import tingle, tink, tinker_tactics
from kits.dice import body
from kits.kit import Kit
from kits.pieces import Die
from printkit.drawing import Area, Drawing, Label, used_for
from printkit.folding import folding
from printkit.job import Job
from printkit.paper import PAPERS
from printkit.parts import part
from tests.printkit.kits import FIVE, KITS, flattened, reach

FOLDED = {
    "tink": ["large pyramid"],
    "ting": ["disc", "square", "triangle"],
    "tingle": ["disc", "medium pyramid", "pawn"],
    "tabik": ["rod", "stone"],
    "tinker_tactics": [f"die of {faces} sides" for faces in (4, 6, 8)],
}
FOLDED_QUICKLY = {**FOLDED, "ting": [], "tingle": ["medium pyramid", "pawn"], "tabik": ["stone"]}
_SAID = "From the net to the finished piece: "


@cache
def kit(name: str, *, paper: str = "a4", quick: bool = False, language: str = "en") -> Drawing:
    return drawn_kit(name, find(name).options.of({}), Job(PAPERS[paper], quick=quick), language).drawing


def pictured(drawing: Drawing, said: str = _SAID) -> list[str]:
    tags = {shape.tag for sheet in drawing.sheets for shape in sheet.shapes if shape.tag}
    return sorted(tag.text.removeprefix(said).rstrip(".") for tag in tags if tag.text.startswith(said))


@pytest.mark.thinned(5)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("quick", [False, True])
@pytest.mark.parametrize("name", games.names())
def test_every_fold_is_pictured(name: str, quick: bool, paper: str) -> None:
    drawing = kit(name, paper=paper, quick=quick)
    tray = [] if quick else ["tray"]
    assert pictured(drawing) == sorted([*(FOLDED_QUICKLY if quick else FOLDED)[name], *tray])
    assert not [*used_for(drawing.sheets[0].shapes, "cut"), *used_for(drawing.sheets[0].shapes, "fold")]


@pytest.mark.thinned(5)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("quick", [False, True])
@pytest.mark.parametrize("name", games.names())
def test_a_german_kit_has_the_same_sheets_and_pictures_as_an_english_one(name: str, quick: bool, paper: str) -> None:
    english, german = (kit(name, paper=paper, quick=quick, language=code) for code in ("en", "de"))
    assert [sheet.name for sheet in german.sheets] == [sheet.name for sheet in english.sheets]
    assert len(pictured(german, "Vom flachen Netz zum fertigen Stück: ")) == len(pictured(english))


def words_of(drawing: Drawing, side: Literal["Pieces", "Start"]) -> str:
    tags = (shape.tag for sheet in drawing.sheets if sheet.name.startswith(side) for shape in sheet.shapes)
    return " ".join(dict.fromkeys(tag.text for tag in tags if tag))


def test_what_is_not_folded_is_neither_scored_nor_glued() -> None:
    flat, folded = (kit(name, quick=True) for name in ("ting", "tingle"))
    assert "fold along the dashed lines" in words_of(folded, "Pieces")
    assert "dashed" not in words_of(flat, "Pieces")
    assert "First: cut along the solid lines." in words_of(flat, "Pieces")
    assert "Let the glue dry" in words_of(folded, "Start")
    assert "Let the glue dry" not in words_of(flat, "Start")


def test_only_discs_without_a_suit_are_replaced_by_buttons() -> None:
    assert "a button of your colour will do, 18 mm across" in words_of(kit("ting", quick=True), "Pieces")
    assert "button" not in words_of(kit("tingle", quick=True), "Pieces")


@pytest.mark.thinned(5)
@pytest.mark.parametrize("name", games.names())
def test_lines_in_the_pictures_are_wide_enough_to_print(name: str) -> None:
    every = (shape for sheet in kit(name, paper="a5").sheets for shape in sheet.shapes)
    drawn = [shape for shape in every if shape.tag and shape.tag.text.startswith(_SAID)]
    widths = [line.width_mm for shape in drawn if (line := getattr(shape, "stroke", None))]
    assert len(widths) > 20
    assert min(widths) >= 0.1


@pytest.mark.parametrize("kind", ["4", "6", "8"])
def test_a_finished_die_stands_on_a_face(kind: str) -> None:
    die = tinker_tactics.KIT.pieces[kind]
    assert isinstance(die, Die)
    block = folding(tinker_tactics.KIT, f"A{kind}")
    faces = [s for s in block.shapes if isinstance(s, Area) and s.fill is not None and s.fill.name == "shaded red"]
    assert 2 <= len(faces) <= len(body(die).faces) // 2 + 1
    assert len({face.fill for face in faces}) == len(faces)


@pytest.mark.parametrize("name", FIVE)
def test_pictures_keep_to_their_column(name: str) -> None:
    kit = KITS[name]
    for kind in kit.pieces:
        block = folding(kit, kind if not kit.seats else f"A{kind}")
        boxes = [reach(shape) for shape in flattened(block.shapes)]
        assert min(left for left, *_ in boxes) >= -0.5
        assert max(right for _, _, right, _ in boxes) <= 80.0
        assert max(bottom for *_, bottom in boxes) <= block.height_mm


@pytest.mark.parametrize(
    ("kit", "piece", "tabs"), [(tink.KIT, "Al", 4), (tingle.KIT, "Al", 8), (tinker_tactics.KIT, "A6", 7)]
)
def test_tabs_are_numbered_in_the_order_of_gluing(kit: Kit, piece: str, tabs: int) -> None:
    net = part(kit, piece)
    labels = [shape for shape in flattened(net.shapes) if isinstance(shape, Label)]
    digits = [label.text for label in labels if label.text.isdigit() and label.ink.name == "text"]
    assert sorted(map(int, digits)) == list(range(1, tabs + 1))
