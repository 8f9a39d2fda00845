"""What is installed: the names, the types, the licences, and that it works in a folder elsewhere."""

from __future__ import annotations

import doctest
import os
import shutil
import subprocess
import sys
from email import message_from_string
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
API_PAGE = ROOT / "docs" / "api.md"
OURS = {
    "adviser", "calibration", "core", "interop", "kiebitz", "kits", "playtest", "printkit", "simulator", "vision",
}  # fmt: skip
LICENCES = {
    "MIT": "LICENSE",
    "OFL-1.1": "printkit/fonts/OFL.txt",
    "Apache-2.0": "simulator/fonts/APACHE-2.0.txt",
    "CC-BY-SA-3.0": "core/goodwin/CC-BY-SA-3.0.txt",
}
FIRST_WORDS = {
    "MIT": "MIT License",
    "OFL-1.1": "SIL OPEN FONT LICENSE Version 1.1",
    "Apache-2.0": "Apache License Version 2.0",
    "CC-BY-SA-3.0": "Attribution-ShareAlike 3.0 Unported",
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel of a clean copy of the repository: a build leaves files in its folder."""
    folder = tmp_path_factory.mktemp("wheel")
    no_part = shutil.ignore_patterns(
        ".*", "build", "dist", "out", "*.egg-info", "__pycache__", "benchmarks", "training"
    )
    shutil.copytree(ROOT, folder / "source", ignore=no_part)
    build = "import sys; from setuptools.build_meta import build_wheel; build_wheel(sys.argv[1])"
    subprocess.run([sys.executable, "-c", build, folder], cwd=folder / "source", capture_output=True, check=True)
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def site(wheel: Path) -> Path:
    """Return a folder with what the wheel installs."""
    folder = wheel.parent / "site"
    shutil.unpack_archive(wheel, folder, "zip")
    return folder


@pytest.fixture(scope="module")
def installed(site: Path) -> Path:
    """Return the folder of what the wheel says of itself."""
    (folder,) = site.glob("*.dist-info")
    return folder


def test_no_package_is_called_like_one_of_python_or_of_another_distribution() -> None:
    assert not OURS & sys.stdlib_module_names
    others = packages_distributions()
    assert {name: others[name] for name in OURS if set(others.get(name, ())) - {"kiebitz"}} == {}


def test_nothing_is_loaded_before_it_is_needed() -> None:
    steps = (
        "import kiebitz; kiebitz.game('tink').start()",
        "from kiebitz.cli import run; run(['--help'])",
        "import kiebitz.api.watching, kiebitz.commands.table",
    )
    told = "; print('loaded', *sys.modules)"
    code = "import sys\n" + "\n".join(f"{step}{told}" for step in steps)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    rules, help_alone, watching = (set(line.split()) for line in done.stdout.splitlines() if line.startswith("loaded"))
    heavy = {"numpy", "cv2", "rich", "reportlab", "scipy", "numba", "platformdirs"}
    assert not {*heavy, "click"} & rules
    assert not heavy & help_alone
    assert not {"starlette", "uvicorn", "cryptography", "segno"} & watching


@pytest.mark.slow
def test_the_wheel_installs_our_packages_with_all_their_files_and_no_others(site: Path, installed: Path) -> None:
    assert {path.name for path in site.iterdir()} - {installed.name} == OURS
    assert [name for name in OURS if not (site / name / "py.typed").exists()] == []
    for folder in ("kiebitz/screen/pages", "kiebitz/language/german"):
        assert {file.name for file in (ROOT / folder).iterdir()} <= {file.name for file in (site / folder).iterdir()}
    assert "kiebitz = kiebitz.cli:main" in (installed / "entry_points.txt").read_text()


@pytest.mark.slow
def test_the_wheel_is_never_uploaded_names_every_licence_and_holds_its_text(site: Path, installed: Path) -> None:
    about = message_from_string((installed / "METADATA").read_text(encoding="utf-8"))
    assert "Private :: Do Not Upload" in about.get_all("Classifier", [])
    assert set(about["License-Expression"].split(" AND ")) == set(LICENCES)
    assert set(about.get_all("License-File", [])) == {*LICENCES.values(), "NOTICE"}
    for licence, path in LICENCES.items():
        text = (installed / "licenses" / path).read_text(encoding="utf-8")
        assert FIRST_WORDS[licence].lower() in " ".join(text.split()).lower()
        assert licence == "MIT" or (site / path).read_text(encoding="utf-8") == text


@pytest.mark.slow
def test_what_is_not_mit_is_named_in_the_notice(site: Path, installed: Path) -> None:
    notice = (installed / "licenses" / "NOTICE").read_text(encoding="utf-8")
    foreign = [path.relative_to(site).as_posix() for path in site.rglob("*.[to]tf")]
    assert foreign
    assert [name for name in (*foreign, *LICENCES.values()) if name not in notice] == []


def run(*arguments: object, site: Path, cwd: Path) -> str:
    """Return what Python says in *cwd* with the packages of *site* before all others, and nothing on stderr."""
    surroundings = {**os.environ, "PYTHONPATH": str(site), "KIEBITZ_HOME": str(cwd)}
    words = [sys.executable, "-W", "error", *map(str, arguments)]
    done = subprocess.run(words, cwd=cwd, env=surroundings, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.thinned(0)
@pytest.mark.slow
def test_the_api_page_holds_for_what_is_installed(site: Path, tmp_path: Path) -> None:
    assert run("-m", "doctest", shutil.copy(API_PAGE, tmp_path), site=site, cwd=tmp_path) == ""


@pytest.mark.slow
def test_what_is_installed_runs_as_a_command(site: Path, tmp_path: Path) -> None:
    here = run("-c", "import kiebitz, core; print(kiebitz.__file__, core.__file__)", site=site, cwd=tmp_path)
    assert {Path(path).parents[1] for path in here.split()} == {site}
    assert "kiebitz demo" in run("-m", "kiebitz", site=site, cwd=tmp_path)


def test_the_api_page_holds() -> None:
    failed, tried = doctest.testfile(str(API_PAGE), module_relative=False)
    assert tried > 30
    assert failed == 0
