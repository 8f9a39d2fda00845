"""The lesson of Ting."""

from __future__ import annotations

from kiebitz.lessons.goodwin import lesson

LESSON = lesson("ting", 12, {"s": "square", "m": "triangle", "l": "circle"}, opening="e5")
