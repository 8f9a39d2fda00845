"""Who plays which colour: as it is seen, and as people say it."""

from __future__ import annotations

from collections.abc import Mapping

from kits.colours import checked


def recoloured(known: Mapping[str, str], said: Mapping[str, str], seats: str) -> dict[str, str]:
    """Return the seats' colours *known* with those that are *said*; *seats* are those that own pieces.

    A seat whose colour is now another's takes that one's in exchange, if it had any.

    Raises ``ValueError`` in words for people.

    >>> recoloured({"A": "red", "B": "blue"}, {"A": "blue"}, "AB")
    {'A': 'blue', 'B': 'red'}
    """
    if not seats:
        raise ValueError("the pieces of this game belong to no seat, so nobody has a colour")
    for seat, colour in said.items():
        if seat not in tuple(seats):
            raise ValueError(f"no seat is called {seat[:20]!r} in this game; the seats are {', '.join(seats)}")
        checked(colour)
    if len(set(said.values())) < len(said):
        raise ValueError("each seat has a colour of its own")
    left = [known[seat] for seat in said if seat in known and known[seat] not in said.values()]
    found = dict(said)
    for seat, colour in known.items():
        if seat in said:
            continue
        if colour not in said.values():
            found[seat] = colour
        elif left:
            found[seat] = left.pop(0)
    return dict(sorted(found.items()))


def changes_hands(known: Mapping[str, str], now: Mapping[str, str]) -> bool:
    """Return whether a colour that was one seat's is now another's."""
    owners = {colour: seat for seat, colour in known.items()}
    return any(owners.get(colour, seat) != seat for seat, colour in now.items())
