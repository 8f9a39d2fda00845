"""Words that can be read and tags with white around them, measured in the PDF."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pypdfium2
import pypdfium2.raw
import pytest

from kits.inks import TEXT
from printkit.drawing import Label
from printkit.job import LARGE, Job
from tests.printkit.kits import FIVE, KITS, drawn, flattened, printed

_LEAST_PT = 8.0
_TITLE_PT = 24.0


@cache
def words(name: str, *, large: bool = False) -> tuple[tuple[str, float], ...]:
    """Return every word in a kit's PDF and its type size in points; single letters and numbers are none."""
    with pypdfium2.PdfDocument(printed(name, Job(large=large))) as document:
        return tuple(word for page in document for word in _on(page) if sum(map(str.isalpha, word[0])) > 1)


def _on(page: pypdfium2.PdfPage) -> Iterator[tuple[str, float]]:
    for item in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_TEXT], textpage=page.get_textpage()):
        matrix = item.get_matrix()
        yield item.extract(), item.get_font_size() * abs(matrix.a * matrix.d - matrix.b * matrix.c) ** 0.5


@pytest.mark.parametrize("name", FIVE)
def test_no_word_is_smaller_than_8_points(name: str) -> None:
    assert min(words(name), key=lambda word: word[1])[1] >= _LEAST_PT


@pytest.mark.parametrize("name", ["tink", "tabik-8", "tinker-2"])
def test_large_print_enlarges_every_word(name: str) -> None:
    plain = {text: size for text, size in words(name) if size < _TITLE_PT}
    large = [(text, size / plain[text]) for text, size in words(name, large=True) if text in plain and text != "spare"]
    assert len({text for text, _ in large}) > 20
    assert min(share for _, share in large) == pytest.approx(LARGE, abs=0.02)
    assert min(size for text, size in words(name, large=True) if text != "spare") >= LARGE * _LEAST_PT


def test_the_letters_of_screens_are_dark_for_every_colour() -> None:
    kit, drawing = KITS["tinker-5"], drawn("tinker-5", Job(portions=("screens",)), None)
    letters = [
        shape
        for sheet in drawing.sheets
        if sheet.title.startswith("Screens")
        for shape in flattened(sheet.shapes)
        if isinstance(shape, Label) and shape.text in kit.seats
    ]
    assert {label.text for label in letters} == set(kit.seats)
    assert {label.ink for label in letters} == {TEXT}
