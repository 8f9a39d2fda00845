"""The named options of the rules, in one flat record. The defaults together are "the rules"."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

LARGEST_COUNT = 1_000_000
LONGEST_TEXT = 10_000
SEATS = "ABCDEF"


@dataclass(frozen=True, slots=True)
class RuleOptions:
    """Every option of every game; a game reads those that concern it.

    Sets and mappings are tuples here, so that the record can be hashed and compared.

    >>> RuleOptions.of({"players": 3}).players
    3
    >>> RuleOptions.parse("voluntary_pass=true,ply_limit=300").ply_limit
    300
    """

    players: int = 2
    first_player: str = "A"
    voluntary_pass: bool = False
    repetition_limit: int | None = None
    ply_limit: int | None = None

    opening_cells: str = "interior"
    opening_scope: str = "first_placement"
    large_self_move: bool = True
    paid_small: bool = True
    large_wild_on_entry: bool = True
    pass_limit: int = 2
    pass_counting: str = "consecutive"
    out_of_pieces: str = "when_stuck"
    mobility_win: str = "after_grace"
    draw_check: str = "after_move"
    eliminated_pieces: str = "stay"
    draw_shares: str = "active"
    overline: str = "wins"
    colour_sets: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Pairs of a seat and the colours it owns; a seat left out owns one colour."""
    tingle_kit: tuple[str, str, str] = ("coin", "token", "pawn")

    board_size: int = 8
    pie_rule: bool = True
    rods_split_groups: bool = False
    explicit_passes: bool = False
    zero_tie_loser: str = "last_mover"
    rod_supply: int | None = None

    stand_in_dice: tuple[tuple[str, int], ...] = ()
    """Pairs of a die's name and its upper limit."""
    highest_may_adjust: bool = False
    land_on_start: bool = False
    eliminated_die: str = "remove"
    no_move: str = "pass"
    quiet_ply_limit: int | None = None
    ring_direction: str = "clockwise"

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> RuleOptions:
        """Return the options of *values*, as JSON holds them; those left out keep their defaults.

        Raises ``ValueError`` naming the option and what it may be.
        """
        return cls(**{name: _checked(name, value) for name, value in values.items()})

    @classmethod
    def parse(cls, text: str) -> RuleOptions:
        """Return the options of *text*: ``name=value`` pairs, separated by commas.

        A list is joined with ``+``, a mapping written ``A:red+blue;B:green``.
        """
        if len(text) > LONGEST_TEXT:
            raise ValueError(f"options are at most {LONGEST_TEXT} characters long; these have {len(text)}")
        values: dict[str, Any] = {}
        for pair in filter(None, (part.strip() for part in text.split(","))):
            name, equals, value = (part.strip() for part in pair.partition("="))
            if not equals:
                raise ValueError(f"option {shown(pair)} has no value; write name=value")
            if name in values:
                raise ValueError(f"option {shown(name)} is given twice")
            values[name] = _json_from_text(name, value)
        return cls.of(values)

    def with_text(self, name: str, text: str) -> RuleOptions:
        """Return these options with *name* set to *text*, which is written as in ``parse``. Raises ``ValueError``."""
        return replace(self, **{name: _checked(name, _json_from_text(name, text))})

    def changed(self) -> dict[str, Any]:
        """Return the options that differ from the defaults, as ``of`` accepts them."""
        default = RuleOptions()
        return {
            field.name: _json_from_value(field.name, getattr(self, field.name))
            for field in fields(self)
            if getattr(self, field.name) != getattr(default, field.name)
        }


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


@dataclass(frozen=True, slots=True)
class OptionForm:
    """One option as another program may offer it: its name, its default as text, and what it may be.

    With ``choices`` it is one of these, with ``limits`` a whole number between both (or
    none, if ``optional``), and else free text; ``allowed`` says so in words.
    """

    name: str
    default: str
    allowed: str
    choices: tuple[str, ...] = ()
    limits: tuple[int, int] | None = None
    optional: bool = False


def option_forms() -> tuple[OptionForm, ...]:
    """Return the forms of all options, in the order of the record."""
    defaults = RuleOptions()
    return tuple(
        OptionForm(name, _default_text(getattr(defaults, name)), rule.allowed, rule.choices, rule.limits, rule.optional)
        for name, rule in _RULES.items()
    )


def _default_text(value: Any) -> str:
    if isinstance(value, tuple):
        return "+".join(value)
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else str(value).lower()


@dataclass(frozen=True, slots=True)
class _Rule:
    """What one option may be: in words, as a test that returns the stored value, and as choices or limits."""

    allowed: str
    read: Callable[[Any], Any]
    choices: tuple[str, ...] = ()
    limits: tuple[int, int] | None = None
    optional: bool = False


def _flag() -> _Rule:
    def read(value: Any) -> bool:
        if not isinstance(value, bool):
            raise TypeError
        return value

    return _Rule("true or false", read, choices=("true", "false"))


def _whole(low: int, high: int, *, optional: bool = False) -> _Rule:
    def read(value: Any) -> int | None:
        if value is None and optional:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise TypeError
        return value

    allowed = f"a whole number from {low} to {high}" + (", or none" if optional else "")
    return _Rule(allowed, read, limits=(low, high), optional=optional)


def _one_of(*values: str) -> _Rule:
    def read(value: Any) -> str:
        if not isinstance(value, str) or value not in values:
            raise TypeError
        return value

    return _Rule(f"{', '.join(values[:-1])} or {values[-1]}", read, choices=values)


def _name(value: Any) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= 40 or not value.isprintable() or set(value) & set(",;:+="):
        raise TypeError
    return value


def _three_names(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or len(value) != 3:
        raise TypeError
    return tuple(_name(item) for item in value)


def _pairs(value: Any) -> list[tuple[Any, Any]]:
    if isinstance(value, Mapping):
        return list(value.items())
    if isinstance(value, list | tuple) and all(isinstance(item, list | tuple) and len(item) == 2 for item in value):
        return [(key, item) for key, item in value]
    raise TypeError


def _colour_sets(value: Any) -> tuple[tuple[str, tuple[str, ...]], ...]:
    sets = []
    for seat, colours in _pairs(value):
        if not isinstance(seat, str) or seat not in set(SEATS) or not isinstance(colours, list | tuple) or not colours:
            raise TypeError
        sets.append((seat, tuple(_name(colour) for colour in colours)))
    owned = [colour for _, colours in sets for colour in colours]
    if len(set(owned)) < len(owned) or len({seat for seat, _ in sets}) < len(sets):
        raise TypeError
    return tuple(sorted(sets))


def _stand_in_dice(value: Any) -> tuple[tuple[str, int], ...]:
    limit = _whole(1, 100)
    dice = sorted((_name(die), limit.read(top)) for die, top in _pairs(value))
    if len({die for die, _ in dice}) < len(dice):
        raise TypeError
    return tuple(dice)


_COUNT = _whole(1, LARGEST_COUNT)
_LIMIT = _whole(1, LARGEST_COUNT, optional=True)

_RULES: dict[str, _Rule] = {
    "players": _whole(2, 6),
    "first_player": _one_of(*SEATS),
    "voluntary_pass": _flag(),
    "repetition_limit": _LIMIT,
    "ply_limit": _LIMIT,
    "opening_cells": _one_of("interior", "all_centres", "any"),
    "opening_scope": _one_of("first_placement", "each_player"),
    "large_self_move": _flag(),
    "paid_small": _flag(),
    "large_wild_on_entry": _flag(),
    "pass_limit": _COUNT,
    "pass_counting": _one_of("consecutive", "total"),
    "out_of_pieces": _one_of("when_stuck", "when_empty", "never"),
    "mobility_win": _one_of("after_grace", "at_once", "off"),
    "draw_check": _one_of("after_move", "after_pass_round"),
    "eliminated_pieces": _one_of("stay", "remove"),
    "draw_shares": _one_of("active", "everyone"),
    "overline": _one_of("wins", "ignored"),
    "colour_sets": _Rule("a mapping of seats to lists of colours, no colour twice", _colour_sets),
    "tingle_kit": _Rule("three names of tokens", _three_names),
    "board_size": _whole(2, 19),
    "pie_rule": _flag(),
    "rods_split_groups": _flag(),
    "explicit_passes": _flag(),
    "zero_tie_loser": _one_of("last_mover", "draw"),
    "rod_supply": _LIMIT,
    "stand_in_dice": _Rule("a mapping of dice to their upper limits", _stand_in_dice),
    "highest_may_adjust": _flag(),
    "land_on_start": _flag(),
    "eliminated_die": _one_of("remove", "stay"),
    "no_move": _one_of("pass", "lose"),
    "quiet_ply_limit": _LIMIT,
    "ring_direction": _one_of("clockwise", "counterclockwise"),
}


def _checked(name: object, value: object) -> Any:
    if not isinstance(name, str) or name not in _RULES:
        raise ValueError(f"no option is called {shown(name)}; the options are {', '.join(_RULES)}")
    rule = _RULES[name]
    try:
        return rule.read(value)
    except TypeError:
        raise ValueError(f"option {name} must be {rule.allowed}, not {shown(value)}") from None


def _json_from_text(name: str, text: str) -> Any:
    """Return what a JSON writer would have put for *text*."""
    if name == "tingle_kit":
        return text.split("+")
    if name in {"colour_sets", "stand_in_dice"}:
        mapping = {}
        for entry in filter(None, text.split(";")):
            key, _, item = entry.partition(":")
            mapping[key] = item.split("+") if name == "colour_sets" else _json_from_text("", item)
        return mapping
    words = {"none": None, "null": None, "true": True, "false": False, "yes": True, "no": False}
    if text.lower() in words:
        return words[text.lower()]
    if text.isascii() and text.isdigit() and len(text) <= 9:
        return int(text)
    return text


def _json_from_value(name: str, value: Any) -> Any:
    if name == "colour_sets":
        return {seat: list(colours) for seat, colours in value}
    if name == "stand_in_dice":
        return dict(value)
    return list(value) if isinstance(value, tuple) else value
