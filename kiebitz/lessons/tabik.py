"""The lesson of Tabik, on small boards."""

from __future__ import annotations

from kiebitz.lessons.lesson import Lesson, PuzzlePlan, Step, Wrong

_BLOCK = "4/1wb1/1bw1/4 b2-b3,c2-c3 B 2"

LESSON = Lesson(
    "tabik",
    (
        Step(
            "4/4/4/4 - B 0",
            "You are Black and begin. Put a black and a white stone side by side, and a rod on the edge between them.",
            "A placement brings one stone of each colour, whoever plays it, and a rod between the two.",
            answer=r".*\+.*",
            kind=r".*\+.*",
            wrong=(
                Wrong("TB-5", changes={"b2": "b", "b3": "w"}, words="without the rod"),
                Wrong("TB-9", changes={"b2": "b", "b3": "b", "b2-b3": "rod"}, words="two black stones"),
                Wrong("TB-10", changes={"b2": "b", "c3": "w", "b2-b3": "rod"}, words="across a corner"),
            ),
        ),
        Step(
            "4/1w2/1b2/4 b2-b3 W 1",
            "You are White. Black has begun well, so swap the colours.",
            "White may answer Black's very first action by swapping sides. Nothing on the board moves.",
            answer="swap",
            kind="swap",
            wrong=(Wrong("TB-19", "--"),),
        ),
        Step(
            "4/1w2/1b2/4 b2-b3 B 2",
            "Place so that a new black stone touches the black one on b2.",
            "Stones of one colour that touch by a side are a group. Groups decide the game.",
            answer=r"(a2|c2|b1)\+..",
            wrong=(Wrong("TB-8", changes={"b1": "b"}, words="one stone alone"),),
        ),
        Step(
            _BLOCK,
            "Exchange two stones of different colours that share a side, and put a rod on the edge between them.",
            "An exchange is the other thing that you may do in a turn. Its rod closes the edge.",
            answer=".*x.*",
            kind=".*x.*",
            wrong=(
                Wrong("TB-14", "b2xb3"),
                Wrong("TB-6", changes={"b2": "w", "c2": "b"}, words="without the rod"),
                Wrong("TB-12", changes={"b2": "w"}, words="one stone changed"),
            ),
        ),
        Step(
            "4/1wb1/1wb1/4 b2-b3,b2-c2,c2-c3 W 3",
            "Three of the four edges here carry a rod. Exchange across the one that is left.",
            "An edge that carries a rod, from a placement or an exchange, is closed for good.",
            answer="b3xc3",
            wrong=(Wrong("TB-14", "b2xc2"),),
        ),
        Step(
            "4/w1w1/bwb1/1b2 a2-a3,b1-b2,c2-c3 B 3",
            "Connect three black stones with one exchange.",
            "One exchange may join what lay apart. The rod in the middle does not part a group.",
            answer="a2xb2|b2xc2",
            wrong=(Wrong("TB-14", "b1xb2"), Wrong("TB-13", changes={"a3": "b", "b1": "w"}, words="far apart")),
        ),
        Step(
            "4/1wb1/1bw1/4 b2-b3,c2-c3 W 2",
            "Do anything that is allowed. A turn is one placement or one exchange, and nothing else.",
            "Stones never leave and never move on, and each turn brings exactly one rod.",
            answer=r".*[+x].*",
            wrong=(
                Wrong("TB-3", changes={"b2": ".", "b1": "b"}, words="moving a stone"),
                Wrong("TB-7", changes={"b2-c2": "rod"}, words="a rod alone"),
                Wrong("TB-2", changes={"b2-b3": "."}, words="taking a rod away"),
                Wrong("TB-19", "--"),
            ),
        ),
        Step(
            "2/bw a1-b1 W 1",
            "Two cells are empty, and whatever goes there, the colours cannot be alike everywhere. Fill them.",
            "The game ends as soon as nothing can be placed or exchanged. Nobody has to pass.",
            answer="a2.b2|b2.a2",
            options={"pie_rule": False},
        ),
        Step(
            "w1w/bwb/1b1 a2-a3,b1-b2,c2-c3 B 3",
            "You are Black. End the game with one exchange, and win it.",
            "Black has a group of three and White none: the larger group decides, and rods do not part a group.",
            wins=True,
        ),
        Step(
            "bw/wb a1-b1,a1-a2,a2-b2 W 3",
            "One exchange is left. Make it, although it does not help you.",
            "All groups are equal now, so whoever made the last action loses. Count before you get there.",
        ),
    ),
    # there is hardly ever a choice before the last action; the usual board takes long to look at
    PuzzlePlan({(2, 3, 4): 8}, {"board_size": 5}),
)
