"""Records come back from their text, and the grammar of docs/record-format.md says the same as the reader."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lark import Lark, LarkError

from core import games
from core.record import Record
from tests.added import EVERY
from tests.record.strategies import records

DOCUMENT = (Path(__file__).parents[2] / "docs" / "record-format.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```record\n(.*?)```", DOCUMENT, re.DOTALL)
SLOW_TO_DRAW = settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])


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
def test_a_record_comes_back(name: str, data: st.DataObject) -> None:
    record = data.draw(records(name))
    text = record.format()
    assert Record.parse(text) == record
    assert Record.parse(text).format() == text
    assert fits(text)


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


@pytest.mark.parametrize("name", games.names())
@SLOW_TO_DRAW
@given(data=st.data())
def test_numbers_and_line_breaks_are_free(name: str, data: st.DataObject) -> None:
    record = data.draw(records(name))
    text = record.format()
    bare = re.sub(r"(?<![^\s(])[0-9]+\. (?=\S)", "", text) if "{" not in text and not record.tags else text
    assert Record.parse("\ufeff" + bare.replace("\n", "\r\n")) == record


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
