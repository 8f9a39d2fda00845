"""The rulebook: every code's example meets exactly that code, and every option is told of."""

from __future__ import annotations

import re

import pytest

from core import rulebook
from core.games.tinker_tactics import GAME
from core.options import RuleOptions
from core.rulebook.entries import CodeEntry
from core.tinker import setup
from core.verdict import Objection, Partial, Refused

BY_EYE = {"GEN-1", "GEN-2", "GEN-3", "GEN-4", "GEN-5", "GEN-6", "GEN-8", "TT-5", "TT-26"}
ANNOUNCED = {"TT-24", "TT-25"}
BOOK = rulebook.rulebook("tinker_tactics")


def told(entry: CodeEntry) -> Objection:
    """Return what is said of the example of *entry*."""
    example = entry.example
    assert example is not None
    seen = GAME.parse_contents(example.observed) if example.observed else {}
    if not example.position:
        return setup.seen_faults(seen, RuleOptions())[0]
    position = GAME.parse_position(example.position, RuleOptions())
    if entry.key in ANNOUNCED:
        (announced,) = GAME.announcements(position, example.action, GAME.play(position, example.action))
        return announced
    if example.action:
        objection = GAME.objection(position, example.action)
        assert objection is not None
        return objection
    match GAME.diagnose(position, seen):
        case Refused(objection):
            return objection
        case Partial(message, cells, code):
            return Objection(code, message, cells, message)
        case verdict:
            raise AssertionError(verdict)


@pytest.mark.parametrize("entry", BOOK.codes, ids=lambda entry: entry.key)
def test_the_example_of_a_code_meets_it(entry: CodeEntry) -> None:
    if entry.key in BY_EYE:
        assert entry.example is None
        return
    objection = told(entry)
    assert objection.code == entry.key
    if entry.key != "TT-1":
        assert objection.message.startswith(re.split(r"\{| /", entry.message)[0])
    assert not re.search(r"[{}]", objection.message + objection.repair)
    assert objection.repair or entry.key in ANNOUNCED


def test_the_table_is_complete() -> None:
    assert [entry.key for entry in BOOK.codes] == [f"GEN-{n}" for n in range(1, 9)] + [f"TT-{n}" for n in range(1, 28)]
    assert [decision.key for decision in BOOK.decisions] == [f"R{n}" for n in range(35, 53)]


def test_every_option_is_told_of() -> None:
    options = {option for decision in BOOK.decisions for option in decision.options}
    own = {"stand_in_dice", "highest_may_adjust", "land_on_start", "eliminated_die", "no_move", "quiet_ply_limit"}
    shared = {"players", "first_player", "voluntary_pass", "repetition_limit", "ply_limit"}
    assert options == own | shared | {"ring_direction"}


def test_entries_are_found_by_key() -> None:
    assert rulebook.find("tinker_tactics", "tt-14").key == "TT-14"
    assert rulebook.find("tinker_tactics", "r42").key == "R42"
    assert "Tinkerbot" in BOOK.credit
