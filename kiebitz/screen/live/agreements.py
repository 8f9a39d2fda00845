"""What the people at a table agree on: before the game who plays and whether it is fair, after it the result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.game import holder
from core.json_types import Json
from kiebitz.archive.people import PLAYERS, PUZZLE, SIGNED, people_of, puzzle_of, signed_in
from kiebitz.screen.live.aid import Aid, is_over, was_fair
from kiebitz.screen.live.drill import Drill
from kiebitz.table.inputs import Remarked
from kiebitz.table.state import AnyTable


def opening(
    aid: Aid, names: Mapping[str, str], events: Sequence[Mapping[str, Json]], drill: Drill | None = None
) -> Iterator[Remarked]:
    """Yield what *events* do not tell yet of what was agreed on before the game; *names* are by seat."""
    if drill is not None and puzzle_of(events) is None:
        yield Remarked(PUZZLE, {"number": drill.number})
    if aid.fair and not was_fair(events):
        yield aid.terms()
    if names and names != people_of(events):
        yield Remarked(PLAYERS, {"names": dict(names)})


def signature(state: AnyTable, events: Sequence[Mapping[str, Json]], seat: str) -> Remarked:
    """Return that *seat* agrees to the result. Raises ``ValueError`` where there is none to agree to."""
    position = state.position
    if position is None or not is_over(state):
        raise ValueError("The game is not over yet; its result can be signed then.")
    sides, signed = {holder(position, side): side for side in position.seats}, signed_in(events)
    if seat not in sides:
        raise ValueError(f'"seat" must be one of {", ".join(sorted(sides))}; not {seat[:20]!r}')
    if seat in signed:
        raise ValueError("This player has agreed to the result already.")
    all_have = " All have: the game is signed off." if {*signed, seat} == set(sides) else ""
    return Remarked(SIGNED, {"seat": seat, "message": f"{sides[seat]} agrees to the result.{all_have}"})
