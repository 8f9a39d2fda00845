"""Processes of and beside a table: how it is opened, what ends and comes back, to whom it connects, what follows."""

from __future__ import annotations

import json
import os
import queue
import signal
import stat
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest

from core.games import find
from kiebitz.archive.recorded import load
from kiebitz.screen.doors.open_doors import _AIMS
from kiebitz.watching.scripts import Script
from tests.screen.command import Started, started
from tests.screen.conftest import Served, heard, state_of, told
from tests.screen.tabletop import Phone, phone_over, table_of

pytestmark = pytest.mark.slow
SCRIPT = Script(("Sc3", "Sd4", "Se5"), game="tink", size=(960, 720))
GAME = find("tink")
_BROWSER = """#!/bin/sh
printf '%s ' "$@" > "$(dirname "$0")/asked.new"
mv "$(dirname "$0")/asked.new" "$(dirname "$0")/asked"
exec sleep 60 > /dev/null 2>&1
"""
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "pass_on_events.py"
posted: queue.Queue[dict[str, Any]] = queue.Queue()


def play(client: httpx.Client, phone: Phone, *actions: str, after: tuple[str, ...] = ()) -> str:
    """Play *actions* before the camera, *after* others; return the position that is announced at the end."""
    position = GAME.start(SCRIPT.options)
    for action in after:
        position = GAME.play(position, action)
    phone.show(GAME.contents(position))
    state_at(client, GAME.format_position(position))
    for action in actions:
        position = GAME.play(position, action)
        phone.show(GAME.contents(position))
        state_at(client, GAME.format_position(position))
    return GAME.format_position(position)


def state_at(client: httpx.Client, position: str) -> None:
    """Wait until *position* is announced and the board is in view."""
    state_of(client, lambda state: state["position"] == position and state["phase"] == "still")


def events(client: httpx.Client, since: int, until: int) -> list[dict[str, Any]]:
    """Return the events after number *since*, up to *until*."""
    coming = heard(client, f"since={since}")
    return [next(coming) for _ in range(until - since)]


def ended(table: Started) -> None:
    """Kill the process of *table* as a power cut does."""
    table.process.kill()
    table.process.wait(10)


@pytest.mark.thinned(0)
def test_a_server_that_is_killed_loses_nothing_and_its_readers_catch_up_by_number(tmp_path: Path) -> None:
    with started(tmp_path, "--game", "tink") as table, table.client() as client:
        with phone_over(client, table_of(SCRIPT)) as phone:
            position = play(client, phone, "Sc3")
        told = events(client, 0, client.get("state").json()["n"])
        ended(table)
    with started(tmp_path, "--resume") as again, again.client() as client:
        assert again.serving["token"] == table.serving["token"]
        with phone_over(client, table_of(SCRIPT)) as phone:
            play(client, phone, "Sd4", after=("Sc3",))
        state = client.get("state").json()
        assert [move["action"] for move in state["score"]] == ["Sc3", "Sd4"]
        assert events(client, 0, told[-1]["n"]) == told
        later = events(client, told[-1]["n"], state["n"])
    assert [event["n"] for event in later] == list(range(told[-1]["n"] + 1, state["n"] + 1))
    assert [event["action"] for event in later if event["event"] == "move"] == ["Sd4"]
    (journal,) = tmp_path.rglob("*.jsonl")
    kept = load(journal)
    assert [line for line in kept.events if "n" in line][: len(told)] == told
    assert GAME.format_position(kept.positions[-2]) == position


@pytest.mark.thinned(0)
def test_a_phone_that_sleeps_is_missed_and_the_game_goes_on_when_it_wakes(client: httpx.Client, served: Served) -> None:
    client.post("tables", json={"game": "tink"}).raise_for_status()
    with phone_over(client, table_of(SCRIPT)) as phone:
        play(client, phone, "Sc3")
        n = client.get("state").json()["n"]
        phone.sleep()
        state_of(client, lambda state: "No picture comes" in state["said"])
        assert client.get("state").json()["phase"] == "looking"
        play(client, phone, "Se5", after=("Sc3", "Sd4"))
        assert "The phone gives pictures again." in [event.get("message") for event in events(client, n, n + 2)]
    with served.client() as other:
        missed = events(other, n, client.get("state").json()["n"])
    assert [event["action"] for event in missed if event["event"] == "move"] == ["Sd4", "Se5"]
    assert [event["n"] for event in missed] == list(range(n + 1, n + len(missed) + 1))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the browser is a script for a shell")
def test_a_browser_that_stays_in_the_foreground_gets_a_file_and_blocks_nobody(tmp_path: Path) -> None:
    browser = tmp_path / "browser"
    browser.write_text(_BROWSER)
    browser.chmod(0o700)
    surroundings = {**os.environ, "KIEBITZ_HOME": str(tmp_path / "home"), "BROWSER": f"{browser} %s"}
    command = [sys.executable, "-m", "kiebitz", "table", "--port", "0", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=surroundings) as run:
        assert run.stdout is not None
        serving = json.loads(run.stdout.readline())
        asked = _awaited(tmp_path / "asked")
        answer = httpx.get(serving["url"].partition("#")[0], trust_env=False, timeout=10)
        page = tmp_path / "home" / "screen" / "open.html"
        text, mode = page.read_text(), stat.S_IMODE(page.stat().st_mode)
        run.send_signal(signal.SIGINT)
        _, err = run.communicate(timeout=20)
    assert (asked.strip(), serving["token"] in asked) == (page.as_uri(), False)
    assert (mode, f'content="0; url={serving["url"]}"' in text) == (0o600, True)
    assert (answer.status_code, run.returncode, err) == (200, 130, b"")
    assert (serving["event"], serving["spki"], serving["url"][-22:]) == ("serving", None, serving["token"])
    assert not page.exists()


def _awaited(path: Path) -> str:
    deadline = time.monotonic() + 60
    while not path.exists():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return path.read_text()


class Hook(BaseHTTPRequestHandler):
    """Keeps what is posted."""

    def do_POST(self) -> None:
        posted.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""


def test_a_webhook_gets_every_event_once_and_in_order(served: Served) -> None:
    with HTTPServer(("127.0.0.1", 0), Hook) as hook:
        threading.Thread(target=hook.serve_forever, daemon=True).start()
        command = [sys.executable, str(EXAMPLE), f"{served.origin}/#{served.screen.tokens.table}"]
        command += ["--webhook", f"http://127.0.0.1:{hook.server_port}/"]
        with served.client() as client, subprocess.Popen(command) as passing_on:
            try:
                client.post("tables", json={"game": "tink", "source": "demo"}).raise_for_status()
                got = [posted.get(timeout=30)]
                while got[-1]["event"] != "move":
                    got.append(posted.get(timeout=30))
            finally:
                passing_on.terminate()
        hook.shutdown()
    assert got == told(served, 0, until="move")
    assert [event["n"] for event in got] == list(range(1, len(got) + 1))


REPORTER = """
import json, socket, sys

def report(event, arguments):
    if event in ("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"):
        near = arguments[0].family == socket.AF_UNIX
        datagram = arguments[0].type == socket.SOCK_DGRAM
        told = [event, "unix" if near else str(arguments[1][0]), datagram]
    elif event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo"):
        told = [event, str(arguments[0]), False]
    else:
        return
    with open({path!r}, "a") as out:
        out.write(json.dumps(told) + "\\n")

sys.addaudithook(report)
"""
"""Python runs this before anything else, in helper processes too."""
READ = (
    "state", "events/1/after.jpg", "frames/newest", "cells/e5", "games", "cameras", "pairing", "rules/tink",
    "lessons/tink",
)  # fmt: skip
"""What is asked for beside the game."""


def reports(folder: Path) -> list[list[Any]]:
    """Return what Python reported: event, host, and whether it was about a datagram."""
    return [json.loads(line) for line in (folder / "reports").read_text(encoding="utf-8").splitlines()]


def strange(told: list[Any]) -> bool:
    """Return whether a report is about anything beyond this machine.

    To learn its own addresses Kiebitz names a destination to the system; a datagram's `connect` sends nothing.
    """
    event, host, datagram = told
    asks_the_system = event == "socket.connect" and datagram and host in _AIMS
    return not (host in ("127.0.0.1", "unix") or event == "socket.bind" or asks_the_system)


@pytest.mark.thinned(2)
@pytest.mark.parametrize("doors", [(), ("--lan",)], ids=["this machine", "its network"])
def test_nothing_is_connected_to_and_no_name_is_asked_for(tmp_path: Path, doors: tuple[str, ...]) -> None:
    (tmp_path / "sitecustomize.py").write_text(REPORTER.format(path=str(tmp_path / "reports")), encoding="utf-8")
    with started(tmp_path / "home", "--game", "tink", *doors, python_path=tmp_path) as table, table.client() as client:
        with phone_over(client, table_of(SCRIPT)) as phone:
            play(client, phone, "Se5")
        for path in READ:
            assert client.get(path).status_code in (200, 404), path
        client.post("hints").raise_for_status()
        assert client.post("speech", json={"text": "Red to move."}).status_code in (200, 404)
        review(client)
        client.post("tables", json={"source": "demo"}).raise_for_status()
        assert httpx.get(table.origin, trust_env=False).status_code == 200
    told = reports(tmp_path)
    assert any(event == "socket.bind" for event, *_ in told)
    assert [one for one in told if strange(one)] == []


def review(client: httpx.Client) -> None:
    """Let the game be thought about in a process of its own, and shared."""
    (game,) = client.get("kept").json()["games"]
    path = f"kept/{game['id']}"
    client.get(path).raise_for_status()
    client.post(f"{path}/review").raise_for_status()
    client.get(f"{path}/exports/html").raise_for_status()
