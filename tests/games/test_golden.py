"""Golden games: one game of each kind, ply by ply, to be read and compared as text.

``python -m pytest tests/games --regenerate`` plays and writes them again; what changed is
for the eyes of a reviewer.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from core import games
from core.record import Record

FOLDER = Path(__file__).with_name("golden")
OPTIONS = {"tabik": {"board_size": 5}}
ENDINGS = {"tink": "line", "ting": "line", "tingle": "mobility"}
"""How the game is to end, where the first that comes is not wanted."""
PLIES = 60
GAP = "\n---\n\n"


def played(name: str) -> Record:
    """Return a seeded game in which whoever can win at once does, the longest of a few that end."""
    game, found = games.find(name), list[tuple[str, ...]]()
    options = game.options.of(OPTIONS.get(name, {}))
    for seed in range(30):
        rng, position, actions = random.Random(seed), game.start(options), list[str]()
        while not game.outcome(position) and len(actions) < PLIES:
            ways = {action: game.play(position, action) for action in game.actions(position)}
            wins = [
                action
                for action, after in ways.items()
                if (won := game.outcome(after)) and won.reason == ENDINGS.get(name, won.reason)
            ]
            actions.append(wins[0] if wins else rng.choice(list(ways)))
            position = ways[actions[-1]]
        outcome = game.outcome(position)
        if outcome and outcome.reason == ENDINGS.get(name, outcome.reason):
            found.append(tuple(actions))
    return Record(name, game.format_position(game.start(options)), max(found, key=len), options)


def shown(record: Record) -> str:
    """Return the record, and below it each ply: its number, how many actions were legal, the action, what it made."""
    game, positions = games.find(record.game), record.positions()
    lines = []
    for before, action, after in zip(positions, record.actions, positions[1:], strict=False):
        count = len(game.actions(before))
        lines.append(f"{after.ply:3} of {count:3}  {action:10} {game.format_position(after)}")
        lines += [f"{'':12}  {told.code}: {told.message}" for told in game.announcements(before, action, after)]
    outcome = game.outcome(positions[-1])
    lines.append(outcome.sentence if outcome else "not over")
    return record.format() + GAP + "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", games.names())
def test_golden_game(name: str, request: pytest.FixtureRequest) -> None:
    file = FOLDER / f"{name}.txt"
    if request.config.getoption("--regenerate"):
        file.write_text(shown(played(name)), encoding="utf-8")
    text = file.read_text(encoding="utf-8")
    assert shown(Record.parse(text.partition(GAP)[0])) == text


def test_no_golden_game_is_left_over(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--regenerate"):
        pytest.skip("they are being written")
    assert {file.stem for file in FOLDER.iterdir()} == set(games.names())
