"""Whether a table holds while its doors are besieged: ``python -m benchmarks.siege [--seconds 120]``.

The demo of Tink is shown to ``kiebitz table --lan`` by a camera that posts ten pictures a second over https. Meanwhile
attackers, each from an address of its own on this machine, hold 400 connections after one request, hold 1,100 that
never agree on encryption, post pictures made to take long, and ask for pages, with wrong tokens and in no HTTP at all,
as quickly as they are let. The server may open 1,024 files.

Prints how many moves were told, how long the table's own page took over a new connection, the memory of the server and
its helpers, the lines in its terminal, and how long it took to end. Linux only. Attackers are on the same cores as the
server and stand back behind it, as they would on their own.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import multiprocessing
import os
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import cv2
import httpx
import numpy as np
from PIL import Image

from benchmarks.live import REACHING_S, Stage, stages

FPS = 10.0
FILES = 1024
HELD, HALF_OPEN, BOMBERS, FLOODERS = 400, 1100, 4, 4
_SERVER = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, ({FILES}, {FILES}))
from kiebitz.screen.doors import open_doors
open_doors.lan_addresses = list  # every door is on this machine's own address
from kiebitz.cli import main
main()
"""
CALLS = 200
"""The most connections per second that each attacker tries to open in order to hold them."""
_PAUSE_S = 0.02
"""Pause between two costly pictures, and between two connections of a flood."""
_NICENESS = 19


@dataclass(frozen=True, slots=True)
class Doors:
    """Where the table serves, and its tokens."""

    own: str
    https: str
    http: str
    table: str
    camera: str
    photo: str


@dataclass(slots=True)
class Siege:
    """What came of it; times in seconds."""

    moves: int
    told: int = 0
    pages: list[float] = field(default_factory=list)
    states: list[float] = field(default_factory=list)
    missed: int = 0
    """Pages that did not arrive within ten seconds."""
    largest_mb: float = 0.0
    lines: int = 0
    ending_s: float = 0.0


def bomb() -> bytes:
    """Return a progressive JPEG of 25 megapixels that goes over them as often as is let through."""
    file = io.BytesIO()
    Image.fromarray(np.full((4300, 5700, 3), 128, np.uint8)).save(file, "JPEG", progressive=True)
    whole = file.getvalue()
    return whole[:-2] + 29 * whole[whole.rindex(b"\xff\xda") : -2] + b"\xff\xd9"


def many_scans() -> bytes:
    """Return one that goes over them thousands of times."""
    whole = bomb()
    return whole[:-2] + 3000 * whole[whole.rindex(b"\xff\xda") : -2] + b"\xff\xd9"


# -- attackers, in a process of their own


def _connected(port: int, host: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=2, source_address=(f"127.0.0.{host}", 0))


def _held(ports: list[int], count: int, says: list[bytes], hosts: list[int]) -> None:
    """Hold *count* connections forever; one that is closed is opened again."""
    opened: list[socket.socket] = []
    number, begun = 0, time.monotonic()
    while True:
        while len(opened) < count:
            number += 1
            time.sleep(max(0.0, begun + number / CALLS - time.monotonic()))
            with contextlib.suppress(OSError):
                one = _connected(ports[number % len(ports)], hosts[number % len(hosts)])
                opened.append(one)
                one.sendall(says[number % len(ports)])
                one.setblocking(False)
        time.sleep(0.2)
        opened = [one for one in opened if not _is_closed(one)]


def _is_closed(one: socket.socket) -> bool:
    try:
        while True:
            if not one.recv(1 << 16):
                break
    except BlockingIOError:
        return False
    except OSError:
        pass
    one.close()
    return True


def _bombs(url: str, token: str, bodies: list[bytes], host: int) -> None:
    """Post pictures that are costly to read, forever."""
    with _client(url, token, host=host) as one:
        while True:
            for body in bodies:
                with contextlib.suppress(httpx.HTTPError):
                    one.post("api/v1/frames?photo=1", content=body)
                time.sleep(_PAUSE_S)


def _floods(port: int, host: int) -> None:
    """Ask for pages forever, with wrong tokens and in malformed HTTP."""
    known = f"Host: 127.0.0.1:{port}\r\n"
    asked = [
        f"GET / HTTP/1.1\r\n{known}\r\n", f"GET /api/v1/state HTTP/1.1\r\n{known}X-Kiebitz: guess\r\n\r\n",
        f"HEAD /api/v1/events HTTP/1.1\r\n{known}X-Kiebitz: guess\r\n\r\n", "no HTTP at all\r\n\r\n",
    ]  # fmt: skip
    while True:
        for words in asked:
            with contextlib.suppress(OSError), contextlib.closing(_connected(port, host)) as one:
                for _ in range(20):
                    one.sendall(words.encode())
                    if not one.recv(1 << 16):
                        break
            time.sleep(_PAUSE_S)


def _besiege(doors: Doors, ready: Any) -> None:
    """Attack forever; set *ready* once the attack has begun."""
    os.nice(_NICENESS)
    own, https, http = (urlsplit(url).port or 0 for url in (doors.own, doors.https, doors.http))
    heads = [f"GET /trust HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n".encode() for port in (http, own)]
    bodies = [bomb(), many_scans(), b"\xff\xd8" + bytes(1 << 20)]
    attacks: list[tuple[Callable[..., None], Any]] = [
        (_held, ([http, own], HELD, [head + b"\r\n" + head for head in heads], [2, 3])),
        (_held, ([https], HALF_OPEN, [b"\x16\x03\x01\x02\x00\x01"], [4, 5, 6])),
        *((_bombs, (doors.http, doors.photo, bodies, 10 + number)) for number in range(BOMBERS)),
        *((_floods, ((http, https)[number % 2], 20 + number)) for number in range(FLOODERS)),
    ]
    threads = [threading.Thread(target=attack, args=arguments) for attack, arguments in attacks]
    for one in threads:
        one.start()
    ready.set()
    for one in threads:
        one.join()


@contextlib.contextmanager
def _attacked(doors: Doors) -> Iterator[None]:
    """Attack from another process for as long as the block lasts."""
    spawning = multiprocessing.get_context("spawn")
    ready = spawning.Event()
    attacking = spawning.Process(target=_besiege, args=(doors, ready), daemon=True)
    attacking.start()
    ready.wait(60)
    try:
        yield
    finally:
        attacking.kill()
        attacking.join()


# -- the table


def _trusting() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def _client(url: str, token: str, *, host: int = 1) -> httpx.Client:
    sending = httpx.HTTPTransport(local_address=f"127.0.0.{host}", verify=_trusting(), trust_env=False)
    return httpx.Client(base_url=url, headers={"X-Kiebitz": token}, transport=sending, timeout=10)


@contextlib.contextmanager
def served(home: Path) -> Iterator[tuple[subprocess.Popen[bytes], Doors, Path]]:
    """Serve a table in a process of its own: the process, its doors, and the file with what its terminal shows."""
    command = [sys.executable, "-c", _SERVER, "table", "--game", "tink", "--lan", "--no-open", "--port", "0", "--json"]
    terminal = home / "terminal"
    surroundings = {**os.environ, "KIEBITZ_HOME": str(home / "home")}
    with (
        terminal.open("wb") as shown,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=shown, env=surroundings) as process,
    ):
        assert process.stdout is not None
        first = json.loads(process.stdout.readline())
        try:
            yield process, _doors(first), terminal
        finally:
            process.kill()


def _doors(first: Mapping[str, Any]) -> Doors:
    own, phone, photo = (str(first[name]) for name in ("url", "phone", "photo"))
    return Doors(
        own.partition("#")[0], phone.partition("phone#")[0], photo.partition("photo#")[0],
        str(first["token"]), str(first["tokens"]["camera"]), photo.partition("#")[2],
    )  # fmt: skip


def memory_mb(process: int) -> float:
    """Return the memory that *process* and those that it started hold, in MB."""
    total = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        with contextlib.suppress(OSError, KeyError):
            told = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
            if process in (int(told["Pid"]), int(told["PPid"])):
                total += int(told.get("VmRSS", "0 kB").split()[0])
    return total / 1024


def besieged(shown: list[Stage], *, seconds: float, attacked: bool = True) -> Siege:
    """Return what comes of showing the stages *shown* within *seconds* to a table that is *attacked*, or not."""
    found, ended = Siege(len(shown) - 1), threading.Event()
    with tempfile.TemporaryDirectory() as home, served(Path(home)) as (process, doors, terminal):
        beside = [
            threading.Thread(target=_hears, args=(doors, ended, found)),
            threading.Thread(target=_looks, args=(doors, ended, found, process.pid)),
        ]
        for one in beside:
            one.start()
        with _attacked(doors) if attacked else contextlib.nullcontext():
            try:
                _show(doors, shown, seconds / len(shown))
            finally:
                ended.set()
            begun = time.monotonic()
            process.send_signal(signal.SIGINT)
            process.wait(60)
            found.ending_s = time.monotonic() - begun
        for one in beside:
            one.join(15)
        found.lines = len(terminal.read_bytes().splitlines())
    return found


def _show(doors: Doors, shown: list[Stage], stage_s: float) -> None:
    with _client(doors.https, doors.camera) as one:
        for stage in shown:
            for pictures, seconds in ((stage.reaching, REACHING_S), (stage.still, stage_s - REACHING_S)):
                bodies = [cv2.imencode(".jpg", picture)[1].tobytes() for picture in pictures]
                begun = time.monotonic()
                for number in range(round(seconds * FPS)):
                    time.sleep(max(0.0, begun + number / FPS - time.monotonic()))
                    if time.monotonic() > begun + seconds:
                        break
                    _post(one, bodies[number % len(bodies)])


def _post(one: httpx.Client, body: bytes) -> None:
    with contextlib.suppress(httpx.HTTPError):
        one.post("api/v1/frames", content=body)


def _hears(doors: Doors, ended: threading.Event, found: Siege) -> None:
    """Count the moves that reach the table's own page."""
    with (
        contextlib.suppress(httpx.HTTPError),
        _client(doors.own, doors.table) as one,
        one.stream("GET", "api/v1/events", params={"since": 0}, timeout=None) as answer,
    ):
        for line in answer.iter_lines():
            found.told += line.startswith("data: ") and json.loads(line[6:])["event"] == "move"
            if ended.is_set():
                return


def _looks(doors: Doors, ended: threading.Event, found: Siege, process: int) -> None:
    """Open the table's own page and ask for the state, each time over a new connection."""
    while not ended.wait(0.5):
        for times, path in ((found.pages, ""), (found.states, "api/v1/state")):
            begun = time.monotonic()
            try:
                with _client(doors.own, doors.table) as one:
                    opened = time.monotonic()
                    one.get(path).raise_for_status()
                times.append(time.monotonic() - opened)
            except httpx.HTTPError:
                if not ended.is_set():
                    found.missed += 1
                    times.append(time.monotonic() - begun)
        found.largest_mb = max(found.largest_mb, memory_mb(process))


def main() -> None:
    """Print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--moves", type=int, default=100)
    given = parser.parse_args()
    shown = stages("tink")[: given.moves + 1]
    print(
        "| | moves told | page, s, median | slowest | state, s, slowest | missed | largest, MB | lines | ended in, s |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for attacked in (False, True):
        _print_row("besieged" if attacked else "in peace", besieged(shown, seconds=given.seconds, attacked=attacked))


def _print_row(name: str, found: Siege) -> None:
    print(
        f"| {name} | {found.told}/{found.moves} | {np.median(found.pages):.2f} | {max(found.pages):.2f} "
        f"| {max(found.states):.2f} | {found.missed} | {found.largest_mb:.0f} | {found.lines} "
        f"| {found.ending_s:.1f} |",
        flush=True,
    )


if __name__ == "__main__":
    main()
