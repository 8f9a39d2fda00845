"""A state, or an input, as JSON: what is read back is equal, and tells from then on what the original would tell.

Frozen dataclasses are written by their fields, each once, however often it is referred to; so what was one object is
one again. Only values of this program's own classes are made when reading.
"""

from __future__ import annotations

import importlib
import json
import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

from core import games
from core.belief.explanation import Explained
from core.belief.likelihood import Table
from core.belief.look import Look
from kiebitz.judging.look import look_of

FORMAT = 1
T = TypeVar("T")
_OURS = ("core.", "kits.", "vision.framing", "kiebitz.table.", "kiebitz.judging.", "kiebitz.clock")


def to_json(value: object) -> str:
    """Return *value* as JSON on one line."""
    writing = _Writing()
    root = writing.of(value)
    return json.dumps({"format": FORMAT, "values": writing.values, "root": root}, separators=(",", ":"))


def from_json(text: str | bytes, kind: type[T]) -> T:
    """Return the value of this *kind* that *text* holds. Raises ``ValueError`` where it holds none."""
    try:
        read = json.loads(text)
        if read["format"] != FORMAT:
            raise ValueError("it is of another version")
        value = _Reading(read["values"]).of(read["root"])
    except (KeyError, TypeError, AttributeError, IndexError, ImportError, RecursionError, OverflowError) as error:
        raise ValueError(f"this is no value that was kept: {error}") from None
    if not isinstance(value, kind):
        raise ValueError(f"this is no {kind.__name__}")
    return value


class _Writing:
    """Writes values in the order in which they are needed, each once."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._known: dict[int, int] = {}
        self._alive: list[object] = []
        """The values written so far, kept so that no other object gets their ``id`` meanwhile."""

    def of(self, value: Any) -> Any:
        """Return *value* as JSON, or its number if several others may refer to it."""
        if value is None or isinstance(value, str | bool | int):
            return value
        if isinstance(value, float):
            return value if math.isfinite(value) else {"$": "float", "is": str(value)}
        if isinstance(value, tuple) and not hasattr(value, "_fields"):
            return [self.of(each) for each in value]
        if id(value) not in self._known:
            written = self._written(value)
            self._known[id(value)] = len(self.values)
            self._alive.append(value)
            self.values.append(written)
        return {"$": self._known[id(value)]}

    def _written(self, value: Any) -> Any:
        match value:
            case list():
                return {"$": "list", "is": [self.of(each) for each in value]}
            case frozenset() | set():
                return {"$": "set", "is": sorted(value)}
            case bytes():
                return {"$": "bytes", "is": value.hex()}
            case Mapping():
                if all(isinstance(key, str) for key in value):
                    return {key: self.of(each) for key, each in value.items()}
                return {"$": "map", "is": [[self.of(key), self.of(each)] for key, each in value.items()]}
            case Look(seen=seen):
                return {"$": "look", "is": self.of(seen)}
            case Table():
                return {"$": "table", "is": [self.of(value.rows), self.of(value.before), -value.floor]}
            case Explained():  # what may have happened is not asked again
                return {
                    "$": _name(value),
                    "table": self.of(value.table),
                    "explanations": [],
                    "free": self.of(value.free),
                }
            case _ if hasattr(value, "_fields"):
                return {"$": _name(value), "is": [self.of(each) for each in value]}
            case _ if is_dataclass(value):
                kept = (field.name for field in fields(value) if field.init)
                return {"$": _name(value), **{name: self.of(getattr(value, name)) for name in kept}}
            case _ if isinstance(name := getattr(value, "name", None), str) and games.find(name) is value:
                return {"$": "game", "is": name}
        raise TypeError(f"{value!r} cannot be kept")


class _Reading:
    """Restores the values that ``_Writing`` wrote."""

    def __init__(self, written: list[Any]) -> None:
        self._made: list[Any] = []
        for each in written:
            self._made.append(self._value(each))

    def of(self, written: Any) -> Any:
        """Return the value behind *written*."""
        if isinstance(written, list):
            return tuple(map(self.of, written))
        if not isinstance(written, dict):
            return written
        if written["$"] == "float":
            return float(written["is"])
        return self._made[written["$"]]

    def _value(self, written: Any) -> Any:
        kind = written.get("$")
        match kind:
            case None:
                return {key: self.of(each) for key, each in written.items()}
            case "list":
                return list(self.of(written["is"]))
            case "set":
                return frozenset(written["is"])
            case "bytes":
                return bytes.fromhex(written["is"])
            case "map":
                return {self.of(key): self.of(each) for key, each in written["is"]}
            case "look":
                return _look(self.of(written["is"]))
            case "table":
                rows, before, cell_nats = written["is"]
                return Table(self.of(rows), self.of(before), cell_nats)
            case "game":
                return games.find(written["is"])
        made = _class(kind)
        if "is" in written:
            return made(*self.of(written["is"]))
        return made(**{name: self.of(each) for name, each in written.items() if name != "$"})


def _look(seen: Any) -> Look:
    """Return the look that was made from *seen*, renamed as often as it was."""
    return _look(seen[1]).renamed(seen[0]) if isinstance(seen, tuple) else look_of(seen)


def _name(value: object) -> str:
    return f"{type(value).__module__}:{type(value).__qualname__}"


def _class(name: str) -> type[Any]:
    """Return our class *name*. Raises ``ValueError`` for any other."""
    module, _, called = name.partition(":")
    if not module.startswith(_OURS):
        raise ValueError(f"{name} is none of our values")
    found = getattr(importlib.import_module(module), called)
    if not (isinstance(found, type) and (is_dataclass(found) or issubclass(found, tuple))):
        raise ValueError(f"{name} is no value")
    return found
