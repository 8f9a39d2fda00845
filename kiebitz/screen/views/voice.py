"""Speaks for browsers without a voice: a sentence as sound, by espeak-ng."""

from __future__ import annotations

import shutil
import subprocess
from typing import Any

from kiebitz.language import LANGUAGES

LONGEST_TEXT = 1000
NO_VOICE = "This computer has no voice for this language; install espeak-ng."
_PATIENCE_S = 10.0
_WORDS_A_MINUTE = 175
SLOWEST, FASTEST = 0.5, 3.0
"""Slowest and fastest speech, as multiples of the usual speed."""


def spoken(text: Any, language: Any = "en", rate: Any = 1.0) -> bytes | None:
    """Return *text* as WAV in *language*, *rate* times as fast as usual; None where this machine has no voice.

    Raises ``ValueError``.
    """
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST_TEXT:
        raise ValueError(f'"text" must be 1 to {LONGEST_TEXT} characters')
    if not isinstance(language, str) or language not in LANGUAGES:
        raise ValueError(f'"language" must be one of {", ".join(LANGUAGES)}')
    if not isinstance(rate, int | float) or isinstance(rate, bool) or not SLOWEST <= rate <= FASTEST:
        raise ValueError(f'"rate" must be {SLOWEST:g} to {FASTEST:g}')
    if (program := shutil.which("espeak-ng")) is None:
        return None
    command = [program, "--stdin", "--stdout", "-v", language, "-s", str(round(rate * _WORDS_A_MINUTE))]
    try:
        done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=_PATIENCE_S, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout or None
