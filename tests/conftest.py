"""Settings for all tests: property tests with fixed seeds, no clock, and nothing left in the repository."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("kiebitz", deadline=None, derandomize=True, database=None)
settings.load_profile("kiebitz")
