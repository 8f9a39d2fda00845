"""How well the live referee does: ``python -m benchmarks.refereeing [--game NAME…] [--scenario NAME…] [--games N]``.

Random games of all games are played on painted tables that need no rendering, and read with
the doubts and mistakes of a real reader. With ``--pictures`` they are played on simulated
tables and really read. With ``--film`` every scenario is a film, with hands moving in before
each change. Folders are sequences of pictures with their truth
(``../shared/renders/sequences/*``, or those of ``tablebench --games``), put through the
scenarios that fit them; ``--scenario recorded`` shows all that is in them, one after the other.

Equal seeds give equal games, so that two revisions can be compared: ``--json`` keeps the
figures, and ``--against`` shows those kept before wherever they were others.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path

from benchmarks.refereeing.noise import NOISE
from benchmarks.refereeing.report import HEADER, Figures, codes, row, trace
from benchmarks.refereeing.scenarios import RECORDED, SCENARIOS, Scenario
from benchmarks.refereeing.score import Score
from benchmarks.refereeing.watching import PICTURES, Watched, watched, watched_again
from core.games import names
from kiebitz.watching.terminal import pass_over_what_is_loaded

_ALL = {**SCENARIOS, **RECORDED}
_KEYS = ("scenario", "game", "noise", "film", "games", "plies", "seed")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = _parser()
    chosen = parser.parse_args(arguments)
    for folder in chosen.folders:
        if not any(folder.glob("frame_*.json")):
            parser.error(f"{folder} holds no frame_*.json; name a sequence of pictures with its truth")
    for scenario in chosen.scenario or ():
        if scenario not in SCENARIOS and not chosen.folders:
            parser.error(f"{scenario} is for recorded sequences; name their folders, or another scenario")
    if chosen.trace:
        name, seed = chosen.trace
        for scenario in chosen.scenario or ["plain"]:
            trace(_watched(name, scenario, int(seed), chosen))
        return
    figures: list[dict[str, object]] = []
    pass_over_what_is_loaded()
    try:
        _measure(chosen, figures, _kept(chosen.against))
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    if chosen.json:
        chosen.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path, help="recorded sequences with their truth, instead of games")
    parser.add_argument("--game", action="append", choices=names(), help="only this one; may be repeated")
    parser.add_argument("--scenario", action="append", choices=_ALL, help="only this one; may be repeated")
    parser.add_argument("--games", type=int, default=20, metavar="N", help="of each game in each scenario")
    parser.add_argument("--plies", type=int, default=16, help="of each game, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--noise", choices=NOISE, default="normal", help="how badly the board is read")
    parser.add_argument("--pictures", action="store_true", help="render the tables, and really read them")
    parser.add_argument("--film", action="store_true", help="show films, not one picture a move")
    parser.add_argument("--undeclared", action="store_true", help="say not how many play: two to most, in turns")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    parser.add_argument("--against", type=Path, metavar="FILE", help="show what has changed since that was written")
    parser.add_argument("--faulty", type=Path, metavar="FILE", help="tell the games that are not whole there")
    parser.add_argument("--trace", nargs=2, metavar=("GAME", "SEED"), help="tell one game look by look")
    return parser


def _measure(
    chosen: argparse.Namespace, figures: list[dict[str, object]], before: dict[tuple[object, ...], Figures]
) -> None:
    """Print a line for each game in each scenario as soon as it is known, and add its score to *figures*."""
    settings = {"noise": _noise(chosen), "film": chosen.film, "plies": chosen.plies, "seed": chosen.seed}
    every = Score()
    print(HEADER)
    for scenario, name, score in _scores(chosen):
        entry = {"scenario": scenario, "game": name, **settings, **score.as_json()}
        print(row(scenario, name, entry, before.get(_key(entry))), flush=True)
        figures.append(entry)
        every += score
    print(row("all", "", every.as_json()))
    print(codes(every.as_json()))


def _scores(chosen: argparse.Namespace) -> Iterator[tuple[str, str, Score]]:
    """Yield the scenario, the game or folder, and the referee's score there."""
    for scenario in chosen.scenario or (RECORDED if chosen.folders else SCENARIOS):
        for folder in chosen.folders:
            seen = watched_again(folder, _plays(scenario, chosen), seed=chosen.seed)
            yield scenario, folder.name, _told(scenario, folder.name, seen, chosen)
        for name in () if chosen.folders else filter(_plays(scenario, chosen).suits, chosen.game or names()):
            seeds = range(chosen.seed, chosen.seed + chosen.games)
            yield scenario, name, sum((_scored(name, scenario, seed, chosen) for seed in seeds), Score())


def _scored(name: str, scenario: str, seed: int, chosen: argparse.Namespace) -> Score:
    return _told(scenario, f"{name} {seed}", _watched(name, scenario, seed, chosen), chosen)


def _told(scenario: str, name: str, seen: Watched, chosen: argparse.Namespace) -> Score:
    """Return the referee's score in one game; if asked for, a game that is not whole is shown."""
    if chosen.faulty and not seen.score.whole:
        with chosen.faulty.open("a", encoding="utf-8") as file, redirect_stdout(file):
            print(f"== {scenario}: {name}")
            trace(seen)
    return seen.score


def _watched(name: str, scenario: str, seed: int, chosen: argparse.Namespace) -> Watched:
    return watched(name, _plays(scenario, chosen), seed, noise=_noise(chosen), plies=chosen.plies)


def _plays(scenario: str, chosen: argparse.Namespace) -> Scenario:
    chosen_one = _ALL[scenario]
    return replace(chosen_one, film=chosen_one.film or chosen.film, undeclared=chosen.undeclared)


def _noise(chosen: argparse.Namespace) -> str:
    return PICTURES if chosen.pictures or chosen.folders else str(chosen.noise)


def _kept(file: Path | None) -> dict[tuple[object, ...], Figures]:
    entries = [] if file is None else json.loads(file.read_text(encoding="utf-8"))
    return {_key(entry): entry for entry in entries}


def _key(entry: Figures) -> tuple[object, ...]:
    return tuple(entry[name] for name in _KEYS)


if __name__ == "__main__":
    main()
