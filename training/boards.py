"""What tells ruled boards from other lattices: ``python -m training.boards [--pictures N] [--none FOLDER…]``.

Boards of all ruled games are looked for in pretend pictures of each, so that other games'
boards, tables and clutter tell what is none, and in photographs that show none of them. Prints
the factors of ``calibration.windows.ODDS``, and how many sightings of either kind are taken for
boards in pictures that they were not fitted on: each fourth in turn is left out.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from calibration.board import working_picture
from calibration.grid import LIKELY, RuledSighting, sightings_by_plane
from calibration.saddles import Array, Grey
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
PRINTED: tuple[Kit, ...] = (tabik.KIT, tinker_tactics.KIT, ting.KIT, tingle.KIT)
"""Whose boards are looked for in photographs without them; a chessboard is as good a board as one of 8 × 8."""

TIERS: tuple[Tier, ...] = ("easy", "normal", "hard")

SAME, OTHER = 0.45, 0.6
"""Up to how many cells off a sighting is the board, and from how many it is something else."""

STIFF = 0.1
"""How far factors are held back from large values."""

HELD_OUT = 4


Sightings = Iterator[tuple[int, tuple[float, ...], bool]]
"""By the number of the picture: the evidence of a lattice in it, and whether it is the board that was looked for."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=84, metavar="N", help="how many pictures are drawn")
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--none", nargs="*", type=Path, default=[], metavar="FOLDER", help="photographs without boards")
    parser.add_argument("--chess", nargs="*", type=Path, default=[], metavar="FOLDER", help="those of chessboards")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    found = [seen for number in range(arguments.pictures) for seen in _pretended(arguments.seed, number)]
    small = tuple(kit for kit in PRINTED if (kit.plan.columns, kit.plan.rows) != (8, 8))
    for folders, kits in ((arguments.none, PRINTED), (arguments.chess, small)):
        for path in (path for folder in folders for path in sorted(folder.iterdir())):
            found += _photographed(path, kits, number=1 + max((number for number, _, _ in found), default=0))
    picture = np.array([number for number, _, _ in found])
    evidence = np.array([(1.0, *of) for _, of, _ in found])
    true = np.array([is_board for _, _, is_board in found])
    taken = np.zeros(len(true), dtype=np.bool_)
    for part in range(HELD_OUT):
        out = picture % HELD_OUT == part
        taken[out] = evidence[out] @ logistic(evidence[~out], true[~out], stiff=STIFF) > LIKELY
    print(
        f"left out: {np.sum(taken & true)} of {true.sum()} boards and {np.sum(taken & ~true)} of "
        f"{np.sum(~true)} others are taken for boards"
    )
    print(f"ODDS = ({', '.join(f'{factor:.1f}' for factor in logistic(evidence, true, stiff=STIFF))})")


def _pretended(seed: int, number: int) -> Sightings:
    """Yield what is seen in pretend picture *number*, if its own board is looked for and if another is."""
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
        same = {plan.columns, plan.rows} == {kit.plan.columns, kit.plan.rows}
        for sighting in _sightings(grey, looked_for, planes=2):
            off = _cells_off(sighting.corners_px, corners, max(plan.columns, plan.rows)) if same else np.inf
            if off < SAME or off > OTHER:
                yield number, sighting.window.evidence, bool(off < SAME)


def _photographed(path: Path, kits: tuple[Kit, ...], *, number: int) -> Sightings:
    """Yield what is seen in the photograph at *path*, if it is one, where there is no board of *kits*."""
    image = cv2.imread(str(path))
    if image is None:
        return
    grey = working_picture(np.asarray(image, dtype=np.uint8))
    for kit in kits:
        for sighting in _sightings(grey, kit, planes=4):
            yield number, sighting.window.evidence, False


def _sightings(grey: Grey, kit: Kit, *, planes: int) -> Iterator[RuledSighting]:
    return (one for those in sightings_by_plane(grey, kit, planes) for one in those)


def _cells_off(found: Array, truth: Array, cells: int) -> float:
    """Return by how many cells the worst corner of *found* (4, 2) lies off, whichever way round it is."""
    side = float(np.linalg.norm(truth - np.roll(truth, 1, axis=0), axis=1).mean())
    turns = [np.roll(way, turn, axis=0) for way in (truth, truth[::-1]) for turn in range(4)]
    return cells * min(float(np.linalg.norm(found - turned, axis=1).max()) for turned in turns) / side


if __name__ == "__main__":
    main()
