"""The record of a game as text: tags, numbered actions with comments and branches, the result.

    [Game "tink"]
    [Rules "1"]
    [Options "players=3"]
    [Start "8/8/8/8/8/8/8/8 A 0,0,0 0"]
    [A "Ada"]

    1. Sc3 2. Sd4 {beside it} (2. Sf6 {far away}) 3. Se5 B+C resignation

``docs/record-format.md`` has the grammar. Every action is replayed by the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core import games
from core.game import PositionLike, in_play
from core.options import RuleOptions, shown
from core.record import reading, writing
from core.record.ending import in_record_words, table_ending
from core.record.line import BEFORE, Line, position_set, setting, tidy
from core.verdict import Outcome

__all__ = ["BEFORE", "RULES_VERSION", "Line", "Record", "setting"]

RULES_VERSION = "1"
_OWN_TAGS = ("Game", "Rules", "Options", "Start")


@dataclass(frozen=True, slots=True)
class Record:
    """A game from its start to its latest action.

    ``actions``, ``comments`` and ``branches`` belong to the main ``line``. ``tags`` are
    the additional tags (players, date, place), in order. ``ending`` is set if the players
    ended a game that was not over by the rules: resignation, agreement.
    """

    game: str
    start: str
    actions: tuple[str, ...]
    options: RuleOptions
    comments: Mapping[int, str] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)
    branches: Mapping[int, tuple[Line, ...]] = field(default_factory=dict)
    ending: Outcome | None = None

    def __post_init__(self) -> None:
        for name in self.tags:
            if name in _OWN_TAGS or not reading.TAG_NAME.fullmatch(name):
                raise ValueError(f"a tag cannot be called {shown(name)}")
        object.__setattr__(self, "tags", {name: tidy(value) for name, value in self.tags.items()})
        line = self.line
        object.__setattr__(self, "comments", line.comments)
        object.__setattr__(self, "branches", line.branches)

    @classmethod
    def parse(cls, text: str) -> Record:
        """Return the record written as *text*, after replaying every action and branch by the rules.

        Raises ``ValueError`` naming the line, the action and the error.
        """
        tags, body = reading.split(text)
        if "Game" not in tags:
            raise ValueError('a record starts with its tags; [Game "…"] is missing')
        if tags.get("Rules", RULES_VERSION) != RULES_VERSION:
            raise ValueError(f"the record is of version {shown(tags['Rules'])} of the rules; {RULES_VERSION} is known")
        game = games.find(tags["Game"])
        options = game.options.parse(tags.get("Options", ""))
        first = game.parse_position(tags["Start"], options) if tags.get("Start") else game.start(options)
        line, last, result = reading.read_body(game, first, body)
        outcome = game.outcome(last)
        ending = None if outcome else table_ending(result, in_play(last))
        found = in_record_words(outcome or ending, in_play(last))
        if result not in ("", found):
            raise ValueError(f"the record ends with {shown(result)}, but by its actions it is {shown(found)}")
        return cls(
            game=game.name,
            start=tags.get("Start") or game.format_position(first),
            actions=line.actions,
            options=first.options,
            comments=line.comments,
            tags={name: value for name, value in tags.items() if name not in _OWN_TAGS},
            branches=line.branches,
            ending=ending,
        )

    @property
    def line(self) -> Line:
        """The main line."""
        return Line(self.actions, self.comments, self.branches)

    def positions(self) -> tuple[PositionLike, ...]:
        """Return every position of the game, from the start on. Raises ``ValueError`` naming an illegal action.

        Where a comment sets a position, that is the one after the action.
        """
        game = games.find(self.game)
        found = [self._set(BEFORE, game.parse_position(self.start, self.options))]
        for number, action in enumerate(self.actions, start=1):
            try:
                found.append(self._set(number - 1, game.play(found[-1], action)))
            except ValueError as error:
                raise ValueError(f"action {number}, {shown(action)}: {error}") from None
        return tuple(found)

    def plies(self) -> tuple[int, ...]:
        """Return the ply of each action, by which events of a watched game call it: set positions may count in it."""
        return tuple(before.ply + 1 for before in self.positions()[:-1])

    def _set(self, index: int, position: PositionLike) -> PositionLike:
        text = position_set(self.comments.get(index, ""))
        return position if text is None else games.find(self.game).parse_position(text, self.options)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by the rules or by the players; None while it goes on."""
        return games.find(self.game).outcome(self.positions()[-1]) or self.ending

    @property
    def result(self) -> str:
        """The result in the notation of records."""
        last = self.positions()[-1]
        return in_record_words(games.find(self.game).outcome(last) or self.ending, in_play(last))

    def format(self) -> str:
        """Return the record as text, which ``parse`` reads back."""
        options = writing.options_text(self.options)
        own = {"Game": self.game, "Rules": RULES_VERSION, "Options": options, "Start": self.start}
        tags = {name: value for name, value in own.items() if value} | dict(self.tags)
        return writing.text_of(tags, self.line, self.result)
