"""Calls the players of a table by their colours in sentences that call seats by their letters.

Rules, referee and journals know seats; which colours the players have is learned later, and may change. A sentence is
therefore kept with letters, and named where it is shown: by the template of the catalogue that it was made from, which
says where it holds a seat. Letters that must stay, as in ``A plays yellow.``, are ``{letter}`` there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

from core.game import PositionLike, holder
from kiebitz.language.catalogue import english_templates
from kiebitz.language.translating import BETWEEN, Language, Template
from kiebitz.language.values import How

_INNER = (How.TEXT, How.CLAUSES, How.REASON)


def with_names(text: str, names: Mapping[str, str]) -> str:
    """Return *text* with *names* in place of the letters of seats; seats without a name keep their letter.

    >>> with_names("A medium was placed on d4 but nothing was spent. It is B's turn, not A's.", {"A": "Red"})
    "A medium was placed on d4 but nothing was spent. It is B's turn, not Red's."
    """
    return _naming(tuple(sorted(names.items())))(text) if names else text


def players_of(positions: Sequence[PositionLike], names: Mapping[str, str]) -> tuple[str, str]:
    """Return what the players at seats A and B are called in a game of two sides with these *names*.

    If they exchanged sides on the way through *positions*, a side's name would say the wrong player.
    """
    first = positions[0]
    held = {tuple(holder(position, side) for side in first.seats) for position in positions}
    if len(held) > 1:
        return "the first player", "the second player"
    sides = dict(zip(held.pop(), first.seats, strict=True))
    return names.get(sides["A"], sides["A"]), names.get(sides["B"], sides["B"])


@lru_cache(maxsize=64)
def _naming(names: tuple[tuple[str, str], ...]) -> Naming:
    return Naming("en", english_templates(), dict(names))


class Naming(Language):
    """English with names for seats: the ``words`` are the names by the letters."""

    @cached_property
    def _seats(self) -> re.Pattern[str]:
        return re.compile(rf"(?:[Ss]eat )?({'|'.join(map(re.escape, self.words))})")

    def _filled_in(self, template: Template, match: re.Match[str]) -> str | None:
        """Return the text of *match* with its seats named; None if part of it is not in the catalogue."""
        told, at = "", 0
        for group, (hole, how) in enumerate(template.holes.items(), 1):
            value = self._named(hole.rstrip("0123456789"), how, match[group])
            if value is None:
                return None
            told += match.string[at : match.start(group)] + value
            at = match.end(group)
        return told + match.string[at:]

    def _named(self, hole: str, how: How, value: str) -> str | None:
        if hole == "seat":
            return self._seat(value)
        if hole in ("seats", "totals"):
            named = self._seat if hole == "seats" else self._total
            gaps = [*BETWEEN.findall(value), ""]
            return "".join(named(item) + gap for item, gap in zip(BETWEEN.split(value), gaps, strict=True))
        return self._value(how, value, "") if how in _INNER else value

    def _seat(self, value: str) -> str:
        found = self._seats.fullmatch(value)
        return str(self.words[found[1]]) if found else value

    def _total(self, value: str) -> str:
        seat, _, total = value.rpartition(" ")
        return f"{self._seat(seat)} {total}"
