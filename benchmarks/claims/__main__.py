"""Whether what the adviser says is true: ``python -m benchmarks.claims [GAME…] [--positions 100] [--lost]``.

Positions come by turns from games played at random and from games of the adviser against itself, every fifth with three
players where the game allows. In each the adviser is asked for its move, its reasons and the two next best moves. Then
plain ``core`` checks all of it: every reason from scratch, every proved value by trying everything, that no win in one
is missed, and that no loss in one is allowed that can be stopped. What would take more than ``--most`` positions to
check is counted apart. ``--lost`` takes positions that are lost, in which the longest defence is checked. False
statements are printed; the exit status is 1 if there are any.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

from adviser import Suggestion, suggest
from adviser.kernels import store
from adviser.levels import suggest_at
from adviser.reasons import Reason
from adviser.several import best_lines
from benchmarks.claims.case import Case
from benchmarks.claims.proofs import somebody_forces, value_is
from benchmarks.claims.said import UNCHECKED, holds, may_lose_at_once
from core import games
from core.game import Game, holder
from kiebitz.programs import warming

LINES = 3
PROVED = frozenset({"wins", "lost", "draw"})
LIMITS: dict[str, Any] = {"ply_limit": 300}


def lost_positions(game: Game[Any], count: int, nodes: int, seed: int) -> Iterator[Any]:
    """Yield *count* positions in which the side to move of two has lost, by the adviser's proof, but can choose how."""
    made = 0
    for position in positions(game, sys.maxsize, seed):
        if made == count:
            return
        if len(position.seats) > 2 or len(game.actions(position)) < 2:
            continue
        found = suggest(game, position, expired=lambda: False, max_nodes=nodes, seed=seed)
        if found.proved and found.value < 0:
            made += 1
            yield position


def positions(game: Game[Any], count: int, seed: int, *, level: int = 6) -> Iterator[Any]:
    """Yield *count* positions in play, each from a game of its own; every other is played at *level*."""
    number = made = 0
    while made < count:
        number += 1
        rng = random.Random(f"{seed} {number}")
        players = min(3, game.options.most_players()) if number % 5 == 0 else 2
        at = game.start(game.options.of({**LIMITS, "players": players}))
        path = [at]
        while not game.outcome(at):
            action = rng.choice([*game.actions(at)])
            if number % 2 and rng.random() > 0.2:
                action = suggest_at(game, at, level, expired=lambda: False, seed=rng.getrandbits(32)).action
            at = game.play(at, action)
            path.append(at)
        late = rng.random() < 0.5
        at = rng.choice(path[-9:-1] if late else path[:-1])
        if not game.outcome(at):
            made += 1
            yield game.parse_position(game.format_position(at), game.options.of({"players": players}))


def examine(game: Game[Any], position: Any, nodes: int, most: int, seed: int) -> Iterator[tuple[str, str, bool | None]]:
    """Yield what is claimed of *position*: a code, the claim in words, and whether it is true, if that is known."""
    think = partial(suggest, game, expired=lambda: False, max_nodes=nodes, seed=seed)
    found = think(position)
    case = Case(game, position, found.action)
    for reason in found.reasons:
        if reason.code in PROVED:
            yield reason.code, reason.text, _proof(case, found, reason, most)
        elif reason.code not in UNCHECKED:
            yield reason.code, reason.text, holds(case, reason.code, reason.text, reason.cells)
    me = holder(position, position.to_move)
    reached = {action: game.play(position, action) for action in game.actions(position)}
    ends = {action: end for action, at in reached.items() if (end := game.outcome(at))}
    winning = {
        action
        for action, end in ends.items()
        if not end.drawn and me in {holder(reached[action], seat) for seat in end.winners}
    }
    if winning:
        yield "win in one", f"plays {found.action}", found.action in winning
        return
    losing = {action for action, at in reached.items() if may_lose_at_once(game, at, me)}
    if losing and losing != set(reached):
        yield "loss in one", f"plays {found.action}", found.action not in losing
    if len(position.seats) > 2:
        return
    for line in best_lines(game, position, found, LINES, think)[1:]:
        if line.proved and line.value is not None:
            worth = _is_worth(game, reached[line.actions[0]], me, line.value, most)
            yield "line", f"{line.actions[0]} is worth {line.value:+.0f}", worth


def _is_worth(game: Game[Any], after: Any, me: str, value: float, most: int) -> bool | None:
    if outcome := game.outcome(after):
        won = me in {holder(after, seat) for seat in outcome.winners}
        return value == (0.0 if outcome.drawn else 1.0 if won else -1.0)
    return value_is(game, after, value if holder(after, after.to_move) == me else -value, None, most)


def _proof(case: Case, found: Suggestion, reason: Reason, most: int) -> bool | None:
    """Return whether the value is what was proved, with the move that was suggested, within the plies that are said."""
    words = reason.text.replace(",", " ").split()
    plies = None
    if reason.text.startswith("wins in "):
        plies = 2 * int(words[2])  # with this many moves of one's own; the last of them may have to be answered
    elif "plies" in words or "ply" in words:
        plies = int(words[words.index("plies" if "plies" in words else "ply") - 1])
    game, after = case.game, case.after
    if len(case.position.seats) > 2:
        return somebody_forces(game, case.position, found.value > 0, plies, most)
    lasting = bool(plies) and found.value < 0
    told = value_is(game, case.position, found.value, plies, most, lasting=lasting)
    if told and not game.outcome(after):
        same = holder(after, after.to_move) == holder(case.position, case.position.to_move)
        if lasting and plies and not same:  # the move that was chosen lasts as long as any
            quicker = value_is(game, after, 1.0, plies - 2, most)
            return None if quicker is None else value_is(game, after, 1.0, plies - 1, most) and not quicker
        told = value_is(game, after, found.value if same else -found.value, None if plies is None else plies - 1, most)
    return told


def main() -> int:
    parser = argparse.ArgumentParser(description="Check what the adviser says.")
    parser.add_argument("games", nargs="*", default=[*games.names()], metavar="GAME")
    parser.add_argument("--positions", type=int, default=100, help="for each GAME")
    parser.add_argument("--nodes", type=int, default=2000, help="that the adviser looks at")
    parser.add_argument("--most", type=int, default=200_000, help="positions that checking one proof may take")
    parser.add_argument("--seed", type=int, default=61)
    parser.add_argument("--lost", action="store_true", help="only positions that the side to move has lost")
    given = parser.parse_args()
    wrong = 0
    for name in given.games:
        game = games.find(name)
        if family := store.family(game):
            warming.ready(family)
        told: Counter[tuple[str, bool | None]] = Counter()
        if given.lost:
            chosen = lost_positions(game, given.positions, given.nodes, given.seed)
        else:
            chosen = positions(game, given.positions, given.seed)
        for number, position in enumerate(chosen, start=1):
            for code, text, true in examine(game, position, given.nodes, given.most, given.seed):
                told[code, true] += 1
                if true is False:
                    wrong += 1
                    print(f"FALSE: {name} {game.format_position(position)}: {code}: {text}", flush=True)
            if sys.stderr.isatty():
                print(f"\r{name} {number}", end="", file=sys.stderr, flush=True)
        print(f"{game.title}: {given.positions} positions")
        for code in sorted({code for code, _ in told}):
            right, false, unknown = (told[code, how] for how in (True, False, None))
            print(
                f"  {code:12} {right:5} true  {false:3} false" + (f"  {unknown} too long to check" if unknown else "")
            )
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
