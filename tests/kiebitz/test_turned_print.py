"""A printed board that is turned, moved or carried away between two pictures is known again by its tags."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from calibration.orientation import turned
from kiebitz.eye.seer import Seer
from kiebitz.pictures.frame import Frame
from kiebitz.watching.referee import Referee
from kits.tink import KIT
from simulator.backdrop import backdrop
from simulator.table import Table
from tests.kiebitz.refereeing import refereed
from tests.kiebitz.test_session import TINK, after

MOVES = ("Sf3", "Sf4", "Sc7", "Sh8", "Sh6")
COLOURS = {"A": "red", "B": "blue"}


@cache
def upright() -> Table:
    rng = np.random.default_rng(4)
    return Table.draw(rng, kit=KIT, style="kit", tier="easy", colours=COLOURS, size=(960, 720))


def lying(quarters: int, *, by_mm: float) -> Table:
    """Return the table with its board turned by *quarters*, *by_mm* further to the right."""
    view = turned(upright().scene.view, quarters)
    scene = replace(upright().scene, view=replace(view, t=view.t.reshape(3) + np.array([by_mm, 0.0, 0.0])))
    return replace(upright(), scene=scene, backdrop=backdrop(scene))


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    "places",
    [((0, 3000.0), (3, -9.0)), ((1, 0.0),), ((2, 12.0),)],
    ids=["carried away and brought back turned", "turned", "moved and turned"],
)
def test_a_printed_board_is_followed_by_its_tags(places: tuple[tuple[int, float], ...]) -> None:
    tables = [lying(quarters, by_mm=by_mm) for quarters, by_mm in places]
    session: Referee[Any] = refereed(
        TINK, Seer(KIT, players=2), TINK.options(), positions=[after(*MOVES)], colours=COLOURS
    )
    numbers: Iterator[int] = iter(range(99))
    told: list[str] = []

    def show(table: Table, *moves: str) -> None:
        number = next(numbers)
        image = table.picture(TINK.contents(after(*moves)), seed=number).image
        told.extend(event.kind for event in session.take(Frame(image, number, float(number), own_moment=True)))

    show(upright(), *MOVES)
    for table in tables:
        show(table, *MOVES)
    show(tables[-1], *MOVES, "Sg7")
    show(tables[-1], *MOVES, "Sg7", "Sb2")
    assert session.state.position == after(*MOVES, "Sg7", "Sb2")
    assert not {"illegal", "unsure", "takeback"} & set(told)
