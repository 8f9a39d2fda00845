"""Tables without pictures tell what painted ones tell, so that rows may stand for them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kiebitz.table.controls import Agree, TakeBack
from kiebitz.table.events import Event
from tests.kiebitz.painted import COLOURS
from tests.kiebitz.test_session import START, TINK
from tests.kiebitz.test_session import Watched as Painted
from tests.table.looks import Shown, Watched
from tests.table.rows import state_of


def told(events: list[Event]) -> list[tuple[str, dict[str, Any]]]:
    """Return what *events* say, without how certain it is and where the board lies."""
    beside = ("margin", "corners_px", "method", "error_px")
    return [(each.kind, {k: v for k, v in each.fields.items() if k not in beside}) for each in events]


@pytest.mark.parametrize("seed", range(4))
def test_a_painted_table_and_one_without_pictures_tell_the_same(seed: int) -> None:
    """Moves, slips, pieces taken off again, and what people say of them, in any order."""
    rng, position = random.Random(seed), START
    painted, plain = Painted(colours=COLOURS), Watched(state_of({"coloured": ""}))
    boards = [TINK.contents(position)]
    for _ in range(10):
        contents = boards[-1]
        match rng.random():
            case chance if chance < 0.7 and position.to_move:
                position = TINK.play(position, rng.choice([a for a in TINK.actions(position) if a[0] == "S"]))
                contents = TINK.contents(position)
                boards.append(contents)
            case chance if chance < 0.85:
                contents = {**contents, rng.choice([cell for cell in contents if contents[cell] == "."]): "Bl"}
            case _:
                said = rng.choice([Agree, TakeBack])()
                assert told(plain.take(said)) == told(painted.session.take(said))
        assert told(plain.take(Shown(contents))) == told(painted.show(contents))


@pytest.mark.parametrize("contents", [{"c3": "As", "d4": "Bs"}, {"e5": "Bm"}])
def test_so_they_do_in_film(contents: dict[str, str]) -> None:
    painted, plain = Painted(colours=COLOURS), Watched(state_of({"coloured": ""}))
    bare = TINK.contents(START)
    for board, seconds in ((bare, 1.0), ({**bare, **contents}, 2.5)):
        assert told(plain.take(Shown(board, for_s=seconds))) == told(painted.film(board, seconds))
