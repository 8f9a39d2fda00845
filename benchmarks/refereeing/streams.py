"""What a referee tells in one game of the bench: its stream of events, as lines of text that can be compared."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.refereeing.scenarios import RECORDED, SCENARIOS
from benchmarks.refereeing.watching import PICTURES, Watched, watched, watched_again
from core.games import names

SEEDS: Mapping[int, str] = {5400: "normal", 5401: "hard", 5402: "surely wrong", 5403: "normal"}
"""Seed → the noise with which the board is read."""
FILMED = 5403
"""The seed with which every scenario is a film."""
PLIES = 12
REALLY_READ = ("mixed", "mixed film")
"""The scenarios whose pictures, of simulated tables, are really read."""
AGAIN = ("recorded", "recorded, trembling")
"""The scenarios for recorded games."""
FEW_PLIES = 6
"""How many plies a game has whose pictures are really read."""
CRASH = "crash"
"""Kind of the event that stands for a referee's crash."""


@dataclass(frozen=True, slots=True)
class Case:
    """A game of the bench, to be watched once."""

    scenario: str
    game: str
    """The game, or the folder of a recorded one."""
    seed: int
    noise: str
    film: bool = False
    folder: Path | None = None
    """The folder of a recorded game; None for others."""

    @property
    def name(self) -> str:
        """What tells this case from all others, such as ``plain/tink/5400/normal/stills``."""
        return "/".join((self.scenario, self.game, str(self.seed), self.noise, "film" if self.film else "stills"))

    def stream(self) -> list[str]:
        """Return the events that the referee tells, one line each."""
        return lines_of(self._watched())

    def _watched(self) -> Watched:
        if self.folder is not None:
            return watched_again(self.folder, RECORDED[self.scenario], seed=self.seed)
        scenario = replace(SCENARIOS[self.scenario], film=self.film)
        plies = FEW_PLIES if self.noise == PICTURES else PLIES
        return watched(self.game, scenario, self.seed, noise=self.noise, plies=plies)


def noisy_cases() -> list[Case]:
    """Return the games on painted tables, scenario by scenario; each K-th of them is an even sample."""
    return [case for scenario in SCENARIOS for game in names() for case in _noisy(scenario, game)]


def _noisy(scenario: str, game: str) -> Sequence[Case]:
    if not SCENARIOS[scenario].suits(game):
        return []
    films = SCENARIOS[scenario].film
    cases = [Case(scenario, game, seed, noise, films or seed == FILMED) for seed, noise in SEEDS.items()]
    random.Random(f"{scenario}/{game}").shuffle(cases)
    return cases


def read_cases(sequences: Path) -> list[Case]:
    """Return the games whose pictures are really read: on simulated tables, and those recorded in *sequences*."""
    rendered = [
        Case(scenario, game, 5400, PICTURES, SCENARIOS[scenario].film) for scenario in REALLY_READ for game in names()
    ]
    return [*rendered, *_recorded(sequences)]


def _recorded(sequences: Path) -> Iterator[Case]:
    for folder in sorted(path for path in sequences.glob("*") if any(path.glob("frame_*.json"))):
        for scenario in AGAIN:
            yield Case(scenario, folder.name, 5400, "recorded", RECORDED[scenario].film, folder)


def lines_of(seen: Watched) -> list[str]:
    """Return the events of a watched game, one line each; equal events give equal lines."""
    events = [{"shot": one.shot.number, **event.as_json()} for one in seen.seen for event in one.events]
    crash = [{"event": CRASH, "message": seen.crash}] if seen.crash else []
    return [json.dumps(_rounded(event), sort_keys=True, ensure_ascii=False) for event in [*events, *crash]]


def _rounded(value: Any) -> Any:
    """Return *value* with numbers rounded to six places and sequences as lists."""
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, Mapping):
        return {str(key): _rounded(each) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return [_rounded(each) for each in value]
    return value
