"""What people ask about Tink, Ting and Tingle: odd cases on 8 × 8 cells, with open places for each game's own words.

This text describes games published under Creative Commons Attribution-ShareAlike 3.0
and is offered under the same licence.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.rulebook.entries import Case

_NOBODY_AFTER_E6 = "8/8/1As6/8/Bs5Bs1/8/1As2As2As/Bs2Bs2Bs1 A 0,0 9"

CASES: Mapping[str, tuple[Case, ...]] = {
    "3.5": (
        Case(
            "May I spend two {s}s that do not touch each other?",
            "Yes. Each of them must touch the cell of the new piece, also by a corner, and that is all.",
            "8/6Bs1/3AsBs3/8/3As1As2/2Bs5/8/8 A 0,0 6",
            "Me5-d4-d6",
        ),
    ),
    "R3": (
        Case(
            "May the second player begin in a corner?",
            "Yes. Only the very first piece of the game has to be on an opening cell.",
            "8/8/8/4As3/8/8/8/8 B 0,0 1",
            "Sa1",
            ("opening_scope=each_player",),
        ),
    ),
    "R5": (
        Case(
            "May the {l} help to pay for its own move?",
            "Yes. It goes to a cell that touches both the {l} and a {m} of yours, and only the {m} goes home.",
            "7Bm/1Bs6/1Bs2AmAm2/8/4Al3/3Am4/6As1/8 A 0,0 34",
            "Le3-d3-e4",
            ("large_self_move=false",),
        ),
    ),
    "R7": (
        Case(
            "All five of my {s}s are on the board. May I place a {s} by spending two {m}s?",
            "No. That brings two {m}s home, but you still have no {s} to place.",
            "1Bs5Bs/8/4Am3/3Am4/As5As1/8/8/As2As2As1 A 0,0 27",
            "Sd6-d5-e6",
        ),
    ),
    "R8": (
        Case(
            "May the new piece go where one of the spent pieces stands?",
            "No. The cell has to be empty before the move.",
            "8/8/8/2Bs1As3/3As4/2Bs5/8/8 A 0,0 4",
            "Md4-d4-e5",
        ),
    ),
    "R9": (
        Case(
            "May the {l} complete a line on the turn on which it arrives?",
            "Yes. It is wild as soon as it is on the board.",
            "1Bs5Bs/5Am2/6Am1/4As3/3As4/2As5/8/1Bs5Bs A 0,0 21",
            "Lf6-f7-g6",
            ("large_wild_on_entry=false",),
        ),
    ),
    "R10": (
        Case(
            "My only moves spoil what I have built. May I pass?",
            "No. Whoever can place a piece has to.",
            "1Bs5Bs/8/4Am3/3Am4/As5As1/8/8/As2As2As1 A 0,0 27",
            "--",
            ("voluntary_pass=true",),
        ),
    ),
    "R11": (
        Case(
            "I have to pass for the second time in a row. Am I out?",
            "Yes. Your pieces stay on the board, and the others play on.",
            "2Cs5/2Cs2As2/8/8/Bs5Bs1/8/8/Bs2Bs2Bs1 B 0,1,0 37",
            "--",
            ("pass_limit=3",),
        ),
    ),
    "R12": (
        Case(
            "All ten of my pieces are on the board, and I have to pass. Am I out?",
            "Yes, at once. Only a player with a piece left in the stash has a second turn.",
            "Bm2Bm3Bm/Bm4As2/5As2/3Bl4/Bs5Bs1/8/8/Bs2Bs2Bs1 B 0,0 48",
            "--",
            ("out_of_pieces=never",),
        ),
        Case(
            "All ten of my pieces are on the board, but the {l} can move. Am I out?",
            "No. You have to move the {l}.",
            "As6Am/3As4/8/Am2AlAm3/7As/As6Bs/3As4/Bs6Am A 0,0 40",
            "Ld6-d5-e5",
        ),
    ),
    "R13": (
        Case(
            "The other player cannot move after my turn. Have I won?",
            "No, not yet. The other player passes; you win if your next turn does not help them either.",
            _NOBODY_AFTER_E6,
            "Sc3",
            ("mobility_win=at_once",),
        ),
        Case(
            "The other player had to pass, and still cannot move after my next turn. Have I won?",
            "Yes. The second pass is not waited for.",
            "1As6/As6Bs/8/8/7Bs/2Am5/1Am6/BsAsBs4Bs A 0,1 23",
            "Sd6",
            ("mobility_win=off",),
        ),
    ),
    "R14": (
        Case(
            "My move leaves nobody able to move, not even me. Is it a draw?",
            "Yes, at once. Nobody has to pass first.",
            _NOBODY_AFTER_E6,
            "Se6",
            ("draw_check=after_pass_round",),
        ),
    ),
    "R15": (
        Case(
            "My move makes four in a row, and then nobody can move. Is it a draw?",
            "No. A line wins, whatever comes after it.",
            "Al2As4/8/1Bs4Bs1/8/Am1AsAsAs3/7Am/Bs3Am2Bs/Am2Bs4 A 0,0 39",
            "Sf4",
        ),
    ),
    "R17": (
        Case(
            "B is out when the game is drawn. Who shares the draw?",
            "The players who are still in the game.",
            "7Bs/8/1As6/8/Cs5Cs1/8/1As2As2As/Cs2Cs2Cs1 A 0,x,0 12",
            "Se6",
            ("draw_shares=everyone",),
        ),
    ),
    "R18": (
        Case(
            "I fill the gap, and now five stand in a row. Have I won?",
            "Yes. Five in a row contain four.",
            "8/1Bs4Bs1/8/AsAs1AsAs3/8/8/1Bs4Bs1/8 A 0,0 8",
            "Sc5",
            ("overline=ignored",),
        ),
    ),
    "R19": (
        Case(
            "Two {m}s, a {s} and the {l} stand in a row. Have I won?",
            "No. The {l} stands for either kind, but the line must be of one kind.",
            "8/8/2Bs2Al2/2BsAs4/2BsAmAs3/2Am5/8/8 A 0,0 30",
            "Se5",
        ),
    ),
}
