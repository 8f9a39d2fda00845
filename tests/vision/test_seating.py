"""Which seats play: pieces that look alike are one seat's, whatever each of them is called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from kits.colours import COLOURS
from vision.groups import Shades
from vision.seating import Seating, seatings

Look = Mapping[str, float]

PALE = [{"purple": 0.5, "clear": 0.3, "white": 0.2}, {"clear": 0.5, "purple": 0.4, "white": 0.1}]
RED, YELLOW, GREEN = {"red": 0.97}, {"yellow": 0.97}, {"green": 0.97}


def seated(cells: Sequence[tuple[float, Look]], **how: Any) -> tuple[list[Seating], float]:
    """Return the seatings of *cells*: how likely each holds a piece, and what its colour is called.

    Their shades differ as their names do.
    """
    piece = np.array([share for share, _ in cells])
    hue = np.array([[look.get(name, 0.0) for name in COLOURS] for _, look in cells]) + 1e-3
    hue /= hue.sum(axis=1, keepdims=True)
    told: dict[str, Any] = {
        "shade": Shades(np.sqrt(1 - 0.7**2) * np.log(hue + 0.01), np.zeros_like(hue), np.ones(len(cells))),
        "kinds": np.ones((len(cells), 1)),
        "seats": None,
        "given": (),
        "favoured": (),
        "most_seats": 4,
        "stock": (10,),
    }
    return seatings(piece, hue, **(told | how))


def groups(found: Seating, count: int) -> list[int]:
    return [int(seat) for seat in found.owner[:count].argmax(axis=1)]


def test_pieces_that_are_alike_are_one_seats_whatever_they_are_called() -> None:
    pale = [(0.99, PALE[number % 2]) for number in range(6)]
    best = seated([(0.99, RED)] * 5 + pale)[0][0]
    assert len(best.colours) == 2
    assert groups(best, 11) == [0] * 5 + [1] * 6


def test_an_odd_piece_does_not_make_red_and_orange_one_seat() -> None:
    """It differs more from its fellows than red does from orange in warm light, where all are called orange."""
    reds = [(0.99, {"red": share, "orange": 1 - share}) for share in (0.4, 0.3, 0.5, 0.35, 0.45, 0.3)]
    oranges = [(0.99, {"red": share, "orange": 1 - share}) for share in (0.0, 0.01, 0.0, 0.02, 0.0, 0.01)]
    odd = [(0.99, {"green": 0.5, "white": 0.3, "yellow": 0.2})]
    best = seated(reds + oranges + [(0.99, GREEN)] * 6 + odd)[0][0]
    assert best.colours == ("red", "green", "orange")
    assert groups(best, 18) == [0] * 6 + [2] * 6 + [1] * 6


def test_pieces_of_one_name_and_two_shades_are_two_seats() -> None:
    """Dark blue and black, in dim light: both are called black."""
    dark = {"black": 0.9, "blue": 0.1}
    places = np.zeros((10, 8))
    places[5:, 3] = 4.0
    shade = Shades(places, np.zeros((10, len(COLOURS))), np.ones(10))
    assert len(seated([(0.99, dark)] * 10)[0][0].colours) == 1
    best = seated([(0.99, dark)] * 10, shade=shade)[0][0]
    assert len(best.colours) == 2
    first, second = groups(best, 10)[0], groups(best, 10)[-1]
    assert groups(best, 10) == [first] * 5 + [second] * 5


def test_seats_have_about_as_many_pieces_of_each_kind() -> None:
    """Yellow coins that look a little purple belong to the yellow pawns, for who has only coins, and who none?"""
    kinds = np.eye(2)[[0] * 4 + [1] * 4 + [0] * 4 + [1] * 4]
    coins, pawns = {"purple": 0.5, "yellow": 0.5}, {"yellow": 0.97}
    cells = [(0.99, RED)] * 8 + [(0.99, coins)] * 4 + [(0.99, pawns)] * 4
    known = {"stock": (5, 5), "kinds": kinds}
    assert len(seated(cells, **known)[0][0].colours) == 2
    assert len(seated(cells, **(known | {"kinds": np.full((16, 2), 0.5)}))[0][0].colours) == 3


def test_bare_cells_that_are_taken_for_pieces_found_no_seat() -> None:
    """Sixteen printed circles, some of them thought to be pieces, look like those that are not."""
    circles = [(share, {"black": 0.9}) for share in (0.85, 0.6, 0.4, 0.3, *[0.01] * 12)]
    best = seated([(0.99, RED)] * 4 + [(0.99, YELLOW)] * 4 + circles)[0][0]
    assert best.colours == ("red", "yellow")


def test_given_colours_name_whole_groups() -> None:
    """In warm light red looks orange and yellow too, yet less so than the yellow pieces."""
    warm_red, warm_yellow = {"orange": 0.8, "red": 0.15}, {"yellow": 0.6, "orange": 0.4}
    found, _ = seated([(0.99, warm_red)] * 4 + [(0.99, warm_yellow)] * 4, given=("yellow", "red"))
    assert found[0].colours == ("yellow", "red")
    assert groups(found[0], 8) == [1] * 4 + [0] * 4
    assert found[0].share > 0.9


def test_wood_silver_and_pink_are_names_for_who_says_so() -> None:
    """Bare wood is taken for orange, or yellow, or white, but the yellow pieces more surely for yellow."""
    wood, yellow = {"orange": 0.4, "yellow": 0.35, "white": 0.2}, {"yellow": 0.6, "orange": 0.3}
    cells = [(0.99, wood)] * 4 + [(0.99, yellow)] * 4 + [(0.99, {"red": 0.7, "purple": 0.3})] * 4
    best = seated(cells, given=("natural", "pink", "yellow"))[0][0]
    assert best.colours == ("natural", "pink", "yellow")
    assert groups(best, 12) == [0] * 4 + [2] * 4 + [1] * 4
    assert set(seated(cells)[0][0].colours) <= set(COLOURS)


def test_an_empty_board_seats_nobody() -> None:
    found, _ = seated([(0.0, {"white": 0.9})] * 9)
    assert found[0].colours == ()
    assert found[0].owner.shape == (9, 0)
    found, _ = seated([(0.0, {"white": 0.9})] * 9, seats=2)
    assert found[0].colours == (None, None)
    np.testing.assert_allclose(found[0].owner, 0.5)


def test_what_the_network_that_compares_pieces_calls_them_decides_a_doubtful_name() -> None:
    doubtful = [(0.99, {"yellow": 0.5, "orange": 0.5})] * 4
    names = np.zeros((8, len(COLOURS)))
    names[4:, COLOURS.index("orange")] = 4.0
    shade = Shades(np.zeros((8, 8)), names, np.ones(8))
    assert seated([(0.99, GREEN)] * 4 + doubtful)[0][0].colours == ("yellow", "green")
    assert seated([(0.99, GREEN)] * 4 + doubtful, shade=shade)[0][0].colours == ("green", "orange")


def test_white_is_told_from_clear_by_what_stands_on_dark_cells() -> None:
    """White pieces on pale cells are called clear in soft light, and nothing shines through those on dark ones."""
    clearly, whitish = {"clear": 0.9, "white": 0.1}, {"clear": 0.3, "white": 0.7}

    def called(greens: list[float], pale: list[float], dark: list[float]) -> set[str | None]:
        cells = [(0.99, GREEN)] * len(greens) + [(0.99, clearly)] * len(pale) + [(0.99, whitish)] * len(dark)
        names = np.log([[hue.get(name, 0.001) for name in COLOURS] for _, hue in cells])
        shade = Shades(np.zeros((len(cells), 8)), names, np.array([*greens, *pale, *dark]))
        return set(seated(cells, shade=shade)[0][0].colours)

    assert called([0.9] * 4, [0.9] * 3, [0.2] * 2) == {"green", "white"}
    assert called([0.9] * 4, [0.9] * 3, [0.9] * 2) == {"green", "clear"}, "all cells are alike, and all tell"
    assert called([0.9, 0.9, 0.2, 0.2], [0.9] * 3, []) == {"green", "white"}, "none stands on the dark cells there are"


def test_pieces_that_may_all_be_the_kits_own_are_called_so() -> None:
    """In orange light red is called orange; on the kit's own board it is its red."""
    reddish = {"red": 0.12, "orange": 0.88}
    cells = [(0.99, reddish)] * 2 + [(0.99, YELLOW)] * 4 + [(0.99, GREEN)] * 4
    inks = ("red", "yellow", "green", "blue")
    assert seated(cells)[0][0].colours == ("yellow", "green", "orange")
    assert seated(cells, favoured=inks)[0][0].colours == ("red", "yellow", "green")
    plainly = [(0.99, {"red": 0.01, "orange": 0.99})] * 2 + cells[2:]
    assert seated(plainly, favoured=inks)[0][0].colours == ("yellow", "green", "orange")


def four_colours(counts: Sequence[int]) -> list[tuple[float, Look]]:
    """Return cells with these numbers of red, yellow, green and blue pieces."""
    looks = (RED, YELLOW, GREEN, {"blue": 0.97})
    return [(0.99, look) for look, count in zip(looks, counts, strict=True) for _ in range(count)]


def test_a_seat_has_the_pieces_of_all_its_colours() -> None:
    found, lead = seated(four_colours((3, 2, 3, 2)), given=("red+blue", "yellow+green"))
    assert found[0].colours == ("red+blue", "yellow+green")
    assert groups(found[0], 10) == [0, 0, 0, 1, 1, 1, 1, 1, 0, 0]
    assert lead > 3
    assert seated(four_colours((3, 0, 3, 2)), given=("red+blue", "yellow+green"))[0][0].colours[1] == "yellow+green"


def test_two_colours_of_one_seat_need_not_have_as_many_pieces_each() -> None:
    found, _ = seated(four_colours((6, 1, 1, 6)), given=("red+yellow", "green+blue"))
    assert groups(found[0], 14) == [0] * 7 + [1] * 7


def test_more_colours_than_players_are_given_out_as_far_as_the_stock_tells() -> None:
    told = {"seats": 2, "sharing": True, "stock": (5,)}
    clear, lead = seated(four_colours((3, 2, 3, 2)), **told)
    assert {one.colours for one in clear[:2]} == {("red+yellow", "green+blue"), ("red+blue", "yellow+green")}
    assert clear[0].share == pytest.approx(clear[1].share)
    assert lead < 1
    alone, lead = seated(four_colours((5, 3, 2, 0)), **told)
    assert alone[0].colours == ("red", "yellow+green")
    assert lead > 3
    assert all("+" not in str(one.colours) for one in seated(four_colours((3, 2, 3, 2)), seats=2)[0])


def test_players_with_one_colour_each_are_not_given_more() -> None:
    warm = {"red": 0.6, "orange": 0.3}
    found, _ = seated([(0.99, RED)] * 3 + [(0.99, warm)] + [(0.99, GREEN)] * 4, seats=2, sharing=True)
    assert found[0].colours == ("red", "green")


MEN = [(0.5, {"white": 0.97})] * 5 + [(0.45, {"black": 0.97})] * 5
"""Chessmen: perhaps pieces, by their looks."""
THING = {"thing": np.array([0.001] * 12 + [0.45] * 10)}
REAL = [(0.999, RED)] * 4 + [(0.999, {"red": 0.3, "orange": 0.7})] * 4 + [(0.999, GREEN)] * 4


def test_strangers_make_no_two_seats_one() -> None:
    best = seated([*REAL, *MEN], **THING, seats=3)[0][0]
    assert len({*groups(best, 4)}) == len({*groups(best, 12)[4:8]}) == len({*groups(best, 12)[8:]}) == 1
    assert len({*groups(best, 12)}) == 3
    assert best.strange[:12].max() < 0.2
    assert best.strange[12:].min() > 0.2


def test_seats_with_many_pieces_beyond_doubt_are_no_strangers() -> None:
    seats = [(0.99, {name: 0.97}) for name in COLOURS[:4] for _ in range(6)]
    best = seated(seats, thing=np.full(24, 0.005))[0][0]
    assert len(best.colours) == 4
    assert best.strange.max() < 0.05
