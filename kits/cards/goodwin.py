"""The card shared by Tink, Ting and Tingle: one game with three sets of pieces."""

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
    """The names of the three kinds; each player has five, four and one."""

    small: str
    medium: str
    large: str


def goodwin_card(
    title: str, names: Names, *, set_up: str, first: str, opening: Diagram, caption: str, system: str
) -> Card:
    """Return the card of one game of the family.

    Args:
        set_up: how to prepare the board, and each player's ten pieces.
        first: where the very first piece goes.
        opening: a picture of that, with *caption*.
        system: who owns the piece system.
    """
    s, m, l = names.small, names.medium, names.large  # noqa: E741 - as in positions
    S = s.capitalize()
    return Card(
        summary=f"A game for 2 to 4 players. Trade {s}s for better pieces and be the first with four in a row.",
        sections=(
            Section("Set up", (set_up, first), opening, caption),
            _your_turn(names),
            Section(
                "Winning",
                (
                    f"Get four of your pieces in an unbroken row, column or diagonal and you win at once: four {s}s or "
                    f"four {m}s. The {l} is wild and counts as either. {S}s and {m}s do not mix.",
                ),
                Diagram(
                    4, 4, {"a1": "As", "b2": "As", "c3": "Al", "d4": "As", "b3": "Bm", "c1": "Bs"}, line=("a1", "d4")
                ),
                f"{S}, {s}, {l}, {s}: player A wins.",
            ),
            Section(
                "When you cannot move",
                (
                    "If you can move, you must. If you cannot, you pass. Pass two turns in a row and you are out; if "
                    "all ten of your pieces are on the board, a single pass is enough. Your pieces stay where they "
                    "are. The last player left wins.",
                    "You also win if you place a piece and could move again, while every other player has just passed "
                    "and still cannot move. If a move leaves nobody able to move, the game is a draw.",
                ),
            ),
            _odd_cases(names),
        ),
        reminder=_reminder(names),
        credits=(CREDIT.format(title=title), system),
    )


def _your_turn(names: Names) -> Section:
    s, m, l = names.small, names.medium, names.large  # noqa: E741 - as in positions
    return Section(
        "Your turn",
        (
            "Choose an empty cell and do one of these. “Next to” means any of the eight cells around it, "
            "corners included.",
            f"* Place: put a {s} from your stash on it.",
            f"* Trade for a {m}: take back two of your pieces next to it, each a {s} or the {l}, and put a {m} on it.",
            f"* Trade for the {l}: take back two of your pieces next to it, each a {m} or the {l}, and put "
            f"the {l} on it. A {l} that is already on the board must be one of the two.",
            f"* Trade for a {s}: take back two of your pieces next to it, each a {m} or the {l}, and put a {s} on it.",
            "Take back exactly two pieces, both your own, and only if the new piece is already in your stash. "
            "The cell must be empty before you take them back.",
        ),
        Diagram(4, 3, {"b2": "Am", "d2": "Bs"}, spent={"a1": "As", "c3": "As"}, new="b2"),
        f"Two {s}s next to an empty cell go back to the stash, and a {m} goes on that cell.",
    )


def _odd_cases(names: Names) -> Section:
    s, m, l = names.small, names.medium, names.large  # noqa: E741 - as in positions
    return Section(
        "Odd cases",
        (
            "* The two pieces you take back must touch the cell, but need not touch each other.",
            f"* A {m} and a {s} together buy nothing. The {l} and a {s} buy a {m}; the {l} and a {m} buy a "
            f"{s}, or the {l} itself on a new cell.",
            f"* With all five {s}s on the board you cannot place another {s}, not even in a trade.",
            "* Five in a row also wins.",
            "* If nobody makes progress, agree on a draw.",
        ),
    )


def _reminder(names: Names) -> tuple[str, ...]:
    """Return the rules in as few lines as fit beside the board."""
    s, m, l = names.small, names.medium, names.large  # noqa: E741 - as in positions
    S, M, L = s.capitalize(), m.capitalize(), l.capitalize()
    return (
        "Choose an empty cell. Eight cells are next to it.",
        f"* {S}: free.",
        f"* {M}: take back two next to it, {s} or {l}.",
        f"* {L}: take back two next to it, {m} or {l}.",
        f"* {S} in trade: take back two next to it, {m} or {l}.",
        f"Four in a row wins: all {s} or all {m}. The {l} is wild.",
        "No move? Pass. Out after two passes in a row, or one with all ten on the board.",
    )
