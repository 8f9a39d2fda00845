"""What the players of a table are called: by the colours of their pieces, on the pages and in the terminal alike."""

from __future__ import annotations

from collections.abc import Mapping

from core.game import AnyGame, side_names
from core.options import SEATS
from kits.colours import called, is_colour


def seat_name(seat: str, colours: Mapping[str, str]) -> str:
    """Return what *seat* is called, such as ``Red``; ``Seat A`` where its colour is not known yet.

    A name that somebody typed in place of a colour stays as it is.

    >>> seat_name("A", {"A": "red+white"}), seat_name("B", {"B": "Leo da Vinci"}), seat_name("C", {"C": " "})
    ('Red-and-white', 'Leo da Vinci', 'Seat C')
    """
    name = colours.get(seat, "").strip()
    if not name:
        return f"Seat {seat}"
    return called(name).capitalize() if is_colour(name) else name


def is_typed(name: str) -> bool:
    """Return whether *name* is what somebody typed, and no colours, as ``kits.colours.called`` calls them.

    >>> is_typed("Leo"), is_typed("red"), is_typed("red-and-yellow"), is_typed("red+yellow")
    (True, False, False, False)
    """
    return not is_colour(name.replace("-and-", "+").replace("-", "+"))


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
