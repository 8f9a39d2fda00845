"""Advice while watching: what is wrong with light, glare, focus or angle, if it lasts, and what would help."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from calibration.places import Place
from kiebitz.pictures.examining import OF_ANY_PICTURE, picture_faults
from kiebitz.pictures.frame import Frame
from kiebitz.pictures.steady import Motion, observe, window_around
from kiebitz.table.inputs import Remarked
from vision.framing import Warned


@dataclass(slots=True)
class PictureAdvice:
    """Looks at a still frame now and then, and at one that moves where none is still. Separate pictures get no advice.

    A look takes some 15 ms. One advice is given at a time, for what has been wrong at several looks in a row.
    """

    every_s: float = 5.0
    """Seconds from one look to the next; three times as many while nothing is still."""
    still_s: float = 0.5
    looks: int = 3
    """Number of looks in a row that must show a fault."""
    apart_s: float = 60.0
    """Least seconds between two pieces of advice."""
    again_s: float = 900.0
    """Seconds before the same advice is given again."""
    _motion: Motion | None = None
    _last_look_s: float = 0.0
    _last_told_s: float = float("-inf")
    _told_s: dict[str, float] = field(default_factory=dict)
    """Code of an advice → when it was last given."""
    _in_a_row: Counter[str] = field(default_factory=Counter)

    def of(self, frame: Frame, place: Place | None) -> Remarked | None:
        """Return the advice on *frame*, which shows the board at *place*, if any is due; else None."""
        if frame.own_moment or not self._time_to_look(frame, place):
            return None
        faults = [
            fault for fault in picture_faults(frame.image, place) if place is not None or fault.code in OF_ANY_PICTURE
        ]
        self._in_a_row = Counter({fault.code: self._in_a_row[fault.code] + 1 for fault in faults})
        due = next((fault for fault in faults if self._is_due(fault, frame.t)), None)
        if due is None:
            return None
        self._last_told_s = self._told_s[due.code] = frame.t
        return Remarked("advice", {"code": due.code, "message": due.text}, frame.moment)

    def _time_to_look(self, frame: Frame, place: Place | None) -> bool:
        waited_s = frame.t - self._last_look_s
        if waited_s < self.every_s - self.still_s:
            self._motion = None
            return False
        window = None if place is None else window_around(place)
        self._motion = observe(self._motion, frame.image, frame.t, window=window)
        if waited_s < self.every_s or (waited_s < 3 * self.every_s and self._motion.still_s() < self.still_s):
            return False
        self._last_look_s, self._motion = frame.t, None
        return True

    def _is_due(self, fault: Warned, t: float) -> bool:
        return (
            self._in_a_row[fault.code] >= self.looks
            and t - self._last_told_s >= self.apart_s
            and t - self._told_s.get(fault.code, float("-inf")) >= self.again_s
        )
