"""Records in other programs' forms, read back by others' code."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sgfmill import sgf

from core import games
from core.goodwin.options import TinkOptions
from core.record import BEFORE, Line, Record
from core.record.abstract_play import to_abstract_play
from core.record.sgf import to_sgf
from tests.record.strategies import records
from tests.record.test_grammar import EXAMPLES

NOW = "2026-11-21T10:00:00+00:00"
SLOW_TO_DRAW = settings(deadline=None, max_examples=20, suppress_health_check=[HealthCheck.too_slow])

TEXT = {"type": "string"}
TIME = {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$"}
PLAYER = {
    "type": "object",
    "properties": {"name": TEXT, "result": {"type": "integer"}},
    "required": ["name", "result"],
}
GAME_RECORD = {
    "type": "object",
    "additionalProperties": False,
    "required": ["header", "moves"],
    "properties": {
        "header": {
            "type": "object",
            "required": ["game", "site", "date-start", "date-end", "date-generated", "players"],
            "dependentRequired": {"event": ["round"], "round": ["event"]},
            "properties": {
                "game": {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["name"],
                    "properties": {"name": TEXT, "variants": {"type": "array", "uniqueItems": True, "items": TEXT}},
                },
                "site": {"type": "object", "required": ["name"], "properties": {"name": TEXT}},
                "date-start": TIME,
                "date-end": TIME,
                "date-generated": TIME,
                "unrated": {"type": "boolean"},
                "startingPosition": TEXT,
                "players": {"type": "array", "minItems": 1, "uniqueItems": True, "items": PLAYER},
            },
        },
        "moves": {"type": "array", "items": {"type": "array", "items": {"type": ["string", "null"]}}},
    },
}
"""What Abstract Play's schema gamerecord/1-0-0 asks of a record, in our own words."""


def abstract_play(record: Record) -> dict[str, Any]:
    """Return *record* as Abstract Play has it, converted ``NOW``."""
    return to_abstract_play(record, generated=NOW)


def example(name: str) -> Record:
    return next(record for record in map(Record.parse, EXAMPLES) if record.game == name)


def test_results_are_of_persons_not_of_colours() -> None:
    """After a swap B, who was White, plays Black."""
    text = '[Game "tabik"]\n[Options "board_size=2"]\n[A "Ada"]\n[B "Bo"]\n\na1+b1 swap a2+b2 *'
    record = Record.parse(text.replace("*", ""))
    made = abstract_play(record)
    assert record.result == "B zero_tie"
    assert {player["name"]: player["result"] for player in made["header"]["players"]} == {"Ada": 0, "Bo": 1}
    assert made["moves"] == [["a1+b1", "swap"], ["a2+b2", None]]


def test_an_eliminated_seat_has_no_entry_and_who_begins_comes_first() -> None:
    start = "2Cs5/2Cs2As2/8/8/Bs5Bs1/8/8/Bs2Bs2Bs1 B 0,1,0 37"
    tags = {"Date": "2026-11-20", "Event": "x", "Round": "1"}
    record = Record("tink", start, ("--", "Sa8", "Sh8", "Sb8"), TinkOptions(), tags=tags)
    header, moves = abstract_play(record).values()
    assert moves == [[None, "--", "Sa8"], ["Sh8", None, "Sb8"]]
    assert header["date-start"] == "2026-11-20T00:00:00+00:00"
    assert (header["event"], header["round"]) == ("x", "1")
    begun_by_b = Record.parse('[Game "ting"]\n[Options "first_player=B"]\n\n1. Se5 2. Se4 A resignation')
    header, moves = abstract_play(begun_by_b).values()
    assert [player["seat"] for player in header["players"]] == ["B", "A"]
    assert moves == [["Se5", "Se4"]]


def test_abstract_play_begins_where_a_position_was_last_set() -> None:
    comments = {0: "[%set 8/8/8/8/8/2As5/8/7As B 0,0 2] agreed"}
    record = Record("tink", "8/8/8/8/8/8/8/8 A 0,0 0", ("Sc3", "Sa8"), TinkOptions(), comments=comments)
    header, moves = abstract_play(record).values()
    assert header["startingPosition"] == "8/8/8/8/8/2As5/8/7As B 0,0 2"
    assert moves == [[None, "Sa8"]]


def test_a_tag_that_is_no_date_is_named() -> None:
    record = Record("tink", "8/8/8/8/8/8/8/8 A 0,0 0", (), TinkOptions(), tags={"Date": "yesterday"})
    with pytest.raises(ValueError, match="tag Date, 'yesterday'"):
        abstract_play(record)


Shape = tuple[list[tuple[str, str]], dict[int, list[Any]]]
"""The moves of a line, each with its comment, and by index the shapes of what branches off there."""


def shape_of_nodes(nodes: list[Any]) -> Shape:
    moves, branches = list[tuple[str, str]](), dict[int, list[Any]]()
    while nodes:
        first, *others = nodes
        if others:
            branches[len(moves)] = [shape_of_nodes([other]) for other in others]
        (ident,) = {"B", "W", "XM"} & set(first.properties())
        move = first.get_raw(ident).decode()
        comment = first.get("C") if first.has_property("C") else ""
        moves.append((move.partition(":")[2] if ident == "XM" else move, comment))
        nodes = list(first)
    return moves, branches


def shape_of(line: Line) -> Shape:
    """Return the shape of *line*; SGF joins the comment before a line to that of its first move."""
    opening = {0: line.comments.get(BEFORE, "")}
    moves = [
        (action, "\n\n".join(filter(None, (opening.get(index, ""), line.comments.get(index, "")))))
        for index, action in enumerate(line.actions)
    ]
    return moves, {index: alternatives(lines) for index, lines in line.branches.items()}


def alternatives(lines: tuple[Line, ...]) -> list[Shape]:
    """Return the shapes of *lines*; what replaces the first action of one is an alternative beside it."""
    found: list[Shape] = []
    for line in lines:
        moves, branches = shape_of(line)
        found += [(moves, {index: shapes for index, shapes in branches.items() if index}), *branches.get(0, [])]
    return found


@pytest.mark.parametrize("name", games.names())
@SLOW_TO_DRAW
@given(data=st.data())
def test_sgf_reads_back_as_the_same_tree_and_abstract_play_could_take_it(name: str, data: st.DataObject) -> None:
    record = data.draw(records(name))
    made = json.loads(json.dumps(abstract_play(record)))
    jsonschema.validate(made, GAME_RECORD)
    players, moves = made["header"]["players"], made["moves"]
    assert [move for turn in moves for move in turn if move is not None] == list(record.actions)
    assert all(len(turn) == len(players) for turn in moves)
    assert all(any(turn) for turn in moves)
    assert (made["header"].get("unfinished", False)) == (record.result == "*")
    tree = sgf.Sgf_game.from_string(to_sgf(record, version="1.2"))
    root = tree.get_root()
    opening = root.get("C") if root.has_property("C") else ""
    assert opening == record.comments.get(BEFORE, "")
    assert root.get_raw("XG").decode() == name
    assert root.get_raw("XR").decode() == record.result
    main = {index: comment for index, comment in record.comments.items() if index != BEFORE}
    assert shape_of_nodes(list(root)) == shape_of(Line(record.actions, main, record.branches))


def test_sgf_says_who_won_and_who_played() -> None:
    root = sgf.Sgf_game.from_string(to_sgf(example("tink"), version="1.2")).get_root()
    assert (root.get("PB"), root.get("PW"), root.get("RE")) == ("Ada", "Bo", "W+R")
    assert root.get("AP") == ("Kiebitz", "1.2")
    assert root.get("DT") == "2026-11-21"
    root = sgf.Sgf_game.from_string(to_sgf(example("tabik"), version="1.2")).get_root()
    assert root.get("RE") == "B+"
    root = sgf.Sgf_game.from_string(to_sgf(example("ting"), version="1.2")).get_root()
    assert not root.has_property("RE")
    assert root.get_raw("XR") == b"A=C agreement"


def test_sgf_sets_a_position_up_in_a_node_of_its_own() -> None:
    comments = {0: "[%set 8/8/8/8/8/2As5/8/7As A 0,0 2] agreed"}
    record = Record("tink", "8/8/8/8/8/8/8/8 A 0,0 0", ("Sc3", "Sa8"), TinkOptions(), comments=comments)
    ((placed,),) = [list(sgf.Sgf_game.from_string(to_sgf(record, version="1.2")).get_root())]
    (set_up,) = list(placed)
    (after,) = list(set_up)
    assert set_up.properties() == ["PL", "XS"]
    assert (set_up.get("PL"), set_up.get_raw("XS")) == ("b", b"8/8/8/8/8/2As5/8/7As A 0,0 2")
    assert after.get_raw("B") == b"Sa8"


def test_sgf_of_a_line_with_hundreds_of_branches_does_not_nest_calls() -> None:
    record = Record.parse('[Game "tabik"]\n[Options "board_size=19"]\n\n' + _long_game())
    assert to_sgf(record, version="1.2").count(";") == 1 + 2 * len(record.actions)


def _long_game() -> str:
    game = games.find("tabik")
    record = Record.parse('[Game "tabik"]\n[Options "board_size=19"]\n')
    position, words = game.parse_position(record.start, record.options), list[str]()
    while len(words) < 400 and len(legal := game.actions(position)) > 1:
        words.append(f"{legal[0]} ({legal[1]})")
        position = game.play(position, legal[0])
    return " ".join(words)
