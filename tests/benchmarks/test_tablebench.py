"""The open benchmark: printed kits are what is printed, and answers are scored as its README says."""

from __future__ import annotations

import json
import math
import random
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from kits.kit import Kit
from printkit.book import draw_kit
from printkit.drawing import Sheet
from printkit.job import Job
from tablebench import __main__ as command
from tablebench.cast import cast_of, frames_in
from tablebench.games import draw_game
from tablebench.positions import Piece
from tablebench.printed import PRINTED, Mesh, board_meshes, folded_pieces, kit_for, print_table
from tablebench.scoring import Answer, GameScore, StillScore, Told, answers_in, score_game, score_still, table
from tablebench.truths import Played, Shot, Still, games_in, stills_in

FOLDED = ("tink", "tingle")


@cache
def kit(game: str) -> Kit:
    return kit_for(game, 6)


@cache
def sheets(game: str) -> tuple[Sheet, ...]:
    return draw_kit(kit(game), Job(portions=("board", "pieces")), kit(game).seats[:2]).sheets


def off(mesh: Mesh) -> float:
    """Return by how many mm an edge's length in space and on paper differ at most."""
    worst = 0.0
    for face, printed in zip(mesh.faces, mesh.printed, strict=True):
        for (i, p), (j, q) in pairwise([*zip(face, printed, strict=True), (face[0], printed[0])]):
            worst = max(worst, abs(math.dist(mesh.vertices[i], mesh.vertices[j]) - math.dist(p, q)))
    return worst


@pytest.mark.parametrize("game", PRINTED)
def test_the_parts_of_the_board_cover_it(game: str) -> None:
    meshes = list(board_meshes(kit(game), sheets(game)))
    corners = np.array([vertex for mesh in meshes for vertex in mesh.vertices])
    band, plan = kit(game).band_mm, kit(game).plan
    assert np.allclose(corners[:, :2].min(axis=0), (-band, -band))
    assert np.allclose(corners[:, :2].max(axis=0), (plan.width_mm + band, plan.height_mm + band))
    assert all(off(mesh) < 1e-6 for mesh in meshes)


@pytest.mark.parametrize("game", FOLDED)
def test_pyramids_are_folded_without_stretching(game: str) -> None:
    seats = {"red": "A", "yellow": "B"}
    there = [Piece("b2", "pyramid", colour, size=size) for colour in seats for size in ("small", "medium", "large")]
    on_board, beside = folded_pieces(kit(game), sheets(game), seats, there, np.random.default_rng(1))
    assert len(on_board) + len(beside) == 2 * sum(kit(game).stock.values())
    assert all(off(mesh) < 1.5 for mesh in (*on_board, *beside))


@pytest.mark.thinned(2)
@pytest.mark.parametrize("game", FOLDED)
def test_a_printed_table_has_a_folded_piece_for_each_of_the_cast(game: str, tmp_path: Path) -> None:
    print_table(game, 3, tmp_path, plays=True)
    told = json.loads((tmp_path / "printed.json").read_text(encoding="utf-8"))
    cast = cast_of(frames_in(tmp_path, game, random.Random(0)))
    assert len(told["pieces"]) == len(cast.position.pieces) > 0
    assert set(cast.position.players) == {"red", "yellow"}
    for piece, mesh in zip(cast.position.pieces, told["pieces"], strict=True):
        x, y = cast.position.plan.centre_mm(piece.cell)
        tip = mesh["vertices"][-1]
        assert math.dist(tip[:2], (x, cast.position.plan.height_mm - y)) < cast.position.plan.pitch_mm / 2
        assert tip[2] > 10
        assert (tmp_path / mesh["image"]).exists()


def still(**contents: str) -> Still:
    cells = {f"{file}{rank}": "." for file in "ab" for rank in (1, 2)}
    return Still("x", "tink", 2, 2, 2, False, cells | contents)


def test_colours_may_have_any_letters_and_a_board_without_labels_any_side() -> None:
    there = still(a1="As", b1="Bl")
    assert score_still(there, Answer({"a1": "As", "b1": "Bl"})) == StillScore(True, 4, 0, 0)
    assert score_still(there, Answer({"a1": "Bs", "b1": "Al"})) == StillScore(True, 4, 0, 0)
    turned = Answer({"a2": "As", "a1": "Bl"})
    assert score_still(there, turned) == StillScore(True, 4, 0, 0)
    labelled = Still("x", "tink", 2, 2, 2, True, there.contents)
    assert score_still(labelled, turned) == StillScore(True, 1, 3, 0)
    assert score_still(there, Answer({"a1": "As", "b1": "Bm"}, frozenset({"b1"}))) == StillScore(True, 3, 0, 1)
    assert score_still(there, Answer({"a1": "As", "b2": "Bl"})) == StillScore(True, 2, 2, 0)
    assert score_still(there, None) == StillScore(False, 0, 0, 0)


def played(number: int) -> Played:
    game = draw_game("tink", number)
    shots = [each["sequence"] for each in game.frames]
    return Played(
        "g",
        "tink",
        len(game.colours),
        game.columns,
        shots[0]["position"],
        tuple(Shot(shot["kind"], shot["code"], tuple(shot["moves"])) for shot in shots),
    )


def test_a_game_is_scored_by_where_it_stands_after_each_move() -> None:
    game = played(1)
    told = []
    for frame, shot in enumerate(game.shots):
        told += [Told(frame, "move", move) for move in shot.moves]
        if shot.code:
            told.append(Told(frame, "illegal", shot.code))
    moves = sum(each.event == "move" for each in told)
    assert score_game(game, told) == GameScore(moves, moves, 1, 1, 1, 0)
    silent = [each for each in told if each.event == "move"][:-1]
    assert score_game(game, [*silent, Told(0, "illegal", "GW-1")]) == GameScore(moves, moves - 1, 1, 0, 0, 1)
    assert score_game(game, [Told(1, "move", "no such action"), *told]).right == 0


def test_answers_of_another_form_are_refused_in_a_line() -> None:
    forms: list[object] = [[], {"stills": {"x": {}}}, {"games": {"x": [{"event": "move"}]}}]
    for wrong in [*forms, {"stills": {"x": {"cells": 3}}}]:
        with pytest.raises(ValueError, match="not in the form"):
            answers_in(wrong)


def test_a_folder_is_scored_as_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    truth = {
        "game": "tink",
        "board": {"cols": 8, "rows": 8},
        "cells": [{"name": "a1", "occluded_by_hand_fraction": 0.0, "occluded_by_clutter_fraction": 0.0}],
        "pieces": [{"cell": "a1", "kind": "pyramid", "size": "small", "colour": "red", "visible_fraction": 1.0}],
        "players": ["red", "blue"],
    }
    (tmp_path / "one.json").write_text(json.dumps(truth), encoding="utf-8")
    answers = tmp_path / "answers.txt"
    answers.write_text(json.dumps({"program": "mine", "stills": {"one": {"cells": {"a1": "As"}}}}), encoding="utf-8")
    command.main(["score", str(tmp_path), str(answers)])
    printed = capsys.readouterr().out
    assert "| mine: stills |" in printed
    assert "| tink | 1 | 1 | 1 of 1 (21–100 %) | 1 of 1 (21–100 %) | 0 | 0 |" in printed
    assert [each.contents for each in stills_in(tmp_path)] == [{"a1": "As"}]
    assert list(games_in(tmp_path)) == []
    with pytest.raises(ValueError, match="no pictures"):
        list(table(tmp_path / "none", answers_in({})))
    answers.write_text("{", encoding="utf-8")
    with pytest.raises(SystemExit, match="tablebench: "):
        command.main(["score", str(tmp_path), str(answers)])
