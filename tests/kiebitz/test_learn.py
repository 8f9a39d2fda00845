"""``kiebitz learn`` goes through a lesson in the terminal."""

from __future__ import annotations

import io

import pytest

from core.games import find
from kiebitz.lessons.lesson import lesson_of
from kiebitz.lessons.puzzles import answer, puzzles_of, stage
from tests.kiebitz.conftest import Answer, Kiebitz
from tests.kiebitz.test_cli import one_line


def test_a_step_is_solved_by_typing_and_wrong_tries_are_explained(
    kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = typed(kiebitz, monkeypatch, "Sa1", "what", "?", "Sc3")
    assert "The first piece must go on one of the marked inner cells. (GW-11)" in said.out
    assert "One answer is Sc3." in said.out
    assert "The very first piece of a game is a small on a marked cell.\n\nStep 2 of 11" in said.out
    assert (said.status, said.err) == (0, "")


def test_the_cells_that_a_task_calls_marked_are_marked(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = typed(kiebitz, monkeypatch, "Sc3", "").out.split("Step 2 of 11")
    assert " 3  .  . (.)(.)(.)(.) .  .\n" in first
    assert "( ) the marked cells\n" in first
    assert "(" not in second.partition("From now on")[0]


def test_it_begins_with_any_step_and_ends_with_the_last(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    said = typed(kiebitz, monkeypatch, "--", "--step", "11")
    assert "Whoever can move must move" in said.out
    assert "Step 1 of" not in said.out


def test_it_speaks_german(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Schritt 1 von 11" in typed(kiebitz, monkeypatch, "", "--language", "de").out
    assert "'foo' ist beides nicht" in typed(kiebitz, monkeypatch, "foo\n", "--language", "de").out


def test_programs_get_the_whole_lesson(kiebitz: Kiebitz) -> None:
    lesson = lesson_of("tabik")
    assert lesson is not None
    answer = kiebitz("learn", "tabik", "--json").json
    assert [step["task"] for step in answer["steps"]] == [step.task for step in lesson.steps]
    game = find("tabik")
    assert all(game.parse_position(step["position"], game.options.of(step["options"])) for step in answer["steps"])


def test_a_puzzle_is_answered_until_it_is_won(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    number, puzzle = next((at, each) for at, each in enumerate(puzzles_of("tink"), start=1) if each.moves == 2)
    game = find("tink")
    reply = answer(game, stage(game, puzzle), puzzle.key)
    assert reply is not None
    now = stage(game, puzzle, [puzzle.key, reply]).step
    wins = next(action for action in game.actions(now.start(game)) if now.is_solved_by(game, action))
    said = typed(kiebitz, monkeypatch, "Sa8", puzzle.key, wins, "", "--puzzles", "--step", str(number))
    assert "is to play and wins in two moves" in said.out
    assert "That is allowed, but " in said.out
    assert f"answers {reply}. " in said.out
    assert f"Puzzle {number + 1} of 8" in said.out
    assert "Seat" not in said.out


def test_what_is_no_puzzle_is_told_in_a_line(kiebitz: Kiebitz) -> None:
    assert "8 puzzles" in one_line(kiebitz("learn", "tink", "--puzzles", "--step", "9"))


def test_what_is_no_lesson_or_step_is_told_in_a_line(kiebitz: Kiebitz) -> None:
    assert "11 steps" in one_line(kiebitz("learn", "tink", "--step", "12"))
    assert "tink" in one_line(kiebitz("learn", "chess"))


def typed(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch, *words: str) -> Answer:
    """Return what is said where *words* are typed; those from an option on are arguments."""
    at = next((i for i, word in enumerate(words) if word.startswith("--") and len(word) > 2), len(words))
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(words[:at]) + "\n"))
    return kiebitz("learn", "tink", *words[at:])
