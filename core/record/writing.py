"""Writes records as text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from core.options import RuleOptions, value_text
from core.record.line import BEFORE, Line

WIDTH = 100


def text_of(tags: Mapping[str, str], line: Line, result: str) -> str:
    """Return a record as text: tags, an empty line, the actions with comments and branches, the result."""
    written = [_tag(name, value) for name, value in tags.items()]
    return "\n".join([*written, "", *_wrapped([*_words(line, 1), result]), ""])


def line_text(line: Line, first: int) -> str:
    """Return *line* in the notation of records; its first action has number *first*."""
    return " ".join(_words(line, first))


def options_text(options: RuleOptions) -> str:
    """Return the options that are not default, as ``parse`` of their class reads them."""
    return ",".join(f"{name}={value_text(value)}" for name, value in options.changed().items())


def _words(line: Line, first: int) -> Iterator[str]:
    """Yield the parts that no line break may split; *first* is the number of the first action."""
    yield from _comment(line, BEFORE)
    for index, action in enumerate(line.actions):
        yield f"{first + index}. {action}"
        yield from _comment(line, index)
        for branch in line.branches.get(index, ()):
            inner = list(_words(branch, first + index))
            inner[0] = f"({inner[0]}"
            inner[-1] = f"{inner[-1]})"
            yield from inner


def _comment(line: Line, index: int) -> Iterator[str]:
    if index in line.comments:
        text = re.sub(r"([\\{}])", r"\\\1", line.comments[index])
        yield from f"{{{text}}}".split(" ")


def _tag(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _wrapped(words: list[str]) -> list[str]:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
