"""Which tests take long: measured, kept in ``slow.txt``, and left out by ``make quick``.

``make slow-tests`` measures all tests and writes the list again. A test that is not listed counts as quick.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path
from xml.etree import ElementTree

LIST = Path(__file__).with_name("slow.txt")
MEAN_S, TOTAL_S = 0.06, 0.8
"""A test function is slow if a case takes longer than the first on average, or all cases longer than the second."""


def slow_tests() -> frozenset[str]:
    """Return the slow test functions, as ``tests.module.function``."""
    return frozenset(LIST.read_text(encoding="utf-8").split())


def measured(report: Path) -> list[str]:
    """Return the slow test functions in pytest's JUnit XML *report*, sorted."""
    times: dict[str, list[float]] = defaultdict(list)
    for case in ElementTree.parse(report).getroot().iter("testcase"):
        name = f"{case.get('classname')}.{str(case.get('name')).partition('[')[0]}"
        times[name].append(float(str(case.get("time"))))
    return sorted(name for name, each in times.items() if sum(each) > TOTAL_S or sum(each) / len(each) > MEAN_S)


if __name__ == "__main__":
    LIST.write_text("".join(f"{name}\n" for name in measured(Path(sys.argv[1]))), encoding="utf-8")
