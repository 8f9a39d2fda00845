"""Who plays which colour: as it is seen, and as people say it."""

from __future__ import annotations

from collections.abc import Mapping

from kits.colours import check_apart, checked_seat, every, joined, parts


def recoloured(known: Mapping[str, str], said: Mapping[str, str], seats: str) -> dict[str, str]:
    """Return the seats' colours *known* with those that are *said*; *seats* are those that own pieces.

    A seat whose only colour is now another's takes that one's in exchange, if it had any; of several it keeps the rest.

    Raises ``ValueError`` in words for people.

    >>> recoloured({"A": "red", "B": "blue"}, {"A": "blue"}, "AB")
    {'A': 'blue', 'B': 'red'}
    >>> recoloured({"A": "red", "B": "blue", "C": "green"}, {"A": "blue", "B": "green"}, "ABC")
    {'A': 'blue', 'B': 'green', 'C': 'red'}
    >>> recoloured({"A": "red", "B": "blue+green"}, {"A": "red+green"}, "AB")
    {'A': 'red+green', 'B': 'blue'}
    """
    if not seats:
        raise ValueError("the pieces of this game belong to no seat, so nobody has a colour")
    for seat in said:
        if seat not in tuple(seats):
            raise ValueError(f"no seat is called {seat[:20]!r} in this game; the seats are {', '.join(seats)}")
    found = {seat: checked_seat(text) for seat, text in said.items()}
    check_apart(found.values())
    taken = set(every(found.values()))
    left = [known[seat] for seat in said if seat in known and taken.isdisjoint(parts(known[seat]))]
    for seat, text in known.items():
        if seat in said:
            continue
        if kept := [colour for colour in parts(text) if colour not in taken]:
            found[seat] = joined(kept)
        elif left:
            found[seat] = left.pop(0)
    return dict(sorted(found.items()))


def changes_hands(known: Mapping[str, str], now: Mapping[str, str]) -> bool:
    """Return whether a colour has passed from one seat to another."""
    owners = {colour: seat for seat, text in known.items() for colour in parts(text)}
    return any(owners.get(colour, seat) != seat for seat, text in now.items() for colour in parts(text))
