"""All five games registered with OpenSpiel, under ``kiebitz_tink`` and so on: importing this module does it.

Parameters of ``pyspiel.load_game``: ``players``; ``board_size`` (Tabik); ``ply_limit``, after which a
game is drawn, as OpenSpiel asks games to end; ``seed``, which deals Tinker Tactics. Everything else
is by the rules. What an end is worth sums to 0 and is 1 for the only winner.
"""

from __future__ import annotations

from typing import Any

import pyspiel

from core import games
from core.game import Game, HiddenSetup
from core.options import RuleOptions
from interop.numbers import numbers_of, returns, seat_number

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


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, with actions by number."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self._rules: Game[Any] = game.rules
        self._numbers = game.numbers
        self._position = game.start

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return seat_number(self._position, self._position.to_move)

    def _legal(self) -> dict[int, str]:
        return {self._numbers.number(action): action for action in self._rules.actions(self._position)}

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - OpenSpiel's form
        return sorted(self._legal())

    def _apply_action(self, action: int) -> None:
        self._position = self._rules.play(self._position, self._legal()[action])

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002
        return self._legal().get(action, f"action {action}, not legal here")

    def is_terminal(self) -> bool:
        return self._rules.outcome(self._position) is not None

    def returns(self) -> list[float]:
        outcome = self._rules.outcome(self._position)
        return returns(self._position, outcome.winners) if outcome else [0.0] * len(self._position.seats)

    def __str__(self) -> str:
        return self._rules.format_position(self._position)


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

    return described, SpielGame


for _name in NAMES:
    pyspiel.register_game(*_game_class(_name))
