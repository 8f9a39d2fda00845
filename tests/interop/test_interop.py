"""The games pass the examinations of the libraries that they are registered with."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

from core import games
from interop.standings import returns

NAMES = ("tink", "ting", "tingle", "tabik", "tinker_tactics")
BY_SPEED = ["tabik", "tinker_tactics", *(pytest.param(name, marks=pytest.mark.slow) for name in NAMES[:3])]


def test_returns_sum_to_nothing() -> None:
    three = games.find("tink").start(games.find("tink").options(players=3))
    assert returns(three, ("B",)) == pytest.approx([-0.5, 1.0, -0.5])
    assert returns(three, ("A", "B", "C")) == pytest.approx([0.0, 0.0, 0.0])
    assert sum(returns(three, ("A", "C"))) == pytest.approx(0.0)


@pytest.mark.usefixtures("added_games")
@pytest.mark.parametrize("name", [*BY_SPEED, "race"])
def test_open_spiel(name: str) -> None:
    """OpenSpiel's own examination of a game, with states written and read back."""
    pyspiel = pytest.importorskip("pyspiel", reason="pip install '.[interop]' brings OpenSpiel")
    import interop.openspiel

    interop.openspiel.register(name)
    game = pyspiel.load_game(interop.openspiel.PREFIX + name, {"ply_limit": 10})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_open_spiel_knows_persons_not_colours() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="pip install '.[interop]' brings OpenSpiel")
    import interop.openspiel

    state = pyspiel.load_game(interop.openspiel.PREFIX + "tabik", {"board_size": 2}).new_initial_state()
    players = []
    for text in ("a1+b1", "swap", "a2+b2"):
        players.append(state.current_player())
        state.apply_action(state.string_to_action(text))
    assert players == [0, 1, 0]
    assert (state.is_terminal(), state.returns()) == (True, [-1.0, 1.0])


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyspiel", reason="pip install '.[interop]' brings OpenSpiel")
    text = (Path(__file__).parents[2] / "docs" / "engine-protocols.md").read_text(encoding="utf-8")
    exec(text.split("```python\n")[1].split("```")[0], {})
    assert "+" in capsys.readouterr().out


@pytest.mark.usefixtures("added_games")
@pytest.mark.parametrize("name", [*BY_SPEED, "coins", "race"])
def test_petting_zoo(name: str) -> None:
    pytest.importorskip("pettingzoo", reason="pip install '.[interop]' brings PettingZoo")
    from pettingzoo.test import api_test

    from interop.zoo import env

    options = games.find(name).options(ply_limit=10) if name in NAMES else None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(name, options), num_cycles=20, verbose_progress=False)
