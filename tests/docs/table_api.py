"""What docs/table-api.json says of requests and answers, and whether they are so."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any
from urllib.parse import unquote

import httpx
import jsonschema

from tests.docs.pages import ROOT

PAGE: dict[str, Any] = json.loads((ROOT / "docs" / "table-api.json").read_text(encoding="utf-8"))
PREFIX = "/api/v1"
_EVERYWHERE = {403, 404, 405, 421}
"""What a request to no route of the document is answered with."""


def operations() -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Yield method, path and description of every request in the document."""
    for path, methods in PAGE["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def address(path: str) -> str:
    """Return *path* with the document's examples in its places, without the slash before it."""
    given = {each["name"]: each["example"] for each in _parameters(path) if each["in"] == "path"}
    return re.sub(r"\{(\w+)\}", lambda hole: str(given[hole[1]]), path).lstrip("/")


def _parameters(path: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = next(iter(PAGE["paths"][path].values())).get("parameters", [])
    return found


def json_body(operation: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return schema and example of the JSON that *operation* takes; None if it takes none."""
    found: Mapping[str, Any] | None = operation.get("requestBody", {}).get("content", {}).get("application/json")
    return found


def fits(value: Any, schema: Any) -> bool:
    """Return whether *value* is as *schema* says."""
    return bool(_validator(json.dumps(schema)).is_valid(value))


def check(value: Any, schema: Any) -> None:
    """Raise if *value* is not as *schema* says, or has a field that it does not name."""
    _validator(json.dumps(_closed(schema)), closed=True).validate(value)


def check_answer(answer: httpx.Response) -> None:
    """Raise if the document does not say that its request may be answered so."""
    found = _operation(answer.request.method, unquote(answer.request.url.path))
    if found is None:
        assert answer.status_code in _EVERYWHERE, f"{answer.request.url} is answered {answer.status_code}"
        return
    told = found["responses"].get(str(answer.status_code))
    assert told is not None, f"{answer.request.method} {answer.request.url}: {answer.status_code} is not documented"
    kind = answer.headers.get("content-type", "").partition(";")[0]
    contents = told.get("content", {})
    assert kind in (contents or [""]), f"{answer.request.url} is answered with {kind}"
    if kind == "application/json" and contents[kind]["schema"].get("format") != "binary":
        answer.read()
        check(answer.json(), contents[kind]["schema"])


def _operation(method: str, path: str) -> Mapping[str, Any] | None:
    for named, pattern, operation in _patterns():
        if named == method and pattern.fullmatch(path.removeprefix(PREFIX)):
            return operation
    return None


@cache
def _patterns() -> list[tuple[str, re.Pattern[str], Mapping[str, Any]]]:
    found = [(method, re.sub(r"\{\w+\}", "[^/]+", path), operation) for method, path, operation in operations()]
    literal_first = sorted(found, key=lambda each: each[1].count("[^/]+"))
    return [(method, re.compile(pattern), operation) for method, pattern, operation in literal_first]


@cache
def _validator(schema: str, *, closed: bool = False) -> Any:
    components = _closed(PAGE["components"]) if closed else PAGE["components"]
    return jsonschema.Draft202012Validator({**json.loads(schema), "components": components})


def _closed(schema: Any) -> Any:
    """Return *schema* with every object limited to the fields it names, unless it says what else it may have."""
    if isinstance(schema, list):
        return [_closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: _closed(each) for key, each in schema.items()}
    if schema.get("type") == "object" and "properties" in schema:
        found.setdefault("additionalProperties", False)
    return found
