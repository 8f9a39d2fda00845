"""Who is let in, and with what: tokens, addresses, other web pages, large bodies."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from dataclasses import astuple

import httpx
import pytest

from kiebitz.screen.doors import access
from kiebitz.screen.doors.access import LARGEST_BODY, Tokens
from tests.screen.conftest import Served


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
