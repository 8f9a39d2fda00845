"""Tabik in our own words. Its designer states no licence, so this tells how the game works and copies no text."""

from __future__ import annotations

from core.rulebook.entries import Clause, CodeEntry, Decision, Example, Rulebook
from core.rulebook.general import codes_of, with_cases
from core.rulebook.introduction import Introduction
from core.tabik.cases import CASES

CREDIT = "Luis Bolaños Mures, who published Tabik on the web in 2020."
LICENCE = (
    "The published rules state no licence, and the designer's rights are respected: this text restates how the game "
    "works, in our own words."
)

_ABOUT = Introduction("Luis Bolaños Mures", 2020, (90, 90), "no licence stated")
"""The minutes come from public listings of the game."""

_CLAUSES = (
    Clause(
        "4",
        "The aim",
        "Black and White fill the board together, a pair of stones at a time. At the end compare the groups of both "
        "colours size by size, from the largest down: whoever has more groups of the first size that differs wins.",
    ),
    Clause(
        "4.1",
        "What you need",
        "Two players; a square board of 2 to 19 rows (8 by default); black and white stones, half as many of each as "
        "the board has cells; and a rod for every edge between two cells, 112 on 8 × 8. The players share all stones "
        "and rods. A rod lies on the edge between two cells that share a side, at most one on an edge. Stones and "
        "rods never leave the board.",
    ),
    Clause(
        "4.2",
        "Writing it down",
        "A placement names the black stone's cell, then the white one's: b2+b3. An exchange names its two cells, the "
        "smaller first: b2xc2. White's swap of sides is swap.\n\n"
        "A position is the rows from the top with b, w and numbers for empty cells, the edges that carry a rod (or -), "
        "the colour to move, and the ply: 4/1w2/1b2/4 b2-b3 W 1.",
    ),
    Clause(
        "4.3", "Setup", "The board starts empty. Seat A takes Black unless the table decides otherwise. Black begins."
    ),
    Clause(
        "4.4",
        "A turn",
        "Do exactly one of these; both players have the same choices.\n\n"
        "Place: a black stone and a white stone on two empty cells that share a side, either way round, and a rod on "
        "the edge between them.\n\n"
        "Exchange: swap two stones of different colours that share a side, with no rod on the edge between them, and "
        "put a rod on that edge. So an exchange cannot be undone across the same edge, and the two stones of a "
        "placement cannot be exchanged across theirs.\n\n"
        "Swap: White may answer Black's very first action by swapping sides. Nothing on the board moves: the players "
        "swap colours, and it is White's turn again.\n\n"
        "Passing is not allowed.",
    ),
    Clause(
        "4.5",
        "The end",
        "The game ends as soon as no placement and no exchange is possible. A group is a set of stones of one colour "
        "connected by shared sides; rods do not separate them. Your score is the largest size where you have more "
        "groups than the other colour, or 0. The higher score wins. If both colours have the same number of groups of "
        "every size, whoever made the last placement or exchange loses. There are no draws.",
    ),
)

_DECISIONS = (
    Decision("R24", "Board size", "8 × 8; any size from 2 to 19.", ("board_size",)),
    Decision(
        "R25",
        "Who starts, and when White may swap",
        "Black starts; the swap can only answer the first action.",
        ("first_player", "pie_rule"),
    ),
    Decision("R26", "What is swapped", "The players' colours; the stones stay, and White is to move."),
    Decision("R27", "Rods and groups", "Rods do not separate stones of a group.", ("rods_split_groups",)),
    Decision("R28", "What a rod forbids", "A second exchange across its edge, and nothing else."),
    Decision("R29", "Whose stones", "Any two unlike neighbours may be exchanged, by either player."),
    Decision("R30", "Passes at the end", "None: the game ends at once.", ("explicit_passes",)),
    Decision("R31", "More groups", "Groups of exactly one size are compared, and more means strictly more."),
    Decision("R32", "Equal groups of every size", "Whoever acted last loses.", ("zero_tie_loser",)),
    Decision("R33", "The last action", "The last placement or exchange; neither a pass nor a swap counts."),
    Decision("R34", "Running out", "If stones or rods run out, use anything.", ("rod_supply",)),
    Decision(
        "R20",
        "Endless play",
        "Impossible: every action but the swap uses up an edge.",
        ("repetition_limit", "ply_limit"),
    ),
)

_START = "4/4/4/4 - B 0"
_ONE = "4/1w2/1b2/4 b2-b3 W 1"
_PAIR = "4/1wb1/1bw1/4 b2-b3,c2-c3 B 2"
_ROW = "4/bwwb/4/4 a3-b3,c3-d3 B 2"
_LAST = "w1w/bwb/1b1 a2-a3,b1-b2,c2-c3 W 3"
_OVER = Example("bw/bw a1-b1,a2-b2 B 2", observed="bb/bw a1-b1,a2-b2")

_CODES = (
    CodeEntry(
        "TB-1",
        "no stone changed; an old rod is gone and a new one is there",
        "A rod moved from {e} to {f}. Please put it back on {e}.",
        Example(_PAIR, observed="4/1wb1/1bw1/4 b2-b3,b2-c2"),
    ),
    CodeEntry(
        "TB-2",
        "an old rod is gone",
        "The rod between {c} and {d} is gone. Please put it back.",
        Example(_PAIR, observed="4/1wb1/1bw1/4 b2-b3"),
    ),
    CodeEntry(
        "TB-3",
        "a stone is gone, and one of its colour is on a cell that was empty",
        "The stone on {c} was moved to {d}. Stones are placed in pairs or exchanged, never moved.",
        Example(_PAIR, observed="4/1wb1/b1w1/4 b2-b3,c2-c3"),
    ),
    CodeEntry(
        "TB-4",
        "a stone is gone",
        "The stone on {c} is gone. Stones never leave the board.",
        Example(_PAIR, observed="4/1wb1/2w1/4 b2-b3,c2-c3"),
    ),
    CodeEntry(
        "TB-5",
        "a legal placement without its rod",
        "Rod missing between {c} and {d}.",
        Example(_ONE, observed="4/1wb1/1bw1/4 b2-b3"),
    ),
    CodeEntry(
        "TB-6",
        "a legal exchange without its rod",
        "Rod missing between {c} and {d}: mark the edge of the exchange.",
        Example(_PAIR, observed="4/1wb1/1wb1/4 b2-b3,c2-c3"),
    ),
    CodeEntry(
        "TB-7",
        "a new rod, and no stone changed",
        "A rod was placed between {c} and {d}, but no stones were placed or exchanged.",
        Example(_PAIR, observed="4/1wb1/1bw1/4 b2-b3,b2-c2,c2-c3"),
    ),
    CodeEntry(
        "TB-8",
        "one stone was placed",
        "Only one stone was placed ({c}). A turn places one black and one white stone side by side.",
        Example(_ONE, observed="4/1wb1/1b2/4 b2-b3"),
    ),
    CodeEntry(
        "TB-9",
        "two stones of one colour were placed",
        "Both new stones are {colour}. One must be black and one white.",
        Example(_ONE, observed="4/1wb1/1bb1/4 b2-b3"),
    ),
    CodeEntry(
        "TB-10",
        "two new stones do not share a side",
        "{c} and {d} are not next to each other (corners do not count).",
        Example(_START, action="a1+b2"),
    ),
    CodeEntry(
        "TB-11",
        "three or more stones placed, more than two recoloured, or a placement and an exchange together",
        "More than one action was made. One action per turn.",
        Example(_ONE, observed="4/1wb1/1bw1/2bw b2-b3"),
    ),
    CodeEntry(
        "TB-12",
        "one stone changed colour",
        "The stone on {c} changed colour. An exchange changes two neighbours.",
        Example(_PAIR, observed="4/1wb1/1bb1/4 b2-b3,c2-c3"),
    ),
    CodeEntry(
        "TB-13",
        "two unlike stones that do not share a side were exchanged",
        "{c} and {d} are not next to each other, so they cannot be exchanged.",
        Example(_ROW, action="a3xc3"),
    ),
    CodeEntry(
        "TB-14",
        "an exchange across an edge that had a rod already",
        "There was already a rod between {c} and {d}. These stones cannot be exchanged again.",
        Example(_PAIR, action="b2xb3"),
    ),
    CodeEntry(
        "TB-15",
        "the rod lies on another edge than the one that was used",
        "The rod lies between {e1} and {e2}; it belongs between {c} and {d}.",
        Example(_ONE, observed="4/1wb1/1bw1/4 b2-b3,b2-c2"),
    ),
    CodeEntry(
        "TB-16",
        "two new rods",
        "Two rods were added. One rod per turn.",
        Example(_PAIR, observed="4/1wb1/1bw1/4 a1-a2,b2-b3,b2-c2,c2-c3"),
    ),
    CodeEntry(
        "TB-17",
        "a rod on the rim, or not between two stones",
        "The rod at {e} does not lie between two stones.",
        Example(_ROW, observed="4/bbbb/4/4 a1-a2,a3-b3,c3-d3"),
    ),
    CodeEntry(
        "TB-18",
        "a swap is announced by Black, or too late",
        "Sides can be swapped only as White's first action.",
        Example(_PAIR, action="swap"),
    ),
    CodeEntry(
        "TB-19",
        "a pass is announced while an action exists",
        "There is still a legal action, for example {move}. Passing is not allowed.",
        Example(_PAIR, action="--"),
    ),
    CodeEntry(
        "TB-20",
        "no action is left",
        "No more actions: Black {scoreB}, White {scoreW}. {result}",
        Example(_LAST, action="b2xc2"),
    ),
    CodeEntry(
        "TB-21",
        "anything else",
        "I cannot make a legal action out of this. Changed: {cells}, rods: {edges}.",
        Example(_ROW, observed="4/wwww/4/4 a3-b3,c3-d3"),
    ),
)


def rulebook(name: str) -> Rulebook:
    """Return the rules of Tabik, which is called *name*."""
    return Rulebook(
        game=name,
        title="Tabik",
        credit=CREDIT,
        licence=LICENCE,
        clauses=with_cases(_CLAUSES, CASES),
        decisions=with_cases(_DECISIONS, CASES),
        codes=(*codes_of(_OVER), *_CODES),
        about=_ABOUT,
    )
