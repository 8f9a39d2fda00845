"""A mirrored picture is known by its tags or letters, turned round and read, and that is said everywhere.

A printed board that is turned, moved or carried away between two pictures is known again by its tags.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest

import kiebitz as library
from calibration.orientation import turned
from kiebitz.eye.seer import Seer
from kiebitz.failure import Failure
from kiebitz.pictures.files import load
from kiebitz.pictures.frame import Frame, Image, Trouble
from kiebitz.pictures.mirrored import Unmirrored, turned_round, way_of
from kiebitz.watching.referee import Referee
from kits.tink import KIT
from simulator.backdrop import backdrop
from simulator.table import Table
from tests.calibration.test_orientation import bought
from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.refereeing import refereed
from tests.kiebitz.test_session import TINK, after

GAMES = ["tink", "ting", "tingle", "tabik", "tinker_tactics"]
MOVES = ("Sc3", "Sd6")


@cache
def pretend(game: str, *moves: str, seed: int = 0) -> Image:
    position = library.game(game).start()
    for move in moves:
        position = position.play(move)
    return library.pretend_picture(position, seed=seed)


@pytest.mark.thinned(3)
@pytest.mark.parametrize("game", GAMES)
def test_the_tags_of_every_kit_tell(game: str) -> None:
    image = pretend(game)
    assert way_of(np.ascontiguousarray(image[::-1])) is True
    assert way_of(np.ascontiguousarray(image[::-1, ::-1])) is False


@pytest.mark.parametrize(("labels", "way"), [(True, (False, True)), (False, (None, None))])
def test_letters_tell_where_there_are_no_tags(labels: bool, way: tuple[bool | None, bool | None]) -> None:
    image = bought(labels, 3).image
    assert (way_of(image), way_of(turned_round(image))) == way


def test_nothing_is_made_of_a_picture_without_either() -> None:
    noise: npt.NDArray[np.uint8] = np.random.default_rng(1).integers(0, 255, (480, 640, 3), dtype=np.uint8)
    for image in (noise, np.full((480, 640, 3), 120, np.uint8)):
        assert way_of(image) is None


@pytest.fixture(scope="module")
def mirrored(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a picture and the same in a mirror."""
    folder = tmp_path_factory.mktemp("pictures")
    image = pretend("tink", *MOVES)
    for name, each in (("as.png", image), ("mirror.png", turned_round(image))):
        cv2.imwrite(str(folder / name), each)
    return folder / "as.png", folder / "mirror.png"


def test_locate_gives_the_corners_where_they_are_in_the_file(kiebitz: Kiebitz, mirrored: tuple[Path, Path]) -> None:
    right, wrong = (kiebitz("locate", path, "--json") for path in mirrored)
    assert (wrong.status, [each["code"] for each in wrong.json["warnings"]]) == (0, ["mirrored"])
    assert "warnings" not in right.json
    width = load(mirrored[0]).image.shape[1]
    expected = [[width - 1 - x, y] for x, y in right.json["corners_px"]]
    assert np.allclose(expected, wrong.json["corners_px"], atol=1.0)
    assert "mirrored; I have turned it round" in kiebitz("locate", mirrored[1], "--game", "tink").out


def test_a_mirrored_position_is_never_read(kiebitz: Kiebitz, mirrored: tuple[Path, Path]) -> None:
    right, wrong = (kiebitz("read", path, "--json") for path in mirrored)
    assert (wrong.status, wrong.json["position"]) == (0, right.json["position"])
    assert "mirrored" in [each["code"] for each in wrong.json["warnings"]]
    assert "mirrored" not in [each["code"] for each in right.json["warnings"]]
    assert str(library.read(turned_round(pretend("tink", *MOVES)), "tink").text) == right.json["position"]


def test_doctor_does_not_call_it_fine(kiebitz: Kiebitz, mirrored: tuple[Path, Path]) -> None:
    answer = kiebitz("doctor", mirrored[1], "--json")
    assert (answer.status, "mirrored" in [each["code"] for each in answer.json["findings"]]) == (1, True)


def test_corners_named_by_hand_are_refused(mirrored: tuple[Path, Path]) -> None:
    with pytest.raises(Failure, match="mirrored"):
        library.read(mirrored[1], "tink", corners=[(300, 700), (900, 700), (900, 200), (300, 200)])


class Pictures:
    """A source of *images*."""

    name = "the camera"

    def __init__(self, images: list[Image], *, own_moment: bool, gap_s: float = 0.1) -> None:
        self._images, self._own, self._gap_s = images, own_moment, gap_s

    def frames(self) -> Iterator[Frame | Trouble]:
        yield from (Frame(image, n, n * self._gap_s, self._own) for n, image in enumerate(self._images))


@pytest.mark.parametrize("own_moment", [True, False])
def test_a_mirrored_source_is_turned_round_and_that_is_said_once(own_moment: bool) -> None:
    image = pretend("tink")
    items = list(Unmirrored(Pictures([turned_round(image)] * 3, own_moment=own_moment)).frames())
    assert sum(isinstance(item, Trouble) for item in items) == 1
    assert all(np.array_equal(item.image, image) for item in items if isinstance(item, Frame))


def test_of_photographs_each_is_looked_at_and_of_a_camera_until_it_shows_tags() -> None:
    image, blank = pretend("tink"), np.full((480, 640, 3), 90, np.uint8)
    photos = Unmirrored(Pictures([image, turned_round(image), image], own_moment=True)).frames()
    assert all(np.array_equal(item.image, image) for item in photos if isinstance(item, Frame))
    frames = list(Unmirrored(Pictures([blank, turned_round(image)], own_moment=False, gap_s=1.0)).frames())
    assert [type(item) for item in frames] == [Frame, Trouble, Frame]


@pytest.mark.slow
def test_a_mirrored_game_is_recorded_as_it_was_played(kiebitz: Kiebitz, tmp_path: Path) -> None:
    film = cv2.VideoWriter(str(tmp_path / "game.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 2.0, (1280, 960))
    for n in range(3):
        film.write(turned_round(pretend("tink", *MOVES[:n])))
    film.release()
    answer = kiebitz("watch", tmp_path / "game.avi", "--json")
    assert [event["action"] for event in answer.lines if event["event"] == "move"] == list(MOVES)
    assert answer.err.count("is mirrored;") == 1


PLAYED = ("Sf3", "Sf4", "Sc7", "Sh8", "Sh6")
COLOURS = {"A": "red", "B": "blue"}


@cache
def upright() -> Table:
    rng = np.random.default_rng(4)
    return Table.draw(rng, kit=KIT, style="kit", tier="easy", colours=COLOURS, size=(960, 720))


def lying(quarters: int, *, by_mm: float) -> Table:
    """Return the table with its board turned by *quarters*, *by_mm* further to the right."""
    view = turned(upright().scene.view, quarters)
    scene = replace(upright().scene, view=replace(view, t=view.t.reshape(3) + np.array([by_mm, 0.0, 0.0])))
    return replace(upright(), scene=scene, backdrop=backdrop(scene))


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    "places",
    [((0, 3000.0), (3, -9.0)), ((1, 0.0),), ((2, 12.0),)],
    ids=["carried away and brought back turned", "turned", "moved and turned"],
)
def test_a_printed_board_is_followed_by_its_tags(places: tuple[tuple[int, float], ...]) -> None:
    tables = [lying(quarters, by_mm=by_mm) for quarters, by_mm in places]
    session: Referee[Any] = refereed(
        TINK, Seer(KIT, players=2), TINK.options(), positions=[after(*PLAYED)], colours=COLOURS
    )
    numbers: Iterator[int] = iter(range(99))
    told: list[str] = []

    def show(table: Table, *moves: str) -> None:
        number = next(numbers)
        image = table.picture(TINK.contents(after(*moves)), seed=number).image
        told.extend(event.kind for event in session.take(Frame(image, number, float(number), own_moment=True)))

    show(upright(), *PLAYED)
    for table in tables:
        show(table, *PLAYED)
    show(tables[-1], *PLAYED, "Sg7")
    show(tables[-1], *PLAYED, "Sg7", "Sb2")
    assert session.state.position == after(*PLAYED, "Sg7", "Sb2")
    assert not {"illegal", "unsure", "takeback"} & set(told)
