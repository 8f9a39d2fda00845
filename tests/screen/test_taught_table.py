"""Row A12: a table is taught from its pages, with what it does on cells that it did not learn from shown first."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from kiebitz.failure import Failure
from kiebitz.pictures.frame import Image
from kiebitz.pictures.profiles import load_profile
from kiebitz.pictures.teaching import layouts
from kiebitz.screen.live.asked import ask_of
from kiebitz.screen.views.taught_table import ENOUGH, KEEP, LAY_OUT, TaughtTable, kept_tables
from kits.tink import KIT
from simulator.table import Table
from tests.screen.browser import in_browser, write_film
from tests.screen.conftest import Served, filming

if TYPE_CHECKING:
    from playwright.sync_api import Playwright


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KIEBITZ_HOME", str(tmp_path))


@pytest.fixture(scope="module")
def table() -> Table:
    drawn = Table.draw(np.random.default_rng(5), kit=KIT, style="kit", size=(800, 600))
    return replace(drawn, scene=replace(drawn.scene, loose=()))


@pytest.fixture(scope="module")
def pictures(table: Table) -> list[Image]:
    """Return a picture of each layout."""
    return [table.picture(told, seed=number).image for number, told in enumerate(layouts(KIT, 2))]


def test_a12_a_table_is_taught_tested_kept_and_played_at(table: Table, pictures: list[Image]) -> None:
    taught = TaughtTable()
    first: Any = taught.begin("tink", None)
    assert (first["contents"], first["todo"], first["tested"]) == (layouts(KIT, 2)[0], LAY_OUT, "")
    assert first["words"]["Bm"] == "medium, seat B"
    seen: Any = taught.look(pictures[0])
    assert seen["tested"].startswith("Tested on 64 cells that it did not learn from: 0 wrong, ")
    assert (seen["pictures"], seen["contents"], seen["todo"]) == (1, layouts(KIT, 2)[1], KEEP)
    assert seen["colours"] == dict(table.scene.seats)
    assert taught.keep("kitchen") == {"name": "kitchen", "tables": [{"name": "kitchen", "game": "tink"}]}
    wanted = ask_of({"game": "tink", "profile": "kitchen"}).wanted()
    assert wanted is not None
    assert wanted.profile is not None
    assert wanted.colours == dict(table.scene.seats)


def test_a12_what_shows_something_else_teaches_nothing(pictures: list[Image]) -> None:
    taught = TaughtTable()
    with pytest.raises(Failure, match="say first which game's"):
        taught.look(pictures[0])
    taught.begin("tink", 2)
    with pytest.raises(Failure, match="the picture does not show what it should: see "):
        taught.look(pictures[1])
    with pytest.raises(Failure, match="no board found"):
        taught.look(np.full((480, 640, 3), 90, np.uint8))
    with pytest.raises(Failure, match="nothing is learned"):
        taught.keep("kitchen")
    assert kept_tables() == []


@pytest.mark.slow
@pytest.mark.thinned(0)
def test_a12_three_pictures_are_enough(pictures: list[Image]) -> None:
    taught = TaughtTable()
    taught.begin("tink", 2)
    *_, last = [taught.look(picture) for picture in pictures]
    assert (last["todo"], last["contents"]) == (ENOUGH, {})
    with pytest.raises(Failure, match="all pictures"):
        taught.look(pictures[0])


@pytest.mark.parametrize(("game", "words"), [("tabik", "nothing to learn"), ("tinker_tactics", "nothing to learn")])
def test_a12_games_without_pieces_of_seats_are_refused(game: str, words: str) -> None:
    with pytest.raises(Failure, match=words):
        TaughtTable().begin(game, None)


@in_browser
@pytest.mark.thinned(0)
def test_a12_a_phone_teaches_its_table(
    playwright: Playwright, served: Served, pictures: list[Image], tmp_path: Path
) -> None:
    film = tmp_path / "table.y4m"
    write_film(film, pictures[:1], each=2)
    with filming(playwright, film) as page:
        page.goto(f"{served.origin}/phone#{served.screen.tokens.camera}")
        page.get_by_role("button", name="Start camera").click()
        page.get_by_role("button", name="Stop camera").wait_for()
        page.get_by_role("button", name="Teach this table").click()
        panel = page.get_by_role("region", name="Teach this table")
        panel.get_by_role("button", name="Tink", exact=True).click()
        panel.get_by_text("Lay out these pieces").wait_for()
        assert panel.get_by_role("gridcell", name="a1, small, seat A").count() == 1
        panel.get_by_role("button", name="Look", exact=True).click()
        panel.get_by_text("Tested on 64 cells that it did not learn from: 0 wrong").wait_for()
        panel.get_by_label("Name of the table").fill("attic")
        panel.get_by_role("button", name="Keep this table").click()
        page.get_by_text("The table is kept as attic.").wait_for()
    assert load_profile("attic", "tink").game == "tink"
