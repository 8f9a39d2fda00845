"""The lesson of the four-in-a-row family, with the words of each game filled in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby

from kiebitz.lessons.lesson import Lesson, Step, Wrong

COLUMNS = "abcdefghijkl"
Maker = Callable[..., Step]
"""Makes a step from pieces, a task and what it teaches, in the words of one game."""
_LATER = 9
"""Number of actions before every position but the first."""


def lesson(game: str, side: int, words: Mapping[str, str], *, opening: str) -> Lesson:
    """Return the lesson of *game* on a board of *side* cells; *words* name the kinds ``s``, ``m`` and ``l``.

    *opening* is one of the opening cells.
    """

    def step(pieces: str, task: str, learned: str, *, ply: int = _LATER, **more: object) -> Step:
        """Return a step; *pieces* are such as ``As:c3,d4 Bs:e5``."""
        position = f"{_rows(pieces, side)} A 0,0 {ply}"
        return Step(position, task.format(**words), learned.format(**words), **more)  # type: ignore[arg-type]

    return Lesson(game, (*_first_moves(step, side, opening), *_trades(step), *_special_cases(step, side)))


def _first_moves(step: Maker, side: int, opening: str) -> Iterator[Step]:
    """Yield the steps on placing pieces and winning."""
    last = COLUMNS[side - 1]
    yield from (
        step(
            "",
            "You are Red and begin. Put a {s} on one of the marked cells in the middle.",
            "The very first piece of a game is a {s} on a marked cell.",
            ply=0,
            kind="S.*",
            wrong=(Wrong("GW-11", "Sa1"), Wrong("GW-10", f"M{opening}-a1-b1")),
        ),
        step(
            f"As:{opening} Bs:d4",
            "From now on a {s} may go on any empty cell. Put one in a corner.",
            "A {s} from your stash costs nothing and may go anywhere that is empty.",
            answer=f"S[a{last}](1|{side})",
            kind="S[^-]*",
            wrong=(Wrong("GW-2", "Sd4"),),
        ),
        step(
            "As:c3,d3,e3 Bs:c5,d5,f6",
            "You have three {s}s in a row. Win the game.",
            "Four of your own in a row, a column or a diagonal win.",
            wins=True,
        ),
        step(
            "As:b4,c6,d6 Bs:c4,d4,e4",
            "Yellow threatens to win. Stop it.",
            "One end was blocked already; your piece blocks the other.",
            answer="Sf4",
        ),
    )


def _trades(step: Maker) -> Iterator[Step]:
    """Yield the steps on paying for pieces, and on what the large one counts as."""
    yield from (
        step(
            "As:c3,d4 Bs:e6,f3",
            "Put a {m} on a cell that touches both your {s}s, and take both off the board.",
            "A {m} is paid with two {s}s that touch its cell, also by a corner. They go back to your stash.",
            answer="M.*",
            kind="M.*",
            wrong=(Wrong("GW-17", "Mf6-c3-d4"), Wrong("GW-13", "Mc4-c3"), Wrong("GW-12", "Mc4")),
        ),
        step(
            "Am:c3,e3 As:d5 Bs:e6,f5",
            "Put your {l} on a cell that touches both your {m}s, and take both off.",
            "The {l} is paid with two {m}s.",
            answer="L.*",
            kind="L.*",
            wrong=(Wrong("GW-14", "Ld3-c3"), Wrong("GW-19", "Ld4-c3-d5")),
        ),
        step(
            "As:c4,d4,e4 Am:g4,f5 Bs:b4,c6,d6",
            "The {l} counts as a {s} and as a {m}. Win with it.",
            "Three {s}s and the {l} make a line.",
            answer="L.*",
            wins=True,
        ),
        step(
            "Am:c5,d5 Al:e5 As:f6,g6 Bs:c3,d3,b6",
            "The {m}s and the {l} make a line, too. Win with a {m}.",
            "All four must be {s}s or the {l}, or all four {m}s or the {l}: {s}s and {m}s do not mix.",
            answer="M.*",
            wins=True,
        ),
    )


def _special_cases(step: Maker, side: int) -> Iterator[Step]:
    """Yield the steps on what is rare: trading back, moving the large piece, and passing."""
    last = COLUMNS[side - 1]
    yield from (
        step(
            "Am:c3,d3,e6 As:b6 Bs:f3,f4,e5",
            "Your {m}s are all but used up. Bring two home: put a {s} that touches two of them, and take both off.",
            "A {s} may be paid with two {m}s. It is the way to bring {m}s home.",
            answer="S..?-.*",
            kind="S..?-.*",
            wrong=(Wrong("GW-15", "Sc4-c3"),),
        ),
        step(
            "Al:d4 Am:d5 As:b3 Bs:f3,f6",
            "Your {l} is on the board. Move it to a cell that touches it and your {m}, and take the {m} off.",
            "The {l} may be one of the two that pay for it, so it moves for one {m}.",
            answer="L.*",
        ),
        step(
            f"As:a1,a{side},{last}{side},{last}1,d5 Bs:c3,f3",
            "All your {s}s are on the board, and no two of them touch the same cell. Pass.",
            "Whoever can move must move, and who cannot passes. Who passes twice in a row is out.",
            answer="--",
            kind="--",
            wrong=(Wrong("GW-4", "Sb2"),),
        ),
    )


def _rows(pieces: str, side: int) -> str:
    """Return the rows of a position with *pieces*.

    >>> _rows("As:a1,c2 Bm:c1", 3)
    '3/2As/As1Bm'
    """
    groups = [part.partition(":") for part in pieces.split()]
    board = {cell: content for content, _, cells in groups for cell in cells.split(",")}
    rows = ([board.get(f"{column}{row}", "") for column in COLUMNS[:side]] for row in range(side, 0, -1))
    return "/".join(map(_row, rows))


def _row(contents: list[str]) -> str:
    """Return the contents of a row as positions write them: a number for empty cells."""
    groups = ((content, list(cells)) for content, cells in groupby(contents))
    return "".join("".join(cells) if content else str(len(cells)) for content, cells in groups)
