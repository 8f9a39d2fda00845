"""Every command that README and docs show is run, with pictures of a simulated table in place of a camera."""

from __future__ import annotations

import importlib.util
import io
import re
import shutil
import signal
import subprocess
import sys
from itertools import islice
from pathlib import Path

import click
import cv2
import pytest

from kiebitz.cli import COMMANDS, kiebitz, run
from kiebitz.pictures.frame import Frame
from kiebitz.watching.pretend_table import PretendTable
from tests.docs.pages import ROOT, guides, mentioned, typed, words
from tests.printkit.test_verify import photographed as snapped
from tests.printkit.test_verify import printed, saved, scanned

NOT_RUN = {
    "pipx install": "installs for the user; tests/first_hour.sh installs into a fresh environment instead",
    "pipx ensurepath": "changes the user's shell",
    "sudo apt": "installs programs of the system",
    "brew": "installs programs of the system",
    "winget": "installs programs of the system",
    "py": "exists on Windows only",
    "python -m pytest": "would run the tests within the tests",
}
"""What is not run, by its first words, and why. Others than kiebitz are only looked up."""
STANDS_IN = {
    r"\bNAME\b": "tink",
    r"(?<=watch )(0|\"[^\"]*\"|\w+://\S+)(?= |$)": "pictures",
    r"--games \d+": "--games 1 --by chance --workers 1",
    r"kiebitz table": "kiebitz table --no-open --port 0",
    r"review \d+|suggest \w+ \S+": r"\g<0> --seconds 0.05",
}
"""What is replaced: a game's NAME, cameras and addresses by a folder of pictures, long thought by short."""
FINE = {"doctor": (0, 1), "demo": (0, 130), "table": (130,)}
"""Commands that may also answer no, as this machine may have no camera, and those that Ctrl-C ends."""
STOPPED = re.compile(r"kiebitz (demo|table)\b")
"""What is stopped once it has said something: demos end in tests/kiebitz/test_seeing_commands.py."""


@pytest.fixture(scope="module")
def supplies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of everything that the commands name: pictures of a game, and of a sheet."""
    folder = tmp_path_factory.mktemp("supplies")
    (folder / "pictures").mkdir()
    for frame in islice(PretendTable().frames(), 4):
        assert isinstance(frame, Frame)
        cv2.imwrite(str(folder / "pictures" / f"{frame.index:03}.png"), frame.image)
        cv2.imwrite(str(folder / "picture.jpg"), frame.image)
    sheet = printed()
    saved(folder / "scan.png", scanned(sheet))
    for name, tilt, around in (("a", 30.0, 0.0), ("b", 32.0, 120.0), ("c", 28.0, 240.0)):
        cv2.imwrite(str(folder / f"{name}.jpg"), snapped(sheet, tilt_deg=tilt, round_deg=around, seed=1))
    return folder


def _stood_in(line: str) -> str:
    for what, instead in STANDS_IN.items():
        line = re.sub(what, instead, line)
    return line


def _run(line: str) -> int:
    """Return how *line* ends; what is stopped has a process of its own, as Ctrl-C leaves things half done."""
    if not STOPPED.match(line):
        return run(words(line)[1:])
    with subprocess.Popen([sys.executable, "-m", *words(line)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    return process.returncode


@pytest.mark.slow
@pytest.mark.parametrize("page", guides(), ids=lambda page: page.name)
def test_every_command_for_the_command_line_works(
    page: Path, supplies: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KIEBITZ_HOME", str(tmp_path / "home"))
    folder = tmp_path / "table"
    shutil.copytree(supplies, folder)
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
    for line in typed(page):
        if "kiebitz" in words(line):
            status = _run(_stood_in(line))
            said = capfd.readouterr()
            assert status in FINE.get(words(line)[1], (0,)), f"{line}\n{said.out}{said.err}"


@pytest.mark.parametrize("page", guides(), ids=lambda page: page.name)
def test_every_other_command_exists(page: Path) -> None:
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for line in typed(page):
        program, *rest = words(line)
        if "kiebitz" in (program, *rest) or any(line.startswith(known) for known in NOT_RUN):
            continue
        if program == "make":
            assert {word for word in rest if "=" not in word} <= set(targets), line
        else:
            assert rest[0] == "-m", line
            assert importlib.util.find_spec(rest[1]), line


@pytest.mark.parametrize("page", [*guides(), ROOT / "docs" / "commands.md"], ids=lambda page: page.name)
def test_every_command_in_a_sentence_and_its_options_exist(page: Path) -> None:
    for line in mentioned(page):
        name = line.split()[1]
        if name in ("COMMAND", "--help"):
            continue
        assert name in COMMANDS, line
        command = kiebitz.get_command(click.Context(kiebitz), name)
        assert command
        known = {option for parameter in command.params for option in parameter.opts}
        assert set(re.findall(r"(?<=\s)--[\w-]+", line)) <= {*known, "--help"}, line
