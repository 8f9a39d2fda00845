"""Draw a table: ``PYTHON -m tablebench.scene FOLDER GAME NUMBER SAMPLES THREADS WIDTH``, in Blender's
Python.

A picture and its truth are left in FOLDER, ``000.npy`` (BGR) and ``000.json``; of ``game.json`` in FOLDER one each for
all that happens in it. Needs bpy, numpy and, of this house, what needs only the standard library: core and kits.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import bpy
import numpy as np
import numpy.typing as npt
from mathutils import Vector

from tablebench.arm import add_arm
from tablebench.blender_parts import empty_scene, set_up
from tablebench.boards import add_board
from tablebench.bodies import MM, add_pieces, add_rods
from tablebench.cast import cast_of, frames_in
from tablebench.film import developed, draw_gains, drifted
from tablebench.paper import Paper
from tablebench.sight import hidden_by, visible_share
from tablebench.surroundings import add_lens, add_light, add_table, turn_around
from tablebench.truth import place_of, truth_of
from tablebench.view import TIERS, View, draw_view

_SHADOW_MM = 70.0
"""Moving a piece changes the light within this distance of it."""


def main(folder: Path, game: str, number: int, *, samples: int, threads: int, width: int) -> None:
    """Build the table *number* of *game*, render it and write what it is; if it is a game, all through.

    Pictures are *width* px wide, and three quarters of that high.
    """
    rng, noise = random.Random(f"{game} {number}"), np.random.default_rng([number, *game.encode()])
    (tier,) = rng.choices(TIERS, (0.35, 0.45, 0.2))
    empty_scene()
    frames = frames_in(folder, game, rng)
    cast = cast_of(frames)
    paper = Paper.in_folder(folder)
    board = paper.add_board(cast.position.plan) if paper else add_board(game, cast.position.plan, rng)
    table = add_table(board, rng)
    folded = paper.add_pieces() if paper else []
    bodies, facts = (folded, {}) if folded else add_pieces(cast.position, board.plan, rng)
    rods = add_rods(cast.position, board.plan, rng) if cast.position.rods else {}
    first_view = draw_view(board.size_mm, tier, rng, width=width)
    add_lens(first_view, rng)
    lighting = {"mode": add_light(board, rng), "table": table}
    isp, gains = {"mjpeg_q": rng.randint(80, 94)}, draw_gains(tier, noise)
    film = _Film(folder, (width, width * 3 // 4), samples, threads, seed=number)
    before: set[Any] = set()
    quarters = 0
    for index, frame in enumerate(frames):
        turn_around(board, frame.quarters - quarters)
        turned, quarters = frame.quarters != quarters, frame.quarters
        view = first_view.turned(quarters, (board.size_mm[0] / 2, board.size_mm[1] / 2))
        at_hand = [body for body, when in zip(bodies, cast.when, strict=True) if index in when]
        there = {*at_hand, *(rods[edge] for edge in frame.position.rods)}
        arm = [] if frame.arm is None else add_arm(place_of(board.plan, frame.arm), _side_deg(rng), rng)
        for body in (*bodies, *rods.values()):
            _show(body, shown=body in there)
        eye = Vector(view.eye_mm * MM)
        truth = truth_of(tier, board, frame.position, view, [visible_share(body, eye, noise) for body in at_hand])
        for cell in truth["cells"] if arm else ():
            cell["occluded_by_hand_fraction"] = hidden_by(arm, eye, cell["center_board_mm"], board.plan.pitch_mm)
        truth["board"].update(facts)
        truth.update(lighting=lighting, isp=isp)
        if frame.sequence:
            truth["sequence"] = dict(frame.sequence)
        whole = index == 0 or turned or arm
        light = film.exposed(None if whole else _around(there ^ before, view), keeps=not arm)
        gains = gains if index == 0 else drifted(gains, noise)
        np.save(folder / f"{index:03}.npy", developed(light, tier, gains, noise))
        (folder / f"{index:03}.json").write_text(json.dumps(truth), encoding="utf-8")
        for part in arm:
            bpy.data.objects.remove(part)
        before = there


def _side_deg(rng: random.Random) -> float:
    """Return the direction from which somebody who sits at one of the sides reaches in."""
    return 90.0 * rng.randrange(4) + rng.uniform(-25, 25)


def _show(body: Any, *, shown: bool) -> None:
    for part in (body, *body.children):
        part.hide_render = part.hide_viewport = not shown


def _around(bodies: Iterable[Any], view: View) -> npt.NDArray[np.float64]:
    """Return the corners (N, 2) in px of what must be drawn again once *bodies* have come or gone."""
    corners, beside = [], np.array([_SHADOW_MM, _SHADOW_MM, 0])
    for body in bodies:
        box = np.array(body.bound_box) / MM
        corners += [box - beside, box + beside]
    return view.px(np.concatenate(corners)) if corners else np.zeros((0, 2))


class _Film:
    """Renders one picture after another; where nothing has changed, it keeps the light of the one before."""

    def __init__(self, folder: Path, size: tuple[int, int], samples: int, threads: int, *, seed: int) -> None:
        self._size = size
        self._scene: Any = set_up(size, samples, seed=seed, bounces=8)
        self._scene.cycles.transmission_bounces, self._scene.cycles.caustics_refractive = 8, True
        render = self._scene.render
        render.threads_mode, render.threads = "FIXED", threads
        render.image_settings.file_format, render.image_settings.color_depth = "OPEN_EXR", "16"
        render.filepath = str(folder / "light.exr")
        self._light: npt.NDArray[np.float32] = np.zeros((size[1], size[0], 3), np.float32)

    def exposed(self, changed: npt.NDArray[np.float64] | None, *, keeps: bool) -> npt.NDArray[np.float32]:
        """Return the light of the scene through the lens (high, wide, RGB).

        Only what is around *changed* (N, 2), in px, is rendered; everything if None. With *keeps*, it is kept for the
        next picture.
        """
        if changed is not None and not len(changed):
            return self._light
        width, height = self._size
        left, top, right, bottom = 0, 0, width, height
        if changed is not None:
            left, top = np.clip(np.floor(changed.min(axis=0)), 0, (width - 8, height - 8)).astype(int).tolist()
            right, bottom = np.clip(np.ceil(changed.max(axis=0)), (8, 8), (width, height)).astype(int).tolist()
        render = self._scene.render
        render.use_border = changed is not None
        render.border_min_x, render.border_max_x = left / width, right / width
        render.border_min_y, render.border_max_y = 1 - bottom / height, 1 - top / height
        bpy.ops.render.render(write_still=True)
        image = bpy.data.images.load(render.filepath)
        pixels = np.array(image.pixels[:], np.float32).reshape(height, width, 4)[::-1, :, :3]
        bpy.data.images.remove(image)
        light = self._light.copy()
        # Blender may round the edges of what it renders inwards.
        inner = slice(top + (top > 0), bottom - (bottom < height)), slice(left + (left > 0), right - (right < width))
        light[inner] = np.clip(pixels[inner], 0, None)
        if keeps:
            self._light = light
        return light


if __name__ == "__main__":
    into, which, index, rays, workers, across = sys.argv[1:]
    main(Path(into), which, int(index), samples=int(rays), threads=int(workers), width=int(across))
