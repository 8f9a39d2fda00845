"""Ting for players."""

from __future__ import annotations

from kits.card import Diagram
from kits.cards.goodwin import Names, goodwin_card

_RINGS = tuple(f"{column}{row}" for column in "behk" for row in (2, 5, 8, 11))
_FIRST = ("e5", "e8", "h5", "h8")

CARD = goodwin_card(
    "Ting",
    Names("square", "triangle", "circle"),
    set_up="The board is empty. Each player takes ten pieces of one colour: five squares, four triangles and one "
    "circle. Keep them in front of you: they are your stash. Choose who begins; turns go clockwise.",
    first="The very first piece of the game is a square, on one of the four ringed cells nearest the middle of the "
    "board. The printed rings are not pieces.",
    opening=Diagram(12, 12, {"e5": "As"}, block=3, outlined=tuple((cell, cell) for cell in _FIRST), ringed=_RINGS),
    caption="The first square goes on e5, e8, h5 or h8.",
    system="Sly and Realm were published by Gamut of Games. Their owners are not connected with this kit and do not "
    "endorse it.",
)
