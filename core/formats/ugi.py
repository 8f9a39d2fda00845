"""The Universal Game Interface as values: parsed commands, and the current game's answers.

UGI is UCI for other games than chess. With ``query`` a tournament runner that knows no
rules can ask whose turn it is and how a game ended. Nothing here reads, writes, waits or
thinks.

Player one sits at seat A, player two at seat B, and so on; in Tabik a player keeps this
number when the colours are swapped. In Tinker Tactics ``startpos`` is the deal of the
option ``Seed``: programs that play each other need the same seed, or a start position
given as ``fen``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from core import games
from core.game import AnyGame, ColourHolders, HiddenSetup, PositionLike
from core.options import Option, RuleOptions, shown, value_text

HIGHEST_SEED = 2**31 - 1
LOWEST_LEVEL, HIGHEST_LEVEL = 1, 10
DEEPEST = 99
MOST_NODES = 10**12
LONGEST_MS = 10**9
MOST_MOVES = 10_000
_OVERDRAWN = re.compile(r"-[0-9]{1,13}")
"""How some runners write a clock that has run out: as a negative number."""
MOST_MOVES_TO_GO = 1000
UNBOUNDED_MS = 2_000
"""Thinking time in ms when ``go`` gives no known limit and may never be followed by ``stop``."""
_NO_NUMBER = "0"
"""The value that means "none" for an option that is a number or nothing: a spin has only numbers."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The current game: its rules and a position, None for the start position.

    ``fault`` says what was wrong with the last ``position`` command, ``notice`` which
    options were dropped when the game changed.
    """

    game: AnyGame
    options: RuleOptions
    seed: int = 0
    level: int = HIGHEST_LEVEL
    position: PositionLike | None = None
    fault: str = ""
    notice: str = ""

    @classmethod
    def of(cls, game: AnyGame) -> Setup:
        """Return *game* by its rules, at its start."""
        return cls(game, game.options())

    @property
    def at(self) -> PositionLike:
        """The current position. Raises ``ValueError`` if there is none."""
        if self.fault:
            raise ValueError(f"there is no position: {self.fault}")
        return self.start() if self.position is None else self.position

    def start(self) -> PositionLike:
        """Return the start position; with a hidden set-up, the one dealt from ``seed``."""
        if isinstance(self.game, HiddenSetup):
            return self.game.deal(self.options, self.seed)
        return self.game.start(self.options)

    def new_game(self) -> Setup:
        """Return the same rules at the start position."""
        return replace(self, position=None, fault="", notice="")

    def with_option(self, text: str) -> Setup:
        """Return the rules after ``setoption`` *text* (``name X value Y``), before the first action of a game.

        A change of game keeps the options that both games have; ``notice`` names the others.
        Raises ``ValueError`` naming the option and its possible values.
        """
        match = re.fullmatch(r"\s*name\s+(.+?)(?:\s+value(?:\s+(.*?))?)?\s*", text, re.DOTALL)
        if not match:
            raise ValueError(f"write setoption name X value Y, not setoption {shown(text.strip())}")
        name, value = match[1], match[2] or ""
        fresh = self.new_game()
        if name.lower() == "game":
            return fresh._with_game(games.find(value))
        if name.lower() == "seed":
            return replace(fresh, seed=_whole("Seed", value, HIGHEST_SEED))
        if name.lower() == "level":
            if (level := _whole("Level", value, HIGHEST_LEVEL)) < LOWEST_LEVEL:
                raise ValueError(f"Level must be a whole number from {LOWEST_LEVEL} to {HIGHEST_LEVEL}, not {level}")
            return replace(fresh, level=level)
        if (name.lower(), value) in _defaults_elsewhere(self.game):
            return fresh
        option = self.options.option(name.lower())
        if option.form.optional and value == _NO_NUMBER:
            value = "none"
        return replace(fresh, options=self.options.with_text(option.name, "" if value == "<empty>" else value))

    def _with_game(self, game: AnyGame) -> Setup:
        options, lost = game.options(), []
        for name, value in self.options.changed().items():
            try:
                options = options.having({game.options.option(name).name: value})
            except ValueError:
                lost.append(f"{name}={value_text(value)}")
        notice = f"{game.title} is not played with {', '.join(lost)}, which no longer holds" if lost else ""
        return replace(self, game=game, options=options, notice=notice)

    def with_position(self, text: str) -> Setup:
        """Return the game at ``position`` *text*: ``startpos`` or ``fen F``, then ``moves …``.

        A wrong text leaves no position, only its ``fault``: an engine must not think about
        a different position from the one that was meant.
        """
        try:
            return replace(self, position=self._reached(text.split()), fault="")
        except ValueError as error:
            return replace(self, position=None, fault=str(error))

    def _reached(self, words: Sequence[str]) -> PositionLike:
        end = words.index("moves") if "moves" in words else len(words)
        if words[:end] == ["startpos"]:
            position = self.start()
        elif words[:1] == ["fen"]:
            position = self.game.parse_position(" ".join(words[1:end]), self.options)
        else:
            raise ValueError("write position startpos, or position fen and a position, then moves and the moves")
        if len(words) - end > MOST_MOVES + 1:
            raise ValueError(f"a position is at most {MOST_MOVES} moves away; here are {len(words) - end - 1}")
        for number, action in enumerate(words[end + 1 :], start=1):
            try:
                position = self.game.play(position, action)
            except ValueError as error:
                raise ValueError(f"move {number}, {shown(action)}: {error}") from None
        return position


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits given to ``go``: milliseconds, nodes and plies. Without any, think until ``stop``.

    ``clock`` and ``increment`` have an entry, by player number, for each player who was given one. ``movestogo`` is
    the number of moves for which a clock must last. ``passed_over`` has what was said beside and means nothing here.
    """

    movetime: int | None = None
    nodes: int | None = None
    depth: int | None = None
    perft: int | None = None
    infinite: bool = False
    clock: tuple[tuple[int, int], ...] = ()
    increment: tuple[tuple[int, int], ...] = ()
    movestogo: int | None = None
    passed_over: tuple[str, ...] = ()

    @classmethod
    def parse(cls, words: Sequence[str]) -> Limits:
        """Return the limits in the *words* after ``go``. Raises ``ValueError`` naming a limit with a wrong number."""
        values: dict[str, int] = {}
        clocks: dict[str, dict[int, int]] = {"time": {}, "inc": {}}
        passed_over = list[str]()
        rest = iter(words)
        for word in rest:
            timed = _CLOCK.fullmatch(_OF_CHESS.get(word, word))
            if word == "infinite":
                continue
            if timed:
                spent = next(rest, "")
                clocks[timed[2]][int(timed[1])] = 0 if _OVERDRAWN.fullmatch(spent) else _whole(word, spent, LONGEST_MS)
            elif word in _COUNTS:
                values[word] = _whole(word, next(rest, ""), _COUNTS[word])
            else:
                passed_over.append(word)
        clock, increment = (tuple(sorted(clocks[kind].items())) for kind in ("time", "inc"))
        bounded = any(name != "movestogo" for name in values) or bool(clock)
        infinite = "infinite" in words or (not bounded and not set(passed_over).difference(_UNTIL_STOPPED))
        if not bounded and not infinite:
            values["movetime"] = UNBOUNDED_MS
        return cls(**values, infinite=infinite, clock=clock, increment=increment, passed_over=tuple(passed_over))

    def seconds(self, player: int, *, share: int = 30, margin_ms: int = 50) -> float | None:
        """Return how many ms *player* (from 1) may think; None if time is unlimited.

        With a clock this is 1 / *share* of the time left, or a share for each move that it must last for, plus most
        of the increment, and never the last *margin_ms*.
        """
        if self.infinite:
            return None
        if self.movetime is not None:
            return self.movetime / 1000
        left = dict(self.clock).get(player)
        if left is None:
            return None
        wanted = left / (self.movestogo or share) + 0.75 * dict(self.increment).get(player, 0)
        return max(0.0, min(wanted, left - margin_ms)) / 1000


_COUNTS = {
    "movetime": LONGEST_MS, "nodes": MOST_NODES, "depth": DEEPEST, "perft": DEEPEST, "movestogo": MOST_MOVES_TO_GO,
}  # fmt: skip
_CLOCK = re.compile(r"p([1-6])(time|inc)")
_OF_CHESS = {"wtime": "p1time", "btime": "p2time", "winc": "p1inc", "binc": "p2inc"}
"""What chess runners call the clocks of the first and the second player."""
_UNTIL_STOPPED = ("ponder",)
"""Words that are otherwise ignored, but mean that ``stop`` will come."""


def option_lines(game: str) -> list[str]:
    """Return the lines that list the options of all games; *game* is the current one."""
    names = " ".join(f"var {name}" for name in games.names())
    return [
        f"option name Game type combo default {game} {names}",
        f"option name Seed type spin default 0 min 0 max {HIGHEST_SEED}",
        f"option name Level type spin default {HIGHEST_LEVEL} min {LOWEST_LEVEL} max {HIGHEST_LEVEL}",
        *map(_option_line, _widest_options()),
    ]


def _widest_options() -> list[Option]:
    """Return the options of all games, each once, as declared by the game that allows the most."""
    found: dict[str, Option] = {}
    for name in games.names():
        for option in games.find(name).options.declared():
            known = found.setdefault(option.name, option)
            if (option.form.choices, option.form.limits) > (known.form.choices, known.form.limits):
                found[option.name] = option
    return list(found.values())


def _defaults_elsewhere(game: AnyGame) -> set[tuple[str, str]]:
    """Return the options that only other games have, with the defaults offered: some runners send them all."""
    own = {option.name for option in game.options.declared()}
    return {(option.name, _default_text(option)) for option in _widest_options() if option.name not in own}


def _default_text(option: Option) -> str:
    return _NO_NUMBER if option.form.optional else option.default_text or "<empty>"


def _option_line(option: Option) -> str:
    head, form, default = f"option name {option.name} type", option.form, _default_text(option)
    if form.choices == ("true", "false"):
        return f"{head} check default {default}"
    if form.choices:
        return f"{head} combo default {default} {' '.join(f'var {choice}' for choice in form.choices)}"
    if form.limits:
        low, high = form.limits
        if form.optional:
            low = int(_NO_NUMBER)
        return f"{head} spin default {default} min {low} max {high}"
    return f"{head} string default {default}"


def player_to_move(position: PositionLike) -> int | None:
    """Return the number, from 1, of the player whose turn it is; None once the game is over."""
    return None if position.to_move is None else _sides(position).index(position.to_move) + 1


def query(setup: Setup, what: str) -> str:
    """Return the answer to ``query`` *what*. Raises ``ValueError`` naming the known queries."""
    if what not in _QUERIES:
        raise ValueError(f"query takes {', '.join(_QUERIES)}, not {shown(what)}")
    return _QUERIES[what](setup)


def _sides(position: PositionLike) -> tuple[str, ...]:
    """Return the side of each player, player one first."""
    if isinstance(position, ColourHolders):
        holders = position.holders
        return tuple(sorted(holders, key=holders.__getitem__))
    return position.seats


def _result(setup: Setup) -> str:
    position = setup.at
    outcome = setup.game.outcome(position)
    if outcome is None:
        return "none"
    return "draw" if outcome.drawn else f"p{_sides(position).index(outcome.winners[0]) + 1}win"


_QUERIES: dict[str, Callable[[Setup], str]] = {
    "p1turn": lambda setup: str(player_to_move(setup.at) == 1).lower(),
    "gameover": lambda setup: str(setup.game.outcome(setup.at) is not None).lower(),
    "result": _result,
    "players": lambda setup: str(len(setup.at.seats)),
    "currentplayer": lambda setup: str(player_to_move(setup.at) or "none"),
    "fen": lambda setup: setup.game.format_position(setup.at),
}


def _whole(name: str, text: str, high: int) -> int:
    if not re.fullmatch(r"[0-9]{1,13}", text) or int(text) > high:
        raise ValueError(f"{name} must be a whole number from 0 to {high}, not {shown(text)}")
    return int(text)
