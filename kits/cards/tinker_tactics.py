"""Tinker Tactics for players."""

from __future__ import annotations

from kits.card import Card, Diagram, Section

_MINIS = (("d1", "g3"), ("a1", "c4"), ("a5", "d7"), ("e4", "g7"))

WALK = Diagram(
    4,
    6,
    {"c4": "A6=4", "c5": "B8=6", "d4": "B4=2", "b5": "B6=3", "d1": "A4=3"},
    spent={"b1": "A6=4"},
    outlined=(("a1", "d3"), ("a4", "d6")),
    path=("b1", "b2", "b3", "b4", "c4"),
)

CARD = Card(
    summary="A game for 2 to 6 players. Your dice walk as many steps as they show, and weaken every enemy die they "
    "stop next to.",
    sections=(
        Section(
            "Set up",
            (
                "Each player takes a mini-board and five dice of one colour: two d4, two d6 and one d8. Roll them "
                "behind your screen and say your total. The highest total counts: everybody below it turns dice, in "
                "secret and as they like, until their own total is the same. A d4 shows 1 to 4, a d6 1 to 6, a d8 1 "
                "to 8.",
                "Behind the screen, put each die on a cell of your own mini-board. Then take the screens away and join "
                "the boards. Choose who begins; turns go clockwise.",
            ),
            Diagram(4, 6, {}, outlined=(("a1", "d3"), ("a4", "d6"))),
            "Two boards meet along their far sides: 4 × 6 cells.",
        ),
        Section(
            "Three to six boards",
            ("The boards make a ring, in the order of turns, around a hole in the middle.",),
            Diagram(7, 7, {}, missing=frozenset({"d4"}), outlined=_MINIS),
            "Four boards in a ring: the left side of each touches the far side of the next. The hole is no cell.",
        ),
        Section(
            "Your turn",
            (
                "Choose one of your dice. It walks exactly as many steps as it shows, from cell to cell that share a "
                "side, turning as you like. It may cross dice, yours and others’, but never enters a cell twice, and "
                "it must stop on an empty cell. Its own number stays.",
                "Then every enemy die that shares a side with the cell where it stopped goes down by one, all at once. "
                "A die that was at 1 leaves the game.",
            ),
            WALK,
            "A four has walked b1, b2, b3, b4, c4. The enemy dice on c5 and d4 are next to it and each went down by "
            "one; b5 is only at a corner.",
        ),
        Section(
            "Out, and the end",
            (
                "A player with one die or none left is out, and a last die is taken away. The mini-board stays. The "
                "last player in the game wins.",
                "If you can move, you must. If you cannot, you pass; passing costs nothing. If nobody can move, the "
                "game is a draw.",
            ),
        ),
        Section(
            "Odd cases",
            (
                "* Only dice that share a side with the last cell are weakened, not those at its corners and not those "
                "passed on the way.",
                "* Your own dice are never weakened by your own move.",
                "* Fewer steps are not allowed: a die that has nowhere to stop cannot be moved.",
                "* The kind of a die does not matter after the set-up, only its number.",
                "* A missing die may be replaced by any die turned to the right number.",
            ),
        ),
    ),
    reminder=(
        "* Choose one of your dice and walk exactly its number, by sides, no cell twice.",
        "* Crossing dice is fine. Stop on an empty cell.",
        "* Enemy dice beside it (sides, not corners) lose one. At 1 they leave.",
        "One die or none left: out. No move: pass.",
    ),
    credits=(
        "Tinker Tactics is a game by Tinkerbot Games, who gave it away as a free print and play by January 2015. They "
        "state no further licence; this is our own account of how the game is played. Play by three, five or six "
        "follows a public restatement of the rules.",
    ),
)
