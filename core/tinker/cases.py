"""What people ask about Tinker Tactics: odd cases."""

from __future__ import annotations

from collections.abc import Mapping

from core.rulebook.entries import Case

_PLAY = "2 A6a3=4,A8b2=7,A4c1=3,A4d1=1,A6d3=2,B6a6=6,B6b4=3,B8c5=5,B4c6=2,B4d4=1 A 0"

CASES: Mapping[str, tuple[Case, ...]] = {
    "5.5": (
        Case(
            "My move leaves two players with one die each. Have I won?",
            "Yes. Both are out at the same moment, and you are the only one left.",
            "3 A8Aa2=2,A6Bb3=4,B4Ad2=1,B6Bc3=3,C4Ac1=1,C6Bd2=2 A 0",
            "Aa2>Ac2",
        ),
    ),
    "R41": (
        Case(
            "All my dice are in good places. May I pass?",
            "No. Whoever can move a die has to.",
            _PLAY,
            "--",
            ("voluntary_pass=true",),
        ),
    ),
    "R42": (
        Case(
            "May a die walk in a circle and end where it began?",
            "No. It never enters a cell twice, not even the first one.",
            _PLAY,
            "d3>d3",
            ("land_on_start=true",),
        ),
    ),
    "R43": (
        Case(
            "Dice stand on all cells around mine. May it move all the same?",
            "Yes. It walks over anybody's dice; only its last cell must be empty.",
            "2 A6b1=3,A4a1=1,B8b2=4,B6a2=2,B4c1=2 A 0",
            "b1>b4",
        ),
    ),
    "R44": (
        Case(
            "My die shows 4. May it stop two cells away?",
            "Yes, by a detour of four steps that enters no cell twice.",
            _PLAY,
            "a3>a5",
        ),
        Case(
            "My die shows 4. May it stop three cells away?",
            "No. Four steps lead to cells at an even distance only, and a die never walks fewer.",
            _PLAY,
            "a3>c2",
        ),
    ),
    "R45": (
        Case(
            "My die stops among several dice. Which of them lose a point?",
            "Those of other players that share a side with it. Corners do not count, and your own dice lose nothing.",
            _PLAY,
            "d3>c4",
        ),
    ),
    "R47": (
        Case(
            "B has only one die left. Does B play on with it?",
            "No. The die is removed at once, and B is out.",
            "3 A8Aa2=3,A6Ab1=2,A4Ad1=4,B4Ba1=2,B6Bc3=1,C4Ca3=2,C8Cb2=6,C6Cd1=3 A 0",
            "Ab1>Bd3",
        ),
    ),
    "R49": (
        Case(
            "None of my dice can move. Am I out?",
            "No. You pass and keep your dice, as often as it happens.",
            "2 A6a1=1,A4b1=1,B8a2=3,B6b2=2,B4c1=2 A 0",
            "--",
            ("no_move=lose",),
        ),
    ),
    "R50": (
        Case(
            "We move back and forth, and the same position is there again. Is it a draw?",
            "No. Nothing in the rules ends such a game, but the table may agree on a draw.",
            "2 A8a1=2,A6d1=4,B6a6=2,B4d6=2 A 0",
            "a1>a3 a6>b5 a3>a1 b5>a6",
            ("repetition_limit=2",),
        ),
    ),
    "R52": (
        Case(
            "May a die cross the hole in the middle?",
            "No. From d3 to d5 it has to walk around the hole, which takes four steps.",
            "4 A4d1=4,A6d3=3,B6a1=2,B4a4=4,C6a7=2,C4b5=1,D6e4=3,D4e6=1 A 0",
            "d3>d5",
        ),
    ),
}
