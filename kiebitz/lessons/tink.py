"""The lesson of Tink."""

from __future__ import annotations

from kiebitz.lessons.goodwin import lesson

LESSON = lesson("tink", 8, {"s": "small", "m": "medium", "l": "large"}, opening="c3")
