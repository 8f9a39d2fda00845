"""What a look at the table means: the verdict of the rules, while some colours may still be unknown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from core.game import Game, P
from core.reading import Reading
from core.referee import BEHIND, judge
from core.verdict import Played, Still, Verdict
from kiebitz.table.doubts import plies_in, whose
from kiebitz.table.evidence import reseated


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict, whose pieces the reader's seats are, and how many plies it leaves open."""

    verdict: Verdict
    seats: Mapping[str, str]
    plies: int = 0


def judged(
    game: Game[P],
    positions: Sequence[P],
    evidence: Reading,
    *,
    known: Mapping[str, str],
    seen: Mapping[str, str],
    behind: bool,
    most_actions: int,
) -> Judged:
    """Return what *evidence* says happened since the last of *positions*.

    Until the colours are *known* the reader deals those *seen* out by name; the rules know who plays. Several
    plies at once may leave that open. After a question, when moves may have been missed, they are *behind*.
    """
    position = positions[-1]
    first: Judged | None = None
    ways: dict[tuple[str, ...], tuple[Played, Mapping[str, str]]] = {}
    how: dict[str, Any] = {"priors": BEHIND, "spare": 0} if behind else {}
    same = {seat: seat for seat in position.seats}
    free = [seat for seat in position.seats if seat not in known]
    for order in permutations(free):
        seats = same | dict(zip(free, order, strict=True))
        reading = reseated(evidence, seats)
        verdict = judge(game, position, reading, history=positions[:-1], most_actions=most_actions, **how)
        if isinstance(verdict, Played) and plies_in(verdict) > 1:
            ways.setdefault(verdict.actions, (verdict, seats))
        elif isinstance(verdict, Played) or (first is None and isinstance(verdict, Still)):
            return Judged(verdict, seats)
        first = first or Judged(verdict, seats)
    if len(ways) > 1:
        unknown = {seat: seen[seat] for seat in free if seat in seen}
        question = whose([way for way, _ in ways.values()], evidence.contents, unknown)
        return Judged(question, same, max(map(len, ways)))
    if ways:
        return Judged(*next(iter(ways.values())))
    assert first is not None
    return first


def completed(game: Game[P], positions: Sequence[P], evidence: Reading) -> tuple[int, Played] | None:
    """Return the full action if the last one was only its beginning, with the plies to undo.

    For example, a small may be put down before the two pieces that pay for it are taken off.
    """

    def change(before: int, after: int) -> dict[str, str]:
        was, now = (game.contents(positions[index]) for index in (before, after))
        return {cell: content for cell, content in now.items() if content != was[cell]}

    plies = next((n for n in range(1, len(positions)) if change(-n - 1, -n)), 0)
    if not plies or positions[-plies - 1].to_move is None:
        return None
    begun, stands = change(-plies - 1, -plies), game.contents(positions[-1])
    whole = judge(game, positions[-plies - 1], evidence, history=positions[: -plies - 1])
    match whole:
        case Played((action,)):
            after = game.contents(game.play(positions[-plies - 1], action))
            more = after != stands and all(after[cell] == content for cell, content in begun.items())
            return (plies, whole) if more else None
        case _:
            return None
