"""The pictures in the documents: ``python -m benchmarks.pictures [NAME…]`` makes them again in docs/images.

``demo`` is what ``kiebitz demo`` leaves behind; ``games`` is the same of the four other games; ``kits`` are all pages
of each printed kit. Those rendered come from tablebench.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pypdfium2
from PIL import Image as Drawn

from kiebitz.cli import run

Image = npt.NDArray[np.uint8]

IMAGES = Path("docs/images")
KITS = {"tink": "tink", "ting": "ting", "tingle": "tingle", "tabik": "tabik", "tinker_tactics": "tinker"}
"""Game → the name of its kit's picture."""
_OTHERS = ("ting", "tingle", "tabik", "tinker_tactics")
_TILE_PX = 800, 600
_AROUND = (205, 208, 212)
_GAP_PX = 14
_COLOURS = 128


def demo_picture(game: str) -> Image:
    """Return the picture that the demo of *game* leaves."""
    with tempfile.TemporaryDirectory() as folder:
        if run(["demo", game, "--out", folder]):
            raise SystemExit(f"the demo of {game} failed")
        return np.asarray(cv2.imread(f"{folder}/{game}-demo.png"), dtype=np.uint8)


def sheet_of_games(games: Sequence[str] = _OTHERS) -> Image:
    """Return the last pictures of the demos of *games*, two in a row."""
    tiles = [cv2.resize(demo_picture(game), _TILE_PX, interpolation=cv2.INTER_AREA) for game in games]
    rows = [np.hstack(tiles[k : k + 2]) for k in range(0, len(tiles), 2)]
    return np.asarray(np.vstack(rows), dtype=np.uint8)


def write_jpeg(name: str, image: Image) -> None:
    """Write *image* into the folder of pictures."""
    cv2.imwrite(str(IMAGES / name), image, [cv2.IMWRITE_JPEG_QUALITY, 88])
    print(IMAGES / name)


def contact_sheet(pdf: Path, *, columns: int, page_px: int) -> Drawn.Image:
    """Return the pages of *pdf*, each *page_px* wide, in rows of *columns*."""
    with pypdfium2.PdfDocument(pdf) as document:
        pages = [_thumbnail(page, page_px) for page in document]
    height = max(page.height for page in pages)
    rows = -(-len(pages) // columns)
    size = columns * (page_px + _GAP_PX) + _GAP_PX, rows * (height + _GAP_PX) + _GAP_PX
    sheet = Drawn.new("RGB", size, _AROUND)
    for k, page in enumerate(pages):
        row, column = divmod(k, columns)
        sheet.paste(page, (_GAP_PX + column * (page_px + _GAP_PX), _GAP_PX + row * (height + _GAP_PX)))
    return sheet


def save_sheet(sheet: Drawn.Image, path: Path) -> None:
    """Write *sheet* as a small PNG."""
    sheet.quantize(_COLOURS, dither=Drawn.Dither.NONE).save(path, optimize=True)
    print(path)


def _thumbnail(page: pypdfium2.PdfPage, width: int) -> Drawn.Image:
    finer = 3
    image: Drawn.Image = page.render(scale=finer * width / page.get_width()).to_pil().convert("RGB")
    return image.resize((width, round(image.height / finer)), Drawn.Resampling.LANCZOS)


def write_kits() -> None:
    """Write the pages of every kit as ``kiebitz print`` makes them."""
    with tempfile.TemporaryDirectory() as folder:
        for game, name in KITS.items():
            pdf = Path(folder) / f"{game}.pdf"
            if run(["print", game, "--out", str(pdf)]):
                raise SystemExit(f"the kit of {game} could not be printed")
            save_sheet(contact_sheet(pdf, columns=6, page_px=240), IMAGES / f"kit-{name}.png")


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the pictures asked for, or all."""
    makers = {
        "demo": lambda: write_jpeg("demo.jpg", demo_picture("tink")),
        "games": lambda: write_jpeg("games.jpg", sheet_of_games()),
        "kits": write_kits,
    }
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(makers))
    names = parser.parse_args(arguments).names or list(makers)
    if unknown := set(names) - set(makers):
        parser.error(f"no picture is called {', '.join(sorted(unknown))}; there are {', '.join(makers)}")
    IMAGES.mkdir(parents=True, exist_ok=True)
    for name in names:
        makers[name]()


if __name__ == "__main__":
    main()
