"""The computer's own voice, for browsers without one."""

from __future__ import annotations

import shutil
import subprocess
from typing import Any

import numpy as np
import pytest

from kiebitz.screen.views import voice


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Return the commands that are run, each of which makes a sound."""
    run: list[list[str]] = []

    def make(command: list[str], **_: Any) -> subprocess.CompletedProcess[bytes]:
        run.append(command)
        return subprocess.CompletedProcess(command, 0, stdout=b"RIFF")

    monkeypatch.setattr("kiebitz.screen.views.voice.shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr("kiebitz.screen.views.voice.subprocess.run", make)
    return run


@pytest.mark.parametrize(("asked", "language"), [({}, "en"), ({"language": "de"}, "de")])
def test_a_sentence_is_spoken_in_its_language(commands: list[list[str]], asked: dict[str, str], language: str) -> None:
    assert voice.spoken("Rot spielt Sc3.", **asked) == b"RIFF"
    (command,) = commands
    assert command[command.index("-v") + 1] == language


@pytest.mark.parametrize("language", ["fr", "de; ls", "--help", ["de"], None, 1])
def test_another_language_is_refused(commands: list[list[str]], language: Any) -> None:
    with pytest.raises(ValueError, match='"language" must be one of en, de'):
        voice.spoken("Rot spielt Sc3.", language)
    assert commands == []


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
def test_the_computer_is_heard_and_speaks_faster_when_told_to() -> None:
    usual, fast = (voice.spoken("Red plays c3 and wins.", "en", rate) for rate in (1.0, 1.8))
    assert usual is not None
    assert fast is not None
    assert usual[:4] == b"RIFF"
    assert len(fast) < 0.75 * len(usual)
    loudness = np.frombuffer(usual[44 : len(usual) // 2 * 2], "<i2")
    assert np.abs(loudness).max() > 1000
