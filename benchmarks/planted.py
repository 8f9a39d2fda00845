"""Bugs planted in a copy of Kiebitz, and a test that catches each: in the rules, the table, the reader and the doors.

A suite that cannot fail proves nothing.

python -m benchmarks.planted [--of rules|table|reader|doors]
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]


class Bug(NamedTuple):
    """What the bug does, and the words of *file* that are replaced, where they come first."""

    does: str
    file: str
    right: str
    wrong: str


_RULES = (
    Bug(
        "Tink: a win by mobility is missed",
        "core/goodwin/rules.py",
        '== "after_grace" and forced',
        '== "after_grace" and 0',
    ),
    Bug(
        "Tink: one sequence too many is counted",
        "core/goodwin/rules.py",
        "total + 1 if not total",
        "total + 2 if not total",
    ),
    Bug(
        "Tink: five mediums may stand on the board",
        "core/goodwin/position.py",
        "STOCK = (5, 4, 1)",
        "STOCK = (5, 5, 1)",
    ),
    Bug("Tink: four in a row does not win", "core/goodwin/rules.py", ".bit_count() >= 4:", ".bit_count() >= 5:"),
    Bug("Tink: a finished position has a side to move", "core/goodwin/notation.py", "to_move or '-'", "to_move or 'A'"),
    Bug(
        "Tink: an illegal pass has no objection",
        "core/goodwin/game.py",
        "if written is None:",
        "if written is None and 0:",
    ),
    Bug("Tabik: a rod may be laid twice", "core/tabik/rules.py", "grid.size) & ~rods", "grid.size)"),
    Bug("Tabik: an exchange lays no rod", "core/tabik/rules.py", "white ^ both, rods | rod", "white ^ both, rods"),
    Bug("Tabik: the loser wins", "core/tabik/scoring.py", "COLOURS[winner]", "COLOURS[1 - winner]"),
    Bug(
        "Tabik: the swap is forgotten by the count",
        "core/tabik/rules.py",
        "total + 1 if _may_swap",
        "total if _may_swap",
    ),
    Bug(
        "Tinker Tactics: dice walk through the last one",
        "core/tinker/rules.py",
        "reach[value][cell] & empty)",
        "reach[value][cell])",
    ),
    Bug("Tinker Tactics: a lone die stays", "core/tinker/rules.py", "mask.bit_count() < 2", "mask.bit_count() < 1"),
    Bug("Grid games: take-backs are not looked for", "core/grid/diagnosis.py", "if earlier.board == board:", "if 0:"),
    Bug("Tinker Tactics: take-backs are not looked for", "core/tinker/diagnosis.py", "earlier.look == goal", "False"),
)
_TABLE = (
    Bug(
        "A watch that has ended goes on",
        "kiebitz/table/step.py",
        "if state.over and not isinstance(given, inputs.Told | inputs.Misheard):",
        "if not state:",
    ),
    Bug(
        "Thinking is counted until the move was understood, not until it was made",
        "kiebitz/table/rules/timing.py",
        "clock.since < rested_s < finish",
        "clock.since < rested_s < 0",
    ),
    Bug("A clock cannot be let go on", "kiebitz/table/rules/timing.py", "paused == on", "paused"),
    Bug(
        "Any number of moves is taken back without asking",
        "kiebitz/table/rules/taking_back.py",
        "> MOST_TAKEN_BACK",
        "> 99",
    ),
    Bug("A total that no dice show is taken", "kiebitz/table/rules/hidden_roll.py", "if total not in within:", "if 0:"),
    Bug("A second total is taken", "kiebitz/table/rules/hidden_roll.py", "if seat in roll.totals:", "if 0:"),
    Bug(
        "The same trouble is announced again and again",
        "kiebitz/table/rules/trouble.py",
        "key == state.trouble.key",
        "0",
    ),
    Bug(
        "A third player joins without a clear lead",
        "kiebitz/table/rules/joining.py",
        "if state.told and (lead",
        "if 0 and (lead",
    ),
    Bug(
        "An action that the board contradicts is taken to be meant",
        "kiebitz/table/rules/following.py",
        "    if not fits(state):\n        return None",
        "",
    ),
)
_READER = (
    Bug(
        "A board swept clear is an illegal move",
        "kiebitz/judging/accusing.py",
        "return is_bare(history.board(game)) or len(history.change) > most",
        "return False",
    ),
    Bug(
        "Another board in view is taken for the game's",
        "kiebitz/eye/spot.py",
        "return strange or _jumped(found, self.home) or (away and is_off(found, self.home, _STRAY_CELLS))",
        "return False",
    ),
    Bug(
        "A board is believed at its first glimpse",
        "kiebitz/eye/whereabouts.py",
        "return place.method not in (",
        "return place.method in (",
    ),
    Bug(
        "The second view is joined to itself", "kiebitz/eye/two_eyes.py", "self._sides[3 - side.view]", "self._sides[1]"
    ),
    Bug(
        "A seat is played at both of two tables",
        "kiebitz/watching/accord.py",
        "return not any(seat in seats for seats in self.claims.values()) if self.is_host else",
        "return True if self.is_host else",
    ),
    Bug(
        "Another certificate is as good as the one that was meant",
        "kiebitz/watching/dialling.py",
        "if not hmac.compare_digest(",
        "if 0 and not hmac.compare_digest(",
    ),
)
_DOORS = (
    Bug(
        "Another table reads everything",
        "kiebitz/screen/doors/access.py",
        'if role == "twin" or path in (TWIN, TWIN_PICTURE):',
        "if path in (TWIN, TWIN_PICTURE):",
    ),
    Bug(
        "Any web page may speak to the table",
        "kiebitz/screen/doors/access.py",
        "origin is not None and origin.lower()",
        "0 and origin.lower()",
    ),
    Bug(
        "Pictures are shown over plain http",
        "kiebitz/screen/doors/access.py",
        'return path.startswith((f"{API}frames", PROJECTOR)) or path.endswith(".jpg")',
        "return False",
    ),
    Bug("Any host name is answered", "kiebitz/screen/doors/access.py", "not in self._hosts:", "in ():"),
    Bug(
        "Any device lets others in",
        "kiebitz/screen/doors/access.py",
        "if path == NETWORK and not _is_at_home(scope):",
        "if 0:",
    ),
    Bug("A body without a length is taken whole", "kiebitz/screen/doors/access.py", "if seen > most:", "if 0:"),
    Bug(
        "Two roles may have one token",
        "kiebitz/screen/doors/access.py",
        "if len(set(tokens)) < len(tokens):",
        "if 0:",
    ),
    Bug(
        "One address takes all places",
        "kiebitz/screen/doors/callers.py",
        "if len(own) >= self._of_one",
        "if len(own) >= 9999",
    ),
    Bug(
        "One device has all pictures looked at",
        "kiebitz/screen/doors/taking_in.py",
        "or self._arriving[address] >= self._of_one",
        "",
    ),
    Bug(
        "An authority that may sign for anybody is kept",
        "kiebitz/screen/doors/certificates.py",
        "and not _ends_soon(known) and _is_limited(known)",
        "and not _ends_soon(known)",
    ),
    Bug(
        "Whatever is posted is taken for a picture",
        "kiebitz/screen/doors/taking_in.py",
        'if not data.startswith(b"\\xff\\xd8"):',
        "if 0:",
    ),
)
BUGS: Mapping[str, Sequence[Bug]] = {"rules": _RULES, "table": _TABLE, "reader": _READER, "doors": _DOORS}
_OF_THE_EYE = (
    "session",
    "several_boards",
    "clearing",
    "one_view_alone",
    "two_eyes",
    "twins",
    "dialling",
    "watching",
    "elsewhere",
)
_TESTS: Mapping[str, Sequence[str]] = {
    "rules": ("games/test_conformance.py", "games/test_golden.py", "games/test_counts.py"),
    "table": ("table",),
    "reader": ("table", *(f"kiebitz/test_{name}.py" for name in _OF_THE_EYE)),
    "doors": tuple(
        f"screen/test_{name}.py" for name in ("access", "threats", "doors", "network", "certificates", "bombs", "api")
    ),
}
"""The tests that are to notice the bugs, as paths within ``tests``."""


def failure(bug: Bug, tests: Sequence[str]) -> str:
    """Return the name of the first of *tests* that fails with *bug*. Raises ``SystemExit`` if it has no place."""
    with tempfile.TemporaryDirectory() as folder:
        aside = shutil.ignore_patterns("__pycache__", ".*", "build", "*.egg-info")
        shutil.copytree(ROOT, folder, ignore=aside, dirs_exist_ok=True)
        file = Path(folder) / bug.file
        text = file.read_text(encoding="utf-8")
        if bug.right not in text:
            raise SystemExit(f"{bug.file} has no {bug.right!r} any more; plant another bug")
        file.write_text(text.replace(bug.right, bug.wrong, 1), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "--thin", "--tb=no", "-x", "-p", "no:cacheprovider"]
        done = subprocess.run(
            [*command, *(f"tests/{name}" for name in tests)],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
    found = re.search(r"^(?:FAILED|ERROR) \S*?::(\S+)", done.stdout, flags=re.MULTILINE)
    return found[1] if found else ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each bug; 1 if one is not caught."""
    parser = argparse.ArgumentParser(description="Plant bugs, and say which tests catch them.")
    parser.add_argument("--of", choices=list(BUGS), action="append", help="where they are planted; everywhere without")
    missed = 0
    for room in parser.parse_args(arguments).of or BUGS:
        for bug in BUGS[room]:
            found = failure(bug, _TESTS[room])
            missed += not found
            print(f"{bug.does}: caught by {found}" if found else f"{bug.does}: NOT CAUGHT", flush=True)
    return min(1, missed)


if __name__ == "__main__":
    sys.exit(main())
