"""Connections that are held, half-open or too many: none of them keeps people out of their table."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import ssl
import stat
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import Message

from kiebitz.screen.doors import callers, open_doors
from kiebitz.screen.doors.access import Tokens
from kiebitz.screen.doors.callers import Rank, Room
from kiebitz.screen.doors.secret_files import keep_tokens, kept_tokens, screen_folder
from kiebitz.screen.doors.taking_in import CROWDED, TakingIn
from kiebitz.screen.serving import Screen
from tests.screen.conftest import running

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has many addresses for this machine")
OWN, HTTPS, HTTP = 0, 1, 2
SOON_S, NEVER_S = 60.0, 600.0
"""A page is opened before the first, and no limit of time frees a place before the second."""


@pytest.fixture
def screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Screen]:
    """Return a table that serves other devices, at addresses of this machine."""
    monkeypatch.setenv("KIEBITZ_HOME", str(tmp_path))
    monkeypatch.setattr(open_doors, "lan_addresses", list)
    monkeypatch.setattr(callers, "_HANDSHAKE_S", NEVER_S)
    monkeypatch.setattr(callers, "_SILENT_S", NEVER_S)
    with running(Screen.open(0, lan=True)) as screen:
        yield screen


def port_of(screen: Screen, door: int) -> int:
    return int([*screen.doors, *screen.plain][door].socket.getsockname()[1])


Hold = Callable[..., list[socket.socket]]


@pytest.fixture
def hold() -> Iterator[Hold]:
    """Return what opens connections from an address of this machine; each of them says the beginning."""
    with contextlib.ExitStack() as opened:

        def hold(port: int, count: int, *, host: int = 1, says: bytes = b"") -> list[socket.socket]:
            made = []
            for _ in range(count):
                one = socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(f"127.0.0.{host}", 0))
                made.append(opened.enter_context(one))
                with contextlib.suppress(OSError):
                    one.sendall(says)
            return made

        yield hold


def opens_page(screen: Screen, door: int, token: str = "") -> float:
    """Return how long a page or, with *token*, the state takes over a new connection, tried again as pages do."""
    scheme, begun = ("https" if door == HTTPS else "http"), time.monotonic()
    address = f"{scheme}://127.0.0.1:{port_of(screen, door)}"
    with httpx.Client(verify=_trusting(), trust_env=False, timeout=20) as client:
        while True:
            try:
                client.get(
                    f"{address}/api/v1/state" if token else address, headers={"X-Kiebitz": token}
                ).raise_for_status()
            except httpx.ConnectError:  # too many came just before
                assert time.monotonic() - begun < SOON_S
                time.sleep(0.1)
            else:
                return time.monotonic() - begun


def _trusting() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


# -- half-open TLS


@linux
@pytest.mark.thinned(2)
@pytest.mark.parametrize("says", [b"", b"\x16\x03\x01\x02\x00\x01"])
def test_half_open_handshakes_keep_nobody_out_and_say_nothing(
    screen: Screen, hold: Hold, capfd: pytest.CaptureFixture[str], says: bytes
) -> None:
    for host in range(2, 12):
        hold(port_of(screen, HTTPS), 40, host=host, says=says)
    assert opens_page(screen, OWN) < SOON_S
    assert opens_page(screen, HTTPS, screen.tokens.camera) < SOON_S
    assert capfd.readouterr().err == ""


def test_a_handshake_that_does_not_end_is_given_up(screen: Screen, hold: Hold, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(callers, "_HANDSHAKE_S", 0.2)
    (one,) = hold(port_of(screen, HTTPS), 1, says=b"\x16\x03\x01")
    assert one.recv(10) == b""


@linux
def test_where_no_file_can_be_opened_those_who_have_shown_nothing_give_way(
    screen: Screen, hold: Hold, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    opened = hold(port_of(screen, HTTPS), 10)
    opens_page(screen, HTTPS, screen.tokens.camera)  # the ten have been let in before
    real, refused = socket.socket.accept, iter([OSError(24, "Too many open files")] * 3)

    def accept(listener: socket.socket) -> tuple[socket.socket, object]:
        for error in refused:
            raise error
        return real(listener)

    monkeypatch.setattr(socket.socket, "accept", accept)
    assert opens_page(screen, OWN) < SOON_S
    assert [one.recv(1) for one in opened[:3]] == [b""] * 3  # the oldest have given their places
    assert capfd.readouterr().err == ""


# -- held connections


@linux
@pytest.mark.thinned(2)
@pytest.mark.parametrize("door", [OWN, HTTP])
def test_connections_that_are_held_after_a_request_keep_nobody_out(screen: Screen, hold: Hold, door: int) -> None:
    head = f"GET /trust HTTP/1.1\r\nHost: 127.0.0.1:{port_of(screen, door)}\r\n".encode()
    for host in (2, 3):
        hold(port_of(screen, door), 200, host=host, says=head + b"\r\n" + head)
    assert opens_page(screen, door) < SOON_S
    assert opens_page(screen, OWN, screen.tokens.table) < SOON_S


def test_half_a_head_is_given_up_also_after_a_whole_request(
    screen: Screen, hold: Hold, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(callers, "_SILENT_S", 0.3)
    head = f"GET /trust HTTP/1.1\r\nHost: 127.0.0.1:{port_of(screen, OWN)}\r\n".encode()
    (one,) = hold(port_of(screen, OWN), 1, says=head + b"\r\n" + head)
    answer = b""
    with contextlib.suppress(ConnectionError):
        while more := one.recv(1 << 16):
            answer += more
            one.sendall(b"X")  # a letter at a time is no head either
            time.sleep(0.05)
    assert answer.startswith(b"HTTP/1.1 200")


def test_a_following_page_keeps_its_connection(screen: Screen, hold: Hold, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(callers, "_SILENT_S", 0.1)
    head = f"GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:{port_of(screen, OWN)}\r\nX-Kiebitz: {screen.tokens.table}"
    (one,) = hold(port_of(screen, OWN), 1, says=f"{head}\r\n\r\n".encode())
    time.sleep(0.4)
    screen.desk.feed.tell({"event": "advice", "n": 1, "message": "still there"})
    answer = b""
    while b"still there" not in answer:
        answer += one.recv(4096)
        assert answer


def test_who_has_shown_a_token_keeps_the_place_and_the_table_always_finds_one() -> None:
    room, cut = Room(most=4, of_one=3), list[str]()

    def enters(address: str, rank: Rank = Rank.STRANGER) -> bool:
        caller = room.enter(address)
        if caller is not None:
            caller.cut = lambda: cut.append(address)
            caller.prove(rank)
        return caller is not None

    assert enters("guest", Rank.GUEST)
    assert all(enters("held") for _ in range(4))
    assert cut == ["held"]  # an address that has its share gives one of its own
    assert enters("table", Rank.HOST)
    assert enters("table", Rank.HOST)
    assert cut == ["held"] * 3
    assert all(enters(f"other {n}", Rank.HOST) for n in range(2))
    assert cut[3:] == ["held", "guest"]
    assert not enters("late")  # the table's own connections give way to nobody
    assert len(room) == 4


def test_who_asks_too_often_waits_and_others_do_not() -> None:
    room = Room(most=200, of_one=100, is_paced=True)
    flooding, other, table = (room.enter(f"10.0.0.{n}") for n in range(3))
    assert flooding is not None
    assert other is not None
    assert table is not None
    other.prove(Rank.GUEST)
    table.prove(Rank.HOST)
    waits = [flooding.wait_s() for _ in range(300)]
    assert (waits[0], waits[-1] > 1) == (0, True)
    assert (other.wait_s(), table.wait_s()) == (0, 0)
    assert [table.wait_s() for _ in range(300)] == [0] * 300


def test_who_calls_too_often_is_turned_away_and_others_are_not() -> None:
    room = Room(most=200, of_one=100, is_paced=True)
    calls = [room.enter("10.0.0.1") is not None for _ in range(100)]
    assert (calls[0], calls[-1]) == (True, False)
    assert room.enter("10.0.0.2") is not None
    own = Room(most=200, of_one=200)
    assert all(own.enter("127.0.0.1") for _ in range(200))


# -- tokens


@pytest.mark.parametrize("token", ["", " ", "short", None, 7, ["a"], "ü" * 30, "a" * 21])
def test_a_token_that_is_empty_or_malformed_is_never_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, token: object
) -> None:
    monkeypatch.setenv("KIEBITZ_HOME", str(tmp_path))
    keep_tokens(Tokens())
    path = screen_folder() / "tokens.json"
    kept = json.loads(path.read_text())
    for role in kept:
        path.write_text(json.dumps({**kept, role: token}))
        assert kept_tokens() is None
    assert Tokens().role_of("") is None


def test_tokens_are_kept_for_this_user_alone_and_no_two_roles_have_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIEBITZ_HOME", str(tmp_path))
    assert kept_tokens() is None
    keep_tokens(tokens := Tokens())
    assert kept_tokens() == tokens
    path = screen_folder() / "tokens.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    kept = json.loads(path.read_text())
    wrong: Any
    for wrong in ({**kept, "onlooker": kept["table"]}, []):
        path.write_text(json.dumps(wrong))
        assert kept_tokens() is None


def test_one_address_has_a_few_places_and_its_newest_callers_keep_them() -> None:
    room = Room(most=9, of_one=2)
    callers = [room.enter("10.0.0.1") for _ in range(5)]
    assert None not in callers
    assert room.enter("10.0.0.2")
    assert len(room) == 3


def test_a_device_whose_picture_is_on_its_way_waits_with_the_next_and_others_do_not() -> None:
    taking = TakingIn(most=3, of_one=1)

    async def meet() -> None:
        arrived = asyncio.Event()

        async def body() -> Message:
            await arrived.wait()
            return {"type": "http.request", "body": b"x"}

        def posted(host: str) -> Request:
            return Request({"type": "http", "client": (host, 1), "headers": []}, body)

        first, other = (asyncio.create_task(taking.take(posted(host), len)) for host in ("10.0.0.1", "10.0.0.2"))
        await asyncio.sleep(0)
        with pytest.raises(HTTPException, match=CROWDED):
            await asyncio.wait_for(taking.take(posted("10.0.0.1"), len), 5)
        arrived.set()
        assert (await first, await other) == (1, 1)

    with ThreadPoolExecutor(1) as pool:  # a browser's loop may run in this thread
        pool.submit(lambda: asyncio.run(meet())).result()
    taking.close()
