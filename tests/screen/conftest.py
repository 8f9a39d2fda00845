"""A screen that is served to tests on this machine, with its games in a folder that goes away."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, islice
from typing import TYPE_CHECKING, Any

import cv2
import httpx
import pytest

from kiebitz.api.pictures import pretend_picture
from kiebitz.api.play import game as rules_of
from kiebitz.pictures.frame import Frame, Trouble
from kiebitz.screen.live.desk import Desk
from kiebitz.screen.live.feed import Feed
from kiebitz.screen.serving import Screen
from kiebitz.screen.views import background
from kiebitz.watching.pretend_table import PretendTable
from tests.docs.table_api import check_answer
from tests.screen.browser import CHROMIUM

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright


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
    """Draw the pretend table's pictures once for all tests; drawing is most of what its games cost."""
    frames = PretendTable.frames

    @lru_cache(maxsize=2)
    def drawn(table: PretendTable) -> _Drawn:
        return _Drawn(frames(table))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PretendTable, "frames", lambda table: drawn(table).again())
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
    assert ready.wait(10)
    try:
        yield screen
    finally:
        screen.stop()
        thread.join(20)
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
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Return the browser that all modules share; each opens contexts of its own in it."""
    launched = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    yield launched
    launched.close()


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    """Return the table's page on a phone."""
    with browser.new_page(viewport={"width": 390, "height": 844}) as page:
        page.set_default_timeout(60_000)
        page.goto(served.screen.address())
        yield page


@pytest.fixture(scope="module")
def german_phone(browser: Browser) -> Iterator[Page]:
    """Return a page on a German phone, that shows nothing yet."""
    with browser.new_page(locale="de-DE", viewport={"width": 390, "height": 844}) as page:
        page.set_default_timeout(60_000)
        yield page


def told(served: Served, since: int, *, until: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the number and the event of each message after *since*, up to the event *until*."""
    with served.client() as client, client.stream("GET", f"events?since={since}") as stream:
        number = ""
        for line in stream.iter_lines():
            if line.startswith("id:"):
                number = line[3:].strip()
            if line.startswith("data:"):
                event = json.loads(line[5:])
                yield number, event
                if event["event"] == until:
                    return


def see_empty_board(client: httpx.Client) -> None:
    """Send pictures of Tink's board before the first move, as a phone would, until it is found."""
    data = cv2.imencode(".jpg", pretend_picture(rules_of("tink").start()))[1].tobytes()
    deadline = time.monotonic() + 20
    while client.get("state").json()["position"] is None:
        assert time.monotonic() < deadline
        client.post("frames", content=data)
        time.sleep(0.1)
