"""All five games registered with OpenSpiel, under ``kiebitz_tink`` and so on: importing this module does it.

Parameters of ``pyspiel.load_game``: ``players``; ``board_size`` (Tabik); ``ply_limit``, after which a
game is drawn, as OpenSpiel asks games to end; ``seed``, which deals Tinker Tactics. Everything else
is by the rules. What an end is worth sums to 0 and is 1 for the only winner.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import pyspiel

from core import games
from core.game import Game, HiddenSetup
from core.options import RuleOptions
from interop.numbers import Numbers, numbers_of, returns, seat_number

PREFIX = "kiebitz_"
NAMES = ("tink", "ting", "tingle", "tabik", "tinker_tactics")
_PARAMETERS = {"players": 2, "board_size": 8, "ply_limit": 300, "seed": 0}
_MOST_PLAYERS = {"tabik": 2, "tinker_tactics": 6}


def _type_of(name: str) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=PREFIX + name,
        long_name=games.find(name).title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=_MOST_PLAYERS.get(name, 4),
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification=_PARAMETERS,
    )


@dataclass(frozen=True)
class _Standing:
    """A position with its rules. It never changes, so copies of a state share it: OpenSpiel copies one a simulation."""

    rules: Game[Any]
    numbers: Numbers
    position: Any

    def __deepcopy__(self, _memo: object) -> _Standing:
        return self

    @cached_property
    def legal(self) -> dict[int, str]:
        """The actions by number, in their order."""
        found = {self.numbers.number(action): action for action in self.rules.actions(self.position)}
        return dict(sorted(found.items()))

    def after(self, action: int) -> _Standing:
        return replace(self, position=self.rules.play(self.position, self.legal[action]))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, with actions by number."""

    def __init__(self, game: Any, position: Any = None) -> None:
        super().__init__(game)
        self._at = _Standing(game.rules, game.numbers, game.start if position is None else position)

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return seat_number(self._at.position, self._at.position.to_move)

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - OpenSpiel's form
        return list(self._at.legal)

    def _apply_action(self, action: int) -> None:
        self._at = self._at.after(action)

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002
        return self._at.legal.get(action, f"action {action}, not legal here")

    def is_terminal(self) -> bool:
        return self._at.rules.outcome(self._at.position) is not None

    def returns(self) -> list[float]:
        at = self._at
        outcome = at.rules.outcome(at.position)
        return returns(at.position, outcome.winners) if outcome else [0.0] * len(at.position.seats)

    def __str__(self) -> str:
        return self._at.rules.format_position(self._at.position)


def _game_class(name: str) -> tuple[Any, type[Any]]:
    """Return the type of the game called *name*, and its class, which keeps rules, start and numbers."""
    described = _type_of(name)

    class SpielGame(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            given = {**_PARAMETERS, **(params or {})}
            seed = int(given.pop("seed"))
            options = RuleOptions.of(given)
            self.rules: Game[Any] = games.find(name)
            if isinstance(self.rules, HiddenSetup):
                self.start = self.rules.deal(options, seed)
            else:
                self.start = self.rules.start(options)
            self.numbers = numbers_of(self.rules, self.start)
            players = options.players
            info = pyspiel.GameInfo(
                num_distinct_actions=self.numbers.size,
                max_chance_outcomes=0,
                num_players=players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=options.ply_limit or _PARAMETERS["ply_limit"],
            )
            super().__init__(described, info, params or {})

        def new_initial_state(self) -> SpielState:
            return SpielState(self)

        def state_at(self, position: Any) -> SpielState:
            """Return the state of *position*, without what was played before."""
            return SpielState(self, position)

    return described, SpielGame


for _name in NAMES:
    pyspiel.register_game(*_game_class(_name))
