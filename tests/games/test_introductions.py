"""How games introduce themselves: the facts of rules.md, sections 2 and 3.2, and of the pages named there."""

from __future__ import annotations

import pytest

from core.games import player_counts, rulebook
from core.rulebook.introduction import UNKNOWN, Introduction
from kiebitz.kits import printed_kit
from kiebitz.language import language
from printkit.book import draw_kit, seats_of
from printkit.job import Job
from tests.added import added

FACTS = {
    "tink": ("Chris Goodwin", 2018, (20, 40), "CC BY-SA 3.0", (2, 3, 4)),
    "ting": ("Chris Goodwin", 2018, (20, 40), "CC BY-SA 3.0", (2, 3, 4)),
    "tingle": ("Chris Goodwin", 2018, (20, 40), "CC BY-SA 3.0", (2, 3, 4)),
    "tabik": ("Luis Bolaños Mures", 2020, (90, 90), "no licence stated", (2,)),
    "tinker_tactics": ("Tinkerbot Games", 2015, (5, 10), "free print and play, no licence stated", (2, 3, 4, 5, 6)),
}


@pytest.mark.parametrize("name", sorted(FACTS))
def test_the_five_games_say_whose_they_are_and_how_long_they_take(name: str) -> None:
    about = rulebook(name).about
    assert (about.designer, about.year, about.minutes, about.licence, player_counts(name)) == FACTS[name]
    assert about.designer in rulebook(name).credit


def test_what_is_not_known_is_left_out() -> None:
    assert UNKNOWN.as_json() == {}
    assert UNKNOWN.paragraphs([2]) == ("2 players.",)
    assert Introduction(year=1999).sentences([2, 3]) == ("2 or 3 players.", "1999.")
    assert Introduction(minutes=(5, 5)).sentences([2, 3, 4]) == ("2 to 4 players, about 5 minutes.",)


@pytest.mark.parametrize("name", sorted(FACTS))
def test_introductions_are_said_in_german(name: str) -> None:
    for paragraph in rulebook(name).about.paragraphs(player_counts(name)):
        assert language("de").translated(paragraph) not in (None, paragraph)


def test_a_game_in_its_two_files_introduces_itself_as_well() -> None:
    with added():
        assert rulebook("race").about.paragraphs(player_counts("race")) == ("2 players, 5 to 15 minutes.",)
        card = printed_kit("race").card
        assert card is not None
        assert card.introduction == ("2 players, 5 to 15 minutes.",)


@pytest.mark.parametrize("name", sorted(FACTS))
def test_the_rule_card_introduces_the_game_on_one_page(name: str) -> None:
    kit = printed_kit(name)
    pages = [sheet for sheet in draw_kit(kit, Job(), seats_of(kit, 2)).sheets if sheet.title.startswith("The rules of")]
    assert len(pages) == 1
