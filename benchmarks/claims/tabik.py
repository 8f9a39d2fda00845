"""Checks the reasons of Tabik; each is found again with the rules alone."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

from benchmarks.claims.case import Case, Check, number

_TRIES = 40
"""Ways to the end that are tried where it is said how the game ends, whatever is played."""


def _groups(case: Case, position: Any, colour: str) -> list[set[str]]:
    """Return the groups of *colour*, the largest first."""
    contents = case.game.contents(position)
    left = {cell for cell, content in contents.items() if content == colour and "-" not in cell}
    groups = []
    while left:
        group, fresh = set[str](), [left.pop()]
        while fresh:
            cell = fresh.pop()
            group.add(cell)
            x, y = ord(cell[0]), int(cell[1:])
            near = {f"{chr(x + dx)}{y + dy}" for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))} & left
            left -= near
            fresh += near
        groups.append(group)
    return sorted(groups, key=len, reverse=True)


def _largest(case: Case, position: Any, colour: str) -> int:
    return max(map(len, _groups(case, position, colour)), default=0)


def _new_group(case: Case) -> tuple[set[str], list[int]]:
    """Return the group that the mover's new stone is in, and the sizes of those it was made of, the largest first."""
    me = case.mover.lower()
    before, now = (case.game.contents(at) for at in (case.position, case.after))
    (came,) = (cell for cell in now if now[cell] == me and before[cell] != me)
    group = next(one for one in _groups(case, case.after, me) if came in one)
    return group, [len(one) for one in _groups(case, case.position, me) if one & group]


def _joins(case: Case, text: str, cells: tuple[str, ...]) -> bool:
    group, parts = _new_group(case)
    sizes, size, other = re.fullmatch(
        r"joins groups of (.+) into one of (\S+) against \w+'s largest of (\S+)", text
    ).groups()  # type: ignore[union-attr]
    told = [number(word) for word in re.split(r", | and ", sizes)]
    theirs = _largest(case, case.after, "bw".replace(case.mover.lower(), ""))
    return told == parts and number(size) == len(group) and set(cells) == group and number(other) == theirs


def _grows(case: Case, text: str, cells: tuple[str, ...]) -> bool:
    group, _ = _new_group(case)
    size, other = re.fullmatch(r"makes a group of (\S+) against \w+'s largest of (\S+)", text).groups()  # type: ignore[union-attr]
    theirs = _largest(case, case.after, "bw".replace(case.mover.lower(), ""))
    larger = len(group) > _largest(case, case.position, case.mover.lower())
    return larger and number(size) == len(group) and set(cells) == group and number(other) == theirs


def _breaks(case: Case, text: str, _cells: tuple[str, ...]) -> bool:
    whose, was, now = re.fullmatch(r"cuts (\w+)'s largest group from (\S+) to (\S+)", text).groups()  # type: ignore[union-attr]
    colour = whose[0].lower()
    return (number(was), number(now)) == tuple(_largest(case, at, colour) for at in (case.position, case.after))


def _leader(case: Case, position: Any) -> tuple[str, int]:
    """Return who has won as the board stands, and at which size that differs; nobody where it does not."""
    black, white = (Counter(map(len, _groups(case, position, colour))) for colour in "bw")
    for size in sorted({*black, *white}, reverse=True):
        if black[size] != white[size]:
            return "BW"[white[size] > black[size]], size
    return "", 0


def _count(case: Case, text: str, _cells: tuple[str, ...]) -> bool:
    how, size = re.match(r"(keeps|gains) the count as it stands, which differs at size (\d+):", text).groups()  # type: ignore[union-attr]
    was = _leader(case, case.position)[0] == case.mover
    return _leader(case, case.after) == (case.mover, int(size)) and was == (how == "keeps")


def _parity(case: Case, text: str, _cells: tuple[str, ...]) -> bool:
    """Return whether games to the end, by chance, all end as is said."""
    many, last = re.fullmatch(r"(.+) (?:is|are) left whatever is played, and (\w+) makes the last", text).groups()  # type: ignore[union-attr]
    rng = random.Random(case.game.format_position(case.position))
    for _ in range(_TRIES):
        at, count, mover = case.after, 0, ""
        while not case.game.outcome(at):
            mover, count = at.to_move, count + 1
            action = rng.choice([*case.game.actions(at)])
            if "x" not in action:
                return False
            at = case.game.play(at, action)
        counted = re.fullmatch(r"(\S+) exchanges?", many)
        told = number(counted[1]) == count if counted else ("odd" in many) == bool(count % 2)
        if not told or last[0] != mover:
            return False
    return True


CHECKS: dict[str, Check] = {"joins": _joins, "grows": _grows, "breaks": _breaks, "count": _count, "parity": _parity}
