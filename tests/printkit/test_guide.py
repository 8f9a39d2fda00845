"""What the guide says fits what is printed; stickers for bought pieces; words that can be read, by the PDF."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import cache

import numpy as np
import pypdfium2
import pypdfium2.raw
import pytest

from kits import tingle, tink
from kits.inks import TEXT
from kits.pieces import Die, Pawn
from kits.pyramid import edge_mm
from printkit.drawing import Area, Disc, Label, used_for
from printkit.job import LARGE, Job
from printkit.sheets import Portion
from printkit.stickers import sticker
from printkit.typeface import label_box
from tests.printkit.kits import FIVE, KITS, drawn, flattened, printed, words


def guide(name: str, *portions: Portion, quick: bool = False) -> str:
    """Return the words on the first page of a kit."""
    job = Job(portions=portions, quick=quick) if portions else Job(quick=quick)
    return words(drawn(name, job).sheets[0].shapes)


@pytest.mark.parametrize("quick", [False, True])
@pytest.mark.parametrize("name", FIVE)
def test_the_minutes_of_board_and_pieces_add_up(name: str, quick: bool) -> None:
    found = re.search(r"about (\d+) minutes, (?:(\d+) for the board, and )?(\d+) for", guide(name, quick=quick))
    assert found is not None
    whole, board, pieces = (int(number or 0) for number in found.groups())
    assert abs(whole - board - pieces) <= 1


def test_trays_and_screens_are_told_apart_from_what_the_game_needs() -> None:
    found = re.search(r"About (\d+) minutes more: screens, trays and turn reminders", guide("tinker-2"))
    assert found is not None
    assert 5 <= int(found[1]) <= 15
    assert "minutes more" not in guide("tink", quick=True)


def test_parts_of_one_row_are_glued_from_left_to_right_only() -> None:
    assert "parts together from left to right: each part" in guide("tingle")
    assert "then the rows from top to bottom" in guide("tink")


def test_authors_are_credited_once() -> None:
    assert "is a game by Chris Goodwin" not in guide("tink")
    assert "The rules are on page 2." in guide("tink")
    assert "is a game by Chris Goodwin" in guide("tink", "board")
    assert "The rules are on page" not in guide("tink", "board")


def test_stickers_need_sticker_paper_and_scissors_only() -> None:
    told = guide("ting", "stickers")
    assert "Sticker paper for the stickers" in told
    assert not re.search("ballpoint|card of|Time", told)
    assert "Scissors" not in guide("ting", "rules")


def test_outline_number_and_letter_of_a_disc_lie_apart_inside_it() -> None:
    kit, sheet = KITS["tinker-2"], drawn("tinker-2", Job(portions=("discs",))).sheets[1]
    discs = [shape for shape in sheet.shapes if isinstance(shape, Disc)]
    assert len(discs) == 2 * sum(die.faces * kit.stock[die.kind] for die in kit.pieces.values() if isinstance(die, Die))
    for disc in discs:
        x, y = disc.centre

        def within(px: float, py: float) -> bool:
            return math.hypot(px - x, py - y) < disc.radius_mm  # noqa: B023 - called at once

        rings = [a.rings[0] for a in sheet.shapes if isinstance(a, Area) and all(within(*at) for at in a.rings[0])]
        labels = [shape for shape in sheet.shapes if isinstance(shape, Label) and within(*shape.at)]
        (ring,) = rings
        number, letter = sorted(labels, key=lambda label: label.at[1])
        assert number.at[1] < max(py for _, py in ring) < label_box(letter)[1]
        left, top, right, _ = label_box(letter)
        assert all(within(x, y) for x in (left, right) for y in (top, letter.at[1]))


ONLY = Job(portions=("stickers",))


@pytest.mark.parametrize("name", ["tink", "ting", "tingle", "tabik-8"])
def test_there_is_a_sticker_for_every_piece_but_a_pawn_and_for_both_sides_of_a_stone(name: str) -> None:
    kit, (_, *sheets) = KITS[name], drawn(name, ONLY).sheets
    assert {sheet.title.split(" for ")[0] for sheet in sheets} == {"Stickers"}
    cuts = [shape for sheet in sheets for shape in used_for(sheet.shapes, "cut") if isinstance(shape, Area)]
    assert len(cuts) == 2 * sum(count for kind, count in kit.stock.items() if not isinstance(kit.pieces[kind], Pawn))


@pytest.mark.parametrize("kind", sorted(tink.KIT.pyramids))
def test_a_sticker_goes_round_a_pyramid_and_stays_within_its_edges(kind: str) -> None:
    solid, rim = tink.KIT.pyramids[kind], np.array(sticker(tink.KIT, "A", kind).outline)
    apex, *feet = rim
    widths = np.linalg.norm(np.diff(feet, axis=0), axis=1)
    assert len(widths) == 4
    assert widths == pytest.approx([0.97 * solid.base_mm] * 4)
    assert np.linalg.norm(feet - apex, axis=1).max() < edge_mm(solid)


def test_dice_and_pawns_need_no_stickers() -> None:
    with pytest.raises(ValueError, match="Tinker Tactics has no stickers"):
        drawn("tinker-2", ONLY)
    with pytest.raises(ValueError, match="a pawn needs no sticker"):
        sticker(tingle.KIT, "A", "l")


_LEAST_PT = 8.0
_TITLE_PT = 24.0


@cache
def sized(name: str, *, large: bool = False) -> tuple[tuple[str, float], ...]:
    """Return every word in a kit's PDF and its type size in points; single letters and numbers are none."""
    with pypdfium2.PdfDocument(printed(name, Job(large=large))) as document:
        return tuple(word for page in document for word in _on(page) if sum(map(str.isalpha, word[0])) > 1)


def _on(page: pypdfium2.PdfPage) -> Iterator[tuple[str, float]]:
    for item in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_TEXT], textpage=page.get_textpage()):
        matrix = item.get_matrix()
        yield item.extract(), item.get_font_size() * abs(matrix.a * matrix.d - matrix.b * matrix.c) ** 0.5


@pytest.mark.parametrize("name", FIVE)
def test_no_word_is_smaller_than_8_points(name: str) -> None:
    assert min(sized(name), key=lambda word: word[1])[1] >= _LEAST_PT


@pytest.mark.parametrize("name", ["tink", "tabik-8", "tinker-2"])
def test_large_print_enlarges_every_word(name: str) -> None:
    plain = {text: size for text, size in sized(name) if size < _TITLE_PT}
    large = [(text, size / plain[text]) for text, size in sized(name, large=True) if text in plain and text != "spare"]
    assert len({text for text, _ in large}) > 20
    assert min(share for _, share in large) == pytest.approx(LARGE, abs=0.02)
    assert min(size for text, size in sized(name, large=True) if text != "spare") >= LARGE * _LEAST_PT


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
