"""Records of games as text."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games import find
from core.options import RuleOptions
from core.record import Record

OPTIONS = [
    {},
    {"players": 3, "colour_sets": {"A": ["red", "blue"], "B": ["green"]}},
    {"ply_limit": 12, "repetition_limit": 3, "voluntary_pass": True},
]


def played(game_name: str, options: RuleOptions, seed: int, plies: int) -> tuple[str, ...]:
    game, rng = find(game_name), random.Random(seed)
    position, actions = game.start(options), list[str]()
    while game.outcome(position) is None and len(actions) < plies:
        actions.append(rng.choice(game.actions(position)))
        position = game.play(position, actions[-1])
    return tuple(actions)


@pytest.mark.parametrize("values", OPTIONS)
@pytest.mark.parametrize("name", ["tink", "ting"])
def test_a_record_is_read_back(name: str, values: dict[str, object]) -> None:
    options = RuleOptions.of(values)
    for seed in range(5):
        record = Record(
            game=name,
            start=find(name).format_position(find(name).start(options)),
            actions=played(name, options, seed, 60),
            options=options,
            comments={0: "a fine start", 3: "hm"},
            tags={"A": 'Ada "the" \\ first', "Date": "2026-11-21"},
        )
        text = record.format()
        assert Record.parse(text) == record
        assert Record.parse(text).format() == text


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


@given(st.text(alphabet='[]{}" \n.ABSMLc345-*=\\', max_size=60))
def test_no_text_breaks_the_reader(body: str) -> None:
    try:
        record = Record.parse('[Game "tink"]\n' + body)
    except ValueError:
        return
    assert Record.parse(record.format()) == record
