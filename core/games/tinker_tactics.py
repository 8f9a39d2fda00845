"""Tinker Tactics (Tinkerbot Games): dice that walk exactly as far as they show."""

from __future__ import annotations

from core.tinker.game import TinkerTactics
from core.tinker.rulebook import rulebook

GAME = TinkerTactics()
RULEBOOK = rulebook
