"""Tink's equipment: an 8 × 8 board in a tag frame, and Looney pyramids.

Pyramid sizes are the published ones (base 9/16, 25/32 and 1 inch; height 1, 1 3/8 and
1 3/4 inch). The frame is as wide as two sheets of A4 side by side allow, and its tags
keep off the line between the d and e files, where the sheets meet.
"""

from __future__ import annotations

from kits.card import Card, Diagram, Section
from kits.frame import tag_frame
from kits.inks import SEAT_INKS
from kits.kit import Ground, Kit, Plan
from kits.pieces import Pyramid

_PLAN = Plan(columns=8, rows=8, pitch_mm=38.0)
_BAND_MM = 29.0

_OPENING = tuple(f"{column}{row}" for column in "cdef" for row in range(3, 7))

_CARD = Card(
    summary="A game for 2 to 4 players. Trade small pyramids for larger ones and be the first with four in a row.",
    sections=(
        Section(
            "Set up",
            (
                "The board is empty. Each player takes ten pyramids of one colour: five small, four medium and one "
                "large. They stand in front of you and are your stash. Choose who begins; turns go clockwise.",
                "The very first piece of the game is a small one, on any of the 16 cells inside the "
                "frame in the middle of the board.",
            ),
            Diagram(8, 8, {"d4": "As"}, marked=_OPENING, new="d4"),
            "The first small pyramid goes somewhere inside the frame.",
        ),
        Section(
            "Your turn",
            (
                "Choose an empty cell and do one of these. “Next to” a cell means the eight cells around it, "
                "corners too.",
                "* Place: put a small from your stash on it.",
                "* Trade for a medium: take back two of your pieces next to it, each a small or the large, and put a "
                "medium on it.",
                "* Trade for the large: take back two of your pieces next to it, each a medium or the large, and put "
                "the large on it. A large that is already on the board must be one of the two.",
                "* Trade for a small: take back two of your pieces next to it, each a medium or the large, and put a "
                "small on it.",
                "Always take back exactly two, only your own, and only for a piece that you have in your stash. The "
                "cell must have been empty before you took them back.",
            ),
            Diagram(4, 3, {"b2": "Am", "d2": "Bs"}, spent={"a1": "As", "c3": "As"}, new="b2"),
            "Two smalls touch an empty cell: they go home, and a medium stands there instead.",
        ),
        Section(
            "Winning",
            (
                "Four of your pieces in an unbroken row, column or diagonal win at once: four smalls, or four "
                "mediums. The large is a joker and stands for either. Smalls and mediums do not mix.",
            ),
            Diagram(4, 4, {"a1": "As", "b2": "As", "c3": "Al", "d4": "As", "b3": "Bm", "c1": "Bs"}, line=("a1", "d4")),
            "Small, small, large, small: player A wins.",
        ),
        Section(
            "When you cannot move",
            (
                "If you can move, you must. If you cannot, you pass. You are out when you pass for the second turn "
                "running, or at once if all ten of your pieces are on the board. Your pieces stay where they are. The "
                "last player left wins.",
                "You also win if you place a piece and could move again, while every other player has just passed "
                "and still cannot move. If a move leaves nobody able to move, the game is a draw.",
            ),
        ),
    ),
    credits=(
        "Tink is a game by Chris Goodwin. Its published rules are licensed under Creative Commons "
        "Attribution-ShareAlike 3.0. The rules in this file are our own wording of them and are offered under the "
        "same licence: creativecommons.org/licenses/by-sa/3.0",
        "Looney Pyramids are a game system and trademark of Looney Labs, who have nothing to do with this kit and do "
        "not endorse it.",
    ),
)

KIT = Kit(
    name="tink",
    title="Tink",
    plan=_PLAN,
    ground=Ground(chequered=True),
    band_mm=_BAND_MM,
    label_mm=_BAND_MM / 2,
    label_size_mm=11.0,
    markers=tag_frame(_PLAN, first_code=0, out_mm=_BAND_MM / 2, tag_mm=22.0, at_lines=(2, 6)),
    marked=_OPENING,
    pieces={
        "s": Pyramid("s", base_mm=14.3, height_mm=25.4, pips=1),
        "m": Pyramid("m", base_mm=19.8, height_mm=34.9, pips=2),
        "l": Pyramid("l", base_mm=25.4, height_mm=44.5, pips=3),
    },
    stock={"s": 5, "m": 4, "l": 1},
    inks=SEAT_INKS,
    card=_CARD,
)
