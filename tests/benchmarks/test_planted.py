"""The bugs that are planted in a copy of the rules: each has its place there."""

from __future__ import annotations

import pytest

from benchmarks.planted import BUGS, ROOT, Bug


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.does)
def test_what_a_bug_replaces_is_in_the_rules(bug: Bug) -> None:
    assert bug.right in (ROOT / "core" / bug.file).read_text(encoding="utf-8")
