"""Records come back from their text, whose grammar is in docs/record-format.md, and what is wrong in one is named."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lark import Lark, LarkError

from core import games
from core.goodwin.options import TinkOptions
from core.record import BEFORE, Line, Record
from core.verdict import Outcome
from tests.added import EVERY
from tests.record.strategies import records

DOCUMENT = (Path(__file__).parents[2] / "docs" / "record-format.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```record\n(.*?)```", DOCUMENT, re.DOTALL)
SLOW_TO_DRAW = settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])


@cache
def grammar() -> Lark:
    (found,) = re.findall(r"```lark\n(.*?)```", DOCUMENT, re.DOTALL)
    return Lark(found, start="record", parser="lalr")


def fits(text: str) -> bool:
    try:
        grammar().parse(text)
    except LarkError:
        return False
    return True


@pytest.mark.usefixtures("added_games")
@pytest.mark.parametrize("name", EVERY)
@SLOW_TO_DRAW
@given(data=st.data())
def test_a_record_comes_back_also_without_numbers_and_with_other_line_breaks(name: str, data: st.DataObject) -> None:
    record = data.draw(records(name))
    text = record.format()
    assert Record.parse(text) == record
    assert Record.parse(text).format() == text
    assert fits(text)
    numberless = re.sub(r"(?<![^\s(])[0-9]+\. (?=\S)", "", text) if "{" not in text and not record.tags else text
    assert Record.parse("\ufeff" + numberless.replace("\n", "\r\n")) == record


@pytest.mark.parametrize("name", games.names())
@SLOW_TO_DRAW
@given(data=st.data())
def test_the_reader_takes_nothing_that_the_grammar_does_not(name: str, data: st.DataObject) -> None:
    """Spoil a good record at a place or two."""
    text = data.draw(records(name)).format()
    for _ in range(data.draw(st.integers(1, 2))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 3))
        text = text[:at] + data.draw(st.text(alphabet='(){}[]" \\\n.123*=+-xAabS', max_size=2)) + text[at + cut :]
    try:
        record = Record.parse(text)
    except ValueError:
        return
    assert fits(text)
    assert Record.parse(record.format()) == record


def test_there_is_an_example_of_each_of_the_five_games() -> None:
    assert sorted(Record.parse(text).game for text in EXAMPLES) == ["tabik", "ting", "tingle", "tink", "tinker_tactics"]


@pytest.mark.parametrize("text", EXAMPLES, ids=lambda text: text.split('"')[1])
def test_the_examples_are_read(text: str) -> None:
    record = Record.parse(text)
    assert fits(text)
    assert Record.parse(record.format()) == record
    assert record.result == text.rstrip().rpartition(" ")[0].split()[-1] + " " + text.split()[-1]


@pytest.mark.parametrize(
    "text",
    ['[Game tink]', '[Game "tink"] Sc3)', '[Game "tink"] (Sc3)', '[Game "tink"] Sc3 {', '[Game "tink"] * Sc3',
     '[Game "tink"] Sc3 ({none})', '[Game "tink"] Sc3Sd4'],
)  # fmt: skip
def test_what_the_grammar_refuses_the_reader_refuses(text: str) -> None:
    assert not fits(text)
    with pytest.raises(ValueError, match=r"line|tag"):
        Record.parse(text)


def test_readers_accept_what_people_write() -> None:
    text = '[Game "tink"]\n\n1. Sc3 {hello}\nSd4 3. Sc4 Se5 Mb3-c4-c3 *'
    assert Record.parse(text).actions == ("Sc3", "Sd4", "Sc4", "Se5", "Mb3-c3-c4")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "Game"),
        ("[Game tink]", "line 1"),
        ('[Game "tink"]\n[Game "tink"]', "twice"),
        ('[Game "chess"]', "chess"),
        ('[Game "tink"]\n[Rules "9"]', "version"),
        ('[Game "tink"]\n[Options "ply=3"]', "'ply'"),
        ('[Game "tink"]\n[Start "8"]', "four parts"),
        ('[Game "tink"]\n\n1. Sa1', "action 1, 'Sa1': GW-11"),
        ('[Game "tink"]\n\n1. Sc3 2. Xd4', "action 2"),
        ('[Game "tink"]\n\n1. Sc3 A line', "by its actions"),
        ('[Game "tink"]\n\n1. Sc3 {open', "brace"),
        ('[Game "tink"]\n\n1. Sc3 }', "brace"),
        ("x" * 2_000_000, "characters"),
    ],
)
def test_what_is_wrong_is_named(text: str, part: str) -> None:
    with pytest.raises(ValueError, match=part.replace("[", r"\[")):
        Record.parse(text)


@pytest.mark.parametrize(
    ("body", "part"),
    [
        ("1. Sc3\n2. Sa9", "line 4, action 2"),
        ("1. Sc3\n2. Sd4 (3. Sd5)", "line 4, action 2 is numbered 3"),
        ("1. Sc3 (1. Sa1)", "line 3, action 1, 'Sa1': GW-11: The first piece"),
        ("(1. Sc3)", "stands behind the action"),
        ("1. Sc3 ()", "without an action"),
        ("1. Sc3 (1. Sc4", "not closed"),
        ("1. Sc3)", "not opened"),
        ("1. Sc3 (1. Sc4 *)", "a branch has no result"),
        ("1. Sc3 * 2. Sd4", "nothing can follow"),
        ("1. Sc3 A resignation (1. Sd4)", "nothing can follow"),
        ("1. Sc3 A luck", "by its actions"),
        ("1. Sc3 A agreement", "written as A=B agreement"),
        ("1. Sc3 A=B time", "written as A time"),
        ("1. Sc3 C resignation", "names C"),
        ("1. Sc3 A+B resignation", "nobody who lost"),
        ("1. Sc3 \0", "line 3 holds the character"),
        ("1. Sc3 {a } }", "brace"),
        ("1. Sc3" + " (1. Sd4" * 100_000, "50 deep"),
        ("{" * 900_000, "brace"),
        ("[" * 900_000, "is not a tag"),
        ("1. " * 300_000 + "Sc9", "action 1"),
    ],
    ids=lambda text: ascii(text)[:24],
)
def test_what_is_wrong_in_the_body_is_named(body: str, part: str) -> None:
    with pytest.raises(ValueError, match=re.escape(part)) as caught:
        Record.parse(f'[Game "tink"]\n\n{body}')
    assert len(str(caught.value)) < 300


def test_no_ending_of_the_table_after_that_of_the_rules() -> None:
    text = '[Game "tabik"]\n[Options "board_size=2"]\n\na1+b1 a2+b2 {}'
    assert Record.parse(text + " B zero_tie").ending is None
    with pytest.raises(ValueError, match="by its actions it is 'B zero_tie'"):
        Record.parse(text + " W resignation")


def test_endings_of_the_table_are_outcomes() -> None:
    text = '[Game "tink"]\n[Options "players=3"]\n\n1. Sc3 '
    assert Record.parse(text + "A+C resignation").outcome == Outcome(("A", "C"), "resignation")
    assert Record.parse(text + "= agreement").outcome == Outcome(("A", "B", "C"), "agreement", drawn=True)
    assert Record.parse(text + "A=C agreement").result == "A=C agreement"
    assert Record.parse(text).result == "*"


def test_who_is_out_has_no_part_in_an_ending_of_the_table() -> None:
    start = "2Cs5/2Cs2As2/8/8/Bs5Bs1/8/8/Bs2Bs2Bs1 C 0,x,0 38"
    text = f'[Game "tink"]\n[Start "{start}"]\n\n'
    assert Record.parse(text + "= agreement").outcome == Outcome(("A", "C"), "agreement", drawn=True)
    with pytest.raises(ValueError, match="names B; those in play are A, C"):
        Record.parse(text + "B resignation")


def test_branches_and_comments_are_found_where_they_stand() -> None:
    record = Record.parse('[Game "tink"]\n{so} 1. Sc3 {one} {two} (1. Sc4 2. Sd4 (2. Sd5) {after}) (Sc5) 2. Sd4 *')
    assert record.comments == {BEFORE: "so", 0: "one two"}
    inner = Line(("Sc4", "Sd4"), {1: "after"}, {1: (Line(("Sd5",)),)})
    assert record.branches == {0: (inner, Line(("Sc5",)))}


@pytest.mark.parametrize(
    ("game", "start", "values"),
    [
        ("tink", "8/8/8/8/8/8/8/8 A 0,0,0 0", {"players": 3}),
        ("tabik", "3/3/3 - B 0", {"board_size": 3}),
        ("tinker_tactics", "3 A4Aa1=1,A4Ab1=1,B4Ba1=1,B4Bb1=1,C4Ca1=1,C4Cb1=1 A 0", {"players": 3}),
    ],
)
def test_what_the_start_tells_of_the_options_is_named(game: str, start: str, values: dict[str, object]) -> None:
    record = Record.parse(f'[Game "{game}"]\n[Start "{start}"]\n')
    assert record.options.changed() == values
    assert Record.parse(record.format()) == record


def test_a_comment_may_hold_braces() -> None:
    record = Record("tink", "8/8/8/8/8/8/8/8 A 0,0 0", ("Sc3",), TinkOptions(), comments={0: "a { b } \\ (c) [d]"})
    assert Record.parse(record.format()) == record


@pytest.mark.parametrize(
    "values",
    [
        {"comments": {1: "x"}},
        {"comments": {0: "\0"}},
        {"branches": {0: (Line(),)}},
        {"branches": {-1: (Line(("Sd4",)),)}},
        {"tags": {"Game": "x"}},
        {"tags": {"a b": "x"}},
    ],
)
def test_what_could_not_be_written_is_refused(values: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"branch|tag|character"):
        Record("tink", "8/8/8/8/8/8/8/8 A 0,0 0", ("Sc3",), TinkOptions(), **values)


@given(st.text(alphabet='[](){}" \n.ABSMLc345-*=\\', max_size=60))
def test_no_text_breaks_the_reader(body: str) -> None:
    try:
        record = Record.parse('[Game "tink"]\n' + body)
    except ValueError:
        return
    assert Record.parse(record.format()) == record
