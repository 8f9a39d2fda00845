"""Puzzles on the real board: where they stand after what has been played."""

from __future__ import annotations

from core.games import find
from kiebitz.lessons.puzzles import Puzzle, puzzles_of, stage
from kiebitz.screen.live.drill import drilled

TINK = find("tink")
LONG = next(puzzle for puzzle in puzzles_of("tink") if puzzle.moves == 2)
SHORT = puzzles_of("tink")[0]


def test_the_key_is_explained_and_answered_and_the_win_solves_it() -> None:
    wanted = drilled(TINK, LONG, [])
    assert (wanted.state, wanted.reply, "wins in two moves" in wanted.told.text) == ("wanted", "", True)
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


def test_what_does_not_win_is_to_be_taken_back_and_what_was_no_action_leads_astray() -> None:
    wrong = drilled(TINK, LONG, ["Sa8"])
    assert (wrong.state, wrong.told.text.startswith("That is allowed, but ")) == ("wrong", True)
    assert drilled(TINK, LONG, ["Sa8", "Sh1"]) == wrong
    assert [drilled(TINK, LONG, actions).state for actions in ([None], [LONG.key, None])] == ["astray", "astray"]


def winning(puzzle: Puzzle, played: list[str]) -> str:
    """Return a move that wins at once after *played*."""
    now = stage(TINK, puzzle, played).step
    return next(action for action in TINK.actions(now.start(TINK)) if now.is_solved_by(TINK, action))
