"""A base for games of pieces on a rectangular grid: texts, records, refereeing and search come from here.

What is left to a game is what only it can know; ``GridGame`` names it, and ``docs/adding-a-game.md`` shows it.
"""

from core.grid.game import GridGame
from core.grid.moving import MovingGame, Travel
from core.grid.plane import Grid
from core.grid.position import GridOptions, GridPosition, Kind, Step
from core.grid.rulebook import grid_rulebook

__all__ = ["Grid", "GridGame", "GridOptions", "GridPosition", "Kind", "MovingGame", "Step", "Travel", "grid_rulebook"]
