"""Keeps what libraries print of their own accord from standard error."""

from __future__ import annotations

import contextlib
import os
import threading
import warnings
from pathlib import Path


class Quiet:
    """Suppresses the libraries' own messages about damaged files, as long as any thread is inside."""

    def __init__(self) -> None:
        self._changing = threading.Lock()
        self._inside = 0
        self._saved: int | None = None
        self._warnings = warnings.catch_warnings()

    def __enter__(self) -> None:
        with self._changing:
            if self._inside == 0:
                with contextlib.suppress(OSError):  # it is closed
                    self._saved = os.dup(2)
                    with Path(os.devnull).open("wb") as void:
                        os.dup2(void.fileno(), 2)
                self._warnings = warnings.catch_warnings()
                self._warnings.__enter__()
                warnings.simplefilter("ignore")
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._changing:
            self._inside -= 1
            if self._inside:
                return
            self._warnings.__exit__(None, None, None)
            if self._saved is not None:
                os.dup2(self._saved, 2)
                os.close(self._saved)
                self._saved = None


quiet = Quiet()
