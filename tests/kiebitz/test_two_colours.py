"""Seats with two colours each: read, watched, printed, and called by their names."""

from __future__ import annotations

import base64
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from core.formats.diagram import Moment
from core.games import find
from core.goodwin.options import TinkOptions
from kiebitz import watch
from kiebitz.api.seats import colours_in_play
from kiebitz.diagrams import moment_shapes, moment_svg
from kiebitz.failure import Failure
from kits.inks import INKS, SHOWN
from kits.tink import KIT
from printkit.drawing import Area, Disc
from simulator.table import Table
from tests.kiebitz.conftest import Kiebitz

PAIRS = {"A": "red+yellow", "B": "blue+green"}
GAME = "Sd4 Se5 Sd5 Sf5 Me4-d4-d5 Mf4-e5-f5 Sd3 Sg4 Sc3"
COLOUR_SETS = "colour_sets=A:red+yellow;B:blue+green"


@cache
def pictures() -> tuple[npt.NDArray[np.uint8], ...]:
    """Return a game of Tink in which both players take turns in their two colours, a picture a move."""
    game = find("tink")
    table = Table.draw(
        np.random.default_rng(7), kit=KIT, colours={"A": "red", "B": "blue", "C": "yellow", "D": "green"},
        size=(960, 720),
    )  # fmt: skip
    position, there, played = game.start(game.options.of({})), dict[str, str](), {"A": 0, "B": 0}
    found = [table.picture(there).image]
    for number, action in enumerate(GAME.split(), 1):
        mover, before = str(position.to_move), game.contents(position)
        position = game.play(position, action)
        for cell, content in game.contents(position).items():
            if content == "." != before[cell]:
                there.pop(cell, None)
            elif content != before[cell]:
                there[cell] = {"A": "AC", "B": "BD"}[mover][played[mover] % 2] + content[1:]
                played[mover] += 1
        found.append(table.picture(there, seed=number).image)
    return tuple(found)


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "board.png"
    cv2.imwrite(str(path), pictures()[-1])
    return path


LAST = "8/8/8/8/4AmBmBs1/2AsAs4/8/8 A 0,0 0"


def test_a_picture_is_read_by_the_seats_colours(kiebitz: Kiebitz, picture: Path) -> None:
    told = kiebitz("read", picture, "--game", "tink", "--options", COLOUR_SETS, "--json").json
    assert (told["colours"], told["position"], told["unsure"]) == (PAIRS, LAST, [])


def test_a_person_reads_the_colours_in_words(kiebitz: Kiebitz, picture: Path) -> None:
    words = ("read", str(picture), "--game", "tink", "--colours", "red+yellow,blue+green")
    assert "A is red-and-yellow  B is blue-and-green" in kiebitz(*words).out
    assert "A ist rot-und-gelb  B ist blau-und-grün" in kiebitz(*words, "--language", "de").out


def test_more_colours_than_players_are_asked_about(kiebitz: Kiebitz, picture: Path) -> None:
    told = json.loads(kiebitz("read", str(picture), "--game", "tink", "--players", "2", "--json").out)
    assert "several" in [warning["code"] for warning in told["warnings"]]
    assert told["unsure"]
    assert "+" not in "".join(told["colours"].values())


SAID = ["A plays red-and-yellow.", "B plays blue-and-green."]
"""Of colours that nobody named; turns tell whose they are."""


@pytest.mark.thinned(2)
@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"players": 2}, SAID),
        ({"colours": PAIRS}, []),
        ({"options": {"colour_sets": {"A": ["red", "yellow"], "B": ["blue", "green"]}}}, []),
    ],
)
def test_a_game_of_two_colours_each_is_followed(how: dict[str, Any], said: list[str]) -> None:
    events = list(watch(pictures(), "tink", **how))
    assert [event.fields["action"] for event in events if event.kind == "move"] == GAME.split()
    assert {"illegal", "joined"}.isdisjoint(event.kind for event in events)
    told = [event.fields.get("message") for event in events if event.kind == "state"]
    assert [text for text in told if text and "-and-" in text] == said


def test_declared_colours_let_nobody_join() -> None:
    events = watch(pictures()[:4], "tink", colours={"A": "red", "B": "blue"})
    assert "joined" not in {event.kind for event in events}


def test_the_option_and_the_names_agree() -> None:
    options = find("tink").options.parse(COLOUR_SETS)
    assert colours_in_play(options, {}) == PAIRS
    assert colours_in_play(options, {"A": "yellow+red"})["A"] == "yellow+red"
    with pytest.raises(Failure, match="colour_sets gives A red\\+yellow, and A=red is named"):
        colours_in_play(options, {"A": "red"})
    with pytest.raises(Failure, match="blue is named for two seats"):
        colours_in_play(options, {"C": "blue"})


def test_a_kit_is_printed_in_two_inks(kiebitz: Kiebitz, tmp_path: Path) -> None:
    out = str(tmp_path / "tink.pdf")
    assert (
        "Red-and-yellow pieces for player A"
        in kiebitz("print", "tink", "--colours", "A=red+yellow,B=blue+green", "--out", out).out
    )
    refused = kiebitz("print", "tink", "--colours", "A=yellow+clear", "--out", out)
    assert (refused.status, refused.err.count("\n")) == (2, 1)
    assert "no ink prints pieces that are clear" in refused.err
    assert "yellow is named for two seats" in kiebitz("print", "tink", "--colours", "A=red+yellow", "--out", out).err


def test_a_stash_is_three_and_two_two_and_two_and_one() -> None:
    kit = KIT.printed_in({"A": (INKS["red"], INKS["yellow"])})
    counts = {kind: [kit.count_of("A", kind, ink) for ink in kit.inks_of("A")] for kind in "sml"}
    assert counts == {"s": [3, 2], "m": [2, 2], "l": [0, 1]}
    assert [kit.count_of("B", kind, kit.inks["B"]) for kind in "sml"] == [5, 4, 1]


RECORD = """[Game "tink"]
[Options "players=3"]
[A "blue+clear"]
[B "yellow"]

1. Sd4 Se5 Sd5 *
"""


def fills(svg: str) -> set[str]:
    return set(re.findall(r'fill="(#[0-9a-f]{6})"', svg))


def test_a_diagram_shows_the_colours_that_are_played(kiebitz: Kiebitz, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text(RECORD)
    svg = kiebitz("export", str(record), "--to", "svg").out
    assert "A (blue-and-clear)" in svg
    assert {INKS["blue"].hex, SHOWN["clear"].hex, INKS["yellow"].hex, INKS["green"].hex} <= fills(svg)
    assert INKS["red"].hex not in fills(svg)
    record.write_text(RECORD.replace('[B "yellow"]\n', "").replace("blue+clear", "yellow"))
    assert {INKS["red"].hex, INKS["yellow"].hex} <= fills(kiebitz("export", str(record), "--to", "svg").out)


def test_colours_of_the_rules_are_drawn_too() -> None:
    game = find("tink")
    start = game.start(game.options.parse(COLOUR_SETS))
    svg = moment_svg(Moment(game, game.play(start, "Sd4")), {"A": "Ada"})
    assert {INKS[colour].hex for colour in ("red", "yellow", "blue", "green")} <= fills(svg)
    assert "A (Ada)" in svg


def test_every_picture_of_a_game_shows_them(kiebitz: Kiebitz, tmp_path: Path) -> None:
    record, out = tmp_path / "game.txt", tmp_path / "picture"
    record.write_text(RECORD)
    kiebitz("export", str(record), "--to", "html", "--out", str(out))
    last = re.findall(r"data:image/svg\+xml;base64,([^\"]+)", out.read_text())[-1]
    assert {INKS["blue"].hex, SHOWN["clear"].hex} <= fills(base64.b64decode(last).decode())
    for form in ("png", "gif"):
        kiebitz("export", str(record), "--to", form, "--out", str(out))
        with Image.open(out) as image:
            image.seek(getattr(image, "n_frames", 1) - 1)
            pixels = np.asarray(image.convert("RGB"), dtype=np.int64)
        for colour in ("blue", "clear"):
            assert np.abs(pixels - SHOWN[colour].rgb).sum(axis=2).min() <= 12, (form, colour)
    shapes, _ = moment_shapes(Moment(find("tink"), find("tink").start(TinkOptions())), {"A": "clear+black"})
    assert {SHOWN["clear"], INKS["black"]} <= {shape.fill for shape in shapes if isinstance(shape, Area | Disc)}
