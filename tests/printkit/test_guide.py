"""What the guide says: minutes, tools and names that fit what is printed."""

from __future__ import annotations

import math
import re

import pytest

from kits.pieces import Die
from printkit.drawing import Area, Disc, Label
from printkit.job import Job
from printkit.sheets import Portion
from printkit.typeface import label_box
from tests.printkit.kits import FIVE, KITS, drawn, words


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
