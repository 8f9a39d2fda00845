"""A pretend table for a whole game: the camera, board and light stay, pieces come and go, hands reach in."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.registration import Registration
from core.reading import ROD
from kits.kit import Kit
from simulator.backdrop import Backdrop, backdrop
from simulator.draw import Tier, draw_hand, draw_scene
from simulator.looks import Material
from simulator.materials import draw_materials, material_of
from simulator.pieces import draw_pieces, draw_rods
from simulator.render import render
from simulator.scene import Hand, LaidRod, Loose, Picture, Placed, Scene


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """One table seen by one camera. A piece keeps its place and turn on its cell from picture to picture."""

    scene: Scene
    """The table with an empty board."""
    materials: Mapping[str, Material]
    """Piece → its material, as ``material_of`` finds it."""
    backdrop: Backdrop

    @classmethod
    def draw(
        cls,
        rng: np.random.Generator,
        *,
        kit: Kit,
        style: str = "kit",
        tier: Tier = "easy",
        players: int = 2,
        colours: Mapping[str, str] | None = None,
        size: tuple[int, int] = (1280, 960),
    ) -> Table:
        """Return a random table with an empty board and every piece in its stash; arguments as in ``draw_scene``.

        On the printed board stand the kit's own paper pieces. With rods, *players* and *colours* say nothing.
        """
        paper = style == "kit"
        if paper and colours is None and not kit.rod:
            colours = {seat: ink.name for seat, ink in list(kit.inks.items())[: len(kit.minis) or players]}
        scene = draw_scene(
            rng, tier=tier, kit=kit, contents={}, players=players, colours=colours, style=style, hand=False, size=size
        )
        materials = draw_materials(rng, scene.kit, scene.seats, paper=kit if paper else None)
        loose = tuple(replace(t, material=material_of(materials, t.piece)) if t.piece else t for t in scene.loose)
        return cls.of(replace(scene, loose=loose), materials)

    @classmethod
    def of(cls, scene: Scene, materials: Mapping[str, Material]) -> Table:
        """Return the table of *scene*, whose pieces are made of *materials*."""
        return cls(scene, materials, backdrop(scene))

    def picture(self, contents: Mapping[str, str], *, hand: str | None = None, seed: int = 0) -> Picture:
        """Return the table with *contents* (cell → ``As``, edge → ``rod``; empty ones left out or ``.``) on its board.

        Args:
            hand: the cell a hand reaches for; None for no hand.
            seed: of noise, flicker and the hand's place; pictures differ by it as frames of a video do.
        """
        there = {place: content for place, content in contents.items() if content != "."}
        pieces = [piece for cell, content in there.items() for piece in self._placed(cell, content)]
        rods = [rod for edge, content in there.items() if content == ROD for rod in self._laid(edge, pieces)]
        sensor = self.scene.sensor
        flicker = np.random.default_rng([self.scene.seed, seed, 1]).normal(0, 0.006)
        return render(
            replace(
                self.scene,
                pieces=tuple(pieces),
                rods=tuple(rods),
                loose=self._stash(Counter(p.seat + p.kind for p in pieces)),
                hand=None if hand is None else self._hand(hand, seed),
                sensor=replace(sensor, exposure=sensor.exposure * float(1 + flicker)),
                seed=self.scene.seed + seed,
            ),
            behind=self.backdrop,
        )

    def bumped(self, rng: np.random.Generator, *, turn_deg: float = 0.5, shift_mm: float = 4.0) -> Table:
        """Return the same table after somebody knocked against the camera."""
        view = self.scene.view
        turn, _ = cv2.Rodrigues(np.radians(rng.normal(0, turn_deg, 3)))
        moved = Registration(
            view.camera, turn @ view.R, turn @ view.t.reshape(3) + rng.normal(0, shift_mm, 3), view.plan, "hand", 0.0
        )
        return self.seen_by(moved)

    def seen_by(self, view: Registration) -> Table:
        """Return the same table in *view*, as somebody shows it who walks round it or pans over it."""
        scene = replace(self.scene, view=view)
        return replace(self, scene=scene, backdrop=backdrop(scene))

    def _placed(self, cell: str, content: str) -> tuple[Placed, ...]:
        rng = self._always(cell, content)
        return draw_pieces(rng, self.scene.kit, {cell: content}, self.scene.seats, self.materials)

    def _laid(self, edge: str, stones: Sequence[Placed]) -> tuple[LaidRod, ...]:
        return draw_rods(self._always(edge, ROD), self.scene.kit, {edge: ROD}, self.materials, stones)

    def _always(self, place: str, content: str) -> np.random.Generator:
        """Return the random numbers of one thing in one place: the same whenever it is there."""
        return np.random.default_rng([self.scene.seed, zlib.crc32(f"{place}{content}".encode())])

    def _stash(self, used: Counter[str]) -> tuple[Loose, ...]:
        """Return what lies next to the board while the pieces *used* are on it; a common supply stays whole."""
        left = Counter() if self.scene.kit.rod else Counter(used)
        kept = []
        for thing in self.scene.loose:
            piece = thing.piece.partition("=")[0]
            if piece and left[piece] > 0:
                left[piece] -= 1
            else:
                kept.append(thing)
        return tuple(kept)

    def _hand(self, cell: str, seed: int) -> Hand:
        own = np.random.default_rng(self.scene.seed)
        drawn = draw_hand(own, self.scene.kit.plan)
        x, y = self.scene.kit.plan.centre_mm(cell)
        moving = np.random.default_rng([self.scene.seed, seed])
        dx, dy = moving.normal(0, 4, 2)
        return replace(drawn, at_mm=(x + float(dx), y + float(dy)), height_mm=float(moving.uniform(20, 50)))
