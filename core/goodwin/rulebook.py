"""The rules of Tink, Ting and Tingle: one text, with each game's own words filled in.

This text describes games published under Creative Commons Attribution-ShareAlike 3.0
and is offered under the same licence.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from core.board.rows import parse_rows
from core.goodwin.cases import CASES
from core.goodwin.game import Goodwin
from core.goodwin.position import KIND_LETTERS, SEAT_LETTERS
from core.rulebook import general
from core.rulebook.entries import Case, Clause, CodeEntry, Decision, Example, Rulebook
from core.rulebook.introduction import Introduction

CREDIT = "Chris Goodwin, who published Tink, Ting and Tingle (Tingle v0.5 in 2018)."
LICENCE = (
    "This text is rewritten from rules published under CC BY-SA 3.0 "
    "(http://creativecommons.org/licenses/by-sa/3.0/) and is offered under that same licence."
)

_ABOUT = Introduction(designer="Chris Goodwin", year=2018, minutes=(20, 40), licence="CC BY-SA 3.0")
"""From the wiki pages of Tink, whose data box says 2009, and of Tingle, which offers all three games."""

_CLAUSES = (
    (
        "3",
        "The aim",
        "Line up four of your pieces in a row, column or diagonal: all {s}s, or all {m}s. Your {l} is wild and counts "
        "as either. You also win when the others can no longer move.",
    ),
    (
        "3.1",
        "What you need",
        "Two to four players, a board of {side} × {side} cells, and for each player five {s}s, four {m}s and one {l} "
        "in a colour of their own. The opening cells are {opening}.",
    ),
    (
        "3.3",
        "Setup",
        "The board starts empty. Each player's ten pieces lie beside it as that player's stash. Pieces are never lost: "
        "a piece that leaves the board goes back to its owner's stash. Seat A begins unless the table decides "
        "otherwise; turns go clockwise.",
    ),
    (
        "3.4",
        "Writing it down",
        "A move is the letter of the piece, its cell, and the spent cells after minus signs: Se4, Me5-d4-f4, "
        "Le3-d3-e4. A forced pass is --.",
    ),
    (
        "3.5",
        "A turn",
        "Put one piece from your stash on an empty cell. The very first piece of the game is a {s} on an opening cell. "
        "After that you may place:\n\n"
        "A {s}, for nothing.\n\n"
        "A {m}, spending two of your {s}s that touch its cell, also by a corner; the {l} may stand in for one.\n\n"
        "The {l}, spending two of your {m}s that touch its cell. If the {l} is already on the board, it may be one of "
        "the two: it then moves for the price of one {m}.\n\n"
        "A {s}, spending two of your {m}s that touch its cell (the {l} may stand in for one): a way to bring {m}s "
        "home. One {s} must be in your stash.\n\n"
        "Both spent pieces go back to your stash. They need not touch each other. Exactly two are spent, or none.",
    ),
    (
        "3.6",
        "After a turn",
        "You win with four in a row through the new piece: all {s}s or all {m}s, with the {l} wild. Otherwise, if "
        "nobody can move, all players still in the game share a draw. Otherwise, if only you can move and everybody "
        "else's latest action was a forced pass, you win.",
    ),
    (
        "3.7",
        "Unable to move",
        "If you cannot place anything you must pass; otherwise you may not. You are out after two forced passes in a "
        "row, or after one if all ten of your pieces are on the board. Pieces of a player who is out stay as "
        "obstacles. The last player left wins.",
    ),
)

_DECISIONS = (
    ("R1", "Who starts", "The table chooses; seat A if nothing is said. Turns go clockwise.", "first_player"),
    ("R2", "Opening cells", "The first piece goes on {opening}.", "opening_cells"),
    (
        "R3",
        "Whose first piece",
        "Only the very first placement of the game must be on an opening cell.",
        "opening_scope",
    ),
    ("R4", "A {l} in the stash", "The {l} is wild only on the board; in the stash it pays for nothing.", ""),
    ("R5", "The {l} moving itself", "It may be one of the two pieces that pay for placing it.", "large_self_move"),
    ("R6", "Return first, then take", "The spent pieces return to the stash before the new one is taken.", ""),
    (
        "R7",
        "A paid {s} needs a {s}",
        "One {s} must be in the stash; spending {m}s does not bring one back.",
        "paid_small",
    ),
    ("R8", "Vacated cells", "A piece cannot go where a piece spent by the same move stood.", ""),
    ("R9", "A line by the {l} itself", "The {l} may complete a line on the turn it arrives.", "large_wild_on_entry"),
    ("R10", "Passing when able", "Not allowed.", "voluntary_pass"),
    ("R11", "How many passes", "Two of a player's own turns in a row.", "pass_limit pass_counting"),
    (
        "R12",
        "Out of pieces",
        "A player who must pass with an empty stash is out at once; with an empty stash the {l} may still move.",
        "out_of_pieces",
    ),
    (
        "R13",
        "The mobility win",
        "All others have passed, you have moved again, and they still cannot.",
        "mobility_win",
    ),
    ("R14", "When the draw is called", "At once, after a placement that leaves nobody able to move.", "draw_check"),
    ("R15", "Order", "A line comes before a draw, a draw before the mobility win.", ""),
    ("R16", "Pieces of a player who is out", "They stay as obstacles.", "eliminated_pieces"),
    ("R17", "Who shares a draw", "The players who are still in the game.", "draw_shares"),
    ("R18", "More than four in a row", "Wins, because it contains four.", "overline"),
    ("R19", "Mixed lines", "A line cannot mix {s}s and {m}s, with or without the {l}.", ""),
    ("R20", "Endless play", "No rule against it.", "repetition_limit ply_limit"),
    ("R21", "Several colours", "A seat may own several colours, counted together.", "colour_sets"),
)
_OWN_DECISIONS = {
    "tingle": (
        (
            "R22",
            "The pieces",
            "A {s} shows the player's suit and lies suit side up, a {m} has the player's colour, "
            "and the {l} belongs to the suit.",
            "tingle_kit",
        ),
    ),
    "ting": (("R23", "Another set", "Any pieces of three kinds that can be told apart will do.", ""),),
}

_SMALLS = "8/6Bs1/3AsBs3/8/3As1As2/2Bs5/8/8 A 0,0 6"
_LARGE = "7Bm/1Bs6/1Bs2AmAm2/8/4Al3/3Am4/6As1/8 A 0,0 34"
_NO_SMALL = "1Bs5Bs/8/4Am3/3Am4/As5As1/8/8/As2As2As1 A 0,0 27"
_STUCK = "1As6/As6Bs/8/8/7Bs/2Am5/1Am6/BsAsBs4Bs B 0,0 22"
_START = "8/8/8/8/8/8/8/8 A 0,0 0"
_LINE = "1Am6/8/2Bs2Al2/2Bs5/2BsAs4/2As5/8/7Am A 0,0 30"
_GRACE = "8/8/1As6/8/Bs5Bs1/8/1As2As2As/Bs2Bs2Bs1 A 0,0 9"

_CODES = (
    (
        "GW-1",
        "a piece of a seat whose turn it is not was added",
        "It is {{P}}'s turn, not {{Q}}'s. Please take back the {{kind}} on {{c}}.",
        Example(_SMALLS, observed="8/6Bs1/3AsBs3/8/3As1As2/2Bs5/8/Bs7"),
    ),
    (
        "GW-2",
        "a piece of another player was removed or changed",
        "{{Q}}'s {{kind}} on {{c}} has gone / changed. Please put it back.",
        Example(_SMALLS, observed="8/6Bs1/3AsBs3/8/3As1As2/8/8/8"),
    ),
    (
        "GW-3",
        "a player who can move announces a pass",
        "{{P}} can still move, for example {{move}}. Passing is only allowed without a move.",
        Example(_NO_SMALL, action="--"),
    ),
    (
        "GW-4",
        "the player to move has no legal move, but the board changed",
        "{{P}} has no legal move and must pass. Please restore {{c}}.",
        Example(_STUCK, observed="1As6/As6Bs/8/8/7Bs/2Am5/1Am6/BsAsBs3BmBs"),
    ),
    (
        "GW-5",
        "two or more pieces were added",
        "Two pieces were placed ({{c}}, {{d}}). Only one piece per turn.",
        Example(_SMALLS, observed="8/6Bs1/3AsBs3/8/3As1As2/2Bs5/8/AsAs6"),
    ),
    (
        "GW-6",
        "pieces were removed, none was added",
        "Pieces were taken off {{c}} and {{d}}, but no piece was placed.",
        Example(_SMALLS, observed="8/6Bs1/4Bs3/8/8/2Bs5/8/8"),
    ),
    (
        "GW-7",
        "a {s} or {m} went from one cell to another",
        "The {{kind}} was moved from {{c}} to {{d}}. Pieces on the board do not move.",
        Example(_SMALLS, observed="8/6Bs1/3AsBs3/8/3As4/2Bs2As2/8/8"),
    ),
    (
        "GW-8",
        "the {l} went to another cell, and nothing was spent",
        "The {l} moved from {{c}} to {{d}} without a {m} being spent. It needs one {m} next to {{d}}.",
        Example(_LARGE, observed="7Bm/1Bs6/1Bs2AmAm2/8/8/3AmAl3/6As1/8"),
    ),
    (
        "GW-9",
        "a piece was put on an occupied cell, in place of an own one",
        "{{d}} was occupied. Place the {{kind}} on an empty cell next to the pieces you spend.",
        Example(_SMALLS, observed="8/6Bs1/3AsBs3/8/3As1Am2/2Bs5/8/8"),
    ),
    (
        "GW-10",
        "the first piece is no {s}",
        "The first piece must be a {s}.",
        Example(_START, observed="8/8/8/4Am3/8/8/8/8"),
    ),
    (
        "GW-11",
        "the first piece is not on an opening cell",
        "The first piece must go on one of the marked inner cells.",
        Example(_START, observed="8/8/8/8/8/8/1As6/8"),
    ),
    (
        "GW-12",
        "a {m} was placed, nothing removed",
        "A {m} was placed on {{c}} but nothing was spent. Take back two {s}s next to {{c}}, or place a {s}.",
        Example(_SMALLS, observed="8/6Bs1/3AsBs3/4Am3/3As1As2/2Bs5/8/8"),
    ),
    (
        "GW-13",
        "a {m} was placed, one piece removed",
        "A {m} was placed on {{c}} but only one piece was spent ({{d}}). Two are needed.",
        Example(_SMALLS, observed="8/6Bs1/3AsBs3/4Am3/5As2/2Bs5/8/8"),
    ),
    (
        "GW-14",
        "the {l} was placed, none or one removed",
        "The {l} was placed on {{c}} but only {{k}} piece(s) spent. It costs two {m}s next to {{c}}.",
        Example(_SMALLS, observed="8/6Bs1/3AsBs3/4Al3/5As2/2Bs5/8/8"),
    ),
    (
        "GW-15",
        "a {s} was placed, exactly one piece of another kind removed",
        "A {s} was placed on {{c}} and one piece was taken off {{d}}. A {s} costs nothing, or two {m}s.",
        Example(_LARGE, observed="7Bm/1Bs6/1Bs2Am3/6As1/4Al3/3Am4/6As1/8"),
    ),
    (
        "GW-16",
        "three or more pieces were removed",
        "{{k}} pieces were taken off. At most two are spent in a turn.",
        Example(_SMALLS, observed="8/6Bs1/4Bs3/4Am3/8/2Bs5/8/8"),
    ),
    (
        "GW-17",
        "two were removed, and one of them does not touch the new piece's cell",
        "{{d}} is not next to {{c}}. Both spent pieces must touch the new piece's cell, also by a corner.",
        Example(_SMALLS, observed="8/6Bs1/3AsBs3/5Am2/8/2Bs5/8/8"),
    ),
    (
        "GW-18",
        "a {m} was paid with the wrong kinds",
        "A {m} is paid with two {s}s (the {l} may stand in for one); {{d}} held a {{kind}}.",
        Example(_LARGE, observed="7Bm/1Bs6/1Bs6/4Am3/4Al3/3Am4/6As1/8"),
    ),
    (
        "GW-19",
        "a {s} or the {l} was paid with the wrong kinds",
        "The {{kind}} on {{c}} is paid with two {m}s (the {l} may stand in for one); {{d}} held a {{kind2}}.",
        Example(_LARGE, action="Lf3-e4-g2"),
    ),
    (
        "GW-20",
        "a {s} was paid with two {m}s, but all five {s}s were out already",
        "{{P}} has no {s} left in the stash. Spending {m}s does not bring one back.",
        Example(_NO_SMALL, action="Sd6-d5-e6"),
    ),
    (
        "GW-21",
        "one player has more than five {s}s, four {m}s or one {l} on the board",
        "{{P}} has six {s}s on the board. Only five exist in the game.",
        Example(_LARGE, action="Le5-e6-f6"),
    ),
    (
        "GW-22",
        "a spent piece lies on another player's side, or is missing from the stash",
        "The spent {{kind}} belongs back in {{P}}'s stash.",
        None,
    ),
    ("GW-23", "a line was completed", "Four in a row: {{cells}}. {{P}} wins.", Example(_LINE, action="Se5")),
    (
        "GW-24",
        "nobody else can move, and nobody has passed yet",
        "{{Q}} cannot move and will have to pass.",
        Example(_GRACE, action="Sc3"),
    ),
    (
        "GW-25",
        "anything else",
        "I cannot make a legal move out of this. Changed: {{cells}}. Please restore or show the move again.",
        Example(_SMALLS, action="Se5-a1-a2"),
    ),
)


def goodwin_rulebook(game: Goodwin, *, page: str, sets: tuple[str, ...]) -> Callable[[str], Rulebook]:
    """Return what a game's module calls ``RULEBOOK``: the writer of its rules in the words of its own equipment.

    Args:
        page: the address at which the game is offered.
        sets: the bought sets that serve, and what to add to them.
    """
    return partial(_written, game, replace(_ABOUT, page=page, sets=sets))


def _written(game: Goodwin, about: Introduction, name: str) -> Rulebook:
    family = game.family
    small, medium, large = family.kinds
    cells = family.opening["interior"]
    block = f"{cells[0]} to {cells[-1]}, the inner block" if len(cells) > 4 else " ".join(cells)

    def fill(text: str) -> str:
        return text.format(s=small, m=medium, l=large, side=family.side, opening=block)

    def cases(key: str) -> tuple[Case, ...]:
        return tuple(
            replace(
                case,
                question=fill(case.question),
                answer=fill(case.answer),
                position=_on_board(game, case.position),
            )
            for case in CASES.get(key, ())
        )

    decisions = (*_DECISIONS, *_OWN_DECISIONS.get(name, ()))
    codes = tuple(CodeEntry(key, fill(seen), fill(said), example) for key, seen, said, example in _CODES)
    return Rulebook(
        game=name,
        title=family.title,
        credit=CREDIT,
        licence=LICENCE,
        clauses=tuple(Clause(key, fill(title), fill(text), cases(key)) for key, title, text in _CLAUSES),
        decisions=tuple(
            Decision(key, fill(title), fill(text), tuple(options.split()), cases(key))
            for key, title, text, options in decisions
        ),
        codes=tuple(_with_example_on_board(game, entry) for entry in (*general.CODES, *codes)),
        about=about,
    )


def _with_example_on_board(game: Goodwin, entry: CodeEntry) -> CodeEntry:
    """Return *entry* with its example, written for 8 × 8 cells, on the game's board."""
    if entry.example is None:
        return entry
    position, observed = (_on_board(game, text) for text in (entry.example.position, entry.example.observed))
    return replace(entry, example=Example(position, entry.example.action, observed))


def _on_board(game: Goodwin, text: str) -> str:
    """Return the position or the rows in *text*, written for 8 × 8 cells, moved to a corner of the game's board."""
    if not text or game.family.side == 8:
        return text
    rows, *others = text.split(" ")
    contents = parse_rows(rows.split("/"), piece=f"[{SEAT_LETTERS}][{KIND_LETTERS}]", hint="a piece such as As")
    return " ".join([game.format_contents(contents, game.options()).split(" ")[0], *others])
