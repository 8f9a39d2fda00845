"""Bugs planted in a copy of the rules, and how many tests of tests/games catch each.

A suite that cannot fail proves nothing.

python -m benchmarks.planted
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
SUITE = ("test_conformance.py", "test_golden.py", "test_counts.py")


class Bug(NamedTuple):
    """What the bug does, and the words of *file* that are replaced, where they come first."""

    does: str
    file: str
    right: str
    wrong: str


BUGS = (
    Bug(
        "Tink: a win by mobility is missed", "goodwin/rules.py", '== "after_grace" and forced', '== "after_grace" and 0'
    ),
    Bug(
        "Tink: one sequence too many is counted", "goodwin/rules.py", "total + 1 if not total", "total + 2 if not total"
    ),
    Bug("Tink: five mediums may stand on the board", "goodwin/position.py", "STOCK = (5, 4, 1)", "STOCK = (5, 5, 1)"),
    Bug("Tink: four in a row does not win", "goodwin/rules.py", ".bit_count() >= 4:", ".bit_count() >= 5:"),
    Bug("Tink: a finished position has a side to move", "goodwin/notation.py", "to_move or '-'", "to_move or 'A'"),
    Bug(
        "Tink: an illegal pass has no objection", "goodwin/game.py", "if written is None:", "if written is None and 0:"
    ),
    Bug("Tabik: a rod may be laid twice", "tabik/rules.py", "grid.size) & ~rods", "grid.size)"),
    Bug("Tabik: an exchange lays no rod", "tabik/rules.py", "white ^ both, rods | rod", "white ^ both, rods"),
    Bug("Tabik: the loser wins", "tabik/scoring.py", "COLOURS[winner]", "COLOURS[1 - winner]"),
    Bug("Tabik: the swap is forgotten by the count", "tabik/rules.py", "total + 1 if _may_swap", "total if _may_swap"),
    Bug(
        "Tinker Tactics: dice walk through the last one",
        "tinker/rules.py",
        "reach[value][cell] & empty)",
        "reach[value][cell])",
    ),
    Bug("Tinker Tactics: a lone die stays", "tinker/rules.py", "mask.bit_count() < 2", "mask.bit_count() < 1"),
    Bug("Grid games: take-backs are not looked for", "grid/diagnosis.py", "if earlier.board == board:", "if 0:"),
    Bug("Tinker Tactics: take-backs are not looked for", "tinker/diagnosis.py", "earlier.look == goal", "False"),
)


def failures(bug: Bug) -> list[str]:
    """Return the names of the tests that fail with *bug*."""
    with tempfile.TemporaryDirectory() as folder:
        for package in ("core", "tests"):
            shutil.copytree(ROOT / package, Path(folder) / package, ignore=shutil.ignore_patterns("__pycache__"))
        file = Path(folder) / "core" / bug.file
        text = file.read_text(encoding="utf-8")
        if bug.right not in text:
            raise SystemExit(f"{bug.file} has no {bug.right!r} any more; plant another bug")
        file.write_text(text.replace(bug.right, bug.wrong, 1), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "--tb=no", "-p", "no:cacheprovider"]
        done = subprocess.run(
            [*command, *(f"tests/games/{name}" for name in SUITE)],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
    return re.findall(r"^(?:FAILED|ERROR) \S*?::(\S+)", done.stdout, flags=re.MULTILINE)


def main() -> int:
    """Print a line for each bug; 1 if one is not caught."""
    missed = 0
    for bug in BUGS:
        found = failures(bug)
        missed += not found
        print(f"{bug.does}: {len(found)} tests fail, such as {found[0]}" if found else f"{bug.does}: NOT CAUGHT")
    return min(1, missed)


if __name__ == "__main__":
    sys.exit(main())
