"""What pieces and boards are made of, as values. Colours are those of simulator.scene."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Tint = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Foot:
    """What marks the foot of a 6: a line or a dot below it, or a dot after it."""

    sign: Literal["", "line", "dot", "under"] = ""
    size: float = 1.0
    apart: float = 0.0
    """How much farther from the number the mark is than usual, as a share of the number's height."""
    together: bool = False
    """Whether number and mark are centred together; otherwise the number alone is."""


NO_FOOT = Foot()


@dataclass(frozen=True, slots=True)
class DieStyle:
    """How a set of dice is numbered."""

    typeface: int
    """Number of a typeface of simulator.numerals."""
    size: float = 1.0
    """Height of the numerals, as a share of the usual one."""
    six: Foot = NO_FOOT
    """The mark at the foot of a 6."""
    pips: bool = False
    """Whether a d6 has pips instead of numerals."""
    pip_gap: float = 0.25
    """Distance from one pip to the next, as a share of the edge."""
    at_base: bool = False
    """Whether a d4 shows its value along the base; otherwise at the tip."""
    inward: float = 0.0
    """How much nearer to the middle of the face a d4 has its numbers, as a share of the edge."""
    bevel: float = 0.06
    """The share of each face that its rounded edges take up."""
    layout: int = 0
    """Number of the way in which the values are spread over the faces."""
    pip: float = 0.095
    """Radius of a pip, as a share of the edge."""
    pip_sides: int = 10
    """Number of corners of a pip: many for a round one, four for a square one."""
    one: float = 1.0
    """Size of the single pip of a 1, relative to other pips."""
    narrow: float = 1.0
    """Distance between the two rows of a 6, relative to that between the pips of a 4."""
    sunk: float = 0.0
    """Width of a pip's shaded rim, as a share of its radius."""
    small: float = 1.0
    """Height of the numbers on a d4, as a share of the usual one."""
    worn: float = 0.0
    """How much lighter the edges are than the faces; at 1 they are white."""


@dataclass(frozen=True, slots=True)
class Material:
    """What a body is made of: its colour, and how far light goes through it (0 opaque, 1 glass)."""

    tint: Tint
    clearness: float = 0.0
    gloss: float = 0.3
    pip_tint: Tint | None = None
    paper: bool = False
    """Whether it is folded from printed paper: flat faces, white folds, not quite plane."""
    flat_mm: float = 0.0
    """Height of flat pieces made of it; 0 for the usual height of their kind."""
    seed: int = 0
    dice: DieStyle | None = None
    """How dice made of this material are numbered."""
    mark: str = ""
    """The sign on a flat piece, or on a printed pawn or die: one of simulator.suits, or a letter; empty for none."""
    ring_tint: Tint | None = None
    """The colour of a 1 mm ring around the top of a flat piece without a sign; None for no ring."""
    cloudy: float = 0.0
    """How much the faces differ in lightness, as pearl does."""
    flecks: int = 0
    """How many flecks of another colour each face of a die has."""
    fleck: Tint = (0.5, 0.5, 0.5)
    through: float = 0.35
    """How much of what stands behind a pyramid shines through it, if it is as clear as glass."""
    rim: float = 0.0
    """Width of the lines along all edges of a clear pyramid, those behind included, as a share of its base."""
    rim_tint: Tint = (0.1, 0.1, 0.1)


@dataclass(frozen=True, slots=True)
class GridLook:
    """What is drawn on a board of lines: those between cells, heavier ones around blocks, marks in block centres."""

    line_mm: float
    """Width of the lines between cells; 0 for no lines."""
    line: Tint
    block: int
    """How many cells lie between heavier lines; 0 for no such lines."""
    block_mm: float
    block_line: Tint
    rim_mm: float
    """Width of the line around the whole board; 0 for no line."""
    shade: float
    """How much darker every second block, tile or mini-board is."""
    mark: Literal["", "ring", "disc", "dot"]
    mark_mm: float
    """Radius of the marks."""
    mark_line_mm: float
    wobble_mm: float
    """How far a hand-drawn line strays; 0 for lines drawn with a ruler."""
    gap_mm: float = 0.0
    """Gap between the tiles or mini-boards that make up the board."""
    shift_mm: float = 0.0
    """How far a tile or mini-board lies off its place, in cells; turning moves its ends by as much again."""
    spread: float = 0.0
    """How much tiles or mini-boards differ in lightness."""


@dataclass(frozen=True, slots=True)
class BoardLook:
    """How the board is made: its style names the recipe, the rest are that recipe's ingredients."""

    style: str
    dark: Tint
    light: Tint
    border: Tint
    line: Tint
    border_mm: float
    line_mm: float
    line_at_mm: float
    """How far outside the playing area the line runs."""
    thickness_mm: float
    rim_mm: float
    """How far the border stands above the playing surface; 0 for a flat board."""
    a1_dark: bool
    labels: bool
    hinge: bool
    texture: float
    """Strength of the grain or weave; 1 is usual."""
    seed: int
    grid: GridLook | None = None
    """The lines of a board that is not chequered."""
