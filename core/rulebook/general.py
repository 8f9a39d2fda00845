"""The rows of the detection table that all games share."""

from __future__ import annotations

from core.rulebook.entries import CodeEntry, Example

_OVER = "8/8/1As2As3/8/Bs5Bs1/8/1As2As2As/Bs2Bs2Bs1 - 0,0 10"
_OVER_AND_CHANGED = "8/8/1As2As3/8/Bs5Bs1/8/1As2As2As/Bs2Bs4"

CODES = (
    CodeEntry("GEN-1", "a hand or an object covers part of the board", ""),
    CodeEntry(
        "GEN-2",
        "the board itself has moved or turned",
        "The board has moved. Please leave it still while I find it again.",
    ),
    CodeEntry(
        "GEN-3",
        "a piece stands across a line, so that no cell holds most of its base",
        "Which cell is the piece between {c} and {d} on? Please centre it.",
    ),
    CodeEntry(
        "GEN-4",
        "two pieces on one cell, or one stacked on another",
        "There are two pieces on {c}. Only one may stand on a cell.",
    ),
    CodeEntry(
        "GEN-5",
        "a piece is on its side, or shows a face that hides its kind or owner",
        "Please stand the piece on {c} upright / turn it so that it can be read.",
    ),
    CodeEntry("GEN-6", "something on the board that is no piece of this game", "I do not recognise the object on {c}."),
    CodeEntry(
        "GEN-7",
        "the position changes after the game has ended",
        "The game is over: {result}. Clear the board to start again.",
        Example(_OVER, observed=_OVER_AND_CHANGED),
    ),
    CodeEntry("GEN-8", "pieces nobody should touch are pushed, and move back by themselves: a nudge put right", ""),
)
