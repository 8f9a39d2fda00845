"""Damaged journals are refused with a line, read as they were, or cut at the end and told so; kills lose nothing."""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.journals import DAMAGES, FAULTS, REFUSED, SAME, TOLD, tried
from core import games
from core.json_types import JsonObject
from kiebitz.archive.journal import Header, Journal
from kiebitz.archive.recorded import load


def test_no_damage_goes_unnoticed() -> None:
    found = Counter((one.damage, one.outcome) for one in tried(450, seed=1, kept=5))
    assert {outcome for _, outcome in found} <= {REFUSED, SAME, TOLD}
    assert all(found[damage, REFUSED] > 0 for damage in DAMAGES)
    assert not set(FAULTS) & {outcome for _, outcome in found}


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


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded")
def test_a_game_that_is_killed_again_and_again_loses_nothing_that_was_told(tmp_path: Path) -> None:
    rng, path = random.Random(1), begun(tmp_path, "tink")
    for seed in range(5):
        last = killed(path, seed, rng.uniform(0, 0.01))
        assert 0 < last <= len(load(path).events)
