"""Where a game stands, as pages show it, and how often each side broke a rule."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

import pytest

from core.games import find, names
from core.verdict import Refused
from kiebitz.language import language
from kiebitz.screen.views.broken import broken_rules
from kiebitz.screen.views.standing import standing_of
from kiebitz.table.controls import Correct
from kiebitz.table.inputs import Concluded, Input, Told
from kiebitz.table.rules.trouble import refused
from kiebitz.table.state import TableState, Terms
from kiebitz.table.step import step
from kiebitz.watching.scripts import script_of

CONCLUDED = Concluded()


def played(name: str, *, players: int = 2, left_out: int = 0) -> TableState[Any]:
    """Return the demo game of *name*, but for its last actions."""
    script, game = script_of(name, players), find(name)
    start = game.parse_position(script.start, script.options) if script.start else game.start(script.options)
    actions = script.actions[: len(script.actions) - left_out]
    positions = [*accumulate(actions, game.play, initial=start)]
    return TableState.begun(Terms(game, script.options), positions=positions)


def standing(state: TableState[Any], given: Input = CONCLUDED) -> dict[str, Any]:
    """Return where *state* stands after what is *given* then."""
    after, told = step(state, given)
    events = [{"n": n, **event.as_json()} for n, event in enumerate(told, 1)]
    return standing_of(after, events, after.options)


def ending(name: str) -> dict[str, Any]:
    """Return where the demo game of *name* stands as its last move is announced."""
    before, last = played(name, left_out=1), script_of(name).actions[-1]
    after = before.game.contents(before.game.play(before.position, last))
    changed = {cell: content for cell, content in after.items() if content != before.contents[cell]}
    return standing(before, Told(Correct(changed)))


def test_the_move_that_wins_is_said_together_with_the_result() -> None:
    words = ending("tink")["said"]
    assert words == "13. Seat A plays Se3. Seat A wins with a line: e3 e4 e5 e6."


def test_what_was_counted_is_said_together_with_the_result() -> None:
    words = ending("tabik")["said"]
    assert words.startswith("13. Black plays d4xd5. No more actions: Black 4, White 5.")
    assert words.endswith("White wins by the score: c2, d2, d3, d4, e3.")


@pytest.mark.parametrize("name", names())
def test_a_result_is_said_in_words_and_the_cells_that_decide_are_marked(name: str) -> None:
    over = standing(played(name))
    (winner,) = over["result"]["winners"]
    assert over["said"].startswith(f"{over['names'][winner]} wins ")
    assert not set("_()") & set(over["said"])
    assert all(cell in over["said"] for cell in over["decides"][:4])
    assert set(over["decides"]) <= set(over["board"]["cells"])


@pytest.mark.parametrize("name", names())
def test_nothing_decides_a_game_that_goes_on(name: str) -> None:
    on = standing(played(name, left_out=1))
    assert (on["result"], on["drawn"], on["decides"]) == (None, False, [])


@pytest.mark.parametrize(
    ("name", "left_out", "sides", "left"),
    [
        (
            "tabik",
            1,
            {"B": ["score 5", "groups: 5, 2, 1, 1"], "W": ["score 4", "groups: 4, 2, 2, 1"]},
            "Left: 0 edges for a new pair, 1 exchange.",
        ),
        ("tinker_tactics", 1, {"A": ["4 dice", "total 9"], "B": ["2 dice", "total 5"]}, ""),
    ],
)
def test_the_game_at_hand_is_told_in_phrases(name: str, left_out: int, sides: dict[str, Any], left: str) -> None:
    hand = standing(played(name, left_out=left_out))["at_hand"]
    assert hand == {"sides": sides, "left": left}
    german = language("de")
    for phrase in (*(phrase for told in hand["sides"].values() for phrase in told), *filter(None, [hand["left"]])):
        assert german.translated(phrase) not in (None, phrase)


@pytest.mark.parametrize(("left_out", "out"), [(6, []), (4, ["B"])])
def test_who_is_out_is_told(left_out: int, out: list[str]) -> None:
    assert standing(played("tinker_tactics", players=3, left_out=left_out))["out"] == out


def test_boards_in_view_instead_of_the_games_are_offered_as_tables_until_it_is_found() -> None:
    state = played("tink", left_out=13)
    seen = {"game": "tabik", "players": None, "board_size": 6, "option": "tabik of 6"}
    lost: dict[str, Any] = {"n": 1, "event": "lost", "frame": 1, "t": 1.0, "looks_like": [seen], "message": "Lost."}
    found: dict[str, Any] = {"n": 2, "event": "found", "frame": 2, "t": 2.0, "method": "tags"}
    table = {"game": "tabik", "options": {"board_size": 6}}
    assert standing_of(state, [lost], state.options)["instead"] == [{"title": "Tabik", "table": table}]
    assert standing_of(state, [lost, found], state.options)["instead"] == []


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
