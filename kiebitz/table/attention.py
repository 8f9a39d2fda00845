"""Decides when a watched table is worth an expensive reading, by two cheap checks.

Is anything moving, and does something reach into the picture? Readings of a still table
are collected until more of them would add nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from calibration.places import Place
from core.reading import Reading, gather
from kiebitz.pictures.frame import Frame
from kiebitz.pictures.steady import Motion, observe, window_around


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the table must be still before each kind of answer, in seconds."""

    settle_s: float = 0.35
    between_readings_s: float = 0.15
    partial_s: float = 1.0
    refused_s: float = 1.2
    unclear_s: float = 2.0
    object_s: float = 4.0
    """After this long, something that lies still on the board counts as an object, not a hand."""
    object_looks: int = 2
    """The same where the table has come to rest so many times more, or for so many more separate photographs."""
    between_searches_s: float = 0.5
    readings: int = 6
    """Number of latest readings that are combined."""
    most_readings: int = 24
    """Number of readings of a still table after which another adds nothing."""


PATIENCE = Patience()


class Attention:
    """What has been seen of the table since it last moved."""

    def __init__(self, patience: Patience) -> None:
        self.patience = patience
        self._motion: Motion | None = None
        self._readings: list[Reading] = []
        self._last_reading_t = float("-inf")
        self._last_search_t = float("-inf")
        self._settled = False
        self._covered: frozenset[str] = frozenset()
        self._covered_looks = 0
        self._rested = False
        """Whether the table has come to rest anew since it was last asked what is in the way."""
        self._unseen = 0
        """How often the table has come to rest with something in the way since it was last read."""
        self.missed = False
        """Whether it had done so more than once before the latest reading, so that moves may have been missed."""

    def turn_away(self) -> None:
        """Forget everything seen and start again with the next frame."""
        self._motion = None
        self.freshen()

    def freshen(self) -> None:
        """Start a new series of readings, because something has moved."""
        self._readings.clear()
        self._settled = False
        self._rested = True

    def settle(self) -> None:
        """Stop reading until something moves, because everything is understood, and so nothing has been missed."""
        self._settled = True
        self._unseen = 0

    def time_to_search(self, frame: Frame) -> bool:
        """Return whether it is time to search for the board again, and note it."""
        if not frame.own_moment and frame.t - self._last_search_t < self.patience.between_searches_s:
            return False
        self._last_search_t = frame.t
        return True

    def time_to_read(self, frame: Frame, place: Place) -> bool:
        """Return whether the frame shows something still that is not understood yet, and note it."""
        if frame.own_moment:
            self.freshen()
            return True
        self._motion = observe(self._motion, frame.image, frame.t, window=window_around(place))
        if self._motion.still_since == frame.t:
            self.freshen()
        if len(self._readings) >= self.patience.most_readings:
            return False
        if self._settled or self._motion.still_s() < self.patience.settle_s:
            return False
        if frame.t - self._last_reading_t < self.patience.between_readings_s:
            return False
        self._last_reading_t = frame.t
        return True

    @property
    def is_settled(self) -> bool:
        """Whether the table is understood, and nothing has moved since."""
        return self._settled

    @property
    def begins(self) -> bool:
        """Whether the next reading is the first since something has moved."""
        return not self._readings

    def at_rest_since(self, t: float) -> float:
        """Return since when nothing has moved, as seen at *t*; a picture that stands for itself shows no more."""
        return t if self._motion is None else self._motion.still_since

    def still_for(self, frame: Frame, seconds: float) -> bool:
        """Return whether nothing has moved for so long; a picture that stands for itself is still."""
        return frame.own_moment or (self._motion is not None and self._motion.still_s() >= seconds)

    def in_the_way(self, frame: Frame, covered: frozenset[str]) -> bool:
        """Return whether to wait until *covered* cells are free; what stays where it is becomes part of the table."""
        same = len(covered & self._covered) > 0.7 * len(covered | self._covered)
        again = frame.own_moment or self._rested
        self._covered_looks = self._covered_looks + again if covered and same else 0
        self._covered, self._rested = covered, False
        if not covered or self._covered_looks >= self.patience.object_looks:
            return False
        waits = frame.own_moment or not self.still_for(frame, self.patience.object_s)
        self._unseen += again and waits
        return waits

    def take(self, reading: Reading) -> Reading:
        """Return *reading* combined with the latest ones before it."""
        if self.begins:
            self.missed, self._unseen = self._unseen > 1, 0
        self._readings.append(reading)
        return gather(self._readings[-self.patience.readings :])

    def seen_enough(self, frame: Frame, readings: int) -> bool:
        """Return whether there are enough readings, or no more to come."""
        return frame.own_moment or len(self._readings) >= readings
