"""What others on the network, and web pages in the same browser, might try: the rows that no other file is about."""

from __future__ import annotations

import re
import socket
from dataclasses import astuple
from typing import TYPE_CHECKING, Any

import pytest

from kiebitz.screen.doors import open_doors
from kiebitz.screen.doors.page_files import PAGES, PLAIN_PAGES, content
from kiebitz.screen.doors.page_files import served as files_of
from kiebitz.screen.serving import Screen
from tests.screen.browser import in_browser
from tests.screen.conftest import Served, new_page, running, see_empty_board

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

PAGE_FILES = sorted({*files_of(PAGES).values(), *files_of(PLAIN_PAGES).values()})


# -- the token


@in_browser
def test_a_token_stands_in_no_address_that_is_asked_for_and_in_no_referrer(browser: Browser, served: Served) -> None:
    sent: list[Any] = []
    with new_page(browser) as page:
        page.on("request", lambda request: sent.append(request))
        page.goto(served.screen.address("/"))
        page.get_by_role("button", name=re.compile("Only look")).wait_for()
        assert page.evaluate("location.hash") == ""
        page.get_by_role("link", name="Rules").click()
        page.locator("#book section").first.wait_for()
        headers = [request.all_headers() for request in sent]
    secrets = astuple(served.screen.tokens)
    assert len(sent) > 10
    assert not any(secret in request.url.partition("#")[0] for request in sent for secret in secrets)
    assert not any(secret in header.get("referer", "") for header in headers for secret in secrets)
    assert any(header.get("x-kiebitz") == served.screen.tokens.table for header in headers)


# -- what people write


@pytest.mark.parametrize("name", PAGE_FILES)
def test_no_page_writes_markup_or_holds_scripts_of_its_own(name: str) -> None:
    data, kind = content(name)
    if not kind.startswith(("text/html", "text/javascript", "application/javascript")):
        return
    text = data.decode()
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\(|new Function", text
    )
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\son[a-z]+=\"|\sstyle=\"|javascript:", text)


@in_browser
def test_a_script_that_got_into_a_page_is_not_run(page: Page) -> None:
    page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.textContent = "window.stolen = true";
            document.body.append(script);
            const image = document.createElement("img");
            image.setAttribute("onerror", "window.stolen = true");
            image.src = "/nothing.png";
            document.body.append(image);
        }"""
    )
    page.wait_for_timeout(200)
    assert page.evaluate("window.stolen") is None
    assert page.evaluate("fetch('https://192.0.2.1/').then(() => true, () => false)") is False


# -- pictures


def test_no_picture_is_written_where_none_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIEBITZ_HOME", str(tmp_path))
    with running(Screen.open(0)) as screen:
        own = Served(screen)
        with own.client() as client:
            see_empty_board(client, {"game": "tink"})
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert any(file.suffix == ".jsonl" for file in files)
    assert not any(file.read_bytes().startswith((b"\xff\xd8", b"\x89PNG", b"RIFF")) for file in files)


# -- where it serves


class _Told:
    """A socket of a machine with one private address and one that the whole internet can reach."""

    def __init__(self, *_: object) -> None:
        self._aim = ""

    def __enter__(self) -> _Told:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def connect(self, aim: tuple[str, int]) -> None:
        self._aim = aim[0]

    def getsockname(self) -> tuple[str, int]:
        return ("192.168.1.20" if self._aim.startswith("192.168.") else "203.0.113.9"), 9


def test_an_address_that_the_internet_can_reach_is_never_served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "socket", _Told)
    assert open_doors.lan_addresses() == ["192.168.1.20"]


# -- the frame of every page


@pytest.mark.parametrize("name", sorted({*PAGES.values(), *PLAIN_PAGES.values()}))
def test_a_page_has_one_head_one_title_and_one_bar(name: str) -> None:
    data, kind = content(name)
    text = data.decode()
    assert kind == "text/html; charset=utf-8"
    once = ("<!doctype html>", "<head>", "</head>", "<title>", "<body>", '<header class="bar">', "</body>", "</html>")
    assert {tag: text.count(tag) for tag in once} == dict.fromkeys(once, 1)
    assert text.index("</title>") < text.index("</head>") < text.index("<header")
    assert re.findall(r"\$\w+", text) == []
