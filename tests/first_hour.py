"""Run the commands of README's "At your table" as they stand there, with a streamed simulated table as the camera.

Started by ``first_hour.sh`` with the installed Kiebitz, in an empty folder.
"""

from __future__ import annotations

import json
import queue
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import IO

import cv2

import kiebitz
from kiebitz.watching.pretend_table import PretendTable

PATIENCE_S = 60.0
"""How long to wait for a line of ``kiebitz watch``."""
INTERRUPTED = 130
"""The exit status after Ctrl-C."""
SCENES: tuple[tuple[dict[str, str], str], ...] = (
    ({}, "8/8/8/8/8/8/8/8 A 0,0 0"),
    ({"e5": "As"}, "1. Red          Se5"),
    ({"e5": "As", "d4": "Bs"}, "2. Yellow       Sd4"),
    ({"e5": "As", "d4": "Bs", "f6": "Am"}, "A medium was placed on f6 but nothing was spent."),
)
"""What is put on the board, and what Kiebitz says to it; README shows the last three."""


class Stream:
    """A camera on a loopback address: one picture over and over, until another is ``shown``."""

    def __init__(self) -> None:
        stream = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=picture")
                self.end_headers()
                try:
                    while True:
                        jpeg = stream.shown
                        self.wfile.write(
                            b"--picture\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(jpeg)
                        )
                        self.wfile.write(jpeg + b"\r\n")
                        time.sleep(0.1)
                except OSError:
                    return

            def log_message(self, *_: object) -> None:
                return

        self.shown = b""
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/video"


def pictures() -> list[bytes]:
    """Return a JPEG of each scene."""
    bare, table = kiebitz.game("tink").start().contents, PretendTable().table
    drawn = [table.picture({**bare, **contents}, seed=seed).image for seed, (contents, _) in enumerate(SCENES)]
    return [cv2.imencode(".jpg", image)[1].tobytes() for image in drawn]


def commands(readme: Path) -> Iterator[str]:
    """Yield the commands of the section for people at a table, those for a phone left out."""
    section = readme.read_text(encoding="utf-8").split("## At your table")[1].split("\n## ")[0]
    for line in re.findall(r"^ +(kiebitz .*)$", section, re.MULTILINE):
        if "--follow" not in line and "://" not in line:
            yield line


def _listen(said: IO[str], heard: queue.Queue[str]) -> None:
    for line in said:
        heard.put(line)


def _await(expected: str, heard: queue.Queue[str]) -> None:
    """Show what is *heard* up to the line with *expected*."""
    line = ""
    while expected not in line:
        try:
            line = heard.get(timeout=PATIENCE_S)
        except queue.Empty:
            sys.exit(f"kiebitz watch did not say {expected!r} within {PATIENCE_S:.0f} s")
        print(f"    {line}", end="", flush=True)


def watch(command: list[str], stream: Stream, jpegs: list[bytes]) -> None:
    """Show *jpegs* of the scenes to ``kiebitz watch``; fail where it does not say what it should."""
    stream.shown = jpegs[0]
    heard: queue.Queue[str] = queue.Queue()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as watching:
        assert watching.stdout
        listening = threading.Thread(target=_listen, args=(watching.stdout, heard))
        listening.start()
        try:
            for jpeg, (_, expected) in zip(jpegs, SCENES, strict=True):
                stream.shown = jpeg
                _await(expected, heard)
        finally:
            watching.send_signal(signal.SIGINT)
            listening.join()
    if watching.returncode != INTERRUPTED:
        sys.exit(f"kiebitz watch ended with {watching.returncode}")


def serve(command: list[str]) -> None:
    """Ask the screen that *command* serves how the table stands, and end it; fail where it does not answer."""
    command = [*command, "--json", "--no-open", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as serving:
        assert serving.stdout
        try:
            said = json.loads(serving.stdout.readline())
            address = said["url"].partition("#")[0]
            asked = urllib.request.Request(f"{address}api/v1/state", headers={"X-Kiebitz": said["token"]})
            with urllib.request.urlopen(asked, timeout=PATIENCE_S) as answer:
                print(f"    {said['phone'].partition('#')[0]}: {json.load(answer)['phase']}", flush=True)
        finally:
            serving.send_signal(signal.SIGINT)
    if serving.returncode != INTERRUPTED:
        sys.exit(f"kiebitz table ended with {serving.returncode}")


def main() -> None:
    """Type what README says."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background a shell would have it ignored
    readme = Path(sys.argv[1])
    assert all(said in readme.read_text(encoding="utf-8") for _, said in SCENES[1:]), "README shows something else"
    stream, jpegs, begun, typed = Stream(), pictures(), time.monotonic(), 0
    Path("picture.jpg").write_bytes(jpegs[2])
    for line in commands(readme):
        words = shlex.split(line, comments=True)
        print(f"$ {shlex.join(words)}", flush=True)
        typed += 1
        if words[1] == "watch":
            watch(["kiebitz", "watch", stream.address], stream, jpegs)
            continue
        if words[1] == "table":
            serve(words)
            continue
        if words[1] == "review":
            words += ["--seconds", "2"]
        status = subprocess.run(
            words, check=False, stdout=None if words[1] == "list" else subprocess.DEVNULL
        ).returncode
        if status and words[1] != "doctor":  # there may be no camera
            sys.exit(f"{line} ended with {status}")
    assert typed > 5, "README's way was not found"
    print(f"From an empty environment to the first refereed move: {typed} commands, {time.monotonic() - begun:.0f} s.")


if __name__ == "__main__":
    main()
