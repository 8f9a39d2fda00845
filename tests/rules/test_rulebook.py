"""The rulebook: every code's example meets exactly that code, and every option is told of."""

from __future__ import annotations

import re

import pytest

from core import rulebook
from core.games import find
from core.options import RuleOptions
from core.rulebook.entries import CodeEntry
from core.verdict import Refused

GAMES = ("tink", "ting", "tingle")
BY_EYE = {"GEN-1", "GEN-2", "GEN-3", "GEN-4", "GEN-5", "GEN-6", "GEN-8", "GW-22"}
ANNOUNCED = {"GW-23", "GW-24"}


def words(text: str) -> str:
    """Return a message's fixed beginning, up to the first place that is filled in."""
    return re.split(r"\{|Two|six| /", text)[0]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("key", [entry.key for entry in rulebook.rulebook("tink").codes])
def test_the_example_of_a_code_meets_it(name: str, key: str) -> None:
    game, entry = find(name), rulebook.find(name, key)
    assert isinstance(entry, CodeEntry)
    if key in BY_EYE:
        assert entry.example is None
        return
    assert entry.example is not None
    position = game.parse_position(entry.example.position, RuleOptions())
    if key in ANNOUNCED:
        after = game.play(position, entry.example.action)
        (objection,) = game.announcements(position, entry.example.action, after)
    elif entry.example.action:
        told = game.objection(position, entry.example.action)
        assert told is not None
        objection = told
    else:
        verdict = game.diagnose(position, game.parse_contents(entry.example.observed))
        assert isinstance(verdict, Refused), verdict
        objection = verdict.objection
    assert objection.code == key
    if key != "GW-25":
        assert objection.message.startswith(words(entry.message))
    assert not re.search(r"[{}]", objection.message + objection.repair)
    if key not in ANNOUNCED:
        assert objection.repair


def test_the_table_is_complete() -> None:
    keys = [entry.key for entry in rulebook.rulebook("tink").codes]
    assert keys == [f"GEN-{n}" for n in range(1, 9)] + [f"GW-{n}" for n in range(1, 26)]


@pytest.mark.parametrize("name", GAMES)
def test_the_words_are_those_of_the_game(name: str) -> None:
    book = rulebook.rulebook(name)
    texts = " ".join([*(c.text + c.title for c in book.clauses), *(d.text + d.title for d in book.decisions)])
    assert "{" not in texts
    assert ("pawn" in texts, "circle" in texts, "medium" in texts) == (name == "tingle", name == "ting", name == "tink")
    assert "Chris Goodwin" in book.credit
    assert "CC BY-SA 3.0" in book.licence


def test_options_are_told_of() -> None:
    told = {option for decision in rulebook.rulebook("tink").decisions for option in decision.options}
    assert {"paid_small", "mobility_win", "repetition_limit"} <= told


def test_entries_are_found_by_key() -> None:
    assert rulebook.find("tink", " gw-13 ").key == "GW-13"
    assert rulebook.find("ting", "r5").key == "R5"
    with pytest.raises(ValueError, match="no entry 'GW-99'"):
        rulebook.find("tink", "GW-99")
    with pytest.raises(ValueError, match="'chess'"):
        rulebook.rulebook("chess")
