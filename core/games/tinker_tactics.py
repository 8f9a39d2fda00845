"""Tinker Tactics (Tinkerbot Games): dice that walk exactly as far as they show."""

from __future__ import annotations

from core.tinker.game import TinkerTactics

GAME = TinkerTactics()
