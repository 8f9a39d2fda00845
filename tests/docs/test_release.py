"""What ``make release`` makes of the changelog and the version, and what it refuses."""

from __future__ import annotations

from datetime import date

import pytest

from tests.docs.pages import ROOT
from tests.release import following, notes, numbered, released

CHANGELOG = "# Changelog\n\n## Unreleased (0.3.0)\n\n- One thing.\n- Another.\n\n## 0.2.0, 1 November 2026\n\n- Old.\n"


def test_notes_are_what_is_unreleased() -> None:
    assert notes(CHANGELOG) == "- One thing.\n- Another."


@pytest.mark.parametrize(
    ("changelog", "why"),
    [
        ("# Changelog\n", "no section"),
        ("## Unreleased\n\n## 0.2.0\n\n- Old.\n", "nothing is unreleased"),
        ("## Unreleased\n" + "- One.\n" * 41, "at most 40 lines"),
    ],
)
def test_no_release_without_notes_that_can_be_read(changelog: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        notes(changelog)


def test_a_release_is_dated_and_the_next_version_follows() -> None:
    text = released(CHANGELOG, "0.3.0", date(2026, 12, 4))
    assert "## 0.3.0, 4 December 2026\n\n- One thing." in text
    assert "Unreleased" not in text
    assert following("0.3.1") == "0.4.0.dev0"


def test_only_the_program_s_own_version_is_set() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    changed = numbered(project, "9.8.7")
    assert changed.count('"9.8.7"') == 1
    assert changed.replace('version = "9.8.7"', "") == numbered(project, "x").replace('version = "x"', "")
