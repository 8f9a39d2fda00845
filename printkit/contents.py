"""What a kit's file holds: the numbers of its pages, whom it serves, and what two players need of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kits.kit import Kit
from printkit.drawing import Duplex
from printkit.sheets import OTHER_SIDE, Page, Side, sides

WORDS = ("no", "one", "two", "three", "four", "five", "six")


def served(kit: Kit, seats: Sequence[str]) -> str:
    """Return whom the kit printed for *seats* serves.

    Mini-boards fit together for one number of players only.
    """
    most = WORDS[len(seats)]
    if kit.minis:
        return f"exactly {most} players"
    return f"two to {most} players" if len(seats) > 2 else "two players"


def contents(pages: Sequence[Page], duplex: Duplex) -> list[tuple[str, str]]:
    """Return the page numbers and the name of everything in a file of *pages*; parts of one thing share an entry."""
    groups: dict[str, list[int]] = {}
    parts: dict[str, int] = {}
    for number, side in enumerate(sides(pages, duplex), start=1):
        title = side.page.title.removesuffix(OTHER_SIDE)
        name = "The board" if title.startswith("Board ") else title.split(" (")[0]
        groups.setdefault(name, []).append(number)
        parts[name] = parts.get(name, 0) + (not side.back)
    return [
        (numbered(numbers), f"{name}, in {parts[name]} parts" if name == "The board" and parts[name] > 1 else name)
        for name, numbers in groups.items()
    ]


def needed(pages: Sequence[Page], duplex: Duplex, seats: Sequence[str]) -> list[tuple[int, Side]]:
    """Return the sides, with their numbers, that *seats* need."""
    every = enumerate(sides(pages, duplex), start=1)
    return [(number, side) for number, side in every if not side.page.seats or set(side.page.seats).intersection(seats)]


def sheets(found: Sequence[tuple[int, Side]]) -> int:
    """Return how many sheets of paper the sides *found* take."""
    return sum(not side.back for _, side in found)


def numbered(numbers: Sequence[int]) -> str:
    """Return page numbers in order, consecutive ones as a range.

    >>> numbered([3, 4, 5]), numbered([7]), numbered([1, 2, 9])
    ('3–5', '7', '1–2, 9')
    """
    starts = [k for k in range(len(numbers)) if k == 0 or numbers[k] != numbers[k - 1] + 1]
    runs = [numbers[a:b] for a, b in zip(starts, [*starts[1:], len(numbers)], strict=True)]
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def minutes(pages: Iterable[Page]) -> int:
    """Return about how many minutes making what is on *pages* takes."""
    return round(sum(page.minutes for page in pages))
