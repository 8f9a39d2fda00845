"""docs/table-api.json tells the very routes that the screen serves, and what they take and answer."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import httpx
import jsonschema
import pytest

from core.games import names
from kiebitz.archive.crop_files import crop_file, crops_folder
from kiebitz.archive.exports import FORMS
from kiebitz.home import games_folder
from kiebitz.screen.app import api_routes
from kiebitz.screen.doors import access
from kiebitz.screen.doors.access import API, LARGEST_BODY, Tokens
from kiebitz.screen.doors.pairing import Pairing
from kiebitz.screen.doors.taking_in import TakingIn
from kiebitz.screen.live.desk import Desk
from kiebitz.screen.live.feed import Feed
from kiebitz.screen.views import reviewing
from printkit.paper import PAPERS
from tests.docs.table_api import PAGE, address, check, fits, json_body, operations
from tests.screen.conftest import Served, drawn_once, served
from tests.screen.kept_game import ILLEGAL, WON, keep, moves
from tests.screen.test_api import jpeg
from tests.screen.test_kits_api import waited_for

__all__ = ["drawn_once", "served"]
STEP_S = 60.0
"""The pretend table shows its first position for all that time."""
ODD: tuple[Any, ...] = (None, True, 1, -1, 2.5, "", "x", [], ["x"], [1], {}, {"x": "y"}, {"x": 1})
TAKING = [(path, body) for _, path, operation in operations() if (body := json_body(operation))]
EXAMPLES = sorted(
    ((method, path) for method, path, _ in operations() if path != "/events"), key=lambda one: one[0] == "DELETE"
)
"""Every request but that for the stream of events, which never ends: what follows it checks it, in tests/screen."""
NONE_HERE = (
    "/cameras/{number}/newest", "/speech", "/frames/newest", "/events/{n}/{when}.jpg", "/lens/kept", "/sheets",
    "/signatures", "/teach/looks", "/teach/kept", "/twin/picture", "/others/{n}.jpg",
)  # fmt: skip
"""Refused without a camera, a voice, a picture, a lens, a taught table, a score sheet, a result or another table."""


@pytest.fixture(scope="module")
def client(served: Served) -> Iterator[httpx.Client]:
    """Return a client of a table, with a kept game and a drawn kit; it checks every answer."""
    path = keep(games_folder(), *moves(*WON[:2]), ILLEGAL, *moves(*WON)[2:])
    crops_folder(path).mkdir()
    crop_file(path, 3, "before").write_bytes(jpeg(8, 8))
    with served.client() as one, pytest.MonkeyPatch.context() as patch:
        patch.setattr(access, "_SLOWED_S", 0.0)  # tests/screen/test_hostile.py measures it
        patch.setattr(reviewing, "EACH_S", 0.1)
        one.post("kits", json=PAGE["paths"]["/kits"]["post"]["requestBody"]["content"]["application/json"]["example"])
        assert waited_for(one)["state"] == "done"
        yield one


def test_every_route_is_told_and_no_other() -> None:
    async def switch(_: bool) -> None: ...

    routes = api_routes(Feed(), Desk(Feed()), lambda: Pairing("", "", ""), switch, TakingIn())
    found = {(method, route.path.removeprefix(API[:-1])) for route in routes for method in route.methods or ()}
    assert {pair for pair in found if pair[0] != "HEAD"} == {(method, path) for method, path, _ in operations()}


def test_where_nothing_has_begun_the_state_is_as_it_says() -> None:
    check({**Desk(Feed()).state(), "role": "table"}, {"$ref": "#/components/schemas/State"})


def test_an_answer_with_a_field_more_or_less_is_told_from_one_as_documented() -> None:
    schema = {"$ref": "#/components/schemas/Kit"}
    kit: dict[str, Any] = {"state": "none", "kit": 0, "sheets": [], "serves": "", "message": ""}
    check(kit, schema)
    for wrong in ({**kit, "more": 1}, {**kit, "kit": "0"}, {key: kit[key] for key in ("state", "kit")}):
        with pytest.raises(jsonschema.ValidationError):
            check(wrong, schema)


@pytest.mark.parametrize(("method", "path"), EXAMPLES)
def test_what_the_document_gives_as_an_example_is_answered_as_it_says(
    client: httpx.Client, served: Served, method: str, path: str
) -> None:
    body = json_body(PAGE["paths"][path][method.lower()])
    if path in ("/bots", "/commands", "/others", "/corrections", "/hints", "/sentences", "/teaching"):
        see_a_game(client)
    if path == "/frames":
        client.post("tables", json={"game": "tink"})
    given: dict[str, Any] = {"json": body["example"]} if body else {}
    if path == "/hand":
        given |= own_phone(client, served)
    if path.startswith("/twin"):
        see_a_game(client)
        given |= {"headers": {"X-Kiebitz": served.screen.tokens.twin}}
    answer = client.request(
        method, address(path), **(given or {"content": jpeg(320, 240) if method == "POST" else None})
    )
    assert answer.is_success or (path in NONE_HERE and answer.status_code in (400, 404, 409))


def own_phone(client: httpx.Client, served: Served) -> dict[str, Any]:
    """Begin a game that begins with a roll; return with what headers the own phone of seat A asks."""
    client.post("tables", json={"game": "tinker_tactics"}).raise_for_status()
    deadline = time.monotonic() + 20
    headers = {"X-Kiebitz": served.screen.tokens.of_seat("A")}
    while client.get("hand", headers=headers).status_code == 400:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return {"headers": headers}


def see_a_game(client: httpx.Client) -> None:
    """Wait for the first position of the pretend table's game, which begins if there is none."""
    if not client.get("state").json()["position"]:
        client.post("tables", json={"game": "tink", "source": "demo"})
    for _ in range(400):
        if client.get("state").json()["position"]:
            return
        time.sleep(0.02)
    raise AssertionError("the pretend table shows no position")


@pytest.mark.parametrize(("path", "body"), TAKING, ids=[path for path, _ in TAKING])
def test_what_the_document_forbids_is_refused(
    client: httpx.Client, served: Served, path: str, body: dict[str, Any]
) -> None:
    example, schema = body["example"], body["schema"]
    assert fits(example, schema)
    named = {**_fields(schema), "surplus": {}}
    tried = [{**example, name: odd} for name in named for odd in ODD]
    tried += [{name: value for name, value in example.items() if name != left_out} for left_out in example]
    forbidden = [value for value in (*tried, [], "x", 1) if not fits(value, schema)]
    assert forbidden
    tokens = served.screen.tokens
    headers = {"X-Kiebitz": tokens.twin if path == "/twin" else tokens.table}
    taken = [value for value in forbidden if client.post(address(path), json=value, headers=headers).status_code != 400]
    assert taken == []


def _fields(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of *schema*, or of the component that it refers to."""
    found = PAGE["components"]["schemas"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    every = [found, *found.get("oneOf", ())]
    return {name: each for one in every for name, each in one.get("properties", {}).items()}


@pytest.mark.parametrize(("method", "path"), [(method, path) for method, path, _ in operations()])
def test_strangers_and_floods_are_refused_as_documented(
    client: httpx.Client, served: Served, method: str, path: str
) -> None:
    asked = [(403, {"X-Kiebitz": "wrong"}), (421, {"Host": "x"})]
    if "requestBody" in PAGE["paths"][path][method.lower()]:
        asked.append((413, {"X-Kiebitz": served.screen.tokens.twin} if path.startswith("/twin") else {}))
    for status, headers in asked:
        answer = client.request(
            method, address(path), headers=headers, content=bytes(LARGEST_BODY + 1) if status == 413 else None
        )
        assert answer.status_code == status


@pytest.mark.parametrize(
    "path",
    ["kept/99", "kept/1/exports/doc", "kept/1/exports/html?language=xx", "rules/chess", "lessons/chess",
     "kits/9/kit.pdf", "kits/1/99.svg", "events?since=x", "events/99/after.jpg", "kept/1/events/9/after.jpg",
     "kept/99/review"],
)  # fmt: skip
def test_what_is_not_there_is_answered_as_documented(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert answer.is_client_error


def test_the_lists_of_papers_and_forms_are_those_of_the_program() -> None:
    assert PAGE["components"]["schemas"]["KitAsk"]["properties"]["paper"]["enum"] == list(PAPERS)
    asked = PAGE["paths"]["/kept/{id}/exports/{form}"]["get"]
    (form,) = (each for each in asked["parameters"] if each["name"] == "form")
    assert sorted(form["schema"]["enum"]) == sorted(("html", *FORMS))
    assert {each.kind.partition(";")[0] for each in FORMS.values()} <= asked["responses"]["200"]["content"].keys()


@pytest.mark.parametrize("game", names())
def test_rules_and_lesson_of_every_game_are_as_documented(client: httpx.Client, game: str) -> None:
    assert client.get(f"rules/{game}").is_success
    assert client.get(f"lessons/{game}").is_success


def test_every_role_of_a_token_is_named() -> None:
    assert all(f"`{role}`" in PAGE["info"]["description"] for role in Tokens.__dataclass_fields__)
