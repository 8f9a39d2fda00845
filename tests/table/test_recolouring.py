"""Which colour each seat plays once people have said some of them."""

from __future__ import annotations

import pytest

from kiebitz.judging.seat_colours import recoloured


def test_pieces_that_belong_to_nobody_have_no_players_colours() -> None:
    with pytest.raises(ValueError, match="belong to no seat"):
        recoloured({}, {"A": "red"}, "")


@pytest.mark.parametrize(
    ("known", "said", "now"),
    [
        ({"A": "red"}, {"B": "red"}, {"B": "red"}),
        ({"A": "red", "B": "blue"}, {"B": "red"}, {"A": "blue", "B": "red"}),
        ({"A": "red", "B": "blue"}, {"B": "green"}, {"A": "red", "B": "green"}),
        ({"A": "red", "B": "blue", "C": "green"}, {"A": "blue", "B": "green"}, {"A": "blue", "B": "green", "C": "red"}),
    ],
)
def test_a_seat_whose_colour_is_taken_gets_the_one_that_is_free(
    known: dict[str, str], said: dict[str, str], now: dict[str, str]
) -> None:
    assert recoloured(known, said, "ABC") == now
