"""The page is opened in this machine's browser: nobody reads its token there, and the server does not wait."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

_BROWSER = """#!/bin/sh
printf '%s ' "$@" > "$(dirname "$0")/asked.new"
mv "$(dirname "$0")/asked.new" "$(dirname "$0")/asked"
exec sleep 60 > /dev/null 2>&1
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the browser is a script for a shell")
def test_a_browser_that_stays_in_the_foreground_gets_a_file_and_blocks_nobody(tmp_path: Path) -> None:
    browser = tmp_path / "browser"
    browser.write_text(_BROWSER)
    browser.chmod(0o700)
    surroundings = {**os.environ, "KIEBITZ_HOME": str(tmp_path / "home"), "BROWSER": f"{browser} %s"}
    command = [sys.executable, "-m", "kiebitz", "table", "--port", "0", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=surroundings) as run:
        assert run.stdout is not None
        serving = json.loads(run.stdout.readline())
        asked = _awaited(tmp_path / "asked")
        answer = httpx.get(serving["url"].partition("#")[0], trust_env=False, timeout=10)
        page = tmp_path / "home" / "screen" / "open.html"
        text, mode = page.read_text(), stat.S_IMODE(page.stat().st_mode)
        run.send_signal(signal.SIGINT)
        _, err = run.communicate(timeout=20)
    assert (asked.strip(), serving["token"] in asked) == (page.as_uri(), False)
    assert (mode, f'content="0; url={serving["url"]}"' in text) == (0o600, True)
    assert (answer.status_code, run.returncode, err) == (200, 130, b"")
    assert (serving["event"], serving["spki"], serving["url"][-22:]) == ("serving", None, serving["token"])
    assert not page.exists()


def _awaited(path: Path) -> str:
    deadline = time.monotonic() + 60
    while not path.exists():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return path.read_text()
