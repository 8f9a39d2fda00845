"""Is the yardstick right? ``python -m benchmarks.yardstick connect_four [--pairs 100] [--simulations 300] [--c 0.7]``.

``benchmarks.textbook`` plays OpenSpiel's C++ ``MCTSBot`` in a game of OpenSpiel's own, written there in C++, at equal
simulations and with the same weight of exploration (theirs, for results from −1 to 1, is twice ours). The bot's solver
is off, as the textbook has none. Every opening, of a few random moves, is played twice, once from each side.
"""

from __future__ import annotations

import argparse
import importlib
import random
import sys
from dataclasses import dataclass
from typing import Any

from adviser.kernels import Kernel
from benchmarks.spread import add_processes, spread
from benchmarks.strength import told
from benchmarks.textbook import Textbook

MEMORY_MB = 1000


@dataclass
class Standing:
    """A position of OpenSpiel's as the textbook takes it: something to copy and to change."""

    state: Any

    def copy(self) -> Standing:
        return Standing(self.state.clone())


def kernel_of(spiel: Any) -> Kernel:
    """Return the rules of OpenSpiel's game *spiel*, for two, as those of a kernel."""

    def moves(standing: Any, out: Any) -> int:
        legal = standing.state.legal_actions()
        out[: len(legal)] = legal
        return len(legal)

    def uniform(standing: Any, rng: Any, _scratch: Any) -> int:
        chance = random.Random(int(rng[0]))
        rng[0] = chance.getrandbits(64)
        while not standing.state.is_terminal():
            standing.state.apply_action(chance.choice(standing.state.legal_actions()))
        return result(standing)

    def result(standing: Any) -> int:
        if not standing.state.is_terminal():
            return 0
        first, _ = standing.state.returns()
        return 3 if first == 0 else 1 if first > 0 else 2

    return Kernel(
        most_moves=spiel.num_distinct_actions(),
        encode=Standing,
        text=lambda state, move: str(state.action_to_string(move)),
        code=lambda state, action: int(state.string_to_action(action)),
        moves=moves,
        apply=lambda standing, move: standing.state.apply_action(move),
        result=result,
        seat=lambda standing: int(standing.state.current_player()),
        winning=lambda *_: -1,
        informed=uniform,
        uniform=uniform,
    )


@dataclass
class Match:
    """Two searches of as many *simulations* on *spiel*, a game of OpenSpiel's."""

    pyspiel: Any
    spiel: Any
    simulations: int
    c: float

    def pair(self, seed: int, plies: int) -> float:
        """Return the textbook's mean share of two games from one opening of *plies* random moves."""
        chance, start = random.Random(seed), self.spiel.new_initial_state()
        for _ in range(plies):
            start.apply_action(chance.choice(start.legal_actions()))
        return (self._played(start.clone(), 0, seed) + self._played(start.clone(), 1, seed)) / 2

    def _played(self, state: Any, side: int, seed: int) -> float:
        textbook = Textbook(kernel_of(self.spiel), self.simulations, self.c)
        evaluator = self.pyspiel.RandomRolloutEvaluator(1, seed)
        how = (2 * self.c, self.simulations, MEMORY_MB, False, seed, False)
        bot = self.pyspiel.MCTSBot(self.spiel, evaluator, *how)
        while not state.is_terminal():
            ours = state.current_player() == side
            state.apply_action(
                textbook.chosen(Standing(state), seed + state.move_number()) if ours else bot.step(state)
            )
        return float(state.returns()[side] + 1) / 2


def main() -> None:
    parser = argparse.ArgumentParser(description="Let the textbook's UCT play OpenSpiel's.")
    parser.add_argument("game", help="a game of OpenSpiel's for two, without chance: connect_four, breakthrough …")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--simulations", type=int, default=300)
    parser.add_argument("--c", type=float, default=0.7)
    parser.add_argument("--opening", type=int, default=2, metavar="PLIES")
    parser.add_argument("--seed", type=int, default=1)
    add_processes(parser)
    given = parser.parse_args()
    pyspiel = importlib.import_module("pyspiel")
    match = Match(pyspiel, pyspiel.load_game(given.game), given.simulations, given.c)
    pairs: list[float] = []

    def play(number: int) -> float:
        return match.pair(1000 * (given.seed + number), given.opening)

    for _, share in spread(play, range(given.pairs), processes=given.processes, seconds=given.seconds):
        pairs.append(share)
        print(f"\r{len(pairs)} pairs: {told(pairs)}", end="", file=sys.stderr, flush=True)
    print(f"\n{given.game}, {given.simulations} simulations each, c = {given.c}: {told(pairs)}, {2 * len(pairs)} games")


if __name__ == "__main__":
    main()
