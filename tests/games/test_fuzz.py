"""A short run of ``benchmarks.fuzz``, and proof that it would see what it looks for."""

from __future__ import annotations

import random

import pytest

from benchmarks.damage import damaged
from benchmarks.fuzz import READERS, Tally, fuzz, valid
from core import games
from tests.added import EVERY

pytestmark = pytest.mark.usefixtures("added_games")


def test_damaged_texts_are_read_or_refused_in_clear_words() -> None:
    tallies = fuzz(100 * len(READERS) * len(EVERY), seed=1)
    assert tallies.keys() == {(reader, name) for reader in READERS for name in games.names()}
    for pair, tally in tallies.items():
        assert tally.unexpected == [], pair
        assert tally.read == 100
        assert tally.accepted > 3, pair
        assert tally.refused > 10, pair


@pytest.mark.parametrize("name", EVERY)
def test_what_is_damaged_was_whole(name: str) -> None:
    for reader, read in READERS.items():
        for text in valid(reader, name):
            read(name, text)


@pytest.mark.parametrize("error", [KeyError("a"), AssertionError("lost"), ValueError("x" * 5000), ValueError("a\0b")])
def test_what_is_unexpected_is_kept_with_its_text(error: Exception) -> None:
    def read(name: str, text: str) -> None:  # noqa: ARG001
        raise error

    tally = Tally()
    tally.take(read, "tink", "8/8")
    ((text, what),) = tally.unexpected
    assert text == "8/8"
    assert what
    assert (tally.accepted, tally.refused, tally.read) == (0, 0, 1)


def test_damage_repeats_with_its_seed() -> None:
    texts = valid("position", "tink")
    runs = [[damaged(rng, texts) for _ in range(200)] for rng in (random.Random(3), random.Random(3))]
    assert runs[0] == runs[1]
    assert len(set(runs[0])) > 150
