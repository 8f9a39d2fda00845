"""Checks what works on this machine: programs, cameras, models, folders."""

from __future__ import annotations

import os
import platform
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, overload

from core.json_types import JsonObject
from kiebitz.disk import kind_of, why
from kiebitz.home import home

if TYPE_CHECKING:
    from kiebitz.pictures.examining import Examined
    from kiebitz.pictures.files import Given

_CAMERAS = 4
"""Camera numbers below this are tried if the system does not list its cameras."""
_UNLISTED = "pip install cv2-enumerate-cameras, to list cameras and choose them by name."


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one check. A failed check has a remedy; a passed one may have a hint."""

    name: str
    fine: bool
    detail: str
    remedy: str = ""

    def as_json(self) -> JsonObject:
        return asdict(self)


def checks(*, cameras: bool = True) -> Iterator[Check]:
    """Yield every check that needs no input from the user; with *cameras* each camera is opened."""
    yield Check("kiebitz", True, f"{_version('kiebitz') or 'not installed, run from its folder'}")
    yield Check("python", True, platform.python_version())
    yield from _libraries()
    yield _kernels()
    yield from _models()
    yield from _folders()
    if cameras:
        yield _cameras()


@overload
def doctor() -> tuple[Check, ...]: ...


@overload
def doctor(picture: Given, game: str | None = None) -> Examined: ...


def doctor(picture: Given | None = None, game: str | None = None) -> tuple[Check, ...] | Examined:
    """Return what works on this machine; of a *picture*, what is wrong with it, with a remedy for each.

    A check has ``name``, ``fine``, ``detail`` and ``remedy``. Of a picture, ``findings`` have ``code``, ``message`` and
    ``remedy``. Raises ``kiebitz.Failure`` for what is no picture, ``ValueError`` for a game that does not exist.

    Args:
        picture: a path, the bytes of a file, or an array (BGR, ``uint8``).
        game: the game in the picture; any if None.

    >>> import kiebitz
    >>> [check.name for check in kiebitz.doctor()][:2]
    ['kiebitz', 'python']
    """
    if picture is None:
        return tuple(checks())
    from core.games import find
    from kiebitz.pictures.examining import examined
    from kiebitz.pictures.files import load
    from kiebitz.pictures.mirrored import put_right

    if game is not None:
        find(game)
    return examined(put_right(load(picture)), game)


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _libraries() -> Iterator[Check]:
    import cv2

    number = tuple(int(part) for part in cv2.__version__.split(".")[:2])
    good = (4, 12) <= number < (6, 0)
    yield Check("opencv", good, cv2.__version__, "" if good else "Install opencv-python from 4.12 up, below 6.")
    for name in ("numpy", "scipy", "reportlab"):
        version = _version(name)
        yield Check(name, version is not None, version or "missing", "" if version else f"pip install {name}")
    yield _networks()


def _networks() -> Check:
    version = _version("onnxruntime")
    if version is None:
        hint = "pip install onnxruntime to read three times as fast."
        return Check("networks", True, "onnxruntime is not installed; OpenCV computes them", hint)
    return Check("networks", True, f"onnxruntime {version}")


def _kernels() -> Check:
    if find_spec("numba") is None:
        hint = "pip install numba for faster suggestions."
        return Check("fast search", True, "numba is not installed; plain Python searches", hint)
    if os.environ.get("KIEBITZ_KERNELS") == "off":
        return Check("fast search", True, f"numba {_version('numba')}, switched off by KIEBITZ_KERNELS")
    return Check("fast search", True, f"numba {_version('numba')}")


def _models() -> Iterator[Check]:
    from core.games import names
    from kiebitz.kits import kit_of
    from vision.contents import model_for
    from vision.network import Network

    for game in names():
        kit = kit_of(game)
        model = model_for(kit)
        try:
            Network(model)
        except Exception as error:
            why = " ".join(str(error).split())[:120]
            yield Check(f"reader of {game}", False, f"{model.file}: {why}", "Reinstall Kiebitz.")
        else:
            yield Check(f"reader of {game}", True, model.file)


def _folders() -> Iterator[Check]:
    folders = [("games", home())]
    if find_spec("numba") is not None and os.environ.get("KIEBITZ_KERNELS") != "off":
        from kiebitz.programs.warming import folder as compiled

        folders.append(("fast search", compiled()))
    for name, folder in folders:
        problem = _unwritable(folder)
        remedy = "Free some room, or name another folder in KIEBITZ_HOME." if problem else ""
        yield Check(f"{name} folder", problem is None, f"{folder}{': ' + problem if problem else ''}", remedy)


def _unwritable(folder: Path) -> str | None:
    """Return why nothing can be written to *folder*, or to where it would be created; None if it can."""
    place = folder
    while not kind_of(place) and place != place.parent:
        place = place.parent
    try:
        with tempfile.TemporaryFile(dir=place):
            return None
    except OSError as error:
        return why(error)


def _cameras() -> Check:
    import cv2

    from kiebitz.pictures.connected import Connected, connected
    from kiebitz.pictures.live import hush

    hush()
    listed = connected()
    opened = []
    for found in [Connected(number, "camera") for number in range(_CAMERAS)] if listed is None else listed:
        camera = cv2.VideoCapture(found.number)
        try:
            ok, image = camera.read() if camera.isOpened() else (False, None)
        finally:
            camera.release()
        if ok and image is not None:
            opened.append(f"{found} ({image.shape[1]} × {image.shape[0]})")
        elif listed is not None:
            opened.append(f"{found} (gives no picture; another program may be using it)")
    if opened:
        return Check("cameras", True, ", ".join(opened), "" if listed is not None else _UNLISTED)
    hint = "Connect one, or use pictures and videos."
    return Check("cameras", True, "none that opens", hint)
