"""What `locate`, `read` and `check` answer about a picture, in the form that programs rely on, in every game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import pytest

from core.games import find, names
from core.reading import EMPTY, is_edge
from kiebitz.watching.pretend_table import PretendTable, moments
from kiebitz.watching.scripts import script_of
from tests.kiebitz.conftest import Kiebitz


@pytest.fixture(scope="module", params=names())
def pictured(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path, str]:
    """Return a game, a picture of the end of its demo, and the position there."""
    name = request.param
    script, game = script_of(name), find(name)
    position = game.parse_position(script.start, script.options) if script.start else game.start(script.options)
    for action in script.actions:
        position = game.play(position, action)
    image = PretendTable(name).table.picture(list(moments(name))[-1].contents, seed=7).image
    path = tmp_path_factory.mktemp("forms") / f"{name}.png"
    cv2.imwrite(str(path), image)
    return name, path, game.format_position(position)


def typed(name: str, path: Path) -> list[str]:
    rules = script_of(name).options.changed()
    options = ["--options", ",".join(f"{option}={value}" for option, value in rules.items())] if rules else []
    return [str(path), "--game", name, *options, "--json"]


def check_found(told: dict[str, Any]) -> None:
    assert told["found"] is True
    assert told["method"] in ("tags", "lattice", "manual")
    assert told["error_px"] >= 0
    assert told["seconds"] >= 0
    assert [len(point) for point in told["corners_px"]] == [2, 2, 2, 2]


def test_read(kiebitz: Kiebitz, pictured: tuple[str, Path, str]) -> None:
    name, path, known = pictured
    told = kiebitz("read", *typed(name, path), "--position", known).json
    check_found(told)
    game, options = find(name), script_of(name).options
    position = game.parse_position(known, options)
    holds = {cell: content for cell, content in game.contents(position).items() if content != EMPTY}
    assert told["position"] == known
    cells = told["dice"] if name == "tinker_tactics" else told["cells"]
    seen = {cell: _content(entry) for cell, entry in cells.items()}
    assert {cell: content for cell, content in seen.items() if content != EMPTY} == {
        cell: content for cell, content in holds.items() if not is_edge(cell)
    }
    rods = {edge for edge, entry in told.get("edges", {}).items() if entry["is"] == "rod"}
    assert rods == {edge for edge in holds if is_edge(edge)}
    for entry in (*cells.values(), *told.get("edges", {}).values()):
        assert 0 <= entry["p"] <= 1
        assert all(isinstance(other, str) and 0 <= p <= 1 for other, p in entry.get("next", ()))
    assert (set(told["unsure"]) | set(told["covered"])) <= set(game.cells(position))
    assert all(set(warning) >= {"code", "message"} for warning in told["warnings"])
    if name != "tabik":
        assert {content[0] for content in holds.values()} <= set(told["colours"]) <= set(position.seats)


def _content(entry: dict[str, Any]) -> str:
    return f"{entry['owner']}{entry['kind']}={entry['value']}" if "owner" in entry else str(entry["is"])


def test_check(kiebitz: Kiebitz, pictured: tuple[str, Path, str]) -> None:
    name, path, known = pictured
    told = kiebitz("check", *typed(name, path), "--position", known).json
    check_found(told)
    outcome = find(name).outcome(find(name).parse_position(known, script_of(name).options))
    if told["result"] is not None or outcome is not None:
        assert set(told["result"]) == {"winners", "reason"}
    assert isinstance(told["lines"], list)
    assert isinstance(told["threats"], list)
    assert all(set(fault) >= {"code", "message"} for fault in told["faults"])
    if outcome is not None and outcome.reason == "line":
        (line,) = told["lines"]
        assert [told["cells"][cell]["is"][0] for cell in line] == 4 * list(outcome.winners)
