"""Seats for those who follow the events of the table."""

from __future__ import annotations

from collections import Counter

from kiebitz.screen.doors.access import Role

MOST_READERS = 100
"""Most readers who may follow the events at once."""
_KEPT = 20
"""Seats reserved for the table's own token."""
_OF_ONE = 20
"""Most seats at one address for those who only look on or send pictures."""


class Seats:
    """Says who may follow.

    >>> seats = Seats()
    >>> [seats.take("viewer", "10.0.0.7") for _ in range(21)].count(False), seats.take("table", "10.0.0.7")
    (1, True)
    """

    def __init__(self) -> None:
        self._taken: Counter[tuple[bool, str]] = Counter()

    def take(self, role: Role, address: str) -> bool:
        """Return whether somebody in *role* at *address* gets a seat, which ``leave`` gives free."""
        is_table = role == "table"
        most = MOST_READERS if is_table else MOST_READERS - _KEPT
        own = 0 if is_table else self._taken[is_table, address]
        if self._taken.total() >= most or own >= _OF_ONE:
            return False
        self._taken[is_table, address] += 1
        return True

    def leave(self, role: Role, address: str) -> None:
        self._taken[role == "table", address] -= 1
        self._taken += Counter()  # forgets those at nought
