"""Debian's Chromium without a window, and a film of a pretend table in place of its camera."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import cv2
import numpy as np
import numpy.typing as npt
import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

T = TypeVar("T", bound=Callable[..., object])
CHROMIUM = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))), None)
_NEEDED = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium is installed (apt-get install chromium-headless-shell)"
)
IN_BROWSER = [pytest.mark.slow, _NEEDED]


IPHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 3,
    "is_mobile": True,
    "has_touch": True,
    "user_agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.6 Mobile/15E148 Safari/604.1",
}
"""How a context makes the browser look like a phone; it stays Chromium."""


def in_browser(test: T) -> T:
    """Mark *test* as one that takes long, and cannot be run where there is no browser."""
    marked: T = pytest.mark.slow(_NEEDED(test))
    return marked


def open_games(page: Page) -> None:
    """Unfold the games to choose from, by *New game* where a table is on and no choice is open."""
    new, another = page.get_by_role("button", name="New game", exact=True), page.get_by_text("Another game or board")
    new.or_(another).first.wait_for()
    if new.is_visible():
        new.click()
    another.click()


def flags(film: Path) -> list[str]:
    """Return the switches with which the camera shows *film*."""
    return [
        "--no-sandbox",
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    ]


def write_film(path: Path, images: Iterable[npt.NDArray[np.uint8]], *, each: int) -> None:
    """Write a film of one picture a second that shows each of *images* (BGR) for *each* seconds."""
    with path.open("wb") as file:
        for number, image in enumerate(images):
            height, width = image.shape[:2]
            if number == 0:
                file.write(f"YUV4MPEG2 W{width} H{height} F1:1 Ip A1:1 C420mpeg2\n".encode())
            planes = b"FRAME\n" + cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420).tobytes()
            file.write(planes * each)
