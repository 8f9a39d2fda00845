"""The plan of a playtest: the game, its sets of options, the player, the number of games and the seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from core import games
from core.options import RuleOptions, shown
from core.record.writing import options_text
from core.verdict import counted

MOST_GAMES = 1_000_000


@dataclass(frozen=True, slots=True)
class Player:
    """The player of all seats: chance (level 0), or the adviser at a *level* of ``adviser.levels``.

    The highest level searches *nodes* positions or playouts a move. The first ``random_plies`` of a game
    are random, because many games would be the same otherwise.
    """

    level: int = 0
    nodes: int = 0
    random_plies: int = 0

    @property
    def name(self) -> str:
        """The player in words."""
        if not self.level:
            return "chance"
        strength = f"{self.nodes} nodes" if self.nodes else f"level {self.level}"
        start = f", the first {counted(self.random_plies, 'ply', 'plies')} by chance" if self.random_plies else ""
        return f"the adviser at {strength}{start}"


@dataclass(frozen=True, slots=True)
class Variant:
    """One set of options, and its name in reports."""

    label: str
    options: RuleOptions


class Job(NamedTuple):
    """One game to be played: the number of its variant, and its own number, which determines its seed."""

    variant: int
    number: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A playtest. The other ``variants`` are compared with the first one.

    ``compiled`` says whether the adviser searches on its compiled kernel or in plain Python; the two
    may play different moves.
    """

    game: str
    games: int
    variants: tuple[Variant, ...]
    player: Player = field(default_factory=Player)
    seed: int = 0
    compiled: bool = False

    def jobs(self) -> Iterator[Job]:
        """Yield every game to be played, number by number."""
        for number in range(1, self.games + 1):
            for variant in range(len(self.variants)):
                yield Job(variant, number)

    def as_json(self) -> dict[str, Any]:
        """Return the plan as ``from_json`` reads it."""
        return {
            "game": self.game,
            "games": self.games,
            "variants": [{"label": each.label, "options": each.options.changed()} for each in self.variants],
            "level": self.player.level,
            "nodes": self.player.nodes,
            "random_plies": self.player.random_plies,
            "seed": self.seed,
            "compiled": self.compiled,
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Plan:
        """Return the plan in *values*. Raises ``ValueError``, ``KeyError`` or ``TypeError`` if they are not one."""
        game = games.find(values["game"])
        return cls(
            game=game.name,
            games=int(values["games"]),
            variants=tuple(
                Variant(str(each["label"]), game.options.of(each["options"])) for each in values["variants"]
            ),
            player=Player(int(values["level"]), int(values["nodes"]), int(values["random_plies"])),
            seed=int(values["seed"]),
            compiled=bool(values["compiled"]),
        )


def variants_of(game_name: str, base: RuleOptions, changes: Sequence[str], longest: int) -> tuple[Variant, ...]:
    """Return *base* and, for each of *changes*, the options that ``name=value,…`` makes of it.

    A set without a ``ply_limit`` gets *longest*, or the number of the board's cells and edges if that is more.
    Raises ``ValueError`` naming the option that is wrong, or a set that comes twice.
    """
    game = games.find(game_name)
    found: list[Variant] = []
    for text in ("", *changes):
        options = base.altered(text)
        label = text or options_text(options) or "the rules"
        start = game.start(options)
        if options.ply_limit is None:
            options = replace(options, ply_limit=max(longest, len(game.cells(start))))
        if any(options == other.options for other in found):
            raise ValueError(f"{shown(text)} changes nothing: these options are being played already")
        found.append(Variant(label, options))
    return tuple(found)
