"""What the rule cards show is so by the rules."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from core.games import find
from core.tabik.options import TabikOptions
from kits.card import Card, Diagram

GOODWIN = ("tink", "ting", "tingle")
FIVE = (*GOODWIN, "tabik", "tinker_tactics")


def _card(name: str) -> Card:
    card = import_module(f"kits.{name}").KIT.card
    assert isinstance(card, Card)
    return card


def _diagrams(name: str) -> list[Diagram]:
    return [section.diagram for section in _card(name).sections if section.diagram is not None]


def _successors(name: str, position: Any) -> list[dict[str, str]]:
    game = find(name)
    after = (game.contents(game.play(position, action)) for action in game.actions(position))
    return [{cell: what for cell, what in contents.items() if what != "."} for contents in after]


@pytest.mark.parametrize("name", FIVE)
def test_a_card_has_three_pictures_a_reminder_odd_cases_and_credits(name: str) -> None:
    card = _card(name)
    assert len(_diagrams(name)) >= 3
    assert card.reminder
    assert card.credits
    headings = [section.heading for section in card.sections]
    assert headings[0] == "Set up"
    assert "Your turn" in headings
    assert card.sections[-1].heading == "Odd cases"


@pytest.mark.parametrize("name", GOODWIN)
def test_the_opening_picture_marks_the_opening_cells(name: str) -> None:
    opening = _diagrams(name)[0]
    game = find(name)
    first = {next(iter(contents)) for contents in _successors(name, game.start(game.options()))}
    cells = game.cells(game.start(game.options()))
    marked = {
        cell
        for (low, high) in opening.outlined
        for cell in cells
        if low[0] <= cell[0] <= high[0] and int(low[1:]) <= int(cell[1:]) <= int(high[1:])
    }
    assert first == marked
    assert set(opening.pieces) <= first


@pytest.mark.parametrize("name", GOODWIN)
def test_the_trade_is_legal_and_the_line_wins(name: str) -> None:
    game = find(name)
    trade, line = _diagrams(name)[1:3]
    before = {**trade.pieces, **trade.spent}
    del before[trade.new]
    empty = dict.fromkeys(game.cells(game.start(game.options())), ".")
    text = game.format_contents({**empty, **before}, game.options()).removesuffix(" 0") + " 3"
    position = game.parse_position(text, game.options())
    assert dict(trade.pieces) in _successors(name, position)
    survey = game.survey({**empty, **line.pieces}, game.options())
    assert survey.result is not None
    assert survey.result.winners == ("A",)


def test_tabiks_pictures_come_about_and_its_end_is_won_by_white() -> None:
    tabik, options = find("tabik"), TabikOptions(board_size=4)
    placed, exchanged, end = _diagrams("tabik")

    def shown(actions: str) -> dict[str, str]:
        position = tabik.start(options)
        for action in actions.split():
            position = tabik.play(position, action)
        return {cell: what for cell, what in tabik.contents(position).items() if what != "."}

    def drawn(diagram: Diagram) -> dict[str, str]:
        return {**diagram.pieces, **dict.fromkeys(diagram.edges, "rod")}

    assert shown("a2+a1 b2+c2") == drawn(placed)
    assert shown("b2+b3 c3+c2 b2xc2") == drawn(exchanged)
    survey = tabik.survey({**dict.fromkeys(tabik.cells(tabik.start(options)), "."), **drawn(end)}, options)
    assert survey.result is not None
    assert (survey.result.winners, survey.result.reason) == (("W",), "score")
    assert survey.score == {"B": 2, "W": 3}


def test_tinkers_walk_is_legal_and_weakens_the_dice_that_it_says() -> None:
    name = "tinker_tactics"
    walk = _diagrams(name)[2]
    before = {**walk.pieces, **walk.spent, "c5": "B8=7", "d4": "B4=3"}
    del before["c4"]
    dice = ",".join(
        f"{what[:2]}{cell}={what[3:]}" for cell, what in sorted(before.items(), key=lambda x: (x[1][0], x[0]))
    )
    position = find(name).parse_position(f"2 {dice} A 0", find(name).options())
    assert dict(walk.pieces) in _successors(name, position)
    steps = list(zip(walk.path, walk.path[1:], strict=False))
    assert len(steps) == 4
    assert all(abs(ord(a[0]) - ord(b[0])) + abs(int(a[1]) - int(b[1])) == 1 for a, b in steps)
