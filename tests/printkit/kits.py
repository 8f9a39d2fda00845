"""Kits drawn once for all tests, and their pages as readers see them that did not make them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

import cv2
import numpy as np
import numpy.typing as npt
import pypdfium2

from kits import tabik, ting, tingle, tink, tinker_tactics
from kits.kit import Kit
from printkit.adjust import NONE, Adjustment
from printkit.assembly import extent
from printkit.book import draw_kit, seats_of
from printkit.drawing import Area, Box, Disc, Drawing, Label, Lines, Shape, Window
from printkit.job import Job
from printkit.pdf import render

Grey = npt.NDArray[np.uint8]
MM_PER_INCH = 25.4
PLAIN = Job()
KITS: dict[str, Kit] = {
    **{kit.name: kit for kit in (tink.KIT, ting.KIT, tingle.KIT)},
    **{f"tabik-{size}": tabik.kit(board_size=size) for size in tabik.SIZES},
    **{f"tinker-{players}": tinker_tactics.kit(players=players) for players in range(2, 7)},
}
FIVE = ("tink", "ting", "tingle", "tabik-8", "tinker-2")


@lru_cache(maxsize=48)
def drawn(name: str, job: Job = PLAIN, players: int | None = 2) -> Drawing:
    """Return the kit called *name* for *players*, or for as many as it has colours."""
    return draw_kit(KITS[name], job, seats_of(KITS[name], players))


@lru_cache(maxsize=48)
def printed(name: str, job: Job = PLAIN, players: int | None = 2, adjustment: Adjustment = NONE) -> bytes:
    """Return that kit as a PDF."""
    return render(drawn(name, job, players), adjustment)


def pixels(data: bytes, dpi: float, *, only: int | None = None, grey: bool = True) -> list[Grey]:
    """Return the pages of a PDF as PDFium shows them, or *only* one of them; BGR unless *grey*."""
    with pypdfium2.PdfDocument(data) as document:
        pages = document if only is None else [document[only]]
        images = [page.render(scale=dpi / 72, grayscale=grey).to_numpy() for page in pages]
    return [np.array(image.reshape(image.shape[:2]) if grey else image[..., :3], dtype=np.uint8) for image in images]


def texts(data: bytes) -> list[str]:
    """Return the words of each page of a PDF, on one line."""
    with pypdfium2.PdfDocument(data) as document:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


@cache
def detector() -> cv2.aruco.ArucoDetector:
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11))


def tags_mm(page: Grey, dpi: float) -> dict[int, npt.NDArray[np.float64]]:
    """Return the corners of every tag on *page* in millimetres from its top left corner."""
    quads, codes, _ = detector().detectMarkers(page)
    pairs = zip(np.ravel(codes) if codes is not None else (), quads, strict=True)
    return {int(code): (np.asarray(quad, dtype=float).reshape(4, 2) + 0.5) / dpi * MM_PER_INCH for code, quad in pairs}


def flattened(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """Yield what shows of *shapes*: of windows their edges and what lies wholly inside."""
    for shape in shapes:
        if isinstance(shape, Window):
            yield Area.of(shape.ring)
            left, top, right, bottom = extent(shape)
            for inner in flattened(shape.shapes):
                x0, y0, x1, y1 = reach(inner)
                if x0 >= left and y0 >= top and x1 <= right and y1 <= bottom:
                    yield inner
        else:
            yield shape


def reach(shape: Shape) -> Box:
    """Return the box around what is printed of *shape*, with the width of its lines."""
    stroked = isinstance(shape, Area | Disc | Lines) and shape.stroke is not None
    half = shape.stroke.width_mm / 2 if stroked else 0.0  # type: ignore[union-attr]
    left, top, right, bottom = extent(shape)
    return left - half, top - half, right + half, bottom + half


def words(shapes: Iterable[Shape]) -> str:
    """Return all words in *shapes*."""
    return " ".join(" ".join(shape.text for shape in shapes if isinstance(shape, Label)).split())
