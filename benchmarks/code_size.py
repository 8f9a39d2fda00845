"""What there is to hold in the head: ``python -m benchmarks.code_size FOLDER… [--files]``.

Of the modules in each folder: their lines, tuning constants (the numbers in what a module assigns to names in
capitals), other numbers in the code but for 0, 1, 2, 3, 4 and a half, and branches (``if``, also in expressions and
comprehensions, ``while``, ``except`` and ``case``).
"""

from __future__ import annotations

import argparse
import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_PLAIN = {0, 1, 2, 3, 4, 0.5}
_BRANCHES = (ast.If, ast.IfExp, ast.While, ast.ExceptHandler, ast.match_case)


@dataclass(frozen=True, slots=True)
class Size:
    """How much there is of what."""

    modules: int
    lines: int
    constants: int
    literals: int
    branches: int

    def __add__(self, other: Size) -> Size:
        return Size(
            self.modules + other.modules,
            self.lines + other.lines,
            self.constants + other.constants,
            self.literals + other.literals,
            self.branches + other.branches,
        )


def size_of(source: str) -> Size:
    """Return the size of one module's *source*."""
    tree = ast.parse(source)
    assigned = [node for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign) and _is_constant(node)]
    constants = [number for node in assigned for number in _numbers(node)]
    literals = [number for number in _numbers(tree) if number.value not in _PLAIN and number not in constants]
    nodes = list(ast.walk(tree))
    branches = sum(isinstance(node, _BRANCHES) for node in nodes)
    branches += sum(len(node.ifs) for node in nodes if isinstance(node, ast.comprehension))
    return Size(1, len(source.splitlines()), len(constants), len(literals), branches)


def _is_constant(node: ast.Assign | ast.AnnAssign) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    names = [name for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]
    return bool(names) and all(name.id.isupper() for name in names)


def _numbers(node: ast.AST) -> Iterator[ast.Constant]:
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and type(part.value) in (int, float):
            yield part


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--files", action="store_true", help="a row for each module, too")
    asked = parser.parse_args()
    print("| | modules | lines | constants | literals | branches |\n|---|---|---|---|---|---|")
    for folder in asked.folders:
        sizes = {path: size_of(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.py"))}
        for path, size in sizes.items() if asked.files else ():
            print(_row(str(path), size))
        print(_row(folder.name, sum(sizes.values(), Size(0, 0, 0, 0, 0))))


def _row(name: str, size: Size) -> str:
    return f"| {name} | {size.modules} | {size.lines} | {size.constants} | {size.literals} | {size.branches} |"


if __name__ == "__main__":
    main()
