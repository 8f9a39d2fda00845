"""Who is let in, and with what; what others on the network and web pages in the same browser might try."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page

from kiebitz.screen.doors import access, open_doors
from kiebitz.screen.doors.access import LARGEST_BODY, Tokens
from kiebitz.screen.doors.page_files import PAGES, PLAIN_PAGES, content
from kiebitz.screen.doors.page_files import served as files_of
from kiebitz.screen.serving import Screen
from tests.screen.browser import in_browser
from tests.screen.conftest import Served, new_page, running, see_empty_board


def test_a_wrong_token_gets_nothing(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "_SLOWED_S", 0.0)
    for token in ("", "wrong", served.screen.tokens.table[:-1], "ü"):
        with served.client(token) as stranger:
            for path in ("state", "events", "games", "commands", "nothing-here"):
                assert {stranger.get(path).status_code, stranger.post(path, json={}).status_code} == {403}


def test_a_foreign_host_is_refused_even_with_the_token(served: Served, client: httpx.Client) -> None:
    for host in ("evil.example", f"evil.example:{served.screen.port}", "127.0.0.1", ""):
        assert client.get("state", headers={"Host": host}).status_code == 421
    assert client.get("state", headers={"Host": f"LOCALHOST:{served.screen.port}"}).status_code == 200


def test_a_foreign_origin_is_refused_even_with_the_token(served: Served, client: httpx.Client) -> None:
    for origin in ("https://evil.example", "null", served.origin.replace("http:", "https:"), f"{served.origin}0"):
        answer = client.post("commands", json={"do": "state"}, headers={"Origin": origin})
        assert answer.status_code == 403
    assert client.get("state", headers={"Origin": served.origin}).status_code == 200


def test_a_page_of_another_site_cannot_ask_either(client: httpx.Client) -> None:
    assert client.get("state", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert client.get("state", headers={"Sec-Fetch-Site": "same-origin"}).status_code == 200


def test_a_body_without_a_length_is_refused_when_it_has_become_too_large(client: httpx.Client) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(2 * LARGEST_BODY // (1 << 16)):
            yield bytes(1 << 16)

    assert client.post("frames", content=endless()).status_code == 413


def test_a_body_that_is_held_open_keeps_nobody_else_waiting(
    served: Served, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "_BODY_S", 600.0)
    token = served.screen.tokens.table
    head = f"POST /api/v1/frames HTTP/1.1\r\nHost: 127.0.0.1:{served.screen.port}\r\nX-Kiebitz: {token}\r\n"
    with socket.create_connection(("127.0.0.1", served.screen.port)) as half:
        half.sendall(f"{head}Content-Length: 1000\r\n\r\nhalf".encode())
        assert client.post("frames", content=b"no picture").status_code == 400
        assert client.get("state").status_code == 200


def test_pages_need_no_token_and_hold_none(served: Served) -> None:
    for path in ("/", "/phone", "/parts/table.js"):
        answer = httpx.get(f"{served.origin}{path}", trust_env=False)
        assert answer.status_code == 200
        assert not any(token in answer.text for token in _all(served.screen.tokens))


@pytest.mark.parametrize(
    "path", ["/parts/../app.py", "/parts/%2e%2e/app.py", "/parts/..%2fapp.py", "/etc/passwd", "//"]
)
def test_no_path_leads_into_the_file_system(served: Served, path: str) -> None:
    with socket.create_connection(("127.0.0.1", served.screen.port)) as raw:
        raw.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{served.screen.port}\r\nConnection: close\r\n\r\n".encode()
        )
        assert raw.recv(64).startswith(b"HTTP/1.1 404")


def test_every_answer_keeps_the_page_to_itself(served: Served, client: httpx.Client) -> None:
    for answer in (httpx.get(served.origin, trust_env=False), client.get("state"), client.get("nothing-here")):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["permissions-policy"] == "camera=(self), microphone=(), geolocation=()"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert not {"access-control-allow-origin", "set-cookie"} & {*answer.headers}


def test_tokens_are_long_and_new_for_every_start() -> None:
    one, other = _all(Tokens()), _all(Tokens())
    assert len({*one, *other}) == 14
    assert min(map(len, one)) >= 22  # 128 bits in base 64


def _all(tokens: Tokens) -> tuple[str, ...]:
    return astuple(tokens)


def test_an_answer_does_not_wait_to_be_acknowledged(client: httpx.Client) -> None:
    def asked_s() -> float:
        begun = time.monotonic()
        client.get("state")
        return time.monotonic() - begun

    assert min(asked_s() for _ in range(50)) < 0.03  # with Nagle's algorithm head and body are 40 ms apart


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
