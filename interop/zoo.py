"""Every game as an environment of PettingZoo: ``env("tink")``.

Agents take turns (AEC). An observation holds the board, one row a cell (in Tabik also a row an edge)
with a 1 in the column of what lies there, and a mask of the legal actions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as missing:
    raise ImportError(f"this needs PettingZoo and Gymnasium: pip install 'kiebitz[interop]' ({missing})") from None

from core import games
from core.game import Game, HiddenSetup
from core.options import RuleOptions
from interop.standings import numbers_of, returns, seat_number


def env(name: str, options: RuleOptions | None = None) -> Any:
    """Return the environment of the game called *name*; games end in a draw after 300 actions, if not by *options*."""
    raw = KiebitzEnv(name, options)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw))


class KiebitzEnv(AECEnv):  # type: ignore[misc]
    """A game; ``reset(seed)`` deals Tinker Tactics by the seed."""

    def __init__(self, name: str, options: RuleOptions | None) -> None:
        super().__init__()
        self.metadata = {"name": f"kiebitz_{name}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self._rules: Game[Any] = games.find(name)
        self._options = self._rules.options.of({"ply_limit": 300}) if options is None else options
        self._position = self._first(0)
        self._numbers = numbers_of(self._rules, self._position)
        self._columns = {content: number for number, content in enumerate(self._rules.alphabet(self._position))}
        self.possible_agents = [f"player_{seat}" for seat in range(len(self._position.seats))]
        shape = (len(self._rules.cells(self._position)), len(self._columns))
        seen = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, shape, np.int8),
                "action_mask": spaces.Box(0, 1, (self._numbers.size,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(self._numbers.size) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        self._position = self._first(seed or 0)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._mover()

    def observe(self, agent: str) -> dict[str, Any]:
        space = self.observation_spaces[agent]
        board = np.zeros(space["observation"].shape, np.int8)
        for row, content in enumerate(self._rules.contents(self._position).values()):
            board[row, self._columns[content]] = 1
        mask = np.zeros(self._numbers.size, np.int8)
        if agent == self.agent_selection:
            mask[list(self._legal())] = 1
        return {"observation": board, "action_mask": mask}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        legal = self._legal()
        if action not in legal:
            raise ValueError(f"action {action} is not legal here; take one that the action_mask marks with a 1")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._position = self._rules.play(self._position, legal[action])
        outcome = self._rules.outcome(self._position)
        if outcome:
            worth = returns(self._position, outcome.winners)
            self.rewards = dict(zip(self.possible_agents, worth, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            following = self.possible_agents.index(self.agent_selection) + 1
            self.agent_selection = self.possible_agents[following % len(self.possible_agents)]
        else:
            self.agent_selection = self._mover()
        self._accumulate_rewards()

    def render(self) -> str:
        return self._rules.format_position(self._position)

    def close(self) -> None:
        pass

    def _first(self, seed: int) -> Any:
        """Return the start position; *seed* deals where there is a deal."""
        if isinstance(self._rules, HiddenSetup):
            return self._rules.deal(self._options, seed)
        return self._rules.start(self._options)

    def _legal(self) -> dict[int, str]:
        return {self._numbers.number(action): action for action in self._rules.actions(self._position)}

    def _mover(self) -> str:
        return self.possible_agents[seat_number(self._position, self._position.to_move)]
