"""The states of the table's screen that the sweep looks at, and how a page gets to each of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

import cv2
import httpx
from playwright.sync_api import Page

from kiebitz.api.pictures import pretend_picture
from kiebitz.api.play import game as rules_of
from kiebitz.home import games_folder
from kiebitz.language import language
from kiebitz.lessons.puzzles import puzzles_of
from kiebitz.pictures.frame import Image
from kiebitz.screen.live.asked import Ask
from kiebitz.screen.serving import Screen
from tests.screen.conftest import Served, state_of, told
from tests.screen.kept_game import ILLEGAL, WON, keep, moves
from tests.screen.tabletop import phone_over

PATIENCE_MS = 60_000


@dataclass(frozen=True)
class Visit:
    """A page on a device, and the server behind it."""

    page: Page
    screen: Screen
    code: str

    def open(self, path: str, token: str = "") -> None:
        self.page.goto(self.screen.address(path, token))

    def press(self, name: str) -> None:
        """Press the visible button whose English name is *name*."""
        told = self.said(name)
        self.page.get_by_role("button", name=told, exact=True).filter(visible=True).first.click()

    def said(self, text: str) -> str:
        """Return *text* in the language of the page."""
        return language(self.code)(text)


@dataclass(frozen=True)
class Station:
    """A state of the screen: the server is ``prepared`` for it while the block lasts, and ``go`` leads a page there.

    One that ``resembles`` another is looked at by ``make bench`` alone: what it adds to that one is a few words.
    """

    go: Callable[[Visit], None]
    prepared: Callable[[Screen], AbstractContextManager[object]] = nullcontext
    resembles: str = ""


def demo(name: str = "tink", players: int | None = None) -> Callable[[Screen], AbstractContextManager[None]]:
    """Return what plays the pretend table's game of *name* to its end."""

    @contextmanager
    def prepared(screen: Screen) -> Iterator[None]:
        screen.desk.begin(Ask(name, players, source="demo"))
        assert told(Served(screen), 0, until="result")
        yield

    return prepared


def begun(**how: object) -> Callable[[Screen], AbstractContextManager[None]]:
    """Return what begins a game of Tink as *how* says, with a phone that goes on showing the empty board."""

    @contextmanager
    def prepared(screen: Screen) -> Iterator[None]:
        screen.desk.begin(Ask("tink", colours=("red", "blue"), **how))  # type: ignore[arg-type]
        start = pretend_picture(rules_of("tink").start())
        with Served(screen).client() as client, showing(client, start, lambda state: state["position"]):
            yield

    return prepared


@contextmanager
def waiting(screen: Screen) -> Iterator[None]:
    """Begin a game that no camera looks at yet."""
    screen.desk.begin(Ask())
    yield


@contextmanager
def broken(screen: Screen) -> Iterator[None]:
    """Place a medium before the camera for which nothing was spent."""
    game = rules_of("tink")
    played = pretend_picture(game.start().play("Sc3"))
    wrong = pretend_picture(game.position("8/8/8/4Bm3/8/2As5/8/8 B 0,0 1"))
    with begun()(screen):
        pass
    with Served(screen).client() as client:
        with showing(client, played, lambda state: state["plies"] == 1):
            pass
        with showing(client, wrong, lambda state: (state["asking"] or {}).get("event") == "illegal"):
            yield


@contextmanager
def showing(client: httpx.Client, image: Image, fits: Callable[[dict[str, Any]], object]) -> Iterator[None]:
    """Send *image* as a phone would, until the state *fits* and as long as the block lasts."""
    with phone_over(client) as phone:
        phone.put([cv2.imencode(".jpg", image)[1].tobytes()])
        state_of(client, fits)
        yield


def opened(path: str, *pressed: str, wait: str = "main:visible") -> Callable[[Visit], None]:
    """Return what opens *path*, waits for the selector *wait*, and presses buttons by their English names."""

    def go(visit: Visit) -> None:
        visit.open(path)
        visit.page.locator(wait).first.wait_for()
        for name in pressed:
            visit.press(name)

    return go


def unfolded(path: str, wait: str) -> Callable[[Visit], None]:
    """Return what opens *path* and everything on it that can be unfolded."""

    def go(visit: Visit) -> None:
        opened(path, wait=wait)(visit)
        visit.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")

    return go


def of_viewer(path: str) -> Callable[[Visit], None]:
    def go(visit: Visit) -> None:
        visit.open(path, visit.screen.tokens.viewer)
        visit.page.locator("[role=gridcell]").first.wait_for()

    return go


DENYING = """
if (navigator.mediaDevices) {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", "NotAllowedError"));
}
"""


def denied(visit: Visit) -> None:
    visit.page.add_init_script(DENYING)
    opened("/phone", "Start camera", wait="#start")(visit)


def insecure(visit: Visit) -> None:
    visit.page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    opened("/phone", wait="#photo-label")(visit)


def filming(visit: Visit) -> None:
    opened("/phone", "Start camera", wait="#start")(visit)
    visit.page.locator("polygon").first.wait_for(state="attached")
    visit.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")


def taught(visit: Visit) -> None:
    visit.page.add_init_script("localStorage.setItem('kiebitz-settings', JSON.stringify({ teach: 'on' }))")
    opened("/", wait="#teaching li")(visit)


def turned_away(visit: Visit) -> None:
    visit.open("/", "wrong")
    visit.page.get_by_text(
        visit.said(
            "This address is not valid any more. Scan the code again, or open the address that Kiebitz shows now."
        )
    ).wait_for()


def a_cell(visit: Visit) -> None:
    opened("/", "Correct", wait="[role=gridcell]")(visit)
    visit.page.locator("[role=gridcell]").nth(20).click()
    visit.page.locator("dialog[open]").wait_for()


def a_move(visit: Visit) -> None:
    a_cell(visit)
    visit.page.locator("#more-cells").check()
    visit.page.locator("#contents-choice button").nth(1).click()
    visit.page.locator("#told-cells button").wait_for()


def by_hand(visit: Visit) -> None:
    unfolded("/", "[role=gridcell]")(visit)
    visit.page.locator("#by-hand button:visible").first.click()
    visit.page.locator(".corner").first.wait_for()


def colours(visit: Visit) -> None:
    opened("/", wait="button.swatch")(visit)
    visit.page.locator("button.swatch").first.click()
    visit.page.locator("dialog[open]").wait_for()


@contextmanager
def a_kept_game(_: Screen) -> Iterator[None]:
    names = {"event": "players", "names": {"A": "Ada", "B": "Bo Ekström"}}
    signed = {"event": "signed", "seat": "A", "message": "A agrees to the result."}
    keep(games_folder(), names, *moves(*WON[:2]), ILLEGAL, *moves(*WON)[2:], signed)
    yield


def of_kept_game(*pressed: str) -> Callable[[Visit], None]:
    """Return what opens the newest game that is kept and presses buttons by their English names."""

    def go(visit: Visit) -> None:
        newest = max(int(file.name.partition("-")[0]) for file in games_folder().glob("*.jsonl"))
        opened(f"/games?game={newest}", *pressed, wait="#moves button")(visit)

    return go


def reviewed(visit: Visit) -> None:
    with visit.page.expect_response(re.compile("/review$")):
        of_kept_game()(visit)
    visit.page.evaluate("document.getElementById('evaluate').click()")
    visit.page.locator("#worth svg").wait_for()


def judged(visit: Visit) -> None:
    opened("/learn?game=tink&step=5", "Mf6-c3-d4", wait="#tries button")(visit)
    visit.page.locator("#judged a").wait_for()


def refuted(visit: Visit) -> None:
    opened("/learn?game=tink&puzzles=1", wait="#steps button >> nth=4")(visit)
    visit.page.locator("#steps button").nth(4).click()
    visit.page.get_by_role("gridcell").first.click()
    visit.page.locator("#contents-choice button").first.click()
    visit.page.locator("#done").click()
    visit.page.locator("#judged[data-kind=legal]").wait_for()


def searched(visit: Visit) -> None:
    opened("/rules?game=tink", wait="#book section")(visit)
    visit.page.locator("#words").fill("GW-1")


@contextmanager
def drilled(screen: Screen) -> Iterator[None]:
    """Set up a puzzle of Tink, and play a move that is not its solution."""
    start = rules_of("tink").position(puzzles_of("tink")[0].position)
    screen.desk.begin(Ask("tink", puzzle=1, colours=("red", "yellow")))
    with Served(screen).client() as client:
        with showing(client, pretend_picture(start), lambda state: not state["puzzle"]["setting_up"]):
            pass
        wrong = pretend_picture(start.play("Sh1"))
        with showing(client, wrong, lambda state: state["puzzle"]["state"] == "wrong"):
            yield


@contextmanager
def undrilled(screen: Screen) -> Iterator[None]:
    """Ask for a puzzle of Tink on a board that is empty."""
    screen.desk.begin(Ask("tink", puzzle=1, colours=("red", "yellow")))
    start = pretend_picture(rules_of("tink").start())
    with Served(screen).client() as client, showing(client, start, lambda state: state["phase"] != "looking"):
        yield


begun_plainly = begun()


def rolling(*lines: Mapping[str, object]) -> Callable[[Screen], AbstractContextManager[None]]:
    """Return what begins a game whose players roll in secret, and tells the *lines*, while no camera looks."""

    @contextmanager
    def prepared(screen: Screen) -> Iterator[None]:
        screen.desk.begin(Ask("tinker_tactics", 2, colours=("red", "yellow")))
        with Served(screen).client() as client:
            state_of(client, lambda state: state.get("roll"))
        for line in lines:
            screen.desk.commands.tell(line)
        yield

    return prepared


def own_dice(visit: Visit) -> None:
    """Show the dice on the own phone of a player, which rolls them the first time."""
    visit.open("/seat", visit.screen.tokens.of_seat("A"))
    visit.page.locator("#roll-mine, #peek").filter(visible=True).first.wait_for()
    visit.press("Roll my dice" if visit.page.locator("#roll-mine").is_visible() else "Show my dice")
    visit.page.locator("#dice li").first.wait_for()


TOLD = {"do": "total", "seat": "A", "total": 17}
STATIONS: dict[str, Station] = {
    "choice": Station(opened("/", wait="#gallery li"), resembles="choice-unfolded"),
    "choice-unfolded": Station(unfolded("/", "#gallery li >> nth=4")),
    "no-games": Station(opened("/games", wait="#told")),
    "turned-away": Station(turned_away),
    "preparing": Station(opened("/", wait="#preparing li"), waiting, resembles="codes"),
    "codes": Station(opened("/", "Add a device", wait="#preparing li"), waiting),
    "settings": Station(opened("/", "Settings", wait="#settings")),
    "phone": Station(opened("/phone", wait="#start"), resembles="phone-denied"),
    "phone-denied": Station(denied),
    "photo": Station(insecure),
    "trust": Station(opened("/trust")),
    "lens": Station(opened("/phone", "Start camera", "Measure the lens", wait="#start")),
    "teach": Station(opened("/phone", "Start camera", "Teach this table", wait="#start")),
    "playing": Station(opened("/", wait="#todo:not(:empty)"), begun(clock="10+5", bots={"A": 3})),
    "teaching": Station(taught, begun_plainly),
    "colours": Station(colours, begun_plainly),
    "cell": Station(a_cell, begun_plainly, resembles="telling"),
    "telling": Station(a_move, begun_plainly),
    "not-so": Station(opened("/", "Not so?", wait="#not-so:visible"), begun_plainly),
    "seen": Station(unfolded("/", "[role=gridcell]"), begun_plainly),
    "corners": Station(by_hand, begun_plainly),
    "phone-filming": Station(filming, begun_plainly),
    "broken": Station(opened("/", wait=".alert[data-kind=illegal] a"), broken),
    "over": Station(opened("/", wait=".turn.result"), demo()),
    "rolling": Station(opened("/", wait="#number-5"), rolling(TOLD)),
    "own-dice": Station(own_dice, rolling()),
    "projector": Station(of_viewer("/?view=projector")),
    "overlay": Station(of_viewer("/?view=overlay")),
    "tabik": Station(opened("/", wait=".turn.result"), demo("tabik")),
    "ting": Station(opened("/", wait=".turn.result"), demo("ting"), resembles="over"),
    "tinker": Station(opened("/", wait=".turn.result"), demo("tinker_tactics", 3)),
    "games": Station(unfolded("/games", "#ratings summary"), a_kept_game),
    "game": Station(reviewed, a_kept_game),
    "rules": Station(searched),
    "learn": Station(judged),
    "puzzle": Station(refuted),
    "setting-up": Station(opened("/", wait="#setting-up li"), undrilled, resembles="teaching"),
    "drilled": Station(opened("/", wait="#teaching[data-state=wrong]"), drilled, resembles="teaching"),
    "print": Station(opened("/print?game=tink", wait="#sheets img")),
}  # fmt: skip
"""Where those next to each other are prepared alike, they share what was prepared."""
