"""What certainty costs: ``python -m benchmarks.refereeing.curve [--games N] [--scenario NAME…]``.

The same games are refereed with other leads that an answer needs before it is announced. A small lead
tells more that is wrong, a large one asks more and tells later.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from statistics import mean

from benchmarks.refereeing.scenarios import SCENARIOS
from benchmarks.refereeing.score import Score
from benchmarks.refereeing.watching import watched
from core.games import names
from kiebitz.judging.priors import Certainty

LEADS_NATS = (0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0)
HEADER = "lead   moves right  wrong/1000  false/1000   slips told  slips named  asks/1000  delay"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", action="append", choices=SCENARIOS, help="only this one; may be repeated")
    parser.add_argument("--games", type=int, default=6, metavar="N", help="of each game in each scenario")
    parser.add_argument("--noise", default="normal", help="how badly the board is read")
    chosen = parser.parse_args(arguments)
    print(HEADER)
    for lead in LEADS_NATS:
        print(_row(lead, _score(chosen, Certainty(lead_nats=lead))), flush=True)


def _score(chosen: argparse.Namespace, certainty: Certainty) -> Score:
    total = Score()
    for scenario in chosen.scenario or ("plain", "hands", "slips", "every second"):
        for name in filter(SCENARIOS[scenario].suits, names()):
            for seed in range(1, chosen.games + 1):
                how = {"noise": chosen.noise, "plies": 16, "certainty": certainty}
                total += watched(name, SCENARIOS[scenario], seed, **how).score
    return total


def _row(lead: float, score: Score) -> str:
    def rate(count: int) -> str:
        return f"{1000 * count / score.moves:.1f}"

    told, named = (f"{count}/{score.slips}" for count in (score.told, score.named))
    delay = mean(score.delays) if score.delays else 0.0
    return (
        f"{lead:4.1f}   {score.right / score.moves:11.1%}  {rate(score.wrong):>10}  {rate(score.false_illegal):>10}"
        f"  {told:>11}  {named:>11}  {rate(score.questions):>9}  {delay:5.2f}"
    )


if __name__ == "__main__":
    main()
