"""Tinker Tactics (Tinkerbot Games): dice that walk exactly as far as they show."""

from __future__ import annotations

from core.rulebook import tinker
from core.tinker.game import TinkerTactics

GAME = TinkerTactics()
RULEBOOK = tinker.rulebook
