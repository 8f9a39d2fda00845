"""The fields of an options class: each says what it may be, what it changes, and which rule it belongs to.

    voluntary_pass: bool = declare.flag(default=False, rule="R10", changes="Players may always pass.")

A game's options class has such a field for each of its options, and nothing else has to know of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from core.json_types import Json

LARGEST_COUNT = 1_000_000
SEATS = "ABCDEF"
DECLARATION = "declaration"
"""The key of a field's metadata that holds its ``Declaration``."""

T = TypeVar("T")


def plain(text: str) -> object:
    """Return what a JSON writer would have put for *text*: a truth, a whole number, nothing, or the text."""
    words = {"none": None, "null": None, "true": True, "false": False, "yes": True, "no": False}
    if text.lower() in words:
        return words[text.lower()]
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else text


def pairs_of(item: Callable[[str], object]) -> Callable[[str], object]:
    """Return a reader of ``key:item;key:item``, which gives pairs: a key that comes twice is not lost."""

    def read(text: str) -> object:
        parts = [entry.partition(":") for entry in filter(None, text.split(";"))]
        return [(key, item(rest)) for key, _, rest in parts]

    return read


@dataclass(frozen=True, slots=True)
class Form:
    """What an option may be, in words (``allowed``) and as a test.

    ``read`` turns a value as JSON holds it into the one that is kept, and raises ``TypeError``
    where it may not be, or ``ValueError`` with a sentence that names the option and says why;
    ``json`` turns it back; ``from_text`` reads what people write.
    """

    kind: Literal["true or false", "number", "choice", "names", "mapping"]
    allowed: str
    read: Callable[[object], object]
    choices: tuple[str, ...] = ()
    limits: tuple[int, int] | None = None
    optional: bool = False
    from_text: Callable[[str], object] = plain
    json: Callable[[Any], Json] = lambda value: value


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a field says of its option beside name, type and default."""

    form: Form
    rule: str
    changes: str


def declared(default: T, form: Form, *, rule: str, changes: str) -> T:
    """Declare an option of any other *form*; the value is a dataclass field."""
    return field(default=default, metadata={DECLARATION: Declaration(form, rule, changes)})


def flag(*, default: bool, rule: str, changes: str) -> bool:
    """Declare an option that is true or false; *changes* tells what holds when it is true."""

    def read(value: object) -> bool:
        if not isinstance(value, bool):
            raise TypeError
        return value

    form = Form("true or false", "true or false", read, choices=("true", "false"))
    return declared(default, form, rule=rule, changes=changes)


def whole(default: int, low: int, high: int, *, rule: str, changes: str) -> int:
    """Declare an option that is a whole number from *low* to *high*."""
    return declared(default, whole_form(low, high), rule=rule, changes=changes)


def count(default: int, *, rule: str, changes: str) -> int:
    """Declare an option that is a whole number above 0."""
    return whole(default, 1, LARGEST_COUNT, rule=rule, changes=changes)


def limit(default: int | None = None, *, rule: str, changes: str) -> int | None:
    """Declare a limit: a whole number above 0, or none. People can always do without it."""
    return declared(default, whole_form(1, LARGEST_COUNT, optional=True), rule=rule, changes=changes)


def one_of(default: str, *others: str, rule: str, changes: str) -> str:
    """Declare an option that is one of a few words, the *default* first."""
    values = (default, *others)

    def read(value: object) -> str:
        if not isinstance(value, str) or value not in values:
            raise TypeError
        return value

    words = f"{', '.join(values[:-1])} or {values[-1]}" if others else default
    return declared(default, Form("choice", words, read, choices=values), rule=rule, changes=changes)


def players(most: int, *, rule: str) -> int:
    """Declare that two to *most* can play, two if nothing is said."""
    return whole(2, 2, most, rule=rule, changes="How many play.")


def first_player(most: int, *, rule: str, changes: str = "Who takes the first action.") -> str:
    """Declare that one of *most* seats begins, seat A if nothing is said."""
    return one_of(*SEATS[:most], rule=rule, changes=changes)


def repetition_limit(default: int | None = None, *, rule: str) -> int | None:
    """Declare when repetition draws the game."""
    return limit(
        default,
        rule=rule,
        changes="The game is a draw once the same position, with the same player to move, has come up this many times.",
    )


def ply_limit(default: int | None = None, *, rule: str) -> int | None:
    """Declare how long a game may be."""
    return limit(default, rule=rule, changes="The game is a draw after this many actions.")


def whole_form(low: int, high: int, *, optional: bool = False) -> Form:
    """Return the form of a whole number from *low* to *high*, or of none where it is *optional*."""

    def read(value: object) -> int | None:
        if value is None and optional:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise TypeError
        return value

    words = str(low) if low == high else f"a whole number from {low} to {high}"
    if optional:
        words += ", or none (null in JSON)"
    return Form("number", words, read, limits=(low, high), optional=optional)


def name_of(value: object) -> str:
    """Return *value* if it can be the name of a thing. Raises ``TypeError``."""
    if not isinstance(value, str) or not 0 < len(value) <= 40 or not value.isprintable() or set(value) & set(",;:+="):
        raise TypeError
    return value


def pairs(value: object) -> list[tuple[object, object]]:
    """Return the pairs of a mapping, or of a list of pairs. Raises ``TypeError`` where *value* is neither."""
    if isinstance(value, Mapping):
        return list(value.items())
    if isinstance(value, list | tuple) and all(isinstance(item, list | tuple) and len(item) == 2 for item in value):
        return [(key, item) for key, item in value]
    raise TypeError
