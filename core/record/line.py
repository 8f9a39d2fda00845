"""A line of actions, with its comments and alternative branches."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

BEFORE = -1
"""The index of a comment before the first action of its line."""
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
"""Control characters that no text in a record may contain."""
_SET = re.compile(r"\[%set ([^\[\]]+)\]")


def setting(position: str, why: str) -> str:
    """Return the comment that the game goes on from *position*, whatever was played before.

    >>> setting("8/8/8/8/8/8/8/8 B 0,0 1", "agreed")
    '[%set 8/8/8/8/8/8/8/8 B 0,0 1] agreed'
    """
    return f"[%set {position}] {why}"


def position_set(comment: str) -> str | None:
    """Return the position from which the game goes on by *comment*; None if it sets none.

    >>> position_set("oh! [%set 8/8/8/8/8/8/8/8 B 0,0 1] agreed")
    '8/8/8/8/8/8/8/8 B 0,0 1'
    """
    found = _SET.findall(comment)
    return " ".join(found[-1].split()) if found else None


@dataclass(frozen=True, slots=True)
class Line:
    """A run of actions.

    ``comments`` belong to the action of the same index, or come ``BEFORE`` the first.
    ``branches`` at an index are lines that replace the action there.
    """

    actions: tuple[str, ...] = ()
    comments: Mapping[int, str] = field(default_factory=dict)
    branches: Mapping[int, tuple[Line, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        comments = {number: tidy(text) for number, text in sorted(self.comments.items())}
        object.__setattr__(self, "comments", {number: text for number, text in comments.items() if text})
        object.__setattr__(self, "branches", {n: lines for n, lines in sorted(self.branches.items()) if lines})
        last = len(self.actions) - 1
        if strays := [n for n in (*self.comments, *self.branches) if not BEFORE <= n <= last]:
            raise ValueError(f"there is no action {strays[0]} in a line of {last + 1} for a comment or a branch")
        if BEFORE in self.branches or not all(line.actions for lines in self.branches.values() for line in lines):
            raise ValueError("a branch has an action, and another in whose place it is played")


def tidy(text: str) -> str:
    """Return *text* on one line with single spaces. Raises ``ValueError`` if it contains a control character."""
    line = " ".join(text.split())
    if found := CONTROL.search(line):
        raise ValueError(f"the character {found[0]!a} cannot stand in a record")
    return line
