"""Bad input, game by game: what is refused is refused in one short line that names what is wrong; and a short fuzz."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable

import pytest

from benchmarks.damage import damaged
from benchmarks.fuzz import READERS, Tally, fuzz, valid
from core import games
from core.options import shown
from tests.added import EVERY
from tests.games.sample import paths

pytestmark = pytest.mark.usefixtures("added_games")

GOODWIN = ("tink", "ting", "tingle")
TABIK, TINKER = "tabik", "tinker_tactics"
DICE = "A6a3=4,A8b2=7,B6a6=6,B6b4=3"

FIELDS = ["-1", "1.5", "x", "9" * 5000, "", "\0", "٣", "Z", "AB", "-", "\ud800", "\u202e", "'", '"', "\\", "<b>", "ß"]
"""What any part of a position may be replaced with."""


def complaint(name: str, text: str) -> str | None:
    """Return the words for the position *text*; None where it is accepted, and comes back from what it means."""
    game = games.find(name)
    options = game.options()
    try:
        position = game.parse_position(text, options)
    except ValueError as error:
        return str(error)
    canonical = game.format_position(position)
    assert game.format_position(game.parse_position(canonical, options)) == canonical
    return None


def is_clear(words: str) -> bool:
    return 10 < len(words) < 300 and words.isprintable() and words.replace("…", "").isascii()


def words_for(read: Callable[[str], object], text: str) -> str | None:
    """Return why *read* refuses *text*; None where it does not."""
    try:
        read(text)
    except ValueError as error:
        return str(error)
    return None


@pytest.mark.parametrize("name", EVERY)
def test_every_part_of_a_position_may_be_anything(name: str) -> None:
    game, refused = games.find(name), 0
    for path in paths(name)[:2]:
        for position in path.every(11):
            parts = game.format_position(position).split(" ")
            for number in range(len(parts)):
                for other in FIELDS:
                    text = " ".join([*parts[:number], other, *parts[number + 1 :]])
                    words = complaint(name, text)
                    if words is not None:
                        refused += 1
                        assert is_clear(words), (text, words)
    assert refused


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("filling", ["x", "8/", "a1-a2,", "A6a3=4,", "\0", " ", "B 0 ", "é", "9"])
def test_a_megabyte_is_refused_by_its_length(name: str, filling: str) -> None:
    game = games.find(name)
    start = game.format_position(paths(name)[0].positions[0])
    for text in (filling * (1_000_000 // len(filling)), start + filling * 1_000_000):
        for read in (lambda text: game.parse_position(text, game.options()), game.parse_contents):
            with pytest.raises(ValueError, match=f"at most [0-9]+ characters long; this one has {len(text)}$"):
                read(text)


@pytest.mark.parametrize("name", EVERY)
def test_letters_of_other_alphabets_are_told_from_those_they_look_like(name: str) -> None:
    text = games.find(name).format_position(paths(name)[0].at(9))
    alike = str.maketrans("ABabwsml0123456789-", "АВаЬѡѕмӏ𝟎１２３４５６７８９‐")
    for at, sign in enumerate(text):
        other = sign.translate(alike)
        if other != sign:
            words = complaint(name, text[:at] + other + text[at + 1 :])
            assert words is not None, unicodedata.name(other)
            assert is_clear(words)


@pytest.mark.parametrize("name", EVERY)
def test_actions_of_another_game_are_refused_by_name(name: str) -> None:
    game, position, refused = games.find(name), paths(name)[0].at(5), 0
    for other in games.names():
        for action in paths(other)[0].actions:
            if not (words := words_for(game.canonical_action, action)):
                continue
            refused += 1
            assert words_for(lambda text: game.play(position, text), action) == words
            assert is_clear(words)
            assert ("an action " in words and shown(action) in words) or "no cell is called " in words
    assert refused > 50


@pytest.mark.parametrize("name", EVERY)
def test_any_text_is_an_action_or_is_refused_in_clear_words(name: str) -> None:
    game, position = games.find(name), paths(name)[0].at(5)
    actions = game.actions(position)
    hostile = [
        *("", " ", "\0", "S", "Sc3-", "S-", "b2+", "+b2", "a1>", ">", "a1>a1>a1", "Sz9", "S٣3", "Sc3\n", "swap\0"),
        *(action[:-1] for action in actions[:3]),
        *(action + sign for action in actions[:3] for sign in ("\0", "-", "é", "\n", "9" * 5000, "-a1" * 300_000)),
        *(action.translate(str.maketrans("abcdefghSML", "аЬсԁеfɡһЅМⅬ")) for action in actions[:3]),
    ]
    for text in hostile:
        for read in (game.canonical_action, lambda text: game.play(position, text)):
            words = words_for(read, text)
            assert words is None or is_clear(words), (text[:40], words)


IMPOSSIBLE = [
    ("tink", "AsAsAsAsAsAs2/8/8/8/8/8/8/8 A 0,0 6", "A has 6 pieces As on the board; only 5 exist"),
    ("tink", "8/8/8/8/8/8/8/BmBmBmBmBm3 A 0,0 6", "B has 5 pieces Bm on the board; only 4 exist"),
    ("tink", "Cs7/8/8/8/8/8/8/8 A 0,0 6", "a8 holds a piece of C, but the position has passes for 2 players"),
    ("tink", "Es7/8/8/8/8/8/8/8 A 0,0 6", "row 8 cannot be read at 'Es7'"),
    ("tink", "8/8/8/8/8/8/8/7 A 0,0 6", "row 1, '7', has 7 cells, not 8"),
    ("tink", "8/8/8/9/8/8/8/8 A 0,0 6", "row 5, '9', has more than 8 cells"),
    ("ting", "8/8/8/8/8/8/8/8 A 0,0 6", "the board has 12 rows"),
    ("tink", "8/8/8/8/8/8/8/8 A 0,0 -1", "the ply must be a whole number from 0 to 999999999, not '-1'"),
    ("tink", "8/8/8/8/8/8/8/8 A x,0 6", "it cannot be A's turn: A is eliminated"),
    ("tink", "8/8/8/8/8/8/8/8 A x,x 6", "'x,x' eliminate everybody"),
    ("tink", "8/8/8/8/8/8/8/8 B x,0 6", "one player is left"),
    ("tink", "8/8/8/8/8/8/8/8 A 2,0 6", "A cannot have 2 forced passes"),
    ("tink", "8/8/8/8/8/8/8/8 A 0 6", "the passes have one entry for each of 2 to 4 players; '0' has 1"),
    ("tink", "8/8/8/8/8/8/8/8 - 0,0 6", "nothing here ends a game"),
    ("tink", "8/8/8/8/8/8/8/8 A 0,0", "a position has four parts, rows, side to move, passes and ply, not 3"),
    ("tink", "8/8/8/8/8/8/8/8/8 A 0,0 6", "has 9"),
    ("tink", "8/8/8/8/8/8/8/8 - x,x 6", "somebody must be left"),
    ("tink", "8/8/8/8/8/8/8/8 A 0,,0 6", "passes of B"),
    (TABIK, "4/3/4/4 - B 0", "row 3, '3', has 3 cells"),
    (TABIK, "4/4/4/4 - - 0", "B or W"),
    (TABIK, "b3/4/4/4 - B 0", "as many black stones as white ones; here are 1 and 0"),
    (TABIK, "bw2/4/4/4 a1-a2 B 0", "the rod a1-a2 does not lie between two stones"),
    (TABIK, "bw2/4/4/4 a4-b5 B 0", "no cell is called 'b5' on this board; cells run from a1 to d4"),
    (TABIK, "bw2/4/4/4 a4-c4 B 0", "'a4-c4' is not an edge"),
    (TABIK, "bw2/4/4/4 a4-b4,b4-a4 B 0", "two rods on a4-b4"),
    (TABIK, "bw2/4/4/4 a4 B 0", "a rod is written as its edge, such as b2-b3, and no rods as -; not 'a4'"),
    (TABIK, "1 - B 0", "the board has 2 to 19 rows"),
    (TABIK, f"{'20/' * 19}20 - B 0", "the board has 2 to 19 rows, separated by /; "),
    (TABIK, "4/4/4/4 - A 0", "the side to move must be B or W, not 'A'"),
    (TINKER, f"1 {DICE} A 0", "the number of players, 2 to 6, not '1'"),
    (TINKER, f"2 {DICE},B8a3=1 A 0", "two dice stand on a3"),
    (TINKER, f"2 {DICE},B8a1=9 A 0", "the die on a1 shows 9; a die shows 1 to 8"),
    (TINKER, f"2 {DICE},B6a1=1 A 0", "B has 3 dice B6 on the board; only 2 exist"),
    (
        TINKER,
        f"2 {DICE},B7a1=1 A 0",
        "a die is written as seat, kind 4, 6 or 8, cell, = and value (A6a3=4), not 'B7a1=1'",
    ),
    (TINKER, f"2 {DICE},C8a1=1 A 0", "a1 holds a die of C, but there are 2 players"),
    (TINKER, f"2 {DICE},B8a1=1! A 0", "the die on a1 is marked ! as neutral"),
    (TINKER, "2 A6a3=4,B6a6=6,B6b4=3 A 0", "A has one die"),
    (TINKER, "2 A6a3=4,A8b2=7 A 0", "one player is left"),
    (TINKER, "2 - A 0", "somebody must be left in the game"),
    (TINKER, "4 A6d4=4,A6a2=4,B4a5=1,B4a6=1 A 0", "d4 is the hole"),
    (TINKER, "2 A6a3=4,A6Aa3=4,B4a1=1,B4a2=1 A 0", "two dice stand on Aa3"),
    (TINKER, "3 A6a1=4,A6Aa2=4,B4Ba1=1,B4Ba2=1 A 0", "no cell is called 'a1'"),
    (TINKER, f"2 {DICE} C 0", "side to move"),
    (TINKER, "3 A6Aa3=4,A6Ab1=4,B4Ba1=1,B4Ba2=1 C 0", "C is eliminated"),
    (TINKER, f"2 {DICE} - 0", "nothing here ends"),
]


@pytest.mark.parametrize(("name", "text", "words"), IMPOSSIBLE, ids=lambda value: str(value)[:40])
def test_the_part_that_is_wrong_is_named(name: str, text: str, words: str) -> None:
    said = complaint(name, text)
    assert said is not None
    assert words in said
    assert is_clear(said)


def test_options_of_a_megabyte_are_refused_by_their_length() -> None:
    for text in ("x" * 1_000_000, "players=2," * 100_000, "colour_sets=" + "A:red;" * 200_000):
        with pytest.raises(ValueError, match="characters long; these have"):
            games.find("tink").options.parse(text)


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
