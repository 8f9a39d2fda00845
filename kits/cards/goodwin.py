"""What the cards of Tink, Ting and Tingle have in common: one game with three sets of pieces."""

from __future__ import annotations

from dataclasses import dataclass

from kits.card import Card, Diagram, Section

CREDIT = (
    "{title} is a game by Chris Goodwin. Its published rules are licensed under Creative Commons "
    "Attribution-ShareAlike 3.0. The rules in this file are our own wording of them and are offered under the "
    "same licence: creativecommons.org/licenses/by-sa/3.0"
)


@dataclass(frozen=True, slots=True)
class Names:
    """What the three kinds are called: five, four and one of each player's ten pieces."""

    small: str
    medium: str
    large: str


def goodwin_card(
    title: str, names: Names, *, set_up: str, first: str, opening: Diagram, caption: str, system: str
) -> Card:
    """Return the card of a game of the family.

    Args:
        set_up: what a player's ten pieces are and how the board is made ready.
        first: where the very first piece goes.
        opening: a picture of it, and *caption* what it shows.
        system: whose the pieces are.
    """
    s, m, l = names.small, names.medium, names.large  # noqa: E741 - as in positions
    S, M, L = s.capitalize(), m.capitalize(), l.capitalize()
    return Card(
        summary=f"A game for 2 to 4 players. Trade {s}s for better pieces and be the first with four in a row.",
        sections=(
            Section("Set up", (set_up, first), opening, caption),
            Section(
                "Your turn",
                (
                    "Choose an empty cell and do one of these. “Next to” a cell means the eight cells around it, "
                    "corners too.",
                    f"* Place: put a {s} from your stash on it.",
                    f"* Trade for a {m}: take back two of your pieces next to it, each a {s} or the {l}, and put a "
                    f"{m} on it.",
                    f"* Trade for the {l}: take back two of your pieces next to it, each a {m} or the {l}, and put "
                    f"the {l} on it. A {l} that is already on the board must be one of the two.",
                    f"* Trade for a {s}: take back two of your pieces next to it, each a {m} or the {l}, and put a "
                    f"{s} on it.",
                    "Always take back exactly two, only your own, and only for a piece that you have in your stash. "
                    "The cell must have been empty before you took them back.",
                ),
                Diagram(4, 3, {"b2": "Am", "d2": "Bs"}, spent={"a1": "As", "c3": "As"}, new="b2"),
                f"Two {s}s touch an empty cell: they go home, and a {m} stands there instead.",
            ),
            Section(
                "Winning",
                (
                    f"Four of your pieces in an unbroken row, column or diagonal win at once: four {s}s, or four "
                    f"{m}s. The {l} is a joker and stands for either. {S}s and {m}s do not mix.",
                ),
                Diagram(
                    4, 4, {"a1": "As", "b2": "As", "c3": "Al", "d4": "As", "b3": "Bm", "c1": "Bs"}, line=("a1", "d4")
                ),
                f"{S}, {s}, {l}, {s}: player A wins.",
            ),
            Section(
                "When you cannot move",
                (
                    "If you can move, you must. If you cannot, you pass. You are out when you pass for the second turn "
                    "running, or at once if all ten of your pieces are on the board. Your pieces stay where they are. "
                    "The last player left wins.",
                    "You also win if you place a piece and could move again, while every other player has just passed "
                    "and still cannot move. If a move leaves nobody able to move, the game is a draw.",
                ),
            ),
            Section(
                "Odd cases",
                (
                    "* The two pieces that you take back need not touch each other, only the cell.",
                    f"* {M} and {s} together pay for nothing. {L} and {s} pay for a {m}; {l} and {m} pay for a {s}, "
                    f"or for the {l} itself on a new cell.",
                    f"* With all five {s}s on the board you cannot put down another {s}, not even in a trade.",
                    "* Five in a row contain four, so they win as well.",
                    "* If nobody ever gives way, agree on a draw.",
                ),
            ),
        ),
        reminder=(
            "Choose an empty cell. Eight cells are next to it.",
            f"* {S}: free.",
            f"* {M}: take back two next to it, {s} or {l}.",
            f"* {L}: take back two next to it, {m} or {l}.",
            f"* {S} again: take back two next to it, {m} or {l}.",
            f"Four in a row win: all {s} or all {m}. The {l} is a joker.",
            "No move? Pass. Two passes running, or all ten on the board: out.",
        ),
        credits=(CREDIT.format(title=title), system),
    )
