"""Positions on a compiled kernel say the same as those on the rules."""

from __future__ import annotations

import pickle
import random

import pytest

pytest.importorskip("numba", reason="compiled kernels need numba")

from core import games
from core.game import HiddenSetup
from core.goodwin.options import TingleOptions, TingOptions, TinkOptions
from core.options import RuleOptions
from core.tabik.options import TabikOptions
from core.tinker.options import TinkerOptions
from interop.standings import OVER, Compiled, Plain, Standing, Table, numbers_of

pytestmark = pytest.mark.usefixtures("all_kernels")

GAMES = [
    ("tink", TinkOptions(ply_limit=60)),
    ("tink", TinkOptions(players=3)),
    ("ting", TingOptions(ply_limit=60)),
    ("tingle", TingleOptions(players=4)),
    ("tabik", TabikOptions()),
    ("tabik", TabikOptions(board_size=9, ply_limit=40)),
    ("tinker_tactics", TinkerOptions(ply_limit=60)),
    ("tinker_tactics", TinkerOptions(players=5, ply_limit=60)),
]


def both(name: str, options: RuleOptions) -> tuple[Standing, Standing]:
    """Return the start of a game on its kernel and on the rules."""
    game = games.find(name)
    start = game.deal(options, 3) if isinstance(game, HiddenSetup) else game.start(options)
    plain = Plain(Table(game, start, numbers_of(game, start), None), start)
    return Table.of(game, start).standing(start), plain


@pytest.mark.parametrize(("name", "options"), GAMES, ids=lambda value: value if isinstance(value, str) else "")
def test_a_kernel_says_what_the_rules_say(name: str, options: RuleOptions) -> None:
    fast, plain = both(name, options)
    rng, text = random.Random(5), games.find(name).format_position
    for _ in range(400):
        assert isinstance(fast, Compiled)
        assert (fast.mover, fast.legal, fast.worth()) == (plain.mover, plain.legal, plain.worth())
        assert text(fast.position) == text(plain.position)
        if plain.mover == OVER:
            break
        action = rng.choice(plain.legal)
        fast, plain = fast.after(action), plain.after(action)
    assert plain.mover == OVER


def test_persons_keep_their_numbers_when_colours_are_swapped() -> None:
    table = Table.of(games.find("tabik"), games.find("tabik").start(TabikOptions(board_size=2)))
    standing = table.standing(table.start)
    for text in ("a1+b1", "swap", "a2+b2"):
        standing = standing.after(table.numbers.number(text))
    assert (standing.mover, standing.worth()) == (OVER, [-1.0, 1.0])


def test_options_that_no_kernel_knows_are_played_by_the_rules() -> None:
    fast, _ = both("tink", TinkOptions(repetition_limit=2))
    assert isinstance(fast, Plain)
    persons_elsewhere, _ = both("tabik", TabikOptions(first_player="B"))
    assert persons_elsewhere.mover == 1


@pytest.mark.parametrize("name", games.names())
def test_compiled_states_are_written_and_read_back(name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="pip install '.[interop]' brings OpenSpiel")
    import interop.openspiel

    game = pyspiel.load_game(interop.openspiel.PREFIX + name, {"ply_limit": 40})
    state, rng = game.new_initial_state(), random.Random(2)
    for _ in range(6):
        state.apply_action(rng.choice(state.legal_actions()))
    _, copy = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert isinstance(game.first, Compiled)
    assert (str(copy), copy.legal_actions()) == (str(state), state.legal_actions())
    again = pickle.loads(pickle.dumps(game.first.after(state.history()[0])))
    assert isinstance(again, Compiled)
    assert again.legal == game.first.after(state.history()[0]).legal
