"""Diagrams of positions: all that stands on the board is in them, and nothing of it is shown by colour alone."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

from core import games
from core.formats.diagram import Moment
from core.goodwin.options import TinkOptions
from kiebitz.diagrams import moment_svg
from kiebitz.kits import kit_of
from kits.inks import BLACK, PAPER, Ink
from printkit.diagram import Scene, cell_places, draw_position
from printkit.drawing import Area, Disc, Label, Lines, Shape, Stroke
from printkit.svg import svg

SVG = "{http://www.w3.org/2000/svg}"
TABLES: list[tuple[str, dict[str, Any]]] = [
    ("tink", {"players": 4}),
    ("ting", {"players": 3}),
    ("tingle", {}),
    ("tabik", {"board_size": 5}),
    ("tabik", {"board_size": 19}),
    *(("tinker_tactics", {"players": players}) for players in range(2, 7)),
    *(("tinker_tactics", {"players": players, "ring_direction": "counterclockwise"}) for players in range(3, 7)),
]


def moment(name: str, values: dict[str, Any], plies: int = 12) -> Moment:
    game, rng = games.find(name), random.Random(7)
    positions, actions = [game.start(game.options.of(values))], list[str]()
    while len(actions) < plies and (legal := game.actions(positions[-1])):
        actions.append(rng.choice(legal))
        positions.append(game.play(positions[-1], actions[-1]))
    return Moment.of(game, positions, actions, len(actions))


@pytest.mark.parametrize(("name", "values"), TABLES)
def test_all_that_stands_on_the_board_is_drawn_inside_its_page_and_told(name: str, values: dict[str, Any]) -> None:
    now = moment(name, values)
    root = ElementTree.fromstring(moment_svg(now, {"A": "Ada & <Bo>"}))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title", "").startswith(now.game.title)
    assert now.game.format_position(now.position) in root.findtext(f"{SVG}desc", "")
    left, top, width, height = map(float, root.get("viewBox", "").split())
    for element in (*root.iter(f"{SVG}circle"), *root.iter(f"{SVG}text")):
        x, y = (float(element.get(one) or element.get(other) or "nan") for one, other in (("cx", "x"), ("cy", "y")))
        assert left < x < left + width
        assert top < y < top + height
    words = [element.text for element in root.iter(f"{SVG}text")]
    stones = [content for cell, content in now.contents.items() if content != "." and "-" not in cell]
    if name == "tabik":
        blacks = [path for path in root.iter(f"{SVG}path") if path.get("fill") == "#000000"]
        assert len(blacks) == stones.count("b")
        assert "Black (Ada & <Bo>)" in words
        return
    boards = now.position.seats if name == "tinker_tactics" and len(now.position.seats) in (3, 5, 6) else ()
    for seat in now.position.seats:
        owned = sum(content.startswith(seat) for content in stones)
        assert words.count(seat) == owned + (seat in boards) + (seat != "A")
    for value in range(5, 9):
        assert words.count(str(value)) >= sum(content.endswith(f"={value}") for content in stones)


@pytest.mark.parametrize(("name", "values"), TABLES)
def test_the_boards_of_a_table_do_not_lie_on_each_other(name: str, values: dict[str, Any]) -> None:
    """No two cells, be they of two boards, are closer than a cell's side."""
    options, clockwise = games.find(name).options.of(values), values.get("ring_direction") != "counterclockwise"
    centres = [complex(*place.centre) for place in cell_places(kit_of(name, options), clockwise=clockwise).values()]
    assert min(abs(a - b) for a, b in combinations(centres, 2)) == pytest.approx(1.0, abs=0.001)


@pytest.mark.parametrize(("name", "values"), [*TABLES[:4], TABLES[-1]])
def test_every_content_looks_different_without_colour(name: str, values: dict[str, Any]) -> None:
    now = moment(name, values, 0)
    kit = kit_of(name, now.position.options)
    cell = next(cell for cell in now.contents if "-" not in cell)
    looks = {}
    for content in now.game.alphabet(now.position):
        if content != "rod":
            shapes, _ = draw_position(kit, Scene({cell: content}))
            looks[content] = tuple(grey(shapes))
    for one, other in combinations(looks, 2):
        assert looks[one] != looks[other], (one, other)


def grey(shapes: Iterable[Shape]) -> Iterable[Shape]:
    """Yield *shapes* in black and white, as a copying machine would have them."""

    def plain(ink: Ink | None) -> Ink | None:
        return ink and (PAPER if ink.luminance > 0.4 else BLACK)

    def thin(stroke: Stroke | None) -> Stroke | None:
        return stroke and replace(stroke, ink=BLACK)

    for shape in shapes:
        match shape:
            case Area() | Disc():
                yield replace(shape, fill=plain(shape.fill), stroke=thin(shape.stroke))
            case Lines():
                yield replace(shape, stroke=replace(shape.stroke, ink=BLACK))
            case Label():
                yield replace(shape, ink=BLACK)


def test_what_changed_and_what_won_is_marked() -> None:
    kit = kit_of("tink", TinkOptions())
    line = ("c3", "d4", "e5", "f6")
    plain = Scene({**dict.fromkeys(line, "As"), "g7": "."})
    without, _ = draw_position(kit, plain)
    marked, _ = draw_position(kit, replace(plain, changed=("e5", "g7"), lines=(line,)))
    added = [shape for shape in marked if shape not in without]
    assert [type(shape) for shape in added] == [Lines, Area, Area]


def test_shapes_become_elements() -> None:
    shapes: list[Shape] = [
        Area.box((0, 0, 2, 1), BLACK, Stroke(PAPER, 0.5, (1.0, 0.25))),
        Lines((((0, 0), (1, 1)),), Stroke(BLACK, 1)),
        Disc((1, 2), 3, PAPER),
        Label("a < b", (1, 2), 3, BLACK, turn_deg=90),
    ]
    root = ElementTree.fromstring(svg(shapes, (-1, -2, 9, 8), title="T", description="D"))
    assert (root.get("width"), root.get("viewBox")) == ("10mm", "-1 -2 10 10")
    area, lines = root.iter(f"{SVG}path")
    assert (area.get("d"), area.get("stroke-dasharray")) == ("M0,0 L2,0 L2,1 L0,1Z", "1 0.25")
    assert (lines.get("d"), lines.get("fill")) == ("M0,0 L1,1", "none")
    (label,) = root.iter(f"{SVG}text")
    assert (label.text, label.get("transform")) == ("a < b", "rotate(90 1 2)")
