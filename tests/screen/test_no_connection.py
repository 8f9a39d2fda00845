"""A table opens no connection to anywhere and asks for no name, whatever it does: Python reports every attempt."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from core.games import find
from kiebitz.screen.doors.open_doors import _AIMS
from kiebitz.watching.scripts import Script
from tests.screen.command import started
from tests.screen.tabletop import Phone, phone_over, table_of

pytestmark = pytest.mark.slow

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
        play(client)
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


def play(client: httpx.Client) -> None:
    """Let a move be made before the camera."""
    script = Script(("Se5",), game="tink", size=(960, 720))
    game = find("tink")
    start = game.start(script.options)
    with phone_over(client, table_of(script)) as phone:
        for position in (start, game.play(start, "Se5")):
            phone.show(game.contents(position))
            until(client, phone, game.format_position(position))


def until(client: httpx.Client, phone: Phone, position: str) -> None:
    while client.get("state").json()["position"] != position:
        phone.wait(2)


def review(client: httpx.Client) -> None:
    """Let the game be thought about in a process of its own, and shared."""
    (game,) = client.get("kept").json()["games"]
    path = f"kept/{game['id']}"
    client.get(path).raise_for_status()
    client.post(f"{path}/review").raise_for_status()
    client.get(f"{path}/exports/html").raise_for_status()
