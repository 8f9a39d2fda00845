"""Decides when to report that a live camera gives no picture, or always the same, and when that is over."""

from __future__ import annotations

from dataclasses import dataclass

from kiebitz.pictures.frame import Image


@dataclass(slots=True)
class Outages:
    """What has been reported about a camera that comes and goes.

    A trouble is said once, and that it is over once; one that keeps coming back must be over for longer and longer.
    Times are in seconds.
    """

    _troubled: bool = False
    _steady_s: float = 0.0
    _well_since: float | None = None

    def is_new_trouble(self) -> bool:
        """Return whether this trouble has not been reported yet."""
        self._well_since = None
        was, self._troubled = self._troubled, True
        return not was

    def is_over(self, now: float, *, most_s: float = 60.0) -> bool:
        """Return whether the reported trouble is over, which is reported as well."""
        if self._well_since is None:
            self._well_since = now
        well_s = now - self._well_since
        if not self._troubled:
            if well_s > 5 * most_s:
                self._steady_s = 0.0
            return False
        if well_s < self._steady_s:
            return False
        self._troubled, self._steady_s = False, min(max(4.0, 2 * self._steady_s), most_s)
        return True


@dataclass(slots=True)
class Standstill:
    """Notices that a camera's picture stands still, because the camera or its app hangs.

    No two frames of a sensor are alike. A source whose frames often are, such as one that draws them, is never told.
    """

    limit_s: float
    usual_s: float = 0.5
    short_s: float = 10.0
    """A source that stood still for longer than usual, but for at most this, does so by nature, as some streams do."""
    known_s: float = 10.0
    """How long a source must have been seen before it can be said to stand still, in seconds."""
    _sample: bytes = b""
    _begun: float | None = None
    _since: float = 0.0
    _by_nature: bool = False

    def lasts(self, image: Image, s: float) -> bool:
        """Return whether the picture, which at the time *s* is *image*, has been the same for too long."""
        sample = image[::8, ::8].tobytes()
        if self._begun is None:
            self._begun = s
        stood_s = s - self._since
        if sample != self._sample:
            self._by_nature |= bool(self._sample) and self.usual_s < stood_s <= self.short_s
            self._sample, self._since = sample, s
            return False
        known = self._since - self._begun >= self.known_s
        self._by_nature |= not known and stood_s > self.usual_s
        return known and not self._by_nature and stood_s > self.limit_s
