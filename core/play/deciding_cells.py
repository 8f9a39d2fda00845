"""The cells that decided a game: the winning lines on its last board, or what its rules count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.game import CountsCells, Game, P
from core.verdict import Outcome, capitalised, in_short


@dataclass(frozen=True, slots=True)
class Deciding:
    """The winning ``lines``, and all ``cells`` that decided the game; none where no cell did, as in a draw."""

    lines: tuple[tuple[str, ...], ...] = ()
    cells: tuple[str, ...] = ()

    def sentence(self, outcome: Outcome, names: Mapping[str, str] | None = None) -> str:
        """Return *outcome* and where it was decided as a sentence, with the sides called by their *names*.

        >>> Deciding((("c3", "d4"),), ("c3", "d4")).sentence(Outcome(("A",), "line"))
        'A wins with a line: c3 d4.'
        """
        where = " and ".join(map(" ".join, self.lines)) or in_short(self.cells)
        return f"{capitalised(outcome.sentence_with(names or {}))}{where and ': '}{where}."


def deciding(game: Game[P], position: P, before: P | None = None) -> Deciding:
    """Return what decided the game that is over in *position*; *before* is the position before its last action.

    A line that stood before, and did not win then, does not count.

    >>> from core.games import find
    >>> tink = find("tink")
    >>> position = tink.start(tink.options())
    >>> for action in "Sc3 Sc4 Sd3 Sd4 Se3 Se4 Sf3".split():
    ...     before, position = position, tink.play(position, action)
    >>> deciding(tink, position, before).lines
    (('c3', 'd3', 'e3', 'f3'),)
    """
    outcome = game.outcome(position)
    if outcome is None or outcome.drawn:
        return Deciding()
    contents = game.contents(position)
    was = game.contents(before) if before is not None else {}
    lines = tuple(
        line
        for line in game.survey(contents, position.options).lines
        if contents[line[0]][0] in outcome.winners and any(contents[cell] != was.get(cell) for cell in line)
    )
    counted = set(game.counted_cells(position)) if isinstance(game, CountsCells) else set()
    marked = counted.union(*lines)
    return Deciding(lines, tuple(cell for cell in game.cells(position) if cell in marked))
