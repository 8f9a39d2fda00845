"""A course of learning in small: how it ends, goes on, and what it leaves; and what pictures go through first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from training.course import Recipe, run, steps_taken
from training.losses import PyramidLoss, seats_loss, unnamed
from training.model import CellNet
from training.subjects import NOTHING
from training.vary import Vary
from vision.network import DICE_MODEL, PYRAMID_MODEL, SHAPE_MODEL, STONE_MODEL


def _course(folder: Path, recipe: Recipe, *, per_epoch: int = 3) -> tuple[CellNet, list[dict[str, float]]]:
    """Return a network that learned to answer one batch with zeros, and the lines of its course."""
    torch.manual_seed(0)
    net = CellNet(STONE_MODEL)
    batch = torch.rand(4, 4, STONE_MODEL.frame.height, STONE_MODEL.frame.width)

    def losses(_: int) -> Iterator[torch.Tensor]:
        while True:
            yield net(batch).square().sum()

    return net, list(run(net, folder, recipe, per_epoch, losses))


def test_a_course_takes_its_epochs_and_is_not_taken_twice(tmp_path: Path) -> None:
    net, lines = _course(tmp_path, Recipe(epochs=2))
    assert [line["epoch"] for line in lines] == [0, 1]
    assert lines[1]["loss"] < lines[0]["loss"]
    assert steps_taken(tmp_path) == 6
    again, none = _course(tmp_path, Recipe(epochs=2))
    assert none == []
    for left, right in zip(net.parameters(), again.parameters(), strict=True):
        assert torch.equal(left, right)
    assert not net.training


def test_a_course_ends_by_the_clock(tmp_path: Path) -> None:
    _, lines = _course(tmp_path, Recipe(epochs=10_000, minutes=0.005))
    assert len(lines) >= 1
    assert steps_taken(tmp_path) < 3000


_NONE = np.zeros(24, dtype=bool)


def _batch(count: int = 24) -> torch.Tensor:
    """Return grey pictures with a dark left half, all of each one outline."""
    pictures = torch.full((count, 4, SHAPE_MODEL.frame.height, SHAPE_MODEL.frame.width), 160, dtype=torch.uint8)
    pictures[:, :3, :, : SHAPE_MODEL.frame.width // 2] = 40
    pictures[:, 3] = 200
    return pictures


def test_pictures_are_varied_each_in_its_own_way_the_same_for_the_same_seed() -> None:
    first, second, other = (Vary(SHAPE_MODEL, seed)(_batch(), _NONE) for seed in (3, 3, 4))
    assert first.shape == (24, 4, SHAPE_MODEL.frame.height, SHAPE_MODEL.frame.width)
    assert first.dtype == torch.float32
    assert torch.equal(first, second)
    assert not torch.equal(first, other)
    assert len({round(float(picture[:3].mean()), 4) for picture in first}) == 24
    assert 0 <= float(first.min()) < float(first.max()) <= 1


def test_only_what_looks_the_same_in_a_mirror_is_mirrored() -> None:
    halves = [Vary(model, 6)(_batch(), _NONE)[:, :3].mean((1, 2)) for model in (SHAPE_MODEL, DICE_MODEL)]
    darker_left = [float((h[:, :30].mean(1) < h[:, -30:].mean(1)).float().mean()) for h in halves]
    assert 0.2 < darker_left[0] < 0.8
    assert darker_left[1] == 1


def test_what_is_usual_is_moved_and_lit_as_the_picture_is() -> None:
    batch = _batch()
    seen = Vary(PYRAMID_MODEL, 9)(torch.cat([batch, batch[:, :3]], dim=1), ~_NONE)
    shown, usual = (seen[:, part, 8:-8].mean(2).flatten(1) for part in (slice(0, 3), slice(4, 7)))
    like = [float(np.corrcoef(one, other)[0, 1]) for one, other in zip(shown.numpy(), usual.numpy(), strict=True)]
    assert float(np.median(like)) > 0.97
    assert float(usual.std(0).mean()) > 0.05


def test_strange_colours_are_no_longer_those_that_were() -> None:
    batch = _batch()
    batch[:, :3] = torch.tensor([30, 30, 200])[:, None, None]
    plain, strange = (Vary(SHAPE_MODEL, 7)(batch, which)[:, :3].mean((2, 3)) for which in (_NONE, ~_NONE))
    assert bool((plain.argmax(1) == 2).all())
    assert len(set(strange.argmax(1).tolist())) == 3
    assert 0.1 < float(np.mean(Vary(SHAPE_MODEL, 8).strangers(1000))) < 0.5


def test_nobody_learns_the_names_of_strange_colours() -> None:
    labels = torch.tensor([[1, 4, 2], [1, 7, 0], [0, NOTHING, NOTHING]])
    strange = np.array([True, False, False])
    said = unnamed(PYRAMID_MODEL, labels, strange)
    assert said.tolist() == [[1, NOTHING, 2], [1, 7, 0], [0, NOTHING, NOTHING]]
    assert labels[0, 1] == 4
    assert torch.equal(unnamed(STONE_MODEL, labels[:, :2], strange), labels[:, :2])
    loss, scores = PyramidLoss(PYRAMID_MODEL, labels, torch.full((3,), 3.9)), torch.zeros(3, PYRAMID_MODEL.outputs)
    scores.requires_grad_()
    colour = slice(3, 3 + PYRAMID_MODEL.fields["colour"])
    torch.stack(loss.parts(scores, said, torch.full((3,), 3.9))).sum().backward()
    assert scores.grad is not None
    assert not scores.grad[0, colour].any()
    assert scores.grad[1, colour].any()
    assert scores.grad[0, colour.stop :].any()


def test_pieces_of_one_seat_are_to_lie_near_each_other_and_far_from_others_and_from_bare_cells() -> None:
    seat, table = torch.tensor([0, 0, 1, -1, 0]), torch.tensor([0, 0, 0, 0, 1])
    told_apart = torch.zeros(5, 8)
    told_apart[2, 0] = told_apart[3, 1] = told_apart[4, 2] = 6.0
    mixed_up = told_apart.clone()
    mixed_up[2, 0] = 0.0
    assert seats_loss(told_apart, seat, table) < 0.05
    assert seats_loss(mixed_up, seat, table) > 2.0


def test_crops_of_one_table_are_seen_in_one_light() -> None:
    batch = torch.full(
        (40, DICE_MODEL.channels, DICE_MODEL.frame.height, DICE_MODEL.frame.width), 90, dtype=torch.uint8
    )
    tables = np.repeat([0, 1], 20)
    middles = Vary(DICE_MODEL, 3)(batch, np.zeros(40, dtype=bool), tables)[:, :3].mean(dim=(2, 3)).numpy()
    first, second = middles[:20], middles[20:]
    assert np.linalg.norm(np.median(first, axis=0) - np.median(second, axis=0)) > 0.03
    assert np.median(first.std(axis=0)) < 0.04
