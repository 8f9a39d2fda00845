"""Every step of every lesson can be solved, and the tries it warns of are against the clause it names."""

from __future__ import annotations

import pytest

from core.games import find, names
from kiebitz.lessons.lesson import Judged, Step, Wrong, judged_action, judged_board, judged_wrong, lesson_of

LESSONS = {name: lesson for name in names() if (lesson := lesson_of(name))}
STEPS = [
    pytest.param(name, step, id=f"{name}-{number}")
    for name, lesson in LESSONS.items()
    for number, step in enumerate(lesson.steps, start=1)
]


def test_every_game_has_a_lesson_of_about_ten_steps() -> None:
    assert set(LESSONS) >= {"tink", "ting", "tingle", "tabik", "tinker_tactics"}
    assert all(10 <= len(lesson.steps) <= 12 for lesson in LESSONS.values())


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
def test_what_a_step_warns_of_is_against_the_clause_that_it_names(name: str, step: Step) -> None:
    for wrong in step.wrong:
        judged = judged_wrong(find(name), step, wrong)
        assert (judged.code, judged.state in ("illegal", "unfinished")) == (wrong.code, True), wrong
        assert judged.message


@pytest.mark.parametrize(("name", "step"), STEPS)
def test_what_a_step_says_is_one_line_of_whole_sentences(name: str, step: Step) -> None:
    del name
    for text in (step.task, step.learned):
        assert text[0].isupper()
        assert text.endswith(".")
        assert not {"{", "}", "\n"} & set(text)
    assert all(wrong.action or wrong.words for wrong in step.wrong)


def test_a_legal_action_that_is_not_asked_for_does_not_solve_a_step() -> None:
    step = Step("8/8/8/8/8/8/8/8 A 0,0 0", "Begin on c3.", "So.", answer="Sc3")
    assert judged_board(find("tink"), step, {"d4": "As"}).state == "legal"
    assert judged_board(find("tink"), step, {"c3": "As"}) == Judged("done", "So.", "Sc3")


def test_a_step_that_must_be_won_is_not_solved_otherwise() -> None:
    step = Step("8/8/8/8/8/2AsAsAs3/3Bs4/8 A 0,0 9", "Win.", "So.", wins=True)
    assert {step.is_solved_by(find("tink"), action) for action in ("Sb3", "Sf3")} == {True}
    assert not step.is_solved_by(find("tink"), "Sa1")


@pytest.mark.parametrize("changes", [{"z9": "As"}, {"c3": "Zz"}, {"c3": ""}])
def test_what_is_no_cell_or_content_is_refused(changes: dict[str, str]) -> None:
    step = Step("8/8/8/8/8/8/8/8 A 0,0 0", "Begin.", "So.", wrong=(Wrong("GW-11", "Sa1"),))
    with pytest.raises(ValueError, match="no such cell"):
        judged_board(find("tink"), step, changes)


def test_there_is_no_lesson_of_what_is_no_game() -> None:
    assert lesson_of("lesson") is None
    assert lesson_of("goodwin") is None
    assert lesson_of("os") is None
