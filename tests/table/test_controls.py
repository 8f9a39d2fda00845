"""The commands of people, as JSON: what is none is refused in words."""

from __future__ import annotations

import re

import pytest

from kiebitz.table.controls import Agree, Say, Stop, Tell, command_of, parse


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "JSON object"),
        ("{", "JSON object"),
        ("[" * 50_000, "JSON object"),
        ("[1]", "JSON object"),
        ("x" * 1_000_000, "at most 65536"),
        ('{"do":"resign"}', 'not "resign"'),
        ('{"do":["state"]}', "must be one of"),
        ('{"cells":{}}', "not null"),
        ('{"do":"state","cells":{}}', "has no field"),
        ('{"do":"correct"}', 'needs "cells"'),
        ('{"do":"correct","cells":{"e4":1}}', 'needs "cells"'),
        ('{"do":"takeback","plies":true}', "whole number"),
        ('{"do":"turn"}', 'needs "seat"'),
        ('{"do":"colours","colours":["red","blue"]}', 'needs "colours"'),
        ('{"do":"colours","colours":{"A":1}}', 'needs "colours"'),
        ('{"do":"total","seat":"A","total":"17"}', '"total" must be a whole number, or null to take it back'),
        ('{"do":"total","seat":"A","total":true}', '"total" must be a whole number, or null to take it back'),
        ('{"do":"total","seat":"A"}', '"total" needs "seat" and "total"'),
        ('{"do":"total","seat":1,"total":17}', '"total" needs "seat" and "total"'),
        ('{"do":"corners","corners_px":7}', '"corners_px" must be four points'),
        ('{"do":"corners","corners_px":[[0,0],[9,9]]}', '"corners_px" must be four points'),
        ('{"do":"corners","corners_px":[[0,0],[1,"x"],[2,2],[3,3]]}', '"corners_px" must be four points'),
        ('{"do":"corners","corners_px":[[0,0],[9,9],[9,0],[0,9]]}', "a1, h1, h8, a8"),
    ],
    ids=lambda value: str(value)[:50],
)
def test_what_is_no_command_is_named(line: str | bytes, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        parse(line)


def test_the_forms_of_the_contract_are_read() -> None:
    """The other ones are read in the rows of this folder, and in the module's own examples."""
    assert [command_of({"do": do}) for do in ("pass", "swap", "agree", "state", "stop")] == [
        Say("--"), Say("swap"), Agree(), Tell(), Stop(),
    ]  # fmt: skip
