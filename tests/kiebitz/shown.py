"""Boards on pretend tables, printed and bought ones: small pictures, each rendered once."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

from calibration.registration import Camera
from kiebitz.pictures.frame import Image
from kiebitz.pictures.which_game import Board, boards_of_game
from simulator.draw import aim, draw_scene
from simulator.render import render

TINK, TING, TINGLE, TABIK = Board("tink"), Board("ting"), Board("tingle"), Board("tabik", board_size=8)
SMALL, PAIR, RING = Board("tabik", board_size=6), Board("tinker_tactics", players=2), Board("tinker_tactics", players=3)
SQUARE = Board("tinker_tactics", players=4)


_LENS = Camera(np.array([[900.0, 0, 479.5], [0, 900, 359.5], [0, 0, 1]]), np.zeros(5), (960, 720))


@cache
def shown(board: Board, style: str = "kit") -> Image:
    """Return a picture of *board*, empty, as it is printed or in another of the simulator's styles."""
    scene = draw_scene(
        np.random.default_rng(5), tier="easy", kit=boards_of_game(board.game)[board], style=style, contents={},
        hand=False, loose=False, size=_LENS.size,
    )  # fmt: skip
    fill = 1.3 if board == RING else 0.55
    view = aim(_LENS, scene.kit.plan, np.radians(65.0), np.radians(20.0), 0.0, fill, (0.0, 0.0))
    return render(replace(scene, view=view)).image


def beside(*images: Image) -> Image:
    """Return *images* side by side."""
    return np.concatenate(images, axis=1)
