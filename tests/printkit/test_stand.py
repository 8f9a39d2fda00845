"""The pages of the phone stand."""

from __future__ import annotations

import pytest

from kiebitz.api.printing import drawn_stand
from kits.stand import Stand, lens_mm
from printkit.drawing import Label, Lines, Window, used_for
from printkit.job import Job
from printkit.paper import PAPERS
from printkit.pdf import render
from printkit.sheets import body
from printkit.stand import draw_stand
from printkit.typeface import label_box
from tests.printkit.kits import texts


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_guide_says_how_high_the_lens_is_and_two_sheets_follow(paper: str) -> None:
    size = PAPERS[paper]
    guide, lower, upper = texts(render(draw_stand(Job(size))))
    high = lens_mm(Stand(size.height_mm, size.width_mm))[2]
    assert f"{high / 10:.0f} cm above the table" in guide
    assert "500 g of salt, sand or coins in a closed bag" in guide
    assert "the board’s edge lies here" in lower
    assert lower.count("floor: fold inwards") == 2
    assert "push in up to this line" in upper


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_line_to_cut_is_hidden_by_the_ruler(paper: str) -> None:
    """A cut that shows somewhere leads on to the paper's edge; one behind the ruler would show nowhere."""
    size = PAPERS[paper]
    for sheet in draw_stand(Job(size)).sheets[1:]:
        left, top, right, _ = size.inner
        box = left, top, right, body(size)[3]
        (window,) = (shape for shape in used_for(sheet.shapes, "cut") if isinstance(shape, Window))
        runs = [run for lines in window.shapes if isinstance(lines, Lines) for run in lines.runs]
        assert len(runs) == (8 if sheet.number == 2 else 0)
        for (ax, ay), (bx, by) in runs:
            line = ((ax + k / 20 * (bx - ax), ay + k / 20 * (by - ay)) for k in range(21))
            assert any(box[0] < x < box[2] and box[1] < y < box[3] for x, y in line), (ax, ay, bx, by)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_line_to_cut_runs_through_words_and_no_other_line_looks_like_one(paper: str, language: str) -> None:
    for sheet in drawn_stand(Job(PAPERS[paper]), language).drawing.sheets[1:]:
        (window,) = (shape for shape in sheet.shapes if isinstance(shape, Window))
        boxes = [label_box(shape) for shape in window.shapes if isinstance(shape, Label)]
        solid = [shape for shape in window.shapes if isinstance(shape, Lines) and not shape.stroke.dashes_mm]
        assert all(shape.stroke.use == "cut" for shape in solid)
        runs = [run for shape in solid for run in shape.runs]
        for (ax, ay), (bx, by) in runs:
            line = [(ax + k / 50 * (bx - ax), ay + k / 50 * (by - ay)) for k in range(51)]
            assert not [box for box in boxes for x, y in line if box[0] < x < box[2] and box[1] < y < box[3]]


@pytest.mark.parametrize("paper", ["a3", "a5", "both"])
def test_other_papers_are_refused(paper: str) -> None:
    with pytest.raises(ValueError, match="whole sheets of A4 or Letter"):
        draw_stand(Job(PAPERS[paper]))
