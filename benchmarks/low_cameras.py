"""Chessboards with tall chessmen from low cameras: ``python -m benchmarks.low_cameras [--pictures N]``.

Bought boards of looks that training never draws, with 16 to 24 chessmen, from 25 to 35, 35 to 45 and 45 to 60 degrees
above the table, in a picture of 1280 × 960; the board is as wide as a third to four fifths of it. A board is found if
its worst corner is within 1 % of its side, and false if it is more than a cell off.
"""

from __future__ import annotations

import argparse
import itertools
from dataclasses import replace

import numpy as np

from benchmarks.locate import error_of
from calibration.locate import locate
from calibration.registration import Registration
from kits import tink
from simulator.chessmen import with_chessmen
from simulator.render import render
from simulator.scene import Picture
from simulator.unseen import draw_unseen

SPANS_DEG = ((25, 35), (35, 45), (45, 60))
SEED = 43_000
MEN = (16, 24)


def picture_of(number: int, span_deg: tuple[int, int]) -> Picture:
    """Return picture *number* of a chessboard with chessmen, all of it in view."""
    rng = np.random.default_rng([SEED, number, span_deg[0]])
    for _ in itertools.count():
        scene = draw_unseen(rng, tier="normal", kit=tink.KIT, style=str(rng.choice(["wood", "vinyl", "card"])))
        camera, plan = scene.view.camera, scene.kit.plan
        up, around = np.radians(rng.uniform(*span_deg)), np.radians(rng.uniform(-30, 30))
        turned = np.array([[np.cos(around), -np.sin(around), 0], [np.sin(around), np.cos(around), 0], [0, 0, 1]])
        R = np.array([[1.0, 0, 0], [0, np.sin(up), np.cos(up)], [0, -np.cos(up), np.sin(up)]]) @ turned
        away = camera.K[0, 0] * plan.width_mm / (camera.size[0] * rng.uniform(0.33, 0.8))
        t = np.array([0.0, 0.0, away]) - R @ np.array([plan.width_mm / 2, plan.height_mm / 2, 0.0])
        scene = replace(scene, view=Registration(camera, R, t, plan, "hand", 0.0), pieces=(), loose=(), hand=None)
        corners = scene.view.corners_px
        if (corners >= 20).all() and (corners <= np.array(camera.size) - 20).all():
            return render(with_chessmen(rng, scene, MEN[1], fewest=MEN[0]))
    raise AssertionError


def main() -> None:
    """Print what is found from each height."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=18, metavar="N", help="from each height (18)")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="begin with picture N (0)")
    asked = parser.parse_args()
    for span in SPANS_DEG:
        off = []
        for number in range(asked.first, asked.first + asked.pictures):
            shown = picture_of(number, span)
            place = locate(shown.image, tink.KIT)
            off.append(
                np.inf
                if place is None
                else error_of(place.boards[0].corners_px, shown.truth.registration.corners_px)[1]
            )
        errors = np.array(off)
        found, false = int((errors < 0.01).sum()), int(((errors > 0.125) & np.isfinite(errors)).sum())
        near = int(((errors >= 0.01) & (errors <= 0.125)).sum())
        print(
            f"{span[0]} to {span[1]} degrees: {found} of {len(off)} found, {near} less than a cell off, {false} false"
        )


if __name__ == "__main__":
    main()
