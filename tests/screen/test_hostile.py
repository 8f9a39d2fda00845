"""Clients that are silent, many, slow or wrong: none of them stalls or changes the table."""

from __future__ import annotations

import json
import logging
import os
import signal
import socket
import stat
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from kiebitz.screen.doors import callers
from kiebitz.screen.doors.access import Tokens
from kiebitz.screen.doors.secret_files import keep_tokens, kept_tokens
from kiebitz.screen.serving import MORE, FewFaults, listen_again, quieten
from tests.screen.conftest import Served


def test_a_thousand_silent_connections_keep_nobody_out(
    served: Served, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(callers, "_SILENT_S", 600.0)
    client.get("state")
    silent = []
    for _ in range(1000):
        try:
            silent.append(socket.create_connection(("127.0.0.1", served.screen.port), timeout=1))
        except OSError:
            break
    assert client.get("state").status_code == 200
    for one in silent:
        one.close()


def test_a_connection_that_says_nothing_is_closed(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(callers, "_SILENT_S", 0.1)
    with socket.create_connection(("127.0.0.1", served.screen.port), timeout=5) as silent:
        silent.sendall(b"GET / HTTP/1.1\r\nHost: ")
        assert silent.recv(10) == b""


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


def test_tokens_are_kept_for_this_user_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIEBITZ_HOME", str(tmp_path))
    assert kept_tokens() is None
    keep_tokens(tokens := Tokens())
    assert kept_tokens() == tokens
    (path,) = tmp_path.rglob("tokens.json")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_text("[]")
    assert kept_tokens() is None


@pytest.mark.slow
def test_the_command_says_where_it_serves_and_ends_in_order(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kiebitz", "table", "--game", "tink", "--port", "0", "--no-open", "--json"]
    surroundings = {**os.environ, "KIEBITZ_HOME": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=surroundings) as run:
        assert run.stdout is not None
        serving = json.loads(run.stdout.readline())
        address, _, token = serving["url"].partition("/#")
        state = httpx.get(f"{address}/api/v1/state", headers={"X-Kiebitz": token}, trust_env=False).json()
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=20)
    assert (serving["event"], token, serving["spki"]) == ("serving", serving["token"], None)
    assert serving["phone"] == f"{address}/phone#{token}"
    assert state["source"] == "phone"
    assert (run.returncode, out, err) == (130, "", "")
