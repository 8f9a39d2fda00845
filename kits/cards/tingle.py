"""Tingle for players."""

from __future__ import annotations

from kits.card import Diagram
from kits.cards.goodwin import Names, goodwin_card

CARD = goodwin_card(
    "Tingle",
    Names("coin", "token", "pawn"),
    set_up="The board is sixteen tiles, four by four with their lines up, or printed as a whole: 8 × 8 empty cells. "
    "Each player takes ten pieces of one suit: five coins, four tokens (here pyramids) and the pawn. They are your "
    "stash. Coins lie suit side up. Choose who begins; turns go clockwise.",
    first="The very first piece of the game is a coin, on any of the 16 cells in the middle of the board, at least two "
    "cells from the edge.",
    opening=Diagram(8, 8, {"d4": "As"}, block=2, outlined=(("c3", "f6"),), new="d4"),
    caption="The first coin goes somewhere on the four tiles in the middle.",
    system="The piecepack is a public-domain game system by James Kyle.",
)
