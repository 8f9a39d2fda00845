"""The computer's own voice, for browsers without one."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kiebitz.screen.views import voice


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Return the commands that are run; each of them makes a sound."""
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


def _program(folder: Path, name: str, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a program called *name* that runs *script* on a path where nothing else speaks."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}")
    path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/bin:/usr/bin")
    found = shutil.which
    monkeypatch.setattr("kiebitz.screen.views.voice.shutil.which", lambda each: found(each, path=str(folder)))


SAY = """
if [ "$2" = "?" ]; then echo 'Anna   de_DE  # Hallo!'; echo 'Bad News  en_US  # Hello!'; exit; fi
printf 'RIFF %s ' "$2 $4" > "$8"; cat >> "$8"
"""


@pytest.mark.parametrize(("language", "voice_of_it"), [("de", "Anna"), ("en", "Bad News")])
def test_a_mac_speaks_with_a_voice_of_the_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, voice_of_it: str
) -> None:
    _program(tmp_path, "say", SAY, monkeypatch)
    assert voice.spoken("Rot gewinnt.", language, 2.0) == f"RIFF {voice_of_it} 350 Rot gewinnt.".encode()


def test_a_mac_without_a_voice_of_the_language_is_silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _program(tmp_path, "say", "echo 'Alice  it_IT  # Ciao!'", monkeypatch)
    assert voice.spoken("Red wins.") is None


def test_windows_speaks_with_its_own_voice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _program(tmp_path, "powershell", 'printf "RIFF "; cat; echo "$4" >&2; echo "$4" > "$0.asked"', monkeypatch)
    assert voice.spoken("Rot gewinnt.", "de", 3.0) == b"RIFF Rot gewinnt."
    asked = (tmp_path / "powershell.asked").read_text()
    assert "-eq 'de'" in asked
    assert "$voice.Rate = 10" in asked


def test_a_program_that_fails_is_no_voice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _program(tmp_path, "powershell", "exit 1", monkeypatch)
    assert voice.spoken("Red wins.") is None
