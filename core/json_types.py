"""What JSON can hold, as types, and how a value of it is read that must be of a kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
"""A JSON value that is only read."""

JsonObject: TypeAlias = dict[str, Json]
"""A newly made JSON object, to which its owner may add."""


def as_whole(value: Json) -> int:
    """Return the number *value* as a whole one. Raises ``TypeError`` or ``ValueError`` where it is none.

    >>> as_whole(3.0)
    3
    >>> as_whole(None)
    Traceback (most recent call last):
    TypeError: None is no number
    """
    return int(_plain(value))


def as_number(value: Json) -> float:
    """Return the number *value*. Raises ``TypeError`` or ``ValueError`` where it is none."""
    return float(_plain(value))


def as_list(value: Json) -> Sequence[Json]:
    """Return the list *value*. Raises ``TypeError`` where it is none.

    >>> as_list("ab")
    Traceback (most recent call last):
    TypeError: 'ab' is no list
    """
    if isinstance(value, Sequence) and not isinstance(value, str):
        return value
    raise TypeError(f"{value!r} is no list")


def as_texts(value: Json) -> list[str]:
    """Return what the list *value* holds as texts. Raises ``TypeError`` where it is no list.

    >>> as_texts(("A", "B"))
    ['A', 'B']
    """
    return list(map(str, as_list(value)))


def as_object(value: Json) -> Mapping[str, Json]:
    """Return the object *value*. Raises ``TypeError`` where it is none.

    >>> as_object([])
    Traceback (most recent call last):
    TypeError: [] is no object
    """
    if isinstance(value, Mapping):
        return value
    raise TypeError(f"{value!r} is no object")


def _plain(value: Json) -> int | float | str:
    if isinstance(value, int | float | str):
        return value
    raise TypeError(f"{value!r} is no number")
