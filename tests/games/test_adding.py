"""A game is added with two files, as docs/adding-a-game.md says: the toy game, put where games are looked for."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import core.games
import kits
from core import games
from kiebitz.kits import has_kit, kit_of
from tests import toy, toy_kit
from tests.games import sample
from tests.games.conformance import CHECKS, Check


@pytest.fixture(scope="module", autouse=True)
def _toy_is_added(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Copy the two files into folders that are part of ``core.games`` and ``kits`` for these tests."""
    root = tmp_path_factory.mktemp("added")
    for package, module in ((core.games, toy), (kits, toy_kit)):
        folder = root / package.__name__
        folder.mkdir()
        shutil.copyfile(str(module.__file__), folder / "toy.py")
        package.__path__.append(str(folder))
    games.names.cache_clear()
    yield
    for package in (core.games, kits):
        package.__path__.pop()
        sys.modules.pop(f"{package.__name__}.toy", None)
        vars(package).pop("toy", None)
    games.names.cache_clear()
    sample.paths.cache_clear()


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_added_game_conforms(check: Check) -> None:
    check("toy")


def test_it_is_found_by_name() -> None:
    assert "toy" in games.names()
    assert has_kit("toy")
    assert kit_of("toy").plan.cells == games.find("toy").cells(games.find("toy").start(games.find("toy").options()))


def test_the_guide_shows_these_files() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    for part in ("tests/toy.py", "tests/toy_kit.py", "GAME", "RULEBOOK", "KIT", "tests/games"):
        assert part in guide
