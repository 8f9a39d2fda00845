"""A screen that is served to tests on this machine, with its games in a folder that goes away."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count, islice
from typing import TYPE_CHECKING, Any, TypeVar

import cv2
import httpx
import pytest

from kiebitz.api.pictures import pretend_picture
from kiebitz.api.play import game as rules_of
from kiebitz.pictures.frame import Frame, Image, Trouble
from kiebitz.screen.live.desk import Desk
from kiebitz.screen.live.feed import Feed
from kiebitz.screen.serving import Screen
from kiebitz.screen.views import background
from kiebitz.watching import pretend_table
from kiebitz.watching.pretend_table import PretendTable
from kiebitz.watching.scripts import Script, script_of
from simulator.scene import Picture
from simulator.table import Table
from tests.docs.table_api import check_answer
from tests.screen.browser import CHROMIUM, flags

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Playwright

T = TypeVar("T")
PATIENCE_S = 60.0
"""Whatever takes longer hangs."""
PATIENCE_MS = 1000 * PATIENCE_S
PHONE = {"width": 390, "height": 844}


@dataclass(frozen=True)
class Served:
    """A running server, and ways to ask it."""

    screen: Screen

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.screen.port}"

    def client(self, token: str | None = None) -> httpx.Client:
        """Return a client with the table's token, or *token*, which takes only answers that are documented."""
        headers = {b"X-Kiebitz": (self.screen.tokens.table if token is None else token).encode("latin-1")}
        hooks = {"response": [check_answer]}
        return httpx.Client(
            base_url=f"{self.origin}/api/v1/", headers=headers, timeout=30, trust_env=False, event_hooks=hooks
        )


class _Drawn:
    """The frames of a source, drawn once and given as often as they are wanted, also by several threads."""

    def __init__(self, frames: Iterator[Frame | Trouble]) -> None:
        self._undrawn, self._known, self._free = frames, list[Frame | Trouble](), threading.Lock()

    def again(self) -> Iterator[Frame | Trouble]:
        for number in count():
            with self._free:
                if number == len(self._known):
                    self._known.extend(islice(self._undrawn, 1))
                if number == len(self._known):
                    return
            yield self._known[number]


@pytest.fixture(scope="package", autouse=True)
def drawn_once() -> Iterator[None]:
    """Draw pictures once for all tests, the pretend table's a little smaller: drawing is most of what games cost."""
    frames, picture = PretendTable.frames, Table.picture

    @lru_cache(maxsize=2)
    def drawn(table: PretendTable) -> _Drawn:
        return _Drawn(frames(table))

    @lru_cache(maxsize=24)
    def of(table: Table, contents: tuple[tuple[str, str], ...], hand: str | None, seed: int) -> Picture:
        made = picture(table, dict(contents), hand=hand, seed=seed)
        made.image.setflags(write=False)  # nobody may spoil it for the others
        return made

    def pictured(table: Table, contents: Mapping[str, str], *, hand: str | None = None, seed: int = 0) -> Picture:
        return of(table, tuple(contents.items()), hand, seed)

    def smaller(game: str, players: int = 2) -> Script:
        script = script_of(game, players)
        return script if game == "tinker_tactics" else replace(script, size=(960, 720))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PretendTable, "frames", lambda table: drawn(table).again())
        patch.setattr(Table, "picture", pictured)
        patch.setattr(pretend_table, "script_of", smaller)
        yield


@pytest.fixture(scope="package", autouse=True)
def helpers_as_quick_as_tests() -> Iterator[None]:
    """Have kits drawn and games reviewed at the tests' own priority: at the lowest they wait for browsers to rest."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(background, "NICENESS", 0)
        yield


@contextmanager
def running(screen: Screen) -> Iterator[Screen]:
    """Serve *screen* as long as the block lasts."""
    ready = threading.Event()
    thread = threading.Thread(target=screen.run, args=(ready.set,))
    thread.start()
    assert ready.wait(PATIENCE_S)
    try:
        yield screen
    finally:
        screen.stop()
        thread.join(PATIENCE_S)
        assert not thread.is_alive()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Served]:
    """Return a server; the pretend table shows each step for the module's ``STEP_S``."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KIEBITZ_HOME", str(tmp_path_factory.mktemp("home")))
        desk = Desk(Feed(), step_s=getattr(request.module, "STEP_S", 0.0))
        with running(Screen.open(0, desk=desk)) as screen:
            yield Served(screen)


@pytest.fixture
def client(served: Served) -> Iterator[httpx.Client]:
    with served.client() as one:
        yield one


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Return the browser that all modules share; each opens contexts of its own in it."""
    launched = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    yield launched
    launched.close()


@contextmanager
def new_page(browser: Browser, **device: Any) -> Iterator[Page]:
    """Return a page on a *device*, as a context takes it; no answer to it outlives it."""
    with browser.new_page(**{"viewport": PHONE, **device}) as page:
        page.set_default_timeout(PATIENCE_MS)
        try:
            yield page
        finally:
            page.unroute_all(behavior="ignoreErrors")


@contextmanager
def filming(playwright: Playwright, film: Path, *switches: str, **device: Any) -> Iterator[Page]:
    """Return a page in a browser of its own, whose camera shows *film*."""
    launched = playwright.chromium.launch(executable_path=CHROMIUM, args=[*flags(film), *switches])
    with new_page(launched, **device) as page:
        yield page
    launched.close()


@pytest.fixture
def page(browser: Browser, served: Served, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Return the table's page on a phone, or on the module's ``DEVICE``."""
    with new_page(browser, **getattr(request.module, "DEVICE", {})) as page:
        page.goto(served.screen.address())
        yield page


@pytest.fixture(scope="module")
def german_phone(browser: Browser) -> Iterator[Page]:
    """Return a page on a German phone, that shows nothing yet."""
    with new_page(browser, locale="de-DE") as page:
        yield page


def heard(client: httpx.Client, query: str = "since=0") -> Iterator[dict[str, Any]]:
    """Yield the events, and with ``passing=1`` the notices, that *client* hears as they come."""
    with client.stream("GET", f"events?{query}") as stream:
        for line in stream.iter_lines():
            if line.startswith("data:"):
                yield json.loads(line[5:])


def told(served: Served, since: int, *, until: str) -> list[dict[str, Any]]:
    """Return the events after number *since*, up to the one called *until*."""
    found = list[dict[str, Any]]()
    with served.client() as client:
        for event in heard(client, f"since={since}"):
            found.append(event)
            if event["event"] == until:
                return found
    raise AssertionError("the stream has ended")


def until(fits: Callable[[], T | None], what: str = "") -> T:
    """Return what *fits* gives as soon as there is something; *what* is waited for."""
    end = time.monotonic() + PATIENCE_S
    while not (found := fits()):
        assert time.monotonic() < end, what
        time.sleep(0.05)
    return found


def state_of(
    client: httpx.Client,
    fits: Callable[[dict[str, Any]], object],
    *,
    image: Image | None = None,
    photo: bool = False,
) -> dict[str, Any]:
    """Return the state as soon as it *fits*; until then *image* is sent as a phone would."""
    end = time.monotonic() + PATIENCE_S
    data = None if image is None else cv2.imencode(".jpg", image)[1].tobytes()
    while not fits(state := client.get("state").json()):
        assert time.monotonic() < end, state
        if data is not None:
            client.post("frames", content=data, params={"photo": "1"} if photo else {})
        time.sleep(0.05 if data is None else 0.1)
    return dict(state)


def see_empty_board(client: httpx.Client, table: dict[str, Any] | None = None) -> None:
    """Send pictures of Tink's board before the first move, as a phone would, until it is found; begin *table* first."""
    if table is not None:
        client.post("tables", json=table).raise_for_status()
    state_of(client, lambda state: state["position"], image=pretend_picture(rules_of("tink").start()))
