"""The demo games of Tingle: those of Tink, on another table."""

from __future__ import annotations

from dataclasses import replace

from kiebitz.watching.demos import tink

SCRIPTS = {players: replace(script, surface="linen") for players, script in tink.SCRIPTS.items()}
