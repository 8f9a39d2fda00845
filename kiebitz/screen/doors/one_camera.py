"""One camera at a time looks at a table: with two taking turns, the board would never seem to lie still."""

from __future__ import annotations

import threading


class OneCamera:
    """Says whose pictures count. Another camera's turn comes when this one has sent nothing for *silent_s*.

    >>> camera = OneCamera(silent_s=3.0)
    >>> camera.admits("phone", 0.0), camera.admits("tablet", 2.0), camera.admits("phone", 2.5)
    (True, False, True)
    >>> camera.admits("tablet", 6.0)
    True
    """

    def __init__(self, *, silent_s: float = 3.0) -> None:
        self._silent_s = silent_s
        self._camera: str | None = None
        self._seen_s = 0.0
        self._free = threading.Lock()

    def admits(self, camera: str, now_s: float) -> bool:
        """Return whether a picture that *camera* sends at *now_s* counts."""
        with self._free:
            if self._camera not in (None, camera) and now_s - self._seen_s < self._silent_s:
                return False
            self._camera, self._seen_s = camera, now_s
            return True

    def forget(self) -> None:
        """Let any camera be the next one."""
        with self._free:
            self._camera = None
