"""Tabik for players."""

from __future__ import annotations

from kits.card import Card, Diagram, ScoreTable, Section


def _rows(*rows: str) -> dict[str, str]:
    """Return the stones of a position's *rows*, the last row first.

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
    summary="A game for two. Fill the board together, a pair of stones at a time, and own more of the largest groups "
    "at the end.",
    sections=(
        Section(
            "Set up",
            (
                "The board is empty. All stones and all rods lie beside it and belong to both of you. One player is "
                "Black and begins, the other is White: your colour says whose groups count for you, not which stones "
                "you may touch.",
            ),
        ),
        Section(
            "Your turn",
            (
                "Do one of these. You may not pass.",
                "* Place: put a black and a white stone on two empty cells that share a side, either way round, and a "
                "rod on the line between them.",
                "* Exchange: take a black and a white stone that share a side and have no rod between them. Let them "
                "change places, and put a rod on the line between them.",
                "Once only: after Black’s very first turn White may say “swap” instead of playing. The players change "
                "colours, nothing moves, and the one who is White now has the turn.",
            ),
            Diagram(
                4, 3, {"b2": "b", "c2": "w", "a1": "w", "a2": "b"}, edges=("b2-c2", "a1-a2"), outlined=(("b2", "c2"),)
            ),
            "b2 and c2 have just been placed, with their rod. a2 and b2 are both black and cannot be exchanged.",
        ),
        Section(
            "Exchanging",
            (
                "A rod never leaves the board. So nothing is exchanged back across the same line, and the two stones "
                "of one placement never change places with each other. Every turn uses up one line: the game must end.",
            ),
            Diagram(
                4,
                3,
                {"b3": "w", "b2": "w", "c3": "b", "c2": "b"},
                edges=("b2-b3", "c2-c3", "b2-c2"),
                outlined=(("b2", "c2"),),
            ),
            "The stones on b2 and c2 have changed places; the line between them now has a rod. b3 and c3 could still "
            "be exchanged.",
        ),
        Section(
            "The end",
            (
                "The game is over at once when nothing can be placed and nothing exchanged. A group is all stones of "
                "one colour that hang together by their sides; rods do not part them, corners do not join them.",
                "Count the groups of each size for both colours. Find the largest size of which the colours do not "
                "have equally many: who has more groups of that size wins. If there is no such size, whoever made "
                "the last placement or exchange loses. There are no draws.",
            ),
            END,
            "Black has groups of 5, 2 and 1; White of 5 and 3. Fives are equal, White has the only three: White wins.",
        ),
        Section(
            "Odd cases",
            (
                "* Stones are never removed and never moved except by an exchange.",
                "* Two empty cells that share a side never have a rod between them.",
                "* Either player may exchange any such pair: it always has one stone of each colour.",
                "* Out of stones or rods? Use anything; the supply is no limit.",
            ),
        ),
    ),
    reminder=(
        "* Place a black and a white stone side by side, with a rod between them; or",
        "* exchange a black and a white stone that share a side without a rod, and put one there.",
        "No passing. White may swap colours after the very first turn.",
        "End: nothing to place, nothing to exchange. Compare groups from the largest size down.",
    ),
    score=ScoreTable(
        "Who won?",
        "Write down how many groups of each size there are, a stroke for each. The first row from the top in which the "
        "numbers differ decides: who has more wins. All rows equal: whoever acted last loses.",
        ("Black", "White"),
        (*(str(size) for size in range(16, 0, -1)),),
    ),
    credits=(
        "Tabik is a game by Luis Bolaños Mures, published on the web in 2020. He states no licence; this is our own "
        "account of how the game is played.",
    ),
)
