"""Learning the value of Tabik: turned boards, games to learn from, and a network that the adviser reads alike."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("numba")

import torch

from adviser.kernels.tabik_layout import LARGEST_SIDE, PLACES, STRIDE, WEIGHTS
from adviser.values.tabik import MODEL, Network, described, flattened
from core.tabik import rules
from core.tabik.position import EXCHANGE
from tests.adviser.test_values import SIDES, game
from training.tabik_games import MOVES, Positions, Searcher, by_random_games
from training.tabik_net import Turns, ValueNet, legal
from training.tabik_value import Plan, follow


def first(games: int) -> Positions:
    return Positions.joined([*islice(by_random_games(3, 64), games)])


def tensors(positions: Positions) -> dict[str, torch.Tensor]:
    return {name: torch.from_numpy(part) for name, part in vars(positions).items()}


def test_games_are_labelled_by_what_random_games_were_worth() -> None:
    found = first(6)
    assert (found.games.sum(1) == 64).all()
    assert (np.abs(found.total) <= found.games).all()
    assert found.worth == pytest.approx(found.total.sum(1) / 64)
    assert set(found.end.tolist()) <= {-1, 1}
    assert np.corrcoef(found.worth, found.end)[0, 1] > 0.3


@pytest.mark.parametrize("searched", [False, True])
def test_moves_of_games_are_legal_however_the_board_is_turned(searched: bool) -> None:
    found = Searcher(np.zeros(WEIGHTS, np.float32), 30, seed=1).game() if searched else first(8)
    torch.manual_seed(1)
    given = Turns("cpu").carried(tensors(found))
    assert given["field"].shape == (len(found.worth), PLACES)
    assert (given["games"].sum(1) == torch.from_numpy(found.games).sum(1)).all()
    assert not (given["games"] > 0)[~legal(given["field"])].any()
    if not searched:
        few = torch.from_numpy((found.games > 0).sum(1) < 60)
        assert ((given["games"] > 0) == legal(given["field"]))[few].all()


@pytest.mark.parametrize("side", SIDES)
def test_the_adviser_reads_a_network_as_it_was_taught(side: int) -> None:
    torch.manual_seed(side)
    net = ValueNet()
    read = Network(flattened(net.layers()))
    for position in game(side, 2):
        field, numbers = described(position)
        with torch.no_grad():
            logit, said = net(torch.from_numpy(field.reshape(1, STRIDE**2)), torch.from_numpy(numbers[None]))
        worth, by_move = read.judged(position)
        assert worth == pytest.approx(float(torch.tanh(logit[0])), abs=1e-4)
        for move in rules.moves(position):
            if not move.rod:
                continue
            low, high = sorted((move.first, move.second))
            own = move.second if position.mover else move.first
            kind = 2 if move.kind == EXCHANGE else int(own != low)
            number = 6 * (LARGEST_SIDE * (low // side) + low % side) + 3 * (high - low > 1) + kind
            assert by_move[move] == pytest.approx(float(said[0, number]), abs=1e-4)


def test_a_search_says_who_wins_once_it_is_proved() -> None:
    found = Searcher(np.zeros(WEIGHTS, np.float32), 200, seed=4).game()
    assert found.worth[-1] == found.end[-1]
    assert abs(found.worth[-1]) == 1.0
    assert found.games.shape == (len(found.worth), MOVES)


def test_the_shipped_network_has_a_card() -> None:
    card = json.loads(MODEL.with_suffix(".json").read_text("utf-8"))
    assert card["recipe"] == MODEL.stem
    assert Plan(**card["plan"])
    assert card["searched"]["positions"] > 0


@pytest.mark.slow
def test_the_recipe_in_small_makes_a_network_and_its_card(tmp_path: Path) -> None:
    out = tmp_path / "value.npz"
    plan = Plan(random_s=25, search_s=25, playouts=32, simulations=16, size=32, least=200, refresh_s=4)
    follow(plan, out, "cpu", 1)
    with np.load(out) as layers:
        assert flattened({name: layers[name] for name in layers.files}).size == WEIGHTS
    assert json.loads(out.with_suffix(".json").read_text("utf-8"))["searched"]["samples"] > 0
