"""The error for wrong use: a one-line message for people and exit status 2."""

from __future__ import annotations


class Failure(Exception):  # noqa: N818 - it is what it says
    """Wrong use or unreadable input. The message says what is wrong and how to fix it."""
