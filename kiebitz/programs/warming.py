"""Compiled kernels when they are wanted: loaded on a thread, compiled once a machine by a process of its own.

A kernel that has been compiled before loads from numba's cache in about a second; the first search waits for it.
Compiling takes the better part of a minute: while a quiet process of the lowest priority does that, plain Python plays,
and the next search that asks finds the kernel ready.
The compiled code lies in the user's cache folder, under a name that changes with the source
of the kernels, with Python and with numba. ``KIEBITZ_KERNELS`` names another folder, or says
``off``.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from adviser.kernels import folders, store
from core.game import Game, P

PATIENCE_S = 2.0
"""Seconds that a search waits for a kernel that is being loaded."""
WAITING_SHARE = 0.8
"""Largest share of a search's time that may go into this waiting: in the rest a kernel still finds more than plain
Python would in all of it. If there is no kernel by then, plain Python plays."""
_GLANCE_S = 0.02
"""Seconds between two checks of whether to stop waiting."""
_GIVEN_UP_S = 600.0
"""Seconds after which a process that compiles a kernel is taken for dead."""

_lock = threading.Lock()
_threads: dict[str, threading.Thread] = {}
_processes: list[subprocess.Popen[bytes]] = []


def may_compile(game: Game[P]) -> bool:
    """Return whether *game* has a kernel that may be compiled on this machine."""
    return os.environ.get("KIEBITZ_KERNELS") != "off" and store.family(game) is not None


def warm(game: Game[P], *, patience_s: float = PATIENCE_S, stopped: Callable[[], bool] = lambda: False) -> bool:
    """Return whether the compiled kernel of *game* is loaded.

    Waits *patience_s* for it at most, and no longer once *stopped* says so.
    """
    family = store.family(game)
    if family is None or not may_compile(game):
        return False
    with _lock:
        if family not in _threads and is_compiled(family):
            _threads[family] = threading.Thread(target=_load, args=(family,), name=f"kernel {family}", daemon=True)
            _threads[family].start()
        elif family not in _threads:
            _compile_elsewhere(family)
    if thread := _threads.get(family):
        until = time.monotonic() + min(patience_s, PATIENCE_S)
        while thread.is_alive() and not stopped() and (left := until - time.monotonic()) > 0:
            thread.join(min(left, _GLANCE_S))
    return store.find(game) is not None


def ready(family: str) -> bool:
    """Load the kernels of *family* here and now; return False if they had to be compiled first."""
    if is_compiled(family):
        _load(family)
        if store.has(family):
            return True
    compile_here(family)
    return False


def compile_here(family: str) -> None:
    """Compile the kernels of *family* into the folder, and say there that this is done."""
    _keep_in_folder(family)
    store.load(family)
    with contextlib.suppress(OSError):  # where nothing can be kept, it serves this process
        folders.make(folder())
        _done(family).touch()


@cache
def folder() -> Path:
    """Return where the compiled kernels of this machine lie."""
    import platformdirs

    chosen = os.environ.get("KIEBITZ_KERNELS") or platformdirs.user_cache_dir("kiebitz", appauthor=False)
    return folders.place(Path(chosen) / "kernels")


def _done(family: str) -> Path:
    return folder() / f"{family}.done"


def is_compiled(family: str) -> bool:
    """Return whether this machine holds the compiled kernels of *family*."""
    with contextlib.suppress(OSError):
        return _done(family).exists() and _is_own(folder())
    return False


def _keep_in_folder(family: str) -> None:
    """Have numba keep what it compiles in this family's own folder; in a shared one it would skip what others have."""
    import numba

    numba.config.CACHE_DIR = str(folder() / family)


def _load(family: str) -> None:
    with contextlib.suppress(Exception):  # whatever is wrong with a compiled kernel, plain Python plays
        _keep_in_folder(family)
        _pass_over_blas()
        store.load(family)


def _pass_over_blas() -> None:
    """Keep numba from importing SciPy's linear algebra: a quarter of a second for something that no kernel calls."""
    linalg: Any = importlib.import_module("numba.np.linalg")
    look_for_blas = linalg.ensure_blas

    def absent() -> None:
        raise ImportError

    linalg.ensure_blas = absent
    try:
        importlib.import_module("numba.np.arraymath")
    finally:
        linalg.ensure_blas = look_for_blas


def _compile_elsewhere(family: str) -> None:
    """Start a process that compiles *family*, unless one is doing so or there is nowhere to keep the result."""
    claim = folder() / f"{family}.claim"
    try:
        folders.make(folder())
        if claim.exists() and time.time() - claim.stat().st_mtime > _GIVEN_UP_S:
            claim.unlink()
        claim.open("x").close()
    except OSError:
        return
    command = [sys.executable, "-P", "-m", "kiebitz.programs.warming", family]
    quiet = subprocess.DEVNULL
    with contextlib.suppress(OSError):
        _processes.append(
            subprocess.Popen(
                command,
                stdin=quiet,
                stdout=quiet,
                stderr=quiet,
                start_new_session=True,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(os.path.isabs, sys.path))},
            )
        )


def _is_own(here: Path) -> bool:
    """Return whether only this user can have put code into *here*: that code will be run."""
    if not hasattr(os, "getuid"):
        return True
    found = here.lstat()
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o022


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(19)
    compile_here(sys.argv[1])
