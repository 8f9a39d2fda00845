"""Layers of the PDF and of drawings for cutters, words without fonts, and what can be printed alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import cv2
import numpy as np
import pypdf
import pytest
from PIL import Image, ImageDraw

from kits import tink, tinker_tactics
from printkit.adjust import Adjustment
from printkit.book import draw_kit
from printkit.drawing import Drawing
from printkit.job import Job, sheets_named
from printkit.paper import PAPERS
from printkit.pdf import render
from printkit.sheets import Portion
from printkit.svg import letter_path, write_svgs
from printkit.typeface import face, width_mm
from tests.printkit.test_boards import KITS
from tests.printkit.written import KitSummary

Printed = Callable[[str], KitSummary]
SVG = "{http://www.w3.org/2000/svg}"


def entry(holder: Any, *names: str) -> Any:
    for name in names:
        holder = holder[name].get_object()
    return holder


def test_the_pdf_has_layers_to_print_score_and_cut(printed: Printed) -> None:
    reader = pypdf.PdfReader(printed("a4").path, strict=True)
    groups = entry(reader.trailer, "/Root", "/OCProperties", "/OCGs")
    assert [group.get_object()["/Name"] for group in groups] == ["Print", "Score", "Cut"]
    for page in reader.pages:
        assert set(entry(page, "/Resources", "/Properties")) == {"/print", "/fold", "/cut"}


def test_the_cut_layer_holds_an_outline_for_each_pyramid_and_no_colour(printed: Printed) -> None:
    reader = pypdf.PdfReader(printed("a4").path)
    number = next(k for k, title in enumerate(printed("a4").sheets) if title.startswith("Red pieces"))
    contents = reader.pages[number].get_contents()
    assert contents is not None
    cut = re.findall(r"/OC /cut BDC(.*?)EMC", contents.get_data().decode("latin-1"), re.DOTALL)
    operators = " ".join(cut).split()
    assert operators.count("h") == sum(tink.KIT.stock.values())
    assert not {"f", "f*", "B", "B*", "Tj", "TJ"}.intersection(operators)


def test_every_font_of_every_page_is_embedded(printed: Printed) -> None:
    for page in pypdf.PdfReader(printed("a4").path).pages:
        for font in entry(page, "/Resources", "/Font").values():
            assert "/FontFile2" in entry(font.get_object(), "/FontDescriptor")


@pytest.fixture(scope="module")
def board_svgs(tmp_path_factory: pytest.TempPathFactory) -> list[ElementTree.Element]:
    drawing = draw_kit(tink.KIT, Job(portions=("board",)), ("A", "B"))
    return [ElementTree.parse(path).getroot() for path in write_svgs(drawing, tmp_path_factory.mktemp("svg"))]


def test_a_cutter_cuts_nothing_of_a_board_but_its_parts(board_svgs: list[ElementTree.Element]) -> None:
    for root in board_svgs[1:]:
        cut = next(group for group in root if group.get("id") == "cut")
        assert len(list(cut.iter(f"{SVG}path"))) == 1


def test_words_for_a_cutter_need_no_font(board_svgs: list[ElementTree.Element]) -> None:
    for root in board_svgs:
        assert not list(root.iter(f"{SVG}text"))
    words = {group.get("aria-label") for group in board_svgs[1].iter(f"{SVG}g")}
    assert {"glue", "Board B1 of 4"} <= words


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("text", ["Tabik: 64 “stones”", "Dziedzic ö é %"])
def test_outlines_are_those_of_the_typeface(text: str, bold: bool) -> None:
    size, at, found = 160, (20, 200), np.zeros((300, 2000), np.uint8)
    image = Image.new("L", found.shape[::-1])
    ImageDraw.Draw(image).text(at, text, fill=255, font=face(bold, size), anchor="ls")
    expected = np.asarray(image) > 127
    x = float(at[0])
    for letter in text:
        for ring in letter_path(letter, bold).split("Z")[:-1]:
            points = np.array([float(number) for number in re.findall(r"-?\d+", ring)]).reshape(-1, 2)
            cover = np.zeros_like(found)
            cv2.fillPoly(cover, [np.rint((points * size / 1000 + (x, at[1])) * 16).astype(np.int32)], (1,), shift=4)
            found ^= cover
        x += width_mm(letter, size, bold=bold)
    assert expected.sum() > 10_000
    for one, other in ((found > 0, expected), (expected, found > 0)):
        near = cv2.dilate(other.astype(np.uint8), np.ones((9, 9))) > 0
        assert (one & ~near).sum() < 0.002 * expected.sum()


def titles(drawing: Drawing) -> list[str]:
    return [sheet.title for sheet in drawing.sheets[1:]]


@pytest.mark.parametrize(
    ("portion", "title"),
    [("dice", "Pieces for players"), ("discs", "Discs instead"), ("screens", "Screens"), ("trays", "Trays")],
)
def test_parts_of_the_pieces_are_printed_alone(portion: Portion, title: str) -> None:
    drawing = draw_kit(tinker_tactics.KIT, Job(portions=(portion,)), ("A", "B"))
    assert titles(drawing)[0].startswith(title)
    whole = titles(draw_kit(tinker_tactics.KIT, Job(portions=("pieces",)), ("A", "B")))
    assert set(titles(drawing)) < set(whole)


def test_a_part_that_a_kit_lacks_is_refused() -> None:
    with pytest.raises(ValueError, match="Tink has no dice; leave dice out"):
        draw_kit(tink.KIT, Job(portions=("board", "dice")), ("A", "B"))


def test_chosen_pages_keep_their_numbers_and_both_sides() -> None:
    job = Job(duplex="long", sheets=sheets_named("5,10"))
    drawing = draw_kit(tink.KIT, job, ("A", "B"))
    assert [sheet.number for sheet in drawing.sheets] == [5, 6, 9, 10]
    assert [sheet.back for sheet in drawing.sheets] == [False, True, False, True]
    reader = pypdf.PdfReader(BytesIO(render(drawing)))
    assert reader.page_labels == ["5", "6", "9", "10"]
    with pytest.raises(ValueError, match="there is no page 99: this kit has pages 1 to"):
        draw_kit(tink.KIT, Job(sheets=(99,)), ("A", "B"))


def test_a_cell_is_not_so_small_that_large_pyramids_touch() -> None:
    with pytest.raises(ValueError, match=r"choose 27\.4 mm, so that every piece of Tink stands apart"):
        tink.KIT.with_cells(26.0)
    for kit in KITS.values():
        assert kit.with_cells(kit.plan.pitch_mm).plan == kit.plan


@pytest.mark.parametrize(("shift", "least"), [((4.0, -5.0), None), ((0.0, 7.5), 2.5), ((-10.0, 0.0), 0.0)])
def test_a_shift_beyond_a_printers_margin_is_known(shift: tuple[float, float], least: float | None) -> None:
    assert Adjustment(shift_mm=shift).least_margin_mm(10.0) == least


def test_tabloid_holds_a_board_of_tink_on_two_sheets() -> None:
    drawing = draw_kit(tink.KIT, Job(PAPERS["tabloid"], ("board",)), ("A", "B"))
    assert titles(drawing) == ["Board B1 of 2", "Board B2 of 2"]
