"""In which names a board is seen: how it lies, and which seat has which colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from core.belief.history import History


@dataclass(frozen=True, slots=True)
class Names:
    """The names under which a board is seen: how many quarters it is turned, and which seat plays which colour."""

    quarters: int = 0
    seats: tuple[tuple[str, str], ...] = ()
    """(Colour, seat) of the colours that were not known before."""


@dataclass(frozen=True, slots=True)
class Renaming:
    """New names for boards that are seen: turned back by *quarters*, and without the colours that are known now."""

    quarters: int
    owners: tuple[tuple[str, str], ...]
    """(Colour, seat) of all known colours."""
    named: tuple[str, ...]
    """The ones among them that histories had named."""

    def new(self, frame: object) -> Names:
        """Return the new name of what was *frame*."""
        assert isinstance(frame, Names)
        owners = dict(self.owners)
        seats = tuple((colour, seat) for colour, seat in frame.seats if colour not in owners)
        return Names((frame.quarters - self.quarters) % 4, seats)

    def old(self, frame: object) -> Names:
        """Return the name that *frame* had before."""
        assert isinstance(frame, Names)
        owners = dict(self.owners)
        seats = tuple((colour, owners[colour]) for colour in self.named)
        return Names((frame.quarters + self.quarters) % 4, (*seats, *frame.seats))


def names_of(history: History[Any]) -> Names:
    """Return the names in which *history* sees the board."""
    return history.frame if isinstance(history.frame, Names) else Names()
