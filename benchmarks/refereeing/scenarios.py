"""What happens in a game besides its moves, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from benchmarks.refereeing.camera import HELD, POOR, STEADY, Camera
from benchmarks.refereeing.sitting import Sitting
from core.game import Game, HiddenSetup
from core.games import find


@dataclass(frozen=True, slots=True)
class Scenario:
    """How a sitting goes, and how it is watched."""

    plays: Callable[[Sitting], None]
    film: bool = False
    """Whether it is a video with hands moving in between, instead of single pictures."""
    coloured: bool = True
    """Whether the seats' colours are known in advance."""
    many: bool = False
    """Whether three players or more play, up to the most possible."""
    undeclared: bool = False
    """Whether nobody says how many play, two to the most possible, nor who plays which colour."""
    late: int = 0
    """How many plies have been played when the referee arrives; only in games that support this."""
    wrong_turn: bool = False
    """Whether nobody says whose turn it is at the start."""
    answered: bool = False
    """Whether somebody answers questions about what is on cells."""
    camera: Camera = STEADY
    """The camera that films it, if it is a film."""

    def suits(self, name: str) -> bool:
        """Return whether the game called *name* can be played so."""
        game = find(name)
        if self.plays is badly_set_up:
            return isinstance(game, HiddenSetup)
        if self.plays is swapped:
            return _has_swap(game)
        return not (self.many or self.undeclared) or game.options.most_players() > 2


def _has_swap(game: Game[Any]) -> bool:
    try:
        return bool(game.canonical_action("swap"))
    except ValueError:
        return False


def recorded(sitting: Sitting) -> None:
    """All happens again that was recorded: hands, slips and turns besides the moves."""
    for scene in sitting.record:
        sitting.relive(scene)


def plain(sitting: Sitting) -> None:
    for _ in sitting.plies():
        sitting.move()


def hands(sitting: Sitting) -> None:
    for _ in sitting.plies():
        sitting.perhaps_a_hand()
        sitting.move()


def hand_first(sitting: Sitting) -> None:
    """A hand is over the board when the referee comes."""
    sitting.hand()
    plain(sitting)


def badly_set_up(sitting: Sitting) -> None:
    """Something is wrong with what the players reveal, and put right."""
    sitting.set_up_badly()
    plain(sitting)


def swapped(sitting: Sitting) -> None:
    """The sides are exchanged where the rules allow it, which somebody says."""
    for _ in sitting.plies():
        sitting.swap()
        sitting.move()


def mixed(sitting: Sitting) -> None:
    """Anything may happen, seldom."""
    rng = sitting.rng
    for _ in sitting.plies():
        match rng.randrange(12):
            case 0:
                sitting.slip()
            case 1:
                sitting.take_back(rng.randint(1, 2), singly=True)
            case 2:
                sitting.turn(rng.choice((1, 2, 3)))
            case 3 | 4 | 5:
                sitting.hand()
            case 6:
                sitting.play()
            case _:
                pass
        sitting.move()


def skipped(every: int) -> Callable[[Sitting], None]:
    """Return the scenario in which only one of *every* this many moves is seen."""

    def plays(sitting: Sitting) -> None:
        for ply in sitting.plies():
            sitting.play()
            if ply % every == every - 1:
                sitting.show("move")

    return plays


def turned(quarters: int) -> Callable[[Sitting], None]:
    """Return the scenario in which somebody turns the board by *quarters*, clockwise."""

    def plays(sitting: Sitting) -> None:
        for ply in sitting.plies():
            if ply == sitting.middle:
                sitting.turn(quarters)
            sitting.move()

    return plays


def arm(sitting: Sitting) -> None:
    """An arm lies over the board while three moves are played."""
    cell = sitting.cell()
    for ply in sitting.plies():
        over = 0 <= ply - sitting.middle < 3
        sitting.move(arm=(cell, 2.5) if over else None, regains=ply == sitting.middle + 3)


def bumped(sitting: Sitting) -> None:
    """Somebody knocks against the table twice, and once the board is carried away and brought back."""
    for ply in sitting.plies():
        if ply % 4 == 3:
            sitting.lie = replace(sitting.lie, dx=sitting.rng.choice((-9, -5, 5, 9)))
            sitting.show("bumped", regains=True)
        if ply == sitting.middle:
            for _ in range(3):
                sitting.show("away", lie=replace(sitting.lie, away=True))
            sitting.show("back again", regains=True)
        sitting.move()


def slips(sitting: Sitting) -> None:
    """Rules are broken twice, and put right."""
    spots = sitting.rng.sample(range(sitting.most_plies), 2)
    for ply in sitting.plies():
        if ply in spots:
            sitting.slip()
        sitting.move()


def slips_that_stay(sitting: Sitting) -> None:
    """Rules are broken twice, and put right after two hands have passed over the board."""
    spots = sitting.rng.sample(range(sitting.most_plies), 2)
    for ply in sitting.plies():
        if ply in spots:
            sitting.slip(hands=2)
        sitting.move()


def agreed(sitting: Sitting) -> None:
    """A rule is broken, and the table agrees to it."""
    spot = sitting.rng.randrange(2, sitting.most_plies - 2)
    for ply in sitting.plies():
        if ply == spot:
            sitting.slip(agreed=True)
        sitting.move()


def takebacks(sitting: Sitting) -> None:
    spots = sitting.rng.sample(range(3, sitting.most_plies), 2)
    for ply in sitting.plies():
        if ply in spots:
            sitting.take_back(sitting.rng.randint(1, 3), singly=sitting.rng.random() < 0.5)
        sitting.move()


def thinks_again(sitting: Sitting) -> None:
    """Somebody takes a move back and makes another, three times; once the reply comes before the next look."""
    spots = sitting.rng.sample(range(3, sitting.most_plies), 3)
    for ply in sitting.plies():
        if ply in spots:
            sitting.think_again(seen=ply != spots[0])
        sitting.move()


def swept(sitting: Sitting) -> None:
    for ply in sitting.plies():
        if ply == sitting.middle:
            sitting.sweep()
        sitting.move()


SCENARIOS: Mapping[str, Scenario] = {
    "plain": Scenario(plain),
    "film": Scenario(hands, film=True),
    "hands": Scenario(hands),
    "hand first": Scenario(hand_first),
    "answered": Scenario(plain, answered=True),
    "every second": Scenario(skipped(2)),
    "every third": Scenario(skipped(3)),
    "turned 90": Scenario(turned(1)),
    "turned 180": Scenario(turned(2)),
    "turned 270": Scenario(turned(3)),
    "arm": Scenario(arm),
    "bumped": Scenario(bumped),
    "slips": Scenario(slips),
    "answered slips": Scenario(slips, answered=True),
    "slips film": Scenario(slips, film=True),
    "slips that stay": Scenario(slips_that_stay),
    "agreed": Scenario(agreed),
    "takebacks": Scenario(takebacks),
    "thinks again": Scenario(thinks_again),
    "swept": Scenario(swept),
    "no colours": Scenario(plain, coloured=False),
    "many players": Scenario(hands, many=True),
    "many slips": Scenario(slips, many=True),
    "late": Scenario(plain, late=24),
    "late, answered": Scenario(plain, late=24, answered=True),
    "wrong turn": Scenario(plain, late=7, wrong_turn=True),
    "bad set-up": Scenario(badly_set_up),
    "swapped": Scenario(swapped),
    "mixed": Scenario(mixed),
    "mixed film": Scenario(mixed, film=True),
    "trembling": Scenario(hands, film=True, camera=HELD),
}

_ALSO_RECORDED = ("plain", "hands", "every second", "every third", "turned 90", "turned 180", "turned 270", "arm")
RECORDED: Mapping[str, Scenario] = {
    "recorded": Scenario(recorded),
    "recorded, no colours": Scenario(recorded, coloured=False),
    "recorded, trembling": Scenario(recorded, film=True, camera=HELD),
    "recorded, poor camera": Scenario(recorded, film=True, camera=POOR),
    **{name: SCENARIOS[name] for name in _ALSO_RECORDED},
}
"""The scenarios for recorded games."""
