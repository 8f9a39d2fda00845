"""The reader with its shipped networks on pictures of the simulator, which it does not know: pieces, colours, pitch."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from importlib import resources

import numpy as np
import pytest
from scipy.spatial.distance import pdist, squareform

from calibration.locate import locate
from calibration.network import OnnxNet, by_onnxruntime
from calibration.places import Place
from kits import tabik, ting, tingle, tink, tinker_tactics
from kits.kit import Kit
from kits.tink import KIT
from simulator.draw import draw_scene
from simulator.render import render
from simulator.scene import Picture
from simulator.table import Table
from tests.calibration.scenes import camera_over, printed
from tests.engines import ENGINES, MakeEngine
from vision import network
from vision.contents import model_for
from vision.groups import shades
from vision.inference import PITCHES_MM, PRIORS
from vision.network import RATIOS, Evidence, Floats, Model, Network, board_input, probe_input, shared_network
from vision.pitch import learned_pitch, pitch_bell, pitch_of
from vision.reader import BoardReading, read_board
from vision.views import Image, Views, levelled, views

CONTENTS = {
    "a1": "As", "b3": "As", "d4": "Am", "e6": "Al", "h8": "As",
    "c7": "Bs", "d5": "Bs", "f2": "Bm", "g5": "Bl", "e4": "Bm",
}  # fmt: skip
MODEL_FILES = resources.files("vision").joinpath("models")
MODELS = {value.name: value for value in vars(network).values() if isinstance(value, Model)}
IN_BYTES = {"cells": KIT, "stones": tabik.kit(board_size=6)}
SHIPPED = sorted({file.name.partition(".")[0] for file in MODEL_FILES.iterdir() if file.name.endswith(".onnx")})
COLOURS = {"A": "red", "B": "blue"}


@lru_cache(maxsize=4)
def picture(*, hand: bool = False, seed: int = 11) -> Picture:
    rng = np.random.default_rng(seed)
    scene = draw_scene(
        rng, kit=KIT, tier="easy", contents=CONTENTS, players=2, colours=COLOURS, style="wood", hand=hand
    )
    if scene.hand is not None:
        middle = (scene.kit.plan.width_mm / 2, scene.kit.plan.height_mm / 2)
        scene = replace(scene, hand=replace(scene.hand, at_mm=middle, height_mm=25.0))
    return render(scene)


def read(shot: Picture, **options: object) -> BoardReading:
    return read_board(shot.image, Place.of(shot.truth.registration), KIT, **options)  # type: ignore[arg-type]


@ENGINES
@pytest.mark.parametrize("name", SHIPPED)
def test_every_engine_computes_what_was_trained(name: str, make: MakeEngine) -> None:
    """Whatever OpenCV is installed, 4.12 to 5: every network that is shipped answers as it did where it was trained.

    Its weights are rounded to 16 bits in the file, which changes its answers by less than a hundredth of a nat.
    """
    model = MODELS[name]
    onnx = MODEL_FILES.joinpath(f"{name}.onnx").read_bytes()
    assert len(onnx) < 1_500_000
    card = json.loads(MODEL_FILES.joinpath(f"{name}.json").read_text("utf-8"))
    scores = make(onnx)(probe_input(model)).reshape(-1, model.outputs)
    assert scores.shape == (2, model.outputs)
    np.testing.assert_allclose(scores, np.array(card["probe"]), atol=1e-2)


@pytest.mark.parametrize(("name", "kit"), IN_BYTES.items())
def test_convolutions_of_8_bits_say_almost_the_same(name: str, kit: Kit) -> None:
    """``NAME.bytes.onnx`` is of the network ``NAME.onnx``: see training.in_bytes."""
    model = MODELS[name]
    whole = by_onnxruntime(MODEL_FILES.joinpath(f"{name}.onnx").read_bytes())
    if whole is None:
        pytest.skip("ONNX Runtime is not installed")
    shot = render(draw_scene(np.random.default_rng(5), tier="easy", kit=kit))
    place = Place.of(shot.truth.registration)
    seen = board_input(model, shot.image, place, views(place, place.cells, model.frame))
    short = MODEL_FILES.joinpath(f"{name}.bytes.onnx").read_bytes()
    expected, said = np.asarray(whole(seen)), OnnxNet(b"", short)(seen)
    assert len(short) < len(MODEL_FILES.joinpath(f"{name}.onnx").read_bytes())
    assert np.abs(said - expected).mean() < 0.25
    assert (said[:, :3].argmax(axis=1) == expected[:, :3].argmax(axis=1)).all()
    assert not np.array_equal(said, expected)


def test_an_easy_picture_is_read_whole() -> None:
    shot = picture()
    board = read(shot, players=2)
    assert board.contents == {cell: CONTENTS.get(cell, ".") for cell in KIT.plan.cells}
    assert dict(board.colours) == COLOURS
    assert not board.covered


def test_named_colours_name_the_seats() -> None:
    board = read(picture(), colours=["blue", "red"])
    assert board.reading.best("a1") == "Bs"
    assert board.reading.best("g5") == "Al"
    with pytest.raises(ValueError, match="no colour is called 'mauve'"):
        read(picture(), colours=["mauve"])


class Hinting(Network):
    """The shipped network, to which ``cell`` also looks covered, so likely as ``share`` says."""

    cell, share = "e6", 0.2

    def look(self, blob: Floats, where: Views) -> Evidence:
        said = {**super().look(blob, where)}
        presence = said["presence"].copy()
        row = [-20.0, np.log(1 - self.share), np.log(self.share)] - PRIORS.log_presence()
        presence[where.cells.index(self.cell)] = row
        return said | {"presence": presence}


def test_what_may_be_half_under_a_hand_is_asked_about() -> None:
    plain, hinted = read(picture()), read(picture(), networks=lambda _: Hinting())
    assert plain.contents["e6"] == "Al"
    assert {*hinted.unsure, *hinted.covered} - {*plain.unsure, *plain.covered} == {"e6"}


def test_what_a_hand_covers_is_not_read() -> None:
    shot = picture(hand=True, seed=3)
    board = read(shot, players=2)
    hidden = [cell for cell, share in shot.truth.covered.items() if share > 0.85]
    clear = [cell for cell, share in shot.truth.covered.items() if share == 0.0]
    assert len(hidden) >= 3
    assert sum(cell in board.covered for cell in hidden) >= 0.7 * len(hidden)
    right = sum(board.contents.get(cell) == CONTENTS.get(cell, ".") for cell in clear)
    assert right >= 0.9 * len(clear)


@pytest.mark.slow
def test_tables_drawn_at_random_are_read_and_doubt_is_told() -> None:
    right = answered = certain = certain_right = cells = 0
    for seed in range(4):
        rng = np.random.default_rng([77, seed])
        shot = render(draw_scene(rng, kit=KIT, tier="normal", hand=False))
        board = read(shot, colours=[*shot.truth.seats.values()])
        for cell, truth in shot.truth.position.items():
            if shot.truth.covered.get(cell, 0.0) > 0.3 or cell not in board.reading.cells:
                continue
            content, share = next(iter(board.reading.probabilities(cell).items()))
            cells += 1
            answered += cell not in board.unsure
            right += cell not in board.unsure and content == truth
            certain += share >= 0.99
            certain_right += share >= 0.99 and content == truth
    assert answered >= 0.85 * cells
    assert right >= 0.99 * answered
    assert certain_right >= 0.995 * certain


@pytest.mark.slow
@pytest.mark.parametrize("kit", [ting.KIT, tingle.KIT, tabik.kit(board_size=6)], ids=lambda kit: str(kit.name))
def test_other_pieces_are_read_and_none_is_taken_for_certain_wrongly(kit: Kit) -> None:
    right = certain = wrong = 0
    for seed in range(2):
        shot = render(draw_scene(np.random.default_rng([31, seed]), tier="easy", kit=kit, style="kit", hand=False))
        board = read_board(shot.image, Place.of(shot.truth.registration), kit, colours=[*shot.truth.seats.values()])
        for name in board.reading.cells:
            true = shot.truth.position[name]
            content, share = next(iter(board.reading.probabilities(name).items()))
            right += content == true
            certain += share >= 0.99
            wrong += share >= 0.99 and content != true
    assert wrong <= 0.01 * certain
    assert certain > 0.6 * right


@pytest.mark.slow
def test_smalls_without_pips_are_not_taken_for_mediums() -> None:
    """All pieces of a set lack pips alike: seven that show none tell no more than one does."""
    smalls = {cell: f"{'AB'[number % 2]}s" for number, cell in enumerate(("b3", "c5", "d6", "f3", "f6", "h2", "h3"))}
    read_as: list[str] = []
    for seed in range(3):
        drawn = Table.draw(np.random.default_rng([611, seed]), kit=KIT, style="wood", tier="easy")
        plain = {seat: replace(material, pip_tint=None) for seat, material in drawn.materials.items()}
        shot = replace(drawn, materials=plain).picture(smalls)
        read_as += [read(shot).contents[cell][1:] for cell in smalls]
    assert read_as.count("s") > 0.9 * len(read_as)


SPOILED: dict[str, Callable[[Image], Image]] = {
    "in the dark": lambda image: (0.12 * image).astype(np.uint8),
    "behind a veil": lambda image: (0.2 * image + 150).astype(np.uint8),
}


@pytest.mark.parametrize("name", SPOILED)
def test_a_spoiled_picture_is_read_as_it_was(name: str) -> None:
    shot = picture()
    place = shot.truth.registration
    before = read_board(shot.image, Place.of(place), KIT)
    after = read_board(SPOILED[name](shot.image), Place.of(place), KIT)
    assert after.contents == before.contents
    assert not after.unsure


def test_a_board_before_a_window_is_pulled_apart_by_its_own_levels() -> None:
    shot = picture()
    place = shot.truth.registration
    window = SPOILED["in the dark"](shot.image)
    window[:60] = 255
    assert np.median(levelled(window, Place.of(place))) > 2 * np.median(window)


def test_what_needs_no_stretching_is_left_as_it_is() -> None:
    place = Place.of(picture().truth.registration)
    once = levelled(SPOILED["behind a veil"](picture().image), place)
    for image in (picture().image, once, np.full_like(picture().image, 90)):
        assert levelled(image, place) is image


@pytest.mark.slow
def test_confirmed_pieces_tell_the_pitch() -> None:
    table = Table.draw(np.random.default_rng(4), kit=KIT, style="wood", tier="easy", colours={"A": "red", "B": "blue"})
    contents = {"c3": "As", "d4": "Bs", "e5": "Am", "f6": "Bs", "d6": "As"}
    place = locate(table.picture(contents).image, KIT)
    assert place is not None
    board = read_board(table.picture(contents).image, place, KIT, players=2, colours=("red", "blue"))
    assert board.log_pitch is not None
    known = {cell: board.reading.best(cell) for cell in board.reading.cells}
    kinds = sorted(content[1] for content in known.values() if content != ".")
    assert kinds == ["m", "s", "s", "s", "s"]
    mean = float(np.exp(learned_pitch(board, known)) @ PITCHES_MM)
    assert mean == pytest.approx(table.scene.view.plan.pitch_mm, rel=0.15)


def test_pyramids_of_known_sizes_tell_the_pitch() -> None:
    bases = [solid.base_mm for solid in KIT.pyramids.values()]
    seen = [((-40 * (np.log(RATIOS) - np.log(base / 45.0)) ** 2).astype(np.float32), base) for base in bases]
    assert pitch_of(seen) == pytest.approx(45.0, rel=0.03)
    assert pitch_of(seen, 0.6) == pytest.approx(27.0, rel=0.03)
    bell = pitch_bell(45.0)
    assert PITCHES_MM[int(np.argmax(bell))] == pytest.approx(45.0, rel=0.02)
    assert np.exp(bell).sum() == pytest.approx(1.0)


DICE = tinker_tactics.kit(players=2)


@pytest.mark.parametrize(
    ("kit", "contents"),
    [
        (tink.KIT, {"a1": "As", "b3": "Am", "e6": "Al", "h8": "As", "c7": "Bs", "d5": "Bm", "f2": "Bl", "g5": "Bs"}),
        (DICE, {"a1": "A4=2", "b3": "A6=5", "c5": "A8=1", "d2": "B4=3", "a6": "B6=1", "b5": "B8=7"}),
    ],
    ids=["pyramids", "dice"],
)
def test_pieces_of_one_seat_lie_together_whatever_their_kind(kit: Kit, contents: dict[str, str]) -> None:
    colours = {"A": "purple", "B": "blue"}
    scene = draw_scene(np.random.default_rng(3), tier="easy", kit=kit, contents=contents, players=2, colours=colours)
    shot = render(scene)
    place, model = Place.of(shot.truth.registration), model_for(kit)
    where = views(place, tuple(contents), model.frame)
    seen = shared_network(model).look(board_input(model, shot.image, place, where), where)
    apart = 0.5 * squareform(pdist(shades(seen).places, "sqeuclidean"))
    owner = np.array([content[0] for content in contents.values()])
    same = (owner[:, None] == owner[None]) & ~np.eye(len(owner), dtype=bool)
    assert apart[same].max() < apart[owner[:, None] != owner[None]].min()


def test_only_what_is_not_plainly_bare_is_looked_at_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    place = camera_over(KIT.plan)
    image = printed(KIT, place)
    x, y = place.px_from_board([KIT.plan.centre_mm("d4")])[0].round().astype(int)
    image[y - 20 : y + 10, x - 12 : x + 12] = (30, 30, 200)
    network, where = shared_network(), views(Place.of(place), KIT.plan.cells)
    looks: list[int] = []
    once = network.scores

    def counted(_: Network, blob: Floats) -> Floats:
        looks.append(len(blob))
        return once(blob)

    monkeypatch.setattr(Network, "scores", counted)
    blob = board_input(network.model, image, Place.of(place), where)
    evidence = network.look(blob, where)
    assert looks[0] == 64
    assert 1 <= looks[1] < 48
    straight, mirrored = once(blob), once(np.ascontiguousarray(blob[..., ::-1]))
    piece = KIT.plan.cells.index("d4")
    both = network.model.split(np.float32(0.5) * (straight + mirrored))["presence"]
    assert evidence["presence"][piece] == pytest.approx(both[piece], abs=1e-3)
    assert (evidence["presence"].argmax(axis=1) == both.argmax(axis=1)).all()
