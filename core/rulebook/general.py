"""The rows of the detection table that all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from core.rulebook.entries import Case, Clause, CodeEntry, Decision, Example

E = TypeVar("E", Clause, Decision)

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


def codes_of(example: Example | None) -> tuple[CodeEntry, ...]:
    """Return the rows that all games share, with a game's own *example* of a change after its end."""
    return tuple(replace(entry, example=example) if entry.example else entry for entry in CODES)


def with_cases(entries: Sequence[E], cases: Mapping[str, tuple[Case, ...]]) -> tuple[E, ...]:
    """Return *entries*, each with the *cases* that people ask about it, which are found by its key."""
    return tuple(replace(entry, cases=cases.get(entry.key, ())) for entry in entries)
