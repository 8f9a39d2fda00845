"""How a d4 is thought to lie, and its sides laid out flat."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.registration import Camera, Registration
from kits import tinker_tactics
from kits.kit import Kit, Plan
from simulator.draw import aim, draw_scene
from simulator.render import render
from simulator.scene import Picture
from simulator.things import placed_bodies
from vision.dice import lies, moved_to, pose_labels, value_scores
from vision.die_views import Lie, face_input, side_views

CAMERA = Camera(np.array([[1000.0, 0, 639.5], [0, 1000.0, 479.5], [0, 0, 1]]), np.zeros(5), (1280, 960))
ONE_D4 = Lie(np.array([[55.0, 85.0]]), np.array([21.0]), np.array([0.5]))


def pose(elevation: float) -> Registration:
    return aim(CAMERA, Plan(4, 6, 30.0), np.radians(elevation), 0.4, 0.05, 0.8, (0.0, 0.0))


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


def test_a_side_is_a_triangle_with_its_tip_up_and_is_not_mirrored() -> None:
    true = pose(60.0)
    corners = true.px_from_board(ONE_D4.corners_mm()[0])
    picture = np.zeros((960, 1280, 3), np.uint8)
    for pixel, colour in zip(corners, ((255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)), strict=True):
        x, y = (round(float(v)) for v in pixel)
        picture[y - 1 : y + 2, x - 1 : x + 2] = colour
    shown, square = side_views(true, ONE_D4)
    crops = face_input(picture, shown)
    assert crops.shape == (3, 64, 64, 4)
    seen = np.flatnonzero(square > 0)
    assert 1 <= len(seen) <= 3
    for side in seen:
        bright = crops[side, ..., :3].astype(float)
        # Seen from outside, they follow each other from right to left, as the board's y runs down.
        right, left, above = side, (side + 1) % 3, 3
        for corner in (right, left, above):
            only = bright.min(axis=2) if corner == 3 else bright[..., corner] - np.delete(bright, corner, 2).max(axis=2)
            y, x = np.unravel_index(only.argmax(), only.shape)
            assert only[y, x] > 100
            assert (y < 14 and 24 <= x < 40) if corner == above else y > 48
            assert corner == above or (x < 20) == (corner == left)


def test_sides_turned_away_say_nothing() -> None:
    _, square = side_views(pose(40.0), ONE_D4)
    assert (square < 0).any()
    _, square = side_views(pose(89.0), ONE_D4)
    assert (square > 0).all()


@pytest.mark.parametrize("style", ["kit", "wood"])
def test_d4_are_read_at_the_tip_and_at_the_base(style: str) -> None:
    kit = tinker_tactics.kit(players=2)
    rng = np.random.default_rng(3)
    contents = {"a1": "A4=1", "c2": "A4=2", "b5": "B4=3", "d6": "B4=4"}
    scene = draw_scene(
        rng, tier="easy", kit=kit, contents=contents, colours={"A": "red", "B": "blue"}, style=style, hand=False
    )
    shot = render(scene)
    pose_ = shot.truth.registration
    true, values = true_lie(shot, kit)
    found = lies(shot.image, pose_, true.centres_mm + 0.8, 0.365 * 1.04 * true.edges_mm)
    assert np.abs(found.centres_mm - true.centres_mm).max() < 2.0
    assert np.abs(np.sin(1.5 * (found.angles - true.angles))).max() < 0.3
    assert (value_scores(shot.image, pose_, found).argmax(axis=1) == values).mean() >= 0.75
