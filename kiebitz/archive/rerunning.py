"""A source read again: what today's reader makes of it, beside the game that was kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from core.formats.json_engine import result_json
from core.game import AnyGame, Game, P, PositionLike
from core.json_types import Json
from core.options import RuleOptions
from kiebitz.archive.course import Course
from kiebitz.archive.recorded import Recorded


@dataclass(frozen=True, slots=True)
class Told:
    """A game as it was told: its start, what was played, the broken rules, and the result."""

    start: PositionLike | None = None
    """The first position; None if none was seen."""
    actions: tuple[str, ...] = ()
    illegal: tuple[tuple[int, str], ...] = ()
    """Each broken rule: after how many actions, and its code."""
    end: str | None = None
    """The last position, including what people agreed to or set."""
    result: Mapping[str, Json] | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A move of the kept game beside the one that is read now; each with its number, None where there is none."""

    kept: tuple[int, str] | None
    now: tuple[int, str] | None

    @property
    def is_same(self) -> bool:
        return self.kept is not None and self.now is not None and self.kept[1] == self.now[1]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The kept game and the one that is read now."""

    game: AnyGame
    kept: Told
    now: Told

    @property
    def is_same(self) -> bool:
        kept, now = self.kept, self.now
        if not self.starts_alike or kept.start is None or now.start is None:
            return self.starts_alike
        return self.ends_alike and (kept.actions, kept.illegal, kept.result) == (now.actions, now.illegal, now.result)

    @property
    def ends_alike(self) -> bool:
        """Whether the last positions are the same, but for the number of plies."""
        return _but_for_plies(self.kept.end) == _but_for_plies(self.now.end)

    @property
    def starts_alike(self) -> bool:
        """Whether the same pieces stand there with the same side to move; the number of plies may have been unknown."""
        one, other = self.kept.start, self.now.start
        if one is None or other is None:
            return one is other
        return self.game.contents(one) == self.game.contents(other) and one.to_move == other.to_move

    def rows(self) -> Iterator[Row]:
        """Yield the moves of both games, aligned."""
        kept, now = self.kept.actions, self.now.actions
        for _, a, b, c, d in SequenceMatcher(None, kept, now, autojunk=False).get_opcodes():
            for step in range(max(b - a, d - c)):
                yield Row(
                    (a + step + 1, kept[a + step]) if a + step < b else None,
                    (c + step + 1, now[c + step]) if c + step < d else None,
                )


def compared(recorded: Recorded, events: Sequence[Mapping[str, Json]]) -> Comparison:
    """Return the game of *recorded* beside that of *events*, as they are told of the source now.

    If several games are played there, the one most like the kept one counts.
    """
    game, options = recorded.course.game, recorded.course.positions[0].options
    kept = told_of(game, options, recorded.events, start=recorded.first)
    found = [told_of(game, options, part) for part in _games_in(events)]
    likeness = SequenceMatcher(None, autojunk=False)
    likeness.set_seq2(kept.actions)

    def alike(told: Told) -> float:
        likeness.set_seq1(told.actions)
        return likeness.ratio() if told.start is not None else -1.0

    return Comparison(game, kept, max(found, key=alike, default=Told()))


def told_of(
    game: Game[P], options: RuleOptions, events: Iterable[Mapping[str, Json]], *, start: P | None = None
) -> Told:
    """Return the game that *events* tell, from *start*, or from the first position that they name."""
    course: Course[P] | None = None if start is None else Course(game, [start])
    illegal: list[tuple[int, str]] = []
    for event in events:
        if course is None and event["event"] == "state" and event.get("position"):
            course = Course(game, [game.parse_position(str(event["position"]), options)])
        if course is None:
            continue
        course.take(event)
        if event["event"] == "illegal":
            illegal.append((len(course.actions), str(event["code"])))
    if course is None:
        return Told()
    end, result = game.format_position(course.position), result_json(game.outcome(course.position))
    return Told(course.positions[0], tuple(course.actions), tuple(illegal), end, result)


def _but_for_plies(position: str | None) -> str | None:
    return position and position.rpartition(" ")[0]


def _games_in(events: Iterable[Mapping[str, Json]]) -> list[list[Mapping[str, Json]]]:
    games: list[list[Mapping[str, Json]]] = [[]]
    for event in events:
        if event.get("new_game"):
            games.append([])
        games[-1].append(event)
    return games
