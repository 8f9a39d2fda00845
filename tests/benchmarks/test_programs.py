"""Every program of the benchmarks starts and says what it takes, and bugs are planted where there is something."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

import benchmarks
from benchmarks.planted import BUGS, Bug

ROOT = Path(benchmarks.__file__).parent
PROGRAMS = sorted(
    ".".join(path.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(".__main__")
    for path in ROOT.rglob("*.py")
    if "__main__" in path.read_text(encoding="utf-8") or path.name == "__main__.py"
)
UNASKED = {"benchmarks.watch", "benchmarks.planted", "benchmarks.answers"}
"""Those that take no options."""


def test_the_page_of_figures_names_every_program() -> None:
    page = (ROOT / "README.md").read_text(encoding="utf-8") + (ROOT.parent / "tablebench" / "README.md").read_text(
        "utf-8"
    )
    assert [name for name in PROGRAMS if name not in page] == []


@pytest.mark.parametrize("name", [name for name in PROGRAMS if name not in UNASKED])
def test_it_says_what_it_takes(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        module = importlib.import_module(
            f"{name}.__main__" if (ROOT.parent / name.replace(".", "/")).is_dir() else name
        )
    except ModuleNotFoundError as missing:
        pytest.skip(f"{missing.name} is not installed")
    monkeypatch.setattr(sys, "argv", [name, "--help"])
    with pytest.raises(SystemExit) as ended:
        module.main()
    assert ended.value.code == 0
    assert "--" in capsys.readouterr().out


@pytest.mark.parametrize("bug", [bug for bugs in BUGS.values() for bug in bugs], ids=lambda bug: bug.does)
def test_what_a_planted_bug_replaces_is_there(bug: Bug) -> None:
    assert bug.right in (ROOT.parent / bug.file).read_text(encoding="utf-8")
