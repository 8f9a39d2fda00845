"""Tabik's rulebook: every code's example meets exactly that code, and every option is told of."""

from __future__ import annotations

import re

import pytest

from core import rulebook
from core.rulebook.entries import CodeEntry
from core.verdict import Refused
from tests.tabik.sample import TABIK, at

BY_EYE = {"GEN-1", "GEN-2", "GEN-3", "GEN-4", "GEN-5", "GEN-6", "GEN-8"}
BOOK = rulebook.rulebook("tabik")


@pytest.mark.parametrize("key", [entry.key for entry in BOOK.codes])
def test_the_example_of_a_code_meets_it(key: str) -> None:
    entry = rulebook.find("tabik", key)
    assert isinstance(entry, CodeEntry)
    if key in BY_EYE:
        assert entry.example is None
        return
    assert entry.example is not None
    position = at(entry.example.position)
    if key == "TB-20":
        after = TABIK.play(position, entry.example.action)
        (objection,) = TABIK.announcements(position, entry.example.action, after)
    elif entry.example.action:
        told = TABIK.objection(position, entry.example.action)
        assert told is not None
        objection = told
    else:
        verdict = TABIK.diagnose(position, TABIK.parse_contents(entry.example.observed))
        assert isinstance(verdict, Refused), verdict
        objection = verdict.objection
    assert objection.code == key
    pattern = re.sub(r"\\\{\w+\\\}", ".+", re.escape(entry.message))
    assert re.fullmatch(pattern, objection.message)
    assert objection.repair or key == "TB-20"


def test_the_table_is_complete() -> None:
    assert [entry.key for entry in BOOK.codes] == [f"GEN-{n}" for n in range(1, 9)] + [f"TB-{n}" for n in range(1, 22)]
    assert {decision.key for decision in BOOK.decisions} >= {f"R{n}" for n in range(24, 35)}


def test_options_are_told_of() -> None:
    told = {option for decision in BOOK.decisions for option in decision.options}
    assert told >= {"board_size", "pie_rule", "rods_split_groups", "explicit_passes", "zero_tie_loser", "rod_supply"}


def test_the_designer_is_named() -> None:
    assert "Luis Bolaños Mures" in BOOK.credit
    assert "no licence" in BOOK.licence
