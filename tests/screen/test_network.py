"""The page lets the devices of the local network in while Kiebitz runs, and sends them off again."""

from __future__ import annotations

import ssl
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from kiebitz.screen.doors import open_doors
from kiebitz.screen.doors.access import ONLY_HERE, PLAIN, SECURE, Role, Tokens
from kiebitz.screen.doors.open_doors import ALONE
from kiebitz.screen.live.asked import Ask
from kiebitz.screen.serving import Screen
from tests.docs.table_api import operations
from tests.screen.browser import in_browser
from tests.screen.conftest import PATIENCE_S, Served, new_page, running

LAN = "127.0.0.2"
"""An address of this machine that stands for one on the local network."""
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has many addresses for this machine")


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the addresses on the local network, as they are found; tests may change them."""
    found = [LAN]
    monkeypatch.setattr(open_doors, "lan_addresses", lambda: list(found))
    return found


@pytest.fixture
def screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, network: list[str]) -> Iterator[Screen]:  # noqa: ARG001
    monkeypatch.setenv("KIEBITZ_HOME", str(tmp_path))
    with running(Screen.open(0)) as screen:
        yield screen


def switch(screen: Screen, wanted: bool, token: str = "") -> httpx.Response:
    with Served(screen).client(token or None) as client:
        return client.post("network", json={"open": wanted})


def beyond(address: str, token: str, source: str = LAN) -> httpx.Client:
    """Return a client on the local network that has scanned the code of *address*, with *token*."""
    unchecked = ssl.create_default_context()
    unchecked.check_hostname, unchecked.verify_mode = False, ssl.CERT_NONE
    transport = httpx.HTTPTransport(verify=unchecked, local_address=source)
    origin = "/".join(address.split("/")[:3])
    return httpx.Client(base_url=f"{origin}/api/v1/", headers={"X-Kiebitz": token}, transport=transport, timeout=20)


def test_other_devices_are_let_in_and_sent_off_without_a_restart(screen: Screen) -> None:
    with Served(screen).client() as client:
        closed = client.get("pairing").json()
    opened = switch(screen, True).json()
    assert (closed["lan"], opened["lan"], closed["fingerprint"]) == (False, True, "")
    phone, photo = (opened["devices"][name]["url"] for name in ("phone", "photo"))
    assert (phone, photo) == (screen.pairing().phone, screen.pairing().photo)
    assert phone.startswith(f"https://{LAN}:")
    with beyond(phone, screen.tokens.camera) as camera, beyond(photo, screen.tokens.photo) as plain:
        assert camera.get("state").json()["role"] == "camera"
        assert plain.get("state").json()["role"] == "photo"
        assert plain.get("pairing").status_code == 403
        assert camera.get("state", headers={"Host": "evil.example"}).status_code == 421
        assert switch(screen, False).json() == closed
        for client in (camera, plain):
            with pytest.raises(httpx.TransportError):
                client.get("state")
    assert switch(screen, True).json()["fingerprint"] == opened["fingerprint"]
    with beyond(screen.pairing().phone, screen.tokens.camera) as camera:
        assert camera.get("state").is_success


def test_whoever_is_sent_off_hears_nothing_more(screen: Screen) -> None:
    switch(screen, True)
    listening, ended = threading.Event(), threading.Event()

    def follow() -> None:
        with (
            beyond(screen.pairing().viewer, screen.tokens.viewer) as viewer,
            viewer.stream("GET", "events?passing=1", timeout=None) as told,
        ):
            try:
                for _ in told.iter_lines():
                    listening.set()
            except httpx.TransportError:
                ended.set()

    thread = threading.Thread(target=follow)
    thread.start()
    assert listening.wait(PATIENCE_S)
    switch(screen, False)
    assert ended.wait(PATIENCE_S)
    thread.join(PATIENCE_S)
    with Served(screen).client() as client:
        assert client.get("state", headers={"Host": f"{LAN}:{screen.port}"}).status_code == 421


def test_what_is_open_already_stays_as_it_is(screen: Screen) -> None:
    first = switch(screen, True).json()
    with beyond(screen.pairing().viewer, screen.tokens.viewer) as viewer:
        assert viewer.get("state").is_success
        assert switch(screen, True).json() == first
        assert viewer.get("state").is_success
    assert len(screen.doors) == 2


def test_without_a_network_nobody_is_let_in_until_there_is_one(screen: Screen, network: list[str]) -> None:
    network.clear()
    refused = switch(screen, True)
    assert (refused.status_code, refused.json()["error"]) == (400, ALONE)
    assert (len(screen.doors), screen.plain) == (1, [])
    network.append(LAN)
    assert switch(screen, True).json()["lan"] is True


def test_a_table_begun_for_others_without_a_network_is_opened_once_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, network: list[str]
) -> None:
    monkeypatch.setenv("KIEBITZ_HOME", str(tmp_path))
    network.clear()
    with running(Screen.open(0, lan=True)) as screen:
        assert switch(screen, True).status_code == 400
        assert len(screen.doors) == 2
        network.append(LAN)
        assert switch(screen, True).is_success
        assert [door.names[0] for door in (*screen.doors, *screen.plain)] == ["127.0.0.1", LAN, LAN]
        with beyond(screen.pairing().phone, screen.tokens.camera) as camera:
            assert camera.get("state").is_success


def test_nobody_on_the_network_lets_others_in_or_out(screen: Screen) -> None:
    switch(screen, True)
    with beyond(screen.pairing().screen, screen.tokens.table) as other:
        assert other.get("state").json()["role"] == "table"
        for headers in ({}, {"X-Forwarded-For": "127.0.0.1"}, {"Forwarded": "for=127.0.0.1"}):
            refused = other.post("network", json={"open": False}, headers=headers)
            assert (refused.status_code, refused.json()["error"]) == (403, ONLY_HERE)
    assert len(screen.doors) == 2


# -- roles × routes

LOOKING = {f"GET {path}" for method, path, _ in operations() if method == "GET"} - {
    "GET /pairing", "GET /kept", "GET /kept/{id}", "GET /kept/{id}/events/{n}/{when}.jpg",
    "GET /kept/{id}/exports/{form}", "GET /kept/{id}/report", "GET /kept/{id}/review",
    "GET /cameras", "GET /cameras/{number}/newest",
    "GET /codes/{seat}", "GET /kits", "GET /kits/{kit}/{n}.svg", "GET /kits/{kit}/kit.pdf", "GET /hand", "GET /twin",
    "GET /others/{n}.jpg",
}  # fmt: skip
SENDING = {
    "POST /frames", "POST /corners", "POST /lens/views", "POST /lens/kept", "POST /speech", "DELETE /lens",
    "POST /teach", "POST /teach/looks", "POST /teach/kept",
}  # fmt: skip
PICTURES = {"GET /frames/newest", "GET /events/{n}/{when}.jpg", "GET /projector"}
EVERYTHING = {f"{method} {path}" for method, path, _ in operations()}
TWINS = {"GET /twin", "POST /twin", "POST /twin/picture"}
MAY: dict[Role, set[str]] = {
    "table": EVERYTHING - {"GET /hand", "POST /hand"} - TWINS,
    "camera": LOOKING | SENDING,
    "viewer": LOOKING,
    "seat": LOOKING | {"GET /hand", "POST /hand"},
    "twin": TWINS,
    "photo": (LOOKING - PICTURES) | {"POST /frames"},
    "onlooker": LOOKING - PICTURES,
}


@pytest.mark.parametrize("role", MAY)
def test_every_role_may_use_its_routes_and_no_others(screen: Screen, role: Role) -> None:
    switch(screen, True)
    pairing, token = screen.pairing(), token_of(screen.tokens, role)
    with beyond(pairing.onlooker if role in PLAIN else screen.address(), token, "127.0.0.1") as client:
        found = {one for one in EVERYTHING if status_of(client, one) != 403}
    assert found == MAY[role]
    other = screen.address() if role in PLAIN else pairing.onlooker
    with beyond(other, token, "127.0.0.1") as client:
        assert {status_of(client, one) for one in sorted(EVERYTHING)[:3]} == {403}
    assert set(MAY) == {*SECURE, *PLAIN}


def token_of(tokens: Tokens, role: Role) -> str:
    return tokens.of_seat("A") if role == "seat" else str(getattr(tokens, role))


def status_of(client: httpx.Client, operation: str) -> int:
    """Return how a request without a body that could be taken is answered."""
    method, _, path = operation.partition(" ")
    asked = path[1:].replace("{when}", "before").replace("{game}", "chess")
    for name in ("id", "n", "number", "kit", "step", "cell", "seat", "form"):
        asked = asked.replace(f"{{{name}}}", "99")
    if asked == "events":  # would never end
        method = "HEAD"
    return client.request(method, asked, content=b"x" if method == "POST" else None).status_code


# -- the page


@in_browser
def test_a_button_of_the_page_lets_phones_in_and_says_where_there_is_no_network(
    browser: Browser, screen: Screen, network: list[str]
) -> None:
    screen.desk.begin(Ask("tink"))
    network.clear()
    with new_page(browser) as page:
        page.goto(screen.address())
        page.get_by_role("button", name="Add a device").click()
        dialog = page.get_by_role("dialog", name="Add a device")
        dialog.get_by_role("button", name="Let devices on this network join").click()
        expect(dialog.get_by_text("This computer is on no local network")).to_be_visible()
        expect(dialog.get_by_role("img")).to_have_count(0)
        network.append(LAN)
        dialog.get_by_role("button", name="Let devices on this network join").click()
        expect(dialog.get_by_role("img", name="Code for the camera")).to_be_visible()
        dialog.get_by_role("button", name="Let no other device join any more").click()
        expect(dialog.get_by_role("img")).to_have_count(0)
        dialog.get_by_role("button", name="Let devices on this network join").click()
        expect(dialog.get_by_role("link", name="Open it here").first).to_have_attribute("href", screen.pairing().phone)
        dialog.get_by_text("The browser warns of the certificate?").click()
        expect(dialog.get_by_text(screen.pairing().fingerprint)).to_be_visible()
