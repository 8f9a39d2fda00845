"""Draws the pictures in docs/images of the screen's pages again: ``python -m tests.screen.pictures [SET…]``."""

from __future__ import annotations

import io
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from unittest.mock import patch

import numpy as np
import numpy.typing as npt
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from kiebitz.api.pictures import pretend_picture
from kiebitz.api.play import game as rules_of
from kiebitz.screen.doors import open_doors
from kiebitz.screen.live.asked import Ask
from kiebitz.screen.live.desk import Desk
from kiebitz.screen.live.feed import Feed
from kiebitz.screen.serving import Screen
from tests.calibration.patterns import lens, photographed, target_sheet
from tests.screen.browser import CHROMIUM, flags, write_film
from tests.screen.conftest import Served, running, see_empty_board

Pixels = npt.NDArray[np.uint8]
IMAGES = Path(__file__).parents[2] / "docs" / "images"
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desk": (1440, 900)}
STEP_S = 2.0
PATIENCE_MS = 90_000


@dataclass(frozen=True)
class Studio:
    """A browser before a running screen."""

    browser: Browser
    screen: Screen

    @contextmanager
    def page(
        self, size: str, scheme: Literal["light", "dark"], path: str = "/", *, locale: str = "en-GB"
    ) -> Iterator[Page]:
        """Open a page as large as a device of *size*."""
        width, height = SIZES[size]
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce", locale=locale
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.goto(self.screen.address(path))
        yield page
        context.close()

    def choice(self) -> None:
        for size, scheme in (("phone", "dark"), ("tablet", "light")):
            with self.page(size, "dark" if scheme == "dark" else "light") as page:
                page.get_by_role("list", name="The games").get_by_role("listitem").nth(4).wait_for()
                save(page, f"choice-{size}")

    def beginning(self) -> None:
        self.screen.desk.begin(Ask())
        with self.page("phone", "light") as page:
            page.locator("#preparing li").first.wait_for()
            save(page, "preparing-phone")
        with self.page("tablet", "light") as page:
            page.get_by_role("button", name="New game").click()
            page.get_by_text("Another game or board").click()
            page.get_by_role("button", name="Ting", exact=True).click()
            page.get_by_text("Colours: as seen").click()
            page.get_by_role("button", name="Seat A: blue").click()
            save(page, "colours-tablet")

    def camera(self) -> None:
        self.screen.desk.begin(Ask("tink"))
        with self.page("phone", "light", "/phone") as phone:
            save(phone, "prop-phone")
            phone.get_by_role("button", name="Start camera").click()
            phone.locator("polygon").wait_for(state="attached")
            phone.get_by_text("Distance").wait_for()
            save(phone, "camera-phone")

    def lens(self) -> None:
        with self.page("phone", "light", "/phone") as phone:
            phone.get_by_role("button", name="Start camera").click()
            phone.get_by_role("button", name="Measure the lens").click()
            phone.get_by_text("3 / 8").wait_for()
            phone.locator(".ghost").wait_for(state="attached")
            save(phone, "lens-phone")

    def corners(self) -> None:
        self.screen.desk.begin(Ask("tink", source="demo"))
        with self.page("phone", "light") as page:
            page.get_by_text("What the camera sees").click()
            page.get_by_role("button", name="Set the corners by hand").last.click()
            page.locator(".loupe").wait_for()
            page.wait_for_timeout(500)
            page.get_by_role("button", name="Corner h1").focus()
            save(page, "corners-phone")

    def plain(self) -> None:
        self.screen.desk.begin(Ask("tink"))
        with self.page("desk", "light") as desk:
            desk.get_by_role("button", name="Add a device").click()
            desk.get_by_role("img", name="Code for the camera").wait_for()
            save(desk, "join-desk")
        for name, address in (("photo", self.screen.pairing().photo), ("trust", self.screen.pairing().trust)):
            page = self.browser.new_page(viewport={"width": 390, "height": 844})
            page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
            page.goto(address)
            save(page, f"{name}-phone")
            page.close()

    def game(self) -> None:
        self.screen.desk.begin(Ask("tink", source="demo"))
        with (
            self.page("desk", "light") as desk,
            self.page("phone", "dark") as phone,
            self.page("tablet", "dark") as tablet,
            self.page("tablet", "light", locale="de-DE") as german,
            self.page("desk", "dark", "/?view=projector") as projector,
        ):
            desk.locator(".alert[data-kind=illegal] .crops img").first.wait_for()
            save(projector, "projector-desk")
            save(phone, "illegal-phone")
            save(desk, "illegal-desk")
            save(german, "german-tablet")
            desk.get_by_text("What the camera sees").click()
            desk.locator("#lights li").first.wait_for()
            desk.wait_for_function("document.getElementById('picture').complete")
            desk.locator(".turn.result").wait_for()
            save(tablet, "over-tablet")
            desk.get_by_role("button", name="Take back").click()
            desk.get_by_role("button", name="Correct").click()
            desk.get_by_role("gridcell", name="e4, ").click()
            desk.get_by_role("dialog").wait_for()
            save(desk, "correct-desk")

    def telling(self) -> None:
        self.screen.desk.begin(Ask("tink", colours=("red", "blue")))
        with Served(self.screen).client() as client:
            see_empty_board(client)
        for cell, content in {"c3": "As", "h8": "Bs", "c4": "As", "h7": "Bs"}.items():
            self.screen.desk.commands.tell({"do": "correct", "cells": {cell: content}})
        with self.page("phone", "light") as page:
            page.get_by_role("button", name="Correct").click()
            for cell, content in {"c3": "empty", "c4": "empty", "d4": "medium, red"}.items():
                page.get_by_role("gridcell", name=f"{cell}, ").click()
                page.get_by_role("dialog").get_by_role("button", name=content, exact=True).click()
            page.get_by_text("Red plays").wait_for()
            save(page, "telling-phone")

    def help(self) -> None:
        self.screen.desk.begin(Ask("tink", bots={"A": 5, "B": 5}, clock="10+5"))
        with self.page("phone", "light", "/phone") as phone, self.page("tablet", "light") as tablet:
            phone.get_by_role("button", name="Start camera").click()
            tablet.locator("#todo:not(:empty)").wait_for()
            save(tablet, "bot-tablet")
        with self.page("phone", "dark") as page:
            page.get_by_role("button", name="Settings").click()
            save(page, "settings-phone")

    def others(self) -> None:
        for name, players, size in (("tabik", 2, "tablet"), ("tinker_tactics", 3, "desk"), ("ting", 2, "phone")):
            self.screen.desk.begin(Ask(name, players, source="demo"))
            with self.page(size, "dark" if name == "tabik" else "light") as page:
                page.locator(".score li").nth(4).wait_for()
                save(page, f"{name}-{size}")


def save(page: Page, name: str) -> None:
    page.wait_for_timeout(300)
    picture = Image.open(io.BytesIO(page.screenshot()))
    picture.convert("RGB").quantize(256).save(IMAGES / f"table-{name}.png", optimize=True)


SETS = ("choice", "camera", "beginning", "corners", "game", "telling", "help", "others")


def draw(wanted: Sequence[str]) -> None:
    """Draw the sets of pictures that are *wanted*; all of them take some two minutes."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        os.environ["KIEBITZ_HOME"] = folder
        film = Path(folder) / "table.y4m"
        write_film(film, [pretend_picture(rules_of("tink").start().play("Se5").play("Sd4").play("Sc6"))], each=30)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags(film))
        with running(Screen.open(0, desk=Desk(Feed(), step_s=STEP_S))) as screen:
            studio = Studio(browser, screen)
            for name in wanted:
                if name in SETS:
                    getattr(studio, name)()
        if "plain" in wanted:
            with (
                patch.object(open_doors, "lan_addresses", lambda: ["127.0.0.2"]),
                running(Screen.open(0, lan=True)) as screen,
            ):
                Studio(browser, screen).plain()
        browser.close()
        if "lens" in wanted:
            with running(Screen.open(0)) as screen:
                write_film(film, targets(), each=2)
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags(film))
                Studio(browser, screen).lens()
                browser.close()


def targets() -> Iterator[Pixels]:
    """Yield pictures of the target that measures lenses."""
    camera = lens(focal=620.0, size=(800, 600))
    for number in range(4):
        yield np.dstack([photographed(target_sheet(), camera, number)] * 3)


if __name__ == "__main__":
    draw(sys.argv[1:] or [*SETS, "plain", "lens"])
