"""Every game registered with OpenSpiel, under ``kiebitz_tink`` and so on: importing this module does it.

States play on the compiled kernel of their game where one is loaded (``adviser.kernels.store.load``) when
the game is, and on the rules in plain Python otherwise, some twenty times as slowly.

Parameters of ``pyspiel.load_game``: ``players``; ``board_size`` (Tabik only); ``ply_limit``, after which a
game is drawn, as OpenSpiel asks games to end; ``seed``, which deals (Tinker Tactics only). Everything
else is by the rules. What an end is worth sums to 0 and is 1 for the only winner.
"""

from __future__ import annotations

from typing import Any

try:
    import pyspiel
except ModuleNotFoundError as missing:
    raise ImportError(f"this needs OpenSpiel: pip install 'kiebitz[interop]' ({missing})") from None

from core import games
from core.game import Game, HiddenSetup
from core.play.numbering import Numbered
from interop.standings import OVER, Standing, Table

PREFIX = "kiebitz_"
_LONGEST = 300


def _parameters(name: str) -> dict[str, int]:
    """Return the parameters of a game that have an effect, with their defaults."""
    game = games.find(name)
    told = ((each.name, each.default) for each in game.options.declared() if each.name in ("players", "board_size"))
    own = {name: default for name, default in told if isinstance(default, int)}
    return {**own, "ply_limit": _LONGEST, **({"seed": 0} if isinstance(game, HiddenSetup) else {})}


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
        max_num_players=games.find(name).options.most_players(),
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification=_parameters(name),
    )


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, with actions by number."""

    def __init__(self, game: Any, position: Any = None) -> None:
        super().__init__(game)
        self._at: Standing = game.first if position is None else game.table.standing(position)

    def current_player(self) -> int:
        return self._at.mover

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - OpenSpiel's form
        return self._at.legal

    def _apply_action(self, action: int) -> None:
        self._at = self._at.after(action)

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002
        texts = self.get_game().table.texts(self._at.position)
        return str(texts.get(action, f"action {action}, not legal here"))

    def is_terminal(self) -> bool:
        return self._at.mover == OVER

    def returns(self) -> list[float]:
        return self._at.worth()

    def __str__(self) -> str:
        return str(self.get_game().rules.format_position(self._at.position))


def _game_class(name: str) -> tuple[Any, type[Any]]:
    """Return the type of the game called *name*, and its class, which keeps rules, start and numbers."""
    described = _type_of(name)

    class SpielGame(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            given = {**_parameters(name), **(params or {})}
            seed = int(given.pop("seed", 0))
            self.rules: Game[Any] = games.find(name)
            options = self.rules.options.of(given)
            if isinstance(self.rules, HiddenSetup):
                self.start = self.rules.deal(options, seed)
            else:
                self.start = self.rules.start(options)
            self.table = Table.of(self.rules, self.start)
            self.first = self.table.standing(self.start)
            players = options.players
            info = pyspiel.GameInfo(
                num_distinct_actions=self.table.numbers.size,
                max_chance_outcomes=0,
                num_players=players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=options.ply_limit or _LONGEST,
            )
            super().__init__(described, info, params or {})

        def new_initial_state(self) -> SpielState:
            return SpielState(self)

        def state_at(self, position: Any) -> SpielState:
            """Return the state of *position*, without the actions before it."""
            return SpielState(self, position)

    return described, SpielGame


def register(name: str) -> None:
    """Have OpenSpiel know the game called *name*, unless it does."""
    if PREFIX + name not in pyspiel.registered_names():
        pyspiel.register_game(*_game_class(name))


for _name in games.names():
    if isinstance(games.find(_name), Numbered):
        register(_name)
