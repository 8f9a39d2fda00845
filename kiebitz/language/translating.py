"""Says English sentences in another language, by finding the templates that they were made from.

A sentence is English until it is shown: journals, programs and tests read it so. What was said long ago, and stands
in a journal, is translated by the same way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache

from kiebitz.language.values import HOLE, How

Word = str | Mapping[str, str]
"""A word, or its forms by the article or number that a template asks for."""
_SENTENCE = re.compile(r"(?<=[.!?:;])\s+|\n+|\s{3,}")
_CLAUSE = re.compile(r", and |, or |, then |, but |, | and | or |; ")
BETWEEN = re.compile(r", and |, or |, then |, | and | or | then |; ")
_ASIDE = re.compile(r"\(.+\)")
_PLAIN = re.compile(r"[a-z]{2,}")
_FIRST_LETTER = re.compile(r"\[[A-Z]([a-z])\]")
"""Matches the beginning of a pattern whose first letter may be small or capital."""
_MOST_PARTS = 40
"""Texts of more parts than this are left as they are."""


@dataclass(frozen=True, slots=True)
class Template:
    """One sentence of the catalogue: the regular expression of the English one, and what it is in the language.

    ``holes`` says how the value of each group goes into it, in order; ``weight`` is the number of letters that are
    fixed: of two templates that fit, the heavier one does. What it says begins with a capital where the English does,
    unless it ``keeps_small``: notation, and clauses that begin with a seat, are written as they are everywhere.
    """

    pattern: str
    told: str
    holes: Mapping[str, How]
    weight: int = 0
    keeps_small: bool = False


@dataclass(frozen=True)
class Language:
    """A language with its catalogue: the ``templates`` with the heaviest first, the ``words``, and those of lists."""

    code: str
    templates: Sequence[Template] = ()
    words: Mapping[str, Word] = field(default_factory=dict)
    joints: Mapping[str, str] = field(default_factory=dict)

    def __call__(self, text: str) -> str:
        """Return *text* in this language; a sentence that is not in the catalogue stays as it is."""
        return self._known(text) if self.templates else text

    def number(self, text: str) -> str:
        """Return the number *text* with the signs of this language."""
        return text if self.code == "en" else text.translate(_SIGNS)

    def translated(self, text: str) -> str | None:
        """Return *text* in this language; None if anything in it is not in the catalogue."""
        return self._whole(text) if self.templates else text

    @cached_property
    def _known(self) -> Callable[[str], str]:
        @lru_cache(maxsize=4096)
        def known(text: str) -> str:
            if (whole := self._whole(text)) is not None:
                return whole
            parts = _SENTENCE.split(text)
            gaps = _SENTENCE.findall(text)
            told = [self._whole(part) or part for part in parts]
            return "".join(part + gap for part, gap in zip(told, [*gaps, ""], strict=True))

        return known

    @cached_property
    def _starting(self) -> Mapping[str, Sequence[Template]]:
        """The templates that a text may fit, by its first letter in lower case; ``""`` has those for other letters."""
        starts = [_start(each) for each in self.templates]
        return {
            letter: [each for each, start in zip(self.templates, starts, strict=True) if start in ("", letter)]
            for letter in {"", *starts}
        }

    def _whole(self, text: str) -> str | None:
        """Translate *text*, one sentence of the catalogue or several."""
        return self._chain(text, _SENTENCE, self._sentence, lambda gap: gap)

    def _sentence(self, text: str) -> str | None:
        single = self._single(text)
        return self._clauses(text) if single is None else single

    def _clauses(self, text: str) -> str | None:
        """Translate *text*, one clause of the catalogue or several."""
        return self._chain(text, _CLAUSE, self._clause, self._joint)

    def _clause(self, text: str) -> str | None:
        single = self._single(text)
        return self._formed(text, "") if single is None and text in self.words else single

    def _chain(
        self, text: str, gaps: re.Pattern[str], part: Callable[[str], str | None], joint: Callable[[str], str]
    ) -> str | None:
        """Translate *text*, one *part* or several with *gaps* between them; the longest parts are tried first."""
        places = list(gaps.finditer(text))
        if len(places) > _MOST_PARTS:
            return None
        if (whole := part(text)) is not None:
            return whole
        for place in reversed(places):
            head = part(text[: place.start()])
            if head is not None and (rest := self._chain(text[place.end() :], gaps, part, joint)) is not None:
                return f"{head}{joint(place[0])}{rest}"
        return None

    @cached_property
    def _single(self) -> Callable[[str], str | None]:
        return lru_cache(maxsize=16_384)(self._found)

    def _found(self, text: str) -> str | None:
        """Translate *text* by the first template that fits."""
        for template in self._starting.get(text[:1].lower(), self._starting[""]):
            match = _compiled(template.pattern).fullmatch(text)
            if match and (told := self._filled_in(template, match)) is not None:
                return told
        return None

    def _filled_in(self, template: Template, match: re.Match[str]) -> str | None:
        """Return *template* with the values of *match* in this language; None if one is not in the catalogue."""
        told = self._filled(template, match.groups())
        return _capital(told) if told and match.string[:1].isupper() and not template.keeps_small else told

    def _filled(self, template: Template, values: Sequence[str]) -> str | None:
        given = dict(zip(template.holes, values, strict=True))
        told: dict[str, str | None] = {}
        for hole in HOLE.finditer(template.told):
            name = hole[1] + hole[2]
            told[hole[0]] = self._value(template.holes[name], given[name], hole[3] or "")
        if None in told.values():
            return None
        return HOLE.sub(lambda hole: told[hole[0]] or "", template.told)

    def _value(self, how: How, value: str, form: str) -> str | None:
        match how:
            case How.COPIED:
                return value
            case How.NUMBER:
                return self.number(value)
            case How.WORD:
                return self._word(value, form) or value
            case How.LIST:
                gaps = [self._joint(gap) for gap in BETWEEN.findall(value)]
                items = [self._word(item, form) or "" for item in BETWEEN.split(value)]
                return "".join(item + gap for item, gap in zip(items, [*gaps, ""], strict=True)) if all(items) else None
            case How.TEXT:
                return self._whole(value)
            case How.REASON:
                return self._whole(value) or value
            case How.CLAUSES:
                return self._clauses(value)

    def _joint(self, gap: str) -> str:
        return self.joints.get(gap, gap)

    def _word(self, word: str, form: str) -> str | None:
        """Return *word* in its *form*; unchanged if it is no word, such as a cell; None if it is an unknown word."""
        if word in self.words:
            return self._formed(word, form)
        if word[:1].isupper() and word.lower() in self.words:
            return _capital(self._formed(word.lower(), form))
        if " " in word:
            parts = [self._word(part, form) or "" for part in word.split(" ")]
            return " ".join(parts) if all(parts) else None
        if "-" in word and all(part.lower() in self.words for part in word.split("-")):
            return "-".join(self._word(part, form) or part for part in word.split("-"))
        if _ASIDE.fullmatch(word):
            inner = self._word(word[1:-1], form)
            return inner and f"({inner})"
        return None if _PLAIN.fullmatch(word) else word

    def _formed(self, word: str, form: str) -> str:
        found = self.words[word]
        return found if isinstance(found, str) else found.get(form, found[""])


def _start(template: Template) -> str:
    """Return the lower-case letter with which all texts for *template* begin; empty if others may begin them, too."""
    first = _FIRST_LETTER.match(template.pattern)
    return first[1] if first else ""


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.ASCII)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


_SIGNS = str.maketrans(",.", ".,")
ENGLISH = Language("en")
