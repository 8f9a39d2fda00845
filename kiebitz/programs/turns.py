"""The turns of a reviewed game for people: turning points in sentences, and the graph of the value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adviser.review import Turn, turning_points
from core import games
from core.record import Record
from kiebitz.value_graph import Dot, value_svg

MARKS = {"blunder": "??", "mistake": "?", "inaccuracy": "?!"}
MOST_SHOWN = 8
"""So many turning points are named."""


def worst(turns: Sequence[Turn]) -> list[Turn]:
    """Return the turning points that are worth naming, the worst first."""
    return turning_points(turns)[:MOST_SHOWN]


def explained(turn: Turn, names: Mapping[str, str] | None = None) -> str:
    """Return in words why *turn* is a turning point; *names* are what sides are called."""
    found = turn.assessment
    best = found.best
    text = (
        f"{turn.number}. {(names or {}).get(turn.side, turn.side)} {found.action}, a {found.grade}: "
        f"{best.value:+.2f} {_how(best.proved)} with {best.action}, "
        f"{found.value:+.2f} {_how(found.value_proved)} after it. {best.action}: {best.why}."
    )
    if found.reply:
        text += f" The answer is {found.reply.action}: {found.reply.why}."
    return text


def value_graph(record: Record, turns: Sequence[Turn], names: tuple[str, str] = ("A", "B")) -> str:
    """Return the graph of the value of the two-player game *record*, as SVG; *names* are what A and B are called."""
    known, named = {turn.number: turn for turn in turns}, {turn.number for turn in worst(turns)}
    dots = list[Dot]()
    for number, action in enumerate(record.actions, start=1):
        turn = known.get(number)
        label = f"{number}. {action}{MARKS[turn.assessment.grade]}" if turn and number in named else ""
        value, proved = (turn.worth_to_a, turn.assessment.value_proved) if turn else (None, False)
        dots.append(Dot(number, value, proved, label))
    title = f"{games.find(record.game).title}: {record.outcome.sentence if record.outcome else 'not over'}"
    return value_svg(title, dots, names)


def _how(proved: bool) -> str:
    return "(proved)" if proved else "(estimated)"
