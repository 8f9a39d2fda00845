"""How often each side broke a rule."""

from __future__ import annotations

import pytest

from core.games import find
from core.verdict import Refused
from kiebitz.screen.views.broken import broken_rules
from kiebitz.table.rules.trouble import refused
from kiebitz.table.state import TableState, Terms

TINKER = "2 A6a3=4,A8b2=7,A4c1=3,A4d1=1,A6d3=2,B6a6=6,B6b4=3,B8c5=5,B4c6=2,B4d4=1 A 0"


@pytest.mark.parametrize(
    ("game", "position", "changes", "code"),
    [
        ("tink", "8/8/8/8/8/2As5/8/8 A 0,0 2", {"e5": "Bs"}, "GW-1"),
        ("tinker_tactics", TINKER, {"b4": ".", "a4": "B6=3"}, "TT-6"),
    ],
)
def test_who_plays_out_of_turn_broke_the_rule(game: str, position: str, changes: dict[str, str], code: str) -> None:
    rules = find(game)
    before = rules.parse_position(position, rules.options())
    found = rules.diagnose(before, {**rules.contents(before), **changes})
    assert isinstance(found, Refused)
    assert found.objection.code == code
    state = TableState.begun(Terms(rules, before.options), positions=[before])
    ((kind, _, fields),) = refused(state, found.objection, before).said
    assert broken_rules([{"event": kind, **fields}, {"event": "agreed"}]) == {"B": 1}


def test_who_played_out_of_turn_is_not_guessed_where_the_journal_does_not_say() -> None:
    told = [{"event": "illegal", "seat": "B", "code": "GW-1"}, {"event": "repaired"}]
    assert broken_rules(told) == {}
    assert broken_rules([{**told[0], "by": "A"}, told[1]]) == {"A": 1}
