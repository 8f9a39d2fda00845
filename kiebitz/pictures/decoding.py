"""Opens pictures of strangers in processes of their own: one that takes too long, or too much memory, is ended there.

Such a process, ``python -m kiebitz.pictures.decoding``, reads jobs until its input ends: a line of JSON that names a
function and a size, and a picture of that size in bytes. It answers each with a line of JSON and, for an image, its
pixels.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, BinaryIO

from core.json_types import Json, JsonObject, as_list, as_whole
from kiebitz.failure import Failure

TOO_LONG = "The picture takes too long to open. Take it again, and send it as an ordinary JPEG."
_ENDED = "The table is being closed."
_STARTING_S = 15.0
"""Seconds that a process may take to start."""
_MOST_BYTES = 2 << 30
"""Most bytes of memory that a decoding process may take, where the system can limit it."""

Read = Callable[[bytes], Any]
"""A module's function that turns a picture's bytes into an image, or into a JSON value; it raises ``Failure``."""


class Decoders:
    """A limited number of processes that open pictures; they are started when they are needed. For any thread."""

    def __init__(self, *, most: int, patience_s: float = 5.0, niceness: int = 0) -> None:
        """Give each picture *patience_s*; with *niceness* the processes stand back behind others."""
        self._places = threading.Semaphore(most)
        self._patience_s = patience_s
        self._niceness = niceness
        self._changing = threading.Lock()
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._closed = False

    def read(self, read: Read, data: bytes) -> Any:
        """Return what *read* makes of *data*. Raises ``Failure`` as it does, and where it takes too long."""
        with self._places:
            worker, is_new = self._taken()
            try:
                answer = worker.answer(read, data, self._patience_s + _STARTING_S * is_new)
            except (OSError, EOFError, ValueError):
                self._end(worker)
                raise Failure(_ENDED if self._closed else TOO_LONG) from None
            with self._changing:
                self._idle.append(worker)
        if isinstance(answer, Failure):
            raise answer
        return answer

    def close(self) -> None:
        """End all processes; callers that wait for one get the error that the table is closed."""
        with self._changing:
            self._closed = True
            workers = list(self._all)
        for worker in workers:
            self._end(worker)

    def _taken(self) -> tuple[_Worker, bool]:
        with self._changing:
            if self._closed:
                raise Failure(_ENDED)
            if self._idle:
                return self._idle.pop(), False
            try:
                worker = _Worker(self._niceness)
            except OSError as error:
                raise Failure(f"no helper process can be started: {error.strerror or error}") from None
            self._all.add(worker)
            return worker, True

    def _end(self, worker: _Worker) -> None:
        with self._changing:
            self._all.discard(worker)
        worker.end()


class _Worker:
    def __init__(self, niceness: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "kiebitz.pictures.decoding", str(niceness)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(filter(os.path.isabs, sys.path)),
                "OMP_NUM_THREADS": "1",
                "OPENBLAS_NUM_THREADS": "1",
            },
        )

    def answer(self, read: Read, data: bytes, patience_s: float) -> Any:
        """Return what *read* makes of *data*, or its ``Failure``. Raises various errors if the process has ended."""
        import numpy as np

        asked, told = self._process.stdin, self._process.stdout
        assert asked is not None
        assert told is not None
        deadline = threading.Timer(patience_s, self._process.kill)
        deadline.daemon = True
        deadline.start()
        try:
            job = {"module": read.__module__, "name": read.__name__, "size": len(data)}
            asked.write(json.dumps(job).encode() + b"\n" + data)
            asked.flush()
            answer: Mapping[str, Json] = json.loads(told.readline())
            if "trouble" in answer:
                return Failure(str(answer["trouble"]))
            if "shape" not in answer:
                return answer["value"]
            height, width = map(as_whole, as_list(answer["shape"]))
            pixels = told.read(height * width * 3)
            return np.frombuffer(pixels, np.uint8).reshape(height, width, 3)
        finally:
            deadline.cancel()

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


def _work(asked: BinaryIO, telling: BinaryIO) -> None:
    """Do each job that is *asked* for, and report its result."""
    import numpy as np

    for line in asked:
        job = json.loads(line)
        data, pixels = asked.read(job["size"]), b""
        try:
            found = getattr(import_module(job["module"]), job["name"])(data)
        except Failure as failure:
            answer: JsonObject = {"trouble": str(failure)}
        else:
            if isinstance(found, np.ndarray):
                answer, pixels = {"shape": found.shape[:2]}, found.tobytes()
            else:
                answer = {"value": found}
        telling.write(json.dumps(answer).encode() + b"\n" + pixels)
        telling.flush()


def _limited(niceness: int) -> None:
    if hasattr(os, "nice"):
        os.nice(niceness)
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MOST_BYTES, _MOST_BYTES))


if __name__ == "__main__":
    _limited(int(sys.argv[1]))
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)  # what libraries print must not come between the answers
        _work(sys.stdin.buffer, out)
