"""Meters that show people, while they set the camera up, how well it stands and how fast it is followed."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.json_types import JsonObject
from kiebitz.pictures.advice import BLURRED_PX, BURNT, DARK
from kiebitz.pictures.condition import Condition

_WHITE = 255.0


@dataclass(slots=True)
class Meters:
    """Counts frames and the time that looks take, and keeps what was measured last."""

    _frames: int = 0
    _looks: list[float] = field(default_factory=list)
    _since_s: float | None = None
    _shown: JsonObject = field(default_factory=dict)

    def count(self) -> None:
        """Note that a frame has come."""
        self._frames += 1

    def took(self, seconds: float) -> None:
        """Note for how long a frame was looked at."""
        self._looks.append(seconds)

    def take(self, measured: Condition, t: float) -> None:
        """Show what was *measured* at *t* seconds, and how many frames came a second since the time before."""
        passed = 0.0 if self._since_s is None else t - self._since_s
        self._shown = {
            "brightness": {"value": round(measured.bright / _WHITE, 2), "least": round(DARK / _WHITE, 2)},
            "overexposed": {"value": round(measured.burnt, 2), "most": BURNT},
            "sharpness": {"value": round(max(0.0, 1 - measured.blur_px / (2 * BLURRED_PX)), 2), "least": 0.5},
            "per_second": round(self._frames / passed, 1) if passed > 0 else None,
            "look_ms": round(1000 * sum(self._looks) / len(self._looks)) if self._looks else None,
        }
        self._frames, self._since_s = 0, t
        self._looks.clear()

    def as_json(self) -> JsonObject:
        """Return the meters as shares of 1 with the ``least`` or ``most`` that is well; nothing before the first."""
        return dict(self._shown)
