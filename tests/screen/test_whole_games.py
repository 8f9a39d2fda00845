"""A whole game of each kind before a camera, seen on the page: a broken rule, its repair, a correction, a take-back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from core.game import Game
from core.games import find
from core.reading import EMPTY
from core.verdict import Refused
from kiebitz.archive.kept import file_of
from kiebitz.archive.recorded import load
from kiebitz.watching.scripts import Script
from tests.screen.browser import IN_BROWSER
from tests.screen.conftest import Served, new_page, told
from tests.screen.tabletop import Phone, phone_over, table_of

pytestmark = IN_BROWSER
SMALL = (960, 720)


@dataclass(frozen=True)
class Course:
    """A game, and what goes wrong in it. The first action is taken back and played again."""

    script: Script
    broken: tuple[int, dict[str, str]]
    """Before the action of this index somebody changes the board so, breaking a rule."""
    missed: tuple[int, str]
    """Of the action of this index the camera does not see what comes on this cell; people say it."""


LINE = ("Sc3", "Sc4", "Sd3", "Sd4", "Se3", "Se4", "Sf3")
COURSES = [
    Course(Script(LINE, game="tink", size=SMALL), (3, {"c5": "Bm", "c6": "Bm"}), (4, "e3")),
    Course(Script(LINE, game="tingle", surface="linen", size=SMALL), (3, {"c5": "Bm", "c6": "Bm"}), (4, "e3")),
    Course(
        Script(("Se5", "Se8", "Sf5", "Sf8", "Sg5", "Sg8", "Sh5"), game="ting", surface="slate"),
        (3, {"c8": "Bm", "c9": "Bm"}), (4, "g5"),
    ),
    Course(
        Script(
            ("a3+a2", "d1xd2", "b4xb5", "d3xd4", "d4xd5"), {"board_size": 5}, game="tabik", size=SMALL,
            start="wb1wb/1wbw1/1b1bw/2wb1/wb1wb a1-b1,a5-b5,b3-b4,c2-d2,c4-d4,d1-e1,d3-e3,d5-e5 B 8",
        ),
        (2, {"c2-d2": "."}), (1, "d1-d2"),
    ),
    Course(
        Script(
            ("d5>b5", "b4>c5", "b5>c3", "c5>c1", "d1>d2"), {"players": 2}, game="tinker_tactics", elevation_deg=66,
            start="2 A4a1=3,A8c4=3,A6d1=2,A6d5=4,B6b4=5,B4c2=2,B4c5=1,B6d3=1 A 4",
        ),
        (2, {"b5": ".", "a2": "A6=3"}), (3, "c1"),
    ),
]  # fmt: skip


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    """Return a page on which a game is followed; it asks nobody else, and nothing in it fails."""
    complaints: list[str] = []
    with new_page(browser, viewport={"width": 820, "height": 1180}) as fresh:
        fresh.on("pageerror", lambda fault: complaints.append(str(fault)))
        fresh.on("request", lambda asked: None if served.origin in asked.url else complaints.append(asked.url))
        fresh.goto(served.screen.address())
        yield fresh
    assert complaints == []


@pytest.mark.thinned(0)
@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.script.game)
def test_a_whole_game_is_refereed_before_everybodys_eyes(page: Page, served: Served, course: Course) -> None:
    script = course.script
    game = find(script.game)
    with served.client() as client, phone_over(client, table_of(script)) as phone:
        asked = {"game": script.game, "options": dict(script.rules)}
        client.post("tables", json=asked).raise_for_status()
        player = Player(page, phone, course)
        positions = player.plays()
        expect(page.locator(".turn.result")).to_have_text(re.compile("wins"))
        assert set(phone.codes) <= {202, 429}
        state = client.get("state").json()
    assert state["phase"] == "over"
    assert state["contents"] == lying(game, positions[-1])
    events = told(served, 0, until="result")
    assert [event["n"] for event in events] == list(range(1, len(events) + 1))
    happened = [event["event"] for event in events]
    assert "illegal" in happened
    assert [happened.count(kind) for kind in ("repaired", "takeback", "result")] == [1, 1, 1]
    assert happened.count("move") == len(script.actions) + 1
    kept = load(file_of(state["journal"]))
    assert lying(game, kept.positions[-1]) == lying(game, positions[-1])
    assert [dict(line) for line in kept.events if "n" in line][: len(events)] == events


def lying(game: Game[Any], position: Any) -> dict[str, str]:
    """Return the cells that hold something, and what."""
    return {cell: content for cell, content in game.contents(position).items() if content != EMPTY}


class Player:
    """Plays a course at a table that is watched by *phone*, and looks at *page*."""

    def __init__(self, page: Page, phone: Phone, course: Course) -> None:
        self.page, self.phone, self.course = page, phone, course
        self.game = find(course.script.game)

    def plays(self) -> list[Any]:
        """Play all of it and return the positions."""
        script = self.course.script
        position = (
            self.game.parse_position(script.start, script.options) if script.start else self.game.start(script.options)
        )
        positions = [position]
        self.phone.show(self.game.contents(position))
        expect(self.page.locator("#turn")).to_have_text(re.compile("to move"))
        for number, action in enumerate(script.actions):
            before, position = self.game.contents(position), self.game.play(position, action)
            positions.append(position)
            if number == self.course.broken[0]:
                self.breaks_a_rule(positions[-2])
            if number == self.course.missed[0]:
                self.says_what_was_missed(before, self.game.contents(position))
            self.phone.show(self.game.contents(position))
            self.sees(number + 1, action)
            if number == self.course.missed[0]:
                self.phone.wait()
            if number == 0:
                self.takes_back(before)
                self.phone.show(self.game.contents(position))
                self.sees(1, action)
        return positions

    def sees(self, ply: int, action: str) -> None:
        expect(self.page.locator(".score li")).to_have_count(ply)
        expect(self.page.locator(".score li").last).to_contain_text(action)

    def breaks_a_rule(self, position: Any) -> None:
        _, change = self.course.broken
        before = self.game.contents(position)
        assert isinstance(self.game.diagnose(position, {**before, **change}), Refused)
        alert = self.page.locator("[role=alert][data-kind=illegal]")
        self.phone.show({**before, **change})
        expect(alert.get_by_role("link")).to_have_text(re.compile(r"^\w+-\d+$"))
        expect(self.page.get_by_role("gridcell", name=re.compile("wrong"))).not_to_have_count(0)
        self.phone.show(before)
        expect(alert).to_have_count(0)

    def says_what_was_missed(self, before: Any, after: Any) -> None:
        _, cell = self.course.missed
        seen = {**after, cell: before[cell]}
        self.phone.show(seen)
        if seen != before:
            self.page.locator("[role=alert]:not(:empty)").wait_for()
        words = self.words(after[cell])
        self.page.get_by_role("button", name="Correct").click()
        self.page.get_by_role("gridcell", name=re.compile(f"^{cell}, ")).click()
        dialog = self.page.get_by_role("dialog", name=f"What is on {cell}?")
        dialog.get_by_role("button", name=words, exact=True).click()

    def words(self, content: str) -> str:
        state = self.phone.client.get("state").json()
        return str(state["words"][content])

    def takes_back(self, before: Any) -> None:
        self.page.get_by_role("button", name="Take back").click()
        expect(self.page.locator(".score li")).to_have_count(0)
        alert = self.page.locator("[role=alert]:not(:empty)")
        expect(alert).to_contain_text("off")
        self.phone.show(before)
        expect(alert).to_have_count(0)
