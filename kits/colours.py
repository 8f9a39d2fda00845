"""The names of the colours that pieces are sold in, and the colours of a seat as one text, such as ``red+yellow``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

COLOURS = ("red", "yellow", "green", "blue", "purple", "cyan", "orange", "black", "white", "clear")
"""Seats take the colours seen in a picture in this order: the first one found goes to seat A."""
FURTHER_COLOURS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"natural": ("orange", "yellow", "white"), "silver": ("white", "black", "clear"), "pink": ("red", "purple")}
)
"""Colours that people may name → the ``COLOURS`` that each is read as; none is used unless somebody named it."""
ALL_COLOURS = (*COLOURS, *FURTHER_COLOURS)
"""All colours that may be named."""
MOST_OF_A_SEAT = 3
"""How many colours one seat may have: with three pieces of each size in a colour, two colours make up a stash."""
MOST_OF_A_TABLE = 8
"""How many colours all seats may have together: two each for four seats."""
PAIRINGS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "Three Treehouse sets": ("red+yellow", "blue+green"),
        "One Pyramid Arcade": ("blue+purple", "green+cyan", "red+orange", "yellow+clear"),
    }
)
"""Pyramid sets on sale → the colours that their designers pair."""
_JOIN = "+"


def checked(name: str) -> str:
    """Return *name*, a colour. Raises ``ValueError`` in words for people.

    >>> checked("natural")
    'natural'
    """
    if name not in ALL_COLOURS:
        raise ValueError(f"no colour is called {name[:20]!r}; known are {', '.join(ALL_COLOURS)}")
    return name


def parts(text: str | None) -> tuple[str, ...]:
    """Return the colours of a seat whose colours are *text*; none where they are not known.

    >>> parts("red+yellow"), parts("red"), parts(None)
    (('red', 'yellow'), ('red',), ())
    """
    return tuple(text.split(_JOIN)) if text else ()


def joined(colours: Iterable[str]) -> str:
    """Return the text of a seat with these *colours*.

    >>> joined(["red", "yellow"])
    'red+yellow'
    """
    return _JOIN.join(colours)


def every(texts: Iterable[str | None]) -> tuple[str, ...]:
    """Return all colours of the seats whose colours are *texts*, in their order.

    >>> every(["red+yellow", None, "blue"])
    ('red', 'yellow', 'blue')
    """
    return tuple(colour for text in texts for colour in parts(text))


def is_colour(text: str) -> bool:
    """Return whether *text* names one known colour, or several of them.

    >>> is_colour("red+white"), is_colour("Leo"), is_colour("")
    (True, False, False)
    """
    return all(part in ALL_COLOURS for part in text.split(_JOIN))


def checked_seat(text: str) -> str:
    """Return *text*, one colour or several of one seat, without spaces and in small letters.

    Raises ``ValueError`` in words for people.

    >>> checked_seat("Red + yellow")
    'red+yellow'
    >>> checked_seat("red+")
    Traceback (most recent call last):
    ValueError: 'red+' lacks a colour beside a +; write red, or red+yellow
    """
    found = [part.strip().lower() for part in text.split(_JOIN)]
    if not all(found) and len(found) > 1:
        raise ValueError(f"{text[:40]!r} lacks a colour beside a +; write red, or red+yellow")
    for part in found:
        checked(part)
    if len(set(found)) < len(found):
        raise ValueError(f"{text[:40]!r} names {_twice(found)} twice; name each colour of a seat once")
    if len(found) > MOST_OF_A_SEAT:
        raise ValueError(f"{text[:80]!r} names {len(found)} colours; a seat has at most {MOST_OF_A_SEAT}")
    return joined(found)


def check_apart(texts: Iterable[str]) -> None:
    """Raise ``ValueError`` in words for people where seats with the colours *texts* share one, or have too many.

    >>> check_apart(["red+yellow", "red+blue"])
    Traceback (most recent call last):
    ValueError: red is named for two seats; each seat has a colour of its own
    """
    owned = every(texts)
    if len(set(owned)) < len(owned):
        raise ValueError(f"{_twice(owned)} is named for two seats; each seat has a colour of its own")
    if len(owned) > MOST_OF_A_TABLE:
        raise ValueError(f"{len(owned)} colours are named; {MOST_OF_A_TABLE} at most can be told apart on one board")


def called(text: str) -> str:
    """Return what people call the colours *text*; a name that somebody typed in their place stays as it is.

    >>> called("red+yellow"), called("red+yellow+blue"), called("red"), called("Ann+Leo")
    ('red-and-yellow', 'red-yellow-and-blue', 'red', 'Ann+Leo')
    """
    if not is_colour(text):
        return text
    *first, last = parts(text)
    return "-and-".join(filter(None, ("-".join(first), last)))


def _twice(names: Sequence[str]) -> str:
    """Return the first name that occurs twice in *names*."""
    return next(name for at, name in enumerate(names) if name in names[:at])
