"""What dice are learned from: crowded tables, kept whole and cut anew each time."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kits import tinker_tactics
from kits.colours import COLOURS
from simulator.render import render
from tests.training.learned import computed_by_opencv
from training.dense import draw_dense_scene
from training.subjects import SUBJECTS
from vision.network import (
    ACROSS,
    DICE,
    DOWN,
    FACES,
    POSE_MODEL,
    PRESENCE,
    REACHES,
    SIDE_MODEL,
)


def test_a_die_stands_on_most_cells_each_of_its_own_make() -> None:
    kit = tinker_tactics.kit(players=2)
    scene = draw_dense_scene(np.random.default_rng(4), kit, (640, 480))
    assert len(scene.pieces) >= 0.5 * len(kit.plan.cells)
    assert len({piece.colour for piece in scene.pieces}) > 4
    assert {int(piece.kind) for piece in scene.pieces} == set(DICE)
    assert all(1 <= piece.value <= int(piece.kind) for piece in scene.pieces)


def test_the_first_network_is_told_where_each_die_is() -> None:
    from training.data import samples

    kit = tinker_tactics.kit(players=2)
    rng = np.random.default_rng(6)
    picture = render(draw_dense_scene(rng, kit, (640, 480)))
    made = samples(SUBJECTS["dice"], kit, picture, 0, rng)
    piece = made.labels[:, 0] == PRESENCE.index("piece")
    assert piece.sum() > 8
    assert (made.labels[piece] >= 0).all()
    assert (made.labels[~piece, 1:] == -1).all()
    assert (made.labels[piece].max(axis=0)[1:] < [len(COLOURS), 3, len(ACROSS), len(DOWN), len(REACHES)]).all()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["faces", "tops"])
def test_crowded_tables_become_a_network_that_opencv_reads(tmp_path: Path, name: str) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("onnx")
    from training.course import Recipe
    from training.faces import LESSONS, cuts, learn_faces, table_of

    rng = np.random.default_rng(2)
    kit = tinker_tactics.kit(players=2)
    shown = [table_of(render(draw_dense_scene(rng, kit, (640, 480)))) for _ in range(2)]
    lesson = LESSONS[name]
    cut = cuts(lesson, shown[0], rng, 2)
    crops, labels = cut.crops, cut.labels
    frame = lesson.model.frame
    assert crops.shape == (len(labels), frame.height, frame.width, 4)
    half = len(labels) // 2
    np.testing.assert_array_equal(labels[:half], labels[half:])
    assert not np.array_equal(crops[0], crops[half])
    told = [FACES[label] for label in shown[0].labels]
    assert [lesson.faces[label] for label in labels[:half]] == [face for face in told if face in lesson.faces]
    recipe = Recipe(epochs=2, batch=16)
    reports = list(learn_faces(lesson, shown, shown, tmp_path, recipe))
    assert len(reports) == 2
    assert 0 <= reports[1]["value_wrong"] <= reports[1]["face_wrong"] <= 1
    assert not list(learn_faces(lesson, shown, shown, tmp_path, recipe))
    assert computed_by_opencv(tmp_path, lesson.model).shape == (2, len(lesson.faces))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["d4_pose", "d4_sides"])
def test_crowded_tables_become_the_networks_that_read_d4(tmp_path: Path, name: str) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("onnx")
    from training.course import Recipe
    from training.faces import table_of
    from training.tetrahedra import CUTS, learn_d4

    model = {"d4_pose": POSE_MODEL, "d4_sides": SIDE_MODEL}[name]
    rng = np.random.default_rng(5)
    kit = tinker_tactics.kit(players=2)
    shown = [table_of(render(draw_dense_scene(rng, kit, (800, 600)))) for _ in range(2)]
    cut = CUTS[name](shown[0], rng)
    assert len(cut.crops) == len(cut.dice) >= len(cut.wanted) > 2
    few = cut.of(np.array([1, 0]))
    np.testing.assert_array_equal(few.wanted, cut.wanted[[1, 0]])
    np.testing.assert_array_equal(few.crops[few.dice == 0], cut.crops[cut.dice == 1])
    reports = list(learn_d4(model, shown, shown, tmp_path, Recipe(epochs=2, batch=4)))
    assert len(reports) == 2
    assert all(value >= 0 for value in reports[1].values())
    computed_by_opencv(tmp_path, model)
