"""Layers of the PDF and of drawings for cutters, words without fonts, and what can be printed alone."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import cv2
import numpy as np
import pypdf
import pytest
from PIL import Image, ImageDraw

from kits import tink
from printkit.adjust import Adjustment
from printkit.drawing import Drawing
from printkit.job import Job, sheets_named
from printkit.paper import PAPERS
from printkit.sheets import Portion
from printkit.svg import letter_path, write_svgs
from printkit.typeface import face, width_mm
from tests.printkit.kits import KITS, drawn, printed

SVG = "{http://www.w3.org/2000/svg}"


def entry(holder: Any, *names: str) -> Any:
    for name in names:
        holder = holder[name].get_object()
    return holder


def test_the_pdf_has_layers_to_print_score_and_cut_and_its_own_fonts() -> None:
    reader = pypdf.PdfReader(BytesIO(printed("tink")), strict=True)
    groups = entry(reader.trailer, "/Root", "/OCProperties", "/OCGs")
    assert [group.get_object()["/Name"] for group in groups] == ["Print", "Score", "Cut"]
    for page in reader.pages:
        assert set(entry(page, "/Resources", "/Properties")) == {"/print", "/fold", "/cut"}
        for font in entry(page, "/Resources", "/Font").values():
            assert "/FontFile2" in entry(font.get_object(), "/FontDescriptor")


def test_the_cut_layer_holds_an_outline_for_each_pyramid_and_no_colour() -> None:
    reader = pypdf.PdfReader(BytesIO(printed("tink")))
    number = next(k for k, sheet in enumerate(drawn("tink").sheets) if sheet.title.startswith("Red pieces"))
    contents = reader.pages[number].get_contents()
    assert contents is not None
    cut = re.findall(r"/OC /cut BDC(.*?)EMC", contents.get_data().decode("latin-1"), re.DOTALL)
    operators = " ".join(cut).split()
    assert operators.count("h") == sum(tink.KIT.stock.values())
    assert not {"f", "f*", "B", "B*", "Tj", "TJ"}.intersection(operators)


def test_a_cutter_has_layers_of_its_own_lines_and_needs_no_font(tmp_path: Path) -> None:
    drawing = drawn("tink")
    roots = [ElementTree.parse(path).getroot() for path in write_svgs(drawing, tmp_path)]
    assert len(roots) == len(drawing.sheets)
    for sheet, root in zip(drawing.sheets, roots, strict=True):
        assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
        layers = {group.get("id"): group for group in root if group.tag.endswith("g") and group.get("id")}
        assert list(layers) == ["print", "fold", "cut"]
        for name, colour in (("cut", "#ff0000"), ("fold", "#0000ff")):
            assert {(mark.get("stroke"), mark.get("fill")) for mark in layers[name]} <= {(colour, "none")}
            assert colour not in ElementTree.tostring(layers["print"], encoding="unicode")
        assert not list(root.iter(f"{SVG}text"))
        if sheet.title.startswith("Board "):
            said = {group.get("aria-label") for group in root.iter(f"{SVG}g")}
            assert (len(layers["cut"]), {sheet.title} <= said) == (1, True)
        if "pieces" in sheet.title:
            assert len(layers["cut"]) >= 10
            assert len(layers["fold"]) >= 10


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
    drawing = drawn("tinker-2", Job(portions=(portion,)))
    assert titles(drawing)[0].startswith(title)
    assert set(titles(drawing)) < set(titles(drawn("tinker-2", Job(portions=("pieces",)))))


def test_a_part_that_a_kit_lacks_is_refused() -> None:
    with pytest.raises(ValueError, match="Tink has no dice; leave dice out"):
        drawn("tink", Job(portions=("board", "dice")))


def test_chosen_pages_keep_their_numbers_and_both_sides() -> None:
    job = Job(duplex="long", sheets=sheets_named("5,10"))
    drawing = drawn("tink", job)
    assert [sheet.number for sheet in drawing.sheets] == [5, 6, 9, 10]
    assert [sheet.back for sheet in drawing.sheets] == [False, True, False, True]
    reader = pypdf.PdfReader(BytesIO(printed("tink", job)))
    assert reader.page_labels == ["5", "6", "9", "10"]
    with pytest.raises(ValueError, match="there is no page 99: this kit has pages 1 to"):
        drawn("tink", Job(sheets=(99,)))


def test_a_cell_is_not_so_small_that_large_pyramids_touch() -> None:
    with pytest.raises(ValueError, match=r"choose 27\.4 mm, so that every piece of Tink stands apart"):
        tink.KIT.with_cells(26.0)
    for kit in KITS.values():
        assert kit.with_cells(kit.plan.pitch_mm).plan == kit.plan


@pytest.mark.parametrize(("shift", "least"), [((4.0, -5.0), None), ((0.0, 7.5), 2.5), ((-10.0, 0.0), 0.0)])
def test_a_shift_beyond_a_printers_margin_is_known(shift: tuple[float, float], least: float | None) -> None:
    assert Adjustment(shift_mm=shift).least_margin_mm(10.0) == least


def test_tabloid_holds_a_board_of_tink_on_two_sheets() -> None:
    drawing = drawn("tink", Job(PAPERS["tabloid"], ("board",)))
    assert titles(drawing) == ["Board B1 of 2", "Board B2 of 2"]
