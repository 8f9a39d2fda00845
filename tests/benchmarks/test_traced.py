"""Path-traced tables: the truth is what is drawn, and a run goes on. Nothing here needs Blender."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import tablebench.making as command
from benchmarks.refereeing.recorded import Recording
from benchmarks.refereeing.scenarios import RECORDED
from benchmarks.renders import renders_in
from tablebench.__main__ import main
from tablebench.dice import Die, Fashion, Mark, draw_die
from tablebench.film import developed, draw_gains, drifted
from tablebench.games import draw_game
from tablebench.positions import GAMES, Position, draw_position, lying
from tablebench.solids import Pose, Solid, prism, pyramid, pyramid_pips, square
from tablebench.truth import Board, place_of, truth_of
from tablebench.view import TIERS, View, corners_mm, draw_view

NUMBERS = range(12)
WIDTH, HEIGHT = 1280, 960
EDGES = {"d4": 20.0, "d6": 16.0, "d8": 19.0}


def drawn(game: str, number: int) -> Position:
    return draw_position(game, random.Random(f"{game} {number}"))


@pytest.mark.parametrize("game", GAMES)
def test_nobody_has_more_than_the_rules_allow(game: str) -> None:
    for number in NUMBERS:
        position = drawn(game, number)
        assert position == drawn(game, number)
        assert len({piece.cell for piece in position.pieces}) == len(position.pieces)
        counted = Counter((piece.colour, kind_of(game, piece.kind, piece.size)) for piece in position.pieces)
        for (colour, kind), count in counted.items():
            assert colour in position.players
            assert count <= position.kit.stock[kind]


def kind_of(game: str, kind: str, size: str | None) -> str:
    """Return how the kit calls a kind of the truth; a stone counts as one of either colour."""
    if game == "tabik":
        return "b"
    return size[0] if size else {"square": "s", "triangle": "m", "circle": "l"}.get(kind, kind[1:])


def test_stones_come_in_pairs_and_rods_lie_between_them() -> None:
    for number in NUMBERS:
        position = drawn("tabik", number)
        at = {piece.cell: piece.colour for piece in position.pieces}
        assert Counter(at.values())["black"] == Counter(at.values())["white"]
        assert position.rods <= set(position.plan.edges)
        assert all(cell in at for edge in position.rods for cell in edge.split("-"))


@pytest.mark.parametrize("kind", EDGES)
@pytest.mark.parametrize("pips", [False, True])
def test_numbers_of_dice(kind: str, pips: bool) -> None:
    rng = random.Random(5)
    for value in range(1, int(kind[1]) + 1):
        die = draw_die(kind, value, Fashion(EDGES, pips, read_at_tip=True), rng)
        assert sorted(die.values) == list(range(1, int(kind[1]) + 1))
        assert lengths(die.body).max() == pytest.approx(EDGES[kind])
        assert lengths(die.body).min() == pytest.approx(EDGES[kind])
        assert outward(die.body)
        if kind != "d4":
            assert opposite_sums(die) == {int(kind[1]) + 1}
            assert on_top(die) == value


def lengths(solid: Solid) -> npt.NDArray[np.float64]:
    ends = [(a, b) for face in solid.faces for a, b in zip(face, (*face[1:], face[0]), strict=True)]
    return np.array([np.linalg.norm(solid.vertices[a] - solid.vertices[b]) for a, b in ends])


def normals(solid: Solid) -> npt.NDArray[np.float64]:
    """Return the faces' normals, pointing to where their corners go anticlockwise."""
    corners = [solid.vertices[list(face[:3])] for face in solid.faces]
    across = np.array([np.cross(b - a, c - b) for a, b, c in corners])
    unit: npt.NDArray[np.float64] = across / np.linalg.norm(across, axis=1, keepdims=True)
    return unit


def outward(solid: Solid) -> bool:
    middles = np.array([solid.vertices[list(face)].mean(axis=0) for face in solid.faces])
    return bool((np.sum(normals(solid) * (middles - solid.vertices.mean(axis=0)), axis=1) > 0).all())


def opposite_sums(die: Die) -> set[int]:
    """Return what the values of each face and of the one opposite to it add up to."""
    ways = normals(die.body)
    return {die.values[i] + die.values[int(np.argmin(ways @ way))] for i, way in enumerate(ways)}


def on_top(die: Die) -> int:
    """Return the number on the upper face, or how many pips are there."""
    above = [mark for mark in die.marks if mark.normal[2] / np.linalg.norm(mark.normal) > 0.99]
    numbers = [mark.number for mark in above if mark.number is not None]
    return numbers[0] if numbers else len(above)


@pytest.mark.parametrize("read_at_tip", [True, False])
def test_a_d4_shows_its_value_upright_where_it_is_read(read_at_tip: bool) -> None:
    for value in range(1, 5):
        die = draw_die("d4", value, Fashion(EDGES, pips=False, read_at_tip=read_at_tip), random.Random(value))
        read = [max(side(die, k), key=lambda mark: mark.up[2] / np.linalg.norm(mark.up)) for k in range(3)]
        assert [mark.number for mark in read] == [value] * 3
        assert all(mark.at[2] > die.body.vertices[:, 2].max() / 2 for mark in read) == read_at_tip
        for k in range(3):
            assert len({mark.number for mark in side(die, k)}) == 3


def side(die: Die, number: int) -> tuple[Mark, ...]:
    return die.marks[3 * number : 3 * number + 3]


def test_solids_stand_where_they_are_put() -> None:
    pose = Pose((10.0, 20.0, 1.0), 90.0)
    np.testing.assert_allclose(pose.moved([1.0, 0.0, 0.0]), (10.0, 21.0, 1.0), atol=1e-12)
    assert outward(prism(square(4), 0, 2).moved(pose))
    body, pips = pyramid(20.0, 35.0, tip=1.6), np.array(pyramid_pips(20.0, 35.0, 2))
    assert outward(body)
    assert len(pips) == 8
    ways, corners = normals(body), [body.vertices[face[0]] for face in body.faces]
    off = np.array([[way @ (pip - corner) for way, corner in zip(ways, corners, strict=True)] for pip in pips])
    assert np.abs(off.max(axis=1)).max() < 0.2


def view_of(tier: str, number: int, size_mm: tuple[float, float]) -> View:
    return draw_view(size_mm, tier, random.Random(f"{tier} {number}"), width=WIDTH)


@pytest.mark.parametrize("tier", TIERS)
def test_the_board_fills_the_picture_and_is_seen_from_above(tier: str) -> None:
    for number in NUMBERS:
        view = view_of(tier, number, (240.0, 180.0))
        assert np.linalg.det(view.R) == pytest.approx(1.0)
        assert view.eye_mm[2] > 0
        corners = view.px(corners_mm((240.0, 180.0)))
        assert (corners > 0).all()
        assert (corners < (WIDTH, HEIGHT)).all()
        off = np.abs(corners - view.K[:2, 2]) / (WIDTH / 2, HEIGHT / 2)
        assert 0.75 < off.max() < 1.01


def record(game: str, number: int) -> tuple[Position, dict[str, Any]]:
    """Return a position and its truth, as scene writes it but for what only a drawn board knows."""
    position = drawn(game, number)
    facts = {"layout": "4x6", "n": position.plan.columns}
    board = Board(position.plan, "paper", border_mm=10.0, thickness_mm=3.0, facts=facts)
    view = view_of("normal", number, board.size_mm)
    truth = truth_of("normal", board, position, view, [1.0] * len(position.pieces))
    return position, {**truth, "isp": {"mjpeg_q": 90}}


def fake(picture: command.Table, folder: Path) -> None:
    """Leave an empty picture of a table and its truth, as Blender would."""
    _, truth = record(picture.game, picture.number)
    (folder / "000.json").write_text(json.dumps(truth), encoding="utf-8")
    np.save(folder / "000.npy", np.full((HEIGHT, WIDTH, 3), 128, np.uint8))


@pytest.mark.parametrize("game", GAMES)
def test_the_reader_of_renders_understands_the_truth(game: str, tmp_path: Path) -> None:
    command.draw_all(list(command.tables([game], 3, 1, tmp_path)), fake)
    (render,) = renders_in(tmp_path / "renders", game)
    position, truth = record(game, 3)
    plan = render.registration.plan
    w, h = plan.width_mm, plan.height_mm
    corners = render.registration.px_from_board(np.array([(0, h), (w, h), (w, 0), (0, 0)]))
    np.testing.assert_allclose(corners, truth["corners_px"], atol=0.01)
    assert {cell for cell in plan.cells if render.contents[cell] is not None} == {p.cell for p in position.pieces}
    assert {name for name, what in render.contents.items() if what == (None, "rod")} == position.rods
    assert set(render.hidden.values()) == {0.0}
    assert place_of(plan, "b1")[0] > place_of(plan, "a1")[0]
    assert place_of(plan, "a2")[1] > place_of(plan, "a1")[1]


def test_a_run_that_was_stopped_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = list(command.tables(["tink", "tinker_tactics"], 5, 2, tmp_path))
    names = ["tink_0005", "tinker_0005", "tink_0006", "tinker_0006"]
    assert [picture.path.stem for picture in asked] == names
    tried: list[str] = []

    def stopping(picture: command.Table, folder: Path) -> None:
        tried.append(picture.path.stem)
        if len(tried) == 2:
            raise KeyboardInterrupt
        fake(picture, folder)

    command.draw_all(asked, stopping)
    assert "stopped after 1 of 4" in capsys.readouterr().err
    assert [picture.drawn for picture in asked] == [True, False, False, False]
    command.draw_all(asked, stopping)
    assert tried == [*names[:2], *names[1:]]
    assert all(picture.drawn for picture in asked)
    assert sorted(path.name for path in (tmp_path / "renders" / "tinker").iterdir()) == [
        f"tinker_000{number}.{ending}" for number in (5, 6) for ending in ("jpg", "json")
    ]


def test_the_command_asks_blender(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []

    def asking(python: str, module: str, folder: str, *rest: str) -> None:
        asked.append((python, module, *rest))
        fake(command.Table(rest[0], int(rest[1]), Path()), Path(folder))

    monkeypatch.setattr(command, "run_in_blender", asking)
    line = f"make tabik --blender other/python --first 7 --tables 1 --samples 9 --threads 2 --out {tmp_path}"
    main(line.split())
    assert asked == [("other/python", "tablebench.scene", "tabik", "7", "9", "2", "1280")]
    main(line.split())
    assert len(asked) == 1


def test_who_has_no_blender_is_told(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="cannot be run"):
        main(["make", "tink", "--blender", str(tmp_path / "none"), "--out", str(tmp_path)])


def play(table: command.Table, folder: Path) -> None:
    """Leave grey pictures of a game and their truth, as Blender would."""
    game = draw_game(table.game, table.number)
    game.write(folder / "game.json")
    for index, frame in enumerate(game.frames):
        position = lying(table.game, game.columns, game.colours, frame["contents"])
        board = Board(position.plan, "paper", 10.0, 3.0, {"layout": "4x6", "n": position.plan.columns})
        view = view_of("normal", table.number, board.size_mm)
        truth = truth_of("normal", board, position, view, [1.0] * len(position.pieces))
        truth |= {"sequence": frame["sequence"], "isp": {"mjpeg_q": 90}}
        (folder / f"{index:03}.json").write_text(json.dumps(truth), encoding="utf-8")
        np.save(folder / f"{index:03}.npy", np.full((HEIGHT, WIDTH, 3), 16 * index, np.uint8))


@pytest.mark.thinned(2)
@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_is_drawn_is_one_that_is_recorded(game: str, number: int, tmp_path: Path) -> None:
    (table,) = command.tables([game], number, 1, tmp_path, plays=True)
    command.draw_all([table], play)
    assert table.drawn
    sitting = Recording(table.path).sitting(1)
    RECORDED["recorded"].plays(sitting)
    frames = draw_game(game, number).frames
    assert [dict(shot.contents) for shot in sitting.shots] == [frame["contents"] for frame in frames]
    assert [shot.lie.quarters for shot in sitting.shots] == [frame["sequence"]["quarters"] for frame in frames]
    assert [shot.code for shot in sitting.shots] == [frame["sequence"]["code"] for frame in frames]
    assert sum(frame["arm"] is not None for frame in frames) == 2


def test_a_turned_board_is_seen_where_it_lies() -> None:
    view, size = view_of("normal", 1, (240.0, 240.0)), (240.0, 240.0)
    turned = view.turned(1, (120.0, 120.0))
    np.testing.assert_allclose(turned.px(corners_mm(size)), np.roll(view.px(corners_mm(size)), -3, axis=0), atol=1e-6)
    assert np.linalg.norm(turned.eye_mm - (120, 120, 0)) == pytest.approx(np.linalg.norm(view.eye_mm - (120, 120, 0)))


def test_a_picture_is_exposed_for_its_middle_grey() -> None:
    light = np.random.default_rng(1).uniform(0.1, 4.0, (40, 60, 3)).astype(np.float32)
    gains = draw_gains("easy", np.random.default_rng(1))
    picture = developed(light, "easy", gains, np.random.default_rng(2))
    assert 90 < picture.mean() < 150
    np.testing.assert_array_equal(picture, developed(light, "easy", gains, np.random.default_rng(2)))
    dark = developed((light / 50).astype(np.float32), "easy", gains, np.random.default_rng(2))
    assert abs(float(dark.mean()) - float(picture.mean())) < 10
    assert np.abs(drifted(gains, np.random.default_rng(3)) / gains - 1).max() < 0.15
