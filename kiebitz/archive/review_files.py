"""Where the review of a kept game lies: beside its journal, as ``7-tink-20261125-183000.review.json``."""

from __future__ import annotations

from pathlib import Path


def review_file(journal: Path) -> Path:
    """Return the file for the review of the game in *journal*."""
    return journal.with_suffix(".review.json")
