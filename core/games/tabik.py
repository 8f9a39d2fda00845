"""Tabik (Luis Bolaños Mures, 2020): pairs of stones, and rods, on 2 × 2 to 19 × 19 cells."""

from __future__ import annotations

from core.tabik.game import Tabik
from core.tabik.rulebook import rulebook

GAME = Tabik()
RULEBOOK = rulebook
