"""Speaks for browsers without a voice: a sentence as sound, by espeak-ng, macOS's ``say`` or Windows' own voice."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from math import log
from pathlib import Path
from typing import Any

from kiebitz.language import LANGUAGES

LONGEST_TEXT = 1000
NO_VOICE = "This computer has no voice for this language; install espeak-ng."
_PATIENCE_S = 10.0
_WORDS_A_MINUTE = 175
_FASTEST_STEP = 10
SLOWEST, FASTEST = 0.5, 3.0
"""Slowest and fastest speech, as multiples of the usual speed."""
_WINDOWS = """
Add-Type -AssemblyName System.Speech
$voice = New-Object System.Speech.Synthesis.SpeechSynthesizer
$one = $voice.GetInstalledVoices() | Where-Object {{ $_.VoiceInfo.Culture.TwoLetterISOLanguageName -eq '{language}' }}
if (-not $one) {{ exit 1 }}
$voice.SelectVoice(@($one)[0].VoiceInfo.Name)
$voice.Rate = {rate}
$text = (New-Object IO.StreamReader([Console]::OpenStandardInput(), [Text.Encoding]::UTF8)).ReadToEnd()
$sound = New-Object IO.MemoryStream
$voice.SetOutputToWaveStream($sound)
$voice.Speak($text)
$voice.SetOutputToNull()
$sound.WriteTo([Console]::OpenStandardOutput())
"""


def spoken(text: Any, language: Any = "en", rate: Any = 1.0) -> bytes | None:
    """Return *text* as WAV in *language*, *rate* times as fast as usual; None where this machine has no voice for it.

    Raises ``ValueError``.
    """
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST_TEXT:
        raise ValueError(f'"text" must be 1 to {LONGEST_TEXT} characters')
    if not isinstance(language, str) or language not in LANGUAGES:
        raise ValueError(f'"language" must be one of {", ".join(LANGUAGES)}')
    if not isinstance(rate, int | float) or isinstance(rate, bool) or not SLOWEST <= rate <= FASTEST:
        raise ValueError(f'"rate" must be {SLOWEST:g} to {FASTEST:g}')
    words_a_minute = str(round(rate * _WORDS_A_MINUTE))
    try:
        if program := shutil.which("espeak-ng"):
            return _heard([program, "--stdin", "--stdout", "-v", language, "-s", words_a_minute], text)
        if program := shutil.which("say"):
            return _mac(program, text, language, words_a_minute)
        if program := shutil.which("powershell"):
            script = _WINDOWS.format(language=language, rate=round(_FASTEST_STEP * log(rate, FASTEST)))
            return _heard([program, "-NoProfile", "-NonInteractive", "-Command", script], text)
    except (OSError, subprocess.SubprocessError):
        pass
    return None


def _heard(command: list[str], text: str) -> bytes | None:
    done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=_PATIENCE_S, check=True)
    return done.stdout or None


def _mac(program: str, text: str, language: str, words_a_minute: str) -> bytes | None:
    """Return *text* spoken by the first voice of *language*; lines of the list look like ``Anna de_DE # Hallo!``."""
    voices = (_heard([program, "-v", "?"], "") or b"").decode(errors="replace")
    ahead = [line.partition("#")[0].split() for line in voices.splitlines()]
    name = next((" ".join(words[:-1]) for words in ahead if words[1:] and words[-1].startswith(f"{language}_")), None)
    if name is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        sound = Path(folder) / "spoken.wav"
        how = ["-v", name, "-r", words_a_minute, "--file-format=WAVE", "--data-format=LEI16@22050"]
        _heard([program, *how, "-o", str(sound), "-f", "-"], text)
        return sound.read_bytes() or None
