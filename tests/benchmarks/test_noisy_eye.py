"""The eye that stands in for pictures: what it names, what an arm hides from it, and how often it errs."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.refereeing.misreadings import Read, leads_of, table_of
from benchmarks.refereeing.misreadings import main as misreadings
from benchmarks.refereeing.noise import LEADS, NOISE, SURE, TABLES, confusions, drawn_row, fitting
from benchmarks.refereeing.noisy_eye import NoisyEye
from benchmarks.refereeing.read_again import table_of as table_of_again
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


def test_the_boards_of_a_ring_are_read() -> None:
    table = sitting("tinker_tactics", players=3)
    eye, tabletop = eye_for(table)
    assert read(eye, tabletop, Shot(0, table.contents, (), "", Lie(1))).contents == table.contents


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
    reads = [Read(cell, "Am", False, reading.best(cell), reading.certainty(cell)) for cell in reading.cells]
    doubtful, sure, surest = (
        [read for read in reads if low <= read.lead < high] for low, high in ((0.0, SURE), (SURE, 7.5), (7.5, 20.0))
    )
    shares = [sum(read.is_wrong for read in part) / len(part) for part in (doubtful, sure, surest)]
    assert shares[0] > shares[1] > shares[2] > 0.0
    assert 0.5 < len(doubtful) / len(reads) / (sum(LEADS["piece"][:3]) / sum(LEADS["piece"])) < 2
    assert drawn_row("7", "Am", alphabet, noise) == rows[7]
    likely = confusions("Am", alphabet)
    assert likely["As"] == likely["Al"] > likely["Bm"] > likely["Bs"]


def test_reads_are_counted_by_their_lead() -> None:
    reads = [Read("a1", "As", False, best, 0.9999) for best in ("As", "Bs", ".")]
    piece = next(line for line in leads_of([reads]) if line.startswith("piece")).split("  ")
    assert [text.strip() for text in piece if ": " in text and not text.strip().startswith("0")] == ["3: 1 + 1"]


def test_it_is_counted_how_often_a_misread_piece_is_misread_again() -> None:
    found = [
        [Read("a1", "As", False, best, certainty) for best in ("Bs", *later)]
        for later, certainty in ((("Bs", "Bs"), 0.9999), (("As", "Bs"), 0.6))
    ]
    heading, doubtful, _, sure = table_of_again(found)
    assert heading.split()[-2:] == ["wrong", "right"]
    assert doubtful.split()[3:] == ["1", "1", "2", "1", "1"]
    assert sure.split()[3:] == ["1", "1", "2", "2", "0"]


def test_the_painted_board_turns_with_the_way_it_lies() -> None:
    table = sitting()
    _, tabletop = eye_for(table, tagged=False)
    contents = {**table.contents, "a1": "As"}
    upright, turned = tabletop.paint(contents, Lie()), tabletop.paint(contents, Lie(1))
    middle = tabletop.middles(tabletop.place(Lie(1)))["a1"].astype(int)
    assert (
        turned[middle[1], middle[0]] == upright[tuple(tabletop.middles(tabletop.place(Lie()))["a1"][::-1].astype(int))]
    ).all()
    assert not np.array_equal(upright, turned)


def test_how_a_pretended_reader_errs_is_counted_by_what_lay_there(capsys: pytest.CaptureFixture[str]) -> None:
    chosen = ["--game", "tabik", "--games", "1", "--plies", "6", "--list"]
    misreadings([*chosen, "--noise", "none"])
    lines = {
        line.partition(",")[0]: line.split() for line in capsys.readouterr().out.splitlines() if "as before" in line
    }
    assert set(lines) == {"empty", "stone", "no rod", "rod"}
    assert all(set(line[-4:-1]) == {"0.00"} for line in lines.values())


def test_a_mistake_is_sure_where_the_reader_is_and_counted_again_where_it_stays() -> None:
    right, wrong = Read("a1", ".", False, ".", 0.999), Read("b1", "As", False, "Bs", 0.995)
    lines = table_of([[right, wrong], [right, wrong], [right, Read("b1", "As", False, "As", 0.9)]])
    (piece,) = [line.split() for line in lines if line.startswith("piece")]
    assert piece[3:] == ["3", "333.33", "666.67", "666.67", "3.33", "1/2"]
    assert lines[-1] == "surely wrong: As→Bs 2"


def test_most_tables_are_read_better_than_the_average_one_and_a_few_much_worse() -> None:
    assert sum(TABLES) / len(TABLES) == 1
    assert NOISE["hard"].at(3.0).doubtful == 3 * NOISE["hard"].doubtful
