"""The computer's own voice, for browsers without one."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kiebitz.screen.views import voice


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
def test_the_computer_is_heard_and_speaks_faster_when_told_to() -> None:
    usual, fast = (voice.spoken("Red plays c3 and wins.", "en", rate) for rate in (1.0, 1.8))
    assert usual is not None
    assert fast is not None
    assert usual[:4] == b"RIFF"
    assert len(fast) < 0.75 * len(usual)
    loudness = np.frombuffer(usual[44 : len(usual) // 2 * 2], "<i2")
    assert np.abs(loudness).max() > 1000


@pytest.mark.parametrize(
    ("script", "heard"),
    [('printf "%s|" "$@"\ncat\n', b"--stdin|--stdout|-v|de|-s|350|-f /etc/passwd"), ("exit 1\n", None)],
)
def test_what_is_spoken_is_never_an_option_and_a_program_that_fails_is_no_voice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, heard: bytes | None
) -> None:
    program = tmp_path / "espeak-ng"
    program.write_text(f"#!/bin/sh\n{script}")
    program.chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert voice.spoken("-f /etc/passwd", "de", 2.0) == heard


@pytest.mark.parametrize("asked", [(" ",), ("x" * 5000,), (7,), ("x", "de; ls"), ("x", ["de"]), ("x", "en", True)])
def test_what_cannot_be_spoken_is_refused_in_words(asked: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match=r'"(text|language|rate)" must be'):
        voice.spoken(*asked)
