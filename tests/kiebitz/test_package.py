"""What is installed: the names, the types, the licences, and that it works in a folder elsewhere."""

from __future__ import annotations

import doctest
import os
import shutil
import subprocess
import sys
import zipfile
from email import message_from_string
from email.message import Message
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
    pip("wheel", folder / "source", "--no-build-isolation", "--wheel-dir", folder)
    (path,) = folder.glob("*.whl")
    return path


def pip(*arguments: object) -> None:
    words = (*map(str, arguments), "--no-deps", "--no-index", "--disable-pip-version-check", "--quiet")
    subprocess.run([sys.executable, "-m", "pip", *words], check=True)


def texts(wheel: Path) -> dict[str, str]:
    """Return the wheel's files by name, the small ones with their text."""
    with zipfile.ZipFile(wheel) as archive:
        small = [info for info in archive.infolist() if info.file_size < 100_000 and not info.filename.endswith("ttf")]
        return dict.fromkeys(archive.namelist(), "") | {
            info.filename: archive.read(info).decode()
            for info in small
            if not info.filename.endswith((".onnx", ".npz"))
        }


def metadata(wheel: Path) -> Message:
    (text,) = [text for name, text in texts(wheel).items() if name.endswith(".dist-info/METADATA")]
    return message_from_string(text)


def test_no_package_is_called_like_one_of_python_or_of_another_distribution() -> None:
    assert not OURS & sys.stdlib_module_names
    others = packages_distributions()
    assert {name: others[name] for name in OURS if set(others.get(name, ())) - {"kiebitz"}} == {}


@pytest.mark.slow
def test_the_wheel_installs_our_packages_and_no_others(wheel: Path) -> None:
    names = {Path(name).parts[0] for name in texts(wheel)}
    (about,) = [name for name in names if name.endswith(".dist-info")]
    assert names - {about} == OURS
    assert {name for name in OURS if f"{name}/py.typed" in texts(wheel)} == OURS


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["kiebitz/screen/pages", "kiebitz/language/german"])
def test_the_wheel_holds_the_pages_of_the_screen_and_its_words(wheel: Path, folder: str) -> None:
    assert {f"{folder}/{file.name}" for file in (ROOT / folder).iterdir()} <= set(texts(wheel))


def test_only_the_screen_loads_its_libraries() -> None:
    loads = "import kiebitz.cli, kiebitz.api.watching, kiebitz.commands.table, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", loads], capture_output=True, text=True, check=True)
    assert not {"starlette", "uvicorn", "cryptography", "segno"} & set(done.stdout.split())


@pytest.mark.slow
def test_the_wheel_is_never_uploaded(wheel: Path) -> None:
    assert "Private :: Do Not Upload" in metadata(wheel).get_all("Classifier", [])


@pytest.mark.slow
def test_the_wheel_names_every_licence_and_holds_its_text(wheel: Path) -> None:
    about, files = metadata(wheel), texts(wheel)
    assert set(about["License-Expression"].split(" AND ")) == set(LICENCES)
    assert set(about.get_all("License-File", [])) == {*LICENCES.values(), "NOTICE"}
    for licence, path in LICENCES.items():
        (text,) = [text for name, text in files.items() if name.endswith(f".dist-info/licenses/{path}")]
        assert FIRST_WORDS[licence].lower() in " ".join(text.split()).lower()
        assert licence == "MIT" or files[path] == text


@pytest.mark.slow
def test_what_is_not_mit_is_named_in_the_notice(wheel: Path) -> None:
    (notice,) = [text for name, text in texts(wheel).items() if name.endswith("/NOTICE")]
    foreign = [name for name in texts(wheel) if name.endswith((".ttf", ".otf"))]
    assert foreign
    assert [name for name in foreign if name not in notice] == []
    assert [path for path in LICENCES.values() if path not in notice] == []


def run(*arguments: object, site: Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run Python in *cwd* with the packages of *site* before all others."""
    surroundings = {**os.environ, "PYTHONPATH": str(site), "KIEBITZ_HOME": str(cwd)}
    words = [sys.executable, "-W", "error", *map(str, arguments)]
    return subprocess.run(words, cwd=cwd, env=surroundings, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def site(wheel: Path) -> Path:
    """Return a folder in which the wheel is installed."""
    folder = wheel.parent / "site"
    pip("install", wheel, "--target", folder)
    return folder


@pytest.mark.thinned(0)
@pytest.mark.slow
def test_the_api_page_holds_for_what_is_installed(site: Path, tmp_path: Path) -> None:
    page = shutil.copy(API_PAGE, tmp_path)
    here = run("-c", "import kiebitz, core; print(kiebitz.__file__, core.__file__)", site=site, cwd=tmp_path)
    assert {Path(path).parents[1] for path in here.stdout.split()} == {site}
    tested = run("-m", "doctest", page, site=site, cwd=tmp_path)
    assert (tested.returncode, tested.stdout, tested.stderr) == (0, "", "")


@pytest.mark.slow
def test_what_is_installed_runs_as_a_command(site: Path, tmp_path: Path) -> None:
    (script,) = (site / "bin").glob("kiebitz*")
    for command in ((script,), ("-m", "kiebitz")):
        version = run(*command, "--version", site=site, cwd=tmp_path)
        assert version.stdout.startswith("kiebitz, version 0.")
        bare = run(*command, site=site, cwd=tmp_path)
        assert (bare.returncode, bare.stderr) == (0, "")
        assert "kiebitz demo" in bare.stdout


def test_the_api_page_holds() -> None:
    failed, tried = doctest.testfile(str(API_PAGE), module_relative=False)
    assert tried > 30
    assert failed == 0
