"""Programs of others that are spoken to in lines, and never waited for without end."""

from __future__ import annotations

import queue
import shlex
import subprocess
import tempfile
import threading
import time
from contextlib import suppress

from core.options import shown

PARTING_S = 2.0
"""How long a program may take to end once it is asked to."""


class ProgramError(ValueError):
    """What a program did wrong, in one line that names it."""


class Program:
    """A running *command*. Raises ``ProgramError`` where it cannot be run."""

    def __init__(self, command: str) -> None:
        self.command = command
        self._said: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - close() closes it
        try:
            self._process = subprocess.Popen(
                shlex.split(command) or [""],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                text=True,
                errors="replace",
            )
        except (OSError, ValueError) as error:
            self._errors.close()
            reason = error.strerror if isinstance(error, OSError) else error
            raise self.error(f"cannot be run: {reason}") from None
        self._listener = threading.Thread(target=self._listen, name=f"listening to {command}", daemon=True)
        self._listener.start()

    def tell(self, line: str) -> None:
        """Send *line*. Raises ``ProgramError`` if the program has ended."""
        assert self._process.stdin
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._ended() from None

    def until(self, word: str, seconds: float) -> list[str] | None:
        """Return the lines up to the one that begins with *word*; None if it does not come within *seconds*.

        Raises ``ProgramError`` if the program ends before.
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
        return lines

    def close(self, farewell: str) -> None:
        """Say *farewell*, and end the program if it does not end by itself."""
        with suppress(ProgramError):
            self.tell(farewell)
        with suppress(OSError):
            if self._process.stdin:
                self._process.stdin.close()
        try:
            self._process.wait(PARTING_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._listener.join(PARTING_S)
        if self._process.stdout and not self._listener.is_alive():
            self._process.stdout.close()
        self._errors.close()

    def error(self, what: str) -> ProgramError:
        """Return the error that says *what* the program did."""
        return ProgramError(f"the engine {shown(self.command, 120)} {what}")

    def _listen(self) -> None:
        assert self._process.stdout
        with suppress(OSError, ValueError):
            for line in self._process.stdout:
                self._said.put(line.strip())
        self._said.put(None)

    def _ended(self) -> ProgramError:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(PARTING_S)
        self._errors.seek(0)
        last = self._errors.read().decode(errors="replace").strip().splitlines()[-1:]
        said = f"; its last words were {shown(last[0], 120)}" if last else ""
        return self.error(f"ended by itself with status {self._process.poll()}{said}")
