"""One story of a game: its positions, what on the board breaks a rule or is half done, and how likely it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from typing import Generic

from core.belief.explanation import Explained
from core.belief.traces import Change, changed, contents_of, successors
from core.game import Game, P
from core.play.sequences import played_through
from core.reading import is_bare
from core.verdict import Partial, Refused, Still, Verdict

Frame = Hashable
"""How a board is read: which way round it lies, and which seat has which colour."""


@dataclass(frozen=True, slots=True, eq=False)
class Taken:
    """That the board of the position with this ``number`` was taken as it was read, so that it may be another."""

    number: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class History(Generic[P]):
    """One story of the game so far."""

    positions: tuple[P, ...]
    """The positions that count, from the start on; those taken back are left out."""
    frame: Frame = None
    anchor: Mapping[str, str] | None = None
    """The board at the latest undisturbed view, with which later ones are compared; None before there is one."""
    undone: int = 0
    """How many plies have been taken back on the board."""
    rests: tuple[int, ...] = ()
    """The number of positions each time the board came back into view: nobody saw the order of those in between."""
    taken: Taken | None = None
    """The latest position whose board was taken as it was read; None if there is none."""
    put: bool = False
    """Whether the last position was taken from the board as it stands: no way to it is known, nor whose turn it is."""
    change: Change = field(default_factory=dict)
    """How the board differs from the last position: what breaks a rule or is unfinished."""
    standing: Verdict = field(default_factory=Still)
    """What ``change`` means: ``Still``, ``Partial``, ``Refused`` or ``Unclear``."""
    witnessed: frozenset[str] = frozenset()
    """The cells of ``change`` that were touched when it came about."""
    prior: float = 0.0
    """Log prior of the events."""
    changes: float = 0.0
    """Log-likelihood that exactly these cells have changed their looks from view to view."""
    evidence: float = 0.0
    """Log-likelihood of what was read."""
    read: Mapping[str, float] = field(default_factory=dict)
    """Cell → its share of the evidence, for its present content and looks."""
    hidden: tuple[str, ...] = ()
    """Cells out of sight on which the latest event depends."""
    looks: int = 0
    """How many looks have shown the board like this."""
    explained: Explained | None = None
    """The latest look, explained given this history."""

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
    def base(self) -> int:
        """The number of the position from which actions lead on: the one that was taken last, or the start."""
        return self.taken.number if self.taken else 0

    @property
    def together(self) -> int:
        """How many of the latest positions were reached between two looks."""
        count = len(self.positions)
        return count - max((rest for rest in self.rests if rest < count), default=1)

    @property
    def goes_back(self) -> bool:
        """Whether its latest event was a take-back."""
        return max(self.rests, default=0) > len(self.positions)

    def board(self, game: Game[P]) -> Mapping[str, str]:
        """Return what stands on the board, by this story."""
        return {**contents_of(game, self.position), **self.change}

    def since(self, game: Game[P], number: int) -> Change:
        """Return how the board differs from that of the position with this *number*."""
        return changed(contents_of(game, self.positions[number]), self.board(game))

    def back_to(self, count: int) -> History[P]:
        """Return this story with only the first *count* positions, and nothing wrong on the board."""
        taken = self.taken if self.base < count else None
        return replace(self, positions=self.positions[:count], taken=taken, put=False, change={}, standing=Still())


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
    """Return the number of positions at the beginning of both that are equal, or were reached likewise from boards that
    were taken otherwise."""
    otherwise = False
    for index, (mine, yours) in enumerate(zip(one, other, strict=False)):
        if mine is yours or mine == yours:
            continue
        if index == 0:
            otherwise = True
            continue
        ways = (one[index - 1], mine), (other[index - 1], yours)
        actions = [action_between(game, *way) for way in ways]
        changes = [changed(*(contents_of(game, each) for each in way)) for way in ways]
        otherwise |= actions == [None, None]
        if not otherwise or mine.to_move != yours.to_move or (changes[0] != changes[1] and actions[0] != actions[1]):
            return index
    return min(len(one), len(other))


def changed_alike(game: Game[P], one: History[P], other: History[P]) -> bool:
    """Return whether the board has changed since the start of *one* as since that of *other*.

    Where both took a later board as it was read, what has changed since then counts. From another board the same
    actions, in any order, may leave another one: what a doubtful die was turned to.
    """
    number = one.base if one.base == other.base else 0
    if one.since(game, number) == other.since(game, number):
        return True
    begun = [contents_of(game, each.positions[number]) for each in (one, other)]
    if one.change != other.change or begun[0] == begun[1]:
        return False
    ours, theirs = (
        Counter(action_between(game, *pair) for pair in pairwise(each.positions[number:])) for each in (one, other)
    )
    return ours == theirs and None not in ours


@lru_cache(maxsize=4096)
def action_between(game: Game[P], before: P, after: P) -> str | None:
    """Return the action that leads from *before* to *after*; None where none does."""
    change = changed(contents_of(game, before), contents_of(game, after))
    actions = (
        [action for action, trace in successors(game, before) if trace == change] if change else game.actions(before)
    )
    return next((action for action in actions if game.play(before, action) == after), None)
