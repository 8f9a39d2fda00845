"""What a session asks about instead of guessing: whose move it was, what was taken back, which game this is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from core.reading import EMPTY, Reading, is_bare
from core.verdict import Played, Unclear, in_short

MOST_TAKEN_BACK = 1
"""More moves than this are not taken back without asking."""
LEAST_BEGUN = 4
"""If a game of more plies than this has left no piece, it has been given up, and another begins."""
MOST_CHANGED = 4
"""If more cells than this differ from how a game was left, the board is not that game's."""
_SURE = 0.8
SUSPECTED = "This may break a rule. As I see it:"
"""Said before the rule that seems broken, when a question is asked about it."""
DECIDES = "That decides whether a rule is broken. If so:"
"""Said between a question and the rule, if it is likelier that no rule is broken."""
ONCE_MORE = "The board is set up for a new game, so one begins. The other game is kept as it was left."
"""Said when a game is resumed but the board is set up for a new one."""


class Hidden(Unclear):
    """Asks what is under something that may go away by itself, as a hand does."""


class Unreadable(Unclear):
    """Asks what a die shows that lies tilted or cannot be read for another reason."""


def plies_in(verdict: Played) -> int:
    """Return how many of the actions can be seen."""
    return sum(action != "--" for action in verdict.actions)


def whose(ways: Sequence[Played], contents: Mapping[str, str], colours: Mapping[str, str]) -> Unclear:
    """Return the question which of *ways* it was that several plies were played, while no colour is known.

    *contents* is the board by now, *colours* those that the reader sees, by its own names of the seats.
    """
    candidates = tuple(" ".join(way.actions) for way in ways)
    names = " or ".join(colours[seat] for seat in sorted(colours)) if len(colours) > 1 else " or ".join(candidates)
    message = f"Several moves at once, and I do not know the colours yet. Who moved first: {names}? "
    remedy = "Take back all but the first move until I announce it, or name the colours with --colours."
    cells = tuple(sorted(cell for cell, content in contents.items() if content != EMPTY))
    return Unclear(message + remedy, cells, candidates)


def shown_again(cells: Iterable[str], candidates: tuple[str, ...] = ()) -> Unclear:
    """Return the question for *cells* to be shown again, which would tell the *candidates* apart."""
    named = tuple(sorted(cells))
    return Unclear(f"Please show me {in_short(named)} again.", named, candidates)


def squared_up(cell: str, candidates: tuple[str, ...] = ()) -> Unreadable:
    """Return the question for the die on *cell* to be squared up, which would tell the *candidates* apart."""
    return Unreadable(square_up(cell), (cell,), candidates)


def square_up(cell: str) -> str:
    """Return how to put right a die on *cell* that cannot be read (TT-26)."""
    return f"Please square up the die on {cell}; I cannot read it."


def taken_back(plies: int, *, all_of_them: bool) -> str:
    """Return the question about whether this many *plies* have been taken back."""
    if all_of_them:
        return "The board is as it was at the start. Play on for a new game, or put the pieces back for this one."
    moves = "Has 1 move" if plies == 1 else f"Have {plies} moves"
    return f"{moves} been taken back? Play on if so, or put the pieces back."


def not_as_left(reading: Reading, contents: Mapping[str, str]) -> Unclear | None:
    """Return that the board, bare or far too unlike *contents*, is not as the game was left; None where it may be."""
    seen = reading.contents
    cells = sorted(c for c in seen if seen[c] != contents[c] and reading.certainty(c) > _SURE)
    bare = cells and is_bare(seen)
    if len(cells) <= MOST_CHANGED and not bare:
        return None
    message = (
        f"The board is not as the game was left: {in_short(cells)}. Put it right, or begin a new game without --resume."
    )
    return Unclear(message, tuple(cells))
