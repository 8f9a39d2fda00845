"""A game is added with two files, as docs/adding-a-game.md says, and then keeps to the protocol like every other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core import games
from kiebitz.kits import has_kit, kit_of
from tests import added
from tests.added import EVERY
from tests.games.conformance import CHECKS, Check

pytestmark = pytest.mark.usefixtures("added_games")
ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "adding-a-game.md"


@pytest.mark.parametrize("name", added.NAMES)
def test_it_is_found_by_name(name: str) -> None:
    assert name in games.names()
    assert has_kit(name)
    assert kit_of(name).name == games.find(name).name == name


@pytest.mark.parametrize(("language", "file"), [("python rules", "games/toy.py"), ("python kit", "kits/toy.py")])
def test_the_guide_shows_the_whole_toy(language: str, file: str) -> None:
    shown = re.search(rf"```{language}\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert shown
    assert shown[1] == (ROOT / "tests" / "added" / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", EVERY)
def test_conformance(name: str, check: Check) -> None:
    check(name)
