"""The values that a template of the catalogue leaves open, by name: how English writes them, and how they are said."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class How(StrEnum):
    """How a value goes into another language."""

    COPIED = "copied"
    NUMBER = "number"
    """Written with the decimal sign of the language."""
    WORD = "word"
    """Translated by the list of words, in the form that the template wants; copied if the list lacks it."""
    LIST = "list"
    """Translated item by item, by the list of words or as no word, with the language's own words between them."""
    TEXT = "text"
    """Translated as a text of its own, which has to be in the catalogue."""
    REASON = "reason"
    """Translated as a text of its own if the catalogue has it; else copied, such as what the system says."""
    CLAUSES = "clauses"
    """Translated as a list of texts of their own."""


@dataclass(frozen=True, slots=True)
class Value:
    """How English writes the values of one name, as a regular expression without groups, and how they are said."""

    pattern: str
    how: How


_OPEN = r"\{[A-Za-z]+\d?\}"
"""A gap that the rules leave in what the referee says, such as ``{c}``."""
_CELL = rf"(?:[A-Z]?[a-z]\d{{1,2}}|{_OPEN})"
_PLACE = rf"{_CELL}(?:-{_CELL})*"
_WHO = rf"(?:(?:Seat |seat )?[A-Z][a-z]*(?:-[a-z]+)*(?: \([a-z-]+\))?|{_OPEN})"
_ACTION = rf"(?:{_OPEN}|--|swap|[^\s,;:]*\d(?:[^\s,;]*[^\s,;.:?!])?)"
_TIME = rf"{_WHO} \d+:\d\d(?: and \d+ periods)?"
_MORE = r"(?: and \d+ more| and others| or others| or another| among others)?"


def _list(item: str) -> str:
    return rf"{item}(?:(?:, then |, | and | or | then |; | ){item})*{_MORE}"


VALUES = {
    "cell": Value(_PLACE, How.COPIED),
    "cells": Value(_list(_PLACE), How.LIST),
    "line": Value(rf"{_PLACE}(?:[ –]{_PLACE})*", How.COPIED),
    "n": Value(r"[+−-]?\d(?:[\d,.]*\d)?|\{[A-Za-z]+(?:−1)?\}", How.NUMBER),
    "count": Value(rf"[A-Za-z]+|\d+|{_OPEN}", How.WORD),
    "counts": Value(_list("(?:[a-z]+|\\d+)"), How.LIST),
    "seat": Value(_WHO, How.WORD),
    "letter": Value("[A-F]", How.COPIED),
    "seats": Value(_list(_WHO), How.LIST),
    "totals": Value(_list(rf"{_WHO} \d+"), How.LIST),
    "piece": Value(rf"[a-z][a-z-]*|{_OPEN}", How.WORD),
    "colour": Value(rf"[a-z]+(?:-[a-z]+)*|{_OPEN}", How.WORD),
    "times": Value(_list(_TIME), How.LIST),
    "word": Value(r"[A-Za-z][A-Za-z_-]*", How.WORD),
    "words": Value(r".+?", How.LIST),
    "action": Value(_ACTION, How.COPIED),
    "actions": Value(_list(_ACTION), How.LIST),
    "name": Value(r".+?", How.COPIED),
    "file": Value(r"\S*[./]\S*", How.COPIED),
    "text": Value(r".+?", How.TEXT),
    "reason": Value(r".+", How.REASON),
    "clauses": Value(r".+?", How.CLAUSES),
}
"""What a template may leave open; a number after the name tells two of a kind apart."""
HOLE = re.compile(r"\{([a-z]+)(\d*)(?::([A-Za-z-]+))?\}")


def value_of(name: str) -> Value:
    """Return what the hole *name* of a template may hold. Raises ``ValueError`` where there is no such value."""
    if name not in VALUES:
        raise ValueError(f"a template leaves {{{name}}} open; known are {', '.join(VALUES)}")
    return VALUES[name]
