"""Games whose process is killed again and again: ``python -m benchmarks.kills [--kills 1000]``.

A process writes a random game to its journal and tells each event once it is saved, until it is killed at a random
moment; then another one takes the game up where the journal says it stands. Nothing that was told may be missing, and
every journal must be readable. Exit status 1 if anything is lost. Needs a system with ``fork``.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import tempfile
import time
from collections import Counter
from pathlib import Path

from core import games
from core.json_types import JsonObject
from kiebitz.archive.journal import Header, Journal
from kiebitz.archive.recorded import load

KILLS_A_GAME = 10


def begun(folder: Path, name: str) -> Path:
    """Return the journal of a new game in *folder*."""
    game = games.find(name)
    journal = Journal.create(folder, Header(name, game.format_position(game.start(game.options())), {}, {}, "test"))
    journal.close()
    return journal.path


def go_on(path: Path, rng: random.Random, tell: int) -> None:
    """Play random actions in the game at *path*, and tell the number of each event on the descriptor *tell*."""
    recorded = load(path)
    game, positions = recorded.course.game, recorded.positions
    journal = recorded.reopen()
    while True:
        actions = game.actions(positions[-1])
        if not actions or (len(positions) > 1 and rng.random() < 0.2):
            positions.pop()
            event: JsonObject = {"event": "takeback", "plies": 1}
        else:
            action = rng.choice(actions)
            positions.append(game.play(positions[-1], action))
            event = {"event": "pass" if action == "--" else "move", "action": action}
        saved = journal.append({**event, "position": game.format_position(positions[-1])})
        assert isinstance(saved["n"], int)
        os.write(tell, b"%d\n" % saved["n"])


def killed(path: Path, seed: int, after_s: float) -> int:
    """Return the last event told by a process that goes on with *path* and is killed *after_s* its first one."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reads)
        try:
            go_on(path, random.Random(seed), writes)
        finally:
            os._exit(3)
    os.close(writes)
    told = os.read(reads, 1 << 16)
    time.sleep(after_s)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while more := os.read(reads, 1 << 16):
        told += more
    os.close(reads)
    return int(told.split()[-1]) if told else 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill games that are being kept, and see what is left of them.")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    rng = random.Random(wanted.seed)
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        path = Path(name)
        for number in range(wanted.kills):
            if number % KILLS_A_GAME == 0:
                path = begun(Path(name), rng.choice(games.names()))
            last = killed(path, rng.randrange(1 << 30), rng.uniform(0, 0.02))
            recorded = load(path)
            kept = len(recorded.events)
            found["events told"] = found["events told"] + last - found["before"]
            found["before"] = kept if (number + 1) % KILLS_A_GAME else 0
            found["told and lost"] += max(0, last - kept)
            found["saved, not told yet"] += kept - last
            found["unfinished ends"] += bool(recorded.trouble)
            found["nothing told"] += last == 0
    for what in ("events told", "told and lost", "saved, not told yet", "unfinished ends", "nothing told"):
        print(f"{what}: {found[what]:,}")
    return 1 if found["told and lost"] or found["nothing told"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
