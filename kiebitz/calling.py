"""What the players of a table are called: by the colours of their pieces, on the pages and in the terminal alike."""

from __future__ import annotations

from collections.abc import Mapping

from core.game import AnyGame, side_names
from core.options import SEATS
from kits.colours import ALL_COLOURS


def seat_name(seat: str, colours: Mapping[str, str]) -> str:
    """Return what *seat* is called, such as ``Red``; ``Seat A`` where its colour is not known yet.

    A name that somebody typed in place of a colour stays as it is.

    >>> seat_name("A", {"A": "red+white"}), seat_name("B", {"B": "Leo da Vinci"}), seat_name("C", {"C": " "})
    ('Red+white', 'Leo da Vinci', 'Seat C')
    """
    called = colours.get(seat, "").strip()
    if not called:
        return f"Seat {seat}"
    return called if is_typed(called) else called.capitalize()


def is_typed(name: str) -> bool:
    """Return whether *name* is what somebody typed, and no colour."""
    return not all(part in ALL_COLOURS for part in name.split("+"))


def names_of(game: AnyGame, colours: Mapping[str, str]) -> dict[str, str]:
    """Return what the sides of *game* are called where the seats have these *colours*, by their letters.

    >>> from core.games import find
    >>> names_of(find("tabik"), {})
    {'B': 'Black', 'W': 'White'}
    >>> " ".join(names_of(find("tink"), {"A": "red"}).values())
    'Red Seat B Seat C Seat D Seat E Seat F'
    """
    return dict(side_names(game)) or {seat: seat_name(seat, colours) for seat in SEATS}


def known_names(game: AnyGame, colours: Mapping[str, str]) -> dict[str, str]:
    """Return what ``names_of`` does, without the seats whose colour is not known.

    >>> from core.games import find
    >>> known_names(find("tink"), {"A": "red"}), known_names(find("tabik"), {})
    ({'A': 'Red'}, {'B': 'Black', 'W': 'White'})
    """
    return dict(side_names(game)) or {seat: seat_name(seat, colours) for seat in colours}
