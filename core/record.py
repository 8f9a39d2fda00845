"""The record of a game as text: tags, numbered actions with comments, the result.

    [Game "tink"]
    [Rules "1"]
    [Options "players=3"]
    [Start "8/8/8/8/8/8/8/8 A 0,0,0 0"]
    [A "Ada"]

    1. Sc3 2. Sd4 {beside it} 3. Se5
    4. *

Every action has its number, which is the ply it leads to. The last word is the result:
the winner and the reason (``A line``), a draw (``= all_stuck``) or ``*`` for a game that
is not over.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core import games
from core.game import Game
from core.options import RuleOptions, shown

RULES_VERSION = "1"
LONGEST_RECORD = 1_000_000
_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]{0,39}) "((?:[^"\\\n]|\\["\\])*)"\]')
_WORD = re.compile(r"\{([^{}]*)\}|([^\s{}]+)")
_OWN_TAGS = ("Game", "Rules", "Options", "Start")


@dataclass(frozen=True, slots=True)
class Record:
    """A game from its start to where it stands.

    ``comments`` belong to the action of the same index; ``tags`` are those beside the
    record's own (players, date, place), in order.
    """

    game: str
    start: str
    actions: tuple[str, ...] = ()
    options: RuleOptions = field(default_factory=RuleOptions)
    comments: Mapping[int, str] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> Record:
        """Return the record written as *text*, replayed by the rules.

        Raises ``ValueError`` naming the tag or the action that is wrong.
        """
        if len(text) > LONGEST_RECORD:
            raise ValueError(f"a record is at most {LONGEST_RECORD} characters long; this one has {len(text)}")
        tags, body = _split(text)
        if "Game" not in tags:
            raise ValueError('a record starts with its tags; [Game "…"] is missing')
        if tags.get("Rules", RULES_VERSION) != RULES_VERSION:
            raise ValueError(f"the record is of version {shown(tags['Rules'])} of the rules; {RULES_VERSION} is known")
        game = games.find(tags["Game"])
        options = RuleOptions.parse(tags.get("Options", ""))
        start = tags.get("Start") or game.format_position(game.start(options))
        game.parse_position(start, options)
        actions, comments, result = _read_body(game, body)
        others = {name: value for name, value in tags.items() if name not in _OWN_TAGS}
        record = cls(game.name, start, actions, options, comments, others)
        if record.result != result:
            raise ValueError(f"the record ends with {shown(result)}, but by its actions it is {shown(record.result)}")
        return record

    def positions(self) -> tuple[Any, ...]:
        """Return every position of the game, the start first. Raises ``ValueError`` naming an illegal action."""
        game = games.find(self.game)
        found = [game.parse_position(self.start, self.options)]
        for number, action in enumerate(self.actions, start=1):
            try:
                found.append(game.play(found[-1], action))
            except ValueError as error:
                raise ValueError(f"action {number}, {shown(action)}: {error}") from None
        return tuple(found)

    @property
    def result(self) -> str:
        """The result in the record's words."""
        outcome = games.find(self.game).outcome(self.positions()[-1])
        if outcome is None:
            return "*"
        return f"{'=' if outcome.drawn else '+'.join(outcome.winners)} {outcome.reason}"

    def format(self) -> str:
        """Return the record as text, which ``parse`` reads back."""
        options = ",".join(f"{name}={_option_text(value)}" for name, value in self.options.changed().items())
        own = {"Game": self.game, "Rules": RULES_VERSION, "Options": options, "Start": self.start}
        tags = [_tag(name, value) for name, value in {**own, **self.tags}.items() if value or name not in _OWN_TAGS]
        words = []
        for number, action in enumerate(self.actions):
            words.append(f"{number + 1}. {action}")
            if self.comments.get(number):
                words.append(f"{{{_comment(self.comments[number])}}}")
        words.append(self.result)
        return "\n".join([*tags, "", *_wrapped(words), ""])


def _split(text: str) -> tuple[dict[str, str], str]:
    """Return the tags and what comes after them."""
    tags: dict[str, str] = {}
    lines = text.split("\n")
    for number, line in enumerate(lines):
        stripped = line.strip()
        if not stripped:
            continue
        if not stripped.startswith("["):
            return tags, "\n".join(lines[number:])
        match = _TAG.fullmatch(stripped)
        if not match:
            raise ValueError(f'line {number + 1}, {shown(stripped)}, is no tag; a tag is written [Name "value"]')
        if match[1] in tags:
            raise ValueError(f"the tag {match[1]} is given twice")
        tags[match[1]] = re.sub(r"\\(.)", r"\1", match[2])
    return tags, ""


def _read_body(game: Game[Any], body: str) -> tuple[tuple[str, ...], dict[int, str], str]:
    """Return the actions in canonical notation, the comments and the result."""
    actions: list[str] = []
    comments: dict[int, str] = {}
    result: list[str] = []
    at = 0
    for match in _WORD.finditer(body):
        if body[at : match.start()].strip():
            break
        at = match.end()
        comment, word = match[1], match[2]
        if comment is not None:
            number = max(0, len(actions) - 1)
            comments[number] = " ".join(filter(None, (comments.get(number, ""), comment.strip())))
        elif word == f"{len(actions) + 1}." and not result:
            continue
        elif result or word in {"*", "="} or re.fullmatch(r"[A-Z](\+[A-Z])*", word):
            result.append(word)
        else:
            try:
                actions.append(game.canonical_action(word))
            except ValueError as error:
                raise ValueError(f"action {len(actions) + 1}: {error}") from None
    if body[at:].strip():
        raise ValueError(f"a brace is open or closed alone after action {len(actions)}")
    said = {number: comment for number, comment in comments.items() if comment and number < len(actions)}
    return tuple(actions), said, " ".join(result) or "*"


def _tag(name: str, value: str) -> str:
    escaped = " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _comment(text: str) -> str:
    return " ".join(text.replace("{", "(").replace("}", ")").split())


def _option_text(value: Any) -> str:
    if isinstance(value, dict):
        return ";".join(f"{key}:{_option_text(item)}" for key, item in value.items())
    if isinstance(value, list):
        return "+".join(map(str, value))
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def _wrapped(words: list[str], width: int = 100) -> list[str]:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
