"""A phone measures its lens with the printed target, and a table is taught, step by step (row A12)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, Playwright, expect

from kiebitz.failure import Failure
from kiebitz.pictures.frame import Image
from kiebitz.pictures.profiles import load_profile
from kiebitz.pictures.teaching import layouts
from kiebitz.screen.live.asked import ask_of
from kiebitz.screen.views.lens import HOLD, SHOW, Lens, in_corner, in_middle, kept_cameras, tilted
from kiebitz.screen.views.taught_table import ENOUGH, KEEP, LAY_OUT, TaughtTable, kept_tables
from kits.tink import KIT
from simulator.table import Table
from tests.calibration.patterns import lens, photographed, target_sheet
from tests.screen.browser import in_browser, write_film
from tests.screen.conftest import Served, filming
from tests.screen.test_pages import check

CAMERA = lens(focal=620.0, size=(800, 600))
SPEAKING = """() => {
    window.told = [];
    speechSynthesis.getVoices = () => [{ lang: "en-GB" }];
    speechSynthesis.speak = (words) => told.push(words.text);
}"""
"""Notes what is spoken."""
NOTHING = np.full((600, 800, 3), 90, np.uint8)


@cache
def views() -> list[Image]:
    return [np.dstack([photographed(target_sheet(), CAMERA, number)] * 3) for number in range(8)]


@pytest.fixture(scope="module")
def measured() -> Lens:
    """Return a lens after all views, each seen twice."""
    found = Lens()
    for view in views():
        found.take(view)
        found.take(view)
    return found


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keep lenses and tables in a folder that goes away."""
    monkeypatch.setenv("KIEBITZ_HOME", str(tmp_path))


def test_a_view_is_kept_once_and_only_where_the_sheet_lies_still() -> None:
    found = Lens()
    assert found.take(NOTHING)["todo"] == SHOW
    assert (found.take(views()[0])["todo"], found.take(views()[1])["todo"]) == (HOLD, HOLD)
    assert found.take(views()[1])["views"] == 1
    assert found.take(views()[1])["views"] == 1
    assert found.begin()["views"] == 0


def test_an_outline_shows_where_the_sheet_is_wanted_until_the_lens_is_known() -> None:
    found = Lens()
    assert found.begin()["pose"] is None
    assert found.take(NOTHING)["pose"] == in_middle((800, 600))
    found.take(views()[0])
    second: dict[str, Any] = found.take(views()[0])
    asked = [in_corner((800, 600), x, y) for x, y in product((0, 1), repeat=2)]
    assert second["pose"] in asked
    assert second["todo"].startswith("Now bring the sheet to the ")
    assert (second["verdict"], np.shape(second["seen"])) == ("redo", (4, 2))


@pytest.mark.parametrize("size", [(1280, 960), (960, 1280), (1920, 1080)])
def test_the_outline_is_shaped_like_the_sheet_and_leans_to_each_side_in_turn(size: tuple[int, int]) -> None:
    across, down = np.ptp(np.array(in_middle(size)) * size, axis=0)
    assert max(across, down) / min(across, down) == pytest.approx(9 / 7)
    assert (across > down) == (size[0] > size[1])
    leaning = [np.array(tilted(size, number)) * size for number in range(4)]
    shortest = [int(np.argmin(np.linalg.norm(np.roll(one, -1, axis=0) - one, axis=1))) for one in leaning]
    assert shortest == [0, 1, 2, 3]


def test_a_lens_that_was_measured_is_kept_and_taken_for_pictures_of_its_shape(measured: Lens) -> None:
    standing = measured.take(views()[-1])
    assert standing["views"] == len(views()) - 1, "two of them are nearly alike"
    assert standing["verdict"] in ("usable", "good")
    assert measured.keep("kitchen") == {"name": "kitchen", "cameras": ["kitchen"]}
    ask = ask_of({"game": "tink", "lens": "kitchen"})
    wanted = ask.wanted()
    assert wanted is not None
    assert wanted.camera is not None
    assert wanted.camera.K[0, 0] == pytest.approx(620.0, rel=0.01)
    ask.check_lens(NOTHING)
    with pytest.raises(Failure, match="other proportions"):
        ask.check_lens(np.zeros((800, 600, 3), np.uint8))
    replace(ask, lens=None).check_lens(np.zeros((800, 600, 3), np.uint8))


@pytest.mark.parametrize("name", ["", "../up", "a/b", ".hidden"])
def test_a_lens_has_a_plain_name(measured: Lens, name: str) -> None:
    with pytest.raises(Failure, match="plain name"):
        measured.keep(name)
    assert kept_cameras() == []


def test_a_lens_that_is_not_known_is_not_kept() -> None:
    with pytest.raises(Failure, match="not known well enough"):
        Lens().keep("phone")


@pytest.fixture
def phone(playwright: Playwright, served: Served, tmp_path: Path) -> Iterator[Page]:
    """Return the camera page of a phone that sees one view of the target after another."""
    film = tmp_path / "target.y4m"
    write_film(film, views()[:5], each=2)
    with filming(playwright, film) as page:
        page.goto(f"{served.origin}/phone#{served.screen.tokens.camera}")
        yield page


@in_browser
@pytest.mark.thinned(0)
def test_a_phone_measures_its_lens_by_itself(phone: Page, served: Served) -> None:
    phone.get_by_role("button", name="Start camera").click()
    phone.get_by_role("button", name="Measure the lens").click()
    panel = phone.get_by_role("region", name="Measure the lens")
    phone.locator(".ghost").wait_for(state="attached")
    with phone.expect_download() as saved:
        panel.get_by_role("button", name="Target on A4").click()
    assert Path(saved.value.path()).read_bytes().startswith(b"%PDF-")
    panel.get_by_role("button", name="Speak").click()
    phone.evaluate(SPEAKING)
    expect(panel).to_contain_text(re.compile(r"[4-8] / 8"))
    phone.wait_for_function("told.some((text) => /of 8\\. Now /.test(text))")
    check(phone)
    panel.get_by_label("Its name").fill("of a phone")
    panel.get_by_role("button", name="Keep this lens").click()
    expect(phone.get_by_text("The lens is kept as of a phone.")).to_be_visible()
    with served.client() as client:
        assert client.get("lens").json() == {"cameras": ["of a phone"]}


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
