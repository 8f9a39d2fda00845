"""Whole games of two to six players, and the game after: the board is cleared, and another begins."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from core.game import Game, dealt
from core.games import find
from core.goodwin.options import TinkOptions
from core.tinker.options import TinkerOptions
from kiebitz.archive.kept import kept_games
from kiebitz.archive.recorded import load
from kiebitz.pictures.drawing import save_png
from kiebitz.pictures.frame import Image
from kiebitz.pictures.sources import open_source
from kiebitz.watching.referee import Referee
from tests.kiebitz.painted import PaintedEye, paint
from tests.kiebitz.refereeing import at_terminal, refereed
from tests.kiebitz.test_session import TINK, WON, board
from tests.kiebitz.told import ToldEye, painted

DICE = find("tinker_tactics")
LAST = 6
"""How many last positions of a long game are played again."""
Told = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Told:
    return lambda: [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def watched(folder: Path, pictures: Sequence[Image], session: Referee[Any]) -> None:
    """Watch a folder with these *pictures*."""
    for number, image in enumerate(pictures):
        save_png(folder / f"{number:03}.png", image)
    at_terminal(session, open_source(str(folder)))


def played(game: Game[Any], start: Any, seed: int, most: int = 400) -> list[Any]:
    """Return the positions of a game by random actions, up to its end or the number *most*."""
    rng, positions = random.Random(seed), [start]
    while positions[-1].to_move and len(positions) < most:
        actions = [action for action in game.actions(positions[-1]) if action != "--"] or ["--"]
        positions.append(game.play(positions[-1], rng.choice(actions)))
    return positions


def seen(game: Game[Any], positions: Sequence[Any]) -> list[Mapping[str, str]]:
    """Return the boards of *positions*, those left out that look like the one before."""
    boards: list[Mapping[str, str]] = []
    for position in positions:
        contents = game.contents(position)
        if not boards or contents != boards[-1]:
            boards.append(contents)
    return boards


def test_a_rematch_has_a_journal_of_its_own_and_keeps_seats_and_colours(tmp_path: Path, told: Told) -> None:
    boards = [*(board(*WON[:count]) for count in range(8)), board(), board("Sd4"), board("Sd4", "Se5")]
    watched(tmp_path, list(map(paint, boards)), refereed(TINK, PaintedEye(), TinkOptions()))
    events = told()
    second = next(index for index, event in enumerate(events) if event.get("new_game"))
    assert [event["event"] for event in events[second - 2 :]] == ["journal", "found", "state", "move", "move", "end"]
    journal, found, state = events[second - 2 : second + 1]
    assert (journal["game"], found["n"], found["picture"], state["n"]) == ("2", 1, "008.png", 2)
    assert found["corners_px"] == events[1]["corners_px"]
    newest, oldest = kept_games()
    assert (oldest.moves, oldest.result, oldest.trouble) == (7, {"winners": ["A"], "reason": "line"}, "")
    assert (newest.moves, newest.result, newest.trouble) == (2, None, "")
    assert load(Path(newest.file)).colours == load(Path(oldest.file)).colours == {"A": "red", "B": "blue"}


@pytest.mark.parametrize("players", [3, 4])
def test_a_game_of_three_or_four_is_refereed_to_its_end_and_another_begins(
    players: int, tmp_path: Path, told: Told
) -> None:
    options = TinkOptions(players=players)
    last = played(TINK, TINK.start(options), seed=1)[-LAST:]
    first = TINK.play(TINK.start(options), "Sc3")
    pictures = [paint(contents) for contents in (*seen(TINK, last), {}, TINK.contents(first))]
    watched(tmp_path, pictures, refereed(TINK, PaintedEye(seats="ABCD"[:players]), options, positions=last[:1]))
    one, two = _games(told())
    assert _positions(one) == [TINK.format_position(position) for position in last[1:]]
    assert "pass" in [event["event"] for event in one]
    outcome = TINK.outcome(last[-1])
    assert outcome is not None
    assert [event["result"] for event in one if event["event"] == "result"] == [outcome.as_json()]
    assert _positions(two) == [TINK.format_position(first)]


@pytest.mark.thinned(2)
@pytest.mark.parametrize(("players", "seed"), [(6, 1), (5, 3), (3, 3), (4, 3)])
def test_dice_of_three_to_six_whose_colours_nobody_told_are_refereed_to_the_end_and_revealed_anew(
    players: int, seed: int, tmp_path: Path, told: Told
) -> None:
    options = TinkerOptions(players=players)
    last = played(DICE, dealt(DICE, options, seed=players), seed)[-LAST:]
    again = played(DICE, dealt(DICE, options, seed=99), seed, most=players + 2)
    pictures = [painted(contents, players) for contents in (*seen(DICE, last), {}, *seen(DICE, again))]
    watched(tmp_path, pictures, refereed(DICE, ToldEye(players), options, positions=last[:1]))
    one, two = _games(told())
    assert _positions(one) == [DICE.format_position(position) for position in last[1:]]
    assert [event["event"] for event in one].count("result") == 1
    assert [event["event"] for event in two[:2]] == ["found", "state"]
    assert [event.get("seat") for event in two if event["event"] == "move"][:players] == list("ABCDEF"[:players])
    assert _positions(two) == [DICE.format_position(position) for position in again[1:]]
    assert {game.trouble for game in kept_games()} == {""}


def _games(events: Sequence[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the events of the first and of the second game."""
    one, two = (index for index, event in enumerate(events) if event["event"] == "journal")
    return list(events[one + 1 : two]), list(events[two + 1 :])


def _positions(events: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the positions that the moves and passes among *events* reach."""
    return [event["position"] for event in events if event["event"] in ("move", "pass")]
