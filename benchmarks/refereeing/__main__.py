"""How well the live referee does: ``python -m benchmarks.refereeing [--game NAME…] [--scenario NAME…] [--games N]``.

Random games of all games are played on painted tables that need no rendering, and read with
the doubts and mistakes of a real reader. Equal seeds give equal games.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.refereeing.noise import NOISE
from benchmarks.refereeing.report import HEADER, row
from benchmarks.refereeing.scenarios import SCENARIOS
from benchmarks.refereeing.score import Score
from benchmarks.refereeing.trace import trace
from benchmarks.refereeing.watching import watched
from core.games import find, names


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=names(), help="only this one; may be repeated")
    parser.add_argument("--scenario", action="append", choices=SCENARIOS, help="only this one; may be repeated")
    parser.add_argument("--games", type=int, default=20, metavar="N", help="of each game in each scenario")
    parser.add_argument("--plies", type=int, default=16, help="of each game, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--noise", choices=NOISE, default="normal", help="how badly the board is read")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    parser.add_argument("--trace", nargs=2, metavar=("GAME", "SEED"), help="tell one game look by look")
    chosen = parser.parse_args(arguments)
    scenarios = chosen.scenario or list(SCENARIOS)
    if chosen.trace:
        name, seed = chosen.trace
        for scenario in chosen.scenario or ["plain"]:
            trace(watched(name, SCENARIOS[scenario], int(seed), noise=chosen.noise, plies=chosen.plies))
        return
    figures: list[dict[str, object]] = []
    print(HEADER)
    try:
        for scenario in scenarios:
            for name in chosen.game or names():
                if SCENARIOS[scenario].many and find(name).options.most_players() < 3:
                    continue
                total = Score()
                for seed in range(chosen.seed, chosen.seed + chosen.games):
                    total += watched(name, SCENARIOS[scenario], seed, noise=chosen.noise, plies=chosen.plies).score
                print(row(scenario, name, total), flush=True)
                figures.append({"scenario": scenario, "game": name, "noise": chosen.noise, **total.as_json()})
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    if chosen.json:
        chosen.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
