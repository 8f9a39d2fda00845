"""Two tables play one game (I7), each a process, or from a page: referees see pictures of printed kits."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image
from playwright.sync_api import Page, expect

import kiebitz
from kiebitz.api.pictures import pretend_picture
from kiebitz.api.play import Position
from kiebitz.archive.recorded import load
from kiebitz.screen.live import asked
from kiebitz.screen.live.asked import Ask
from kiebitz.screen.serving import Screen
from tests.screen.browser import in_browser
from tests.screen.command import ROOT, Started, started
from tests.screen.conftest import Served, heard, running, state_of, until
from tests.screen.test_pages import check

GAMES = {"tink": 4, "ting": 3, "tingle": 3, "tabik": 3, "tinker_tactics": 3}
"""Game → how many plies of it are played."""
DEAL = "2 A4a1=3,A6c2=4,A8c3=4,A6d1=2,A4d2=2,B6b4=6,B4c4=2,B4c5=3,B6d4=3,B8d6=1 A 0"


def jpeg(position: Position) -> bytes:
    data = io.BytesIO()
    Image.fromarray(kiebitz.pretend_picture(position)[..., ::-1]).save(data, "JPEG", quality=92)
    return data.getvalue()


class Guest:
    """`kiebitz watch FOLDER --follow` as a process; ``seen`` are its lines."""

    def __init__(self, folder: Path, home: Path, *more: str) -> None:
        command = [sys.executable, "-m", "kiebitz", "watch", str(folder), "--follow", "--json", *more]
        surroundings = {**os.environ, "KIEBITZ_HOME": str(home), "PYTHONPATH": str(ROOT)}
        self.folder, self.seen = folder, list[dict[str, Any]]()
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=surroundings)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with contextlib.suppress(ValueError):
            for line in self.process.stdout:
                self.seen.append(json.loads(line))

    def show(self, position: Position) -> None:
        made = self.folder / f".{time.time_ns()}.part"
        made.write_bytes(jpeg(position))
        made.rename(self.folder / f"{time.time_ns()}.jpg")

    def hears(self, kind: str, **fields: Any) -> None:
        until(lambda: any(_fits(line, kind, fields) for line in self.seen), f"{kind} {fields}")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


class Host:
    """`kiebitz table` as a process, whose board photos show; ``seen`` are its events."""

    def __init__(self, running: Started) -> None:
        self.running, self.client = running, running.client()

    def close(self) -> None:
        self.client.close()

    @property
    def seen(self) -> list[dict[str, Any]]:
        game = self.client.get("state").json()
        lines: list[dict[str, Any]] = []
        with contextlib.suppress(httpx.ReadTimeout), self.client.stream("GET", "events?since=0", timeout=1.0) as stream:
            for text in stream.iter_lines():
                if text.startswith("data: "):
                    lines.append(json.loads(text.removeprefix("data: ")))
                    if lines[-1].get("n") == game["n"]:
                        break
        return lines

    def others(self) -> list[dict[str, Any]]:
        """Return the boards of other tables that its page shows."""
        return next(line["boards"] for line in heard(self.client, "passing=1") if line["event"] == "others")

    def show(self, position: Position) -> None:
        until(lambda: self.client.post("frames?photo=1", content=jpeg(position)).status_code == 202, "a photo")

    def hears(self, kind: str, **fields: Any) -> None:
        until(lambda: any(_fits(line, kind, fields) for line in self.seen), f"{kind} {fields}")


def _fits(line: dict[str, Any], kind: str, fields: dict[str, Any]) -> bool:
    return line.get("event") == kind and fields.items() <= line.items()


@contextlib.contextmanager
def hosting(home: Path, *arguments: str) -> Iterator[Host]:
    with started(home, "--lan", *arguments) as running, contextlib.closing(Host(running)) as host:
        yield host


@pytest.mark.thinned(0)
def test_i7_a_table_with_a_page_joins_from_it_and_shows_the_board_of_the_other(tmp_path: Path) -> None:
    game = kiebitz.game("tink")
    start, first = game.start(), game.start().play("Sc3")
    begin = {"game": "tink", "players": 2, "start": start.text, "clock": "10+5"}
    with (
        hosting(tmp_path / "host") as host,
        started(tmp_path / "guest") as running,
        contextlib.closing(Host(running)) as guest,
    ):
        url = host.running.serving["twin"]
        host.client.post("tables", json=begin).raise_for_status()
        host.show(start)
        host.hears("found")
        refused = [guest.client.post("tables", json={"twin": url, "seat": seat}) for seat in ("C", "b", "A,B")]
        assert [answer.status_code for answer in refused] == [400] * 3
        assert refused[0].json()["error"] == "that seat is not free at the other table; free there: A and B"
        guest.client.post("tables", json={"twin": url, "seat": "A"}).raise_for_status()
        guest.show(start)
        guest.hears("twin", seats=["A"])
        guest.show(first)
        guest.hears("move", action="Sc3")
        host.hears("asked", action="Sc3", seat="A")
        boards = [{"seats": ["A"], "plies": 1, "contents": {"c3": "As"}, "cells": ["c3"]}]
        until(lambda: host.others() == boards, "the board of the other table")
        other = [{"seats": ["B"], "plies": 0, "contents": {}, "cells": ["c3"]}]
        until(lambda: guest.others() == other, "the board of the host")
        host.show(first)
        host.hears("move", as_asked=True)
        until(lambda: host.others() == guest.others() == [], "the same boards")
        clocks = [table.client.get("state").json()["clock"] for table in (host, guest)]
        assert [clock["control"] for clock in clocks] == 2 * [{"A": "10+5", "B": "10+5"}]
        guest.client.post("commands", json={"do": "pause"}).raise_for_status()
        until(lambda: host.client.get("state").json()["clock"].get("paused"), "the pause at the other table")
        host.client.post("commands", json={"do": "continue"}).raise_for_status()
        until(lambda: not guest.client.get("state").json()["clock"].get("paused"), "both to go on")
        guest.client.post("tables", json={"resume": True}).raise_for_status()
        guest.show(first)
        host.show(first.play("Sd4"))
        guest.hears("asked", action="Sd4", seat="B")
        (kept,) = (tmp_path / "guest" / "games").glob("*.twin")
        assert kept.read_text() == url
        assert kept.stat().st_mode & 0o777 == 0o600
        kept.unlink()
        (journal,) = (tmp_path / "guest" / "games").glob("*.jsonl")
        assert host.running.serving["twin"].partition("#")[2][:22] not in journal.read_text()
        refusal = guest.client.post("tables", json={"resume": True})
        assert refusal.status_code == 400
        assert "address is not kept here" in refusal.json()["error"]


def test_i7_what_cannot_be_dialled_from_the_page_is_said_in_one_line_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIEBITZ_HOME", str(tmp_path))
    monkeypatch.setattr(asked, "_DIALLING_S", 0.5)
    with running(Screen.open(0, lan=True)) as screen, Served(screen).client() as client:
        client.post("tables", json={"game": "tink", "players": 2}).raise_for_status()
        before = state_of(client, lambda state: state["position"], image=pretend_picture(kiebitz.game("tink").start()))
        url = screen.twin_address()
        token, pin, name = url.partition("#")[2].split(".", 2)
        whole = url.partition("#")[0]
        wrong = {
            f"{whole}#{token}.{'0' * 64}.{name}": "certificate is another",
            f"{whole}#{'x' * 22}.{pin}.{name}": "token is wrong",
            url: "this table's own address",
            url.replace(name, "127.0.0.1:9"): "does not answer",
            whole: "no address of a table",
        }
        for address, why in wrong.items():
            answer = client.post("tables", json={"twin": address})
            assert answer.status_code == 400
            assert why in answer.json()["error"]
            assert "\n" not in answer.json()["error"]
        assert client.get("state").json()["journal"] == before["journal"]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.thinned(0)
def test_i7_two_processes_play_one_game_and_keep_it_whole_at_both_ends(name: str, tmp_path: Path) -> None:
    folder, here, there = tmp_path / "pictures", tmp_path / "guest", tmp_path / "host"
    folder.mkdir()
    game = kiebitz.game(name)
    position = game.position(DEAL) if name == "tinker_tactics" else game.start()
    begin = ("--game", name, "--players", "2", "--start", position.text, "--source", "phone")
    with hosting(there, *begin) as host:
        assert host.running.serving["twin"].startswith("https://")
        host.show(position)
        guest = Guest(folder, here, "--twin", host.running.serving["twin"])
        try:
            guest.show(position)
            guest.hears("twin")
            for ply in range(GAMES[name]):
                position = position.play(position.legal_actions[len(position.legal_actions) // 2])
                mover, other = (host, guest) if ply % 2 == 0 else (guest, host)
                mover.show(position)
                mover.hears("move", ply=ply + 1)
                other.hears("asked", at=ply)
                other.show(position)
                other.hears("move", ply=ply + 1, as_asked=True)
        finally:
            guest.kill()
    ends = [load(path) for home in (here, there) for path in (home / "games").glob("*.jsonl")]
    assert [end.course.game.format_position(end.course.position) for end in ends] == 2 * [position.text]


@pytest.mark.thinned(0)
def test_i7_kill_9_of_either_process_loses_no_move(tmp_path: Path) -> None:
    folder, here, there = tmp_path / "pictures", tmp_path / "guest", tmp_path / "host"
    folder.mkdir()
    position = kiebitz.game("tink").start()
    port = ("--port", str(free_port()))
    begin = ("--game", "tink", "--start", position.text, "--source", "phone")
    with started(there, *begin, *port) as running, contextlib.closing(Host(running)) as host:
        url = host.running.serving["twin"]
        host.show(position)
        guest = Guest(folder, here, "--twin", url)
        try:
            guest.show(position)
            guest.hears("twin")
            position = position.play("Sc3")
            host.show(position)
            guest.hears("asked", at=0)
            guest.kill()
            guest = Guest(folder, here, "--resume")
            guest.show(position)
            guest.hears("move", ply=1, as_asked=True)
            position = position.play("Sd4")
            guest.show(position)
            host.hears("asked", at=1)
            running.process.kill()
            running.process.wait()
            with started(there, "--resume", *port) as resumed, contextlib.closing(Host(resumed)) as again:
                assert resumed.serving["twin"] == url
                again.show(position)
                again.hears("move", ply=2, as_asked=True)
                position = position.play(next(action for action in position.legal_actions if action[0] == "S"))
                again.show(position)
                guest.hears("asked", at=2)
                guest.show(position)
                guest.hears("move", ply=3, as_asked=True)
        finally:
            guest.kill()
    ends = [load(path) for home in (here, there) for path in (home / "games").glob("*.jsonl")]
    assert [end.course.game.format_position(end.course.position) for end in ends] == 2 * [position.text]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


DEVICE = {"viewport": {"width": 820, "height": 1180}}


@pytest.fixture
def host(served: Served) -> Iterator[Served]:
    """Return another table, at which a game of Tink for two begins."""
    del served  # it says where games are kept
    with running(Screen.open(0)) as screen:
        screen.desk.begin(Ask("tink", 2, start=kiebitz.game("tink").start().text))
        yield Served(screen)


def show(client: httpx.Client, position: Position) -> None:
    until(lambda: client.post("frames?photo=1", content=jpeg(position)).status_code == 202, "a photo")


@in_browser
def test_i7_a_page_joins_another_table_and_shows_its_board_until_the_move_is_put(
    page: Page, served: Served, host: Served
) -> None:
    start = kiebitz.game("tink").start()
    page.get_by_role("button", name="Add a device").click()
    address = page.get_by_label("Address of the other table")
    address.fill("https://192.168.1.5/twin")
    page.get_by_role("button", name="Play there").click()
    expect(page.locator("#pairing")).to_contain_text("This is no address of a table")
    check(page)
    with host.client() as there, served.client() as here:
        show(there, start)
        until(lambda: there.get("state").json()["position"], "the host's board")
        address.fill(host.screen.twin_address())
        page.get_by_label("Seat at this table").select_option("B")
        page.get_by_role("button", name="Play there").click()
        expect(page.locator("#pairing")).to_be_hidden()
        show(here, start)
        until(lambda: here.get("state").json()["position"], "the guest's board")
        show(there, start.play("Sc3"))
        expect(page.locator("#todo")).to_contain_text("Make this move on the table.")
        other = page.get_by_role("region", name="Boards of other tables")
        expect(other.get_by_role("img", name=re.compile("The board of (Red|Seat A)"))).to_be_visible()
        expect(other.locator("[data-marks~=hint]")).to_have_count(1)
        check(page)
        show(here, start.play("Sc3"))
        expect(other).to_be_hidden()
        tick, live = page.get_by_label("Show each other the boards"), page.get_by_role("img", name=re.compile("live$"))
        expect(tick).not_to_be_checked()
        assert there.get("others/1.jpg").status_code == 404
        tick.check()
        expect(page.locator("#show-told")).to_have_text("The other table has not agreed yet.")
        expect(live).to_have_count(0)
        there.post("others", json={"show": True}).raise_for_status()
        expect(live).to_be_visible()
        expect(live).to_have_js_property("complete", True)
        until(lambda: live.evaluate("image => image.naturalWidth") > 100, "the live picture of the host's board")
        until(lambda: there.get("others/1.jpg").status_code == 200, "that of the guest's board")
        check(page)
        tick.uncheck()
        expect(live).to_have_count(0)
        until(lambda: there.get("others/1.jpg").status_code == 404, "nothing of it at the host")


@in_browser
@pytest.mark.thinned(0)
def test_i7_a_scanned_code_opens_the_address_to_be_copied(page: Page, host: Served) -> None:
    page.goto(host.screen.twin_address())
    expect(page.locator("#address")).to_have_text(host.screen.twin_address())
    check(page)
    page.goto(f"{host.origin}/twin#half")
    page.reload()
    expect(page.get_by_role("button", name="Copy the address")).to_be_disabled()
