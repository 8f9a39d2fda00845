"""What the training pictures show: the simulator's scenes, all tiers and sizes of picture mixed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kits import tabik, ting, tingle, tink, tinker_tactics
from kits.kit import Kit
from kits.pieces import Pawn, Rod
from kits.thickness import QUICK_MM
from simulator.draw import Tier, draw_scene
from simulator.furnish import STYLES
from simulator.palette import any_tint, jitter
from simulator.positions import strewn
from simulator.scene import Scene
from training.covers import with_covers
from training.shades import in_other_shades, of_glass
from training.surfaces import on_other_boards, on_patterned_cloths

TIERS: tuple[Tier, ...] = ("easy", "normal", "normal", "hard", "hard")
SIZES = ((1280, 960), (1280, 960), (960, 720), (1280, 720))

_STRAY = 0.35
"""Share of tables with rods where none may lie: the reader must see these too, so that the referee can object."""
_MOST_ASTRAY = 0.3
_MATCHES, _FLAT = 0.25, 0.3
"""How often rods on a printed board are matches, and how often the flat rods of the quick kit."""
_EIGHT = 0.7
"""How often a chequered board that is not ours has 8 × 8 cells."""
_SET_UP = 0.4
"""How often figures stand as at the start of a game of chess."""
_WIDE_MM, _AWAY = 8.0, 0.35
"""Least width of a chessboard's border whose line may be anywhere on it, and how often it is."""
_WOOD = (222, 190, 140)
_BARE = 0.7
_DARKEST_ROD = 0.15


def draw_tabik(rng: np.random.Generator) -> Kit:
    """Return Tabik's kit, of any size that is found by its lines."""
    return tabik.kit(board_size=int(rng.integers(4, 12)))


def draw_any(rng: np.random.Generator) -> Kit:
    """Return the kit of any game whose one board may have to be found without tags, or chess's."""
    games = ("tink", "chess", "tabik", "ting", "tingle", "pyramids", "tinker_tactics")
    match str(rng.choice(games, p=[0.19, 0.19, 0.31, 0.08, 0.06, 0.06, 0.11])):
        case "chess":
            return draw_chess(rng)
        case "tabik":
            return draw_tabik(rng)
        case "tinker_tactics":
            return tinker_tactics.kit(players=2)
        case name:
            return {"tink": tink.KIT, "ting": ting.KIT, "tingle": tingle.KIT}.get(name, tingle.WITH_PYRAMIDS)


def draw_chess(rng: np.random.Generator) -> Kit:
    """Return a chessboard with figures, tall ones that hide much of it, now and then of another number of cells."""
    side = 8 if rng.random() < _EIGHT else int(rng.integers(5, 13))
    foot, high = float(rng.uniform(0.4, 0.8)) * tink.KIT.plan.pitch_mm, float(rng.uniform(1.2, 2.8))
    sizes = {"s": (0.85, 0.65), "m": (1.0, 0.85), "l": (1.0, 1.1)}
    pieces = {kind: Pawn(kind, foot * wide, foot * high * tall) for kind, (wide, tall) in sizes.items()}
    plan = replace(tink.KIT.plan, columns=side, rows=side)
    return replace(tink.KIT, plan=plan, pieces=pieces, stock={"s": 8, "m": 4, "l": 4}, markers=(), marked=())


def draw_board_scene(rng: np.random.Generator, kit: Kit, size: tuple[int, int]) -> Scene:
    """Return a random scene to learn from where a board lies, and where the corners of its cells."""
    chess = any(isinstance(piece, Pawn) for piece in kit.pieces.values()) and kit.ground.chequered
    style = str(rng.choice(STYLES[1:])) if chess else None
    contents = _set_up(rng, kit) if chess and rng.random() < _SET_UP else None
    scene = draw_training_scene(rng, kit, size, style=style, contents=contents)
    return on_patterned_cloths(rng, with_covers(rng, _framed(rng, scene)))


def _set_up(rng: np.random.Generator, kit: Kit) -> dict[str, str]:
    """Return a position of *kit* soon after a game's start: two ranks on either side, with a few pieces gone."""
    left, ranks = float(rng.uniform(0.6, 1.0)), ("1", "2", "7", "8")
    if rng.random() < 0.5:
        files = {"a": "1", "b": "2", "g": "7", "h": "8"}
        cells = {cell: files[cell[0]] for cell in kit.plan.cells if cell[0] in files}
    else:
        cells = {cell: cell[1] for cell in kit.plan.cells if cell[1] in ranks}
    return {
        cell: ("A" if rank in ranks[:2] else "B") + ("s" if rank in ranks[1:3] else str(rng.choice(["m", "l"])))
        for cell, rank in cells.items()
        if rng.random() < left
    }


def _framed(rng: np.random.Generator, scene: Scene) -> Scene:
    """Return *scene*; a chequered board with a border now and then gets its line well away from the cells."""
    look = scene.board
    if look.style == "kit" or look.grid is not None or look.border_mm < _WIDE_MM or rng.random() >= _AWAY:
        return scene
    return replace(
        scene, board=replace(look, line_mm=float(rng.uniform(0.4, 3.0)), line_at_mm=_drawn_at(rng, look.border_mm))
    )


def _drawn_at(rng: np.random.Generator, border_mm: float) -> float:
    return float(rng.uniform(2.0, 0.85 * border_mm))


def draw_training_scene(
    rng: np.random.Generator,
    kit: Kit,
    size: tuple[int, int] | None = None,
    *,
    style: str | None = None,
    contents: dict[str, str] | None = None,
) -> Scene:
    """Return a random scene of *kit*'s game on some table, in a picture of *size* (width, height) or some other.

    The board's *style* and the position may be given.
    """
    tier, size = _tier_and_size(rng, size)
    contents = _contents(rng, kit) if contents is None else contents
    drawn = draw_scene(rng, tier=tier, kit=kit, size=size, style=style, contents=contents)
    scene = in_other_shades(rng, drawn)
    return on_other_boards(rng, of_glass(rng, scene))


def draw_printed_scene(rng: np.random.Generator, kit: Kit, size: tuple[int, int] | None = None) -> Scene:
    """Return a random scene of the printed board of *kit* and the printed pieces, with any rods that would do."""
    tier, size = _tier_and_size(rng, size)
    made = rng.random() if kit.rod else 1.0
    if kit.rod and made < _MATCHES + _FLAT:
        kit = replace(kit, rod=_match(rng, kit.rod) if made < _MATCHES else replace(kit.rod, height_mm=QUICK_MM))
    scene = draw_scene(rng, tier=tier, kit=kit, size=size, contents=_contents(rng, kit), style="kit", paper=True)
    return _with_matches(rng, scene) if made < _MATCHES else scene


def _tier_and_size(rng: np.random.Generator, size: tuple[int, int] | None) -> tuple[Tier, tuple[int, int]]:
    tier = TIERS[rng.integers(len(TIERS))]
    return tier, size or SIZES[rng.integers(len(SIZES))]


def _contents(rng: np.random.Generator, kit: Kit) -> dict[str, str] | None:
    """Return a position with rods astray, sometimes and only for a kit with rods; otherwise None."""
    astray = kit.rod is not None and rng.random() < _STRAY
    return strewn(rng, kit, astray=float(rng.uniform(0.02, _MOST_ASTRAY))) if astray else None


def _match(rng: np.random.Generator, rod: Rod) -> Rod:
    thick = float(rng.uniform(1.7, 2.6))
    return Rod(length_mm=rod.length_mm * float(rng.uniform(0.85, 1.05)), width_mm=thick, height_mm=thick)


def _with_matches(rng: np.random.Generator, scene: Scene) -> Scene:
    """Return *scene* with rods of bare wood, now and then dyed."""
    tint = jitter(rng, _WOOD, amount=0.1) if rng.random() < _BARE else any_tint(rng, lowest=_DARKEST_ROD)
    made = tuple(replace(lying, material=replace(lying.material, tint=tint, paper=False)) for lying in scene.rods)
    return replace(scene, rods=made)
