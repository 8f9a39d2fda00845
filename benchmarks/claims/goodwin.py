"""Checks the reasons of Tink, Ting and Tingle; each is found again with the rules alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

from benchmarks.claims.case import PLACE, Case, Check, number


def _lines(side: int) -> Iterator[list[str]]:
    """Yield all runs of four cells."""
    for x, y, (dx, dy) in product(range(side), range(1, side + 1), ((1, 0), (0, 1), (1, 1), (1, -1))):
        run = [(x + k * dx, y + k * dy) for k in range(4)]
        if all(0 <= a < side and 1 <= b <= side for a, b in run):
            yield [f"{chr(97 + a)}{b}" for a, b in run]


def _side(case: Case) -> int:
    return max(int(cell[1:]) for cell in case.game.contents(case.position))


def _is_four(case: Case, position: Any, cells: tuple[str, ...], seat: str) -> bool:
    own = case.own(position, seat)
    line = sorted(cells, key=lambda cell: (cell[0], int(cell[1:])))
    kinds = {own.get(cell, "?") for cell in cells} - {"l"}
    return sorted(line) in [sorted(one) for one in _lines(_side(case))] and len(kinds) == 1 and "?" not in kinds


def _four(case: Case, _text: str, cells: tuple[str, ...]) -> bool:
    outcome = case.game.outcome(case.after)
    won = outcome is not None and outcome.winners == (case.mover,)
    return won and _is_four(case, case.after, cells, case.mover)


def _fours_at(case: Case, position: Any, seat: str) -> set[str]:
    return {action.split("-")[0][1:] for action in case.wins(position, seat, "line")}


def _blocks(case: Case, text: str, cells: tuple[str, ...]) -> bool:
    seat, cell, one, end = re.fullmatch(rf"stops (\w)'s four at ({PLACE}) \(({PLACE})–({PLACE})\)", text).groups()  # type: ignore[union-attr]
    reached = [at for action, at in case.wins(case.position, seat, "line").items() if action.split("-")[0][1:] == cell]
    shown = any(_is_four(case, at, cells, seat) for at in reached) and {one, cell, end} <= set(cells)
    return shown and cell not in _fours_at(case, case.after, seat)


def _threat(case: Case, text: str, cells: tuple[str, ...]) -> bool:
    now = _fours_at(case, case.after, case.mover)
    if one := re.fullmatch(rf"threatens four in a row at ({PLACE})", text):
        return now == {one[1]} and one[1] in cells
    many = re.match(r"makes (\w+) threats of four in a row, at ", text)
    assert many
    named = set(re.findall(PLACE, text.partition(";")[0]))
    told = number(many[1]) == len(now) == len(cells) and set(cells) == now and named <= now
    told = told and (named == now or text.partition(";")[0].endswith("among others"))
    if not text.endswith("no reply stops them all"):
        return told
    for action in case.game.actions(case.after):
        then = case.game.play(case.after, action)
        if case.game.outcome(then) or then.to_move != case.mover or not case.wins(then, case.mover, "line"):
            return False
    return told


def _able(case: Case, position: Any, seat: str) -> bool:
    return [*case.game.actions(case.given(position, seat))] not in (["--"], [])


def _stuck(case: Case, text: str, _cells: tuple[str, ...]) -> bool:
    how, seat = re.match(r"(leaves|keeps) (\w) ", text).groups()  # type: ignore[union-attr]
    return not _able(case, case.after, seat) and _able(case, case.position, seat) == (how == "leaves")


def _open(case: Case, position: Any, seat: str) -> int:
    """Return the runs of four with two or three pieces of one kind and the large, and nothing else in them."""
    contents, own, count = case.game.contents(position), case.own(position, seat), 0
    for run in _lines(_side(case)):
        for pool in ("sl", "ml"):
            fit = sum(own.get(cell, "?") in pool for cell in run)
            free = sum(contents[cell] == "." for cell in run)
            count += fit in (2, 3) and fit + free == 4
    return count


def _opens(case: Case, text: str, _cells: tuple[str, ...]) -> bool:
    gained = _open(case, case.after, case.mover) - _open(case, case.position, case.mover)
    return gained == int(re.match(r"opens (\d+) more", text)[1])  # type: ignore[index]


def _closes(case: Case, text: str, _cells: tuple[str, ...]) -> bool:
    count, seat = re.match(r"closes (\d+) of (\w)'s", text).groups()  # type: ignore[union-attr]
    return _open(case, case.position, seat) - _open(case, case.after, seat) == int(count)


def _room(case: Case, text: str, cells: tuple[str, ...]) -> bool:
    count = number(re.search(r"on (\S+) more cells", text)[1])  # type: ignore[index]
    before, now = (
        {action.split("-")[0][1:] for action in case.game.actions(case.given(at, case.mover)) if action[0] == "M"}
        for at in (case.position, case.after)
    )
    return len(now) - len(before) == count and set(cells) == now - before


def _returns(case: Case, text: str, cells: tuple[str, ...]) -> bool:
    spent = set(case.action.split("-")[1:])
    return set(re.findall(rf"on ({PLACE})", text)) == spent == set(cells) and len(spent) == 2


def _home(case: Case, _text: str, _cells: tuple[str, ...]) -> bool:
    could = any(action[0] == "L" for action in case.game.actions(case.position))
    return could and "l" not in case.own(case.after, case.mover).values()


CHECKS: dict[str, Check] = {
    "four": _four,
    "blocks": _blocks,
    "threatens": _threat,
    "threats": _threat,
    "stuck": _stuck,
    "opens": _opens,
    "closes": _closes,
    "room": _room,
    "returns": _returns,
    "home": _home,
}
