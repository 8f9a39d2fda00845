"""docs/table-api.json tells the very routes that the screen serves, and its answers are as it says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from kiebitz.screen.access import API, Tokens
from kiebitz.screen.app import api_routes
from kiebitz.screen.asked import ask_of
from kiebitz.screen.desk import Desk
from kiebitz.screen.feed import Feed
from kiebitz.screen.pairing import Pairing
from kiebitz.table.controls import command_of
from tests.docs.pages import ROOT

PAGE: dict[str, Any] = json.loads((ROOT / "docs" / "table-api.json").read_text(encoding="utf-8"))


def told() -> Iterator[tuple[str, str]]:
    """Yield method and path of every request in the document."""
    for path, operations in PAGE["paths"].items():
        for method in operations:
            yield method.upper(), path


def example(path: str) -> Any:
    return PAGE["paths"][path]["post"]["requestBody"]["content"]["application/json"]["example"]


def test_every_route_is_told_and_no_other() -> None:
    routes = api_routes(Feed(), Desk(Feed()), Pairing("", "", ""))
    served = {(method, route.path.removeprefix(API[:-1])) for route in routes for method in route.methods or ()}
    assert {pair for pair in served if pair[0] != "HEAD"} == set(told())


def test_where_nothing_has_begun_the_state_is_as_it_says() -> None:
    check(Desk(Feed()).state(), "State")


@pytest.mark.parametrize(("path", "name"), [("/commands", "Command"), ("/tables", "Table")])
def test_the_examples_are_what_it_says_and_are_understood(path: str, name: str) -> None:
    check(example(path), name)
    assert (command_of if name == "Command" else ask_of)(example(path))


def test_every_role_of_a_token_is_named() -> None:
    assert all(f"`{role}`" in PAGE["info"]["description"] for role in Tokens.__dataclass_fields__)


def check(value: Any, name: str) -> None:
    jsonschema.validate(value, {"$ref": f"#/components/schemas/{name}", "components": PAGE["components"]})
