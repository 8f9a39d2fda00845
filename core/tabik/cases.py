"""What people ask about Tabik: odd cases."""

from __future__ import annotations

from collections.abc import Mapping

from core.rulebook.entries import Case

_FIRST = "4/1w2/1b2/4 b2-b3 W 1"
_PAIR = "4/1wb1/1bw1/4 b2-b3,c2-c3 B 2"
_AFTER_EXCHANGE = "4/1wb1/1wb1/4 b2-b3,b2-c2,c2-c3 W 3"

CASES: Mapping[str, tuple[Case, ...]] = {
    "4.4": (
        Case(
            "May I place the two stones of a pair corner to corner?",
            "No. Their cells must share a side, and the rod lies on it.",
            "4/4/4/4 - B 0",
            "a1+b2",
        ),
    ),
    "R25": (
        Case(
            "May White answer Black's first action by swapping sides?",
            "Yes. Black's action counts as White's own from then on, and the stones stay as they are.",
            _FIRST,
            "swap",
            ("pie_rule=false",),
        ),
        Case(
            "May White swap sides later in the game?",
            "No. The swap can only answer Black's very first action.",
            _AFTER_EXCHANGE,
            "swap",
        ),
    ),
    "R26": (
        Case(
            "White swaps sides. Who is to play then?",
            "White again, but that is the other person now.",
            _FIRST,
            "swap",
        ),
    ),
    "R27": (
        Case(
            "A rod lies between stones of one group. How large is the group?",
            "As large as without the rod: White's group counts four stones. Rods only forbid exchanges.",
            "bbb/wbw/1ww a2-a3,b1-c1,b2-b3,b2-c2,c1-c2,c2-c3 B 6",
            "b1xb2",
            ("rods_split_groups=true",),
        ),
    ),
    "R28": (
        Case(
            "May I exchange the two stones of a placement with each other?",
            "No. Their rod lies on the edge between them from the start.",
            _PAIR,
            "b2xb3",
        ),
        Case(
            "May I undo my opponent's exchange by exchanging the same two stones again?",
            "No. The rod of the first exchange closes that edge for good.",
            _AFTER_EXCHANGE,
            "b2xc2",
        ),
    ),
    "R29": (
        Case(
            "A stone has a rod at its side, and my opponent placed it. May I exchange it with another neighbour?",
            "Yes. A rod closes its own edge only, and the stones belong to nobody.",
            _PAIR,
            "b2xc2",
        ),
    ),
    "R30": (
        Case(
            "Every action hurts my groups. May I pass?",
            "No. Whoever has a placement or an exchange must make one.",
            _PAIR,
            "--",
        ),
        Case(
            "After my exchange nobody can do anything. What happens next?",
            "The game is over at once, and the groups are counted. Nobody passes.",
            "w1w/bwb/1b1 a2-a3,b1-b2,c2-c3 W 3",
            "b2xc2",
            ("explicit_passes=true",),
        ),
    ),
    "R31": (
        Case(
            "The largest groups of both colours have four stones. Who wins?",
            "Each colour has one group of four, so the next smaller size decides, and only White has a group of three.",
            "ww1b/wbbb/w1ww/bbbw a1-a2,a3-b3,a4-b4,b1-c1,b3-b4,b3-c3,c1-c2,c2-c3,d1-d2,d2-d3,d3-d4 W 11",
            "c1xd1",
        ),
    ),
    "R32": (
        Case(
            "Both colours have equally many groups of every size. Who wins?",
            "The colour that did not make the last placement or exchange.",
            "2/bw a1-b1 W 1",
            "a2+b2",
            ("zero_tie_loser=draw",),
        ),
    ),
}
