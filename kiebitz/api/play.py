"""Games and positions as programs hold them: immutable values over the rules of ``core``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core import games as _games
from core.board.text import board_text
from core.game import AnyGame, dealt, stash_of
from core.json_types import JsonObject
from core.options import shown
from core.reading import EMPTY
from core.verdict import Objection, Outcome, Verdict


def games() -> tuple[str, ...]:
    """Return the names of the games.

    >>> import kiebitz
    >>> "tink" in kiebitz.games()
    True
    """
    return _games.names()


def game(name: str) -> Game:
    """Return the game called *name*. Raises ``ValueError`` with the games there are.

    >>> import kiebitz
    >>> kiebitz.game("tink").title
    'Tink'
    """
    return Game(_games.find(name))


@dataclass(frozen=True, slots=True, repr=False)
class Game:
    """The rules of one game; ``kiebitz.game`` finds it. ``rules`` is the ``core`` game behind it.

    Options are those of `kiebitz rules GAME --options`, with Python values: ``players=3``, ``pie_rule=False``.

    >>> import kiebitz
    >>> tabik = kiebitz.game("tabik")
    >>> tabik
    kiebitz.game('tabik')
    >>> tabik.start(board_size=5)
    kiebitz.game('tabik').position('5/5/5/5/5 - B 0', board_size=5)
    """

    rules: AnyGame

    @property
    def name(self) -> str:
        return self.rules.name

    @property
    def title(self) -> str:
        """The game's name for people."""
        return self.rules.title

    def start(self, *, seed: int | None = None, setup: Sequence[object] | None = None, **options: Any) -> Position:
        """Return the position before the first action. Raises ``ValueError`` naming the option that is wrong.

        Args:
            seed: deals the pieces of a game with a hidden set-up (0 if left out).
            setup: each seat's set-up as revealed, instead of a deal.
        """
        return Position(self, dealt(self.rules, self.rules.options.of(options), seed=seed, setup=setup))

    def position(self, text: str, **options: Any) -> Position:
        """Return the position written as *text*. Raises ``ValueError`` naming the part that is wrong.

        >>> import kiebitz
        >>> print(kiebitz.game("tabik").position("wb1/2b/2w a3-b3,c1-c2 B 2", board_size=3))
         3  w - b   .
        <BLANKLINE>
         2  .   .   b
                    |
         1  .   .   w
            a   b   c
        """
        return Position(self, self.rules.parse_position(text, self.rules.options.of(options)))

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        """Have a pickle or a deep copy find the game again, so that it equals this one."""
        return game, (self.name,)

    def __repr__(self) -> str:
        return f"kiebitz.game({self.name!r})"


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """A position of a game, with the options that it is played by. ``state`` is the position of ``core`` behind it.

    Printed, it draws the board, and a notebook shows a diagram; its ``repr`` makes the same position again. Earlier
    positions are not part of that: a game with ``repetition_limit`` that is pasted back has forgotten them. A copy or
    a pickle has them, and equals its original.

    >>> import kiebitz
    >>> position = kiebitz.game("tink").start()
    >>> position.legal_actions[:3]
    ('Sc3', 'Sc4', 'Sc5')
    >>> position = position.play("Sc3").play("Sd5")
    >>> position
    kiebitz.game('tink').position('8/8/8/3Bs4/8/2As5/8/8 A 0,0 2')
    >>> position.to_move, position.outcome
    ('A', None)
    """

    game: Game
    state: Any

    @property
    def text(self) -> str:
        """The position in the game's notation."""
        return self.game.rules.format_position(self.state)

    @property
    def options(self) -> JsonObject:
        """The options that differ from the game's own."""
        changed: JsonObject = self.state.options.changed()
        return changed

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats in turn order, those included that are out."""
        return tuple(self.state.seats)

    @property
    def to_move(self) -> str | None:
        """The seat to move; None once the game is over."""
        seat: str | None = self.state.to_move
        return seat

    @property
    def ply(self) -> int:
        """The number of actions played so far."""
        return int(self.state.ply)

    @property
    def legal_actions(self) -> tuple[str, ...]:
        """Every action that can be played, sorted; none once the game is over."""
        return tuple(self.game.rules.actions(self.state))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.game.rules.outcome(self.state)

    @property
    def contents(self) -> dict[str, str]:
        """The board: cell → content, ``.`` if empty; in Tabik also edge → rod."""
        return dict(self.game.rules.contents(self.state))

    @property
    def stash(self) -> dict[str, dict[str, int]]:
        """What each seat has left beside the board: seat → kind → number; empty in games without stashes.

        >>> import kiebitz
        >>> kiebitz.game("tink").start().play("Sc3").stash["A"]
        {'s': 4, 'm': 4, 'l': 1}
        """
        return stash_of(self.game.rules, self.state)

    def play(self, action: str) -> Position:
        """Return the position after *action*. Raises ``kiebitz.IllegalAction``, whose ``objection`` says why not.

        >>> import kiebitz
        >>> kiebitz.game("tink").start().play("Sa1")
        Traceback (most recent call last):
        core.game.IllegalAction: GW-11: The first piece must go on one of the marked inner cells.
        """
        return Position(self.game, self.game.rules.play(self.state, action))

    def explain(self, action: str) -> Objection | None:
        """Return why *action* is illegal: a code, a message, cells, a repair. None if it is legal.

        Raises ``ValueError`` if *action* is not an action of this game at all.

        >>> import kiebitz
        >>> why = kiebitz.game("tink").start().explain("Mc3-c4-d4")
        >>> why.code, why.message
        ('GW-10', 'The first piece must be a small.')
        """
        return self.game.rules.objection(self.state, action)

    def diagnose(self, observed: Position | Mapping[str, str] | str, history: Sequence[Position] = ()) -> Verdict:
        """Return what turned this position into the board *observed*: a move, a take-back, a broken rule …

        Args:
            observed: a position, its text, or cell → content; cells left out are empty.
            history: the earlier positions of this game, oldest first; needed to recognise a take-back.

        >>> import kiebitz
        >>> before = kiebitz.game("tink").start()
        >>> before.diagnose({"c3": "As"}).as_json()
        {'verdict': 'move', 'action': 'Sc3'}
        >>> verdict = before.diagnose({"a1": "As"})
        >>> verdict.objection.code
        'GW-11'
        """
        rules = self.game.rules
        states = [earlier.state for earlier in history]
        return rules.diagnose(self.state, self._board(observed), states)

    def _board(self, observed: Position | Mapping[str, str] | str) -> Mapping[str, str]:
        if isinstance(observed, Position):
            return observed.contents
        if isinstance(observed, str):
            return self.game.rules.parse_contents(observed)
        cells = dict.fromkeys(self.contents, EMPTY)
        known = self.game.rules.alphabet(self.state)
        for cell, content in observed.items():
            if cell not in cells:
                raise ValueError(f"no cell is called {shown(cell)} on this board")
            if content not in known:
                raise ValueError(f"{cell} cannot hold {shown(content)}; write {', '.join(known[:4])} …")
        return cells | dict(observed)

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"{self.game!r}.position({self.text!r}{options})"

    def __str__(self) -> str:
        return board_text(self.contents)

    def _repr_svg_(self) -> str | None:
        """Return the diagram for notebooks; None for a game without a kit."""
        from core.formats.diagram import Moment
        from kiebitz.diagrams import moment_svg
        from kiebitz.failure import Failure

        try:
            return moment_svg(Moment(self.game.rules, self.state), {})
        except Failure:
            return None
