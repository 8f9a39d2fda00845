"""Who plays a match of ``benchmarks.strength``: our searches, others' engines, and OpenSpiel's search on our games.

A contestant is written as what it is, its settings, and its bound: see ``strength``.
"""

from __future__ import annotations

import importlib
import random
import statistics
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from adviser.compiled_alphabeta import pursue
from adviser.compiled_tree_search import Manner, grow
from adviser.kernels import Kernel, store
from adviser.suggestion import suggest
from adviser.tree_search import grow as grow_plainly
from benchmarks.textbook import TUNED, Textbook
from core.game import Game
from core.options import RuleOptions
from kiebitz.programs.foreign import PREFIX, ForeignEngine

Choose = Callable[[Any, int], str]
"""A player: position and seed → action."""


@dataclass(frozen=True, slots=True)
class Bound:
    """How long to search: playouts or positions, or seconds of processor time."""

    nodes: int | None
    seconds: float | None

    @classmethod
    def parse(cls, text: str) -> Bound:
        if text.endswith("s"):
            return cls(None, float(text[:-1]))
        return cls(int(text), None)

    def expiry(self) -> Callable[[], bool]:
        if self.seconds is None:
            return lambda: False
        end = time.process_time() + self.seconds
        return lambda: time.process_time() >= end


def player(game: Game[Any], text: str, options: RuleOptions, running: ExitStack) -> Choose:
    """Return the player described by *text*; an engine that it starts is closed with *running*.

    Raises ``ValueError`` for what describes none.
    """
    what, _, limit = text.rpartition("@") if "@" in text else (text, "", "")
    name, *settings = [what] if what.startswith(PREFIX) else what.split(",")
    if name == "random":
        return lambda position, seed: random.Random(seed).choice(list(game.actions(position)))
    if not limit:
        raise ValueError(f"{text!r} has no bound: write {text}@1000 or {text}@0.2s")
    bound, chosen = Bound.parse(limit), dict(pair.split("=") for pair in settings)
    if name.startswith(PREFIX):
        engine = running.enter_context(ForeignEngine(game, name.removeprefix(PREFIX)))
        return lambda position, _: engine.suggest(position, seconds=bound.seconds, nodes=bound.nodes).action
    if name == "textbook":
        c = float(chosen.get("c", TUNED[game.name]))
        return Textbook(kernel_of(game), _simulations(text, bound), c)
    if name == "spiel":
        return running.enter_context(
            Spiel(game, options, bound, float(chosen.get("explore", 1.4)), chosen.get("solve") != "0")
        )
    return _ours(game, name, chosen, bound)


def _simulations(text: str, bound: Bound) -> int:
    if bound.nodes is None:
        raise ValueError(f"{text!r} counts simulations: write textbook@1000")
    return bound.nodes


def _ours(game: Game[Any], name: str, chosen: dict[str, str], bound: Bound) -> Choose:
    searches: dict[str, Any] = {
        "full": suggest,
        "tree": grow,
        "pursuit": pursue,
        "plain": grow_plainly,
    }
    if name not in searches:
        raise ValueError(f"no player is called {name}; there are {', '.join(searches)}, random, spiel and ugi:COMMAND")
    search = searches[name]
    first = (game, kernel_of(game)) if name in ("tree", "pursuit") else (game,)
    how: dict[str, Any] = {}
    if name == "full":
        kernel_of(game)
    if name == "tree":
        usual = {field.name: field.default for field in fields(Manner)}
        kinds: dict[str, type] = {key: float if value is None else type(value) for key, value in usual.items()}
        how["manner"] = Manner(**{key: kinds[key](float(value)) for key, value in chosen.items()})

    def searched(position: Any, seed: int) -> str:
        found = search(*first, position, expired=bound.expiry(), max_nodes=bound.nodes, seed=seed, **how)
        return str(found.line[0])

    return searched


def kernel_of(game: Game[Any]) -> Kernel:
    """Return the kernel of *game*, compiled if it has to be. Raises ``ValueError`` where there is none."""
    if family := store.family(game):
        store.load(family)
        if kernel := store.find(game):
            return kernel
    raise ValueError(f"there is no compiled kernel of {game.name}, or no numba")


@dataclass
class Spiel:
    """OpenSpiel's C++ ``MCTSBot``, with random rollouts and, where *solve*, its solver, on the registered game.

    Our states play on the compiled kernel, where there is one. The bot knows no clock: how many simulations a
    second of processor time allows is measured before each move, by ``PILOT`` of them that do not count. On closing
    it says how many they were. ``step`` ends the process with a segmentation fault on any game written in
    Python (open_spiel 2.0.2), since it lets go of the interpreter's lock; ``step_with_policy`` keeps it.
    """

    game: Game[Any]
    options: RuleOptions
    bound: Bound
    explore: float = 1.4
    solve: bool = True
    simulations: list[int] = field(default_factory=list)

    PILOT: ClassVar[int] = 50
    MEMORY_MB: ClassVar[int] = 1000

    def __enter__(self) -> Spiel:
        self._spiel = importlib.import_module("pyspiel")
        self._played = self._load()
        return self

    def __exit__(self, *_: object) -> None:
        if self.simulations:
            print(f"OpenSpiel made {statistics.fmean(self.simulations):,.0f} simulations a move")

    def _load(self) -> Any:
        """Return OpenSpiel's own version of the game, under our options as far as it has them as parameters."""
        registered = importlib.import_module("interop.openspiel")
        changed = self.options.changed()
        if unknown := sorted(set(changed) - {"players", "board_size", "ply_limit"}):
            raise ValueError(f"the game is not registered with the options {', '.join(unknown)}; leave them out")
        if store.family(self.game):
            kernel_of(self.game)
        return self._spiel.load_game(registered.PREFIX + self.game.name, changed)

    def __call__(self, position: Any, seed: int) -> str:
        state, wanted = self._played.state_at(position), self.bound.nodes
        if wanted is None:
            assert self.bound.seconds
            wanted = max(1, round(self.bound.seconds * self.rate(state, seed)))
        self.simulations.append(wanted)
        return str(state.action_to_string(self._search(state, wanted, seed)))

    def rate(self, state: Any, seed: int) -> float:
        """Return how many simulations from *state* a second of processor time allows."""
        began = time.process_time()
        self._search(state, self.PILOT, seed)
        return self.PILOT / (time.process_time() - began)

    def _search(self, state: Any, simulations: int, seed: int) -> int:
        evaluator = self._spiel.RandomRolloutEvaluator(1, seed % 2**31)
        how = (self.explore, simulations, self.MEMORY_MB, self.solve, seed % 2**31, False)
        _, action = self._spiel.MCTSBot(self._played, evaluator, *how).step_with_policy(state)
        return int(action)
