"""Small pictures of what events are about: where they lie, what they show, and that they never stop a game."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from core.goodwin.options import TinkOptions
from kiebitz.archive.crop_files import crop_file, crops_folder, crops_of, pictured
from kiebitz.archive.picture_files import pictures_folder
from kiebitz.home import games_folder
from kiebitz.pictures.frame import Frame, Image
from kiebitz.watching.crops import LARGEST_BYTES, LONGEST_PX, Crops, crop
from tests.kiebitz.archive.test_kept import keep
from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.painted import PAINT, PaintedEye, paint, place
from tests.kiebitz.refereeing import at_terminal, refereed
from tests.kiebitz.test_cli import one_line
from tests.kiebitz.test_session import START, TINK, WON, board
from tests.kiebitz.test_watching import Painted

Told = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def watched(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Told:
    def told(*boards: Any, most_events: int = 1000, pictures: bool = False, **how: Any) -> list[dict[str, Any]]:
        monkeypatch.setattr("kiebitz.watching.kept_table.Crops", partial(Crops, most_events=most_events))
        at_terminal(refereed(TINK, PaintedEye(), TinkOptions(), **how), Painted(boards), pictures=pictures)
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return told


def cut(eye: PaintedEye, frames: Iterable[Frame]) -> Path:
    """Return the journal beside which the pictures of *frames* were kept, as ``Table`` does."""
    referee, journal = refereed(TINK, eye, TinkOptions()), games_folder() / "1-tink.jsonl"
    crops = Crops(referee.state)
    journal.parent.mkdir(parents=True)
    for frame in frames:
        events, place = referee.take(frame), referee.viewer.place
        for event in events:
            crops.write(journal, frame.index, crops.cut(event.as_json(), frame, place, referee.state))
        crops.note(events, frame, place, referee.state)
    return journal


def journals() -> list[Path]:
    return sorted(games_folder().glob("*.jsonl"))


def number_of(events: list[dict[str, Any]], kind: str) -> int:
    return next(int(event["n"]) for event in events if event["event"] == kind)


def decoded(data: bytes) -> Image:
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    return np.asarray(image, dtype=np.uint8)


def shows(file: Path) -> Mapping[str, int]:
    """Return how many pixels of each seat's paint the picture in *file* shows."""
    image = decoded(file.read_bytes()).astype(int)
    return {seat: int((np.abs(image - paint).max(axis=2) < 40).sum()) for seat, paint in PAINT.items()}


def test_a_move_has_a_picture_before_and_after_it_found_by_its_number(watched: Told) -> None:
    events = watched(board(), board("Sc3"), board("Sc3", "Sd4"))
    (journal,) = journals()
    one, two = (event["n"] for event in events if event["event"] == "move")
    assert pictured(journal) == [one, two]
    assert crops_folder(journal) == journal.with_suffix(".crops")
    before, after = crops_of(journal, two).values()
    assert (before.name, after.name) == (f"{two:06}-before.jpg", f"{two:06}-after.jpg")
    assert (shows(before)["A"] > 50, shows(before)["B"]) == (True, 0)
    assert shows(after)["B"] > 50


def test_two_moves_in_one_picture_show_their_own_cells(watched: Told) -> None:
    events = watched(board(), board("Sc3", "Sf6"), colours={"A": "red", "B": "blue"})
    (journal,) = journals()
    one, two = (crop_file(journal, event["n"], "after") for event in events if event["event"] == "move")
    assert (shows(one)["A"] > 50, shows(one)["B"]) == (True, 0)
    assert (shows(two)["A"], shows(two)["B"] > 50) == (0, True)


def test_a_broken_rule_and_a_take_back_have_pictures_and_the_result_has_none(watched: Told) -> None:
    wrong = board("Sc3", g7="Bm")
    events = watched(board(), board("Sc3"), wrong, board("Sc3", g7="Bm", f7="Bs"), board("Sc3"), board())
    (journal,) = journals()
    illegal, undone = number_of(events, "illegal"), number_of(events, "takeback")
    last = max(event["n"] for event in events if event["event"] in ("illegal", "unsure"))
    assert last > illegal
    assert shows(crop_file(journal, last, "before"))["B"] == 0
    assert shows(crop_file(journal, illegal, "before"))["B"] == 0
    assert shows(crop_file(journal, illegal, "after"))["B"] > 50
    assert shows(crop_file(journal, undone, "before"))["A"] > 50
    assert shows(crop_file(journal, undone, "after"))["A"] == 0
    assert {event["n"] for event in events if event["event"] in ("found", "state", "repaired", "end")}.isdisjoint(
        pictured(journal)
    )


def test_in_film_before_is_the_table_as_it_stood_when_it_was_last_understood() -> None:
    scenes = [(board(), None), (board(), "c3"), (board("Sc3"), "c3"), (board("Sc3"), None)]
    pictures = [paint(contents, hand=hand) for contents, hand in scenes for _ in range(15)]
    journal = cut(PaintedEye(), (Frame(image, number, number / 10) for number, image in enumerate(pictures)))
    (moved,) = pictured(journal)
    assert crop_file(journal, moved, "before").read_bytes() == crop(pictures[0], place(), ["c3"])
    assert crop_file(journal, moved, "after").read_bytes() == crop(pictures[-1], place(), ["c3"])


def test_a_board_that_was_moved_meanwhile_is_cut_out_where_it_lay() -> None:
    eye, images = PaintedEye(), (paint(board()), paint(board("Sc3"), dx=40))

    def frames() -> Iterator[Frame]:
        for number in range(4):
            eye.dx = 40 * (number // 2)
            yield Frame(images[number // 2], number, float(number), own_moment=True)

    journal = cut(eye, frames())
    (moved,) = pictured(journal)
    assert crop_file(journal, moved, "before").read_bytes() == crop(images[0], place(), ["c3"])
    assert crop_file(journal, moved, "after").read_bytes() == crop(images[1], place(dx=40), ["c3"])


def test_only_the_latest_events_keep_their_pictures(watched: Told) -> None:
    events = watched(*(board(*WON[:count]) for count in range(8)), most_events=3)
    (journal,) = journals()
    moves = [event["n"] for event in events if event["event"] == "move"]
    assert pictured(journal) == moves[-3:]
    assert len(list(crops_folder(journal).iterdir())) == 6


def test_a_picture_is_small_whatever_it_shows() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (2000, 2000, 3), dtype=np.uint8)
    data = crop(noise, place(), ["a1", "h8"])
    assert max(decoded(data).shape) <= LONGEST_PX
    assert len(data) <= LARGEST_BYTES
    assert crop(noise, place(), ["z9"]) == b""
    assert crop(noise[:10, :10], place(), ["a1"]) == b""


def test_pictures_that_cannot_be_written_are_told_once_and_the_game_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kiebitz.disk.for_this_user", _full)
    referee = refereed(TINK, PaintedEye(), TinkOptions(), positions=[START])
    at_terminal(referee, Painted([board(), board("Sc3"), board("Sc3", "Sd4")]))
    said = capsys.readouterr()
    assert said.err.count("pictures of game 1 cannot be kept (No space left on device)") == 1
    assert [json.loads(line)["event"] for line in said.out.splitlines()].count("move") == 2
    assert list(crops_folder(*journals()).iterdir()) == []


def _full(path: str, _: int) -> int:
    Path(path).touch()
    raise OSError(28, os.strerror(28))


def test_an_event_is_shown_with_its_pictures(watched: Told, kiebitz: Kiebitz) -> None:
    move = number_of(watched(board(), board("Sc3")), "move")
    (journal,) = journals()
    before, after = (crop_file(journal, move, when) for when in ("before", "after"))
    assert kiebitz("show", "1", "--event", move).out.splitlines() == [
        f"Event {move} of game 1, move:", "  1. Red          Sc3", f"before  {before}", f"after   {after}",
    ]  # fmt: skip
    german = kiebitz("show", "1", "--event", move, "--language", "de").out
    assert german.startswith(f"Ereignis {move} der Partie 1, Zug:\n")
    assert german.endswith(f"vorher   {before}\nnachher  {after}\n")
    shown = kiebitz("show", "1", "--event", move, "--json").json
    assert (shown["event"]["action"], shown["before"], shown["after"]) == ("Sc3", str(before), str(after))
    assert kiebitz("show", "1", "--event", "1").out.endswith("No pictures of it are kept.\n")
    assert kiebitz("show", "1", "--event", "1", "--json").json["after"] is None
    assert one_line(kiebitz("show", "1", "--event", "99")).endswith("there is no event 99\n")


@pytest.mark.parametrize(("folder_of", "half"), [(crops_folder, "000009-after.new"), (pictures_folder, "000009.new")])
def test_pictures_are_deleted_with_their_game_and_nothing_else(
    watched: Told, kiebitz: Kiebitz, folder_of: Callable[[Path], Path], half: str
) -> None:
    for _ in range(2):
        watched(board(), board("Sc3"), pictures=True)
    one, two = journals()
    own = folder_of(two) / "holiday.jpg"
    own.write_bytes(b"mine")
    (folder_of(one) / half).write_bytes(b"half a picture")
    assert kiebitz("delete", "1", "2", "--yes").status == 0
    assert not folder_of(one).exists()
    assert list(folder_of(two).iterdir()) == [own]
    assert kiebitz("delete", keep("Sc3"), "--yes").status == 0


def test_changed_cells_are_outlined_in_the_pictures_before_and_after_c8(watched: Told) -> None:
    events = watched(board(), board("Sc3"))
    crops = crops_of(journals()[0], number_of(events, "move"))
    for file in crops.values():
        image = decoded(file.read_bytes()).astype(int)
        height, width = image.shape[:2]
        dark = image.max(axis=2) < 70  # nothing on the painted table is so dark
        rows, columns = np.nonzero(dark)
        # c3 lies in the middle, one cell of three wide
        assert len(rows) > width / 3
        for at, size in ((columns, width), (rows, height)):
            assert at.min() == pytest.approx(size / 3, abs=4)
            assert at.max() == pytest.approx(2 * size / 3, abs=4)
        assert not dark[height // 2 - 8 : height // 2 + 8, width // 2 - 8 : width // 2 + 8].any()


def test_an_edge_is_outlined_along_its_strip_c8() -> None:
    lying, standing = (decoded(crop(paint({}), place(), [edge])).astype(int) for edge in ("b2-b3", "b2-c2"))
    for image, is_wide in ((lying, True), (standing, False)):
        rows, columns = np.nonzero(image.max(axis=2) < 70)
        long, short = (columns, rows) if is_wide else (rows, columns)
        assert int(np.ptp(long)) > 2 * int(np.ptp(short))
