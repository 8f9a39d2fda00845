"""Looks at every page, dialog and state of the table's screen: ``python -m tests.screen.sweep FOLDER [STATION…]``.

Each is seen on a phone, upright and across, a tablet and a desk, in light and in dark, in English and in German.
What is wrong is listed: rules of axe-core that are broken, what is wider than the screen, cut off or covered, touch
targets that are too small, English words on a German page. Pictures of all are left in FOLDER.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Literal
from unittest.mock import patch

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Error, Page, Playwright, sync_playwright

from kiebitz.api.pictures import pretend_picture
from kiebitz.api.play import game as rules_of
from kiebitz.screen.live.desk import Desk
from kiebitz.screen.live.feed import Feed
from kiebitz.screen.serving import Screen
from tests.screen.browser import CHROMIUM, flags, write_film
from tests.screen.conftest import running
from tests.screen.stations import PATIENCE_MS, STATIONS, Visit

SIZES = {"phone": (390, 844), "landscape": (844, 390), "tablet": (820, 1180), "desk": (1440, 900)}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LOCALES = {"en": "en-GB", "de": "de-DE"}
TOUCH_PX = 44
"""A finger meets what is this large."""
ENGLISH = re.compile(
    r"\b(the|and|is|are|with|from|has|have|your|must|take|back|pieces?|cells?|moves?|lines?|players?)\b"
)
PROBES = Path(__file__).with_name("probes.js").read_text(encoding="utf-8")
"""What looks for faults in a page."""


@dataclass(frozen=True)
class Way:
    """How a page is looked at."""

    size: str
    scheme: Literal["light", "dark"]
    code: str

    def __str__(self) -> str:
        return f"{self.size}-{self.scheme}-{self.code}"


WAYS = tuple(Way(size, scheme, code) for code in LOCALES for size in SIZES for scheme in SCHEMES)


@dataclass
class Sweep:
    """What was found, station by station."""

    browser: Browser
    folder: Path | None
    faults: list[str] = field(default_factory=list)
    seen: int = 0

    def look(self, screen: Screen, name: str, ways: Sequence[Way] = WAYS) -> None:
        """Look at the station called *name* in each of *ways*, on one page for each language and kind of device."""
        for code in LOCALES:
            for touch in (True, False):
                mine = [way for way in ways if way.code == code and (way.size != "desk") == touch]
                if mine:
                    with self.visit(screen, mine[0], touch) as visit:
                        self._look_in(visit, name, mine)

    def _look_in(self, visit: Visit, name: str, ways: Sequence[Way]) -> None:
        try:
            STATIONS[name].go(visit)
        except Error as fault:
            self.faults.append(f"{name}-{ways[0]}: cannot be reached: {str(fault)[:300]}")
            return
        for way in ways:
            self._see(visit.page, name, way)

    @contextmanager
    def visit(self, screen: Screen, way: Way, touch: bool) -> Iterator[Visit]:
        width, height = SIZES[way.size]
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=way.scheme, locale=LOCALES[way.code],
            has_touch=touch, reduced_motion="reduce", bypass_csp=True,
        )  # fmt: skip
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.on("pageerror", lambda fault: self.faults.append(f"{way}: {fault}"))
        try:
            yield Visit(page, screen, way.code)
        finally:
            context.close()

    def _see(self, page: Page, name: str, way: Way) -> None:
        width, height = SIZES[way.size]
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=way.scheme)
        page.wait_for_timeout(150)
        self.seen += 1
        where = f"{name}-{way}"
        broken_rules = Axe().run(page).response["violations"]
        found = [f"axe: {each['id']}: {each['nodes'][0]['html'][:100]}" for each in broken_rules]
        found += probed(page, "wider()")
        found += [f"cut off: {each}" for each in probed(page, "cutOff()")]
        found += [f"covered: {each}" for each in probed(page, "covered()")]
        if way.size in ("phone", "landscape"):
            found += [f"too small: {each}" for each in probed(page, f"tooSmall({TOUCH_PX})")]
        if way.code != "en":
            found += [f"English: {each[:80]}" for each in probed(page, "texts()") if ENGLISH.search(each)]
        if self.folder is not None:
            page.screenshot(path=self.folder / f"{where}.png", full_page=True)
        self.faults += [f"{where}: {each}" for each in dict.fromkeys(found)]


def probed(page: Page, probe: str) -> list[str]:
    """Return what *probe* finds in *page*."""
    found: list[str] = page.evaluate(f"{PROBES}.{probe}")
    return found


def swept(
    playwright: Playwright,
    names: Sequence[str],
    *,
    folder: Path | None = None,
    ways_of: Callable[[int], Sequence[Way]] = lambda _: WAYS,
) -> Sweep:
    """Return what is found at the stations *names*, each looked at in the ways that *ways_of* its number gives."""
    with tempfile.TemporaryDirectory() as home, patch.dict(os.environ, KIEBITZ_HOME=home):
        film = Path(home) / "table.y4m"
        write_film(film, [pretend_picture(rules_of("tink").start())], each=30)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags(film))
        sweep = Sweep(browser, folder)
        with running(Screen.open(0, desk=Desk(Feed(), step_s=0.0))) as screen:
            numbers = iter(range(len(names)))
            for prepared, alike in groupby(names, key=lambda name: STATIONS[name].prepared):
                with prepared(screen):
                    for name in alike:
                        known = len(sweep.faults)
                        sweep.look(screen, name, ways_of(next(numbers)))
                        print(*sweep.faults[known:], f"{name}: {sweep.seen} looks so far", sep="\n", flush=True)
        browser.close()
    return sweep


def main(arguments: Sequence[str]) -> int:
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        sweep = swept(playwright, arguments[1:] or list(STATIONS), folder=folder)
    print(f"{sweep.seen} looks, {len(sweep.faults)} faults")
    return 1 if sweep.faults else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
