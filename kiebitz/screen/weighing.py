"""What cells that people correct would mean, said before it counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.verdict import Refused
from kiebitz.screen.answers import move_answers
from kiebitz.screen.words import first_sentence, in_colours, sentence
from kiebitz.table.controls import NEEDS_CELLS, texts_of
from kiebitz.table.events import Event
from kiebitz.table.session import Session

_SETTLES = ("move", "pass", "takeback", "corrected")
_JUST_SO = "No legal move leads there."


def weighed_json(session: Session[Any], value: Any) -> dict[str, Any]:
    """Return what correcting the ``cells`` of the JSON *value* would be taken for, and near ``moves`` as answers.

    ``fits`` says whether a course of the game explains them. Without cells, the moves are those near what is seen.
    Raises ``ValueError`` in words for people.
    """
    cells = _cells(value)
    told = session.weighed(cells) if cells else []
    return {
        "fits": any(event.kind in _SETTLES for event in told) or [_is_still(event) for event in told] == [True],
        "message": _message(session, told, cells),
        "moves": move_answers(session, session.near(cells), cells),
    }


def _cells(value: Any) -> Mapping[str, str]:
    """Return the cells in *value*. Raises ``ValueError``."""
    if not isinstance(value, Mapping) or value.keys() != {"cells"}:
        raise ValueError(NEEDS_CELLS)
    return texts_of(value["cells"], NEEDS_CELLS) if value["cells"] != {} else {}


def _is_still(event: Event) -> bool:
    return event.kind == "state" and not event.fields.get("set")


def _message(session: Session[Any], told: Sequence[Event], cells: Mapping[str, str]) -> str:
    """Return what is *told* as sentences; where it is only that the cells are so, the rule that is in the way."""
    if not any(event.fields.get("set") for event in told):
        return " ".join(filter(None, (_told(session, event) for event in told)))
    now = session.game.contents(session.position)
    verdict = session.game.diagnose(session.position, {**now, **cells})
    why = first_sentence(verdict.objection.message) if isinstance(verdict, Refused) else ""
    return " ".join(filter(None, (_JUST_SO, in_colours(session.game, why, session.colours))))


def _told(session: Session[Any], event: Event) -> str:
    if event.kind in ("partial", "unsure"):
        return in_colours(session.game, str(event.fields["message"]), session.colours)
    return sentence(session.game, event, session.colours)
