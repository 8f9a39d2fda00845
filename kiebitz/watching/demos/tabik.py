"""The demo game of Tabik."""

from __future__ import annotations

from kiebitz.watching.scripts import Script

SCRIPTS = {
    2: Script(
        (
            "d2+c2", "e5+d5", "b5+a5", "b3+b4", "d3+e3", "c4+d4", "b1+a1", "e1+d1", "a3+a2", "d1xd2", "b4xb5",
            "d3xd4", "d4xd5",
        ),
        rules={"board_size": 5},
        wrong={5: {"b3-b4": "."}},
        hands={3: "b3", 10: "b4"},
        surface="walnut",
    ),
}  # fmt: skip
