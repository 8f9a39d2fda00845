"""The documentation as text: its pages, their links, and the commands that they show."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FRONT = ("README.md", "CONTRIBUTING.md")
GENERATED = ("commands.md",)
"""Pages made from the program itself."""
PROGRAMS = (
    "kiebitz", "python", "python3", "py", "pytest", "make", "pip", "pipx", "git", "sudo", "apt", "brew", "winget",
)  # fmt: skip
"""A line of a block that begins with one of these is meant to be typed."""

_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
_BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_INDENTED = re.compile(r"^ {4,8}(\S.*)$", re.MULTILINE)
_INLINE = re.compile(r"`(kiebitz [^`\n]+)`")


def pages() -> list[Path]:
    """Return every page for people: the front ones, docs and its decisions, and what the benchmarks gave."""
    front = [ROOT / name for name in (*FRONT, "CHANGELOG.md")]
    return [*front, *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "benchmarks").rglob("*.md"))]


def guides() -> list[Path]:
    """Return the pages whose commands are meant to be typed."""
    front = [ROOT / name for name in FRONT]
    return [*front, *(page for page in sorted((ROOT / "docs").glob("*.md")) if page.name not in GENERATED)]


def links(page: Path) -> Iterator[str]:
    """Yield what *page* links to, addresses on the web left out."""
    text = _BLOCK.sub("", page.read_text(encoding="utf-8"))
    return (target for target in _LINK.findall(text) if "://" not in target)


def anchors(page: Path) -> set[str]:
    """Return the names under which the headings of *page* can be linked to."""
    titles = _HEADING.findall(_BLOCK.sub("", page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def typed(page: Path) -> list[str]:
    """Return the lines of *page* that are meant to be typed, in order: those of blocks without a language."""
    found = []
    for language, block in re.findall(r"^```([^\n]*)\n(.*?)^```", _fenced(page), re.MULTILINE | re.DOTALL):
        if language in ("", "sh"):
            found += [line.strip() for line in block.splitlines() if line.split(" ")[0] in PROGRAMS]
    return found


def _fenced(page: Path) -> str:
    """Return the text of *page* with indented blocks as fenced ones."""
    outside = _BLOCK.split(page.read_text(encoding="utf-8"))
    for index in range(0, len(outside), 3):
        outside[index] = _INDENTED.sub(r"```\n\1\n```", outside[index])
        if index + 2 < len(outside):
            outside[index + 1] = f"```{outside[index + 1]}\n"
            outside[index + 2] += "```"
    return "".join(outside)


def words(line: str) -> list[str]:
    """Return *line* as the shell splits it, without the comment behind it."""
    return shlex.split(line, comments=True)


def mentioned(page: Path) -> list[str]:
    """Return the commands within the sentences and tables of *page*, often with names for what is to be filled in."""
    text = _BLOCK.sub("", page.read_text(encoding="utf-8"))
    return [line.replace("\\|", "|") for line in dict.fromkeys(_INLINE.findall(text))]
