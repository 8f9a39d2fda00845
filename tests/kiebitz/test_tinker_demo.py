"""The demos of Tinker Tactics, on one flat board and on rings of mini-boards, are refereed to their ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiebitz.watching.scripts import script_of
from tests.kiebitz.conftest import Kiebitz


@pytest.mark.thinned(5)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "last"),
    [(2, "9. d1>d2"), (3, "8. Bb2>Bb1"), (4, "10. c5>c6"), (5, "11. Ad3>Ac3"), (6, "10. Cb1>Dd3")],
)
def test_the_demo_plays_to_its_end(kiebitz: Kiebitz, tmp_path: Path, players: int, last: str) -> None:
    answer = kiebitz("demo", "tinker_tactics", "--players", players, "--out", tmp_path)
    assert (answer.status, answer.err) == (0, "")
    assert last in (tmp_path / "tinker_tactics-demo.txt").read_text()
    is_put_right = "[TT-9]" in answer.out and "The board has been put right." in answer.out
    assert is_put_right == bool(script_of("tinker_tactics", players).wrong)
