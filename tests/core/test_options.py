"""The options: what a game's class takes from values and texts, how it refuses the rest, and the pages about them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import games
from core import option_fields as declare
from core.formats import faq_page, option_page
from core.formats.option_page import option_json
from core.goodwin.options import TingleOptions, TinkOptions
from core.options import RuleOptions, shown
from core.tabik.options import TabikOptions
from core.tinker.options import TinkerOptions

CLASSES: list[type[RuleOptions]] = [games.find(name).options for name in games.names()]


@pytest.mark.parametrize(
    ("options", "values", "text"),
    [
        (
            TingleOptions,
            {
                "players": 3,
                "voluntary_pass": True,
                "ply_limit": None,
                "repetition_limit": 3,
                "opening_cells": "any",
                "colour_sets": {"A": ["red", "blue"], "B": ["green"]},
                "tingle_kit": ["a", "b", "c"],
            },
            "players=3, voluntary_pass=true,ply_limit=none,repetition_limit=3,opening_cells=any,"
            "colour_sets=A:red+blue;B:green,tingle_kit=a+b+c",
        ),
        (
            TabikOptions,
            {"board_size": 6, "pie_rule": False, "rod_supply": 40},
            "board_size=6,pie_rule=no,rod_supply=40",
        ),
        (TinkerOptions, {"stand_in_dice": {"d10": 4, "d12": 6}, "players": 6}, "stand_in_dice=d10:4;d12:6,players=6"),
    ],
)
def test_options_from_values_and_texts(options: type[RuleOptions], values: dict[str, Any], text: str) -> None:
    made = options.of(values)
    assert options.parse(text) == made
    assert options.of(made.changed()) == made
    assert hash(made) == hash(options.parse(text))


@pytest.mark.parametrize("options", CLASSES)
def test_nothing_said_means_the_rules(options: type[RuleOptions]) -> None:
    assert options.parse("") == options.of({}) == options()
    assert options().changed() == {}


@pytest.mark.parametrize(
    ("options", "text", "part"),
    [
        (TinkOptions, "players", "no value"),
        (TinkOptions, "players=2,players=3", "twice"),
        (TinkOptions, "players=5", "option players must be a whole number from 2 to 4, not 5"),
        (TinkOptions, "players=two", "not 'two'"),
        (TinkOptions, "players=true", "not True"),
        (TinkOptions, "voluntary_pass=1", "option voluntary_pass must be true or false"),
        (TinkOptions, "ply_limit=0", "or none"),
        (TinkOptions, "pass_limit=none", "option pass_limit"),
        (TinkOptions, "overline=loses", "wins or ignored"),
        (TinkOptions, "first_player=a", "A, B, C or D"),
        (TinkOptions, "first_player=AB", "first_player"),
        (TinkOptions, "colour_sets=A:red;B:red", "colour_sets"),
        (TinkOptions, "colour_sets=A:red;A:blue", "no seat and no colour twice"),
        (TinkOptions, "colour_sets=G:red", "colour_sets"),
        (TinkOptions, "colour_sets=A:", "colour_sets"),
        (TingleOptions, "tingle_kit=a+b", "three names"),
        (TinkerOptions, "stand_in_dice=d4:x", "stand_in_dice"),
        (TinkerOptions, "stand_in_dice=d10:4;d10:6", "no die twice"),
        (TinkerOptions, "players=7", "from 2 to 6"),
        (TabikOptions, "board_size=20", "from 2 to 19"),
        (TabikOptions, "players=3", "option players must be 2, not 3"),
        (TabikOptions, "first_player=C", "A or B"),
        (TinkOptions, "players=" + "9" * 5000, "players"),
        (TinkOptions, "a\x00b=1", "'a\\x00b'"),
    ],
)
def test_wrong_options_are_named(options: type[RuleOptions], text: str, part: str) -> None:
    with pytest.raises(ValueError, match=re.escape(part)) as caught:
        options.parse(text)
    assert len(str(caught.value)) < 1000
    assert "\n" not in str(caught.value)


def test_an_option_of_another_game_is_refused_with_those_there_are() -> None:
    says = r"^Tink has no option 'board_size'\. Its options are players, first_player"
    with pytest.raises(ValueError, match=says):
        TinkOptions.parse("board_size=6")
    with pytest.raises(ValueError, match=says):
        TinkOptions.of({"board_size": 6})


def test_a_slip_of_the_pen_is_told_what_was_meant() -> None:
    with pytest.raises(ValueError, match=r"^Tabik has no option 'pierule'\. Did you mean pie_rule\?"):
        TabikOptions.parse("pierule=false")


def test_values_are_tested_however_options_are_made() -> None:
    with pytest.raises(ValueError, match="option players"):
        TinkOptions(players=5)
    with pytest.raises(ValueError, match="board_size"):
        TabikOptions().altered("board_size=1")


@pytest.mark.parametrize("name", games.names())
def test_a_game_takes_options_of_its_own_class_only(name: str) -> None:
    game = games.find(name)
    start = game.start(game.options())
    text, contents = game.format_position(start), game.contents(start)
    takers: list[Callable[[RuleOptions], object]] = [
        game.start,
        lambda options: game.parse_position(text, options),
        lambda options: game.survey(contents, options),
        lambda options: game.format_contents(contents, options),
    ]
    others: list[RuleOptions] = [RuleOptions(), *(each() for each in CLASSES if each is not game.options)]
    for taker in takers:
        for other in others:
            with pytest.raises(TypeError, match=f"{game.title} takes .*Options, not {type(other).__name__}"):
                taker(other)


def test_a_field_without_a_declaration_is_a_mistake() -> None:
    @dataclass(frozen=True, slots=True)
    class Hasty(RuleOptions):
        title: ClassVar[str] = "Hasty"
        row_length: int = 3

    with pytest.raises(TypeError, match=r"Hasty\.row_length must be declared"):
        Hasty()


def test_a_new_option_is_declared_in_one_place() -> None:
    @dataclass(frozen=True, slots=True)
    class Long(RuleOptions):
        title: ClassVar[str] = "Long"
        row_length: int = declare.whole(3, 3, 5, rule="R1", changes="How many in a row win.")

    assert Long.parse("row_length=5").row_length == 5
    with pytest.raises(ValueError, match="option row_length must be a whole number from 3 to 5, not 6"):
        Long.of({"row_length": 6})


@given(st.sampled_from(CLASSES), st.text())
def test_no_text_breaks_the_options(options: type[RuleOptions], text: str) -> None:
    try:
        made = options.parse(text)
    except ValueError:
        return
    assert options.of(made.changed()) == made


@given(
    st.sampled_from(CLASSES),
    st.dictionaries(
        st.sampled_from(sorted({option.name for each in CLASSES for option in each.declared()})),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.floats(),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
            max_leaves=4,
        ),
        max_size=3,
    ),
)
def test_no_values_break_the_options(options: type[RuleOptions], values: dict[str, Any]) -> None:
    try:
        made = options.of(values)
    except ValueError:
        return
    assert isinstance(hash(made), int)
    assert options.of(made.changed()) == made


@given(st.text() | st.integers() | st.lists(st.text()))
def test_what_is_shown_is_short_and_plain(value: object) -> None:
    text = shown(value)
    assert len(text) <= 450
    assert text.isprintable()


DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize(("file", "module"), [("faq.md", faq_page), ("options.md", option_page)])
def test_the_page_in_the_docs_is_current(file: str, module: ModuleType) -> None:
    shown = (DOCS / file).read_text(encoding="utf-8")
    assert shown == module.page(), f"run  python -m {module.__name__} > docs/{file}"


@pytest.mark.parametrize("name", games.names())
def test_an_option_told_to_programs_is_taken_back_from_them(name: str) -> None:
    options = games.find(name).options
    told: list[dict[str, Any]] = [option_json(option) for option in options.declared()]
    assert options.of({each["name"]: each["default"] for each in told}) == options()
    for each in told:
        if each["type"] == "choice":
            assert all(options.of({each["name"]: choice}) for choice in each["choices"])
