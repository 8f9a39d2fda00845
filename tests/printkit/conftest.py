"""The kit as PDF, made once and read by two programs that did not make it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pypdfium2
import pytest

from kits.tink import KIT
from printkit.job import Job
from printkit.paper import PAPERS
from tests.printkit.written import KitSummary, write_kit

Pixels = npt.NDArray[np.uint8]


@pytest.fixture(scope="session")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], KitSummary]:
    """Return the kit printed on a named paper."""
    folder = tmp_path_factory.mktemp("kits")
    return cache(lambda paper: write_kit(KIT, folder / f"{paper}.pdf", Job(PAPERS[paper])))


def raster_of(path: Path, sheet: int, dpi: float) -> Pixels:
    """Return a sheet (from 0) as grey pixels, rendered by PDFium."""
    with pypdfium2.PdfDocument(path) as document:
        image = document[sheet].render(scale=dpi / 72, grayscale=True).to_numpy()
        return np.asarray(image, dtype=np.uint8).reshape(image.shape[:2]).copy()
