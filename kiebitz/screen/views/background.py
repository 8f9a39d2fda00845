"""Work in a process of its own, of the lowest priority, so that it never disturbs a table that is watched.

The process, ``python -m kiebitz.screen.views.background``, reads a function and its arguments as one pickle, and writes
a pickle for each piece that the function yields.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Generic, TypeVar

from kiebitz.failure import Failure

T = TypeVar("T")
NICENESS = 19
"""Niceness of the background process: 19 is the lowest priority there is."""


class Background(Generic[T]):
    """A job that yields pieces, done elsewhere. ``pieces`` grow until ``done``; ``trouble`` says why it failed."""

    def __init__(self, job: Callable[..., Iterator[T]], *arguments: Any) -> None:
        """Begin *job*, a function of a module. Raises ``Failure`` if no process can be started."""
        self.pieces: list[T] = []
        self.done = False
        self.trouble = ""
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "kiebitz.screen.views.background"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(os.path.isabs, sys.path))},
            )
        except OSError as error:
            raise Failure(f"no helper process can be started: {error.strerror or error}") from None
        self._reader = threading.Thread(target=self._run, args=((job, arguments),), name="background", daemon=True)
        self._reader.start()

    def stop(self) -> None:
        """End the job, finished or not."""
        self._process.kill()
        self._reader.join()

    def wait(self, timeout_s: float) -> bool:
        """Wait until the job has ended, at most *timeout_s*; return whether it has."""
        self._reader.join(timeout_s)
        return not self._reader.is_alive()

    def _run(self, asked: tuple[Any, ...]) -> None:
        """Hand over the job and collect its pieces."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        with process:
            try:
                pickle.dump((NICENESS, *asked), process.stdin)
                process.stdin.close()
                while not (self.done or self.trouble):
                    match pickle.load(process.stdout):
                        case ("piece", piece):
                            self.pieces.append(piece)
                        case ("trouble", words):
                            self.trouble = words
                        case _:
                            self.done = True
            except (EOFError, OSError, pickle.UnpicklingError):
                self.trouble = "It was stopped."


def _work(asked: BinaryIO, telling: BinaryIO) -> None:
    """Do the job in *asked*, and report its pieces."""
    niceness, job, arguments = pickle.load(asked)
    if hasattr(os, "nice"):
        os.nice(niceness)
    try:
        for piece in job(*arguments):
            _tell(telling, ("piece", piece))
        _tell(telling, ("done", None))
    except (Failure, ValueError) as error:
        _tell(telling, ("trouble", str(error)))


def _tell(telling: BinaryIO, message: tuple[str, object]) -> None:
    pickle.dump(message, telling)
    telling.flush()


if __name__ == "__main__":
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)  # what libraries print must not come between the pieces
        _work(sys.stdin.buffer, out)
