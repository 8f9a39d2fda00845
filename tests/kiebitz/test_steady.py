"""Stillness, hands and change, on painted tables."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from kiebitz.pictures.steady import FAINT_SHARE, Image, Motion, View, compare, look_down, observe, window_around
from tests.kiebitz.painted import SKIN, paint, place

EMPTY = paint({})
WINDOW = window_around(place())


def noisy(image: Image, seed: int, sigma: float = 3.0) -> Image:
    noise = np.random.default_rng(seed).normal(0, sigma, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def flickering(image: Image, seed: int, axis: int, *, by: float = 0.06) -> Image:
    """Return *image* under a lamp that flickers with the mains: bands along *axis* are brighter or darker."""
    length, phase = image.shape[1 - axis], np.random.default_rng(seed).uniform(0, 6.3)
    bands = 1 + by * np.sin(np.linspace(phase, phase + 20, length)).reshape((-1, 1) if axis else (1, -1))
    return np.clip(image * bands[..., None], 0, 255).astype(np.uint8)


def trembled(image: Image, rng: np.random.Generator) -> Image:
    """Return *image* shifted by up to 0.6 px, turned by up to 0.1 degrees about its middle and zoomed a little."""
    width, height = image.shape[1::-1]
    moved = cv2.getRotationMatrix2D((width / 2, height / 2), rng.uniform(-0.1, 0.1), rng.uniform(0.999, 1.001))
    moved[:, 2] = moved[:, 2] + rng.uniform(-0.6, 0.6, 2)
    return np.asarray(cv2.warpAffine(image, moved, (width, height), borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8)


def pips() -> Image:
    image = np.full((960, 1280, 3), (60, 80, 110), np.uint8)
    for x, y in np.random.default_rng(1).integers((100, 100), (1180, 860), (300, 2)).tolist():
        cv2.circle(image, (x, y), 3, (235, 235, 235), -1, cv2.LINE_AA)
    return image


SMALL = np.asarray(cv2.resize(EMPTY, (100, 100), interpolation=cv2.INTER_AREA), np.uint8)
STILL: dict[str, Callable[[int, np.random.Generator], Image]] = {
    "noise and a passing cloud": lambda n, _: noisy(EMPTY - n % 3, n),
    "much noise": lambda n, _: noisy(EMPTY, n, 18.0),
    "a lamp that flickers": lambda n, _: noisy(flickering(EMPTY, n, 0), n),
    "seen by a camera on its side": lambda n, _: noisy(flickering(EMPTY, n, 1), n),
    "a camera that trembles": lambda n, rng: noisy(trembled(EMPTY, rng), n, 1.0),
    "the same over pips": lambda n, rng: noisy(trembled(pips(), rng), n, 1.0),
    "the same and small": lambda n, rng: noisy(trembled(SMALL, rng), n, 1.0),
}
"""What makes the frame of a number differ from the others, though nothing moves."""


def observed(frame: Callable[[int, np.random.Generator], Image], count: int) -> Motion:
    """Return the motion in this many frames, 50 ms apart."""
    rng, motion = np.random.default_rng(4), None
    for index in range(count):
        picture = frame(index, rng)
        motion = observe(motion, picture, index / 20, window=WINDOW if picture.shape == EMPTY.shape else None)
    assert motion
    return motion


@pytest.mark.parametrize("name", STILL)
def test_what_is_no_motion_is_stillness(name: str) -> None:
    assert observed(STILL[name], 12).still_s() == pytest.approx(0.55)


POOR: dict[str, Callable[[Image, int, np.random.Generator], Image]] = {
    "in good light": lambda image, n, _: noisy(image, n),
    "in poor light": lambda image, n, _: noisy(flickering(image, n, 1), n, 18.0),
    "by a camera that trembles": lambda image, n, rng: noisy(trembled(image, rng), n, 1.0),
}


@pytest.mark.parametrize("seen", POOR)
@pytest.mark.parametrize("picture", [paint({}, hand="h5"), paint({"c3": "As"}), paint({"c3": "Bm"})])
def test_a_hand_and_a_new_piece_are_motion(picture: Image, seen: str) -> None:
    assert observed(lambda n, rng: POOR[seen](picture if n == 3 else EMPTY, n, rng), 4).still_s() == 0.0


@pytest.mark.parametrize("step_px", [0.5, 1.0, 2.0, 4.0])
def test_a_camera_that_pans_sees_motion(step_px: float) -> None:
    motion: Motion | None = None
    for index in range(20):
        picture = cv2.warpAffine(EMPTY, np.array([[1, 0, step_px * index], [0, 1, 0.3 * step_px * index]]), (400, 400))
        motion = observe(motion, noisy(np.asarray(picture, np.uint8), index, 1.0), index / 20, window=WINDOW)
        assert motion.still_s() < 0.35


@pytest.mark.parametrize("step", [2, 12])
def test_a_hand_that_moves_is_not_taken_for_a_camera_that_trembles(step: int) -> None:
    motion: Motion | None = None
    for index in range(12):
        picture = EMPTY.copy()
        picture[100 + step * index : 150 + step * index, 150:] = SKIN
        motion = observe(motion, noisy(picture, index), float(index), window=WINDOW)
        assert motion.still_s() == 0.0


def view(image: Image) -> View:
    return look_down(noisy(image, int(image.sum()) % 1000), place())


@pytest.mark.parametrize("cell", ["a1", "d4", "h8", "c7"])
@pytest.mark.parametrize("content", ["As", "Bm", "Al"])
def test_a_new_piece_changes_its_own_cell_and_no_other(cell: str, content: str) -> None:
    difference = compare(view(EMPTY), view(paint({cell: content})), place())
    assert [c for c, share in difference.cells.items() if share > 0.02] == [cell]
    assert not difference.covered
    assert difference.shift_cells < 0.05


def test_a_dark_piece_on_a_dark_cell_changes_it_faintly() -> None:
    placed = EMPTY.copy()
    placed[240:252, 144:156] -= 18
    difference = compare(view(EMPTY), view(placed), place())
    assert [share for share in difference.cells.values() if share > 0.02] == [FAINT_SHARE]


def test_a_hand_covers_what_is_under_it() -> None:
    difference = compare(view(EMPTY), view(paint({}, hand="e5")), place())
    assert {"e5", "f5", "g5", "h5"} <= difference.covered
    assert not {"a1", "a5", "e8", "h1"} & difference.covered


def test_a_hand_over_most_of_the_board_leaves_the_rest_as_it_was() -> None:
    covered = EMPTY.copy()
    covered[:, 120:] = (40, 50, 70)
    difference = compare(view(EMPTY), view(covered), place())
    assert difference.board_share > 0.5
    assert max(difference.cells[cell] for cell in ("a1", "a5", "a8")) < 0.02


def test_three_new_neighbours_are_no_hand() -> None:
    pieces = {"c3": "Al", "c4": "Am", "d4": "Al"}
    assert not compare(view(EMPTY), view(paint(pieces)), place()).covered


def test_less_light_changes_nothing() -> None:
    darker = (EMPTY * 0.8).astype(np.uint8)
    assert max(compare(view(EMPTY), view(darker), place()).cells.values()) < 0.02


@pytest.mark.parametrize("dx", [4, 8])
def test_a_slide_of_the_board_is_measured(dx: int) -> None:
    difference = compare(view(EMPTY), view(paint({}, dx=dx)), place())
    assert difference.shift_cells == pytest.approx(dx / 32, abs=0.04)


def framed(image: Image, *, dx: int = 0) -> Image:
    """Return *image* with a patterned frame around its board, which lies *dx* px to the right."""
    framed = image.copy()
    pattern = np.random.default_rng(3).integers(0, 255, (304, 304, 3), dtype=np.uint8)
    pattern[24:-24, 24:-24] = image[72:328, 72 + dx : 328 + dx]
    framed[48:352, 48 + dx : 352 + dx] = pattern
    return framed


def test_the_rim_changes_on_every_side_only_where_the_board_is_elsewhere() -> None:
    def rim_share(image: Image) -> float:
        return compare(look_down(framed(EMPTY), place()), look_down(image, place()), place()).rim_share

    an_arm = framed(EMPTY)
    an_arm[180:220] = SKIN
    assert rim_share(an_arm) < 0.01
    assert rim_share(framed(paint({"a1": "Al"}))) < 0.01
    assert rim_share(framed(paint({}, dx=24), dx=24)) > 0.1
    assert rim_share(paint({}, blank=True)) > 0.1
