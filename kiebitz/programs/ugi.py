"""A conversation in the Universal Game Interface: lines in, lines out, thinking on a thread of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import version
from queue import SimpleQueue
from typing import NamedTuple

from adviser.levels import suggest_at
from core.formats.ugi import Limits, Setup, option_lines, player_to_move, query
from core.game import AnyGame, PositionLike
from core.options import shown, value_text
from core.play.sequences import parts
from kiebitz.programs import warming

NO_MOVE = "(none)"
"""The ``bestmove`` if there is nothing to play, as UCI engines write it."""


class _Thought(NamedTuple):
    """A task for the thinking thread, and when to stop."""

    setup: Setup
    position: PositionLike
    limits: Limits
    stop: threading.Event

    def expiry(self, seconds: float | None) -> Callable[[], bool]:
        """Return a function that tells whether the thought is over: stopped, or *seconds* old."""
        if seconds is None:
            return self.stop.is_set
        deadline = time.monotonic() + seconds
        return lambda: self.stop.is_set() or time.monotonic() >= deadline


class Conversation:
    """One talk with a tournament runner. ``hear`` takes its lines; *say* is called with each line of the answers.

    While it thinks, only ``stop``, ``isready``, ``quit`` and questions are answered; the
    thread never alters what the conversation holds.
    """

    def __init__(self, game: AnyGame, say: Callable[[str], None]) -> None:
        self._setup = Setup.of(game)
        self._out = say
        self._lock = threading.Lock()
        self._thinker: threading.Thread | None = None
        self._thoughts: SimpleQueue[_Thought | None] = SimpleQueue()
        self._stop = threading.Event()
        self._thinking = False
        self._bounded = True
        self._broken: BaseException | None = None

    def hear(self, line: str) -> bool:
        """Answer *line*; return False after ``quit``. Raises ``OSError`` where nobody takes the answers."""
        if self._broken:
            raise self._broken
        command, rest = (*line.replace("\ufeff", "").split(maxsplit=1), "", "")[:2]
        try:
            return self._obey(command, rest.strip())
        except ValueError as error:
            self._say(f"info string error: {error}")
        return True

    def finish(self) -> None:
        """Wait for a search that has an end of its own, and stop one that has none. Raises what broke it."""
        if not self._bounded:
            self._stop.set()
        self._leave_off()
        if self._broken:
            raise self._broken

    def abandon(self) -> None:
        """Stop thinking and wait for its last words."""
        self._stop.set()
        self._leave_off()

    def _leave_off(self) -> None:
        self._thoughts.put(None)
        if self._thinker:
            self._thinker.join()

    def _obey(self, command: str, rest: str) -> bool:
        match command:
            case "ugi":
                self._introduce()
            case "isready":
                self._say("readyok")
            case "stop" | "ponderhit":
                self._stop.set()
            case "quit":
                self.abandon()
                return False
            case "query":
                self._respond(rest)
            case "d":
                self._describe()
            case "":
                pass
            case "uginewgame" | "setoption" | "position" | "go" if self._thinking:
                raise ValueError(f"{command} has to wait: the engine is thinking; send stop first")
            case "uginewgame":
                self._setup = self._setup.new_game()
            case "setoption":
                self._setup = self._setup.with_option(rest)
                if self._setup.notice:
                    self._say(f"info string {self._setup.notice}")
            case "position":
                self._setup = self._setup.with_position(rest)
                if self._setup.fault:
                    raise ValueError(self._setup.fault)
            case "go":
                self._go(rest)
            case _:
                raise ValueError(f"no command is called {shown(command)}")
        return True

    def _respond(self, what: str) -> None:
        """Answer a query. A runner waits for a response even to one that has no answer."""
        try:
            answer = query(self._setup, what)
        except ValueError as error:
            self._say(f"info string error: {error}")
            answer = "none"
        self._say(f"response {answer}")

    def _introduce(self) -> None:
        self._say(f"id name Kiebitz {version('kiebitz')}")
        self._say("id author the Kiebitz project")
        for line in option_lines(self._setup.game.name):
            self._say(line)
        self._say("ugiok")

    def _describe(self) -> None:
        setup = self._setup
        position = setup.at
        outcome = setup.game.outcome(position)
        says = outcome.sentence if outcome else f"{len(setup.game.actions(position))} legal moves"
        rules = ", ".join(f"{name}={value_text(value)}" for name, value in setup.options.changed().items())
        self._say(f"info string {setup.game.title}, {rules or 'by the rules'}: {says}")
        self._say(f"info string {setup.game.format_position(position)}")

    def _go(self, rest: str) -> None:
        try:
            limits, position = Limits.parse(rest.split()), self._setup.at
        except ValueError as error:
            self._say(f"info string error: {error}")
            self._say(f"bestmove {NO_MOVE}")
            return
        if self._thinker is None:
            thinker = threading.Thread(target=self._think, name="thinking", daemon=True)
            thinker.start()
            self._thinker = thinker
        if limits.passed_over:
            self._say(f"info string passed over: {shown(' '.join(limits.passed_over))}")
        self._stop, self._bounded, self._thinking = threading.Event(), not limits.infinite, True
        self._thoughts.put(_Thought(self._setup, position, limits, self._stop))

    def _think(self) -> None:
        """Think about one task after the other; an error in one is kept for the thread that listens."""
        while thought := self._thoughts.get():
            try:
                (self._search if thought.limits.perft is None else self._count)(thought)
            except BaseException as error:
                self._broken = error
                with suppress(OSError):
                    self._say_last(f"bestmove {NO_MOVE}")

    def _search(self, thought: _Thought) -> None:
        setup, position, limits, stop = thought
        began = time.monotonic()
        if outcome := setup.game.outcome(position):
            self._say(f"info string the game is over: {outcome.sentence}")
            self._say_last(f"bestmove {NO_MOVE}")
            return
        seconds = limits.seconds(player_to_move(position) or 1)
        expired = thought.expiry(seconds)
        patience_s = warming.PATIENCE_S if seconds is None else warming.WAITING_SHARE * seconds
        warming.warm(setup.game, patience_s=patience_s, stopped=expired)
        found = suggest_at(
            setup.game,
            position,
            setup.level,
            expired=expired,
            max_nodes=limits.nodes,
            max_depth=limits.depth,
            seed=setup.seed,
            seconds=seconds,
        )
        spent = time.monotonic() - began
        looked = 0 if any(reason.code == "book" for reason in found.reasons) else found.simulations
        rate = round(looked / spent) if spent else 0
        self._say(
            f"info time {1000 * spent:.0f} nodes {looked} nps {rate} "
            f"score cp {100 * found.value:.0f} pv {' '.join(found.line)}"
        )
        self._say(f"info string {found.why}")
        if limits.infinite:
            stop.wait()
        self._say_last(f"bestmove {found.action}")

    def _count(self, thought: _Thought) -> None:
        """Say how many sequences of actions begin with each action, and how many there are in all."""
        setup, position, limits, stop = thought
        game, depth = setup.game, limits.perft or 0
        total = 0 if depth else 1
        for action in game.actions(position) if depth else ():
            leaves = 0
            for part in parts(game, game.play(position, action), depth - 1):
                leaves += part
                if stop.is_set():
                    self._say_last("info string perft was stopped")
                    return
            self._say(f"{action}: {leaves}")
            total += leaves
        self._say_last(f"nodes {total}")

    def _say(self, line: str) -> None:
        with self._lock:
            self._out(line)

    def _say_last(self, line: str) -> None:
        """Say the *line* that ends a thought; whoever hears it may go on at once."""
        with self._lock:
            self._thinking = False
            self._out(line)
