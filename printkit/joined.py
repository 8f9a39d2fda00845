"""Mini-boards that are printed as one board, joined as they lie on the table."""

from __future__ import annotations

from dataclasses import replace

from kits.kit import Kit
from printkit.board import board_box, draw_board
from printkit.drawing import Pose, moved
from printkit.layouts import Layout
from printkit.paper import Paper
from printkit.sheets import Page


def joined_page(kit: Kit, paper: Paper) -> Page | None:
    """Return the page with the whole board of *kit*; None without mini-boards, or if they do not fit the *paper*."""
    if not kit.minis or not kit.has_whole:
        return None
    x0, y0, x1, y1 = board_box(kit)
    for words in dict.fromkeys((paper.words, 1.0)):
        layout = Layout(replace(paper, words=words))
        left, top, right, bottom = layout.body
        if x1 - x0 <= right - left and y1 - y0 <= bottom - top:
            at = Pose((left + right - x0 - x1) / 2, top - y0)
            first = "leave this sheet whole."
            return Page("The board", moved(draw_board(kit), at), first=first, portion="board", layout=layout)
    return None
