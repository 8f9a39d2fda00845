"""The computer's own voice, for browsers without one."""

from __future__ import annotations

import subprocess
from typing import Any

import pytest

from kiebitz.screen import voice


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Return the commands that are run, each of which makes a sound."""
    run: list[list[str]] = []

    def make(command: list[str], **_: Any) -> subprocess.CompletedProcess[bytes]:
        run.append(command)
        return subprocess.CompletedProcess(command, 0, stdout=b"RIFF")

    monkeypatch.setattr("kiebitz.screen.voice.shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr("kiebitz.screen.voice.subprocess.run", make)
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
