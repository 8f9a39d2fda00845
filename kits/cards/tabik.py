"""Tabik for players."""

from __future__ import annotations

from kits.card import Card, Diagram, ScoreTable, Section


def _rows(*rows: str) -> dict[str, str]:
    """Return the stones in *rows*, written from the last row down to row 1.

    >>> _rows("b.", "w.")
    {'a2': 'b', 'a1': 'w'}
    """
    return {
        f"{chr(97 + x)}{len(rows) - y}": stone
        for y, row in enumerate(rows)
        for x, stone in enumerate(row)
        if stone != "."
    }


_EDGES = (
    "a1-a2 a1-b1 a2-a3 a2-b2 a3-a4 a3-b3 a4-b4 b1-b2 b1-c1 b2-b3 b2-c2 b3-c3 "
    "b4-c4 c1-c2 c1-d1 c2-c3 c2-d2 c3-c4 c3-d3 c4-d4 d1-d2 d2-d3 d3-d4"
)

END = Diagram(
    4,
    4,
    _rows("bwwb", "bwwb", "bwbw", "bbww"),
    edges=tuple(_EDGES.split()),
)

CARD = Card(
    summary="A game for two. Fill the board together, two stones at a time, and end with more of the largest groups "
    "in your colour.",
    sections=(
        Section(
            "Set up",
            (
                "The board is empty. You share all the stones and rods beside it. One player is Black and begins, the "
                "other is White. Your colour decides which groups count for you, not which stones you may use.",
            ),
        ),
        Section(
            "Your turn",
            (
                "Do one of these. You may not pass.",
                "* Place: put a black and a white stone on two empty cells that share a side, either way round, and a "
                "rod on the line between them.",
                "* Exchange: choose a black and a white stone on cells that share a side, with no rod between them. "
                "Swap the two stones, and put a rod on the line between them.",
                "Once only: after Black’s very first turn White may say “swap” instead of playing. The players swap "
                "colours, no stone moves, and whoever is White now plays next.",
            ),
            Diagram(
                4, 3, {"b2": "b", "c2": "w", "a1": "w", "a2": "b"}, edges=("b2-c2", "a1-a2"), outlined=(("b2", "c2"),)
            ),
            "b2 and c2 have just been placed, with their rod. a2 and b2 are both black and cannot be exchanged.",
        ),
        Section(
            "Exchanging",
            (
                "Rods never leave the board. So you cannot undo an exchange across the same line, nor exchange the two "
                "stones of one placement across theirs. Every turn uses up a line, so the game must end.",
            ),
            Diagram(
                4,
                3,
                {"b3": "w", "b2": "w", "c3": "b", "c2": "b"},
                edges=("b2-b3", "c2-c3", "b2-c2"),
                outlined=(("b2", "c2"),),
            ),
            "The stones on b2 and c2 have been exchanged; the line between them now has a rod. b3 and c3 can still be "
            "exchanged.",
        ),
        Section(
            "The end",
            (
                "The game ends as soon as no placement and no exchange is possible. A group is a set of stones of one "
                "colour connected side by side. Rods do not split groups; corners do not connect stones.",
                "Count each colour’s groups by size. Find the largest size where the counts differ: whoever has more "
                "groups of that size wins. If there is no such size, whoever made the last placement or exchange "
                "loses. There are no draws.",
            ),
            END,
            "Black has groups of 5, 2 and 1; White has groups of 5 and 3. The fives cancel out, and White has the only "
            "three: White wins.",
        ),
        Section(
            "Odd cases",
            (
                "* Stones are never removed, and only an exchange moves them.",
                "* Two empty cells that share a side never have a rod between them.",
                "* Either player may make any exchange: it always involves one stone of each colour.",
                "* Out of stones or rods? Use anything; the supply is unlimited.",
            ),
        ),
    ),
    reminder=(
        "* Place a black and a white stone side by side, with a rod between them; or",
        "* exchange a black and a white stone side by side with no rod between them, and put one there.",
        "No passing. White may swap colours after the very first turn.",
        "The game ends when nobody can place or exchange. Compare groups from the largest size down.",
    ),
    score=ScoreTable(
        "Who won?",
        "Make a stroke for each group in the row for its size. The first row from the top where the counts differ "
        "decides: whoever has more wins. If all rows are equal, whoever made the last placement or exchange loses.",
        ("Black", "White"),
    ),
    credits=(
        "Tabik is a game by Luis Bolaños Mures, published on the web in 2020 without a stated licence. This card "
        "explains the game in our own words.",
    ),
)
