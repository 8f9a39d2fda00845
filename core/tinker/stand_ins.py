"""Dice of other kinds that stand in for a d4, a d6 or a d8, each with its upper limit (R36)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from core.option_fields import Form, name_of, pairs, pairs_of, plain, whole_form
from core.options import shown

StandIns = tuple[tuple[str, int], ...]
"""Pairs of a die's name and its upper limit."""
LIMITS = (4, 6, 8)
"""The upper limits that a stand-in can have."""
FACES = (4, 6, 8, 10, 12, 20)
_TENS = "00"
_HUNDRED = 100
_NAME = re.compile(r"([A-F]?)[ _]?((?:[a-z]+[ _])*?)d?([0-9]+)")
_EXAMPLE = "d6:4"


@dataclass(frozen=True, slots=True)
class StandIn:
    """A die that stands in for another kind.

    Args:
        seat: whose it is; empty for anybody's.
        look: what tells it from other dice, in words, such as its colour; empty if nothing is said.
        faces: how many it has.
        tens: whether it shows tens, 00 to 90, where 10 counts as 1.
        limit: the kind that it stands in for, which is the highest value that it may show.
    """

    seat: str
    look: str
    faces: int
    tens: bool
    limit: int

    @property
    def called(self) -> str:
        """What it is called in a set-up: ``d10``, ``blue d6``."""
        return " ".join(filter(None, (self.look, self.die)))

    @property
    def die(self) -> str:
        return f"d{_TENS if self.tens else self.faces}"

    @property
    def shape(self) -> int:
        """The number of its faces; of one that shows tens 100."""
        return _HUNDRED if self.tens else self.faces

    @property
    def sentence(self) -> str:
        """What it stands in for, for people."""
        die = f"{self.die} in {self.look}" if self.look else self.die
        shows = f"10 to {10 * self.limit} for 1 to {self.limit}" if self.tens else f"1 to {self.limit}"
        if self.seat:
            return f"{self.seat}'s {die} stands in for a d{self.limit}: {shows}."
        return f"Any {die} may stand in for a d{self.limit}: {shows}."


def form() -> Form:
    """Return what the option ``stand_in_dice`` may be."""
    return Form(
        "mapping",
        "a mapping of dice to their upper limits, no die twice",
        _read,
        from_text=pairs_of(plain),
        json=dict,
    )


@lru_cache(maxsize=64)
def stand_ins(declared: StandIns) -> tuple[StandIn, ...]:
    """Return the dice *declared*, in order."""
    return tuple(_stand_in(name, limit) for name, limit in declared)


def others(declared: StandIns) -> dict[int, tuple[int, ...]]:
    """Return kind → the shapes of the dice that stand in for it."""
    dice = stand_ins(declared)
    return {
        kind: tuple(sorted({die.shape for die in dice if die.limit == kind != die.faces}))
        for kind in LIMITS
        if any(die.limit == kind != die.faces for die in dice)
    }


def highest(*shapes: int) -> int:
    """Return the highest value that a position gives a die with as many faces as one of *shapes*."""
    return min(max(shapes), max(LIMITS))


def alike(declared: StandIns) -> tuple[frozenset[str], ...]:
    """Return the groups of kinds that some dice may be either of by their shape, that of a d4, d6 or d8."""
    shapes = {kind: {kind, *(shape for shape in others(declared).get(kind, ()) if shape in LIMITS)} for kind in LIMITS}
    groups: list[set[int]] = []
    for kind in LIMITS:
        near = [group for group in groups if any(shapes[kind] & shapes[other] for other in group)]
        groups = [*(group for group in groups if group not in near), set.union({kind}, *near)]
    return tuple(frozenset(map(str, group)) for group in groups if len(group) > 1)


def stands_for(seat: str, kind: str, declared: StandIns) -> int:
    """Return the kind that a die of *seat* counts as which is written *kind*, 0 if it counts as none."""
    for die in stand_ins(declared):
        if kind == die.called and die.seat in ("", seat):
            return die.limit
    faces = kind.removeprefix("d")
    return int(faces) if faces in map(str, LIMITS) else 0


def _read(value: object) -> StandIns:
    dice = sorted((name_of(die), _limit(die, top)) for die, top in pairs(value))
    if len({die for die, _ in dice}) < len(dice):
        raise TypeError
    stand_ins(tuple(dice))
    return tuple(dice)


def _limit(die: object, top: object) -> int:
    if top in ("", None):
        raise ValueError(f"option stand_in_dice: {shown(die)} has no limit; write {_EXAMPLE}")
    limit = whole_form(1, 100).read(top)
    assert isinstance(limit, int)
    return limit


def _stand_in(name: str, limit: int) -> StandIn:
    """Return the die called *name*. Raises ``ValueError`` where there is no such die or it cannot have this *limit*."""
    match = _NAME.fullmatch(name)
    if match is None or not (match[3] == _TENS or match[3] in map(str, FACES)):
        known = ", ".join(f"d{faces}" for faces in FACES)
        raise ValueError(
            f"option stand_in_dice knows no die {shown(name)}: there are {known} and d{_TENS} (tens); write {_EXAMPLE}"
        )
    tens = match[3] == _TENS
    die = StandIn(match[1], match[2].replace("_", " ").strip(), 10 if tens else int(match[3]), tens, limit)
    if limit not in LIMITS:
        raise ValueError(f"option stand_in_dice: {name} can stand in for a {_kinds(LIMITS)} only, not for a d{limit}")
    if limit > die.faces - (die.faces == 10):
        raise ValueError(f"option stand_in_dice: a {die.die} shows no {limit}; let {name} stand in for a smaller die")
    return die


def _kinds(kinds: Iterable[int]) -> str:
    *first, last = (f"d{kind}" for kind in kinds)
    return f"{', '.join(first)} or {last}"
