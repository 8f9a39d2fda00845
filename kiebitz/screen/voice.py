"""Speaks for browsers without a voice: a sentence as sound, made by espeak-ng where it is installed."""

from __future__ import annotations

import shutil
import subprocess
from typing import Any

from kiebitz.language import LANGUAGES

LONGEST_TEXT = 1000
_PATIENCE_S = 5.0


def spoken(text: Any, language: Any = "en") -> bytes | None:
    """Return *text* as WAV in *language*; None where this machine has no voice. Raises ``ValueError``."""
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST_TEXT:
        raise ValueError(f'"text" must be 1 to {LONGEST_TEXT} characters')
    if language not in LANGUAGES:
        raise ValueError(f'"language" must be one of {", ".join(LANGUAGES)}')
    program = shutil.which("espeak-ng")
    if program is None:
        return None
    command = [program, "--stdin", "--stdout", "-v", language]
    try:
        done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=_PATIENCE_S, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout or None
