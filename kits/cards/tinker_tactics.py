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
                "behind your screen and announce your total. Everyone below the highest total now turns their dice in "
                "secret, any way they like, until their own total matches it. A d4 shows 1 to 4, a d6 1 to 6, a d8 1 "
                "to 8.",
                "Behind the screen, put each die on a cell of your own mini-board. Then take the screens away and join "
                "the boards. Choose who begins; turns go clockwise.",
            ),
            Diagram(4, 6, {}, outlined=(("a1", "d3"), ("a4", "d6"))),
            "Two boards meet along their far sides: 4 × 6 cells.",
        ),
        Section(
            "Three to six boards",
            ("The boards form a ring around a hole, in turn order.",),
            Diagram(7, 7, {}, missing=frozenset({"d4"}), outlined=_MINIS),
            "Four boards in a ring: the left side of each touches the far side of the next. The hole is not a cell.",
        ),
        Section(
            "Your turn",
            (
                "Choose one of your dice. It walks exactly as many steps as it shows. Each step goes to a cell that "
                "shares a side, and it may turn at every step. It may cross dice, yours and others’, but may not enter "
                "a cell twice, and it must stop on an empty cell. Its own number does not change.",
                "Then turn down by one every enemy die that shares a side with the cell where it stopped. A die that "
                "was at 1 leaves the game.",
            ),
            WALK,
            "A four has walked b1, b2, b3, b4, c4. The enemy dice on c5 and d4 share a side with c4 and went down by "
            "one; b5 touches it only at a corner.",
        ),
        Section(
            "Out, and the end",
            (
                "A player with one die or none left is out. Take that last die away, but leave the mini-board. The "
                "last player in the game wins.",
                "If you can move, you must. If you cannot, you pass; passing has no penalty. If nobody can move, the "
                "game is a draw.",
            ),
        ),
        Section(
            "Odd cases",
            (
                "* Only dice that share a side with the last cell are weakened, not those at its corners or along the "
                "way.",
                "* Your move never weakens your own dice.",
                "* A die may not walk fewer steps. If it has nowhere to stop, it cannot move.",
                "* After set-up only a die’s number matters, not its kind.",
                "* Replace a missing die with any other die turned to the right number: a d6 for a d4, or a d10 of "
                "units or tens. It never shows more than the die it stands for.",
            ),
        ),
    ),
    reminder=(
        "* Choose one of your dice and walk exactly its number of steps, by sides, no cell twice.",
        "* You may cross dice. Stop on an empty cell.",
        "* Enemy dice beside it (sides, not corners) go down by one. At 1 they leave.",
        "One die or none left: out. No move: pass.",
    ),
    credits=(
        "Tinker Tactics is a game by Tinkerbot Games, published as a free print and play by January 2015 with no "
        "further licence. This card explains the game in our own words. The rules for three, five and six players "
        "follow a public restatement.",
    ),
)
