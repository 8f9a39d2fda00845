"""Parses records. Errors name the line and the action; no input, however long or deep, does worse than an error."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, Literal, NamedTuple

from core.game import Game, P
from core.options import shown
from core.record.ending import is_result
from core.record.line import BEFORE, CONTROL, Line, position_set

LONGEST_RECORD = 1_000_000
"""Most characters in a record."""
DEEPEST_BRANCH = 50
TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}")
_TAG = re.compile(rf'\s*\[({TAG_NAME.pattern})\s+"([^"\\\n]*(?:\\["\\][^"\\\n]*)*)"\s*\]')
_TOKEN = re.compile(r"\{([^\\{}]*(?:\\.[^\\{}]*)*)\}|([()])|([^\s{}()]+)", re.DOTALL)
_NUMBERED = re.compile(r"([0-9]{1,9})\.+(.*)", re.DOTALL)


class Body(NamedTuple):
    """The text after the tags, and the number of its first line in the file."""

    text: str
    line: int


def split(text: str) -> tuple[dict[str, str], Body]:
    """Return the tags of a record and the text after them. Raises ``ValueError`` naming the line."""
    if len(text) > LONGEST_RECORD:
        raise ValueError(f"a record is at most {LONGEST_RECORD} characters long; this one has {len(text)}")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if found := CONTROL.search(text):
        where = text.count("\n", 0, found.start()) + 1
        raise ValueError(f"line {where} holds the character {found[0]!a}; a record is plain text")
    tags: dict[str, str] = {}
    at, line = 0, 1
    while match := _TAG.match(text, at):
        line += text.count("\n", at, match.end())
        if match[1] in tags:
            raise ValueError(f"line {line}: the tag {match[1]} is given twice")
        tags[match[1]] = re.sub(r"\\(.)", r"\1", match[2])
        at = match.end()
    rest = text[at:].lstrip()
    line = text.count("\n", 0, len(text) - len(rest)) + 1
    if rest.startswith("["):
        written = shown(rest.partition("\n")[0])
        raise ValueError(f'line {line}, {written}, is not a tag; a tag is written [Name "value"]')
    return tags, Body(rest, line)


def read_body(game: Game[P], start: P, body: Body) -> tuple[Line, P, str]:
    """Return the main line, its last position and the result as written (empty if left out)."""
    reader = _Reader(game, start)
    for token in _tokens(body):
        try:
            reader.take(token)
        except ValueError as error:
            raise ValueError(f"line {token.line}, {error}") from None
    return reader.finish()


class _Token(NamedTuple):
    kind: Literal["comment", "mark", "word"]
    text: str
    line: int


def _tokens(body: Body) -> Iterator[_Token]:
    at, line = 0, body.line
    for match in _TOKEN.finditer(body.text):
        line += body.text.count("\n", at, match.start())
        _no_lone_brace(body.text[at : match.start()], line)
        if match[1] is not None:
            yield _Token("comment", re.sub(r"\\([\\{}])", r"\1", match[1]), line)
        else:
            yield _Token("mark", match[2], line) if match[2] else _Token("word", match[3], line)
        line += body.text.count("\n", match.start(), match.end())
        at = match.end()
    _no_lone_brace(body.text[at:], line)


def _no_lone_brace(gap: str, line: int) -> None:
    if gap.strip():
        raise ValueError(
            f"line {line}: a brace is open or closed alone; a comment is written {{…}}, a brace in it \\{{ or \\}}"
        )


@dataclass(slots=True)
class _Open(Generic[P]):
    """A line still being read: its first and latest positions, and the number of its first action."""

    first: int
    before: P
    now: P
    actions: list[str] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)
    branches: dict[int, list[Line]] = field(default_factory=dict)
    written: str = ""

    @property
    def next(self) -> int:
        return self.first + len(self.actions)

    def closed(self) -> Line:
        branches = {index: tuple(lines) for index, lines in self.branches.items()}
        return Line(tuple(self.actions), self.comments, branches)


class _Reader(Generic[P]):
    """Processes the words of a record one by one. ``lines`` are the open lines, the innermost last."""

    def __init__(self, game: Game[P], start: P) -> None:
        self.game = game
        self.lines = [_Open(1, start, start)]
        self.result: list[str] = []

    def take(self, token: _Token) -> None:
        line = self.lines[-1]
        if self.result and not (token.kind == "word" and len(self.result) == 1 and self.result != ["*"]):
            raise ValueError(f"{shown(token.text)}: nothing can follow the result")
        if self.result:
            self.result.append(token.text)
        elif token.kind == "comment":
            index = len(line.actions) - 1 if line.actions else BEFORE
            line.comments[index] = f"{line.comments.get(index, '')} {token.text}"
            if (text := position_set(token.text)) is not None:
                line.now = self.game.parse_position(text, line.now.options)
        elif token.text == "(":
            self._open(line)
        elif token.text == ")":
            self._close(line)
        else:
            self._word(line, token.text)

    def finish(self) -> tuple[Line, P, str]:
        main = self.lines[0]
        if len(self.lines) > 1:
            raise ValueError(
                f"the branch that begins with action {self.lines[-1].first} is not closed; write ) after it"
            )
        return main.closed(), main.now, " ".join(self.result)

    def _open(self, line: _Open[P]) -> None:
        if not line.actions:
            raise ValueError(f"action {line.next}: a branch stands behind the action that it replaces")
        if len(self.lines) > DEEPEST_BRANCH:
            raise ValueError(f"action {line.next - 1}: branches lie at most {DEEPEST_BRANCH} deep in each other")
        self.lines.append(_Open(line.next - 1, line.before, line.before))

    def _close(self, line: _Open[P]) -> None:
        if len(self.lines) == 1:
            raise ValueError(f"action {line.next - 1}: a branch is closed that was not opened")
        if not line.actions:
            raise ValueError(f"action {line.next}: a branch without an action")
        self.lines.pop()
        outer = self.lines[-1]
        index = len(outer.actions) - 1
        outer.branches.setdefault(index, []).append(line.closed())

    def _word(self, line: _Open[P], word: str) -> None:
        if numbered := _NUMBERED.fullmatch(word):
            if int(numbered[1]) != line.next:
                raise ValueError(f"action {line.next} is numbered {numbered[1]}")
            word = numbered[2]
        if not word:
            return
        if is_result(word):
            if len(self.lines) > 1:
                raise ValueError(f"{shown(word)}: a branch has no result; put it in a comment")
            self.result.append(word)
        else:
            self._play(line, word)

    def _play(self, line: _Open[P], word: str) -> None:
        """Play *word*, or append it to the action before: in Tinker Tactics effects are separate words."""
        try:
            action = self.game.canonical_action(word)
        except ValueError as error:
            if not self._belongs_to_the_last(line, word):
                raise ValueError(f"action {line.next}: {error}") from None
            line.written = f"{line.written} {word}"
            return
        try:
            line.before, line.now = line.now, self.game.play(line.now, action)
        except ValueError as error:
            raise ValueError(f"action {line.next}, {shown(action)}: {error}") from None
        line.actions.append(action)
        line.written = word

    def _belongs_to_the_last(self, line: _Open[P], word: str) -> bool:
        try:
            return bool(line.actions) and self.game.canonical_action(f"{line.written} {word}") == line.actions[-1]
        except ValueError:
            return False
