"""Runs other people's programs and exchanges lines with them.

No such program can block Kiebitz or fill its memory: every wait has a time limit, lines have a
maximum length, and unread output stays in the pipe. A program is ended together with the
processes that it started.
"""

from __future__ import annotations

import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from contextlib import suppress

from core.options import shown

PARTING_S = 2.0
"""Seconds that a program may take to end after it was asked to."""
LONGEST_LINE = 65_536
"""Most characters in a line; a program that writes a longer one is ended."""
MOST_LINES = 100_000
"""Most lines in one answer; a program that writes more is ended."""
_UNREAD_LINES = 1_000
_LAST_WORDS = 4_096
_OWN_GROUP = hasattr(os, "killpg")


class ProgramError(ValueError):
    """A program's error, in one line that names the program."""


class Program:
    """A running *command*. Raises ``ProgramError`` if it cannot be run."""

    def __init__(self, command: str) -> None:
        self.name = shown(command, 120)
        """What messages call the program."""
        self._said: queue.Queue[str | None] = queue.Queue(_UNREAD_LINES)
        self._errors = b""
        self._fault = ""
        self._closing = False
        try:
            self._process = subprocess.Popen(
                shlex.split(command) or [""],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=_OWN_GROUP,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise self.error(f"cannot be run: {reason}") from None
        self._threads = [
            threading.Thread(target=task, name=f"{task.__name__} of {command}", daemon=True)
            for task in (self._listen, self._keep_last_words)
        ]
        for thread in self._threads:
            thread.start()

    def tell(self, line: str) -> None:
        """Send *line*. Raises ``ProgramError`` if the program has ended."""
        assert self._process.stdin
        try:
            self._process.stdin.write(f"{line}\n".encode())
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._ended() from None

    def until(self, word: str, seconds: float) -> list[str] | None:
        """Return the lines up to the one that begins with *word*; None if it does not come within *seconds*.

        Raises ``ProgramError`` if the program ends first, or writes too much.
        """
        lines, deadline = list[str](), time.monotonic() + seconds
        while not lines or lines[-1].split()[:1] != [word]:
            try:
                line = self._said.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                return None
            if line is None:
                raise self._ended()
            lines.append(line)
            if len(lines) > MOST_LINES:
                self._fault = f"wrote more than {MOST_LINES} lines without {word}"
                raise self._ended()
        return lines

    def close(self, farewell: str) -> None:
        """Send *farewell*, then end the program and its children if they do not exit by themselves."""
        with suppress(ProgramError):
            self.tell(farewell)
        self._closing = True
        with suppress(OSError):
            if self._process.stdin:
                self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(PARTING_S)
        self._kill()
        for thread in self._threads:
            thread.join(PARTING_S)
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe and not any(thread.is_alive() for thread in self._threads):
                pipe.close()

    def error(self, what: str) -> ProgramError:
        """Return the error that says *what* the program did."""
        return ProgramError(f"the engine {self.name} {what}")

    def _listen(self) -> None:
        assert self._process.stdout
        with suppress(OSError, ValueError):
            while line := self._process.stdout.readline(LONGEST_LINE):
                if len(line) == LONGEST_LINE and not line.endswith(b"\n"):
                    self._fault = f"wrote a line of more than {LONGEST_LINE} characters"
                    break
                if not self._hand_on(" ".join(line.decode(errors="replace").removeprefix("\ufeff").split())):
                    return
        self._hand_on(None)

    def _hand_on(self, line: str | None) -> bool:
        """Queue *line*; return False once nobody reads the queue any more."""
        while not self._closing:
            with suppress(queue.Full):
                self._said.put(line, timeout=0.2)
                return True
        return False

    def _keep_last_words(self) -> None:
        assert self._process.stderr
        with suppress(OSError, ValueError):
            while said := self._process.stderr.read1(_LAST_WORDS):  # type: ignore[attr-defined]
                self._errors = (self._errors + said)[-_LAST_WORDS:]

    def _kill(self) -> None:
        """End the program and the processes that it started, if they are still running."""
        with suppress(OSError):
            if _OWN_GROUP:
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(PARTING_S)

    def _ended(self) -> ProgramError:
        if self._fault:
            self._kill()
            return self.error(f"{self._fault} and was ended")
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(PARTING_S)
        self._threads[1].join(PARTING_S)
        last = self._errors.decode(errors="replace").strip().splitlines()[-1:]
        said = f"; its last words were {shown(last[0], 120)}" if last else ""
        return self.error(f"ended by itself with status {self._process.poll()}{said}")
