"""Every step of a lesson can be solved and warns of what is against the clause it names; puzzles; ``kiebitz learn``."""

from __future__ import annotations

import io

import pytest

from core.games import find, names
from kiebitz.lessons.lesson import Judged, Step, Wrong, judged_action, judged_board, judged_wrong, lesson_of
from kiebitz.lessons.puzzles import Puzzle, answer, puzzles_of, stage
from kiebitz.screen.live.drill import drilled
from tests.kiebitz.conftest import Answer, Kiebitz
from tests.kiebitz.test_cli import one_line

LESSONS = {name: lesson for name in names() if (lesson := lesson_of(name))}
STEPS = [
    pytest.param(name, step, id=f"{name}-{number}")
    for name, lesson in LESSONS.items()
    for number, step in enumerate(lesson.steps, start=1)
]


def test_every_game_has_a_lesson_of_about_ten_steps() -> None:
    assert set(LESSONS) >= {"tink", "ting", "tingle", "tabik", "tinker_tactics"}
    assert all(10 <= len(lesson.steps) <= 12 for lesson in LESSONS.values())
    assert [lesson_of(name) for name in ("lesson", "goodwin", "os")] == [None] * 3


@pytest.mark.parametrize(("name", "step"), STEPS)
def test_a_step_can_be_solved_with_an_action_and_on_the_board(name: str, step: Step) -> None:
    game = find(name)
    before = step.start(game)
    if step.set_up is not None:
        assert judged_action(game, step, step.set_up.solution).state == "done"
        return
    answers = [action for action in game.actions(before) if step.is_solved_by(game, action)]
    assert answers
    for action in answers[:5]:
        assert judged_action(game, step, action).state == "done"
        was, now = game.contents(before), game.contents(game.play(before, action))
        changes = {cell: content for cell, content in now.items() if content != was[cell]}
        assert judged_board(game, step, changes).state == ("done" if changes else "still")


@pytest.mark.parametrize(("name", "step"), STEPS)
def test_a_step_warns_of_what_is_against_the_clause_that_it_names_in_whole_sentences(name: str, step: Step) -> None:
    for wrong in step.wrong:
        judged = judged_wrong(find(name), step, wrong)
        assert (judged.code, judged.state in ("illegal", "unfinished")) == (wrong.code, True), wrong
        assert judged.message
        assert wrong.action or wrong.words
    for text in (step.task, step.learned):
        assert text[0].isupper()
        assert text.endswith(".")
        assert not {"{", "}", "\n"} & set(text)


def test_a_legal_action_that_is_not_asked_for_does_not_solve_a_step() -> None:
    step = Step("8/8/8/8/8/8/8/8 A 0,0 0", "Begin on c3.", "So.", answer="Sc3")
    assert judged_board(find("tink"), step, {"d4": "As"}).state == "legal"
    assert judged_board(find("tink"), step, {"c3": "As"}) == Judged("done", "So.", "Sc3")
    step = Step("8/8/8/8/8/2AsAsAs3/3Bs4/8 A 0,0 9", "Win.", "So.", wins=True)
    assert {step.is_solved_by(find("tink"), action) for action in ("Sb3", "Sf3")} == {True}
    assert not step.is_solved_by(find("tink"), "Sa1")


def test_what_is_no_cell_or_content_is_refused() -> None:
    step = Step("8/8/8/8/8/8/8/8 A 0,0 0", "Begin.", "So.", wrong=(Wrong("GW-11", "Sa1"),))
    for changes in ({"z9": "As"}, {"c3": "Zz"}, {"c3": ""}):
        with pytest.raises(ValueError, match="no such cell"):
            judged_board(find("tink"), step, changes)


# -- puzzles on the real board

TINK = find("tink")
LONG = next(puzzle for puzzle in puzzles_of("tink") if puzzle.moves == 2)


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


# -- in the terminal


def test_a_step_is_solved_by_typing_and_wrong_tries_are_explained(
    kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = typed(kiebitz, monkeypatch, "Sa1", "what", "?", "Sc3")
    assert "The first piece must go on one of the marked inner cells. (GW-11)" in said.out
    assert "One answer is Sc3." in said.out
    assert "The very first piece of a game is a small on a marked cell.\n\nStep 2 of 11" in said.out
    assert (said.status, said.err) == (0, "")
    first, second = typed(kiebitz, monkeypatch, "Sc3", "").out.split("Step 2 of 11")  # marked cells are shown as such
    assert " 3  .  . (.)(.)(.)(.) .  .\n" in first
    assert "( ) the marked cells\n" in first
    assert "(" not in second.partition("From now on")[0]


def test_it_begins_with_any_step_and_speaks_german(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    said = typed(kiebitz, monkeypatch, "--", "--step", "11")
    assert "Whoever can move must move" in said.out
    assert "Step 1 of" not in said.out
    assert "Schritt 1 von 11" in typed(kiebitz, monkeypatch, "", "--language", "de").out
    assert "'foo' ist beides nicht" in typed(kiebitz, monkeypatch, "foo\n", "--language", "de").out


def test_programs_get_the_whole_lesson_and_all_puzzles(kiebitz: Kiebitz) -> None:
    lesson = lesson_of("tabik")
    assert lesson is not None
    answer = kiebitz("learn", "tabik", "--json").json
    assert [step["task"] for step in answer["steps"]] == [step.task for step in lesson.steps]
    game = find("tabik")
    assert all(game.parse_position(step["position"], game.options.of(step["options"])) for step in answer["steps"])
    told = kiebitz("learn", "tabik", "--puzzles", "--json").json["puzzles"]
    assert [(each["position"], each["moves"]) for each in told] == [(p.position, p.moves) for p in puzzles_of("tabik")]


def test_a_puzzle_is_answered_until_it_is_won(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    number = 1 + puzzles_of("tink").index(LONG)
    reply = answer(TINK, stage(TINK, LONG), LONG.key)
    assert reply is not None
    wins = winning(LONG, [LONG.key, reply])
    said = typed(kiebitz, monkeypatch, "Sa8", LONG.key, wins, "", "--puzzles", "--step", str(number))
    assert "is to play and wins in two moves" in said.out
    assert "That is allowed, but " in said.out
    assert f"answers {reply}. " in said.out
    assert f"Puzzle {number + 1} of 8" in said.out
    assert "Seat" not in said.out


def test_what_is_no_lesson_step_or_puzzle_is_told_in_a_line(kiebitz: Kiebitz) -> None:
    assert "8 puzzles" in one_line(kiebitz("learn", "tink", "--puzzles", "--step", "9"))
    assert "11 steps" in one_line(kiebitz("learn", "tink", "--step", "12"))
    assert "tink" in one_line(kiebitz("learn", "chess"))


def typed(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch, *words: str) -> Answer:
    """Return what is said where *words* are typed; those from an option on are arguments."""
    at = next((i for i, word in enumerate(words) if word.startswith("--") and len(word) > 2), len(words))
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(words[:at]) + "\n"))
    return kiebitz("learn", "tink", *words[at:])
