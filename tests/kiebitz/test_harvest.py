"""Whole pictures of a game, kept where people ask for them; harvested with their truth, or reported without hands."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from benchmarks.renders import renders_in
from calibration.places import Place
from core.games import find
from core.goodwin.options import TinkOptions
from core.reading import Reading
from kiebitz.api.report import covered_cells, picture_part
from kiebitz.archive.journal import Header, Journal
from kiebitz.archive.picture_files import kept_pictures, pictures_folder, place_file
from kiebitz.archive.recorded import load
from kiebitz.archive.truths import Truth, truths
from kiebitz.home import games_folder
from kiebitz.kits import kit_of
from kiebitz.pictures.contact_sheet import TILE_PX
from kiebitz.pictures.frame import Frame
from kiebitz.pictures.real import Real, place_from_json
from kiebitz.watching.whole_pictures import Pictures, board_json
from kits.tink import KIT
from simulator import render as rendering
from simulator.draw import draw_scene
from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.painted import COLOURS, PAINT, PLAN, SKIN, PaintedEye, paint, place
from tests.kiebitz.refereeing import at_terminal, refereed
from tests.kiebitz.test_cli import one_line
from tests.kiebitz.test_crops import decoded
from tests.kiebitz.test_session import TINK, WON, after, board
from tests.kiebitz.test_watching import Painted

Contents = Mapping[str, str]
FACE, FINGERS = (255, 0, 255), (0, 255, 255)


def watched(*boards: Any, pictures: bool = True) -> Path:
    """Return the journal of a painted game of red and blue whose pictures are kept."""
    at_terminal(refereed(TINK, PaintedEye(), TinkOptions(), colours=COLOURS), Painted(boards), pictures=pictures)
    (journal,) = games_folder().glob("*.jsonl")
    return journal


def numbers(journal: Path, *kinds: str) -> list[int]:
    return [int(str(event["n"])) for event in load(journal).events if event["event"] in kinds]


def truth_of(contents: Contents) -> dict[str, tuple[str | None, str] | None]:
    """Return *contents* as ``benchmarks.renders`` has them."""
    return {cell: None if what == "." else (COLOURS[what[0]], what[1:]) for cell, what in contents.items()}


def test_what_is_harvested_is_the_truth_and_the_benchmarks_read_it(kiebitz: Kiebitz, tmp_path: Path) -> None:
    journal = watched(board(), board("Sc3"), board("Sc3", "Sd4"))
    assert kept_pictures(journal) == numbers(journal, "state", "move")
    answer = kiebitz("harvest", "1", "--out", tmp_path / "out")
    assert (answer.status, answer.out.splitlines()[-1]) == (
        0, f"Pictures with their truth in {tmp_path / 'out'}: 3. Nothing has been sent.",
    )  # fmt: skip
    renders = list(renders_in(tmp_path / "out"))
    assert [dict(render.contents) for render in renders] == [
        truth_of(board()), truth_of(board("Sc3")), truth_of(board("Sc3", "Sd4")),
    ]  # fmt: skip
    assert {(render.tier, render.players, render.kit.name) for render in renders} == {("real", 2, "tink")}
    middles = [PLAN.centre_mm(cell) for cell in PLAN.cells]
    for render in renders:
        assert render.registration.px_from_board(middles) == pytest.approx(place().boards[0].px_from_board(middles))
    told = json.loads(sorted((tmp_path / "out").glob("*.json"))[0].read_text())
    assert told["corners_px"] == pytest.approx(place().corners_px)


def test_no_picture_is_kept_while_something_illegal_stands() -> None:
    wrong = board("Sc3", g7="Bm")
    journal = watched(board(), board("Sc3"), wrong, wrong, board("Sc3"))
    assert numbers(journal, "illegal")
    assert kept_pictures(journal) == numbers(journal, "state", "move", "repaired")


def test_older_pictures_are_thinned_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiebitz.watching.kept_table.Pictures", lambda: Pictures(most=4))
    journal = watched(*(board(*WON[:count]) for count in range(7)))
    told = numbers(journal, "state", "move")
    assert kept_pictures(journal) == [told[0], told[4], told[6]]


def test_pictures_that_cannot_be_written_are_told_once_and_the_game_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr("kiebitz.archive.picture_files.write_whole", full)
    journal = watched(board(), board("Sc3"), board("Sc3", "Sd4"))
    assert capsys.readouterr().err.count("whole pictures of game 1 cannot be kept (No space left on device)") == 1
    assert len(numbers(journal, "move")) == 2


def test_cells_that_are_covered_or_seen_otherwise_are_in_doubt() -> None:
    referee = refereed(TINK, PaintedEye(), TinkOptions(), colours=COLOURS)
    journal = games_folder() / "1-tink.jsonl"
    journal.parent.mkdir(parents=True)
    first, second = (
        Frame(paint(contents), number, float(number), own_moment=True)
        for number, contents in enumerate((board(), board("Sc3")))
    )
    referee.take(first)
    events = referee.take(second)
    assert [event.kind for event in events] == ["move"]
    rows = {cell: {".": 0.0, "As": -9.0} for cell in PLAN.cells if cell != "h7"}
    seen = Reading({**rows, "d4": {".": -0.1, "As": 0.0}}, frozenset({"h7"}))
    state = replace(referee.state, telling=replace(referee.state.telling, seen=seen))
    pictures = Pictures()
    pictures.write(journal, 2, pictures.taken(events, second, place(), state), place(), state)
    assert json.loads(place_file(journal, 2).read_text())["doubtful"] == ["c3", "h7"]


def told(*events: dict[str, Any], start: str = "8/8/8/8/8/8/8/8 A 0,0 0") -> Mapping[int, Truth]:
    """Return what is known of every event of a journal with *events*."""
    journal = Journal.create(games_folder(), Header("tink", start, {}, {}, "paint"))
    for event in events:
        journal.append(event)
    journal.close()
    return truths(load(journal.path), range(1, len(events) + 1))


def move(action: str) -> dict[str, Any]:
    return {"event": "move", "action": action}


def test_the_truth_is_what_lay_there_then_and_cells_corrected_later_are_disputed_where_they_held_the_same() -> None:
    found = told(move("Sc3"), move("Sd4"), {"event": "takeback", "plies": 1}, move("Se5"))
    lay = [board("Sc3"), board("Sc3", "Sd4"), board("Sc3"), board("Sc3", "Se5")]
    assert [found[number].contents for number in (1, 2, 3, 4)] == lay
    assert not any(truth.disputed for truth in found.values())
    one = {"event": "corrected", "ply": 1, "was": "Sc3", "action": "Sc4"}
    found = told(move("Sc3"), move("Sd4"), one, move("Se5"))
    assert [found[number].disputed for number in (1, 2, 3, 4)] == [{"c3", "c4"}, {"c3", "c4"}, set(), set()]
    assert found[3].contents == board("Sc4", "Sd4")
    assert found[4].contents == board("Sc4", "Sd4", "Se5")
    # Two corrections that only work together are taken together.
    fixed = [
        {"event": "corrected", "ply": 1, "was": "Sc3", "action": "Sd4"},
        {"event": "corrected", "ply": 2, "was": "Sd4", "action": "Sc3"},
    ]
    found = told(move("Sc3"), move("Sd4"), *fixed)
    assert [found[number].disputed for number in (1, 2, 3, 4)] == [{"c3", "d4"}, {"c3", "d4"}, set(), set()]
    assert found[4].contents == board("Sd4", "Sc3")


def test_cells_that_people_set_are_disputed_before_and_nothing_is_known_before_another_start() -> None:
    set_to = TINK.format_position(after("Sc4"))
    found = told(move("Sc3"), {"event": "state", "set": True, "position": set_to})
    assert [found[number].disputed for number in (1, 2)] == [{"c3", "c4"}, set()]
    assert found[2].contents == board("Sc4")
    other = TINK.format_position(TINK.start(TINK.options()))
    assert list(told(move("Sc3"), {"event": "state", "start": other}, move("Sd4"))) == [2, 3]


def real(image: Any, contents: Contents, *, left_out: frozenset[str] = frozenset()) -> Real:
    return Real(image, place(), kit_of("tink"), contents, COLOURS, left_out)


def test_what_lies_off_the_board_and_what_covers_it_cannot_be_recognised() -> None:
    contents = board("Sc3", "Sd4")
    image = paint(contents, hand="f6")
    hand = (image == SKIN).all(axis=2)
    hand[::2] = False
    image[hand] = FINGERS
    image[5:25:2, 5:25] = FACE
    shown = real(image, contents, left_out=frozenset({"f6", "g6", "h6"})).for_strangers()
    assert not (shown.image == FACE).all(axis=2).any()
    assert not (shown.image == FINGERS).all(axis=2).any()
    assert (shown.image == PAINT["A"]).all(axis=2).sum() == (image == PAINT["A"]).all(axis=2).sum()
    assert {"e5", "f7", "h7"} <= shown.left_out
    assert {"c3", "d4"}.isdisjoint(shown.left_out)
    told = json.loads(json.dumps(shown.as_json("x")))
    assert {cell["name"] for cell in told["cells"]} == set(PLAN.cells) - shown.left_out


def test_what_is_left_out_is_unknown_to_the_benchmarks_also_on_a_board_that_is_turned(tmp_path: Path) -> None:
    shown = real(paint(board("Sc3")), board("Sc3"), left_out=frozenset({"h8"})).for_strangers()
    cv2.imwrite(str(tmp_path / "x.jpg"), shown.image)
    (tmp_path / "x.json").write_text(json.dumps(shown.as_json("x")))
    (render,) = renders_in(tmp_path)
    assert set(PLAN.cells) - render.contents.keys() == {"h8", "h7", "g8", "g7"}
    turned = render.moved_to(place().turned(2).boards[0])
    assert set(PLAN.cells) - turned.contents.keys() == {"a1", "a2", "b1", "b2"}


@pytest.mark.parametrize("name", ["tabik", "tinker_tactics", "ting", "tingle"])
def test_the_form_tells_the_pieces_of_every_game(name: str, tmp_path: Path) -> None:
    game = find(name)
    position = game.start(game.options())
    for _ in range(9):
        position = game.play(position, game.actions(position)[-1])
    kit, contents = kit_of(name, position.options), game.contents(position)
    (here,) = place().boards
    board_of_kit = board_json(here) | {"columns": kit.plan.columns, "rows": kit.plan.rows, "missing": []}
    picture = Real(np.zeros((400, 400, 3), np.uint8), place_from_json([board_of_kit]), kit, contents, COLOURS)
    cv2.imwrite(str(tmp_path / "x.jpg"), picture.image)
    (tmp_path / "x.json").write_text(json.dumps(picture.as_json("x")))
    (render,) = renders_in(tmp_path)
    without = {cell: (None, what) for cell, what in contents.items() if what in ("b", "w", "rod")}
    told = truth_of({cell: what for cell, what in contents.items() if cell not in without}) | without
    assert any(told.values())
    assert {cell: render.contents.get(cell) for cell in told} == told


def test_the_contact_sheet_has_room_for_every_picture_and_a_damaged_place_is_named(
    kiebitz: Kiebitz, tmp_path: Path
) -> None:
    sheet = tmp_path / "sheet.png"
    harvest = ("harvest", "1", "--out", tmp_path / "out", "--check")
    journal = watched(board(), board("Sc3"), board("Sc3", "Sd4"))
    assert kiebitz(*harvest, sheet).status == 0
    image = cv2.imread(str(sheet))
    assert image is not None
    assert image.shape == (2 * TILE_PX[1], 2 * TILE_PX[0], 3)
    assert (image[TILE_PX[1] :, TILE_PX[0] :] == 32).all()
    one, two = image[: TILE_PX[1], : TILE_PX[0]], image[: TILE_PX[1], TILE_PX[0] :]
    assert (one != two).any()
    assert one_line(kiebitz(*harvest, "sheet.pdf")).startswith("kiebitz: --check")
    file = place_file(journal, kept_pictures(journal)[0])
    file.write_text('{"boards": []}')
    answer = kiebitz(*harvest, sheet)
    assert (answer.status, f"{file} does not tell where the board lies" in answer.err) == (2, True)


def test_a_game_without_pictures_is_told_of(kiebitz: Kiebitz, tmp_path: Path) -> None:
    assert not pictures_folder(watched(board(), board("Sc3"), pictures=False)).exists()
    answer = kiebitz("harvest", "1", "--out", tmp_path / "out", "--check", tmp_path / "sheet.png")
    assert (answer.status, answer.out.splitlines()[-1]) == (
        1, "No pictures of these games are kept; `kiebitz watch --keep-pictures` keeps them.",
    )  # fmt: skip
    assert list(tmp_path.glob("sheet*")) == []


# -- row J4: hands in a report


@pytest.mark.slow
@pytest.mark.thinned(2)
@pytest.mark.parametrize("seed", [104, 100])
def test_j4_hands_over_the_board_are_hidden_and_the_cells_beside_them_kept(seed: int) -> None:
    scene = draw_scene(np.random.default_rng(seed), kit=KIT, style="kit", hand=True)
    image, without = (rendering.render(each).image for each in (scene, replace(scene, hand=None)))
    place = Place((scene.view,))
    differs = (np.abs(image.astype(int) - without).max(axis=2) > 40).astype(np.uint8)
    hand = cv2.morphologyEx(differs, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)) > 0  # and its shadow
    covered = covered_cells(image, place, KIT)
    shown = decoded(picture_part(image, place=place, covered=covered)["picture-1.png"])
    sharp = (shown == image).all(axis=2)
    before = (decoded(picture_part(image, place=place)["picture-1.png"]) == image).all(axis=2)
    assert (hand & sharp).sum() < 0.1 * (hand & before).sum()
    assert sharp.sum() > 0.4 * before.sum()


@pytest.mark.slow
def test_j4_a_board_without_a_hand_is_kept_whole() -> None:
    scene = draw_scene(np.random.default_rng(100), tier="easy", kit=KIT, style="kit", hand=False, loose=False)
    image, place = rendering.render(scene).image, Place((scene.view,))
    covered = covered_cells(image, place, KIT)
    assert len(covered) <= 2
