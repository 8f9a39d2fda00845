"""Whether lookers-on slow the referee: ``python -m benchmarks.crowd [--viewers 20]``.

The demo of Tink is shown in real time to ``kiebitz table`` by a camera that posts ten pictures a second, once with
nobody looking on and once with many who follow the events and ask for the state after each. Prints how long the
answer to a picture takes, and the time from the first picture without the hand until the move is announced.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import httpx
import numpy as np

from benchmarks.live import REACHING_S, STILL_S, Stage, stages

FPS = 10.0
_BESIDE_S = 15.0


@dataclass(slots=True)
class Times:
    """In seconds: each answer to a picture, and each move from when the hand had left."""

    answers: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)
    still_at: float = 0.0
    """When the hand last left the table, in seconds of the clock."""


@contextlib.contextmanager
def served(home: str) -> Iterator[tuple[str, str]]:
    """Serve a table in a process of its own; its address and token."""
    command = [sys.executable, "-m", "kiebitz", "table", "--game", "tink", "--no-open", "--port", "0", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "KIEBITZ_HOME": home}) as process:
        assert process.stdout is not None
        first = json.loads(process.stdout.readline())
        try:
            yield str(first["url"]).partition("#")[0], str(first["token"])
        finally:
            process.terminate()


def client(url: str, token: str) -> httpx.Client:
    return httpx.Client(base_url=f"{url}api/v1/", headers={"X-Kiebitz": token}, timeout=30, trust_env=False)


def followed(one: httpx.Client, ended: threading.Event) -> Iterator[dict[str, Any]]:
    """Yield the events of the table until it has *ended*."""
    with contextlib.suppress(httpx.HTTPError), one.stream("GET", "events", params={"since": 0}) as answer:
        for line in answer.iter_lines():
            if ended.is_set():
                return
            if line.startswith("data: "):
                yield json.loads(line.removeprefix("data: "))


def looks_on(url: str, token: str, ended: threading.Event) -> None:
    """Follow the events as a page does: ask how the game stands after each."""
    with client(url, token) as one, client(url, token) as asking:
        for _ in followed(one, ended):
            with contextlib.suppress(httpx.HTTPError):
                asking.get("state")


def measured(shown: Sequence[Stage], *, viewers: int) -> Times:
    """Return what showing the stages *shown* to a table with this many *viewers* takes."""
    times, ended = Times(), threading.Event()
    with tempfile.TemporaryDirectory() as home, served(home) as (url, token):
        threads = [threading.Thread(target=looks_on, args=(url, token, ended)) for _ in range(viewers)]
        hearing = threading.Thread(target=_hear, args=(url, token, ended, times))
        for thread in (*threads, hearing):
            thread.start()
        try:
            _show(url, token, shown, times)
        finally:
            ended.set()
    for thread in (*threads, hearing):
        thread.join(_BESIDE_S)
    return times


def _hear(url: str, token: str, ended: threading.Event, times: Times) -> None:
    with client(url, token) as one:
        for event in followed(one, ended):
            if event["event"] == "move":
                times.moves.append(time.monotonic() - times.still_at)


def _show(url: str, token: str, shown: Sequence[Stage], times: Times) -> None:
    with client(url, token) as one:
        for stage in shown:
            for pictures, seconds in ((stage.reaching, REACHING_S), (stage.still, STILL_S)):
                bodies = [cv2.imencode(".jpg", picture)[1].tobytes() for picture in pictures]
                begun = time.monotonic()
                times.still_at = begun if pictures is stage.still else times.still_at
                for number in range(round(seconds * FPS)):
                    time.sleep(max(0.0, begun + number / FPS - time.monotonic()))
                    asked = time.monotonic()
                    body = bodies[number % len(bodies)]
                    one.post("frames", content=body, headers={"Content-Type": "image/jpeg"})
                    times.answers.append(time.monotonic() - asked)


def main() -> None:
    """Print a line without and one with lookers-on."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--viewers", type=int, default=20)
    parser.add_argument("--moves", type=int, default=8)
    given = parser.parse_args()
    shown = stages("tink")[: given.moves + 1]
    print("| looking on | answer to a picture, ms, median | 95 % | moves told | s after the hand, median | slowest |")
    print("|---|---|---|---|---|---|")
    for viewers in (0, given.viewers):
        times = measured(shown, viewers=viewers)
        median, most = (1000 * np.percentile(times.answers, share) for share in (50, 95))
        told = f"{np.median(times.moves):.2f} | {max(times.moves):.2f}" if times.moves else "|"
        print(f"| {viewers} | {median:.0f} | {most:.0f} | {len(times.moves)}/{len(shown) - 1} | {told} |", flush=True)


if __name__ == "__main__":
    main()
