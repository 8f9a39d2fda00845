"""A kept game told step by step: what stands, and what was said between the steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.game import PositionLike
from core.json_types import Json
from kiebitz.archive.course import AnyCourse, Step
from kiebitz.archive.recorded import Recorded

_ASIDE = ("illegal", "corrected", "takeback")
"""Events that are no steps of their own, and are shown beside the step that they follow or change."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A step with the position after it: the start (``step`` is None), an action, or a position that was set."""

    position: PositionLike = field(repr=False)
    step: Step | None = None
    event: Mapping[str, Json] = field(default_factory=dict)
    """The journal's line for it; empty at the start."""
    asides: tuple[Mapping[str, Json], ...] = ()
    """The lines of the events shown beside it, in order. A take-back also has what it undid as ``actions`` and
    ``positions``."""
    comment: str = ""
    """What people wrote about it."""


def retold(recorded: Recorded) -> list[Stage]:
    """Return the stages of the game in *recorded*, the start first. What was taken back stands beside its place."""
    course = AnyCourse(recorded.course.game, [recorded.first])
    events: list[Mapping[str, Json]] = [{}]
    asides: list[list[Mapping[str, Json]]] = [[]]
    for event in recorded.events:
        before, boards = [step.text for step in course.steps], course.positions[1:]
        course.take(event)
        stands = len(course.steps)
        if gone := before[stands:]:
            positions = [course.game.format_position(position) for position in boards[stands:]]
            event = {**event, "actions": gone, "positions": positions}
            told = [aside for few in asides[len(course.steps) + 1 :] for aside in few]
            del events[len(course.steps) + 1 :], asides[len(course.steps) + 1 :]
            asides[-1] += told
        if len(course.steps) > len(before):
            events.append(event)
            asides.append([])
        elif event["event"] in _ASIDE:
            asides[_index(course, event)].append(event)
    steps: list[Step | None] = [None, *recorded.course.steps]
    stages = zip(recorded.positions, steps, events, asides, strict=True)
    written = recorded.course.comments
    return [
        Stage(
            position, step, event, tuple(told), written.get(step.n if step else 0, "") if step is None or step.n else ""
        )
        for position, step, event, told in stages
    ]


def _index(course: AnyCourse, event: Mapping[str, Json]) -> int:
    """Return which step *event* stands beside: a correction, the step that it corrects; anything else, the last one."""
    last = len(course.steps)
    if event["event"] != "corrected":
        return last
    played = (at for at in range(last, 0, -1) if course.positions[at].ply == event["ply"])
    return next((at for at in played if not course.steps[at - 1].why), last)
