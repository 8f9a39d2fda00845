"""The table of counts in ``perft.txt``: its form, and what made it.

``python -m tests.games.counts GAME OPTIONS POSITION DEPTH`` prints an entry by the
rules that play (``-`` for no options, and for the position of the start).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from core import games
from core.options import RuleOptions

TABLE = Path(__file__).with_name("perft.txt")


@dataclass(frozen=True, slots=True)
class Entry:
    """The counts from one position; ``counts[0]`` is of depth 1, ``plain`` the depth that the slow rules confirm."""

    game: str
    options: RuleOptions
    position: str
    counts: tuple[int, ...]
    plain: int = 0


def entries(text: str) -> Iterator[Entry]:
    """Return the entries of the table *text*: blocks of ``name value`` lines, ``#`` begins a remark."""
    for block in text.split("\n\n"):
        lines = [line.split(" ", 1) for line in block.splitlines() if line and not line.startswith("#")]
        values = {name: value.strip() for name, value in lines}
        if values:
            options = games.find(values["game"]).options.parse(values["options"].replace("-", ""))
            numbers = tuple(int(number.replace("_", "")) for number in values["perft"].split())
            yield Entry(values["game"], options, values["position"], numbers, int(values["plain"]))


def written(name: str, options: str, position: str, depth: int, plain: int = 0) -> str:
    """Return an entry with the counts of the rules that play."""
    game = games.find(name)
    values = game.options.parse(options.replace("-", ""))
    start = game.start(values) if position == "-" else game.parse_position(position, values)
    counts = " ".join(f"{game.perft(start, plies):_}" for plies in range(1, depth + 1))
    text = game.format_position(start)
    return f"game {name}\noptions {options}\nposition {text}\nperft {counts}\nplain {plain}\n"


if __name__ == "__main__":
    game_name, game_options, game_position, last = sys.argv[1:]
    sys.stdout.write(written(game_name, game_options, game_position, int(last)))
