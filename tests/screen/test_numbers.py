"""Numbers from outside, at every door: however odd, they are answered in words, and the table goes on."""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Iterator, Mapping
from typing import Any

import httpx
import pytest

from kiebitz.table.inputs import Misheard
from kiebitz.watching.attending import commands_in
from tests.docs.table_api import PAGE, PREFIX, address, json_body, operations
from tests.screen.conftest import Served, see_empty_board

ODD: tuple[Any, ...] = (
    10**400, -(10**400), math.inf, -math.inf, math.nan, 2**63, -1, 0, 1.5, 1e300, "9" * 400, True, None, [], {}, [[1]],
)  # fmt: skip
BODIES = sorted(
    ((method, path, operation) for method, path, operation in operations() if json_body(operation)),
    key=lambda one: one[1] == "/tables",
)
"""Every request with a body; last the one that begins tables, for others are asked at one."""
Steps = tuple[str | int, ...]


@pytest.fixture(scope="module")
def table(served: Served) -> Served:
    """Return a server with a table at which a game has begun."""
    with served.client() as client:
        see_empty_board(client, {"game": "tink"})
    return served


def places(value: Any) -> Iterator[Steps]:
    """Yield the way to every part of the JSON *value*, and to itself."""
    yield ()
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inside:
        yield from ((key, *rest) for rest in places(part))


def changed(value: Any, steps: Steps, odd: Any) -> Any:
    """Return *value* with *odd* in the place that *steps* lead to."""
    if not steps:
        return odd
    made = copy.copy(value)
    first, *rest = steps
    made[first] = changed(made[first], tuple(rest), odd) if rest else odd
    return made


def fields(schema: Mapping[str, Any]) -> list[str]:
    """Return the fields that an object of *schema* may have."""
    if "$ref" in schema:
        schema = PAGE["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    named = list(schema.get("properties", {}))
    return named + [
        name for key in ("oneOf", "anyOf", "allOf") for each in schema.get(key, ()) for name in fields(each)
    ]


@pytest.mark.parametrize(("method", "path", "operation"), BODIES, ids=[path for _, path, _ in BODIES])
def test_odd_numbers_in_a_body_are_answered_in_words(
    table: Served, method: str, path: str, operation: Mapping[str, Any]
) -> None:
    body = json_body(operation)
    assert body is not None
    example = body["example"]
    bodies = [changed(example, steps, odd) for steps in places(example) for odd in ODD]
    bodies += [{**example, name: odd} for name in fields(body["schema"]) if name not in example for odd in ODD]
    wrong = []
    with httpx.Client(trust_env=False, timeout=60) as one:
        for sent in bodies:
            answer = one.request(
                method, f"{table.origin}{PREFIX}/{address(path)}", content=json.dumps(sent),
                headers={"X-Kiebitz": table.screen.tokens.table},
            )  # fmt: skip
            if answer.status_code >= 500 or "object has no" in answer.text or "object is not" in answer.text:
                wrong.append((json.dumps(sent)[:100], answer.status_code, answer.text[:100]))
    assert not wrong


@pytest.mark.parametrize("odd", ["9" * 400, "-1", "1e400", "nan", "٣", "0x10"])
def test_odd_numbers_in_an_address_are_answered(served: Served, odd: str) -> None:
    with httpx.Client(trust_env=False, timeout=30, headers={"X-Kiebitz": served.screen.tokens.table}) as one:
        for path in (
            f"events/{odd}/before.jpg", f"cameras/{odd}/newest", f"kept/{odd}", f"kept/1/events/{odd}/after.jpg",
            f"lessons/tink/{odd}", f"puzzles/tink/{odd}", f"kits/tink/{odd}.svg", f"rules/{odd}", f"cells/{odd}",
        ):  # fmt: skip
            assert one.get(f"{served.origin}{PREFIX}/{path}").status_code in (200, 404, 405), path
        assert one.head(f"{served.origin}{PREFIX}/events?since={odd}").status_code in (200, 400)


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_a_command_with_an_odd_number_is_one_misheard_line_and_the_next_is_obeyed(odd: Any) -> None:
    commands: list[dict[str, Any]] = [
        {"do": "corners", "corners_px": [[odd, 0], [9, 0], [9, 9], [0, 9]]},
        {"do": "corners", "corners_px": [odd, [9, 0], [9, 9], [0, 9]]},
        {"do": "corners", "corners_px": odd},
        {"do": "correct", "cells": {"e4": odd}},
        {"do": "turn", "seat": odd if not isinstance(odd, str) else 7},
        {"do": "takeback", "plies": odd if odd not in (10**400, 2**63) else "many"},
        {"do": odd},
    ]
    lines = b"".join(json.dumps(command).encode() + b'\n{"do":"state"}\n' for command in commands)
    heard = list(commands_in(iter([lines, b""]).__next__))
    assert len(heard) == 2 * len(commands)
    told = [each for each in heard[::2] if isinstance(each, Misheard)]
    assert len(told) >= len(commands) - 2  # some are numbers like others where they stand
    assert all("\n" not in each.message and len(each.message) < 300 for each in told)
    assert not any(isinstance(each, Misheard) for each in heard[1::2])
