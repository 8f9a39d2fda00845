"""What a referee made of a sitting: moves, false alarms, questions, delay, and whether it got back in step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from itertools import pairwise
from statistics import mean, median
from typing import Any

from benchmarks.refereeing.sitting import Shot
from core.game import Game
from core.reading import EMPTY
from kiebitz.table.events import Event

Board = frozenset[tuple[str, str]]
"""The (place, content) pairs of a board, without the empty cells."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A shot, the events that it led to, and the positions that the referee believed in afterwards."""

    shot: Shot
    events: Sequence[Event]
    positions: Sequence[Any]
    still_from: float = 0.0
    """When the table first stood still, in seconds."""
    boards: Sequence[Board] = ()
    """The boards of these positions, one for each change."""


@dataclass(slots=True)
class Score:
    """Counts of one game, or of several added up."""

    games: int = 0
    crashes: Counter[str] = field(default_factory=Counter)
    """The errors that the referee raised, counted."""
    whole: int = 0
    """Games with every move found, nothing wrong at the end, no false alarm and every slip named."""
    moves: int = 0
    right: int = 0
    wrong: int = 0
    """Boards in the final history that never existed."""
    wrong_events: int = 0
    """Changes in the final history that never happened, neither as reported nor between two true boards.

    A piece misread at the start makes every board wrong, but a change only where it moves.
    """
    false_illegal: int = 0
    slips: int = 0
    found: int = 0
    """Slips for which some rule was named, as broken or in a question."""
    named: int = 0
    """Slips for which the right code was named first."""
    told: int = 0
    """Slips for which the right code was named first and reported as broken, not only in a question."""
    questions: int = 0
    suspected: int = 0
    """Questions that name a rule although the board obeyed the rules."""
    disturbed: int = 0
    regained: int = 0
    """Disturbances after which the referee knew the board again by the second look."""
    in_step: int = 0
    """Games in which the referee knew the board at the end."""
    rounds: int = 0
    """Games in which every player has moved, among those where nobody has said how many play."""
    seated: int = 0
    """Games in which the referee knew how many play once it had seen the last player's first move."""
    seated_at_end: int = 0
    """Games in which the referee knew how many play at the end."""
    delays: list[float] = field(default_factory=list)
    """Delay from the look that showed a move to the one after which it was known: in looks, or in seconds of a film."""
    judging_ms: list[float] = field(default_factory=list)
    planted: Counter[str] = field(default_factory=Counter)
    """Codes of the slips."""
    missed: Counter[str] = field(default_factory=Counter)
    """Codes of the slips that were not named."""
    false_codes: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: Score) -> Score:
        total = Score()
        for name in Score.__slots__:
            setattr(total, name, getattr(self, name) + getattr(other, name))
        return total

    def as_json(self) -> dict[str, Any]:
        """Return the counts, and of delays and times the mean, the middle and the largest."""
        return {name: _in_short(getattr(self, name)) for name in Score.__slots__}


def _in_short(value: int | list[float] | Counter[str]) -> int | dict[str, int] | dict[str, float]:
    match value:
        case int():
            return value
        case Counter():
            return dict(sorted(value.items()))
        case _:
            numbers = value or [0.0]
            summary = {"mean": mean(numbers), "median": median(numbers), "max": max(numbers)}
            return {kind: round(number, 3) for kind, number in summary.items()}


def score(
    game: Game[Any],
    seen: Sequence[Seen],
    *,
    film: bool,
    judging_ms: Sequence[float],
    names: Mapping[str, str] | None = None,
    crash: str = "",
    undeclared: bool = False,
) -> Score:
    """Return how the referee did that has *seen* a whole sitting; *names* has the true name of each place it names.

    *undeclared*: nobody has said how many play, so that it counts whether the referee knew.
    """
    seen = [replace(one, boards=_boards(game, one.positions, names or {})) for one in seen]
    told = Counter(
        str(event.fields["code"])
        for one in seen
        if not one.shot.code
        for event in one.events
        if event.kind == "illegal"
    )
    slips = _slips(seen)
    first = [(one.shot.code, *_first_named(one.events)) for one in slips]
    wanted = _boards(game, seen[-1].shot.history, {})
    final = list(seen[-1].boards)
    wanted = _in_any_order(wanted, final, _shown(seen))
    right = len(_in_common(final[1:], wanted[1:]))
    result = Score(
        games=1,
        crashes=Counter([crash] if crash else []),
        moves=len(wanted) - 1,
        right=right,
        wrong=max(0, len(final) - 1 - right),
        wrong_events=_wrong_changes(final, wanted),
        false_illegal=sum(told.values()),
        slips=len(slips),
        found=sum(code != "" for _, code, _ in first),
        named=sum(true == code for true, code, _ in first),
        told=sum(true == code and told for true, code, told in first),
        suspected=sum(
            event.kind == "unsure" and "code" in event.fields
            for one in seen
            if as_board(one.shot.contents) == board_of(game, one.shot.history[-1])
            for event in one.events
        ),
        questions=sum(event.kind == "unsure" for one in seen for event in one.events),
        disturbed=sum(one.shot.regains for one in seen),
        regained=sum(_regained(game, seen, index) for index, one in enumerate(seen) if one.shot.regains),
        in_step=int(_in_step(game, seen[-1])),
        **(_seated(seen) if undeclared else {}),
        delays=_delays(seen, film=film),
        judging_ms=list(judging_ms),
        planted=Counter(true for true, *_ in first),
        missed=Counter(true for true, code, _ in first if true != code),
        false_codes=told,
    )
    faults = result.wrong or told or crash or result.named < len(slips)
    result.whole = int(right == len(wanted) - 1 and not faults)
    return result


def _seated(seen: Sequence[Seen]) -> dict[str, int]:
    """Return whether every player has moved, and whether the number of players was known then and at the end."""
    players = len(seen[-1].shot.history[0].seats)
    moved = [one for one in seen if len(one.shot.history) > players and one.positions]
    known = [len(one.positions[0].seats) == players for one in moved]
    return {"rounds": len(known[:1]), "seated": sum(known[:1]), "seated_at_end": sum(known[-1:])}


def _in_common(found: Sequence[Board], wanted: Sequence[Board]) -> set[int]:
    """Return the indices in *found* of the boards or changes that match *wanted* in order."""
    blocks = SequenceMatcher(a=found, b=wanted, autojunk=False).get_matching_blocks()
    return {block.a + step for block in blocks for step in range(block.size)}


def _wrong_changes(found: Sequence[Board], wanted: Sequence[Board]) -> int:
    """Return how many changes from one board of *found* to the next never happened."""
    true = _in_common(found, wanted)
    changes, wanted_changes = ([a ^ b for a, b in pairwise(boards)] for boards in (found, wanted))
    same = _in_common(changes, wanted_changes)
    return sum(not {index, index + 1} <= true and index not in same for index in range(len(changes)))


def board_of(game: Game[Any], position: Any) -> Board:
    """Return what stands where in *position*."""
    return as_board(game.contents(position))


def as_board(contents: Mapping[str, str]) -> Board:
    """Return what stands where."""
    return frozenset((place, content) for place, content in contents.items() if content != EMPTY)


def _boards(game: Game[Any], positions: Sequence[Any], names: Mapping[str, str]) -> list[Board]:
    """Return the boards of *positions*, one for each change, with places named as in *names*."""
    boards = [board_of(game, position) for position in positions]
    if names:
        boards = [frozenset((names[place], content) for place, content in board) for board in boards]
    return [board for index, board in enumerate(boards) if index == 0 or board != boards[index - 1]]


def _slips(seen: Sequence[Seen]) -> list[Seen]:
    """Return the shots with a broken rule, each with all events while it stayed broken."""
    found: list[Seen] = []
    for one in seen:
        if one.shot.code and one.shot.stays:
            found[-1] = replace(found[-1], events=[*found[-1].events, *one.events])
        elif one.shot.code:
            found.append(one)
    return found


def _first_named(events: Sequence[Event]) -> tuple[str, bool]:
    """Return the first rule that *events* report as broken or ask about, and whether it is ever reported as broken."""
    named = [event for event in events if event.kind in ("illegal", "unsure") and "code" in event.fields]
    if not named:
        return "", False
    code = str(named[0].fields["code"])
    return code, any(event.kind == "illegal" and event.fields["code"] == code for event in named)


def _shown(seen: Sequence[Seen]) -> set[Board]:
    """Return the true boards that were wholly in view at some time."""
    return {as_board(one.shot.contents) for one in seen if one.shot.arm is None and not one.shot.lie.away}


def _in_any_order(wanted: list[Board], final: list[Board], shown: set[Board]) -> list[Board]:
    """Return *wanted*, but moves that could not be seen one by one in the order that *final* has."""
    known = [index for index, board in enumerate(wanted) if board in shown]
    for start, end in pairwise(known):
        if end - start < 2 or wanted[start] not in final or wanted[end] not in final:
            continue
        ends = [index for index, board in enumerate(final) if board == wanted[end]]
        if any(final[index - (end - start)] == wanted[start] for index in ends if index >= end - start):
            index = next(i for i in ends if i >= end - start and final[i - (end - start)] == wanted[start])
            wanted = [*wanted[:start], *final[index - (end - start) : index], *wanted[end:]]
    return wanted


def _in_step(game: Game[Any], one: Seen) -> bool:
    """Return whether the referee knows what lies on the board according to the rules."""
    return bool(one.boards) and one.boards[-1] == board_of(game, one.shot.history[-1])


def _regained(game: Game[Any], seen: Sequence[Seen], index: int) -> bool:
    """Return whether the referee knows the board after the second clear look after the disturbance."""
    clear = [one for one in seen[index:] if one.shot.arm is None and not one.shot.lie.away and not one.shot.code]
    return _in_step(game, clear[:2][-1])


def _delays(seen: Sequence[Seen], *, film: bool) -> list[float]:
    """Return the delay of each move that became known, counted from when the table first stood still with it."""
    found = []
    known: set[Board] = set()
    for index, one in enumerate(seen):
        board = as_board(one.shot.contents)
        if one.shot.what != "move" or one.shot.arm is not None or board in known:
            continue
        known.add(board)
        later = next((n for n, other in enumerate(seen[index:]) if board in other.boards), None)
        if later is not None:
            times = [event.t for event in seen[index + later].events if event.kind in ("move", "state", "corrected")]
            found.append(max(times, default=one.still_from) - one.still_from if film else float(later))
    return found
