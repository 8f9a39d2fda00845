"""What is taught while a game is played: one thing at a time, when it first matters."""

from __future__ import annotations

import random
from typing import Any

import pytest

from core.game import Game
from core.games import find
from kiebitz.lessons.lesson import lesson_of
from kiebitz.lessons.teaching import Taught, Teacher

GAMES = ("tink", "ting", "tingle", "tabik", "tinker_tactics")


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
