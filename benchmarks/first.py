"""How soon the first suggestion comes: ``python -m benchmarks.first [GAME…] [--seconds 0.5] [--times 5]``.

A fresh process each time, from its start to its answer, as ``kiebitz suggest`` would give it: with a cold cache,
where plain Python plays while a kernel is compiled beside it, and with a warm one. The least of several times is
given, by the clock and in processor time, which does not count what other processes did meanwhile. What is compiled,
at the lowest priority, is kept in a folder that is removed afterwards.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from core import games

ANSWER = """
import json, sys, time
from core import games
from core.options import RuleOptions
from adviser.kernels import store
from kiebitz.programs.advice import advise
game = games.find(sys.argv[1])
found = advise(game, game.start(game.options()), seconds=float(sys.argv[2]))
print(json.dumps([time.process_time(), found.simulations, store.find(game) is not None]))
"""


LONGEST_S = 600.0
"""The longest that compiling a kernel may take."""


class First(NamedTuple):
    """A first suggestion: seconds by the clock and of the processor, what was looked at, and whether by a kernel."""

    clock_s: float
    processor_s: float
    nodes: int
    compiled: bool


def first(game: str, seconds: float, folder: str) -> First:
    """Return how the first suggestion came, where *folder* holds what is compiled."""
    began = time.monotonic()
    command = [sys.executable, "-c", ANSWER, game, f"{seconds}"]
    done = subprocess.run(command, env=_with(folder), stdout=subprocess.PIPE, text=True, check=True)
    spent = time.monotonic() - began
    processor_s, nodes, compiled = json.loads(done.stdout)
    return First(spent, processor_s, nodes, compiled)


def _with(folder: str) -> dict[str, Any]:
    return {**os.environ, "KIEBITZ_KERNELS": folder, "PYTHONPATH": os.pathsep.join(sys.path)}


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how soon the first suggestion comes.")
    parser.add_argument("games", nargs="*", default=games.names(), metavar="GAME")
    parser.add_argument("--seconds", type=float, default=0.5, help="how long to think")
    parser.add_argument("--times", type=int, default=5)
    given = parser.parse_args()
    print(f"{'game':<16}{'cache':<6}{'clock s':>8}{'processor s':>13}{'looked at':>11}  by")
    for name in given.games:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            _say(name, "cold", first(name, given.seconds, folder))
            began = time.monotonic()
            while not any(Path(folder).rglob("*.done")) and time.monotonic() - began < LONGEST_S:
                time.sleep(1.0)
            print(f"{'':<16}compiled after {time.monotonic() - began:.0f} s", flush=True)
            _say(name, "warm", min(first(name, given.seconds, folder) for _ in range(given.times)))


def _say(name: str, cache: str, found: First) -> None:
    who = "kernel" if found.compiled else "plain Python"
    print(f"{name:<16}{cache:<6}{found.clock_s:>8.2f}{found.processor_s:>13.2f}{found.nodes:>11}  {who}", flush=True)


if __name__ == "__main__":
    main()
