"""What cells that people correct would mean, said before it counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.json_types import JsonObject
from core.verdict import Refused
from kiebitz.screen.views.answers import move_answers
from kiebitz.screen.views.words import first_sentence, in_colours, sentence
from kiebitz.table.asking import near, weighed
from kiebitz.table.controls import NEEDS_CELLS, texts_of
from kiebitz.table.events import Event
from kiebitz.table.state import AnyTable

_SETTLES = ("move", "pass", "takeback", "corrected")
_JUST_SO = "No legal move leads there."


def weighed_json(state: AnyTable, value: Any) -> JsonObject:
    """Return what correcting the ``cells`` of the JSON *value* would be taken for, and near ``moves`` as answers.

    ``fits`` says whether a course of the game explains them. Without cells, the moves are those near what is seen.
    Raises ``ValueError`` in words for people.
    """
    cells = _cells(value)
    told = weighed(state, cells) if cells else []
    return {
        "fits": any(event.kind in _SETTLES for event in told) or [_is_still(event) for event in told] == [True],
        "message": _message(state, told, cells),
        "moves": move_answers(state, near(state, cells), cells),
    }


def _cells(value: Any) -> Mapping[str, str]:
    """Return the cells in *value*. Raises ``ValueError``."""
    if not isinstance(value, Mapping) or value.keys() != {"cells"}:
        raise ValueError(NEEDS_CELLS)
    return texts_of(value["cells"], NEEDS_CELLS) if value["cells"] != {} else {}


def _is_still(event: Event) -> bool:
    return event.kind == "state" and not event.fields.get("set")


def _message(state: AnyTable, told: Sequence[Event], cells: Mapping[str, str]) -> str:
    """Return *told* as sentences; if it only takes the cells as stated, say which rule is in the way."""
    if not any(event.fields.get("set") for event in told):
        return " ".join(filter(None, (_told(state, event) for event in told)))
    now = state.contents
    verdict = state.game.diagnose(state.told[-1], {**now, **cells})
    why = first_sentence(verdict.objection.message) if isinstance(verdict, Refused) else ""
    return " ".join(filter(None, (_JUST_SO, in_colours(state.game, why, state.colours))))


def _told(state: AnyTable, event: Event) -> str:
    if event.kind in ("partial", "unsure"):
        return in_colours(state.game, str(event.fields["message"]), state.colours)
    return sentence(state.game, event, state.colours)
