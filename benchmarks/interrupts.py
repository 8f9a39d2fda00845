"""What Ctrl-C leaves of long answers: ``python -m benchmarks.interrupts [--times 20] [--seed 71]``.

``suggest``, an analysis with ``--until-stopped``, ``review`` and ``playtest`` are interrupted at random moments between
their start and ``--seconds``. What they have written by then must be whole, their exit status 0 or 130 (ended by
Ctrl-C), and nothing may be claimed that was not looked at. While Python itself starts, nobody can catch Ctrl-C; then
nothing may have been written. What is wrong is printed; the exit status is 1 if anything is.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from core import games
from core.game import Game
from core.record import Record
from kiebitz.programs.playtesting import FILE

LONG = "600"


def game_of(name: str, seed: int) -> Record:
    """Return a game at random, of at most 30 actions."""
    game: Game[Any] = games.find(name)
    rng, at, actions = random.Random(seed), game.start(game.options()), list[str]()
    start = game.format_position(at)
    while not game.outcome(at) and len(actions) < 30:
        actions.append(rng.choice([*game.actions(at)]))
        at = game.play(at, actions[-1])
    return Record(name, start, tuple(actions), game.options())


def interrupted(arguments: Sequence[str], after_s: float) -> tuple[int, str, str]:
    """Return the exit status, what went to stdout and what to stderr, of a command that got Ctrl-C *after_s*."""
    process = subprocess.Popen(
        [sys.executable, "-m", "kiebitz", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    time.sleep(after_s)
    process.send_signal(signal.SIGINT)
    try:
        out, err = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        return -9, out, err
    return process.returncode, out, err


def wrong_with_suggestions(name: str, out: str) -> Iterator[str]:
    game = games.find(name)
    start = game.start(game.options())
    for line in out.splitlines():
        found = json.loads(line)
        at = start
        for action in found["line"]:
            at = game.play(at, action)
        if found["action"] not in game.actions(start) or found["simulations"] < 1 or found["proved"]:
            yield f"suggests {found['action']} after {found['simulations']}"


def wrong_with_review(record: Record, out: str) -> Iterator[str]:
    if not out:
        return
    found = json.loads(out)
    known = [turn["number"] for turn in found["turns"] if turn["value"] is not None]
    if sorted([*known, *found["not_looked_at"]]) != [*range(1, len(record.actions) + 1)]:
        yield "a move is neither looked at nor named as not looked at"
    if found["complete"] != (len(found["turns"]) == len(record.actions)):
        yield "is complete, or is not"
    if not set(found["turning_points"]) <= set(known):
        yield "a turning point was not looked at"
    for turn in found["turns"]:
        if turn["value"] is not None and turn["best"]["simulations"] < 1:
            yield f"move {turn['number']} was not looked at"


def wrong_with_playtest(folder: Path, out: str) -> Iterator[str]:
    path = folder / FILE
    kept = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    told = sum(variant["games"] for variant in json.loads(out)["variants"]) if out else 0
    if told != max(0, len(kept) - 1):
        yield f"tells of {told} games, and keeps {max(0, len(kept) - 1)}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Interrupt long answers at random moments.")
    parser.add_argument("--times", type=int, default=20, help="for each command")
    parser.add_argument("--seconds", type=float, default=6.0, help="within which the interrupts come")
    parser.add_argument("--seed", type=int, default=71)
    given = parser.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background it is ignored, and that is inherited
    rng, faults, told = random.Random(given.seed), 0, Counter[tuple[str, int, bool]]()
    with tempfile.TemporaryDirectory() as place:
        for number in range(given.times):
            name = games.names()[number % len(games.names())]
            record, folder = game_of(name, number), Path(place) / f"run-{number}"
            file = Path(place) / "game.txt"
            file.write_text(record.format(), encoding="utf-8")
            commands = {
                "suggest": ["suggest", name, "start", "--seconds", LONG, "--json"],
                "analysis": ["suggest", name, "start", "--seconds", "0.3", "--lines", "2", "--until-stopped", "--json"],
                "review": ["review", str(file), "--seconds", LONG, "--json"],
                "playtest": ["playtest", name, "--games", "9999", "--folder", str(folder), "--workers", "2", "--json"],
            }
            for what, arguments in commands.items():
                after_s = rng.uniform(0.0, given.seconds)
                status, out, err = interrupted(arguments, after_s)
                early = not out and (status == -signal.SIGINT or (status == 1 and "cli.py" not in err))
                wrong = [] if status in (0, 130) or early else [f"ends with {status}"]
                wrong += ["a traceback"] if "Traceback" in err and not early else []
                try:
                    if what == "playtest":
                        wrong += wrong_with_playtest(folder, out)
                    elif what == "review":
                        wrong += wrong_with_review(record, out)
                    else:
                        wrong += wrong_with_suggestions(name, out)
                except (ValueError, KeyError) as error:
                    wrong.append(f"{type(error).__name__}: {error}")
                told[what, status, bool(out)] += 1
                for fault in wrong:
                    faults += 1
                    print(f"WRONG: {what} {name} after {after_s:.2f} s: {fault}\n{err[-600:]}", flush=True)
    for (what, status, answered), count in sorted(told.items()):
        print(f"{what:9} status {status:3}, {'with an answer' if answered else 'no answer yet'}: {count}")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
