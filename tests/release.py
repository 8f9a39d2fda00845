"""Makes a release: ``python -m tests.release 0.3.0``, or ``make release VERSION=0.3.0``.

The version and the changelog's heading are set, the wheel is built and tried in an empty environment, and only then is
all that committed and tagged ``v0.3.0``, with the changelog's lines as its notes. Nothing is pushed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LONGEST = 40
"""Most lines of a release in the changelog."""
_VERSION = re.compile(r"^\d+\.\d+\.\d+$")
_UNRELEASED = re.compile(r"^## Unreleased.*\n", re.MULTILINE)
_OWN_VERSION = re.compile(r'^version = "[^"]+"$', re.MULTILINE)
_TRIED = (
    ["--version"],
    ["games"],
    ["suggest", "tink", "start", "--seconds", "0.2"],
    ["print", "tink", "--out", "kit.pdf"],
    ["demo", "--out", "demo"],
)
"""Commands that must work in an environment that holds nothing but the wheel and what it needs."""


def notes(changelog: str) -> str:
    """Return what is unreleased in *changelog*. Raises ``ValueError`` where that is nothing, or too long."""
    if (heading := _UNRELEASED.search(changelog)) is None:
        raise ValueError("CHANGELOG.md has no section called Unreleased")
    text = re.split(r"^## ", changelog[heading.end() :], maxsplit=1, flags=re.MULTILINE)[0].strip()
    if not text:
        raise ValueError("nothing is unreleased in CHANGELOG.md")
    if (lines := len(text.splitlines())) > LONGEST:
        raise ValueError(
            f"a release has at most {LONGEST} lines in CHANGELOG.md, not {lines}; group them by what people do"
        )
    return text


def released(changelog: str, version: str, day: date) -> str:
    """Return *changelog* with what is unreleased as *version* of that *day*."""
    return _UNRELEASED.sub(f"## {version}, {day.day} {day:%B %Y}\n", changelog, count=1)


def numbered(project: str, version: str) -> str:
    """Return the text of a ``pyproject.toml`` with another *version*."""
    return _OWN_VERSION.sub(f'version = "{version}"', project, count=1)


def following(version: str) -> str:
    """Return what the version is called after *version* was released.

    >>> following("0.3.0")
    '0.4.0.dev0'
    """
    major, minor, _ = version.split(".")
    return f"{major}.{int(minor) + 1}.0.dev0"


def main(version: str) -> None:
    """Release *version*. Ends with one line and status 2 where something stands against it."""
    project, changelog = ROOT / "pyproject.toml", ROOT / "CHANGELOG.md"
    before = project.read_text(encoding="utf-8"), changelog.read_text(encoding="utf-8")
    if not _VERSION.match(version):
        sys.exit(f"{version!r} is no version; write make release VERSION=0.3.0")
    if _git("status", "--porcelain"):
        sys.exit("the working tree has changes; commit or stash them first")
    if _git("tag", "--list", f"v{version}"):
        sys.exit(f"v{version} has been released already")
    try:
        said = notes(before[1])
    except ValueError as error:
        sys.exit(str(error))
    project.write_text(numbered(before[0], version), encoding="utf-8")
    changelog.write_text(released(before[1], version, date.today()), encoding="utf-8")
    try:
        _try(_wheel(), version)
    except (subprocess.CalledProcessError, OSError) as error:
        for path, text in zip((project, changelog), before, strict=True):
            path.write_text(text, encoding="utf-8")
        sys.exit(f"nothing is released: {error}")
    _git("commit", "--all", "--message", f"Release {version}")
    _git("tag", "--annotate", f"v{version}", "--cleanup=verbatim", "--message", f"Kiebitz {version}\n\n{said}\n")
    project.write_text(numbered(before[0], following(version)), encoding="utf-8")
    text = changelog.read_text(encoding="utf-8").replace(f"## {version}, ", f"## Unreleased\n\n## {version}, ", 1)
    changelog.write_text(text, encoding="utf-8")
    _git("commit", "--all", "--message", f"Go on after {version}")
    print(f"v{version} is tagged; the wheel is in build/release. Publish with: git push --follow-tags")


def _wheel() -> Path:
    folder = ROOT / "build" / "release"
    for old in folder.glob("*.whl"):
        old.unlink()
    _run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT)
    (path,) = folder.glob("*.whl")
    return path


def _try(wheel: Path, version: str) -> None:
    """Install *wheel* into an empty environment and let it answer there."""
    os.environ.pop("PYTHONPATH", None)  # a checkout on it would stand in for the wheel
    place = ROOT / "build" / "release" / "empty"
    venv.create(place, clear=True, with_pip=True)
    programs = place / ("Scripts" if sys.platform == "win32" else "bin")
    _run(programs / "python", "-m", "pip", "install", "--quiet", "--constraint", ROOT / "constraints.txt", wheel)
    for command in _TRIED:
        _run(programs / "kiebitz", *command, cwd=place)
    said = subprocess.run([programs / "kiebitz", "--version"], cwd=place, capture_output=True, text=True, check=True)
    if version not in said.stdout:
        raise subprocess.CalledProcessError(1, ["kiebitz", "--version"])


def _run(*command: object, cwd: Path = ROOT) -> None:
    subprocess.run([str(part) for part in command], cwd=cwd, check=True)


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    main(*sys.argv[1:2] or [""])
