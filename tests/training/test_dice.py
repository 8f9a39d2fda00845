"""What dice are learned from: crowded tables, where each die is cut out in several ways."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

from kits import tinker_tactics
from kits.colours import COLOURS
from simulator.render import render
from training.data import samples
from training.dense import draw_dense_scene
from training.dice_crops import Cuts, Dice, DiceChunk, poses, sides, upper_faces, whole_dice
from training.subjects import SUBJECTS
from vision.die_views import face_input, face_views
from vision.network import ACROSS, DICE, DOWN, FACES, PRESENCE, REACHES, TOPS


def test_a_die_stands_on_most_cells_each_of_its_own_make() -> None:
    kit = tinker_tactics.kit(players=2)
    scene = draw_dense_scene(np.random.default_rng(4), kit, (640, 480))
    assert len(scene.pieces) >= 0.5 * len(kit.plan.cells)
    assert len({piece.colour for piece in scene.pieces}) > 4
    assert {int(piece.kind) for piece in scene.pieces} == set(DICE)
    assert all(1 <= piece.value <= int(piece.kind) for piece in scene.pieces)


def test_the_first_network_is_told_where_each_die_is() -> None:
    kit = tinker_tactics.kit(players=2)
    rng = np.random.default_rng(6)
    picture = render(draw_dense_scene(rng, kit, (640, 480)))
    made = samples(SUBJECTS["dice"], kit, picture, 0, rng)
    piece = made.labels[:, 0] == PRESENCE.index("piece")
    assert piece.sum() > 8
    assert (made.labels[piece] >= 0).all()
    assert (made.labels[~piece, 1:] == -1).all()
    assert (made.labels[piece].max(axis=0)[1:] < [len(COLOURS), 3, len(ACROSS), len(DOWN), len(REACHES)]).all()


@pytest.fixture(scope="module")
def crowded() -> Dice:
    rng = np.random.default_rng(2)
    return Dice.of(render(draw_dense_scene(rng, tinker_tactics.kit(players=2), (800, 600))))


def test_whole_dice_and_upper_faces_are_cut_anew_each_time(crowded: Dice) -> None:
    rng = np.random.default_rng(1)
    first, second, tops = whole_dice(crowded, rng), whole_dice(crowded, rng), upper_faces(crowded, rng)
    assert first.wanted[:, 0].tolist() == crowded.labels.tolist()
    assert not np.array_equal(first.crops, second.crops)
    told = [FACES[label] for label in crowded.labels]
    assert [TOPS[int(label)] for label in tops.wanted[:, 0]] == [face for face in told if face in TOPS]
    assert first.crops.shape[1:] == tops.crops.shape[1:] == (1, 64, 64, 3)


def test_sides_and_poses_of_d4_are_those_of_the_same_dice(crowded: Dice) -> None:
    rng = np.random.default_rng(3)
    found, lie = sides(crowded, rng), poses(crowded, rng)
    assert len(found.wanted) == len(lie.wanted) == sum(FACES[label][0] == 4 for label in crowded.labels) > 2
    assert found.crops.shape[1] == 3
    assert found.seen.any(axis=1).all()
    assert not found.seen.all()
    np.testing.assert_allclose(np.hypot(*lie.wanted[:, :2].T), 1, atol=1e-5)


def test_a_picture_without_dice_is_cut_too(crowded: Dice) -> None:
    none = replace(
        crowded,
        **{name: getattr(crowded, name)[:0] for name in ("centres", "reaches", "labels", "angles")},
    )
    rng = np.random.default_rng(4)
    for cut in (whole_dice, upper_faces, sides, poses):
        assert len(Cuts.joined([cut(none, rng), cut(crowded, rng)]).wanted) > 2


def test_a_chunk_is_read_as_it_was_saved(tmp_path: Path, crowded: Dice) -> None:
    chunk = DiceChunk({"side": sides(crowded, np.random.default_rng(5))})
    chunk.save(tmp_path / "chunk.npz")
    read = DiceChunk.load(tmp_path / "chunk.npz").cuts["side"]
    for field in fields(Cuts):
        np.testing.assert_array_equal(getattr(read, field.name), getattr(chunk.cuts["side"], field.name))


def test_what_is_learned_from_is_what_the_reader_sees(crowded: Dice) -> None:
    torch = pytest.importorskip("torch")
    from training.dice import DiceOf

    place = crowded.registration
    seen = face_views(place, crowded.centres, crowded.reaches, np.zeros(len(crowded.labels)))
    stored = DiceOf("face", "cpu", len(crowded.labels))
    assert stored.add(Cuts.of(crowded.image, seen, crowded.labels))
    shown, die = stored.pictures_of(torch.arange(len(stored)))
    assert die.tolist() == list(range(len(crowded.labels)))
    expected = face_input(crowded.image, seen).transpose(0, 3, 1, 2)
    assert np.abs(shown.numpy().astype(int) - expected).max() <= 1
    assert not stored.add(Cuts.of(crowded.image, seen, crowded.labels))
