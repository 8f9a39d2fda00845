"""The catalogue of a language: English templates, and what they are in that language.

A folder holds it in parts, ``*.json``: an object of English template → template of the language. What a template
leaves open stands in braces, by the names of ``values.VALUES``: ``{cell} is not next to {cell2}.`` A word that is
put in may be asked for in a form: ``{piece:den}``. The part ``words.json`` lists the words with their forms.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Any

from core.json_types import JsonObject
from kiebitz.language.translating import ENGLISH, Language, Template
from kiebitz.language.values import HOLE, How, value_of

LANGUAGES = {"en": "English", "de": "Deutsch"}
"""Code → the language's own name."""
_FOLDERS = {"de": "german"}
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
_WORDS = "words.json"


@cache
def language(code: str) -> Language:
    """Return the language called *code*. Raises ``ValueError`` where there is none."""
    if code not in LANGUAGES:
        raise ValueError(f"there is no language {code!r}; known are {', '.join(LANGUAGES)}")
    if code not in _FOLDERS:
        return ENGLISH
    parts = texts_of(code)
    words = parts.pop(_WORDS)
    templates = [template(english, told) for part in parts.values() for english, told in part.items()]
    return Language(code, _heaviest_first(templates), words["words"], words["joints"])


@cache
def english_templates() -> tuple[Template, ...]:
    """Return the templates of all that is said in English, the heaviest first."""
    parts = [part for code in _FOLDERS for name, part in texts_of(code).items() if name != _WORDS]
    return _heaviest_first([template(english, english) for english in dict.fromkeys(chain.from_iterable(parts))])


def _heaviest_first(templates: Iterable[Template]) -> tuple[Template, ...]:
    return tuple(sorted(templates, key=lambda each: -each.weight))


def texts_of(code: str) -> dict[str, Any]:
    """Return the parts of the catalogue of the language *code*, by the names of their files."""
    folder = files("kiebitz.language").joinpath(_FOLDERS[code])
    parts = sorted((file for file in folder.iterdir() if file.name.endswith(".json")), key=lambda file: file.name)
    return {part.name: json.loads(part.read_text(encoding="utf-8")) for part in parts}


def template(english: str, told: str) -> Template:
    """Return the template that says *english* as *told*. Raises ``ValueError`` where *told* wants what *english* lacks.

    >>> template("Rods on {text}.", "Stäbe auf {text}.").pattern
    '[Rr]ods on (.+?)\\\\.'
    """
    pattern, weight, names = "", 0, []
    at = 0
    for hole in HOLE.finditer(english):
        literal = english[at : hole.start()]
        pattern += _literal(literal, first=at == 0) + f"({value_of(hole[1]).pattern})"
        weight += len(literal)
        names.append(hole[1] + hole[2])
        at = hole.end()
    pattern += _literal(english[at:], first=at == 0)
    weight += len(english[at:])
    hows = {name: value_of(name.rstrip("0123456789")).how for name in names}
    if not weight and {How.TEXT, How.CLAUSES} & set(hows.values()):
        raise ValueError(f"{english!r} would fit every text, itself included")
    wanted = [hole[1] + hole[2] for hole in HOLE.finditer(told)]
    if not set(wanted) <= set(names):
        raise ValueError(f"{told!r} wants {sorted(set(wanted) - set(names))}, which {english!r} has not")
    return Template(pattern, told, hows, weight, _keeps_small(english, told, hows))


def _keeps_small(english: str, told: str, hows: Mapping[str, How]) -> bool:
    first = HOLE.match(told)
    is_notation = first is not None and hows[first[1] + first[2]] in (How.COPIED, How.LIST, How.NUMBER)
    return is_notation or (HOLE.match(english) is not None and not english.endswith((".", "!", "?", ":")))


def _literal(text: str, *, first: bool) -> str:
    """Return *text* as a regular expression for Python and browsers.

    Its *first* letter may be small or capital. Two spaces before a command may have become one on the way.
    """
    escaped = re.sub(r"[\\^$.*+?()\[\]{}|/-]", r"\\\g<0>", text).replace("  ", " {1,2}")
    if first and text[:1].isalpha():
        return f"[{text[0].upper()}{text[0].lower()}]{escaped[1:]}"
    return escaped


def for_browser(code: str) -> JsonObject:
    """Return the catalogue of the language *code* as the pages read it."""
    found = language(code)
    return {
        "language": code,
        "templates": [[each.pattern, each.told, each.holes, each.keeps_small] for each in found.templates],
        "words": found.words,
        "joints": found.joints,
    }


def preferred(environment: Mapping[str, str]) -> str:
    """Return the code of the language that *environment* asks for; English where it asks for none that is known.

    >>> preferred({"LANG": "de_AT.UTF-8"}), preferred({"LC_ALL": "C", "LANG": "de_DE"}), preferred({"LANG": "fr_FR"})
    ('de', 'en', 'en')
    """
    wanted = next(filter(None, map(environment.get, _VARIABLES)), "")
    code = wanted.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return code if code in LANGUAGES else "en"
