"""The diagram of how a board is found shows functions that there are, and all that `locate` and `find_ruled` use."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from pathlib import Path
from types import FunctionType

import calibration

PAGE = Path(__file__).parents[2] / "docs" / "finding.md"


def _functions() -> dict[str, str]:
    """Return the modules of calibration's public functions, by the functions' names."""
    modules = [
        importlib.import_module(f"calibration.{found.name}") for found in pkgutil.iter_modules(calibration.__path__)
    ]
    return {
        name: module.__name__
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__
    }


def _named() -> set[str]:
    diagram = PAGE.read_text(encoding="utf-8").split("```")[1]
    return set(re.findall(r"<b>(\w+)</b>", diagram)) | set(re.findall(r'subgraph \w+ \["(\w+)"\]', diagram))


def test_every_function_in_the_diagram_exists() -> None:
    assert len(_named()) > 10
    assert _named() <= _functions().keys()


def test_every_stage_that_the_code_takes_is_in_the_diagram() -> None:
    """What `locate` and `find_ruled` import from other modules of calibration, but for helpers, stands there."""
    helpers = {"at_size", "resized", "turned", "fit_pose", "working_picture", "register_each", "misfit", "lines_missed"}
    helpers |= {"cell_homography", "parts_of"}
    functions = _functions()
    for module in ("locate", "grid"):
        tree = ast.parse(Path(calibration.__path__[0], f"{module}.py").read_text(encoding="utf-8"))
        used = {
            alias.name
            for node in tree.body
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("calibration.")
            for alias in node.names
        }
        assert (used & functions.keys()) - helpers <= _named()
