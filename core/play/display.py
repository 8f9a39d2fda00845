"""What games and positions show of themselves: a ``repr`` that can be pasted back, and a board as text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from core.board.text import board_text
from core.game import AnyGame, PositionLike

Finder = Callable[[PositionLike], AnyGame | None]
"""Returns the game that a position belongs to, or None."""

_finders: list[Finder] = []


class _Named(Protocol):
    @property
    def name(self) -> str: ...


class ShownGame:
    """A game whose ``repr`` finds it again.

    >>> from core.games import find
    >>> find("tink")
    find('tink')
    """

    __slots__ = ()

    def __repr__(self: _Named) -> str:
        return f"find({self.name!r})"


class ShownPosition:
    """A position that prints as its board, and whose ``repr`` makes it again, the positions before it left out.

    >>> from core.games import find
    >>> tabik = find("tabik")
    >>> start = tabik.start(tabik.options(board_size=3))
    >>> start
    find('tabik').parse_position('3/3/3 - B 0', find('tabik').options.of({'board_size': 3}))
    >>> print(tabik.play(start, "a2+a3"))
     3  w   .   .
        |
     2  b   .   .
    <BLANKLINE>
     1  .   .   .
        a   b   c
    """

    __slots__ = ()

    def __repr__(self: PositionLike) -> str:
        game = game_of(self)
        if game is None:
            return f"<{type(self).__name__} of a game that is not installed>"
        return f"{game!r}.parse_position({game.format_position(self)!r}, {game!r}.options.of({self.options.changed()}))"

    def __str__(self: PositionLike) -> str:
        game = game_of(self)
        return repr(self) if game is None else board_text(game.contents(self))


def game_of(position: PositionLike) -> AnyGame | None:
    """Return the game that *position* is of; None where it is not installed."""
    found = (game for finder in _finders if (game := finder(position)) is not None)
    return next(found, None)


def finds_games(finder: Finder) -> Finder:
    """Let *finder* be asked for the games of positions; a decorator. This room knows no games itself."""
    _finders.append(finder)
    return finder
