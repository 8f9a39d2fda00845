"""One story of a game: its positions, what on the board breaks a rule or is half done, and how likely it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, Generic

from core.explaining import Explained
from core.game import Game, P
from core.playing import played_through
from core.reading import is_bare
from core.traces import Change, changed, contents_of, successors
from core.verdict import Partial, Refused, Still, Verdict

Frame = Hashable
"""In which names a board is seen: how it lies, and which seat has which colour."""


@dataclass(frozen=True, slots=True, eq=False)
class History(Generic[P]):
    """One story of the game so far."""

    positions: tuple[P, ...]
    """What stands, from the start on."""
    frame: Frame = None
    anchor: Mapping[str, str] | None = None
    """The board at the latest undisturbed view, with which later ones are compared; None before there is one."""
    undone: int = 0
    """How many plies have been taken back on the board."""
    rests: tuple[int, ...] = ()
    """Numbers of positions that there were when the board was seen anew; in between nobody saw their order."""
    start_read: bool = False
    """Whether the first position was read from the board, and so may be another."""
    put: bool = False
    """Whether the last position was taken from the board, with no way known that leads to it, nor whose turn it is."""
    change: Change = field(default_factory=dict)
    """How the board differs from the last position, by what breaks a rule or is not finished."""
    standing: Verdict = field(default_factory=Still)
    """What ``change`` means: ``Still``, ``Partial``, ``Refused`` or ``Unclear``."""
    witnessed: frozenset[str] = frozenset()
    """The cells of ``change`` that were touched when it came about."""
    prior: float = 0.0
    """Log prior of the events."""
    changes: float = 0.0
    """Log-likelihood of which cells have changed their looks from view to view."""
    evidence: float = 0.0
    """Log-likelihood of what was read."""
    read: Mapping[str, float] = field(default_factory=dict)
    """Cell → the part of it that is about its present looks and content."""
    hidden: tuple[str, ...] = ()
    """Cells out of sight on which the latest event depends."""
    looks: int = 0
    """In how many looks the board has stood like this."""
    explained: Explained | None = None
    """The latest look, as it was explained to this history."""

    @property
    def position(self) -> P:
        return self.positions[-1]

    @property
    def nats(self) -> float:
        """The log weight."""
        return self.prior + self.changes + self.evidence

    @property
    def is_legal(self) -> bool:
        """Whether the board is that of the last position."""
        return isinstance(self.standing, Still)

    @property
    def together(self) -> int:
        """How many of the latest positions were reached between two looks."""
        count = len(self.positions)
        return count - max((rest for rest in self.rests if rest < count), default=1)

    def board(self, game: Game[P]) -> Mapping[str, str]:
        """Return what stands on the board, by this story."""
        return {**contents_of(game, self.position), **self.change}


def opener(game: Game[P], history: History[P]) -> str | None:
    """Return the seat that was to place the first piece; None where there are pieces."""
    return history.position.to_move if is_bare(contents_of(game, history.position)) else None


def played(game: Game[P], history: History[P], actions: Sequence[str]) -> History[P]:
    """Return *history* after *actions* and the passes that are forced behind them."""
    known = len(history.positions)
    positions = (*history.positions, *played_through(game, history.position, actions))
    rests = (*(rest for rest in history.rests if rest <= known), len(positions))
    return replace(history, positions=positions, rests=rests, put=False)


def answers_alike(game: Game[P], one: History[P], other: History[P]) -> bool:
    """Return whether both histories would get the same answer: the same board and turn, and the same kind of trouble.

    What has happened since the start counts, and not where the starts differ. Actions in another order are the same
    answer, and so are two unfinished moves, the same broken rule on boards that differ otherwise, and the same change
    that breaks the same rule whoever's turn it is. A board that is taken as it stands is no other answer than one on
    which the same pieces stand by the rules or against them; what breaks a rule behind it may be one or another.
    """
    match one.standing, other.standing:
        case Partial(), Partial():
            return one.position == other.position
        case Refused(objection), Refused(another) if objection.code == another.code:
            return one.position == other.position or one.change == other.change
    if not changed_alike(game, one, other):
        return False
    if (one.put or other.put) and (one.is_legal or other.is_legal or one.put != other.put):
        return True
    if one.is_legal and other.is_legal:
        return one.position.to_move == other.position.to_move
    return one.is_legal == other.is_legal and one.position == other.position


def common(one: Sequence[P], other: Sequence[P]) -> int:
    """Return the number of equal positions at the beginning of both."""
    for index, (mine, yours) in enumerate(zip(one, other, strict=False)):
        if mine is not yours and mine != yours:
            return index
    return min(len(one), len(other))


def in_common(game: Game[P], one: Sequence[P], other: Sequence[P]) -> int:
    """Return the number of positions at the beginning of both that were reached likewise, if from another start."""
    if not one or not other or one[0] == other[0]:
        return common(one, other)
    shared = 1
    for mine, yours in zip(pairwise(one), pairwise(other), strict=False):
        changes = [changed(*(contents_of(game, each) for each in way)) for way in (mine, yours)]
        if mine[1].to_move != yours[1].to_move:
            break
        if changes[0] != changes[1] and action_between(game, *mine) != action_between(game, *yours):
            break
        shared += 1
    return shared


def changed_alike(game: Game[P], one: History[P], other: History[P]) -> bool:
    """Return whether the board has changed since the start of *one* as since that of *other*.

    From another start the same actions, in any order, may leave another board: what a doubtful die was turned to.
    """
    if since_start(game, one) == since_start(game, other):
        return True
    if one.change != other.change or contents_of(game, one.positions[0]) == contents_of(game, other.positions[0]):
        return False
    ours, theirs = (Counter(action_between(game, *pair) for pair in pairwise(each.positions)) for each in (one, other))
    return ours == theirs and None not in ours


@lru_cache(maxsize=4096)
def action_between(game: Game[Any], before: Any, after: Any) -> str | None:
    """Return the action that leads from *before* to *after*; None where none does."""
    change = changed(contents_of(game, before), contents_of(game, after))
    actions = (
        [action for action, trace in successors(game, before) if trace == change] if change else game.actions(before)
    )
    return next((action for action in actions if game.play(before, action) == after), None)


def since_start(game: Game[P], history: History[P]) -> Change:
    """Return how the board differs from the one with which *history* began."""
    return changed(contents_of(game, history.positions[0]), history.board(game))
