"""The lesson of Tingle."""

from __future__ import annotations

from kiebitz.lessons.goodwin import lesson

LESSON = lesson("tingle", 8, {"s": "coin", "m": "token", "l": "pawn"}, opening="c3")
