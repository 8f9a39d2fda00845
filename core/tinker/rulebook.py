"""The rules of Tinker Tactics in our own words. The published text is only called "free", so none of it is copied."""

from __future__ import annotations

from core.rulebook.entries import Clause, CodeEntry, Decision, Example, Rulebook
from core.rulebook.general import codes_of, with_cases
from core.rulebook.introduction import Introduction
from core.tinker.cases import CASES

CREDIT = "Tinkerbot Games, who published Tinker Tactics as a free print and play by January 2015."
LICENCE = (
    "The published rules state no licence beyond “free”: this text restates how the game works, in our own words. Play "
    "with three, five or six comes from an unsigned public restatement of the rules."
)

_ABOUT = Introduction(
    designer="Tinkerbot Games",
    year=2015,
    minutes=(5, 10),
    licence="free print and play, no licence stated",
    page="https://tinkerbotgames.com/tinkertactics/",
)
"""The minutes come from the publisher's page, for two or four players."""

_CLAUSES = (
    Clause(
        "5",
        "The aim",
        "A die walks as many steps as it shows and weakens the enemy dice it stops next to. A player with only one die "
        "left is out; the last player standing wins.",
    ),
    Clause(
        "5.1",
        "What you need",
        "Two to six players. Each has a small board of 4 × 3 cells and five dice of one colour: two d4, two d6 and "
        "one d8. The value of a d6 or d8 is its top face, that of a d4 the number printed upright on all visible "
        "faces.",
    ),
    Clause(
        "5.2",
        "The boards",
        "Columns a to d run from left to right as the owner sees them, row 1 is next to the owner. Two players join "
        "their boards along row 3, which makes a grid of 4 × 6 cells.\n\n"
        "Three or more lay a ring in seat order: the short edge at column a touches the next board clockwise at its "
        "d3, c3 and b3. With four this is a grid of 7 × 7 with a hole in the middle; with other numbers, lay the "
        "boards as close together as possible and play by the joins. No die stands on the hole or crosses it.",
    ),
    Clause(
        "5.3",
        "Writing it down",
        "A move is from>to: d3>d5. What it did may follow: c5- lost one, d4x was removed. A forced pass is --. Two "
        "and four players name cells as on one grid; others put the seat before the cell of its board: Ab1.\n\n"
        "A position is the number of players, the dice (owner, kind, cell, = and value), the side to move and the ply: "
        "2 A6a3=4,A8b2=7,B8c5=5,B4d4=1 A 0.",
    ),
    Clause(
        "5.4",
        "Setup",
        "Everybody rolls five dice in secret and announces the total. All players below the highest total turn their "
        "dice in secret, any way they like within each die's range, until they show that total too; whoever rolled it "
        "changes nothing. Everybody places the five dice on cells of their own board, at most one on a cell. Then all "
        "players reveal and join the boards.",
    ),
    Clause(
        "5.5",
        "A turn",
        "Choose one of your dice. It walks exactly as many steps as it shows, from cell to cell across shared sides, "
        "turning at will and never entering a cell twice. It may cross anybody's dice and must end on an empty cell. "
        "It keeps its value.\n\n"
        "In other words: it can reach any empty cell that is no further away than its value, at an even distance if "
        "the value is even and at an odd distance if it is odd.\n\n"
        "Then every die of the other players on a cell that shares a side with the new one loses 1. A die at 0 is "
        "removed. A player with one die left, or none, is out, and that die is removed too.\n\n"
        "A player who cannot move passes; a player who can move may not pass. If nobody can move, the game is a draw.",
    ),
)

_DECISIONS = (
    Decision("R35", "How many play", "Two to six.", ("players",)),
    Decision(
        "R36",
        "Dice of other kinds",
        "A missing second d4 or d6 may be replaced by another die turned to the right number. From one set of seven, "
        "take the d10 of units (0 to 9) and the d10 of tens (00 to 90, where 10 is 1); or take a d6 for a d4, or two "
        "sets of the same kind in two colours. The table agrees which kind it stands for, and it never shows more than "
        "that kind has.",
        ("stand_in_dice",),
    ),
    Decision("R37", "The highest roller", "Turns no dice.", ("highest_may_adjust",)),
    Decision("R38", "How the others adjust", "Freely, each die within its own range."),
    Decision("R39", "Honesty", "Only the revealed totals are compared."),
    Decision("R40", "Who starts", "The table chooses; seat A if nothing is said.", ("first_player",)),
    Decision("R41", "Which die", "Any of one's own, and one must move.", ("voluntary_pass",)),
    Decision("R42", "Ending where it began", "Not allowed.", ("land_on_start",)),
    Decision("R43", "Crossing dice", "Anybody's dice may be crossed, without effect."),
    Decision("R44", "Fewer steps", "Never: exactly as many as the die shows."),
    Decision("R45", "Which dice are weakened", "All others' dice that share a side with the new cell, each by 1."),
    Decision("R46", "Two joins to one die", "Cannot happen: no two cells are joined twice."),
    Decision("R47", "The last die", "The last die of a player who is out is removed at once.", ("eliminated_die",)),
    Decision("R48", "The board of a player who is out", "Stays in play."),
    Decision("R49", "No legal move", "A pass without penalty, as often as it happens.", ("no_move",)),
    Decision("R50", "Endless play", "No rule against it.", ("quiet_ply_limit", "repetition_limit", "ply_limit")),
    Decision("R51", "The sense of the ring", "As in 5.2; the mirror image is possible.", ("ring_direction",)),
    Decision("R52", "The hole", "It is not a cell."),
)

_BOTH = "2 A6a3=4,A8b2=7,A4c1=3,A4d1=1,A6d3=2,{b} A 0"
_PLAY = _BOTH.format(b="B6a6=6,B6b4=3,B8c5=5,B4c6=2,B4d4=1")
_FOUR = "4 A4d1=4,A6d3=3,B6a1=2,B4a4=4,C6a7=2,C4b5=1,D6e4=3,D4e6=1 A 0"
_LAST_DIE = "3 A8Aa2=3,A6Ab1=2,A4Ad1=4,B4Ba1=2,B6Bc3=1,C4Ca3=2,C8Cb2=6,C6Cd1=3 A 0"
_OUT = "3 A8Aa2=3,A6Ab1=2,B4Ba1=2,B6Bc3=1 A 0"
_WIN = "2 A8b3=2,A6d1=4,B6b4=1,B4c6=2,B4d4=1 A 0"
_BEFORE_PASS = "2 A6a1=1,A4b1=2,B8a2=3,B6b2=2,B4d1=1 B 0"
_OVER = Example("2 A8c4=2,A6d1=4 - 1", observed="2 A8c4=2,A6d2=4")


def _seen(dice: str) -> Example:
    """Return an example that starts from the position ``_PLAY`` and ends with *dice* on the board."""
    return Example(_PLAY, observed=f"2 {dice}")


def _revealed(b: str) -> Example:
    """Return a reveal in which B shows *b*; the example is a single board without a position before it."""
    return Example("", observed=_BOTH.format(b=b))


_CODES = (
    CodeEntry(
        "TT-1",
        "at the reveal: a player's set is not two d4, two d6 and one d8",
        "{P} has {n} dice / the wrong dice: {list}. Each player needs two d4, two d6 and one d8.",
        _revealed("B6a6=6,B6b4=3,B8c5=5,B4c6=3"),
    ),
    CodeEntry(
        "TT-2",
        "at the reveal: a value above the die's limit (a stand-in)",
        "The die on {c} stands for a d4 but shows {v}.",
        _revealed("B6a6=6,B6b4=1,B8c5=3,B4c6=2,B4d4=5"),
    ),
    CodeEntry(
        "TT-3",
        "at the reveal: totals differ",
        "Totals differ: A {a}, B {b}, … All must equal the highest roll.",
        _revealed("B6a6=6,B6b4=3,B8c5=5,B4c6=2,B4d4=2"),
    ),
    CodeEntry(
        "TT-4",
        "at the reveal: a die off its owner's board, or two on a cell",
        "Place the die on {c} on an empty cell of {P}'s own board.",
        _revealed("B6a2=6,B6b4=3,B8c5=5,B4c6=2,B4d4=1"),
    ),
    CodeEntry(
        "TT-5",
        "at the reveal: boards not joined as agreed, or a gap",
        "Please join the boards so that {edges} touch.",
    ),
    CodeEntry(
        "TT-6",
        "a die of another player moved",
        "{Q}'s die on {c} was moved. It is {P}'s turn.",
        _seen("A6a3=4,A8b2=7,A4c1=3,A4d1=1,A6d3=2,B6a6=6,B6b3=3,B8c5=5,B4c6=2,B4d4=1"),
    ),
    CodeEntry(
        "TT-7",
        "two or more dice changed cell",
        "More than one die was moved ({c}, {d}).",
        _seen("A8a3=7,A6b2=4,A4c1=3,A4d1=1,A6d3=2,B6a6=6,B6b4=3,B8c5=5,B4c6=2,B4d4=1"),
    ),
    CodeEntry(
        "TT-8",
        "no die moved but a value changed",
        "The die on {c} changed from {v} to {w} without a move. Please turn it back.",
        _seen("A6a3=4,A8b2=7,A4c1=3,A4d1=1,A6d3=2,B6a6=6,B6b4=3,B8c5=4,B4c6=2,B4d4=1"),
    ),
    CodeEntry(
        "TT-9",
        "the destination is further away than the die shows",
        "The die moved {dist} steps but shows {N}.",
        Example(_PLAY, action="d1>c2"),
    ),
    CodeEntry(
        "TT-10",
        "the destination is near enough, but of the wrong parity",
        "No walk of exactly {N} steps leads from {c} to {d}.",
        Example(_PLAY, action="b2>b2"),
    ),
    CodeEntry(
        "TT-11",
        "the destination is occupied",
        "{d} is occupied. A die must stop on an empty cell.",
        Example(_PLAY, action="a3>d4"),
    ),
    CodeEntry(
        "TT-12",
        "the destination is the hole or off the board",
        "The hole is not part of the board.",
        Example(_FOUR, action="d3>d4"),
    ),
    CodeEntry(
        "TT-13",
        "the moved die shows another value",
        "The moved die showed {v} and now shows {w}. It keeps its value.",
        _seen("A6a3=4,A8b2=7,A4c1=3,A4d1=1,A6d5=1,B6a6=6,B6b4=3,B8c5=4,B4c6=2"),
    ),
    CodeEntry(
        "TT-14",
        "an adjacent enemy die was not turned down",
        "{Q}'s die on {c} is next to {d}: turn it from {v} to {v−1}.",
        _seen("A6a3=4,A8b2=7,A4c1=3,A4d1=1,A6d5=2,B6a6=6,B6b4=3,B8c5=5,B4c6=2"),
    ),
    CodeEntry(
        "TT-15",
        "an enemy die was turned down by more than one",
        "The die on {c} loses exactly 1: it should show {v−1}.",
        _seen("A6a3=4,A8b2=7,A4c1=3,A4d1=1,A6d5=2,B6a6=6,B6b4=3,B8c5=3,B4c6=2"),
    ),
    CodeEntry(
        "TT-16",
        "an enemy die that is not adjacent, or only diagonal, was turned down",
        "The die on {c} is not next to {d} (corners do not count). It stays at {v}.",
        _seen("A6a3=4,A8b2=7,A4c1=3,A4d1=1,A6d5=2,B6a6=6,B6b4=3,B8c5=4,B4c6=1"),
    ),
    CodeEntry(
        "TT-17",
        "the mover's own die was turned down",
        "{P}'s own dice are not affected. {c} stays at {v}.",
        _seen("A6a3=3,A8b2=7,A4c1=3,A4d1=1,A6d5=2,B6a6=6,B6b4=3,B8c5=4,B4c6=2"),
    ),
    CodeEntry(
        "TT-18",
        "a die that showed 1 and was hit is still there",
        "The die on {c} is reduced to 0. Please remove it.",
        _seen("A6a3=4,A8b2=7,A4c1=3,A4d1=1,A6d5=2,B6a6=6,B6b4=3,B8c5=4,B4c6=2,B4d4=1"),
    ),
    CodeEntry(
        "TT-19",
        "a die showing more than 1 was removed",
        "The die on {c} showed {v}; it becomes {v−1} and stays.",
        _seen("A6a3=4,A8b2=7,A4c1=3,A4d1=1,A6d5=2,B6a6=6,B6b4=3,B4c6=2"),
    ),
    CodeEntry(
        "TT-20",
        "a die was turned up",
        "The die on {c} went from {v} to {w}. Values never rise.",
        _seen("A6a3=4,A8b2=7,A4c1=3,A4d1=1,A6d5=2,B6a6=6,B6b4=3,B8c5=6,B4c6=2"),
    ),
    CodeEntry(
        "TT-21",
        "a player was eliminated and their last die is still there",
        "{Q} has one die left and is out. Please remove it.",
        Example(_LAST_DIE, observed="3 A8Aa2=3,A4Ad1=4,B4Ba1=2,A6Bd3=2,C4Ca3=2,C8Cb2=6,C6Cd1=3"),
    ),
    CodeEntry(
        "TT-22",
        "an eliminated player moved, or the turn skipped someone",
        "{Q} is out / it is {P}'s turn.",
        Example(_OUT, observed="3 A8Aa2=3,A6Ab1=2,B4Ba1=2,B6Bc3=1,C4Ca1=2"),
    ),
    CodeEntry(
        "TT-23",
        "a pass was announced with a move available",
        "{P} can still move, for example {move}.",
        Example(_PLAY, action="--"),
    ),
    CodeEntry(
        "TT-24",
        "the next player has no move",
        "{P} has no legal move and passes.",
        Example(_BEFORE_PASS, action="d1>c1"),
    ),
    CodeEntry("TT-25", "one player is left", "{P} wins.", Example(_WIN, action="b3>c4")),
    CodeEntry(
        "TT-26",
        "a die lies tilted, or its value cannot be read",
        "Please square up the die on {c}; I cannot read it.",
    ),
    CodeEntry(
        "TT-27",
        "anything else",
        "I cannot make a legal move out of this. Changed: {cells}.",
        _seen("A6a3=4,A8b2=7,A4c1=3,A4d1=1,A6d3=2,B6a6=6,B6b4=3,B8c5=5,B4c6=2"),
    ),
)


def rulebook(name: str) -> Rulebook:
    """Return the rules of Tinker Tactics, which is called *name*."""
    return Rulebook(
        game=name,
        title="Tinker Tactics",
        credit=CREDIT,
        licence=LICENCE,
        clauses=with_cases(_CLAUSES, CASES),
        decisions=with_cases(_DECISIONS, CASES),
        codes=(*codes_of(_OVER), *_CODES),
        about=_ABOUT,
    )
