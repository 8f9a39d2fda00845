"""The named options of the rules. Each game has a class of its own; the defaults together are "the rules"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from functools import cache
from typing import Any, ClassVar, Protocol, Self, runtime_checkable

from core import option_fields as declare
from core.json_types import JsonObject
from core.option_fields import DECLARATION, SEATS, Declaration, Form

__all__ = ["SEATS", "Option", "RuleOptions", "shown", "value_text"]

LONGEST_TEXT = 10_000


ColourSets = tuple[tuple[str, tuple[str, ...]], ...]
"""Pairs of a seat and the colours that it owns; a seat left out owns one colour."""


@dataclass(frozen=True, slots=True)
class RuleOptions:
    """The options that every game has. A game's own class adds those of its rules, and says how many can play.

    A game takes options of its own class only. Every value is tested when they are made.
    Lists and mappings are kept as tuples, so that options can be hashed and compared.

    >>> RuleOptions.of({"ply_limit": 300}).changed()
    {'ply_limit': 300}
    >>> RuleOptions.parse("first_player=B,ply_limit=none").first_player
    'B'
    """

    title: ClassVar[str] = "This game"
    """The game's name in messages."""

    players: int = declare.players(2, rule="")
    first_player: str = declare.first_player(2, rule="")
    repetition_limit: int | None = declare.repetition_limit(rule="")
    ply_limit: int | None = declare.ply_limit(rule="")

    def __post_init__(self) -> None:
        for option in self.declared():
            object.__setattr__(self, option.name, option.checked(getattr(self, option.name)))

    @classmethod
    def declared(cls) -> tuple[Option, ...]:
        """Return the options of the game, in order."""
        return _declared(cls)  # type: ignore[arg-type] # a class can be hashed, whatever its values can

    @classmethod
    def option(cls, name: object) -> Option:
        """Return the option called *name*. Raises ``ValueError`` with those that the game has."""
        names = {option.name: option for option in cls.declared()}
        if isinstance(name, str) and name in names:
            return names[name]
        close = get_close_matches(name, names, n=1) if isinstance(name, str) else []
        meant = f" Did you mean {close[0]}?" if close else ""
        raise ValueError(f"{cls.title} has no option {shown(name)}.{meant} Its options are {', '.join(names)}")

    @classmethod
    def of(cls, values: Mapping[str, object]) -> Self:
        """Return the options of *values*, as JSON holds them; those left out keep their defaults.

        Raises ``ValueError`` naming the option and what it may be.
        """
        own: dict[str, Any] = {cls.option(name).name: value for name, value in values.items()}
        return cls(**own)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the options of *text*: ``name=value`` pairs, separated by commas.

        A list is joined with ``+``, a mapping written ``A:red+blue;B:green``.
        """
        return cls().altered(text)

    def altered(self, text: str) -> Self:
        """Return these options with those of *text*, which is written as in ``parse``. Raises ``ValueError``."""
        if len(text) > LONGEST_TEXT:
            raise ValueError(f"options are at most {LONGEST_TEXT} characters long; these have {len(text)}")
        values: dict[str, object] = {}
        for pair in filter(None, (part.strip() for part in text.split(","))):
            name, equals, value = (part.strip() for part in pair.partition("="))
            if not equals:
                raise ValueError(f"option {shown(pair)} has no value; write name=value")
            if name in values:
                raise ValueError(f"option {shown(name)} is given twice")
            values[name] = self.option(name).form.from_text(value)
        return self.having(values)

    def having(self, values: Mapping[str, object]) -> Self:
        """Return these options with *values*, as JSON holds them. Raises ``ValueError``."""
        own: dict[str, Any] = dict(values)
        return replace(self, **own)

    @classmethod
    def own(cls, options: RuleOptions) -> Self:
        """Return *options*, which a game was given: they must be of its own class. Raises ``TypeError``."""
        if type(options) is cls:
            return options
        raise TypeError(
            f"{cls.title} takes {cls.__name__}, not {type(options).__name__}; make them with the game's own class, "
            "such as game.options.parse(…)"
        )

    @property
    def first_seat(self) -> int:
        """The number, from 0, of the seat that begins. Raises ``ValueError`` where nobody sits there."""
        seats = SEATS[: self.players]
        if self.first_player not in seats:
            allowed = f"{', '.join(seats[:-1])} or {seats[-1]}"
            raise ValueError(
                f"option first_player must be {allowed} with {self.players} players, not {shown(self.first_player)}"
            )
        return seats.index(self.first_player)

    def with_text(self, name: str, text: str) -> Self:
        """Return these options with *name* set to *text*, which may hold any sign. Raises ``ValueError``."""
        option = self.option(name)
        return self.having({option.name: option.form.from_text(text)})

    @classmethod
    def most_players(cls) -> int:
        """Return how many can play."""
        limits = cls.option("players").form.limits
        assert limits is not None
        return limits[1]

    def changed(self) -> JsonObject:
        """Return the options that differ from the defaults, as ``of`` accepts them."""
        return {
            option.name: option.form.json(value)
            for option in self.declared()
            if (value := getattr(self, option.name)) != option.default
        }


@runtime_checkable
class ColourOptions(Protocol):
    """Options of a game whose players may own pieces of several colours, and join their colours in play."""

    @property
    def colour_sets(self) -> ColourSets: ...


def colour_sets(options: RuleOptions) -> dict[str, tuple[str, ...]]:
    """Return the colours of each seat that *options* name; nothing in a game whose options name none."""
    return dict(options.colour_sets) if isinstance(options, ColourOptions) else {}


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game: what it may be, its default, what it changes, and the number of its rule."""

    name: str
    default: object
    form: Form
    rule: str
    changes: str

    def checked(self, value: object) -> object:
        """Return *value* as it is kept. Raises ``ValueError`` naming the option and what it may be."""
        try:
            return self.form.read(value)
        except TypeError:
            raise ValueError(f"option {self.name} must be {self.form.allowed}, not {shown(value)}") from None

    @property
    def default_text(self) -> str:
        """The default as ``RuleOptions.parse`` reads it."""
        return value_text(self.form.json(self.default))


@cache
def _declared(options: type[RuleOptions]) -> tuple[Option, ...]:
    found = []
    for each in fields(options):
        told = each.metadata.get(DECLARATION)
        if not isinstance(told, Declaration):
            raise TypeError(f"{options.__name__}.{each.name} must be declared, with flag, whole, one_of or the like")
        found.append(Option(each.name, each.default, told.form, told.rule, told.changes))
    return tuple(found)


def value_text(value: object) -> str:
    """Return *value*, as JSON holds it, as ``RuleOptions.parse`` reads it.

    >>> value_text({"A": ["red", "blue"], "B": ["green"]})
    'A:red+blue;B:green'
    """
    if isinstance(value, dict):
        return ";".join(f"{key}:{value_text(item)}" for key, item in value.items())
    if isinstance(value, list):
        return "+".join(map(str, value))
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def shown(value: object, limit: int = 40) -> str:
    """Return *value* for a message, a text in quotes: short, on one line, and plain ASCII but for the ellipsis.

    >>> shown("a" * 50)
    "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…'"
    """
    text = ascii(value)
    if isinstance(value, str):
        text = ascii(value[:limit]).strip("'\"")
        return f"'{text}…'" if len(value) > limit else f"'{text}'"
    return f"{text[:limit]}…" if len(text) > limit else text
