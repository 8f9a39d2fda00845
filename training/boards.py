"""What tells ruled boards from other lattices: ``python -m training.boards [--pictures N]``.

Boards of all ruled games are looked for in pretend pictures of each, so that other games'
boards, tables and clutter tell what is none. Prints the factors of
``calibration.windows.ODDS``, and how many sightings of either kind they take for boards
in every fourth picture, which they were not fitted on.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import cv2
import numpy as np

from calibration.board import working_picture
from calibration.grid import LIKELY, sightings_by_plane
from calibration.saddles import Array
from kits import tabik, ting, tingle, tinker_tactics
from kits.kit import Kit
from simulator.draw import Tier, draw_scene
from simulator.grid_looks import draw_grid_style
from simulator.render import render
from training.logistic import logistic

KITS: tuple[Kit, ...] = (
    ting.KIT,
    tingle.KIT,
    *(tabik.kit(board_size=side) for side in (5, 7, 10)),
    *(tinker_tactics.kit(players=players) for players in (2, 4)),
)
TIERS: tuple[Tier, ...] = ("easy", "normal", "hard")

SAME, OTHER = 0.45, 0.6
"""Up to how many cells off a sighting is the board, and from how many it is something else."""

STIFF = 0.1
"""How far factors are held back from large values."""

HELD_OUT = 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=70, metavar="N", help="how many pictures are drawn")
    parser.add_argument("--seed", type=int, default=9)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    found = [(n, *seen) for n in range(arguments.pictures) for seen in _sightings(arguments.seed, n)]
    held_out = np.array([number % HELD_OUT == 0 for number, _, _ in found])
    evidence = np.array([(1.0, *of) for _, of, _ in found])
    true = np.array([is_board for _, _, is_board in found])
    fitted = logistic(evidence[~held_out], true[~held_out], stiff=STIFF)
    taken = evidence @ fitted > LIKELY
    for name, which in (("fitted on", ~held_out), ("held out", held_out)):
        boards, others = which & true, which & ~true
        print(
            f"{name}: {np.sum(taken & boards)} of {boards.sum()} boards and {np.sum(taken & others)} of "
            f"{others.sum()} others are taken for boards"
        )
    print(f"ODDS = ({', '.join(f'{factor:.1f}' for factor in logistic(evidence, true, stiff=STIFF))})")


def _sightings(seed: int, number: int) -> Iterator[tuple[tuple[float, ...], bool]]:
    """Yield the evidence of each lattice in picture *number*, and whether it is the board that was looked for."""
    rng = np.random.default_rng([seed, number])
    kit = KITS[number % len(KITS)]
    style = "kit"
    while style == "kit":
        style = draw_grid_style(rng, kit)
    shown = render(draw_scene(rng, tier=TIERS[int(rng.integers(3))], kit=kit, style=style))
    grey = working_picture(shown.image)
    corners = shown.truth.registration.corners_px * (grey.shape[1] / shown.image.shape[1])
    for looked_for in (kit, KITS[int(rng.integers(len(KITS)))]):
        plan = looked_for.plan
        sides = {plan.columns, plan.rows}
        for sightings in sightings_by_plane(grey, plan, 2, looked_for.ground.block):
            for sighting in sightings:
                off = np.inf
                if sides == {kit.plan.columns, kit.plan.rows}:
                    off = _cells_off(sighting.corners_px, corners, max(sides))
                if off < SAME or off > OTHER:
                    yield sighting.window.evidence, bool(off < SAME)


def _cells_off(found: Array, truth: Array, cells: int) -> float:
    """Return by how many cells the worst corner of *found* (4, 2) lies off, whichever way round it is."""
    side = float(np.linalg.norm(truth - np.roll(truth, 1, axis=0), axis=1).mean())
    turns = [np.roll(way, turn, axis=0) for way in (truth, truth[::-1]) for turn in range(4)]
    return cells * min(float(np.linalg.norm(found - turned, axis=1).max()) for turned in turns) / side


if __name__ == "__main__":
    main()
