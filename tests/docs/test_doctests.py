"""The examples in docstrings give what they say. Modules without any are not loaded: collecting stays quick."""

from __future__ import annotations

import doctest
import importlib

import pytest

from tests.docs.pages import ROOT

PACKAGES = ("core", "kits", "calibration", "vision", "printkit", "adviser", "playtest", "kiebitz")
MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for package in PACKAGES
    for path in sorted((ROOT / package).rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_give_what_they_say(name: str) -> None:
    assert not doctest.testmod(importlib.import_module(name)).failed
