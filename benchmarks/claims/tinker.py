"""Checks the reasons of Tinker Tactics; each is found again with the rules alone."""

from __future__ import annotations

import re
from typing import Any

from benchmarks.claims.case import PLACE, Case, Check, number


def _hits(case: Case) -> dict[str, tuple[str, str]]:
    """Return the others' dice that the action changed: their cells, with what was there and what is."""
    before, now = (case.game.contents(at) for at in (case.position, case.after))
    return {
        cell: (before[cell], now[cell])
        for cell in before
        if before[cell] != now[cell] and before[cell] != "." and before[cell][0] != case.mover
    }


def _eliminates(case: Case, text: str, _cells: tuple[str, ...]) -> bool:
    seat = re.fullmatch(r"puts (\w) out of the game", text)[1]  # type: ignore[index]
    return bool(case.own(case.position, seat)) and not case.own(case.after, seat)


def _takes(case: Case, text: str, cells: tuple[str, ...]) -> bool:
    named = re.findall(rf"(\w)'s d(\d) on ({PLACE})", text)
    hits = _hits(case)
    right = all(cell in hits and hits[cell][0].startswith(f"{seat}{kind}=") for seat, kind, cell in named)
    gone = {cell for cell, (was, now) in hits.items() if now[0] != was[0] and case.own(case.after, was[0])}
    return right and {cell for _, _, cell in named} == gone == set(cells)


def _weakens(case: Case, text: str, cells: tuple[str, ...]) -> bool:
    count = number(re.match(r"weakens (\S+) (?:die|dice): ", text)[1])  # type: ignore[index]
    turned = dict(re.findall(rf"({PLACE}) to (\d)", text))
    real = {cell: now[3:] for cell, (was, now) in _hits(case).items() if now[:1] == was[:1]}
    return turned == real and count == len(real) and set(cells) == set(real)


def _leaves(case: Case, text: str, cells: tuple[str, ...]) -> bool:
    named = re.findall(rf"(\w)'s d(\d) on ({PLACE})", text)
    real = {cell for cell, (was, now) in _hits(case).items() if now[:1] == was[:1] and now.endswith("=1")}
    now = case.game.contents(case.after)
    right = all(now[cell] == f"{seat}{kind}=1" for seat, kind, cell in named)
    return right and {cell for _, _, cell in named} == real == set(cells)


def _in_reach(case: Case, position: Any) -> set[str]:
    """Return the mover's dice that another player could hit, were it that player's turn."""
    mine, hit = case.own(position, case.mover), set[str]()
    for seat in position.seats:
        if seat != case.mover and case.own(position, seat):
            at = case.given(position, seat)
            for action in case.game.actions(at):
                now = case.own(case.game.play(at, action), case.mover)
                out = not now  # then dice leave that nobody hit; those that did showed one
                hit |= {cell for cell in mine if now.get(cell) != mine[cell] and (not out or mine[cell].endswith("=1"))}
    return hit


def _safe(case: Case, text: str, _cells: tuple[str, ...]) -> bool:
    before, now = _in_reach(case, case.position), _in_reach(case, case.after)
    if text.startswith("brings all of"):
        return bool(before) and not now
    old, new = (set(case.own(at, case.mover)) for at in (case.position, case.after))
    came, went = next(iter(new - old)), next(iter(old - new))
    named = re.findall(rf"the d(\d) on ({PLACE})", text)
    right = all(case.own(case.after, case.mover)[cell].startswith(f"{kind}=") for kind, cell in named)
    return right and all((went if cell == came else cell) in before and cell not in now for _, cell in named)


def _mobility(case: Case, text: str, _cells: tuple[str, ...]) -> bool:
    seat, now, was = re.fullmatch(r"leaves (\w) (no|one|\S+) moves? of (\S+)", text).groups()  # type: ignore[union-attr]
    counts = [
        sum(action != "--" for action in case.game.actions(case.given(at, seat))) for at in (case.position, case.after)
    ]
    return counts == [number(was), number(now)]


CHECKS: dict[str, Check] = {
    "eliminates": _eliminates,
    "takes": _takes,
    "weakens": _weakens,
    "leaves": _leaves,
    "safe": _safe,
    "mobility": _mobility,
}
