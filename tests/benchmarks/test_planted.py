"""The bugs that are planted in a copy of Kiebitz: each has its place there."""

from __future__ import annotations

import pytest

from benchmarks.planted import BUGS, ROOT, Bug


@pytest.mark.parametrize("bug", [bug for bugs in BUGS.values() for bug in bugs], ids=lambda bug: bug.does)
def test_what_a_bug_replaces_is_there(bug: Bug) -> None:
    assert bug.right in (ROOT / bug.file).read_text(encoding="utf-8")
