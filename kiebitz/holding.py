"""Locks a file for one process. The lock disappears with the process, however it ends."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

_HELD = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


class Held(Exception):  # noqa: N818 - it is what it says
    """The file is already locked, by another process or by this one."""


def hold(path: Path) -> int | None:
    """Return a descriptor of *path*, locked until it is closed; None if the file cannot be opened or locked.

    Raises ``Held``.
    """
    try:
        descriptor = os.open(path, os.O_RDWR)
    except OSError:
        return None
    try:
        _lock(descriptor)
    except OSError as error:
        os.close(descriptor)
        if error.errno in _HELD:
            raise Held from None
        return None
    return descriptor


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        """Lock one byte far beyond the end, so that the rest can still be written."""
        os.lseek(descriptor, 2**30, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
