"""The turns of a reviewed game for people: turning points in sentences, and the graph of the value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adviser import Suggestion
from adviser.review import Turn, review, turning_points
from core import games
from core.game import AnyGame, PositionLike
from core.record import Record
from kiebitz.language.naming import players_of, with_names
from kiebitz.programs.advice import LONGEST_S, advise
from kiebitz.value_graph import Dot, value_svg

MARKS = {"blunder": "??", "mistake": "?", "inaccuracy": "?!"}
MOST_SHOWN = 8
"""Most turning points that are named."""


def share_s(record: Record, seconds: float) -> float:
    """Return how long each position of *record* is thought about, where all of it takes *seconds* at most."""
    return min(seconds / len(record.positions()), LONGEST_S)


def turns_of(record: Record, seconds: float, *, seed: int = 0) -> Iterator[Turn]:
    """Yield the turns of *record*, thinking for *seconds* in all, and equally long about each position."""
    each_s = share_s(record, seconds)
    return turns_between(games.find(record.game), record.positions(), record.actions, each_s, seed=seed)


def turns_between(
    game: AnyGame, positions: Sequence[PositionLike], actions: Sequence[str], each_s: float, *, seed: int = 0
) -> Iterator[Turn]:
    """Yield the turns of *actions*, with one more of *positions* around them, thinking *each_s* about every one."""

    def think(position: PositionLike) -> Suggestion:
        return advise(game, position, seconds=each_s, seed=seed)

    return review(game, positions, actions, think)


def worst(turns: Sequence[Turn]) -> list[Turn]:
    """Return the turning points that are worth naming, the worst first."""
    return turning_points(turns)[:MOST_SHOWN]


def graded(grade: str) -> str:
    """Return *grade* with its article.

    >>> graded("inaccuracy")
    'an inaccuracy'
    """
    return {"good": "a good move", "inaccuracy": "an inaccuracy"}.get(grade, f"a {grade}")


def explained(turn: Turn, names: Mapping[str, str] | None = None) -> str:
    """Return in words why *turn* is a turning point; *names* are what sides are called."""
    found = turn.assessment
    best = found.best
    text = (
        f"{turn.ply}. {turn.side} {found.action}, {graded(found.grade)}: "
        f"{best.value:+.2f} {_how(best.proved)} with {best.action}, "
        f"{found.value:+.2f} {_how(found.value_proved)} after it. {best.action}: {best.why}."
    )
    if found.reply:
        text += f" The answer is {found.reply.action}: {found.reply.why}."
    return with_names(text, names or {})


def value_graph(record: Record, turns: Sequence[Turn], names: Mapping[str, str] | None = None) -> str:
    """Return the graph of the value of the two-player game *record*, as SVG; *names* are what sides are called."""
    called = names or {}
    known, named = {turn.number: turn for turn in turns}, {turn.number for turn in worst(turns)}
    dots = list[Dot]()
    for number, (ply, action) in enumerate(zip(record.plies(), record.actions, strict=True), start=1):
        turn = known.get(number)
        label = f"{ply}. {action}{MARKS[turn.assessment.grade]}" if turn and number in named else ""
        value, proved = (turn.worth_to_a, turn.assessment.value_proved) if turn else (None, False)
        dots.append(Dot(ply, value, proved, label))
    ending = record.outcome.sentence_with(called) if record.outcome else "not over"
    title = f"{games.find(record.game).title}: {ending}"
    return value_svg(title, dots, players_of(record.positions(), called))


def _how(proved: bool) -> str:
    return "(proved)" if proved else "(estimated)"
