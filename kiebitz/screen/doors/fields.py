"""Checks what a JSON object from outside holds; what is wrong is said in words for people."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from core.json_types import Json


def object_of(value: Any, what: str, fields: Sequence[str], example: str) -> Mapping[str, Json]:
    """Return *value*, an object with no other than these *fields*: *what* it is, and an *example*.

    Raises ``ValueError``.
    """
    if not isinstance(value, Mapping):
        raise ValueError(f"{what} is a JSON object, such as {example}")
    if extra := sorted(str(name) for name in value.keys() - set(fields)):
        raise ValueError(f"{what} has no field {extra[0][:40]!r}; it has {', '.join(fields)}")
    return value


def one_of(value: Any, name: str, choices: Collection[str]) -> str:
    """Return *value*, which the field *name* has, if it is one of *choices*. Raises ``ValueError``."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f'"{name}" must be one of {", ".join(choices)}; not {str(value)[:40]!r}')
    return value


def whole_or_none(value: Any, name: str) -> int | None:
    """Return *value*, which the field *name* has, if it is a whole number or None. Raises ``ValueError``."""
    if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
        raise ValueError(f'"{name}" must be a whole number')
    return value


def text_or_none(value: Any, name: str) -> str | None:
    """Return *value*, which the field *name* has, if it is a text or None. Raises ``ValueError``."""
    if value is not None and not isinstance(value, str):
        raise ValueError(f'"{name}" must be a text')
    return value


def true_or_false(value: Any, name: str) -> bool:
    """Return *value*, which the field *name* has, if it is true or false. Raises ``ValueError``."""
    if not isinstance(value, bool):
        raise ValueError(f'"{name}" must be true or false')
    return value


def text_in(value: Any, what: str, name: str, example: str) -> str:
    """Return the text under *name*, the only field of the object *value*: *what* it is, and an *example*.

    Raises ``ValueError``.
    """
    text = object_of(value, what, (name,), example).get(name)
    if not isinstance(text, str):
        raise ValueError(f"{what} is a JSON object, such as {example}")
    return text
