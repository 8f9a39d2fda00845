"""The cameras connected to this machine, by name."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from kiebitz.failure import Failure

_LINKS = (Path("/dev/v4l/by-id"), Path("/dev/v4l/by-path"))
_MANY = 6
"""Most names listed in an error."""


@dataclass(frozen=True, slots=True)
class Connected:
    """A camera as the system lists it; OpenCV opens it by ``number``."""

    number: int
    name: str
    identity: str = ""
    """The system's lasting name for the camera, whose number changes as cameras come and go; empty if unknown."""

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


def connected() -> tuple[Connected, ...] | None:
    """Return the cameras of this machine in the order of their numbers; None if they cannot be listed."""
    try:
        import cv2
        from cv2_enumerate_cameras import enumerate_cameras, supported_backends
    except (ImportError, OSError):
        return None
    backends = (cv2.CAP_V4L2,) if sys.platform.startswith("linux") else supported_backends
    found: list[Connected] = []
    for backend in backends:
        known = {camera.name for camera in found}
        try:
            listed = enumerate_cameras(backend)
        except Exception:  # the systems' own libraries fail in many ways; a list that fails is a list we have not
            return None
        offset = 0 if len(backends) == 1 else backend
        cameras = [
            Connected(info.index + offset, info.name or f"camera {info.index}", _identity(getattr(info, "path", "")))
            for info in listed
        ]
        found += [camera for camera in cameras if camera.name not in known]
    return tuple(sorted(found, key=lambda camera: camera.number))


def _identity(path: str | None) -> str:
    """Return the lasting name of the camera that the system lists at *path*.

    Linux numbers cameras as they come; links to them are named after maker, model and serial number, or else after
    the socket that they are plugged into. On other systems the path itself lasts.
    """
    if not path or not path.startswith("/dev/"):
        return path or ""
    device = Path(path).resolve()
    for folder in _LINKS:
        if folder.is_dir():
            found = (link.name for link in sorted(folder.iterdir()) if link.resolve() == device)
            if name := next(found, ""):
                return name
    return ""


def identity_of(number: int) -> str:
    """Return the identity of the camera that has *number* now; empty where it is not known."""
    return next((camera.identity for camera in connected() or () if camera.number == number), "")


def number_now(identity: str) -> int | None:
    """Return the number that the camera of this *identity* has now; None where it is not connected."""
    return next((camera.number for camera in connected() or () if camera.identity == identity), None)


def number_of(name: str) -> int:
    """Return the number of the camera whose name or identity is *name*, or whose name alone contains it.

    Raises ``Failure``.
    """
    cameras = connected()
    if cameras is None:
        raise Failure(f"cameras cannot be listed here, so none is found by the name {name!r}; give its number, from 0")
    if not cameras:
        raise Failure(f"no camera is called {name!r}: none is connected; give a video, a folder or an address")
    wanted = " ".join(name.lower().split())
    called = [camera for camera in cameras if wanted in (camera.name.lower(), camera.identity.lower())]
    fitting = called or [camera for camera in cameras if wanted in camera.name.lower()]
    if len(fitting) == 1:
        return fitting[0].number
    if fitting:
        raise Failure(f"{name!r} fits {len(fitting)} cameras: {_in_a_line(fitting)}; give more of the name or a number")
    raise Failure(f"no camera is called {name!r}; there is {_in_a_line(cameras)}; give a part of a name or a number")


def _in_a_line(cameras: list[Connected] | tuple[Connected, ...]) -> str:
    names = [f"{camera.name} ({camera.number})" for camera in cameras[:_MANY]]
    return ", ".join(names) + (", …" if len(cameras) > _MANY else "")
