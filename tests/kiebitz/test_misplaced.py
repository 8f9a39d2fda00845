"""A piece that lies wrong before a camera: named as a hint, and the move is announced once it is put right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from calibration.places import Place
from core.games import find
from core.reading import Misplaced
from kiebitz.eye.seer import Seer
from kiebitz.language.catalogue import language
from kiebitz.pictures.frame import Frame, Image
from kiebitz.screen.views.standing import asking
from kiebitz.screen.views.words import sentence
from kiebitz.table.events import Event, narrate
from kits import tink
from simulator.backdrop import backdrop
from simulator.draw import draw_scene
from simulator.misplaced import with_misplaced
from simulator.render import render
from simulator.scene import How, Scene
from tests.kiebitz.refereeing import refereed

TINK: Any = find("tink")
PLAYED = ("Sc3", "Sf6", "Sd5", "Sb6")
COLOURS = {"A": "red", "B": "green"}
HINT = Event(
    "hint", 3, 3.0, {"code": "GEN-3", "cells": ["d4", "d5"],
                     "message": "Which cell is the piece between d4 and d5 on? Please centre it."},
)  # fmt: skip


def _positions() -> list[Any]:
    found = [TINK.start(TINK.options())]
    for action in PLAYED:
        found.append(TINK.play(found[-1], action))
    return found


def _table() -> Scene:
    contents = {cell: content for cell, content in TINK.contents(_positions()[-1]).items() if content != "."}
    return draw_scene(
        np.random.default_rng(3), tier="easy", kit=tink.KIT, contents=contents, colours=COLOURS, style="kit",
        paper=True, hand=False, loose=False,
    )  # fmt: skip


def _wrong(scene: Scene, how: How) -> Scene:
    """Return *scene* with the piece that was played last, and no other, lying wrong."""
    for seed in range(60):
        made = with_misplaced(np.random.default_rng(seed), scene, 1, (how,))
        if {piece.cell for piece in scene.pieces} - {piece.cell for piece in made.pieces} == {"b6"}:
            return made
    raise AssertionError("the piece on b6 was never chosen")


class CountingSeer(Seer):
    """Counts how often it is asked for pieces that lie wrong."""

    asked = 0

    def misplaced(self, image: Image, place: Place, cells: Sequence[str]) -> tuple[Misplaced, ...]:
        self.asked += 1
        return super().misplaced(image, place, cells)


def _told(how: How) -> tuple[Scene, int, list[list[Event]]]:
    """Return the table with the last piece lying wrong, how often the judge was asked, and what is said of it.

    Of the table before, of the piece so, and put right.
    """
    scene = _table()
    before = replace(scene, pieces=tuple(piece for piece in scene.pieces if piece.cell != "b6"))
    behind = backdrop(scene)
    wrong = _wrong(scene, how)
    images: list[Image] = [render(each, behind=behind).image for each in (before, wrong, scene)]
    seer = CountingSeer(tink.KIT)
    referee = refereed(TINK, seer, TINK.options(), positions=_positions()[:-1], colours=COLOURS)
    told = [list(referee.take(Frame(image, n, float(n), own_moment=True))) for n, image in enumerate(images)]
    return wrong, seer.asked, told


def test_it_is_named_and_then_the_move_is_told() -> None:
    wrong, asked, told = _told("line")
    assert [(event.kind, event.fields["code"]) for event in told[1]] == [("hint", "GEN-3")]
    assert set(told[1][0].fields["cells"]) <= set(wrong.misplaced[0].cells)
    assert [event.fields["action"] for event in told[2]] == ["Sb6"]
    assert asked == 1, "of the piece across a line; put right, it has moved"


def test_a_move_that_is_read_beyond_doubt_is_told_though_its_piece_is_on_its_side() -> None:
    _, asked, told = _told("side")
    assert [event.fields["action"] for event in told[1]] == ["Sb6"]
    assert told[2] == []
    assert asked == 1, "of the piece put right, which has moved before"


def test_terminal_and_page_show_it_until_a_move_is_told() -> None:
    assert narrate(HINT, {}) == "  ?  Which cell is the piece between d4 and d5 on? Please centre it. [GEN-3]"
    assert "Auf welchem Feld" in narrate(HINT, {}, language("de"))
    assert sentence(TINK, HINT, {}).startswith("Which cell is the piece")
    line = {**HINT.as_json(), "n": 4}
    assert asking([line]) == line
    assert asking([line, {"event": "move", "n": 5}]) is None
    assert asking([{"event": "hint", "seat": "A", "rung": 1, "n": 4}]) is None
