"""The people of a game: their names by seat, and who has agreed to its result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.game import PositionLike, holder
from core.json_types import Json, as_object, as_whole

PLAYERS = "players"
"""The event with the names of people, by seat."""
PUZZLE = "puzzle"
"""The event with the number of the puzzle that is set up and solved instead of a game."""
SIGNED = "signed"
"""The event of a seat's agreeing to the result."""
_UNSIGNING = ("move", "pass", "takeback", "corrected", "agreed", "repaired", "illegal")
"""After one of these events the players have to agree to the result again."""
LONGEST = 30
_JOINERS = "\u200c\u200d"
"""Invisible characters that part and join the letters of Persian and Indian names."""


def check_names(names: Mapping[str, str]) -> dict[str, str]:
    """Return *names* by seat, in order and without idle spaces; those left empty are left out.

    Raises ``ValueError`` for a name that is too long or not printed, and for two that are the same.

    >>> check_names({"B": " Bo  Ek ", "A": ""})
    {'B': 'Bo Ek'}
    """
    told = {seat: " ".join(name.split()) for seat, name in sorted(names.items()) if name.strip()}
    for name in told.values():
        if len(name) > LONGEST or not all(letter.isprintable() or letter in _JOINERS for letter in name):
            raise ValueError(f"a player's name is a line of at most {LONGEST} letters")
    if len({key_of(name) for name in told.values()}) < len(told):
        raise ValueError("two players have the same name; add a letter to one")
    return told


def key_of(name: str) -> str:
    """Return what is the same for all ways to write a name that mean one person."""
    return " ".join(name.split()).casefold()


def people_of(events: Iterable[Mapping[str, Json]]) -> dict[str, str]:
    """Return the names by seat that *events* tell last; seats for which Kiebitz has moved are nobody's.

    >>> people_of([{"event": "players", "names": {"A": "Ada", "B": "Bo"}}, {"event": "suggest", "seat": "B"}])
    {'A': 'Ada'}
    """
    names: dict[str, str] = {}
    played = set()
    for event in events:
        if event["event"] == PLAYERS:
            names = {seat: str(name) for seat, name in as_object(event["names"]).items()}
        elif event["event"] == "suggest":
            played.add(event.get("seat"))
    return {seat: name for seat, name in names.items() if seat not in played}


def by_side(position: PositionLike, names: Mapping[str, str]) -> dict[str, str]:
    """Return *names* by the sides that their seats play in *position*."""
    seats = {side: holder(position, side) for side in position.seats}
    return {side: names[seat] for side, seat in seats.items() if seat in names}


def puzzle_of(events: Iterable[Mapping[str, Json]]) -> int | None:
    """Return the number of the puzzle that *events* tell of; None for a game.

    >>> puzzle_of([{"event": "puzzle", "number": 3}]), puzzle_of([{"event": "move"}])
    (3, None)
    """
    return next((as_whole(event["number"]) for event in events if event["event"] == PUZZLE), None)


def signed_in(events: Iterable[Mapping[str, Json]]) -> list[str]:
    """Return the seats that have agreed to the result that stands, in the order in which they did.

    >>> signed_in([{"event": "signed", "seat": "A"}, {"event": "takeback"}, {"event": "signed", "seat": "B"}])
    ['B']
    """
    seats: list[str] = []
    for event in events:
        if event["event"] in _UNSIGNING:
            seats = []
        elif event["event"] == SIGNED and event["seat"] not in seats:
            seats.append(str(event["seat"]))
    return seats
