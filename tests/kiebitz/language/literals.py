"""The English that stands in the code: what a module writes, and what a page shows."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

GAP = "\0"
"""Stands where a value is put in."""
_JS = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`|//[^\n]*')
_FOR_PROGRAMS = re.compile(
    r'(?:class: |[!=]== |class(?:Name|List\.\w+)[( =]+|setAttribute\("[^"]*", |querySelector(?:All)?\(|closest\()'
    r'(?:"[^"]*"|`[^`]*`)'
)
"""Names of classes, keys, elements and the like."""
_SHOWN = ("aria-label", "alt", "title", "placeholder")
_WORDS = re.compile(r"[A-Za-z]{2,}.* .*[a-z]{2,}|[A-Z][a-z]+ ?[a-z]*")
_NO_WORDS = re.compile(
    r"[\w.\-/]*[./:=&?]\S*|[a-z]+(?:-[a-z]+)*|[a-z]+[A-Z]\w*|[A-Z][a-z]+-[A-Z][a-z]+|[\d\s,.MLazhHcCvV-]+|(?:translate|rotate)\(.*"
)


def of_module(path: Path) -> Iterator[str]:
    """Yield the texts of a Python module that people may read, with a ``GAP`` for each value.

    Docstrings, annotations, regular expressions and the messages of exceptions are none of these.
    """
    for text in _strings(ast.parse(path.read_text(encoding="utf-8"))):
        if re.search(r"[A-Za-z]{2}", text) and " " in text.strip():
            yield text


def _strings(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Raise | ast.Assert | ast.arguments):
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "re.compile":
        return
    if isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else GAP for part in node.values)
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                yield from _strings(part.value)
        return
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            yield node.value
        return
    for child in ast.iter_child_nodes(node):
        yield from _strings(child)


def of_page(path: Path) -> Iterator[str]:
    """Yield the texts of a page or one of its modules that people may read, with a ``GAP`` for each value."""
    text = path.read_text(encoding="utf-8")
    for found in _html(text) if path.suffix == ".html" else _script(text):
        if _WORDS.search(found.replace(GAP, "")) and not _NO_WORDS.fullmatch(found):
            yield found


def _html(text: str) -> list[str]:
    reader = _Reader()
    reader.feed(text)
    return reader.found


def _script(text: str) -> Iterator[str]:
    for match in _JS.finditer(_FOR_PROGRAMS.sub("", text)):
        if match[1] is not None:
            yield match[1]
        elif match[2] is not None:
            yield re.sub(r"\$\{(?:[^{}]|\{[^{}]*\})*\}", GAP, match[2])


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del tag
        self.found += [value for name, value in attrs if name in _SHOWN and value]

    def handle_data(self, data: str) -> None:
        if told := " ".join(data.split()):
            self.found.append(told)
