"""Checks single reasons: each is read as a person would, and its figures are found again with the rules alone.

What a player could do out of turn is asked of the same position with that player to move. Nothing of
``adviser.reasons`` is used.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from core.game import Game, holder

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
PLACE = r"[A-F]?[a-z]\d{1,2}"
_TRIES = 40
"""Ways to the end that are tried where it is said how the game ends, whatever is played."""


def number(word: str) -> int:
    """Return the number that *word* is, in letters or digits.

    >>> number("five"), number("20"), number("a")
    (5, 20, 1)
    """
    return 1 if word == "a" else NUMBERS.index(word) if word in NUMBERS else int(word.replace(",", ""))


@dataclass(frozen=True)
class Case:
    """A suggested *action* in *position*, and the board before and after it."""

    game: Game[Any]
    position: Any
    action: str

    @property
    def after(self) -> Any:
        return self.game.play(self.position, self.action)

    @property
    def mover(self) -> str:
        return str(self.position.to_move)

    def given(self, position: Any, seat: str) -> Any:
        """Return *position* with *seat* to move."""
        words = self.game.format_position(position).split(" ")
        words[1 if len(words) == 4 and "," in words[2] else -2] = seat
        return self.game.parse_position(" ".join(words), position.options)

    def wins(self, position: Any, seat: str, reason: str = "") -> dict[str, Any]:
        """Return the actions with which *seat* would win at once, were it to move, and what they lead to."""
        at, found = self.given(position, seat), {}
        for action in self.game.actions(at):
            outcome = self.game.outcome(reached := self.game.play(at, action))
            if outcome and outcome.winners == (seat,) and reason in ("", outcome.reason):
                found[action] = reached
        return found

    def own(self, position: Any, seat: str) -> dict[str, str]:
        """Return the cells of *seat*, and what stands there without the seat's letter."""
        contents = self.game.contents(position)
        return {cell: content[1:] for cell, content in contents.items() if content[0] == seat and content != "."}


def holds(case: Case, code: str, text: str, cells: tuple[str, ...]) -> bool | None:
    """Return whether the reason is true; None for one that nobody here can judge."""
    family = case.game.__class__.__module__.split(".")[1]
    check = {**GENERAL, **FAMILIES.get(family, {})}.get(code)
    return None if check is None else check(case, text, cells)


def _ends(case: Case, text: str, _cells: tuple[str, ...]) -> bool:
    outcome = case.game.outcome(case.after)
    if outcome is None:
        return False
    if "draw" in text.split("(")[0]:
        return outcome.drawn
    return not text.startswith("wins") or outcome.winners == (case.mover,)


def _only(case: Case, text: str, _cells: tuple[str, ...]) -> bool:
    return len(case.game.actions(case.position)) == 1 and (case.action == "--") == text.endswith("pass")


def _stops(case: Case, text: str, _cells: tuple[str, ...]) -> bool:
    seat, action = re.fullmatch(r"stops (\w) from winning with (\S+)", text).groups()  # type: ignore[union-attr]
    return action in case.wins(case.position, seat) and action not in case.wins(case.after, seat)


def _threatens(case: Case, text: str, _cells: tuple[str, ...]) -> bool:
    named = re.split(r", | or ", text.removeprefix("threatens to win with "))
    return set(named) <= set(case.wins(case.after, case.mover))


# Tink, Ting and Tingle


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


# Tabik


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


# Tinker Tactics


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


Check = Callable[[Case, str, tuple[str, ...]], bool]
GENERAL: dict[str, Check] = {"ends": _ends, "only": _only, "stops": _stops, "threatens": _threatens}
FAMILIES: dict[str, dict[str, Check]] = {
    "goodwin": {
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
    },
    "tabik": {"joins": _joins, "grows": _grows, "breaks": _breaks, "count": _count, "parity": _parity},
    "tinker": {
        "eliminates": _eliminates,
        "takes": _takes,
        "weakens": _weakens,
        "leaves": _leaves,
        "safe": _safe,
        "mobility": _mobility,
    },
}
UNCHECKED = frozenset({"search", "swap"})
"""Codes of reasons that only tell what the search counted or estimated."""


def may_lose_at_once(game: Game[Any], after: Any, person: str) -> bool:
    """Return whether *person* has lost in *after*, or loses to whoever moves next with one move."""
    outcome = game.outcome(after)
    if outcome:
        return person not in {holder(after, seat) for seat in outcome.winners}
    for action in game.actions(after):
        reached = game.play(after, action)
        end = game.outcome(reached)
        if end and not end.drawn and person not in {holder(reached, seat) for seat in end.winners}:
            return True
    return False
