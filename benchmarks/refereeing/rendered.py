"""Tables of the simulator: boards, tables, light and lenses that no network learned from, read by the real eye."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np

from benchmarks.examination import draw_in_view
from benchmarks.refereeing.sitting import Shot
from calibration.orientation import facing
from calibration.registration import Array, Registration
from kiebitz.api.watching import Given
from kiebitz.commands.which import watched
from kiebitz.eye.seer import Seer
from kiebitz.kits import kit_of
from kiebitz.pictures.frame import Image
from kits.kit import Kit
from simulator.draw import Tier
from simulator.materials import draw_materials
from simulator.scene import Scene
from simulator.table import Table
from tablebench.course import Course

STYLES: Mapping[str, tuple[str, ...]] = {
    "tink": ("kit", "wood", "vinyl", "card"),
    "ting": ("kit", "card", "wood"),
    "tingle": ("kit", "tiles", "card"),
    "tabik": ("kit", "card", "wood"),
    "tinker_tactics": ("kit", "card", "wood"),
}
"""Game → the boards that it is played on."""
_FINE = (1920, 1440)
"""Size of the pictures of a ring of boards, whose cells are small."""
TIERS: tuple[Tier, ...] = ("easy", "normal", "hard")


class RenderedTable:
    """A random table for *course*, drawn from *seed*; styles and tiers take turns.

    Where the number of players is *undeclared*, the eye takes it for two until it is to expect more, or for what the
    board in the *first* shot tells.
    """

    def __init__(
        self,
        course: Course,
        *,
        seed: int,
        undeclared: bool = False,
        first: Shot | None = None,
    ) -> None:
        styles = STYLES[course.game.name] if not course.kit.minis or course.kit.has_whole else ("kit",)
        style, tier = styles[seed % len(styles)], TIERS[seed // len(styles) % len(TIERS)]
        players = len(course.start.seats)
        self._table = _table(seed, tier, course.kit, style, players)
        self.colours = dict(self._table.scene.seats) if course.kit.seats else {}
        kit = course.kit
        self.players = 2 if undeclared else None
        if undeclared and kit.minis and first is not None:
            self.players = _told_by_board(self.picture(first), course)
            kit = kit_of(course.game.name, replace(course.options, players=self.players))
        near = _near(self._table.scene.view, course.kit.seats[:players])
        self.eye = Seer(kit, players=(self.players or players) if kit.seats else None, near=near)

    def picture(self, shot: Shot) -> Image:
        arm = None if shot.arm is None else shot.arm[0]
        table = self._table if not shot.lie.dx else self._table.bumped(np.random.default_rng(shot.lie.dx + 9))
        drawn = table.picture(shot.contents, hand=arm, seed=shot.number).image
        kept = cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, 95])[1]
        upright = np.asarray(cv2.imdecode(kept, cv2.IMREAD_COLOR), dtype=np.uint8)
        if shot.lie.away:
            upright = np.asarray(cv2.GaussianBlur(upright, (0, 0), 60), dtype=np.uint8)
        return np.ascontiguousarray(np.rot90(upright, -shot.lie.quarters))

    @property
    def view(self) -> Registration:
        """The true camera and pose."""
        return self._table.scene.view

    @property
    def middles(self) -> Mapping[str, Array]:
        view = self._table.scene.view
        cells = view.plan.cells
        return dict(zip(cells, view.px_from_board([view.plan.centre_mm(cell) for cell in cells]), strict=True))


def _told_by_board(image: Image, course: Course) -> int:
    """Return the number of players by the board in *image*, as ``kiebitz watch`` finds it if nobody declares it."""
    _, chosen = watched(Given([image]), course.game.name, "", None)
    return chosen.options.players


def _table(seed: int, tier: Tier, kit: Kit, style: str, players: int) -> Table:
    """Return a table with an empty board for this many *players*; only boards in a ring look like those of training."""
    rng = np.random.default_rng([seed, 778])
    if not kit.has_whole:
        return Table.draw(rng, tier=tier, kit=kit, style=style, players=players, size=_FINE)
    while True:
        scene = draw_in_view(rng, tier, kit, style)
        if kit.rod or len(scene.seats) >= players:
            break
    scene = replace(scene, seats=scene.seats if kit.rod else dict(list(scene.seats.items())[:players]))
    bare = replace(scene, pieces=(), rods=(), hand=None, loose=tuple(t for t in scene.loose if not t.piece))
    materials = draw_materials(rng, scene.kit, scene.seats, paper=_paper(kit, scene))
    return Table.of(bare, materials)


def _paper(kit: Kit, scene: Scene) -> Kit | None:
    return kit if scene.board.style == "kit" else None


def _near(view: Registration, seats: tuple[str, ...]) -> str | None:
    """Return the seat nearest to the camera, if it is among *seats*, of A to D; otherwise None."""
    near = (seat for seat in seats if seat <= "D" and np.allclose(facing(view, seat, players=len(seats)).R, view.R))
    return next(near, None)
