"""With which position a game may begin: what must be so is evidence."""

from __future__ import annotations

import pytest

from core.games import find
from core.reading import EMPTY, Reading, piece_of
from kiebitz.judging.evidence import turned_reading, without
from kiebitz.judging.reveal import turned_home
from kiebitz.judging.starts import (
    likeliest,
    perhaps_bare,
    with_anything,
)
from tests.table.looks import plans_of

TINKER, TINK = find("tinker_tactics"), find("tink")
PAIR = TINKER.options.of({})
DEALT = TINKER.deal(PAIR, 3)  # type: ignore[attr-defined]
HOMES = TINKER.homes(PAIR)  # type: ignore[attr-defined]


def read(contents: dict[str, str], **doubts: dict[str, float]) -> Reading:
    exact = Reading.exact(contents, TINKER.alphabet(DEALT), 12.0)
    rows = {cell: {text: row.get(text, -12.0) for text in TINKER.alphabet(DEALT)} for cell, row in doubts.items()}
    return Reading({**exact.cells, **rows})


def misread_d4() -> tuple[dict[str, str], str, str]:
    """Return the board that was dealt, the cell of a d4, and what it would be if it showed one more or less."""
    contents = dict(TINKER.contents(DEALT))
    cell = next(cell for cell, text in contents.items() if text[1:2] == "4")
    shown = int(contents[cell][-1])
    return contents, cell, f"{contents[cell][:-1]}{shown - 1 if shown > 1 else shown + 1}"


@pytest.mark.parametrize(("place", "wrong"), [("a3-b3", EMPTY), ("c3", "b")])
def test_what_rods_join_tells_a_rod_or_a_stone_that_was_misread(place: str, wrong: str) -> None:
    tabik = find("tabik")
    position = tabik.parse_position("4/bwwb/4/4 a3-b3,c3-d3 B 2", tabik.options.of({"board_size": 4}))
    contents = tabik.contents(position)
    exact = Reading.exact(contents, tabik.alphabet(position), 12.0)
    row = {**dict.fromkeys(exact.cells[place], -12.0), contents[place]: -6.0, wrong: 0.0}
    assert likeliest(tabik, Reading({**exact.cells, place: row}), position.options).contents == contents


def test_a_die_off_its_board_is_not_explained_away_by_reading_another_die_otherwise() -> None:
    text = "2 A4a1=3,A6c2=4,A8c3=4,A6d1=2,A4d2=2,B6b4=6,B4c4=2,B4c5=3,B6d4=3,B8a2=1 A 0"
    contents = dict(TINKER.contents(TINKER.parse_position(text, PAIR)))
    seen = likeliest(TINKER, read(contents, c2={"A6=4": 0.0, "A6=3": -3.0}), PAIR)
    assert seen.contents["c2"] == "A6=4"


def test_dice_that_may_both_be_others_stay_open_where_the_totals_agree_as_well() -> None:
    contents = dict(TINKER.contents(DEALT))
    one, other = next(
        (one, other)
        for one, first in contents.items()
        for other, second in contents.items()
        if first[:2] == second[:2] == "A6" and one != other and first[-1] not in "16" and second[-1] not in "16"
    )
    others = {cell: f"{contents[cell][:-1]}{int(contents[cell][-1]) + by}" for cell, by in ((one, 1), (other, -1))}
    doubts = {cell: {contents[cell]: 0.0, text: -2.0} for cell, text in others.items()}
    seen = likeliest(TINKER, read(contents, **doubts), PAIR)
    assert [guess.contents for guess in seen.guesses] == [contents, {**contents, **others}]
    assert seen.unsure == ()


def test_a_board_that_lacks_a_die_is_less_likely_than_a_set_up() -> None:
    contents, cell, _ = misread_d4()
    seen = likeliest(TINKER, read(contents, **{cell: {".": 0.0, contents[cell]: -2.5}}), PAIR)
    assert seen.contents == contents
    assert [guess.contents[cell] for guess in seen.guesses] == [contents[cell], "."]


def test_a_die_on_the_other_board_is_asked_about_where_a_doubtful_die_makes_the_totals_differ() -> None:
    contents, cell, wrong = misread_d4()
    shifted = next(c for c, text in contents.items() if text[:2] == "B8")
    away = next(c for c, text in contents.items() if text == "." and HOMES[c] == "A")
    contents |= {shifted: ".", away: contents[shifted]}
    seen = likeliest(TINKER, read(contents, **{cell: {wrong: 0.0, contents[cell]: -0.9}}), PAIR)
    assert seen.contents == contents
    assert (seen.may_be_misread, seen.unsure) == (True, (cell,))
    assert [guess.contents[cell] for guess in seen.guesses[:2]] == [contents[cell], wrong]
    plain = likeliest(TINKER, read({**contents, cell: wrong}), PAIR)
    assert plain.contents[cell] == wrong  # dice that are read clearly show a game that has begun
    assert not plain.may_be_misread


def test_several_misread_dice_are_told_by_the_set_up_though_others_are_in_doubt() -> None:
    contents = dict(TINKER.contents(DEALT))
    one, other = (cell for cell, text in contents.items() if text[:2] == "B4")
    third = next(cell for cell, text in contents.items() if text[:2] == "A8")
    wrong = f"A8={1 + int(contents[third][-1]) % 8}"
    doubts = {one: "B8=6", other: f"A{contents[other][1:]}", third: wrong}
    rows = {
        cell: {text: 0.0, contents[cell]: nats}
        for (cell, text), nats in zip(doubts.items(), (-3.2, -1.2, -1.9), strict=True)
    }
    reading = read(contents, **rows)
    assert all(reading.best(cell) == text for cell, text in doubts.items())
    assert likeliest(TINKER, reading, PAIR).contents == contents


def test_dice_that_stand_at_home_on_a_board_seen_from_its_other_side_tell_so() -> None:
    (plan,), contents = plans_of(TINKER.name, PAIR), dict(TINKER.contents(DEALT))
    turned = turned_home(TINKER, turned_reading(read(contents), 2, plan), 10, plan, PAIR)  # type: ignore[arg-type]
    assert turned is not None
    assert turned.contents == contents
    for seen, dealt in ((turned, 10), (turned_reading(read(contents), 2, plan), 12)):  # few are left of twelve
        assert turned_home(TINKER, seen, dealt, plan, PAIR) is None  # type: ignore[arg-type]


def stained(nats: float) -> Reading:
    """Return the reading of a bare board on which pieces are read on four cells, each a little likelier than none."""
    bare = dict(TINK.contents(TINK.start(TINK.options())))
    exact = Reading.exact(bare, TINK.alphabet(TINK.start(TINK.options())), 12.0)
    rows = {cell: {**exact.cells[cell], "As": 0.0, EMPTY: -nats} for cell in ("a3", "c1", "c5", "g7")}
    return Reading({**exact.cells, **rows})


@pytest.mark.parametrize(("nats", "bare_first"), [(3.0, True), (4.6, False)])
def test_several_doubtful_pieces_on_a_bare_board_may_be_stains(nats: float, bare_first: bool) -> None:
    seen = perhaps_bare(TINK, stained(nats), TINK.options())
    assert seen is not None
    assert (seen.contents["a3"] == EMPTY) == bare_first
    assert {guess.contents["a3"] for guess in seen.guesses} == {EMPTY, "As"}
    assert seen.unsure == ("a3", "c1", "c5", "g7")


@pytest.mark.parametrize("rods", [["d4-e4"], ["d4-e4", "a1-b1", "a2-a3", "c5-d5"]])
def test_rods_without_stones_are_no_game_that_goes_on(rods: list[str]) -> None:
    tabik = find("tabik")
    start = tabik.start(tabik.options.of({"board_size": 5}))
    reading = Reading.exact({**tabik.contents(start), **dict.fromkeys(rods, "rod")}, tabik.alphabet(start), 12.0)
    seen = perhaps_bare(tabik, reading, start.options)
    assert seen is not None
    assert [guess.contents for guess in seen.guesses] == [tabik.contents(start)]


def test_the_set_up_tells_what_is_on_a_cell_out_of_sight() -> None:
    contents = dict(TINKER.contents(DEALT))
    for there in ("A6", "."):
        hidden = next(cell for cell, text in contents.items() if text.startswith(there))
        evidence = with_anything(without(read(contents), frozenset([hidden])), {"."})
        assert likeliest(TINKER, evidence, PAIR).contents == contents


def test_every_way_round_is_kept_of_two_dice_out_of_sight() -> None:
    contents = dict(TINKER.contents(DEALT))
    hidden = [next(cell for cell, text in contents.items() if text[:2] == piece) for piece in ("A4", "A8")]
    seen = without(read(contents), frozenset(hidden))
    plain = {piece_of(text) for text in seen.contents.values()} - {"A4"}
    guesses = likeliest(TINKER, with_anything(seen, plain), PAIR).guesses
    turned = {**contents, hidden[0]: contents[hidden[1]], hidden[1]: contents[hidden[0]]}
    assert contents in [guess.contents for guess in guesses]
    assert turned in [guess.contents for guess in guesses]
    assert likeliest(TINKER, with_anything(seen, plain), PAIR).unsure == tuple(sorted(hidden))
