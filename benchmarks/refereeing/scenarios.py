"""What happens in a game besides its moves, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from benchmarks.refereeing.sitting import Sitting


@dataclass(frozen=True, slots=True)
class Scenario:
    """How a sitting goes, and how it is watched."""

    plays: Callable[[Sitting], None]
    film: bool = False
    """Whether it is a video, with hands moving in between, and not one picture each."""
    coloured: bool = True
    """Whether the seats' colours are known before."""
    many: bool = False
    """Whether three to most players play."""


def plain(sitting: Sitting) -> None:
    for _ in sitting.plies():
        sitting.move()


def hands(sitting: Sitting) -> None:
    for _ in sitting.plies():
        if sitting.rng.random() < 0.5:
            sitting.hand()
        sitting.move()


def skipped(every: int) -> Callable[[Sitting], None]:
    """Return the scenario in which only one of *every* so many moves is seen."""

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
                sitting.lie = replace(sitting.lie, quarters=quarters)
                sitting.show("turned", regains=True)
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
    spots = sitting.rng.sample(range(1, sitting.most_plies), 2)
    for ply in sitting.plies():
        if ply in spots:
            sitting.slip()
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


def swept(sitting: Sitting) -> None:
    for ply in sitting.plies():
        if ply == sitting.middle:
            sitting.sweep()
        sitting.move()


SCENARIOS: Mapping[str, Scenario] = {
    "plain": Scenario(plain),
    "film": Scenario(hands, film=True),
    "hands": Scenario(hands),
    "every second": Scenario(skipped(2)),
    "every third": Scenario(skipped(3)),
    "turned 90": Scenario(turned(1)),
    "turned 180": Scenario(turned(2)),
    "turned 270": Scenario(turned(3)),
    "arm": Scenario(arm),
    "bumped": Scenario(bumped),
    "slips": Scenario(slips),
    "slips film": Scenario(slips, film=True),
    "agreed": Scenario(agreed),
    "takebacks": Scenario(takebacks),
    "swept": Scenario(swept),
    "no colours": Scenario(plain, coloured=False),
    "many players": Scenario(hands, many=True),
}
