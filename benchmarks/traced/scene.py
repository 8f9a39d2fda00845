"""Draw one picture: ``PYTHON -m benchmarks.traced.scene FOLDER GAME NUMBER SAMPLES THREADS``, in Blender's Python.

``picture.npy`` (BGR) and ``truth.json`` are left in FOLDER. Needs bpy, numpy and, of this house, what needs only
the standard library: core and kits.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import bpy
import numpy as np
import numpy.typing as npt
from mathutils import Vector

from benchmarks.blender_parts import empty_scene, set_up
from benchmarks.traced.boards import add_board
from benchmarks.traced.bodies import MM, add_pieces, add_rods
from benchmarks.traced.film import developed
from benchmarks.traced.positions import draw_position
from benchmarks.traced.sight import visible_share
from benchmarks.traced.surroundings import add_lens, add_light, add_table
from benchmarks.traced.truth import truth_of
from benchmarks.traced.view import HEIGHT, TIERS, WIDTH, draw_view


def main(folder: Path, game: str, number: int, *, samples: int, threads: int) -> None:
    """Build the table *number* of *game*, render it and write what it is."""
    rng, noise = random.Random(f"{game} {number}"), np.random.default_rng([number, *game.encode()])
    (tier,) = rng.choices(TIERS, (0.35, 0.45, 0.2))
    empty_scene()
    position = draw_position(game, rng)
    board = add_board(game, position.plan, rng)
    table = add_table(board, rng)
    bodies, facts = add_pieces(position, board.plan, rng)
    if position.rods:
        add_rods(position, board.plan, rng)
    view = draw_view(board.size_mm, tier, rng)
    add_lens(view, rng)
    light = add_light(board, rng)
    eye = Vector(view.eye_mm * MM)
    shares = [visible_share(body, eye, noise) for body in bodies]
    truth = truth_of(tier, board, position, view, shares)
    truth["board"].update(facts)
    truth["lighting"] = {"mode": light, "table": table}
    truth["isp"] = {"mjpeg_q": rng.randint(80, 94)}
    np.save(folder / "picture.npy", developed(_rendered(folder, number, samples, threads), tier, noise))
    (folder / "truth.json").write_text(json.dumps(truth), encoding="utf-8")


def _rendered(folder: Path, number: int, samples: int, threads: int) -> npt.NDArray[np.float32]:
    """Return the light of the scene as it falls through the lens (high, wide, RGB)."""
    scene: Any = set_up((WIDTH, HEIGHT), samples, seed=number, bounces=8)
    scene.cycles.transmission_bounces, scene.cycles.caustics_refractive = 8, True
    scene.render.threads_mode, scene.render.threads = "FIXED", threads
    scene.render.image_settings.file_format, scene.render.image_settings.color_depth = "OPEN_EXR", "16"
    scene.render.filepath = str(folder / "light.exr")
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(scene.render.filepath)
    light = np.array(image.pixels[:], np.float32).reshape(HEIGHT, WIDTH, 4)
    return np.clip(light[::-1, :, :3], 0, None)


if __name__ == "__main__":
    into, which, index, rays, workers = sys.argv[1:]
    main(Path(into), which, int(index), samples=int(rays), threads=int(workers))
