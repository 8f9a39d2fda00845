"""Row I8: games from a user's folder and from installed packages work like Kiebitz's own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from core.games import find
from kiebitz.lessons.lesson import judged_action, lesson_of

FILES = Path(__file__).parents[1] / "added"
ROOT = FILES.parents[1]


def put(folder: Path, name: str) -> None:
    """Put the two files of the game called *name* into *folder*."""
    for part in ("games", "kits"):
        (folder / part).mkdir(parents=True, exist_ok=True)
        shutil.copy(FILES / part / f"{name}.py", folder / part)


def ran(tmp_path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Return how Python answers to *words* where *tmp_path* has this user's folder and installed packages."""
    environment = {**os.environ, "KIEBITZ_HOME": str(tmp_path / "home"), "LC_ALL": "C.UTF-8"}
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), str(tmp_path / "installed")])
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False, env=environment)


@pytest.mark.usefixtures("added_games")
@pytest.mark.parametrize("name", ["toy", "coins", "race"])
def test_i8_a_lesson_is_made_of_the_rules_examples(name: str) -> None:
    lesson, game = lesson_of(name), find(name)
    assert lesson is not None
    for step in lesson.steps:
        position, (wrong,) = step.start(game), step.wrong
        assert game.objection(position, wrong.action) is not None
        assert judged_action(game, step, wrong.action).state == "illegal"
        assert wrong.action in step.task
        assert judged_action(game, step, game.actions(position)[0]).state == "done"


@pytest.mark.slow
def test_i8_a_game_in_the_users_folder_and_one_of_a_package_work(tmp_path: Path) -> None:
    put(tmp_path / "home" / "added", "toy")
    put(tmp_path / "installed" / "parlour", "coins")
    (tmp_path / "installed" / "parlour" / "__init__.py").touch()
    told = tmp_path / "installed" / "parlour-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: parlour\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text("[kiebitz.games]\nparlour = parlour\nlost = nowhere.to.be.found\n")
    pdf, folder = tmp_path / "coins.pdf", tmp_path / "played"
    lines = ["games --json", "suggest toy start --nodes 20 --json", f"print coins --quick --out {pdf}"]
    lines.append(f"playtest toy --by chance --games 2 --workers 2 --folder {folder}")
    library = "import kiebitz; kiebitz.game('toy').start(); from kiebitz.cli import run"
    at_once = f"{library}; print([run(line.split()) for line in {lines}])"
    answer = ran(tmp_path, "-c", at_once)
    games, suggested, *rest, statuses = answer.stdout.splitlines()
    assert (statuses, answer.returncode) == ("[0, 0, 0, 0]", 0), answer.stderr
    assert {"toy", "coins", "tink"} <= {game["name"] for game in json.loads(games)["games"]}
    assert json.loads(suggested)["action"]
    assert pdf.read_bytes().startswith(b"%PDF")
    assert any("2 games" in line for line in rest)


@pytest.mark.slow
@pytest.mark.thinned(2)
@pytest.mark.parametrize(
    ("part", "line", "mistake"),
    [
        ("games", "def broken(:", "SyntaxError: "),
        ("games", "import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("kits", "raise SystemExit(7)", "SystemExit: 7"),
        ("games", "del GAME", "AttributeError: module 'core.games.toy' has no attribute 'GAME'"),
    ],
)
def test_i8_a_broken_game_is_told_by_file_and_line_and_stops_nothing_else(
    tmp_path: Path, part: str, line: str, mistake: str
) -> None:
    put(tmp_path / "home" / "added", "toy")
    put(tmp_path / "home" / "added", "coins")
    file = tmp_path / "home" / "added" / part / "toy.py"
    whole = file.read_text(encoding="utf-8")
    file.write_text(f"{whole}\n{line}\n", encoding="utf-8")
    where = f"{file}: " if line == "del GAME" else f"{file}, line {len(whole.splitlines()) + 2}: "
    lines = ("suggest toy start", "games --json")
    answer = ran(tmp_path, "-c", f"from kiebitz.cli import run; print([run(line.split()) for line in {lines}])")
    (told, also), (listed, statuses) = answer.stderr.splitlines(), answer.stdout.splitlines()
    assert statuses == "[2, 0]"
    assert told.startswith(f"kiebitz: {where}{mistake}")
    assert f"{where}{mistake}" in also
    names = {game["name"] for game in json.loads(listed)["games"]}
    assert ({"coins", "tink"} <= names, "toy" in names) == (True, False)


@pytest.mark.slow
def test_i8_a_mistake_that_shows_in_play_is_told_by_file_and_line(tmp_path: Path) -> None:
    put(tmp_path / "home" / "added", "toy")
    file = tmp_path / "home" / "added" / "games" / "toy.py"
    text = file.read_text(encoding="utf-8").replace(
        "        *source, target = step.cells\n", "        *source, target = step.cell\n"
    )
    file.write_text(text, encoding="utf-8")
    line = 1 + text.splitlines().index("        *source, target = step.cell")
    broken = ran(tmp_path, "-m", "kiebitz", "suggest", "toy", "start", "--nodes", "20")
    assert (broken.returncode, broken.stdout) == (2, "")
    assert broken.stderr.startswith(f"kiebitz: {file}, line {line}: AttributeError: ")
    assert broken.stderr.count("\n") == 1
