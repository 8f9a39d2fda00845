"""The pages of the phone stand."""

from __future__ import annotations

import pypdfium2
import pytest

from kits.stand import Stand, lens_mm
from printkit.job import Job
from printkit.paper import PAPERS
from printkit.pdf import render
from printkit.stand import draw_stand


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_guide_says_how_high_the_lens_is_and_two_sheets_follow(paper: str) -> None:
    size = PAPERS[paper]
    with pypdfium2.PdfDocument(render(draw_stand(Job(size)))) as document:
        assert len(document) == 3
        texts = [page.get_textpage().get_text_range() for page in document]
    high = lens_mm(Stand(size.height_mm, size.width_mm))[2]
    assert f"{high / 10:.0f} cm above the table" in texts[0].replace("\r\n", " ")
    assert "the board’s edge lies here" in texts[1]
    assert "push in up to this line" in texts[2]


@pytest.mark.parametrize("paper", ["a3", "a5", "both"])
def test_other_papers_are_refused(paper: str) -> None:
    with pytest.raises(ValueError, match="whole sheets of A4 or Letter"):
        draw_stand(Job(PAPERS[paper]))
