"""What went wrong, for a person: one line, and exit status 2."""

from __future__ import annotations


class Failure(Exception):  # noqa: N818 - it is what it says
    """Wrong use or unreadable input. The message says what is wrong and what would put it right."""
