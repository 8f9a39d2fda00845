"""``python -m training.tabik_value``: make the network that judges positions of Tabik, from nothing.

Some processes play games while this one learns from them. First every position is labelled by random games, which also
choose the moves. Then the search plays against itself, with what has been learned so far in the place of random games,
and positions are labelled by its visits and values and by how the game ended.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import queue
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from multiprocessing import sharedctypes
from pathlib import Path
from typing import Any

import numpy as np
import torch

from adviser.kernels.tabik_layout import WEIGHTS
from adviser.values.tabik import MODEL, flattened
from training.tabik_games import Positions, Searcher, by_random_games
from training.tabik_net import Store, Turns, ValueNet, losses

RANDOM, SEARCHED, OVER = range(3)
_CHUNK = 400
"""Positions handed over at a time."""
_HELD = 2_000
"""Positions of each kind held back for the report."""
_STEPS = 20
"""Steps between two checks of the clock."""


@dataclass(frozen=True)
class Plan:
    """How long to play and learn, and how.

    ``random_s`` and ``search_s`` are the seconds that the two parts take; ``least`` is how many positions there are
    before learning from them begins. ``sharpness`` turns how much better a move is into how likely it is the best.
    """

    random_s: float = 62.0
    search_s: float = 138.0
    playouts: int = 256
    simulations: int = 240
    sharpness: float = 8.0
    size: int = 2048
    rate: float = 4e-3
    search_rate: float = 1.5e-3
    moves: float = 0.5
    """Weight of the loss of moves, relative to that of values, while games are random."""
    search_moves: float = 0.25
    least: int = 20_000
    rows: int = 1_000_000
    refresh_s: float = 8.0
    """Seconds between two updates of the players with what has been learned."""
    seed: int = 1


class Players:
    """Processes that play games, of the kind and with the weights that are set."""

    def __init__(self, count: int, plan: Plan) -> None:
        context = multiprocessing.get_context("fork")
        self._kind = context.Value("i", RANDOM)
        self._weights = sharedctypes.RawArray("f", WEIGHTS)
        self._queue: Any = context.Queue(maxsize=64)
        given = (self._kind, self._weights, self._queue, plan)
        self._processes = [
            context.Process(target=_play, args=(*given, 1000 * plan.seed + number), daemon=True)
            for number in range(count)
        ]
        for process in self._processes:
            process.start()

    def search_with(self, weights: Any) -> None:
        """Let them search with *weights* from the next game on."""
        np.frombuffer(self._weights, np.float32)[:] = weights
        self._kind.value = SEARCHED

    def played(self, kind: int) -> Iterator[Positions]:
        """Yield the positions that have come, of this *kind*."""
        while True:
            try:
                of_kind, positions = self._queue.get_nowait()
            except queue.Empty:
                return
            if of_kind == kind:
                yield positions

    def end(self) -> None:
        """End them."""
        self._kind.value = OVER
        for process in self._processes:
            process.terminate()
            process.join()


def _play(kind: Any, weights: Any, onto: Any, plan: Plan, seed: int) -> None:
    torch.set_num_threads(1)
    games = by_random_games(seed, plan.playouts)
    searcher = Searcher(np.zeros(WEIGHTS, np.float32), plan.simulations, seed)
    while (now := kind.value) != OVER:
        parts = list[Positions]()
        while sum(len(part.worth) for part in parts) < _CHUNK and kind.value == now:
            searcher.weights = np.frombuffer(weights, np.float32).copy()
            parts.append(next(games) if now == RANDOM else searcher.game())
        onto.put((now, Positions.joined(parts)))


class Course:
    """One part: learning from games of a *kind* for some seconds."""

    def __init__(self, net: ValueNet, plan: Plan, players: Players, kind: int, device: str) -> None:
        self.net, self.plan, self.players, self.kind = net, plan, players, kind
        searched = kind == SEARCHED
        self.seconds = plan.search_s if searched else plan.random_s
        self.rate, self.weight = (plan.search_rate, plan.search_moves) if searched else (plan.rate, plan.moves)
        self.held, self.store = Store(_HELD, device), Store(plan.rows, device)
        self.turns, self.steps = Turns(device), 0
        self.optimiser = torch.optim.AdamW(net.parameters(), lr=self.rate, weight_decay=1e-4)

    def follow(self, refreshed: Any) -> dict[str, float]:
        """Learn until the time is up, calling *refreshed* now and then; return a report."""
        began = last = time.monotonic()
        while (now := time.monotonic()) < began + self.seconds:
            self._take()
            if len(self.store) < min(self.plan.least, self.plan.rows):
                time.sleep(0.05)
                continue
            done = (now - began) / self.seconds
            for _ in range(_STEPS):
                self._step(done)
            if now > last + self.plan.refresh_s:
                last = now
                refreshed()
                print(self.steps, self.report(), flush=True)
        return self.report()

    def _take(self) -> None:
        for positions in self.players.played(self.kind):
            (self.held if self.held.added < _HELD else self.store).add(positions)

    def _step(self, done: float) -> None:
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate * min(1.0, (self.steps + 1) / 200) * (0.02 + 0.49 * (1 + math.cos(math.pi * done)))
        given = self.turns.carried(self.store.drawn(self.plan.size))
        value, moves = losses(self.net, given, searched=self.kind == SEARCHED)
        self.optimiser.zero_grad()
        (value + self.weight * moves).backward()
        self.optimiser.step()
        self.steps += 1

    def report(self) -> dict[str, float]:
        """Return how the network does on what is held back."""
        with torch.no_grad():
            given = self.held.rows(torch.arange(len(self.held), device=self.held.drawn(1)["worth"].device))
            given["field"] = given["field"].long()
            logit, _ = self.net(given["field"], given["numbers"])
            value, moves = losses(self.net, given, searched=self.kind == SEARCHED)
            worth, end = given["worth"], given["end"].float()
            said = {
                "positions": float(self.store.added),
                "samples": float(self.steps * self.plan.size),
                "agreement": float(torch.corrcoef(torch.stack([torch.tanh(logit), worth]))[0, 1]),
                "agreement_with_ends": float(torch.corrcoef(torch.stack([torch.tanh(logit), end]))[0, 1]),
                "error": float((torch.tanh(logit) - worth).pow(2).mean().sqrt()),
                "value_loss": float(value),
                "move_loss": float(moves),
            }
        return {name: round(number, 4) for name, number in said.items()}


def follow(plan: Plan, out: Path, device: str, processes: int) -> None:
    """Make the network after *plan*, and write it to *out*, its card beside it, as often as it has learned more."""
    for games in (by_random_games(0, plan.playouts), Searcher(np.zeros(WEIGHTS, np.float32), 8, 0).games()):
        next(games)  # compiled before there are processes, so that it is done once
    players = Players(processes, plan)
    torch.manual_seed(plan.seed)
    net = ValueNet().to(device)
    card: dict[str, Any] = {
        "recipe": MODEL.stem,
        "torch": torch.__version__,
        "device": device,
        "processes": processes,
        "plan": asdict(plan),
    }
    try:
        card["random"] = Course(net, plan, players, RANDOM, device).follow(lambda: None)
        with torch.no_grad():
            for parameter in net.moves.parameters():
                parameter.mul_(plan.sharpness)
        _write(net, card, out)
        if plan.search_s:
            players.search_with(flattened(net.layers()))
            course = Course(net, plan, players, SEARCHED, device)

            def refreshed() -> None:
                players.search_with(flattened(net.layers()))
                _write(net, {**card, "searched": course.report()}, out)

            card["searched"] = course.follow(refreshed)
            _write(net, card, out)
    finally:
        players.end()


def _write(net: ValueNet, card: dict[str, Any], out: Path) -> None:
    with out.with_suffix(".new").open("wb") as file:
        np.savez_compressed(file, **net.layers())
    out.with_suffix(".new").replace(out)
    out.with_suffix(".json").write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Make the network as asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=MODEL, help="where to write it")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--processes", type=int, default=1, help="that play games")
    for name, usual in asdict(Plan()).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(usual), default=usual)
    given = vars(parser.parse_args())
    out, device, processes = (given.pop(name) for name in ("out", "device", "processes"))
    torch.set_num_threads(1)
    out.parent.mkdir(parents=True, exist_ok=True)
    follow(Plan(**given), out, device, processes)


if __name__ == "__main__":
    main()
