"""Games of Tink as a belief sees them, look by look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.belief.belief import Belief
from core.belief.history import History, Taken
from core.belief.likelihood import rows_of
from core.belief.look import Look
from core.games import find
from core.play.board_setup import with_board
from core.reading import Reading

TINK = find("tink")


START = TINK.start(TINK.options())


OTHER_START = with_board(TINK, TINK.play(START, "Sc3"), {**TINK.contents(TINK.play(START, "Sc3")), "h8": "Am"})


TAKEN = Taken()


def after(*actions: str, start: Any = START) -> Any:
    position = start
    for action in actions:
        position = TINK.play(position, action)
    return position


def line(*actions: str, start: Any = START) -> list[Any]:
    return [after(*actions[:count], start=start) for count in range(len(actions) + 1)]


def board(*actions: str, **contents: str) -> dict[str, str]:
    return {**TINK.contents(after(*actions)), **contents}


def look(
    shown: Mapping[str, str],
    *,
    nats: float = 12.0,
    doubts: Mapping[str, Mapping[str, float]] | None = None,
    covered: Sequence[str] = (),
    changed: Sequence[str] = (),
    compared: bool = True,
) -> Look:
    """Return a look at the board *shown*, read with *nats* for each cell but those in *doubts*."""
    exact = Reading.exact(shown, TINK.alphabet(START), nats)
    alphabet = TINK.alphabet(START)
    doubtful = {cell: {text: row.get(text, -nats) for text in alphabet} for cell, row in (doubts or {}).items()}
    cells = {cell: row for cell, row in {**exact.cells, **doubtful}.items() if cell not in covered}
    rows = rows_of(Reading(cells, frozenset(covered)))
    return Look(
        rows=lambda _frame, _anchor: rows,
        frames=lambda frame, _opener: [(frame, 0.0)],
        changed=lambda _frame: frozenset(changed),
        touched=lambda _frame: frozenset(changed),
        turned=lambda _frame: [],
        compared=compared,
    )


def certain(positions: Sequence[Any]) -> Belief[Any]:
    """Return the belief that the game has gone through *positions* and no other."""
    return Belief(TINK, [History(tuple(positions))])


def seen(belief: Belief[Any], *looks: Look) -> Belief[Any]:
    for each in looks:
        belief = belief.after(each)
    return belief
