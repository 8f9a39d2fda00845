"""The eye that stands in for pictures: what it names, what an arm hides from it, and how often it errs."""

from __future__ import annotations

import math

import pytest

from benchmarks.refereeing.noise import LEADS, NOISE, SURE, confusions, drawn_row, fitting
from benchmarks.refereeing.noisy_eye import NoisyEye
from benchmarks.refereeing.sitting import Lie, Shot
from benchmarks.refereeing.tabletop import Tabletop
from core.games import find
from core.reading import EMPTY, Reading
from tests.benchmarks.sittings import eye_for, read, sitting


@pytest.mark.parametrize("name", ["tabik", "tinker_tactics"])
@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_a_board_with_tags_is_read_by_its_own_names_whichever_way_it_lies(name: str, quarters: int) -> None:
    table = sitting(name)
    table.play()
    eye, tabletop = eye_for(table)
    assert read(eye, tabletop, Shot(0, table.contents, (), "", Lie(quarters, 5))).contents == table.contents


def test_seats_are_named_by_their_colours_once_these_are_known_and_else_as_they_come() -> None:
    table = sitting()
    course = table.course
    tabletop = Tabletop(course.kit, tagged=True)
    eye = NoisyEye(tabletop, course.game.alphabet(course.start), {"A": "red", "B": "blue"}, noise=NOISE["none"])
    shot = Shot(0, {**table.contents, "c3": "As"}, (), "")
    assert read(eye, tabletop, shot).contents["c3"] == "As"
    assert read(eye, tabletop, shot, {"A": "blue"}).contents["c3"] == "Bs"
    both = Shot(1, {**shot.contents, "c4": "Bs"}, (), "")
    assert read(eye, tabletop, both).contents["c3"] == "Bs"


def test_a_board_without_tags_is_named_from_where_the_camera_stands() -> None:
    eye, tabletop = eye_for(sitting(), tagged=False)
    contents = dict.fromkeys(sitting().contents, EMPTY) | {"a2": "As"}
    seen = read(eye, tabletop, Shot(0, contents, (), "", Lie(2))).contents
    assert {cell for cell, content in seen.items() if content != EMPTY} == {"h7"}


def test_an_arm_hides_cells_in_the_picture_and_from_the_eye() -> None:
    table = sitting()
    eye, tabletop = eye_for(table)
    shot = Shot(0, table.contents, (), "", arm=("d1", 1.2))
    assert "d1" in read(eye, tabletop, shot).covered
    assert not {"a8", "h8"} & read(eye, tabletop, shot).covered
    bare, hidden = tabletop.paint(table.contents, Lie()), tabletop.paint(table.contents, Lie(), shot.arm)
    changed = (bare != hidden).any(axis=2)
    assert changed[-1].any()
    assert not changed[0].any()


def test_a_reader_errs_the_more_rarely_the_surer_it_is_and_alike_in_the_same_setting() -> None:
    alphabet = fitting(find("tink").alphabet(sitting().course.start), "a1")
    noise = NOISE["surely wrong"]
    rows = [drawn_row(f"{n}", "Am", alphabet, noise) for n in range(8000)]
    reading = Reading({str(n): row for n, row in enumerate(rows)})
    leads = {cell: math.log(p / (1 - p)) for cell in reading.cells if (p := reading.certainty(cell)) < 1}
    bands = ((0.0, SURE), (SURE, 7.5), (7.5, 20.0))
    doubtful, sure, surest = ([cell for cell, lead in leads.items() if low <= lead < high] for low, high in bands)
    shares = [sum(reading.best(cell) != "Am" for cell in part) / len(part) for part in (doubtful, sure, surest)]
    assert shares[0] > shares[1] > shares[2] > 0.0
    assert 0.5 < len(doubtful) / len(leads) / (sum(LEADS["piece"][:3]) / sum(LEADS["piece"])) < 2
    assert drawn_row("7", "Am", alphabet, noise) == rows[7]
    likely = confusions("Am", alphabet)
    assert likely["As"] == likely["Al"] > likely["Bm"] > likely["Bs"]
