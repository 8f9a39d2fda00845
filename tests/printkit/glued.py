"""A printed kit's board, put together from the pages of its PDF as people put it together from paper."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from kits.kit import Kit
from printkit.assembly import board_layout, board_pages, board_tiles, fits_whole
from printkit.board import board_box
from printkit.drawing import Drawing
from printkit.job import Job
from printkit.paper import Paper
from printkit.pdf import render
from printkit.sheets import bind
from printkit.surface import Surface, surfaces
from simulator.ring import as_ring, pasted
from tests.printkit.kits import pixels, tags_mm

Colour = npt.NDArray[np.uint8]
PX_PER_MM = 4.0
_MM = 25.4


def glued_board(kit: Kit, paper: Paper) -> Colour:
    """Return the board of *kit* printed on *paper*, as ``simulator.boards`` wants it: from above, 4 px per mm."""
    pages = _pages(kit, paper)
    parts = [_surface(kit, surface, paper, pages) for surface in surfaces(kit, paper.name)]
    if not kit.minis:
        return parts[0]
    if not kit.has_whole:
        side = round((as_ring(kit).plan.width_mm + 2 * kit.band_mm) * PX_PER_MM)
        return pasted(np.full((side, side, 3), 255, np.uint8), as_ring(kit), parts, PX_PER_MM, kit.band_mm)
    left, top, right, bottom = board_box(kit)
    size = round((right - left) * PX_PER_MM), round((bottom - top) * PX_PER_MM)
    whole = np.full((size[1], size[0], 3), 255, np.uint8)
    for mini, surface, part in zip(kit.minis, surfaces(kit), parts, strict=True):
        x0, y0, x1, y1 = surface.box
        corners = [mini.in_whole(point) for point in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]
        target = (np.array(corners) - (left, top)) * PX_PER_MM - 0.5
        height, width = part.shape[:2]
        source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)
        H = cv2.getPerspectiveTransform(source, target.astype(np.float32))
        cv2.warpPerspective(part, H, size, dst=whole, borderMode=cv2.BORDER_TRANSPARENT)
    return whole


def _pages(kit: Kit, paper: Paper) -> list[Colour]:
    data = render(Drawing("board", "", bind(board_pages(kit, Job(paper)), paper, kit.title)))
    return pixels(data, PX_PER_MM * _MM, grey=False)


def _surface(kit: Kit, surface: Surface, paper: Paper, pages: list[Colour]) -> Colour:
    """Return one surface, found whole on a page by its tags, or glued from its parts in their order."""
    x0, y0, x1, y1 = surface.box
    size = round((x1 - x0) * PX_PER_MM), round((y1 - y0) * PX_PER_MM)
    layout = board_layout(surfaces(kit), paper)
    if not fits_whole(surface, layout):
        sheet = np.full((size[1], size[0], 3), 255, np.uint8)
        left, top, _, _ = layout.body
        tiles = board_tiles(surface, layout)
        for tile, page in zip(tiles, pages[: len(tiles)], strict=True):  # a sheet of notes may follow
            a, b, c, d = (
                round(v * PX_PER_MM) for v in (tile.own[0] - x0, tile.own[1] - y0, tile.own[2] - x0, tile.own[3] - y0)
            )
            x = round((left + tile.own[0] - tile.printed[0]) * PX_PER_MM)
            y = round((top + tile.own[1] - tile.printed[1]) * PX_PER_MM)
            sheet[b:d, a:c] = page[y : y + d - b, x : x + c - a]
        return sheet
    for page in pages:
        found = tags_mm(np.asarray(cv2.cvtColor(page, cv2.COLOR_BGR2GRAY), np.uint8), PX_PER_MM * _MM)
        pairs = [(found[m.code], np.array(m.corners_mm) - (x0, y0)) for m in surface.markers if m.code in found]
        if len(pairs) >= 2:
            seen, true = (np.concatenate(ends) * PX_PER_MM - 0.5 for ends in zip(*pairs, strict=True))
            turn, _ = cv2.estimateAffinePartial2D(seen, true)
            return np.asarray(cv2.warpAffine(page, turn, size, borderValue=(255, 255, 255)), np.uint8)
    raise AssertionError(f"{surface.title} is on no page of {paper.name}")
