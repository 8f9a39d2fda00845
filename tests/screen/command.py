"""`kiebitz table` as a process of its own, as people start it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Started:
    """A process that serves the screen, and what it said of itself."""

    process: subprocess.Popen[str]
    serving: dict[str, Any]

    @property
    def origin(self) -> str:
        return str(self.serving["url"]).partition("/#")[0]

    def client(self) -> httpx.Client:
        """Return a client with the table's token."""
        headers = {"X-Kiebitz": self.serving["token"]}
        return httpx.Client(base_url=f"{self.origin}/api/v1/", headers=headers, timeout=30, trust_env=False)


@contextmanager
def started(home: Path, *arguments: str, python_path: Path = ROOT) -> Iterator[Started]:
    """Run `kiebitz table` with *arguments* and its data in *home*; the process is killed at the end of the block.

    *python_path* comes before this repository where modules are looked for.
    """
    command = [sys.executable, "-m", "kiebitz", "table", "--port", "0", "--no-open", "--json", *arguments]
    path = os.pathsep.join(map(str, (python_path, ROOT)))
    surroundings = {**os.environ, "KIEBITZ_HOME": str(home), "PYTHONPATH": path}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=surroundings) as process:
        assert process.stdout is not None
        try:
            yield Started(process, json.loads(process.stdout.readline()))
        finally:
            process.kill()
