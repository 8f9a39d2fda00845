"""The table of counts, by the rules that play and by the slow ones."""

from __future__ import annotations

import pytest

from core import games
from core.games.tinker_tactics import GAME as TINKER
from core.goodwin.options import GoodwinOptions
from core.tabik.options import TabikOptions
from tests.games.counts import TABLE, Entry, entries, written
from tests.rules import reference as slow_goodwin
from tests.tabik import reference as slow_tabik
from tests.tinker import reference as slow_tinker
from tests.tinker.test_reference import plain

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
