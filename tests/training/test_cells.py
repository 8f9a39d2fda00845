"""Teaching the networks that look at cells: what they are shown, what is asked, and a recipe in small."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

import vision
from calibration.places import Place
from kits import ting, tink
from simulator.draw import draw_scene
from simulator.foreign import with_foreign
from simulator.render import render
from training.subjects import SUBJECTS
from vision.network import (
    CELLS_MODEL,
    HEADS,
    PYRAMID_MODEL,
    SHADE,
    SHAPE_MODEL,
    STONE_MODEL,
    board_input,
    columns_of,
)
from vision.views import views

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

MODELS = Path(vision.__file__).parent / "models"


def test_every_part_of_the_network_of_cells_has_columns_of_its_own() -> None:
    numbers = CELLS_MODEL.split(np.arange(CELLS_MODEL.outputs, dtype=np.float32)[None])
    for head in HEADS:
        own = np.concatenate([numbers[f"{head.name}.{name}"][0] for name in head.fields])
        assert own.tolist() == list(range(CELLS_MODEL.outputs))[columns_of(head)]
    assert numbers[SHADE].min() == columns_of(HEADS[-1]).stop
    assert columns_of(STONE_MODEL) == slice(0, STONE_MODEL.outputs)


def test_crops_are_shown_as_the_reader_shows_them() -> None:
    from training.data import samples
    from training.shown import Part, Shown

    picture = render(draw_scene(np.random.default_rng(4), tier="easy", kit=tink.KIT, hand=False))
    place = picture.truth.registration

    class Straight(np.random.Generator):
        """Chance that leaves poses as they are."""

        def random(self, *args: object, **options: object) -> float:  # type: ignore[override]
            return 0.0 if not args else super().random(*args, **options)  # type: ignore[call-overload]

    made = samples(SUBJECTS["pyramids"], tink.KIT, picture, 0, Straight(np.random.PCG64(1)))
    shown = Shown(PYRAMID_MODEL, "cpu", 200)
    assert shown.add(Part.of(PYRAMID_MODEL, made, np.random.default_rng(0)))
    shown.join()
    mine = shown.pictures_of(torch.arange(len(shown))).numpy() / 255
    where = views(Place.of(place), tink.KIT.plan.cells)
    theirs = board_input(PYRAMID_MODEL, picture.image, Place.of(place), where)
    off = np.abs(mine[:, None] - theirs[None]).mean(axis=(3, 4))
    best = off[:, :, :3].mean(axis=2).argmin(axis=1)
    assert len(np.unique(best)) == len(shown)
    assert off[np.arange(len(shown)), best].max() < 0.004


def test_a_batch_holds_pieces_and_bare_cells_of_some_pictures() -> None:
    from training.data import Samples, samples
    from training.shown import CROPS, PIECES, Part, Shown

    rng = np.random.default_rng(6)
    made = [
        samples(SUBJECTS["shapes"], ting.KIT, render(draw_scene(rng, tier="easy", kit=ting.KIT)), number, rng)
        for number in range(2)
    ]
    shown = Shown(SHAPE_MODEL, "cpu", 500)
    assert shown.add(Part.of(SHAPE_MODEL, Samples.together(made), rng))
    shown.join()
    chosen, table = shown.batch(rng, 4 * CROPS)
    holds = shown.labels[chosen, 0].numpy() == 1
    for one in np.unique(table):
        assert holds[table == one].sum() <= PIECES
        assert (table == one).sum() <= CROPS
        rows = chosen[torch.from_numpy(table == one)].tolist()
        assert len({next(n for n, (a, b, c) in enumerate(shown.tables()) if a <= r < a + b + c) for r in rows}) == 1
    assert not Shown(SHAPE_MODEL, "cpu", 10).add(Part.of(SHAPE_MODEL, made[0], rng))


def test_packing_is_what_jpeg_does() -> None:
    from training.vary import packed

    rng = np.random.default_rng(2)
    picture = cv2.resize(rng.integers(0, 256, (12, 10, 3), dtype=np.uint8), (80, 96), interpolation=cv2.INTER_CUBIC)
    file = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 30])[1]
    batch = torch.from_numpy(picture).permute(2, 0, 1)[None].float() / 255
    mine = np.round(255 * packed(batch, np.array([30.0]))[0].permute(1, 2, 0).numpy()).astype(np.uint8)
    given, theirs, ours = (
        cv2.cvtColor(one, cv2.COLOR_BGR2GRAY).astype(np.float64)
        for one in (picture, np.asarray(cv2.imdecode(file, cv2.IMREAD_COLOR), dtype=np.uint8), mine)
    )
    assert np.abs(ours - theirs).mean() < 0.6 * np.abs(given - theirs).mean()


def test_a_network_that_keeps_what_it_said_learns_what_is_no_piece(tmp_path: Path) -> None:
    from training.cells import CellLessons, CellPace
    from training.course import Recipe
    from training.data import samples
    from training.drawing import Painters
    from training.model import CellNet
    from training.shown import CROPS

    rng = np.random.default_rng(8)
    scene = draw_scene(rng, tier="easy", kit=ting.KIT, hand=False, contents={"c3": "As", "j10": "Bs"})
    picture = render(with_foreign(rng, scene, 8))
    made = samples(SUBJECTS["shapes"], ting.KIT, picture, 0, rng)
    assert 0 < made.foreign.sum() <= len(picture.truth.taken)
    with Painters(tmp_path, ["shapes"], seed=1, held=0, processes=0, printed=0.0) as painters:
        made.save(tmp_path / "taught" / "shapes-00000.npz")
        lessons = CellLessons(CELLS_MODEL, painters, CellPace(batch=CROPS, keep=1.0, room=200, again=100), "cpu")
        while not len(lessons.shown["shapes"]):
            lessons.take_in()
    net = CellNet(CELLS_MODEL).eval()
    lessons.begin(net, MODELS / "cells.onnx")
    first = lessons.loss(net, Recipe())
    first.backward()
    assert net.out.weight.grad is not None
    presence = columns_of(SHAPE_MODEL).start + np.arange(SHAPE_MODEL.fields["presence"])
    assert set(np.flatnonzero(net.out.weight.grad.abs().sum(1).numpy() > 1e-4)) == set(presence)
    learned = torch.optim.Adam(net.parameters(), lr=1e-4)
    for _ in range(8):
        learned.zero_grad()
        loss = lessons.loss(net, Recipe())
        loss.backward()
        learned.step()
    assert float(loss.detach()) < 0.9 * float(first.detach())
    assert all(one.grad is None for one in net.features[: lessons.pace.lower].parameters())
