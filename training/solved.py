"""Who wins Tabik on small boards? ``python -m training.solved [SIDE …] [--book FILE]``.

Solves every first action, up to the board's symmetries, with the plain solver (``adviser.solvers.tabik``), without its
book. Then ``Proof`` plays the winner's part from there against every possible line of play, on the plain rules
(``core.tabik``), which share no code with the solver: every end must be won. ``--book`` writes the answers for the
first plies on 4 × 4, from which the adviser knows these openings.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from adviser.forcing import Allowance
from adviser.solvers.tabik import BOOK, LARGEST, SmallSolver, book_text
from adviser.solvers.tabik_plane import Plane
from core.tabik import notation, rules
from core.tabik.options import TabikOptions
from core.tabik.position import COLOUR_NAMES, COLOURS, Move, Position

BOOK_PLIES = 4
UNLIMITED = 10**12
HEADING = """# Tabik, 4 × 4, the first plies: + if the side to move wins without a swap, - if it loses; then the key.
# python -m training.solved --book FILE makes this file.
"""


@dataclass
class Proof:
    """That *winner* wins, on the plain rules: ``choose`` gives one of its moves, and every reply is tried."""

    winner: int
    choose: Callable[[Position], Move | None]
    seen: set[tuple[int, int, int]] = field(default_factory=set)

    def holds(self, position: Position) -> bool:
        """Return whether every line of play from *position*, reached by play, ends with a win."""
        waiting = [position]
        while waiting:
            at = waiting.pop()
            if at.outcome:
                if at.outcome.winners != (COLOURS[self.winner],):
                    return False
                continue
            key = (at.black, at.white, at.rods)
            if key in self.seen:
                continue
            self.seen.add(key)
            if at.mover == self.winner:
                chosen = self.choose(at)
                if chosen is None or not rules.is_legal(at, chosen):
                    return False
                waiting.append(rules.apply(at, chosen))
            else:
                waiting += [rules.apply(at, move) for move in rules.moves(at)]
        return True


@dataclass(frozen=True)
class Answer:
    """Who wins after a first action, and what it took to find out and to verify."""

    action: str
    winner: int
    searched: int
    seconds: float
    verified: int
    verifying: float


def solver_of(side: int) -> SmallSolver:
    return SmallSolver(Plane(side), Allowance(lambda: False, UNLIMITED))


def answers(side: int) -> Iterator[Answer]:
    """Yield who wins after each first action, up to symmetries, where nobody may swap; verified.

    Raises ``ValueError`` where the verification fails.
    """
    solver, met = solver_of(side), set[int]()
    start = rules.start(TabikOptions(board_size=side, pie_rule=False))
    for action, move in sorted(
        (notation.format_move(rules.board_of(start), move), move) for move in rules.moves(start)
    ):
        after = rules.apply(start, move)
        key = solver.plane.key(solver.state(after))
        if key in met:
            continue
        met.add(key)
        began, used = time.process_time(), solver.allowance.used
        winner = after.mover if solver.wins_at(after) else 1 - after.mover
        solved = time.process_time()
        proof = Proof(winner, solver.winning_move)
        if not proof.holds(after):
            raise ValueError(f"{COLOUR_NAMES[winner]} does not win after {action}")
        yield Answer(
            action,
            winner,
            solver.allowance.used - used,
            solved - began,
            len(proof.seen),
            time.process_time() - solved,
        )


def opening_book(side: int, plies: int) -> dict[int, bool]:
    """Return whether the side to move wins, for every position up to this many *plies* from the start."""
    solver = solver_of(side)
    plane, known = solver.plane, dict[int, bool]()
    layer = {0: plane.state(0, 0, 0)}
    for _ in range(plies):
        reached = (plane.after(state, move) for state in layer.values() for move in plane.moves(state))
        layer = {plane.key(state): state for state in reached if not plane.over(state)}
        known |= {key: solver.wins(state) for key, state in layer.items()}
    return known


def main() -> None:
    parser = argparse.ArgumentParser(description="Solve Tabik on small boards, and verify the answers.")
    parser.add_argument("sides", metavar="SIDE", type=int, nargs="*", default=[*range(2, LARGEST + 1)])
    parser.add_argument(
        "--book", type=Path, metavar="FILE", help=f"write the adviser's book there, such as {BOOK.name}"
    )
    given = parser.parse_args()
    for side in given.sides:
        print(f"{side} × {side}", flush=True)
        for answer in answers(side):
            print(
                f"  {answer.action}: {COLOUR_NAMES[answer.winner]} wins; "
                f"{answer.searched:,} positions searched in {answer.seconds:.1f} s, "
                f"{answer.verified:,} verified in {answer.verifying:.1f} s",
                flush=True,
            )
    if given.book:
        given.book.write_text(HEADING + book_text(opening_book(LARGEST, BOOK_PLIES)), encoding="utf-8")


if __name__ == "__main__":
    main()
