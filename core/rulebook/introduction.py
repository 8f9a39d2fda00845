"""What a game says of itself before anybody reads its rules: how long it takes, whose it is, what to play it with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.json_types import JsonObject
from core.verdict import in_words


@dataclass(frozen=True, slots=True)
class Introduction:
    """Facts about a game, as its publisher or public listings give them; what is not known stays empty."""

    designer: str = ""
    year: int | None = None
    """The year in which it was first published."""
    minutes: tuple[int, int] | None = None
    """The shortest and the longest duration of a game, in minutes."""
    licence: str = ""
    """The licence of the published rules."""
    page: str = ""
    """The web page where its author or publisher offers it."""
    sets: tuple[str, ...] = ()
    """Sets on sale that serve, and which pieces to add to each: a sentence or two apiece."""

    def sentences(self, players: Sequence[int]) -> tuple[str, ...]:
        """Return what is known in sentences, for the numbers of *players* that can play; the page is left out."""
        by = f"By {self.designer}" if self.designer else ""
        year = str(self.year or "")
        return tuple(
            f"{each}."
            for each in (
                ", ".join(filter(None, (_players(players), _minutes(self.minutes)))),
                ", ".join(filter(None, (by, year))),
                f"Published rules: {self.licence}" if self.licence else "",
            )
            if each
        )

    def paragraphs(self, players: Sequence[int]) -> tuple[str, ...]:
        """Return all that is known, for paper: what is so of the game with its page, then the sets one by one."""
        more = (f"More: {self.page.removeprefix('https://').removeprefix('www.')}",) if self.page else ()
        return " ".join((*self.sentences(players), *more)), *self.sets

    def as_json(self) -> JsonObject:
        """Return the facts that are known, by name."""
        facts = {
            "minutes": list(self.minutes) if self.minutes else None,
            "designer": self.designer,
            "year": self.year,
            "licence": self.licence,
            "page": self.page,
            "sets": list(self.sets),
        }
        return {name: value for name, value in facts.items() if value}


UNKNOWN = Introduction()


def _players(counts: Sequence[int]) -> str:
    """Return in words how many can play.

    >>> _players([2, 3, 4]), _players([2]), _players([2, 4])
    ('2 to 4 players', '2 players', '2 or 4 players')
    """
    least, most = min(counts), max(counts)
    if len(counts) > 2 and most - least == len(counts) - 1:
        return f"{least} to {most} players"
    return f"{in_words(list(map(str, counts)), 'or')} player{'s' if most > 1 else ''}"


def _minutes(minutes: tuple[int, int] | None) -> str:
    if minutes is None:
        return ""
    least, most = minutes
    return f"about {most} minutes" if least == most else f"{least} to {most} minutes"
