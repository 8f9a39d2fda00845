"""Pictures of folding: made from the nets that are printed, and only to look at."""

from __future__ import annotations

import pypdfium2
import pytest

from kits import tabik, ting, tingle, tink, tinker_tactics
from kits.dice import body
from kits.fold import box, cube, open_box
from kits.inks import RED
from kits.kit import Kit
from kits.pieces import Die
from printkit.book import draw_kit
from printkit.drawing import Area, Drawing, Label, used_for
from printkit.folding import folding, solid
from printkit.job import Job
from printkit.parts import part
from printkit.pdf import render
from tests.printkit.test_every_kit import flattened, reach

GAMES = pytest.mark.parametrize(
    "kit", [tink.KIT, ting.KIT, tingle.KIT, tabik.KIT, tinker_tactics.KIT], ids=lambda k: k.name
)


def drawn(kit: Kit) -> Drawing:
    return draw_kit(kit, Job(portions=("pieces",)), ("A", "B"))


def test_a_cube_shows_three_faces_and_an_open_box_its_inside_too() -> None:
    assert len(solid(cube(10.0), RED)) == 3
    assert len(solid(box((20.0, 3.0, 3.0)), RED)) == 3
    assert len(solid(open_box((20.0, 15.0, 5.0)), RED, hollow=True)) == 5


@pytest.mark.parametrize("kind", ["4", "6", "8"])
def test_a_finished_die_stands_on_a_face(kind: str) -> None:
    die = tinker_tactics.KIT.pieces[kind]
    assert isinstance(die, Die)
    block = folding(tinker_tactics.KIT, f"A{kind}")
    faces = [s for s in block.shapes if isinstance(s, Area) and s.fill is not None and s.fill.name == "shaded red"]
    assert 2 <= len(faces) <= len(body(die).faces) // 2 + 1
    assert len({face.fill for face in faces}) == len(faces)


@GAMES
def test_pictures_keep_to_their_column(kit: Kit) -> None:
    for kind in kit.pieces:
        block = folding(kit, kind if not kit.seats else f"A{kind}")
        boxes = [reach(shape) for shape in flattened(block.shapes)]
        assert min(left for left, *_ in boxes) >= -0.5
        assert max(right for _, _, right, _ in boxes) <= 80.0
        assert max(bottom for *_, bottom in boxes) <= block.height_mm


@GAMES
def test_the_guide_shows_folds_and_has_nothing_to_cut(kit: Kit) -> None:
    drawing = drawn(kit)
    (guide,) = [sheet for sheet in drawing.sheets if sheet.title == "Start here"]
    assert not list(used_for(guide.shapes, "cut"))
    assert not list(used_for(guide.shapes, "fold"))
    filled = [shape for shape in flattened(guide.shapes) if isinstance(shape, Area) and shape.fill is not None]
    assert any(shape.fill is not None and shape.fill.name.startswith(("shaded", "dark")) for shape in filled)


@pytest.mark.parametrize("kit", [tingle.KIT, tinker_tactics.KIT], ids=lambda kit: kit.name)
def test_sheets_of_pieces_on_a4_show_folds_small_where_there_is_little_room(kit: Kit) -> None:
    sheets = [sheet for sheet in drawn(kit).sheets if "ieces for player" in sheet.title]
    for sheet in sheets:
        fills = (shape.fill for shape in flattened(sheet.shapes) if isinstance(shape, Area))
        assert any(fill is not None and fill.name.startswith("shaded") for fill in fills), sheet.title


@pytest.mark.parametrize(
    ("kit", "piece", "tabs"), [(tink.KIT, "Al", 4), (tingle.KIT, "Al", 8), (tinker_tactics.KIT, "A6", 7)]
)
def test_tabs_are_numbered_in_the_order_of_gluing(kit: Kit, piece: str, tabs: int) -> None:
    net = part(kit, piece)
    labels = [shape for shape in flattened(net.shapes) if isinstance(shape, Label)]
    digits = [label.text for label in labels if label.text.isdigit() and label.ink.name == "text"]
    assert sorted(map(int, digits)) == list(range(1, tabs + 1))


def test_every_sheet_of_trays_shows_how_they_fold() -> None:
    drawing = drawn(tink.KIT)
    number = next(k for k, sheet in enumerate(drawing.sheets) if sheet.title.startswith("Trays"))
    with pypdfium2.PdfDocument(render(drawing)) as document:
        image = document[number].render(scale=2).to_numpy()[90:190, 60:400, :3]
    assert (image.min(axis=2) < 150).sum() > 300
