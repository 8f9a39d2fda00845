"""The lesson of Tinker Tactics, for two players and once for three."""

from __future__ import annotations

from kiebitz.lessons.lesson import Lesson, SetUp, Step, Wrong

_MIDDLE = "2 A6a3=4,A8b2=7,A4c1=3,A4d1=1,A6d3=2,B6a6=6,B6b4=3,B8c5=5,B4c6=2,B4d4=1 A 0"

LESSON = Lesson(
    "tinker_tactics",
    (
        Step(
            "2 A4a1=1,A6c2=2,A8c3=3,A6d1=3,A4d2=2,B6b4=6,B4c4=2,B4c5=3,B6d4=3,B8d6=1 A 0",
            "Before the game all roll in secret and tell their totals: you have 11, B has 15. Turn your dice up by 4.",
            "Whoever is below the highest total turns dice up, each within its own faces. The highest turns none.",
            set_up=SetUp(15, "c3=A8=7"),
            wrong=(
                Wrong("TT-3", changes={"c3": "A8=6"}, words="turning up by 3 only"),
                Wrong("TT-3", changes={"b4": "B6=2"}, words="turning the highest down instead"),
            ),
        ),
        Step(
            "2 A4a1=3,A6c2=4,A8c3=4,A6d1=2,A4b4=2,B6a4=6,B4c4=2,B4c5=3,B6d4=3,B8d6=1 A 0",
            "All have arranged their dice and reveal them. One of yours lies on the other board: put it right.",
            "Each die lies on an empty cell of its player's own board. Then the boards are joined and the game begins.",
            set_up=SetUp(15, "b4=. d2=A4=2"),
            wrong=(Wrong("TT-4", changes={"b4": ".", "b5": "A4=2"}, words="putting it on another cell of that board"),),
        ),
        Step(
            _MIDDLE,
            "A die goes exactly as many steps as it shows. Move the die on d1, which shows 1.",
            "One step, from cell to cell by the sides. The die keeps its value.",
            answer="d1>.*",
            wrong=(
                Wrong("TT-9", "d1>c2"),
                Wrong("TT-13", changes={"d1": ".", "d2": "A4=2"}, words="turning it on the way"),
            ),
        ),
        Step(
            _MIDDLE,
            "The die on a3 shows 4. Bring it to a1: it may turn corners, but must not enter a cell twice.",
            "Four steps are four steps, also on a detour. Near cells are reached that way.",
            answer="a3>a1",
            wrong=(Wrong("TT-10", "a3>a2"), Wrong("TT-11", "a3>b2")),
        ),
        Step(
            _MIDDLE,
            "Move the die on d3 to d5. Each enemy die beside d5 loses 1: turn c5 to 4, and take the 1 on d4 away.",
            "Where a die stops, every enemy die beside it loses 1, and one that falls to 0 leaves the board.",
            answer="d3>d5",
            kind=".*>.*",
            wrong=(
                Wrong("TT-14", changes={"d3": ".", "d5": "A6=2", "d4": "."}, words="without turning c5"),
                Wrong("TT-15", changes={"d3": ".", "d5": "A6=2", "d4": ".", "c5": "B8=3"}, words="turning c5 twice"),
                Wrong(
                    "TT-16",
                    changes={"d3": ".", "d5": "A6=2", "d4": ".", "c5": "B8=4", "c6": "B4=1"},
                    words="turning c6, which is across a corner",
                ),
            ),
        ),
        Step(
            _MIDDLE,
            "Hit three dice at once with the die on d3.",
            "On c4 it stands beside b4, c5 and d4. Corners do not count.",
            answer="d3>c4",
        ),
        Step(
            _MIDDLE,
            "Dice may be passed over. Bring the die on c1, which shows 3, to c4.",
            "Only the cell where a die stops must be empty. Its own friends are not hurt.",
            answer="c1>c4",
            wrong=(
                Wrong(
                    "TT-17",
                    changes={"c1": ".", "c4": "A4=3", "b4": "B6=2", "c5": "B8=4", "d4": ".", "d3": "A6=1"},
                    words="turning a die of your own",
                ),
            ),
        ),
        Step(
            _MIDDLE,
            "Your die with eight sides shows 7 and goes far. Move it so that it hits c5 and d4.",
            "Seven steps lead to every odd distance up to seven.",
            answer="b2>(c4|d5)",
        ),
        Step(
            "2 A6a1=3,A8c2=4,A4d1=2,B6b5=2,B4c5=1,B8d6=5 A 0",
            "It is your turn. Try what you like; only your own dice move, one of them, and no other is turned.",
            "One die of your own, once: then the next player plays.",
            wrong=(
                Wrong("TT-6", changes={"b5": ".", "b6": "B6=2"}, words="moving an enemy's die"),
                Wrong("TT-8", changes={"d6": "B8=4"}, words="turning a die without a move"),
                Wrong("TT-20", changes={"a1": ".", "a2": "A6=3", "d6": "B8=6"}, words="turning a die up"),
            ),
        ),
        Step(
            "2 A8b3=2,A6d1=4,B6b4=1,B4c6=2,B4d4=1 A 0",
            "Whoever is left with one die is out. Win: bring two dice to 0 with one move, and clear the rest away.",
            "Yellow has one die left and is out; that die leaves the board, too. The last one in play wins.",
            wins=True,
            wrong=(Wrong("TT-23", "--"),),
        ),
        Step(
            "2 A6a1=1,A4b1=1,B8a2=3,B6b2=2,B4c1=2 A 0",
            "Your dice show 1, and every cell beside them is taken. Pass.",
            "Whoever cannot move passes, as often as need be. Whoever can move must.",
            answer="--",
            kind="--",
            wrong=(Wrong("TT-11", "a1>a2"),),
        ),
        Step(
            "3 A8Aa2=3,A6Ab1=2,A4Ad1=4,B4Ba1=2,B6Bc3=1,C4Ca3=2,C8Cb2=6,C6Cd1=3 A 0",
            "Three boards lie in a ring: a1 touches d3 of the next board. Put the second player out.",
            "The move crosses the join from Aa1 to Bd3 and takes Bc3; the player is left with one die and is out.",
            answer="Ab1>Bd3",
            options={"players": 3},
        ),
    ),
)
