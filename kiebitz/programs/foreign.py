"""Runs other people's UGI engines (Universal Game Interface) and trusts nothing they say.

An engine may stay silent, take too long, crash or play an illegal action. Each of these raises a ``ProgramError``
whose one-line message names the engine and what it did.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from adviser import Suggestion
from adviser.findings import Findings
from core.game import AnyGame, PositionLike
from core.json_types import Json
from core.options import Option, RuleOptions, shown, value_text
from kiebitz.programs.program import Program

PREFIX = "ugi:"
"""Begins the name of a foreign engine's player; the command that runs the engine follows."""
GREETING_S = 30.0
"""Seconds that an engine may take to start, or to get ready for a game."""
GRACE_S = 2.0
"""Seconds by which an engine may overrun its time, and within which it must answer ``stop``."""
LONGEST_NAME = 60
_NO_MOVE = ("(none)", "none", "0000")
_REFUSAL = "info string error"
_OPTION = re.compile(r"option\s+name\s+(\S+)\s+type\s")
_SCORE = re.compile(r"\bscore cp (-?[0-9]{1,6})\b")
_NODES = re.compile(r"\bnodes ([0-9]{1,15})\b")


class ForeignEngine:
    """A running engine that plays *game*; ``close`` it, or use it in a ``with``.

    Raises ``ProgramError`` where *command* cannot be run, or does not greet within *greeting_s*.
    """

    def __init__(
        self, game: AnyGame, command: str, *, greeting_s: float = GREETING_S, grace_s: float = GRACE_S
    ) -> None:
        self._game, self._greeting_s, self._grace_s = game, greeting_s, grace_s
        self._told: RuleOptions | None = None
        self._program = Program(command)
        try:
            self._program.tell("ugi")
            greeting = self._ready("ugiok")
        except ValueError:
            self.close()
            raise
        self.name = _called(greeting) or command
        """The engine's own name, in one short line; its command if it gives none."""
        self._program.name = shown(self.name, 120)
        self._offered = {match[1].lower() for line in greeting if (match := _OPTION.match(line))}

    def __enter__(self) -> ForeignEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Tell the engine to quit, and end it if it does not."""
        self._program.close("quit")

    def suggest(self, position: PositionLike, *, seconds: float | None = None, nodes: int | None = None) -> Suggestion:
        """Return what the engine plays in *position*, thinking *seconds*, or looking at *nodes* in as long as it likes.

        The reasons are ours, as its action deserves them. Raises ``ProgramError``.
        """
        self._agree_on(position.options)
        self._program.tell(f"position fen {self._game.format_position(position)}")
        self._program.tell(f"go nodes {nodes}" if seconds is None else f"go movetime {max(1, round(1000 * seconds))}")
        lines = self._program.until("bestmove", (self._greeting_s if seconds is None else seconds) + self._grace_s)
        if lines is None:
            self._program.tell("stop")
            lines = self._program.until("bestmove", self._grace_s)
        if lines is None:
            raise self._program.error("did not move in time, nor when told to stop; check that engine")
        action = self._legal(position, lines)
        return Suggestion.of(self._game, position, _findings(self._game, position, action, lines))

    def _ready(self, word: str) -> list[str]:
        lines = self._program.until(word, self._greeting_s)
        if lines is None:
            raise self._program.error(f"did not say {word} within {self._greeting_s:g} s; does it speak UGI?")
        return lines

    def _agree_on(self, options: RuleOptions) -> None:
        """Send the rules to the engine if they have changed; it must offer every option that differs from the usual."""
        if self._told == options:
            return
        if "game" in self._offered:
            self._program.tell(f"setoption name Game value {self._game.name}")
        changed = options.changed()
        for option in options.declared():
            if option.name in self._offered:
                self._program.tell(f"setoption name {option.name} value {_text(option, changed)}")
            elif option.name in changed:
                raise self._program.error(f"offers no option {option.name}; leave it as the rules have it")
        self._program.tell("uginewgame")
        self._program.tell("isready")
        for line in self._ready("readyok"):
            if line.startswith(_REFUSAL):
                raise self._program.error(f"does not play this: {shown(line.removeprefix(_REFUSAL).strip(': '), 120)}")
        self._told = options

    def _legal(self, position: PositionLike, lines: list[str]) -> str:
        """Return the action in the last of *lines*, which must be legal."""
        word = " ".join(lines[-1].split()[1:2])
        if not word or word in _NO_MOVE:
            said = next((f", saying {shown(line, 120)}" for line in lines if line.startswith(_REFUSAL)), "")
            raise self._program.error(f"named no move although the game is not over{said}")
        try:
            action = self._game.canonical_action(word)
            objection = self._game.objection(position, action)
        except ValueError as error:
            raise self._program.error(f"played {shown(word)}, which is not an action: {error}") from None
        if objection:
            raise self._program.error(f"played {action}, which is not legal: {objection.message}")
        return action


def _called(greeting: list[str]) -> str:
    """Return the name in the ``id name`` of *greeting*, without unprintable characters, and shortened if long."""
    name = next((line.removeprefix("id name ") for line in greeting if line.startswith("id name ")), "")
    return "".join(filter(str.isprintable, name)).strip()[:LONGEST_NAME]


def _text(option: Option, changed: Mapping[str, Json]) -> str:
    """Return the value of an option as engines read it: an optional number that is left out is 0."""
    if option.name not in changed:
        return "0" if option.form.optional else option.default_text or "<empty>"
    return value_text(changed[option.name]) or "<empty>"


def _findings(game: AnyGame, position: PositionLike, action: str, lines: list[str]) -> Findings:
    """Return *action* with what the engine said about it, as far as Kiebitz can use that."""
    said = " ".join(line for line in lines if line.startswith("info ") and not line.startswith("info string"))
    scores, nodes = _SCORE.findall(said), _NODES.findall(said)
    value = max(-1.0, min(1.0, int(scores[-1]) / 100)) if scores else 0.0
    expected = said.rpartition(" pv ")[2].split()
    line = _playable(game, position, expected) if expected[:1] == [action] else [action]
    return Findings(value, tuple(line), int(nodes[-1]) if nodes else 1, False, None, ())


def _playable(game: AnyGame, position: PositionLike, actions: list[str]) -> list[str]:
    """Return the first of *actions*, as long as each can be played after the one before."""
    line = list[str]()
    for action in actions:
        if action not in game.actions(position):
            break
        line.append(action)
        position = game.play(position, action)
    return line
