"""Clients that are silent, many, slow or wrong, or send odd numbers: none of them stalls or changes the table."""

from __future__ import annotations

import contextlib
import copy
import json
import logging
import math
import socket
import struct
import time
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import httpx
import pytest

from kiebitz.screen.doors import access
from kiebitz.screen.live.feed import MOST_READERS, Feed
from kiebitz.screen.serving import MORE, FewFaults, listen_again, quieten
from kiebitz.table.inputs import Misheard
from kiebitz.watching.attending import commands_in
from tests.docs.table_api import PAGE, PREFIX, address, json_body, operations
from tests.screen.conftest import Served, see_empty_board

MANY = 3000
LONG = "x" * 4000


@pytest.mark.parametrize(
    "words", [b"\x16\x03\x01\x02\x00\x01", b"GET\r\n\r\n", b"\x00" * 100, b"GET / HTTP/9.9\r\n\r\n"]
)
def test_what_is_no_http_is_answered_shortly_or_not_at_all(served: Served, words: bytes) -> None:
    with socket.create_connection(("127.0.0.1", served.screen.port), timeout=5) as wild:
        wild.sendall(words)
        wild.shutdown(socket.SHUT_WR)
        assert wild.recv(4096)[:10] in (b"", b"HTTP/1.1 4")


def test_headers_without_end_are_refused(served: Served) -> None:
    with socket.create_connection(("127.0.0.1", served.screen.port), timeout=5) as wild:
        wild.sendall(b"GET / HTTP/1.1\r\n" + b"X: " + b"a" * 200_000)
        assert wild.recv(4096)[:12] in (b"", b"HTTP/1.1 400", b"HTTP/1.1 431")


def test_a_picture_that_unpacks_to_gigabytes_is_refused(client: httpx.Client) -> None:
    client.post("tables", json={"game": "tink"})
    start_of_frame = b"\xff\xc0\x00\x11\x08\xff\xff\xff\xff\x03\x01\x11\x00\x02\x11\x00\x03\x11\x00"
    answer = client.post("frames", content=b"\xff\xd8" + start_of_frame + b"\xff\xd9")
    assert (answer.status_code, "megapixels" in answer.json()["error"]) == (400, True)


def test_nobody_can_fill_the_terminal(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    for words in (b"no HTTP\r\n\r\n", b"GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n"):
        for _ in range(20):
            with socket.create_connection(("127.0.0.1", served.screen.port), timeout=5) as wild:
                wild.sendall(words)
                wild.recv(4096)
    assert not caplog.records


def test_a_few_faults_are_told_and_then_that_there_are_more(capfd: pytest.CaptureFixture[str]) -> None:
    log, faults = logging.getLogger("uvicorn.error"), FewFaults(most=2)
    said = logging.StreamHandler()
    quieten(faults)
    log.addHandler(said)
    try:
        for _ in range(10):
            log.error("a fault")
            log.warning("what somebody sent")
    finally:
        log.removeHandler(said)
        listen_again(faults)
    assert capfd.readouterr().err.splitlines() == ["a fault", "a fault", MORE]


def head(served: Served, request: str, *lines: str) -> bytes:
    """Return the beginning of a *request* with the table's token."""
    known = (f"Host: 127.0.0.1:{served.screen.port}", f"X-Kiebitz: {served.screen.tokens.table}")
    return "\r\n".join((f"{request} HTTP/1.1", *known, *lines, "", "")).encode()


def follower(served: Served) -> socket.socket:
    """Return a connection that has asked for the events and reads nothing."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.connect(("127.0.0.1", served.screen.port))
    made.sendall(head(served, "GET /api/v1/events?since=0&passing=1"))
    return made


@pytest.fixture
def feed(served: Served) -> Iterator[Feed]:
    """Return the feed of the served table, empty before and after."""
    feed = served.screen.desk.feed
    feed.begin([])
    yield feed
    feed.begin([])


def waiting(served: Served) -> list[int]:
    """Return how many bytes lie ready for each connection."""
    connections = [one for server in served.screen._servers for one in server.server_state.connections]
    return [connection.transport.get_write_buffer_size() for connection in connections]


def test_one_who_never_reads_costs_no_memory_and_another_gets_everything(served: Served, feed: Feed) -> None:
    with follower(served):
        time.sleep(0.1)
        for n in range(1, MANY + 1):
            feed.tell({"event": "advice", "n": n, "message": LONG})
            feed.notice("untold", n=n, message=LONG)
        assert numbers(served, 0, MANY) == list(range(1, MANY + 1))
        assert max(waiting(served)) < 300_000 < MANY * len(LONG) / 10


def numbers(served: Served, since: int, until: int) -> list[int]:
    """Return the numbers of the events after *since*, up to *until*, as a reader gets them."""
    found: list[int] = []
    with served.client() as client, client.stream("GET", f"events?since={since}") as stream:
        for line in stream.iter_lines():
            if line.startswith("id:"):
                found.append(int(line[3:]))
            if line.startswith("data:"):
                assert json.loads(line[5:])["n"] == found[-1]
            if found and found[-1] == until and not line:
                break
    return found


def test_a_reader_that_was_away_gets_what_it_missed_by_number(served: Served, feed: Feed) -> None:
    for n in range(1, 8):
        feed.tell({"event": "advice", "n": n, "message": ""})
    assert numbers(served, 4, 7) == [5, 6, 7]
    assert numbers(served, 99, 7) == [1, 2, 3, 4, 5, 6, 7]


def test_readers_that_vanish_leave_their_places_to_others(served: Served, client: httpx.Client) -> None:
    at_once = struct.pack("ii", 1, 0)
    for _ in range(3):
        gone = [follower(served) for _ in range(MOST_READERS // 2)]
        time.sleep(0.1)
        for one in gone:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
            one.close()
    time.sleep(0.2)
    with client.stream("GET", "events") as stream:
        assert stream.status_code == 200


def test_more_readers_than_there_is_room_for_are_told_so(served: Served, client: httpx.Client) -> None:
    there = [follower(served) for _ in range(MOST_READERS)]
    time.sleep(0.3)
    with client.stream("GET", "events") as stream:
        assert (stream.status_code, "Too many devices" in json.loads(stream.read())["error"]) == (503, True)
    assert client.get("state").status_code == 200
    for one in there:
        one.close()


def test_asking_for_the_head_of_the_events_takes_no_seat(served: Served, client: httpx.Client) -> None:
    with contextlib.ExitStack() as opened:
        for _ in range(MOST_READERS + 5):
            one = opened.enter_context(socket.create_connection(("127.0.0.1", served.screen.port), timeout=10))
            one.sendall(head(served, "HEAD /api/v1/events"))
            assert one.recv(4096).startswith(b"HTTP/1.1 200")
        with client.stream("GET", "events") as stream:
            assert stream.status_code == 200


def test_lookers_on_leave_seats_for_the_table(served: Served, client: httpx.Client) -> None:
    with contextlib.ExitStack() as opened:
        guest = opened.enter_context(served.client(served.screen.tokens.viewer))
        codes = [opened.enter_context(guest.stream("GET", "events")).status_code for _ in range(25)]
        assert (codes.count(200), codes[-1]) == (20, 503)
        assert opened.enter_context(client.stream("GET", "events")).status_code == 200


def test_a_reader_that_never_reads_loses_its_seat(served: Served, feed: Feed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "_TAKEN_S", 0.3)
    with contextlib.closing(follower(served)) as one:
        for n in range(1, MANY):
            feed.tell({"event": "advice", "n": n, "message": "x" * 2000})
        time.sleep(1.5)
        one.settimeout(10)
        with contextlib.suppress(ConnectionError):
            while one.recv(1 << 20):
                pass  # what lay in the system's buffers, and then the end


def test_guesses_at_the_token_become_slow_and_nobody_else_does(
    served: Served, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "_SLOWED_S", 0.4)
    with served.client("guess") as stranger:
        times = [seconds(stranger) for _ in range(access._FREE_GUESSES + 2)]
    assert min(times[-2:]) >= 0.4
    assert min(seconds(client) for _ in range(20)) < 0.4


def seconds(client: httpx.Client) -> float:
    begun = time.monotonic()
    client.get("state")
    return time.monotonic() - begun


@pytest.mark.parametrize("lines", [("Content-Length: 1000",), ("Transfer-Encoding: chunked",)])
def test_a_body_that_never_comes_is_given_up(
    served: Served, monkeypatch: pytest.MonkeyPatch, lines: tuple[str, ...]
) -> None:
    monkeypatch.setattr(access, "_BODY_S", 0.1)
    with socket.create_connection(("127.0.0.1", served.screen.port), timeout=5) as half:
        half.sendall(head(served, "POST /api/v1/frames", *lines))
        assert half.recv(64).startswith(b"HTTP/1.1 408")


@pytest.mark.parametrize(("path", "most"), [("frames", 4), ("commands", 1), ("tables", 1), ("speech", 1)])
def test_ten_megabytes_are_refused_unread(served: Served, client: httpx.Client, path: str, most: int) -> None:
    answer: Any = client.post(path, content=bytes(10 << 20))
    assert (answer.status_code, answer.json()["error"]) == (413, f"The body is larger than {most} MB.")
    plain = Request(f"{served.origin}/api/v1/{path}", bytes(10 << 20), {"X-Kiebitz": served.screen.tokens.table})
    with pytest.raises(HTTPError, match="413"):  # it writes all of the body before it listens
        urlopen(plain, timeout=10)


ODD: tuple[Any, ...] = (
    10**400, -(10**400), math.inf, -math.inf, math.nan, 2**63, -1, 0, 1.5, 1e300, "9" * 400, True, None, [], {}, [[1]],
)  # fmt: skip
BODIES = sorted(
    ((method, path, operation) for method, path, operation in operations() if json_body(operation)),
    key=lambda one: one[1] == "/tables",
)
"""Every request with a body; last the one that begins tables, for others are asked at one."""
Steps = tuple[str | int, ...]


@pytest.fixture(scope="module")
def table(served: Served) -> Served:
    """Return a server with a table at which a game has begun."""
    with served.client() as client:
        see_empty_board(client, {"game": "tink"})
    return served


def places(value: Any) -> Iterator[Steps]:
    """Yield the way to every part of the JSON *value*, and to itself."""
    yield ()
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inside:
        yield from ((key, *rest) for rest in places(part))


def changed(value: Any, steps: Steps, odd: Any) -> Any:
    """Return *value* with *odd* in the place that *steps* lead to."""
    if not steps:
        return odd
    made = copy.copy(value)
    first, *rest = steps
    made[first] = changed(made[first], tuple(rest), odd) if rest else odd
    return made


def fields(schema: Mapping[str, Any]) -> list[str]:
    """Return the fields that an object of *schema* may have."""
    if "$ref" in schema:
        schema = PAGE["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    named = list(schema.get("properties", {}))
    return named + [
        name for key in ("oneOf", "anyOf", "allOf") for each in schema.get(key, ()) for name in fields(each)
    ]


@pytest.mark.parametrize(("method", "path", "operation"), BODIES, ids=[path for _, path, _ in BODIES])
def test_odd_numbers_in_a_body_are_answered_in_words(
    table: Served, method: str, path: str, operation: Mapping[str, Any]
) -> None:
    body = json_body(operation)
    assert body is not None
    example = body["example"]
    bodies = [changed(example, steps, odd) for steps in places(example) for odd in ODD]
    bodies += [{**example, name: odd} for name in fields(body["schema"]) if name not in example for odd in ODD]
    wrong = []
    with httpx.Client(trust_env=False, timeout=60) as one:
        for sent in bodies:
            answer = one.request(
                method, f"{table.origin}{PREFIX}/{address(path)}", content=json.dumps(sent),
                headers={"X-Kiebitz": table.screen.tokens.table},
            )  # fmt: skip
            if answer.status_code >= 500 or "object has no" in answer.text or "object is not" in answer.text:
                wrong.append((json.dumps(sent)[:100], answer.status_code, answer.text[:100]))
    assert not wrong


@pytest.mark.parametrize("odd", ["9" * 400, "-1", "1e400", "nan", "٣", "0x10"])
def test_odd_numbers_in_an_address_are_answered(served: Served, odd: str) -> None:
    with httpx.Client(trust_env=False, timeout=30, headers={"X-Kiebitz": served.screen.tokens.table}) as one:
        for path in (
            f"events/{odd}/before.jpg", f"cameras/{odd}/newest", f"kept/{odd}", f"kept/1/events/{odd}/after.jpg",
            f"lessons/tink/{odd}", f"puzzles/tink/{odd}", f"kits/tink/{odd}.svg", f"rules/{odd}", f"cells/{odd}",
        ):  # fmt: skip
            assert one.get(f"{served.origin}{PREFIX}/{path}").status_code in (200, 404, 405), path
        assert one.head(f"{served.origin}{PREFIX}/events?since={odd}").status_code in (200, 400)


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_a_command_with_an_odd_number_is_one_misheard_line_and_the_next_is_obeyed(odd: Any) -> None:
    commands: list[dict[str, Any]] = [
        {"do": "corners", "corners_px": [[odd, 0], [9, 0], [9, 9], [0, 9]]},
        {"do": "corners", "corners_px": [odd, [9, 0], [9, 9], [0, 9]]},
        {"do": "corners", "corners_px": odd},
        {"do": "correct", "cells": {"e4": odd}},
        {"do": "turn", "seat": odd if not isinstance(odd, str) else 7},
        {"do": "takeback", "plies": odd if odd not in (10**400, 2**63) else "many"},
        {"do": odd},
    ]
    lines = b"".join(json.dumps(command).encode() + b'\n{"do":"state"}\n' for command in commands)
    heard = list(commands_in(iter([lines, b""]).__next__))
    assert len(heard) == 2 * len(commands)
    told = [each for each in heard[::2] if isinstance(each, Misheard)]
    assert len(told) >= len(commands) - 2  # some are numbers like others where they stand
    assert all("\n" not in each.message and len(each.message) < 300 for each in told)
    assert not any(isinstance(each, Misheard) for each in heard[1::2])
