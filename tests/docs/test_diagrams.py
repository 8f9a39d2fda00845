"""The diagrams of how a board is found and read show functions that there are, and all stages that the code takes."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

import calibration
import vision

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {
    "finding.md": (calibration, ("locate", "boards")),
    "reading.md": (vision, ("reader", "stones")),
}
"""Page → the package whose functions its diagram shows, and the modules whose uses it shows."""
HELPERS = {
    "finding.md": {
        "at_size", "resized", "turned", "fit_pose", "working_picture", "register_each", "parts_of",
        "can_be_laid", "corners_seen", "find_outline", "laid_on_corners", "mean_cell_px", "pinhole",
    },
    "reading.md": {
        "board_warnings", "contents_of", "kind_likelihood", "missing_boards", "model_for",
        "network_input", "normalised", "picture_warnings", "pitches_mm", "plays_other_pieces",
        "shares",
    },
}  # fmt: skip


def _functions(package: ModuleType) -> set[str]:
    """Return the names of *package*'s public functions."""
    modules = [
        importlib.import_module(f"{package.__name__}.{found.name}") for found in pkgutil.iter_modules(package.__path__)
    ]
    return {
        name
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__
    }


def _named(page: str) -> set[str]:
    diagram = (DOCS / page).read_text(encoding="utf-8").split("```")[1]
    return set(re.findall(r"<b>(\w+)</b>", diagram)) | set(re.findall(r'subgraph \w+ \["(\w+)"\]', diagram))


@pytest.mark.parametrize("page", PAGES)
def test_every_function_in_the_diagram_exists(page: str) -> None:
    assert len(_named(page)) > 10
    assert _named(page) <= _functions(PAGES[page][0])


@pytest.mark.parametrize("page", PAGES)
def test_every_stage_that_the_code_takes_is_in_the_diagram(page: str) -> None:
    """What the page's modules import from others of its package, but for helpers, stands there."""
    package, modules = PAGES[page]
    functions = _functions(package)
    for module in modules:
        tree = ast.parse(Path(package.__path__[0], f"{module}.py").read_text(encoding="utf-8"))
        used = {
            alias.name
            for node in tree.body
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{package.__name__}.")
            for alias in node.names
        }
        assert (used & functions) - HELPERS[page] <= _named(page)
        assert HELPERS[page] <= functions
