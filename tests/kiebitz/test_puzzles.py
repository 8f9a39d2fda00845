"""Every puzzle is what it says, by the rules alone; what does not solve it is refuted by the rules.

And what is taught while a game is played: one thing at a time, when it first matters.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from core.game import AnyGame, Game, PositionLike, side_to_move
from core.games import find, names
from kiebitz.lessons.lesson import lesson_of
from kiebitz.lessons.puzzles import Puzzle, answer, judged, puzzles_of, right, stage
from kiebitz.lessons.teaching import Taught, Teacher

GAMES = ("tink", "ting", "tingle", "tabik", "tinker_tactics")
PUZZLES = [
    pytest.param(find(name), puzzle, id=f"{name}-{number}")
    for name in names()
    for number, puzzle in enumerate(puzzles_of(name), start=1)
]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_puzzles_the_short_ones_first(name: str) -> None:
    lesson = lesson_of(name)
    assert lesson is not None
    moves, numbers = [puzzle.moves for puzzle in puzzles_of(name)], lesson.puzzles.lengths
    assert moves == sorted(moves)
    assert len(moves) == sum(numbers.values())
    assert {lengths: sum(map(moves.count, lengths)) for lengths in numbers} == numbers


@pytest.mark.thinned(6)
@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_only_the_key_wins_in_time(game: AnyGame, puzzle: Puzzle) -> None:
    position, rest = puzzle.start(game), 2 * puzzle.moves - 2
    winning = [a for a in game.actions(position) if wins(game, game.play(position, a), side_to_move(position), rest)]
    assert winning == [puzzle.key]
    assert puzzle.moves == 1 or not wins(game, position, side_to_move(position), rest - 1)


def wins(game: AnyGame, position: PositionLike, side: str, plies: int) -> bool:
    """Return by the rules alone, without a memory, whether *side* is sure to win within this many *plies*."""
    if outcome := game.outcome(position):
        return outcome.winners == (side,)
    if plies == 0:
        return False
    reached = (wins(game, game.play(position, action), side, plies - 1) for action in game.actions(position))
    return any(reached) if position.to_move == side else all(reached)


@pytest.mark.thinned(5)
@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_a_puzzle_is_played_to_its_end_and_explained(game: AnyGame, puzzle: Puzzle) -> None:
    action, now, played = puzzle.key, stage(game, puzzle), list[str]()
    while True:
        found = judged(game, now, action)
        assert (found.state, found.message.startswith(f"{action}: ")) == ("done", True)
        reply = answer(game, now, action) if now.moves > 1 else None
        if reply is None:
            break
        played += [action, reply]
        now = stage(game, puzzle, played)
        action = next(right(game, now.step.start(game), now.moves))
    assert len(played) <= 2 * puzzle.moves - 2


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_a_move_that_does_not_solve_it_is_refuted(game: AnyGame, puzzle: Puzzle) -> None:
    now = stage(game, puzzle)
    others = [action for action in game.actions(puzzle.start(game)) if action != puzzle.key]
    for action in others[::20]:
        found = judged(game, now, action)
        assert (found.state, found.message.startswith("That is allowed, but")) == ("legal", True)


def test_a_win_of_the_other_side_refutes_a_move_first() -> None:
    game, puzzle = find("tink"), Puzzle("8/8/8/8/2AsAs4/8/3BsBsBs2/8 A 0,0 9", "Sg2", 2)
    message = judged(game, stage(game, puzzle), "Sa8").message
    assert message == "That is allowed, but B answers Sc2 and wins."


def test_moves_of_another_puzzle_are_refused() -> None:
    puzzle = next(one for one in puzzles_of("tink") if one.moves == 2)
    for played in ([puzzle.key], ["Sa1", "Sb1"], [puzzle.key, "Sb1", "Sc1"]):
        with pytest.raises(ValueError, match="puzzle"):
            stage(find("tink"), puzzle, played)


def test_there_are_no_puzzles_of_what_is_no_game() -> None:
    assert puzzles_of("chess") == puzzles_of("../lesson") == ()


def played(game: Game[Any], *actions: str) -> list[Any]:
    positions = [game.start(game.options.of({}))]
    for action in actions:
        positions.append(game.play(positions[-1], action))
    return positions


def taught(game: Game[Any], positions: list[Any], action: str = "") -> list[Taught]:
    """Return what somebody teaches who has not seen the game before."""
    return Teacher(game).taught(positions, action)


def test_rules_come_one_by_one_when_they_can_first_be_used() -> None:
    tink = find("tink")
    actions = ("Sc3", "Sc4", "Sd3", "Sd4")
    told = [taught(tink, played(tink, *actions[:count]))[:1] for count in range(5)]
    starts = [each[0].text.partition(".")[0] if each else "" for each in told]
    assert starts == [
        "The very first piece of a game is a small on a marked cell",
        "A small from your stash costs nothing and may go anywhere that is empty",
        "",
        "",
        "A medium is paid with two smalls that touch its cell, also by a corner",
    ]
    assert set(told[4][0].cells) >= {"c3", "d3"}


def test_what_the_last_move_did_is_told_first() -> None:
    tink = find("tink")
    first, *_ = taught(tink, played(tink, "Sc3", "Sa8", "Sd3", "Sa6", "Se3"), "Se3")
    assert first.text.startswith("Se3: makes")
    assert "four in a row" in first.text


@pytest.mark.parametrize("name", GAMES)
def test_each_rule_is_taught_once_with_a_legal_example(name: str) -> None:
    game, chance = find(name), random.Random(2)
    positions, texts = played(game), list[str]()
    teacher = Teacher(game)
    for _ in range(60):
        news = teacher.taught(positions)
        assert news == taught(game, positions)
        texts += [each.text.partition(" For example ")[0] for each in news]
        examples = [each.text.partition(" For example ")[2].rstrip(".") for each in news]
        assert set(filter(None, examples)) <= set(game.actions(positions[-1]))
        if game.outcome(positions[-1]):
            break
        positions.append(game.play(positions[-1], chance.choice(game.actions(positions[-1]))))
    lesson = lesson_of(name)
    assert lesson is not None
    assert texts
    assert len(set(texts)) == len(texts)
    assert set(texts) <= {step.learned for step in lesson.steps if step.kind}
