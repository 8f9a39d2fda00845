"""All pages of a PDF in one small picture, to look a printed kit over at a glance.

kiebitz print tink --out kit.pdf
python -m benchmarks.contact_sheet kit.pdf docs/images/kit-tink.png
"""

from __future__ import annotations

from pathlib import Path

import click
import pypdfium2
from PIL import Image

_TABLE = (205, 208, 212)
_GAP_PX = 14
_COLOURS = 128


def contact_sheet(pdf: Path, *, columns: int, page_px: int) -> Image.Image:
    """Return the pages of *pdf*, each *page_px* wide, in rows of *columns*."""
    with pypdfium2.PdfDocument(pdf) as document:
        pages = [_thumbnail(page, page_px) for page in document]
    height = max(page.height for page in pages)
    rows = -(-len(pages) // columns)
    size = columns * (page_px + _GAP_PX) + _GAP_PX, rows * (height + _GAP_PX) + _GAP_PX
    sheet = Image.new("RGB", size, _TABLE)
    for k, page in enumerate(pages):
        row, column = divmod(k, columns)
        sheet.paste(page, (_GAP_PX + column * (page_px + _GAP_PX), _GAP_PX + row * (height + _GAP_PX)))
    return sheet


def save_sheet(sheet: Image.Image, path: Path) -> None:
    """Write *sheet* as a small PNG."""
    sheet.quantize(_COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    print(path)


def _thumbnail(page: pypdfium2.PdfPage, width: int) -> Image.Image:
    finer = 3
    image: Image.Image = page.render(scale=finer * width / page.get_width()).to_pil().convert("RGB")
    return image.resize((width, round(image.height / finer)), Image.Resampling.LANCZOS)


@click.command(help=__doc__)
@click.argument("pdf", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--columns", default=5, show_default=True, help="Pages in a row.")
@click.option("--page-px", default=300, show_default=True, help="Width of a page in the picture.")
def main(pdf: Path, out: Path, columns: int, page_px: int) -> None:
    save_sheet(contact_sheet(pdf, columns=columns, page_px=page_px), out)


if __name__ == "__main__":
    main()
