"""The second look at dice: where it looks, what it says of cells without any, and how d4 lie."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.places import Place
from calibration.registration import Camera, Registration
from kits import tinker_tactics
from kits.colours import COLOURS
from kits.kit import Kit, Plan
from kits.pieces import Die
from simulator.draw import aim, draw_scene
from simulator.render import render
from simulator.scene import Picture
from simulator.things import placed_bodies
from vision.contents import called, can_read, strange
from vision.dice import lies, moved_to, place_labels, places, pose_labels, told, value_scores, with_tops
from vision.die_views import Lie, reach_of, top_views
from vision.network import (
    ACROSS,
    DOWN,
    FACES,
    GROUND,
    NAMES,
    REACHES,
    SHADE,
    SHADE_SPACE,
    TOP_MODEL,
    TOPS,
)
from vision.reader import read_board
from vision.views import views

K = np.array([[1000.0, 0, 639.5], [0, 1000.0, 479.5], [0, 0, 1]])


def pose(elevation: float, azimuth: float = 0.4) -> Registration:
    camera = Camera(K, np.array([-0.1, 0.02, 0, 0, 0]), (1280, 960))
    return aim(camera, Plan(4, 6, 30.0), np.radians(elevation), azimuth, 0.05, 0.8, (0.0, 0.0))


def one_of(values: np.ndarray, number: int) -> np.ndarray:
    return np.where(np.arange(len(values)) == number, 0.0, -50.0).astype(np.float32)[None]


@pytest.mark.parametrize("elevation", [35.0, 88.0])
def test_a_die_is_found_again_where_its_labels_say(elevation: float) -> None:
    true = pose(elevation)
    for cell, offset in (("a1", (4.0, -5.0)), ("d6", (-3.0, 2.0)), ("b4", (0.0, 0.0))):
        where = views(Place.of(true), [cell])
        centre, reach = np.add(true.plan.centre_mm(cell), offset), 10.6
        across, down, size = place_labels(true, where, 0, centre, reach)
        evidence = {"across": one_of(ACROSS, across), "down": one_of(DOWN, down), "reach": one_of(REACHES, size)}
        middles, reaches = places(true, where, evidence)
        assert np.linalg.norm(middles[0] - centre) < 0.12 * true.plan.pitch_mm
        assert reaches[0] == pytest.approx(reach, rel=0.07)


def test_what_is_on_top_tells_values_and_no_kinds() -> None:
    faces = np.zeros((1, len(FACES)), dtype=np.float32)
    faces[0, FACES.index((6, 3))] = faces[0, FACES.index((6, 5))] = 4.0
    tops = np.zeros((1, len(TOPS)), dtype=np.float32)
    tops[0, TOPS.index((6, 5))] = 5.0
    both = with_tops(faces, tops)
    assert both[0].argmax() == FACES.index((6, 5))
    for kind in (4, 6, 8):
        columns = [number == kind for number, _ in FACES]
        assert np.logaddexp.reduce(both[0, columns]) == pytest.approx(np.logaddexp.reduce(faces[0, columns]), abs=1e-5)
    assert (both[0, [number == 4 for number, _ in FACES]] == 0).all()


def test_upper_faces_are_read() -> None:
    kit = tinker_tactics.kit(players=2)
    scene = draw_scene(np.random.default_rng(8), tier="easy", kit=kit, contents=CONTENTS, style="wood", hand=False)
    shot = render(scene)
    dice = [piece for piece in scene.pieces if piece.kind != "4"]
    centres = np.array([np.add(scene.kit.plan.centre_mm(die.cell), die.offset_mm) for die in dice])
    reaches = np.array([reach_of(int(die.kind)) * die.base_mm for die in dice])
    seen = top_views(shot.truth.registration, centres, reaches, np.zeros(len(dice)))
    scores = told(TOP_MODEL, shot.image, seen)
    found = [TOPS[number] for number in scores.argmax(axis=1)]
    right = [face == (int(die.kind), die.value) for face, die in zip(found, dice, strict=True)]
    assert sum(right) >= len(dice) - 1, found


CONTENTS = {
    "a1": "A4=2", "c1": "A6=5", "d2": "A8=7", "b3": "A6=3", "a2": "A4=4",
    "a6": "B6=1", "b5": "B4=3", "d6": "B8=2", "c4": "B6=6", "d4": "B4=1",
}  # fmt: skip


@pytest.mark.parametrize("style", ["kit", "wood"])
def test_dice_are_read_printed_or_bought(style: str) -> None:
    kit = tinker_tactics.kit(players=2)
    assert can_read(kit)
    rng = np.random.default_rng(8)
    seats = {"A": "red", "B": "blue"}
    scene = draw_scene(rng, tier="easy", kit=kit, contents=CONTENTS, colours=seats, style=style, hand=False)
    shot = render(scene)
    assert style != "kit" or scene.pieces[0].material.paper
    board = read_board(shot.image, Place.of(shot.truth.registration), scene.kit, colours=["red", "blue"])
    for cell in kit.plan.cells:
        what = CONTENTS.get(cell, ".")
        got, p = next(iter(board.reading.probabilities(cell).items()))
        assert got.partition("=")[0] == what.partition("=")[0], cell
        assert got == what or p < 0.99, cell
        if "4=" not in what:
            assert got == what, cell


def test_no_die_is_clear_unless_somebody_says_so() -> None:
    said = np.log(np.array([[0.6 if name == "clear" else 0.3 if name == "white" else 0.0125 for name in COLOURS]]))
    seen = {"colour": said, NAMES: said, SHADE: np.zeros((1, SHADE_SPACE)), GROUND: np.ones((1, 1))}
    for said_so, expected in ((), "white"), (("clear",), "clear"):
        names = {*tinker_tactics.KIT.bought, *said_so}
        evidence, shown = called({name: each.astype(np.float32) for name, each in seen.items()}, names)
        assert COLOURS[int(evidence["colour"].argmax())] == COLOURS[int(shown.names.argmax())] == expected


STAND_INS = {"b1": "Ax=1", "d3": "Bx=1", "a6": "B6=2"}
"""Where a die stands in for a d4 of the board of CONTENTS, as it is drawn, and a d6 that shows more than that."""


@pytest.mark.parametrize("faces", [6, 10])
def test_a_die_that_stands_in_is_read_as_what_it_stands_in_for(faces: int) -> None:
    kit = tinker_tactics.kit(players=2, stand_in_dice=((f"d{faces}", 4),))
    die = Die("x", faces, 16.0)  # type: ignore[arg-type]
    board = {cell: what for cell, what in CONTENTS.items() if what not in ("A4=2", "B4=1")} | STAND_INS
    seats = {"A": "red", "B": "blue"}
    drawn = replace(kit, pieces={**kit.pieces, "x": die})
    right = 0
    for seed in (8, 9):
        scene = draw_scene(
            np.random.default_rng(seed), tier="easy", kit=drawn, contents=board, colours=seats, style="wood", hand=False
        )
        shot = render(scene)
        found = read_board(shot.image, Place.of(shot.truth.registration), kit, colours=["red", "blue"])
        for cell, what in STAND_INS.items():
            if what[1] == "6":
                continue
            assert found.contents[cell][:1] == what[:1]
            assert found.contents[cell] == f"{what[0]}4{what[2:]}" or cell in found.unsure
            right += found.contents[cell] == f"{what[0]}4{what[2:]}"
        others = {cell: what for cell, what in board.items() if "x" not in what and "4=" not in what}
        assert {cell: found.contents[cell] for cell in others} == others
        assert not any(warned.code == "stock" for warned in found.warnings)
    assert right >= 3


def test_a_strange_die_shows_any_number_where_it_is_none_of_units() -> None:
    looks = {faces: np.log(np.full((1, faces), 0.01)) for faces in (4, 6, 8)}
    looks[8][0, 2] = 0.0
    flat, read = strange(looks, 12)[0], strange(looks, 10)[0]
    assert np.ptp(flat) == pytest.approx(0.0)
    assert int(read.argmax()) + 1 == 3
    assert np.logaddexp.reduce(flat) == pytest.approx(np.logaddexp.reduce(read))
    sure = {**looks, 8: looks[8] + 12.0}
    lead = [np.logaddexp.reduce(strange(each, 10)[0]) - np.logaddexp.reduce(each[8][0]) for each in (looks, sure)]
    assert lead[0] > lead[1]


def true_lie(shot: Picture, kit: Kit) -> tuple[Lie, list[int]]:
    """The d4 of a picture, by the lowest corner of the bodies that were drawn, and their values less 1."""
    truth, plan = shot.truth, shot.truth.registration.plan
    placed = [seen.placed for seen in truth.pieces if seen.placed.kind == "4"]
    centres = np.array([np.add(plan.centre_mm(die.cell), die.offset_mm) for die in placed])
    corners = [placed_bodies(die, plan, kit.pieces["4"])[0].vertices for die in placed]
    away = [
        max(body - [*middle, 0.0], key=lambda corner: float(np.hypot(*corner[:2])))
        for body, middle in zip(corners, centres, strict=True)
    ]
    angles = np.array([np.arctan2(y, x) for x, y, _ in away])
    return Lie(centres, np.array([die.base_mm for die in placed]), angles), [die.value - 1 for die in placed]


def test_what_is_to_be_said_of_a_guess_leads_back_to_the_truth() -> None:
    true = Lie(np.array([[20.0, 31.0], [70.0, 100.0]]), np.array([21.0, 19.0]), np.array([0.3, 2.9]))
    guess = Lie.seen(true.centres_mm + np.array([[2.0, -1.0], [0.5, 1.5]]), np.array([8.0, 7.5]))
    turns = np.array([0.2, -0.7])
    said = pose_labels(pose(50.0), guess, true, turns)
    found = moved_to(pose(50.0), guess, said.astype(np.float32), turns)
    np.testing.assert_allclose(found.centres_mm, true.centres_mm, atol=1e-4)
    np.testing.assert_allclose(found.edges_mm, true.edges_mm, rtol=1e-5)
    np.testing.assert_allclose(np.sin(1.5 * (found.angles - true.angles)), 0, atol=1e-5)
    corners = true.corners_mm()
    assert corners.shape == (2, 4, 3)
    for die, edge in zip(corners, true.edges_mm, strict=True):
        apart = np.linalg.norm(die[:, None] - die[None], axis=2)
        np.testing.assert_allclose(apart[np.triu_indices(4, 1)], edge, rtol=1e-9)


@pytest.mark.parametrize("style", ["kit", "wood"])
def test_d4_are_read_at_the_tip_and_at_the_base(style: str) -> None:
    kit = tinker_tactics.kit(players=2)
    rng = np.random.default_rng(3)
    contents = {"a1": "A4=1", "c2": "A4=2", "b5": "B4=3", "d6": "B4=4"}
    scene = draw_scene(
        rng, tier="easy", kit=kit, contents=contents, colours={"A": "red", "B": "blue"}, style=style, hand=False
    )
    shot = render(scene)
    there = shot.truth.registration
    true, values = true_lie(shot, kit)
    found = lies(shot.image, there, true.centres_mm + 0.8, 0.365 * 1.04 * true.edges_mm)
    assert np.abs(found.centres_mm - true.centres_mm).max() < 2.0
    assert np.abs(np.sin(1.5 * (found.angles - true.angles))).max() < 0.3
    assert (value_scores(shot.image, there, found).argmax(axis=1) == values).mean() >= 0.75
