"""The rulebooks of all games: every code's example meets that code, every option is described; and who made it."""

from __future__ import annotations

import re

import pytest

from core import games
from core.formats.ruling import ruling, sentences
from core.games import player_counts, rulebook
from core.rulebook.entries import CodeEntry
from core.rulebook.introduction import UNKNOWN, Introduction
from core.tinker.options import TinkerOptions
from core.tinker.setup import seen_faults
from core.verdict import Objection, Partial, Refused
from kiebitz.kits import printed_kit
from kiebitz.language import language
from printkit.book import draw_kit, seats_of
from printkit.job import Job
from tests import added

BY_EYE = {*(f"GEN-{number}" for number in (1, 2, 3, 4, 5, 6, 8)), "GW-22", "TT-5", "TT-26"}
ANNOUNCED = {"GW-23", "GW-24", "TB-20", "TT-24", "TT-25"}
OTHER_WORDS = {
    "GW-2": "B's ",
    "GW-14": "The ",
    "GW-21": "A has two ",
    "GW-25": "There is no piece on a1 and a2 to spend.",
    "TT-1": "B has 4 dice. Each player needs two d4, two d6 and one d8.",
    "TT-3": "Totals differ: A 17, B 18. All must equal the highest roll.",
    "TT-22": "C is out: ",
}
"""What is said of the examples of rows that put it in one way or another."""
ENTRIES = [(name, entry) for name in games.names() for entry in rulebook(name).codes]
GOODWIN = {"tink", "ting", "tingle"}
TABLES = {**dict.fromkeys(GOODWIN, ("GW", 25)), "tabik": ("TB", 21), "tinker_tactics": ("TT", 27)}
_FAMILY = {f"R{number}" for number in range(1, 22)}
DECISIONS = {
    "tink": _FAMILY,
    "ting": {*_FAMILY, "R23"},
    "tingle": {*_FAMILY, "R22"},
    "tabik": {"R20", *(f"R{number}" for number in range(24, 35))},
    "tinker_tactics": {f"R{number}" for number in range(35, 53)},
}
DESIGNERS = {**dict.fromkeys(GOODWIN, "Chris Goodwin"), "tabik": "Luis Bolaños Mures", "tinker_tactics": "Tinkerbot"}
LICENCES = {**dict.fromkeys(GOODWIN, "CC BY-SA 3.0"), "tabik": "no licence"}


def told(name: str, entry: CodeEntry) -> Objection:
    """Return what is said of the example of *entry*."""
    game, example = games.find(name), entry.example
    assert example is not None
    seen = game.parse_contents(example.observed) if example.observed else {}
    if not example.position:
        return seen_faults(seen, TinkerOptions())[0]
    position = game.parse_position(example.position, game.options())
    if entry.key in ANNOUNCED:
        (announced,) = game.announcements(position, example.action, game.play(position, example.action))
        return announced
    if example.action:
        objection = game.objection(position, example.action)
        assert objection is not None
        return objection
    match game.diagnose(position, seen):
        case Refused(objection):
            return objection
        case Partial(message, cells, code):
            return Objection(code, message, cells, message)
        case verdict:
            raise AssertionError(verdict)


def pattern(message: str) -> str:
    """Return what matches *message* with its gaps filled, and numbers of its own."""
    text = re.sub(r"\\\{.*?\\\}", ".+", re.escape(message))
    return re.sub(r"\bTwo\b", ".+", text)


@pytest.mark.usefixtures("added_games")
@pytest.mark.parametrize("name", added.NAMES)
def test_the_examples_of_an_added_game_meet_their_codes(name: str) -> None:
    for entry in rulebook(name).codes:
        test_the_example_of_a_code_meets_it(name, entry)
    told_of = {option for entry in rulebook(name).decisions for option in entry.options}
    assert told_of | {"players"} == {option.name for option in games.find(name).options.declared()}


@pytest.mark.parametrize(("name", "entry"), ENTRIES, ids=lambda part: getattr(part, "key", part))
def test_the_example_of_a_code_meets_it(name: str, entry: CodeEntry) -> None:
    if name in TABLES:
        assert (entry.example is None) == (entry.key in BY_EYE)
    if entry.example is None:
        return
    objection = told(name, entry)
    assert objection.code == entry.key
    if entry.key in OTHER_WORDS:
        assert objection.message.startswith(OTHER_WORDS[entry.key])
    else:
        assert re.fullmatch(pattern(entry.message), objection.message)
    assert not re.search(r"[{}]", objection.message + objection.repair)
    assert bool(objection.repair) == (entry.key not in ANNOUNCED)


@pytest.mark.parametrize("name", sorted(TABLES))
def test_tables_and_decisions_are_complete(name: str) -> None:
    book, (prefix, rows) = rulebook(name), TABLES[name]
    expected = [f"GEN-{number}" for number in range(1, 9)] + [f"{prefix}-{number}" for number in range(1, rows + 1)]
    assert [entry.key for entry in book.codes] == expected
    decisions = [entry.key for entry in book.decisions]
    assert sorted(decisions) == sorted(DECISIONS[name])
    for key in (expected[-1], decisions[-1]):
        assert rulebook(name).entry(f" {key.lower()} ").key == key
    assert DESIGNERS[name] in book.credit
    assert LICENCES.get(name, "") in book.licence


def test_every_option_is_told_of() -> None:
    for name in games.names():
        told_of = {option for entry in rulebook(name).decisions for option in entry.options}
        assert told_of | {"players"} == {option.name for option in games.find(name).options.declared()}


@pytest.mark.parametrize("name", sorted(TABLES))
def test_odd_cases_of_every_game_are_asked_about(name: str) -> None:
    asked = [case.question for _, case in rulebook(name).questions()]
    assert len(asked) >= 8
    assert len({*asked}) == len(asked)


@pytest.mark.parametrize("name", ["ting", "tingle"])
def test_odd_cases_are_the_same_in_the_whole_family(name: str) -> None:
    def told(game: str) -> list[tuple[str, list[str]]]:
        return [
            (entry.key, re.findall(r"\[\S+]", " ".join(sentences(game, case))))
            for entry, case in rulebook(game).questions()
        ]

    assert told(name) == told("tink")


def test_a_case_is_ruled_as_it_is_played() -> None:
    asked = {entry.key: case for entry, case in rulebook("tink").questions()}
    assert sentences("tink", asked["R5"]) == [
        "A plays Le3-d3-e4: allowed. B is to play.",
        "With large_self_move=false: not allowed. At this table the large cannot pay for itself. [GW-25]",
    ]
    before, after = ruling("tink", asked["R18"]).moments()
    assert (before.changed, after.changed) == ((), ("c5",))
    assert after.lines
    assert len(ruling("tink", asked["R7"]).moments()) == len(ruling("tink", asked["R11"]).moments()) == 1


def test_the_actions_before_the_one_that_is_asked_about_are_told() -> None:
    (case,) = (case for entry, case in rulebook("tinker_tactics").questions() if entry.key == "R50")
    first, otherwise = sentences("tinker_tactics", case)
    assert first == "After a1>a3, a6>b5 and a3>a1, B plays b5>a6: allowed. A is to play."
    assert otherwise.endswith("A draw between A and B, as the same position came again.")
    assert ruling("tinker_tactics", case).before.ply == 3


def test_what_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match="no entry 'GW-99'"):
        rulebook("tink").entry("GW-99")
    with pytest.raises(ValueError, match="'chess'"):
        rulebook("chess")


@pytest.mark.parametrize("name", sorted(GOODWIN))
def test_the_words_are_those_of_the_equipment(name: str) -> None:
    book = rulebook(name)
    texts = " ".join([*(c.text + c.title for c in book.clauses), *(d.text + d.title for d in book.decisions)])
    assert "{" not in texts
    assert ("pawn" in texts, "circle" in texts, "medium" in texts) == (name == "tingle", name == "ting", name == "tink")


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
    with added.added():
        assert rulebook("race").about.paragraphs(player_counts("race")) == ("2 players, 5 to 15 minutes.",)
        card = printed_kit("race").card
        assert card is not None
        assert card.introduction == ("2 players, 5 to 15 minutes.",)


@pytest.mark.parametrize("name", sorted(FACTS))
def test_the_rule_card_introduces_the_game_on_one_page(name: str) -> None:
    kit = printed_kit(name)
    pages = [sheet for sheet in draw_kit(kit, Job(), seats_of(kit, 2)).sheets if sheet.title.startswith("The rules of")]
    assert len(pages) == 1
