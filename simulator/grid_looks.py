"""Random boards of lines, wider than life on purpose."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kits.kit import Kit
from simulator.looks import BoardLook, GridLook, Tint
from simulator.palette import any_tint, hsv, jitter, linear

GRID_STYLES = ("kit", "paper", "card", "wood", "drawn", "tiles")
"""The styles of boards that are not chequered; tiles only where the kit has blocks of two."""

_INKS = [(25, 25, 28), (30, 30, 34), (60, 60, 64), (110, 108, 104), (28, 48, 120), (150, 30, 30), (90, 60, 40)]
_PAPERS = [(250, 250, 248), (246, 240, 226), (236, 226, 196), (252, 252, 255), (228, 228, 224)]
_CARDS = [(238, 224, 188), (205, 220, 222), (222, 200, 160), (180, 150, 110), (244, 240, 232), (150, 170, 150)]
_DARKS = [(60, 60, 66), (40, 70, 52), (44, 60, 104), (84, 52, 44), (34, 34, 36)]
_WOODS = [
    (226, 190, 140),
    (240, 206, 150),
    (232, 212, 170),
    (214, 172, 118),
    (190, 110, 70),
    (160, 84, 52),
    (122, 78, 52),
    (96, 62, 42),
]
_PENS = [(20, 20, 24), (24, 40, 130), (180, 30, 30), (70, 70, 74), (20, 90, 50)]

_MARK_RADII = {"dot": (0.06, 0.12), "disc": (0.16, 0.38), "ring": (0.16, 0.46)}
"""Range of the radius of what is printed on cells, in pitches; a ring may be as wide as the pieces that stand on it."""


def grid_styles(kit: Kit) -> tuple[str, ...]:
    """Return the styles that the board of *kit* may have."""
    return tuple(style for style in GRID_STYLES if style != "tiles" or kit.ground.block == 2)


def draw_grid_style(rng: np.random.Generator, kit: Kit) -> str:
    """Return a style, bought tiles more often than the rest where there are such."""
    styles = grid_styles(kit)
    weights = np.array([{"kit": 1.0, "tiles": 4.0, "wood": 1.4, "drawn": 0.7}.get(style, 1.3) for style in styles])
    return str(rng.choice(styles, p=weights / weights.sum()))


def draw_grid_board(rng: np.random.Generator, kit: Kit, style: str) -> BoardLook:
    """Return a board of *style* for *kit*, whose pitch is the board's.

    Raises ``ValueError`` for a style that this game's board has not.
    """
    if style not in grid_styles(kit):
        raise ValueError(f"no board style of {kit.name} is called {style!r}; there are {', '.join(grid_styles(kit))}")
    base, ink = _surface(rng, style)
    wooden = style == "wood" or (style == "tiles" and rng.random() < 0.6)
    laid = style == "tiles" or bool(kit.minis)
    border_mm = 0.0 if laid else float(rng.uniform(0, 3) if rng.random() < 0.15 else rng.uniform(3, 36))
    lid = bool(kit.minis) and style == "wood"
    return BoardLook(
        style="wood" if wooden else style,
        dark=base,
        light=base,
        border=base,
        line=ink,
        border_mm=border_mm,
        line_mm=0.0,
        line_at_mm=0.0,
        thickness_mm=_thickness(rng, style),
        rim_mm=float(rng.uniform(1, 6)) if wooden and border_mm > 8 and not lid and rng.random() < 0.25 else 0.0,
        a1_dark=True,
        labels=bool(border_mm > 8 and rng.random() < 0.4),
        hinge=bool(not laid and rng.random() < (0.25 if style != "drawn" else 0.1)),
        texture=float(rng.uniform(0.2, 1.6)),
        seed=int(rng.integers(2**31)),
        grid=_grid(rng, kit, style, ink),
    )


def _surface(rng: np.random.Generator, style: str) -> tuple[Tint, Tint]:
    """Return the tint of the board and a distinguishable one for its lines."""
    if style == "wood":
        base = jitter(rng, _WOODS[int(rng.integers(len(_WOODS)))])
    elif style == "tiles":
        choices = [*_WOODS[:4], (240, 230, 200), (236, 226, 204), (222, 206, 168), (70, 62, 56), (48, 48, 52)]
        base = jitter(rng, choices[int(rng.integers(len(choices)))])
    elif style == "card" and rng.random() < 0.2:
        base = jitter(rng, _DARKS[int(rng.integers(len(_DARKS)))])
    elif style == "card":
        base = any_tint(rng, lowest=0.5) if rng.random() < 0.2 else jitter(rng, _CARDS[int(rng.integers(len(_CARDS)))])
    else:
        base = jitter(rng, _PAPERS[int(rng.integers(len(_PAPERS)))], amount=0.03)
    inks = _PENS if style == "drawn" else _INKS
    ink = jitter(rng, inks[int(rng.integers(len(inks)))], amount=0.03)
    if rng.random() < 0.12 and style != "drawn":
        ink = hsv(rng.uniform(0, 360), rng.uniform(0.3, 1), rng.uniform(0.2, 0.6))
    if sum(base) < 3 * 0.16 and sum(ink) > 0.4 * sum(base):
        ink = linear((0.85, 0.82, 0.72)) if sum(base) < 3 * 0.09 else linear((0.04, 0.04, 0.05))
    return base, ink


def _thickness(rng: np.random.Generator, style: str) -> float:
    spans = {"paper": (0.1, 0.5), "drawn": (0.1, 2.0), "card": (0.4, 4.0), "wood": (3.0, 18.0), "tiles": (1.0, 8.0)}
    return float(rng.uniform(*spans.get(style, (0.1, 1.0))))


def _grid(rng: np.random.Generator, kit: Kit, style: str, ink: Tint) -> GridLook:
    ground, laid = kit.ground, style == "tiles" or bool(kit.minis)
    line = float(rng.uniform(0.25, 1.0))
    paler = 0.35 if rng.random() < 0.3 else 0.0
    pale = tuple(min(1.0, v + paler) for v in ink)
    marks = ("ring", "ring", "ring", "disc", "dot", "")
    mark = marks[int(rng.integers(len(marks)))] if ground.ringed else ""
    radius = kit.plan.pitch_mm * float(rng.uniform(*_MARK_RADII.get(mark, (0.16, 0.38))))
    look = GridLook(
        line_mm=line,
        line=(pale[0], pale[1], pale[2]),
        block=ground.block if ground.block and rng.random() < 0.92 else 0,
        block_mm=line * float(rng.uniform(1.3, 4.0)),
        block_line=ink,
        rim_mm=line * float(rng.uniform(1, 4)) if rng.random() < 0.85 else 0.0,
        shade=float(rng.uniform(0.04, 0.3)) if rng.random() < 0.3 else 0.0,
        mark=mark,  # type: ignore[arg-type]
        mark_mm=radius,
        mark_line_mm=float(rng.uniform(0.2, 1.6)),
        wobble_mm=float(rng.uniform(0.25, 1.1)) if style == "drawn" else 0.0,
    )
    if not laid:
        return look
    gap = float(rng.uniform(0.05, 1.6)) if rng.random() < 0.85 else 0.02
    outlined = rng.random() < 0.4
    return replace(
        look,
        block=0 if style == "tiles" else look.block,
        shade=look.shade if style != "tiles" or rng.random() < 0.4 else 0.0,
        rim_mm=float(rng.uniform(0.6, 2.2)) if style == "tiles" and outlined else look.rim_mm * (style != "tiles"),
        gap_mm=gap if style == "tiles" or rng.random() < 0.6 else 0.0,
        shift_mm=min(gap, float(rng.uniform(0, 1.0))),
        spread=float(rng.uniform(0, 0.09)),
    )
