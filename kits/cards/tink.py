"""Tink for players."""

from __future__ import annotations

from kits.card import Diagram
from kits.cards.goodwin import Names, goodwin_card

CARD = goodwin_card(
    "Tink",
    Names("small", "medium", "large"),
    set_up="The board is empty. Each player takes ten pyramids of one colour: five small, four medium and one "
    "large. Keep them in front of you: they are your stash. Choose who begins; turns go clockwise.",
    first="The very first piece of the game is a small one, on any of the 16 cells inside the "
    "frame in the middle of the board.",
    opening=Diagram(8, 8, {"d4": "As"}, outlined=(("c3", "f6"),), new="d4"),
    caption="The first small pyramid goes somewhere inside the frame.",
    system="Looney Pyramids is a game system and trademark of Looney Labs, which is not connected with this kit and "
    "does not endorse it.",
)
