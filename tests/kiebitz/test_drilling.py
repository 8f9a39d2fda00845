"""Puzzles on the real board: where they stand after what has been played."""

from __future__ import annotations

import pytest

from core.games import find
from kiebitz.lessons.drilling import drilled
from kiebitz.lessons.puzzles import Puzzle, puzzles_of, stage

TINK = find("tink")
LONG = next(puzzle for puzzle in puzzles_of("tink") if puzzle.moves == 2)
SHORT = puzzles_of("tink")[0]


def test_at_first_the_task_is_told() -> None:
    found = drilled(TINK, LONG, [])
    assert (found.state, found.reply) == ("wanted", "")
    assert "wins in two moves" in found.told.text


def test_the_key_is_explained_and_answered_and_the_win_solves_it() -> None:
    answered = drilled(TINK, LONG, [LONG.key])
    assert answered.state == "answered"
    assert answered.told.text.startswith("That is right.")
    assert answered.told.cells == (LONG.key[1:],)
    then = drilled(TINK, LONG, [LONG.key, answered.reply])
    assert (then.state, "at once" in then.told.text) == ("wanted", True)
    last = winning(LONG, [LONG.key, answered.reply])
    assert drilled(TINK, LONG, [LONG.key, answered.reply, last]).state == "solved"


def test_another_answer_than_the_one_that_is_asked_for_is_taken_as_well() -> None:
    asked = drilled(TINK, LONG, [LONG.key]).reply
    position = TINK.play(LONG.start(TINK), LONG.key)
    other = next(
        action
        for action in TINK.actions(position)
        if action != asked and TINK.outcome(TINK.play(position, action)) is None
    )
    assert drilled(TINK, LONG, [LONG.key, other]).state == "wanted"
    assert drilled(TINK, LONG, [LONG.key, other, winning(LONG, [LONG.key, other])]).state == "solved"


def test_a_legal_move_that_does_not_win_is_refuted_and_to_be_taken_back() -> None:
    found = drilled(TINK, LONG, ["Sa8"])
    assert found.state == "wrong"
    assert found.told.text.startswith("That is allowed, but ")
    assert found.told.text.endswith("Take it back and try again.")
    assert drilled(TINK, LONG, ["Sa8", "Sh1"]) == found


def test_one_move_solves_a_short_puzzle() -> None:
    assert drilled(TINK, SHORT, [SHORT.key]).state == "solved"


@pytest.mark.parametrize("actions", [[None], [LONG.key, None]])
def test_what_was_no_action_leads_astray(actions: list[str | None]) -> None:
    assert drilled(TINK, LONG, actions).state == "astray"


def winning(puzzle: Puzzle, played: list[str]) -> str:
    """Return a move that wins at once after *played*."""
    now = stage(TINK, puzzle, played).step
    return next(action for action in TINK.actions(now.start(TINK)) if now.is_solved_by(TINK, action))
