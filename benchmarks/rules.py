"""How fast the rules are: ``make bench-rules``, or ``python -m benchmarks.rules [--seconds 60]``.

Random play in plies a second and perft(3) in nodes a second, for every game; beside them
the plain engines that the tests compare with, python-chess, and random playouts of
OpenSpiel's C++ games. All take turns in one run, in CPU time of one thread, so that a
ratio is between neighbours in time. Then the milliseconds of one diagnosis. Ctrl-C ends
the run early and prints what was measured.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Sequence

from benchmarks import diagnoses, engines, rivals
from benchmarks.engines import Row

ROUNDS = 5
Rates = dict[str, list[float]]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the rules of every game.")
    parser.add_argument("--seconds", type=float, default=60.0, help="CPU seconds for play and perft together")
    parser.add_argument("--cases", type=int, default=400, help="changed boards to diagnose, of every game")
    given = parser.parse_args()
    rows, absent = rivals.rows()
    rows = [*engines.rows(), *rows]
    for line in absent:
        print(line)
    rates: Rates = {row.name: [] for row in rows}
    timings: list[diagnoses.Timing] = []
    try:
        _take_turns(rows, rates, given.seconds / ROUNDS / len(rows))
        for timing in diagnoses.timings(given.cases):
            timings.append(timing)
            _tell(f"diagnosis: {timing.name}")
    except KeyboardInterrupt:
        print("interrupted: this is what was measured", file=sys.stderr)
    _tell("")
    _print_rates(rows, rates)
    _print_timings(timings)


def _take_turns(rows: Sequence[Row], rates: Rates, share: float) -> None:
    for turn in range(ROUNDS):
        for row in rows:
            _tell(f"round {turn + 1} of {ROUNDS}: {row.name}")
            task, work = row.task(turn), 0.0
            began = spent = time.process_time()
            while spent - began < share:
                work += next(task)
                spent = time.process_time()
            rates[row.name].append(work / (spent - began))


def _print_rates(rows: Sequence[Row], rates: Rates) -> None:
    print(f"{'':<34}{'a second':>14}  times")
    for row in rows:
        if found := rates[row.name]:
            ratio = ""
            if row.beside and (other := rates.get(row.beside)):
                ratio = f"  {statistics.median(a / b for a, b in zip(found, other, strict=False)):.1f} × {row.beside}"
            print(f"{row.name:<34}{statistics.median(found):>14,.0f}{ratio}")


def _print_timings(timings: Sequence[diagnoses.Timing]) -> None:
    if timings:
        print(f"\n{'one diagnosis, ms':<34}{'median':>8}{'99.9 %':>8}{'worst':>8}  the slowest")
    for timing in timings:
        ms = [1000 * seconds for seconds in timing.seconds]
        late = sorted(ms)[int(0.999 * (len(ms) - 1))]
        print(f"{timing.name:<34}{statistics.median(ms):>8.2f}{late:>8.2f}{max(ms):>8.2f}  {timing.slowest}")


def _tell(text: str) -> None:
    """Show how far it has come, where somebody is looking."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
