"""The structure of the PDFs, as a viewer reads it out: by pdfium, which did not write it."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import pypdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from core.games import find
from kiebitz.api.printing import drawn_kit
from printkit.job import Job
from printkit.pdf import render
from tests.printkit.kits import printed

_PAINTING = {"f", "f*", "S", "B", "B*", "Tj", "TJ"}


@dataclass(frozen=True)
class Element:
    """An element of a page's structure; *drawn* is the text of the marks that belong to it."""

    role: str
    told: str
    shown: str
    drawn: str
    kids: tuple[Element, ...]

    def all(self) -> Iterator[Element]:
        yield self
        for kid in self.kids:
            yield from kid.all()


def said(ask: Callable[..., int], element: Any) -> str:
    length = ask(element, None, 0)
    buffer = ctypes.create_string_buffer(length)
    ask(element, buffer, length)
    return buffer.raw[:length].decode("utf-16-le").rstrip("\0")


def element_of(handle: Any, drawn: dict[int, str]) -> Element:
    count = max(0, pdfium.FPDF_StructElement_GetMarkedContentIdCount(handle))
    marks = [pdfium.FPDF_StructElement_GetMarkedContentIdAtIndex(handle, k) for k in range(count)]
    places = range(pdfium.FPDF_StructElement_CountChildren(handle))
    kids = (pdfium.FPDF_StructElement_GetChildAtIndex(handle, k) for k in places)
    return Element(
        said(pdfium.FPDF_StructElement_GetType, handle),
        said(pdfium.FPDF_StructElement_GetActualText, handle),
        said(pdfium.FPDF_StructElement_GetAltText, handle),
        " ".join(drawn.get(mark, "") for mark in marks).strip(),
        tuple(element_of(kid, drawn) for kid in kids if kid),
    )


def words_by_mark(page: pypdfium2.PdfPage) -> dict[int, str]:
    text = pdfium.FPDFText_LoadPage(page)
    found: dict[int, str] = {}
    for place in range(pdfium.FPDFPage_CountObjects(page)):
        thing = pdfium.FPDFPage_GetObject(page, place)
        mark = pdfium.FPDFPageObj_GetMarkedContentID(thing)
        if mark >= 0 and pdfium.FPDFPageObj_GetType(thing) == pdfium.FPDF_PAGEOBJ_TEXT:
            size = pdfium.FPDFTextObj_GetText(thing, text, None, 0)
            buffer = (pdfium.FPDF_WCHAR * (size // 2))()
            pdfium.FPDFTextObj_GetText(thing, text, buffer, size)
            words = bytes(buffer).decode("utf-16-le").rstrip("\0")
            found[mark] = f"{found.get(mark, '')} {words}"
    pdfium.FPDFText_ClosePage(text)
    return found


def structure(data: bytes) -> list[Element]:
    """Return the structure of each page of a PDF."""
    pages = []
    with pypdfium2.PdfDocument(data) as document:
        for page in document:
            tree = pdfium.FPDF_StructTree_GetForPage(page)
            places = range(pdfium.FPDF_StructTree_CountChildren(tree))
            kids = (pdfium.FPDF_StructTree_GetChildAtIndex(tree, k) for k in places)
            drawn = words_by_mark(page)
            pages.append(Element("page", "", "", "", tuple(element_of(kid, drawn) for kid in kids if kid)))
            pdfium.FPDF_StructTree_Close(tree)
    return pages


def told(page: Element, role: str) -> list[str]:
    return [each.told or each.shown for each in page.all() if each.role == role]


@pytest.fixture(scope="module")
def data() -> bytes:
    return printed("tink")


@pytest.fixture(scope="module")
def pages(data: bytes) -> list[Element]:
    return structure(data)


def test_the_document_says_that_it_is_tagged(data: bytes) -> None:
    root: Any = pypdf.PdfReader(BytesIO(data), strict=True).trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/StructTreeRoot"]["/Type"] == "/StructTreeRoot"
    assert root["/Lang"] == "en"


def test_every_page_has_one_main_heading(pages: list[Element]) -> None:
    headings = [told(page, "H1") for page in pages]
    assert all(len(each) == 1 for each in headings)
    assert [each[0] for each in headings[:4]] == [
        "Tink",
        "The rules of Tink",
        "Board B1 of 4",
        "Board B2 of 4",
    ]


def test_the_rules_are_headings_lists_and_pictures(pages: list[Element]) -> None:
    rules = pages[1]
    assert told(rules, "H2")[:3] == ["Set up", "Your turn", "Winning"]
    items = [each for each in rules.all() if each.role == "LI"]
    assert items
    assert all([kid.role for kid in item.kids] == ["Lbl", "LBody"] for item in items)
    assert "8 × 8 cells. On d4: red small pyramid." in told(rules, "Figure")


def test_what_is_read_out_is_what_is_printed(pages: list[Element]) -> None:
    read = [each for page in pages for each in page.all() if each.told]
    assert len(read) > 100
    assert [each for each in read if each.drawn.split() != each.told.split()] == []


def test_every_picture_says_what_it_shows(pages: list[Element]) -> None:
    pictures = [told(page, "Figure") for page in pages]
    assert all(all(each) and each[-1] == "A ruler of 100 mm and 4 inches." for each in pictures)
    assert pictures[2][0] == "The part of the board with the cells a5 to d8."
    assert "10 parts to cut out." in pictures[6]


def test_nothing_is_drawn_outside_the_structure(data: bytes) -> None:
    for page in pypdf.PdfReader(BytesIO(data)).pages:
        contents = page.get_contents()
        assert contents is not None
        depth = 0
        for token in re.findall(r"\([^)]*\)|[^\s()]+", contents.get_data().decode("latin-1")):
            depth += {"BDC": 1, "BMC": 1, "EMC": -1}.get(token, 0)
            assert depth > 0 or token not in _PAINTING
        assert depth == 0


def test_pictures_of_a_german_kit_are_told_in_german() -> None:
    drawn = drawn_kit("tabik", find("tabik").options.of({}), Job(portions=("rules",)), "de")
    pictures = [text for page in structure(render(drawn.drawing)) for text in told(page, "Figure")]
    assert any("Stein, schwarz." in text for text in pictures)
