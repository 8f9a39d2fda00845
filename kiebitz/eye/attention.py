"""Decides by two cheap checks when a watched table is worth an expensive reading.

Is anything moving, and does something reach into the picture? Readings of a still table are collected until more of
them would add nothing.
"""

from __future__ import annotations

from calibration.places import Place
from core.reading import Reading, gather
from kiebitz.pictures.frame import Frame
from kiebitz.pictures.steady import Motion, observe, window_around
from kiebitz.table.inputs import MOVES, STANDS_ALONE
from kiebitz.table.patience import Patience


class Attention:
    """What has been seen of the table since it last moved."""

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._motion: Motion | None = None
        self._readings: list[Reading] = []
        self._last_reading_t = float("-inf")
        self._last_search_t = float("-inf")
        self._covered: frozenset[str] = frozenset()
        self._covered_looks = 0
        self._rested = False
        """Whether the table has come to rest again since the last check for something in the way."""
        self._unseen = 0
        """How often the table has come to rest with something in the way since the last reading."""
        self.missed = False
        """Whether that happened more than once before the latest reading, so that moves may have been missed."""

    def turn_away(self) -> None:
        """Forget everything seen and start again with the next frame."""
        self._motion = None
        self.freshen()

    def freshen(self) -> None:
        """Start a new series of readings, because something has moved."""
        self._readings.clear()
        self._rested = True

    def understand(self) -> None:
        """Note that everything is understood, and so nothing has been missed."""
        self._unseen = 0

    def time_to_search(self, frame: Frame) -> bool:
        """Return whether it is time to search for the board again, and note it."""
        if not frame.own_moment and frame.t - self._last_search_t < self._patience.between_searches_s:
            return False
        self._last_search_t = frame.t
        return True

    def stirs(self, frame: Frame, place: Place) -> bool:
        """Return whether *frame* shows the table in a new state: it has moved, or the picture stands alone."""
        if frame.own_moment:
            self.freshen()
            return True
        self._motion = observe(self._motion, frame.image, frame.t, window=window_around(place))
        if self._motion.still_since != frame.t:
            return False
        self.freshen()
        return True

    def time_to_read(self, frame: Frame, *, settled: bool) -> bool:
        """Return whether the frame shows something still that is not *settled* yet, and note it."""
        if frame.own_moment:
            return True
        if settled or len(self._readings) >= self._patience.most_readings:
            return False
        if self.still_s(frame) < self._patience.settle_s:
            return False
        if frame.t - self._last_reading_t < self._patience.between_readings_s:
            return False
        self._last_reading_t = frame.t
        return True

    @property
    def readings(self) -> int:
        """Number of readings since something last moved."""
        return len(self._readings)

    def at_rest_since(self, t: float) -> float:
        """Return since when nothing has moved, as seen at *t*; a picture that stands alone shows nothing earlier."""
        return t if self._motion is None else self._motion.still_since

    def still_s(self, frame: Frame) -> float:
        """Return for how many seconds nothing has moved; a picture that stands alone is still."""
        if frame.own_moment:
            return STANDS_ALONE
        return MOVES if self._motion is None else self._motion.still_s()

    def in_the_way(self, frame: Frame, covered: frozenset[str]) -> bool:
        """Return whether to wait until *covered* cells are free; what stays where it is becomes part of the table."""
        same = len(covered & self._covered) > 0.7 * len(covered | self._covered)
        again = frame.own_moment or self._rested
        self._covered_looks = self._covered_looks + again if covered and same else 0
        self._covered, self._rested = covered, False
        if not covered or self._covered_looks >= self._patience.object_looks:
            return False
        waits = frame.own_moment or self.still_s(frame) < self._patience.object_s
        self._unseen += again and waits
        return waits

    def take(self, reading: Reading) -> Reading:
        """Return *reading* combined with the latest ones before it."""
        if not self._readings:
            self.missed, self._unseen = self._unseen > 1, 0
        self._readings.append(reading)
        return gather(self._readings[-self._patience.readings :])
