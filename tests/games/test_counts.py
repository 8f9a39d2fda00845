"""The table of counts in ``perft.txt``, by the rules that play and by the slow ones.

``python -m tests.games.test_counts GAME OPTIONS POSITION DEPTH`` prints an entry by the
rules that play (``-`` for no options, and for the position of the start).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from core import games
from core.games.tinker_tactics import GAME as TINKER
from core.goodwin.options import GoodwinOptions
from core.options import RuleOptions
from core.tabik.options import TabikOptions
from tests.rules import reference as slow_goodwin
from tests.tabik import reference as slow_tabik
from tests.tinker import reference as slow_tinker
from tests.tinker.test_reference import plain

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


CHEAP = 12_000_000
CHEAP_PLAIN = 4_000
SIDES = {"tink": 8, "ting": 12, "tingle": 8}
ENTRIES = list(entries(TABLE.read_text(encoding="utf-8")))


def label(entry: Entry) -> str:
    return f"{entry.game} {entry.options.changed() or ''} {entry.position[:20]}"


def slow_perft(entry: Entry, depth: int) -> int:
    """Return the count by the rules that share no code with ``core``."""
    if isinstance(entry.options, GoodwinOptions):
        return slow_goodwin.perft(slow_goodwin.start(SIDES[entry.game], entry.options), depth)
    if isinstance(entry.options, TabikOptions):
        return slow_tabik.perft(slow_tabik.start(entry.options), depth)
    position = TINKER.parse_position(entry.position, entry.options)
    return slow_tinker.perft(plain(position, entry.options.changed()), depth)


def test_every_game_is_in_the_table() -> None:
    assert {entry.game for entry in ENTRIES} == set(games.names())


@pytest.mark.parametrize("entry", ENTRIES, ids=label)
def test_counts(entry: Entry) -> None:
    game = games.find(entry.game)
    position = game.parse_position(entry.position, entry.options)
    for depth, count in enumerate(entry.counts, start=1):
        if count <= CHEAP:
            assert game.perft(position, depth) == count


@pytest.mark.parametrize("entry", ENTRIES, ids=label)
def test_the_slow_rules_agree(entry: Entry) -> None:
    for depth, count in enumerate(entry.counts[: entry.plain], start=1):
        if count <= CHEAP_PLAIN:
            assert slow_perft(entry, depth) == count


def test_an_entry_is_printed_as_it_stands_in_the_table() -> None:
    entry = written("tabik", "board_size=2", "-", 6, 6)
    assert entry in TABLE.read_text(encoding="utf-8")
    assert next(entries(entry)) in ENTRIES


if __name__ == "__main__":
    game_name, game_options, game_position, last = sys.argv[1:]
    sys.stdout.write(written(game_name, game_options, game_position, int(last)))
