"""How exactly a printed board is found by few of its tags: ``python -m benchmarks.few_tags [--pictures N]``.

Printed boards of every game on tables that training never draws, all of the board in the picture. White paper lies over
all tags but a few, which chance picks. Right is every corner within 1 % of the board's side.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import cv2
import numpy as np

from benchmarks.examination import GAMES, TIERS, draw_in_view
from benchmarks.locate import FOUND, error_of
from calibration.tags import register_tags
from kiebitz.kits import kit_of
from kits.kit import Kit
from simulator.render import render
from simulator.scene import Picture
from vision.views import Image

SEED = 4_211
LEFT = (2, 3, 4, 6)
"""How many tags are left."""
_PAPER = 1.3
"""How large the paper over a tag is, in tags."""


def picture(game: str, number: int) -> tuple[Kit, Picture]:
    """Return a game's kit, and picture *number* of its printed board."""
    rng = np.random.default_rng([SEED, GAMES.index(game), number])
    kit = kit_of(game)
    return kit, render(draw_in_view(rng, TIERS[number % len(TIERS)], kit, style="kit"))


def with_tags(shot: Picture, kit: Kit, kept: Sequence[int]) -> Image:
    """Return what *shot* shows with paper over all tags of *kit* but those of the codes *kept*."""
    image = shot.image.copy()
    for marker in kit.markers:
        if marker.code not in kept:
            corners = np.array(marker.corners_mm)
            paper = corners.mean(axis=0) + _PAPER * (corners - corners.mean(axis=0))
            cv2.fillConvexPoly(
                image, np.rint(shot.truth.registration.px_from_board(paper)).astype(np.int32), (235,) * 3
            )
    return image


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=24, help="of each game (24)")
    asked = parser.parse_args()
    print("game            tags  within 1 %  no board  median error")
    for game in GAMES:
        errors: dict[int, list[float]] = {left: [] for left in LEFT}
        for number in range(asked.pictures):
            kit, shot = picture(game, number)
            rng = np.random.default_rng(number)
            codes = rng.permutation([marker.code for marker in kit.markers])
            for left in LEFT:
                found = register_tags(with_tags(shot, kit, codes[:left].tolist()), kit)
                truth = shot.truth.registration.corners_px
                errors[left].append(np.inf if found is None else error_of(found.corners_px, truth)[1])
        for left, off in errors.items():
            seen = [part for part in off if np.isfinite(part)]
            right = f"{sum(part <= FOUND for part in off)}/{len(off)}"
            median = f"{100 * float(np.median(seen)):.2f} %" if seen else "–"
            print(f"{game:15} {left:4} {right:>11} {len(off) - len(seen):9} {median:>13}", flush=True)


if __name__ == "__main__":
    main()
