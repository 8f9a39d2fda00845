"""Whatever people give for a picture: it is read, or one line says what is wrong with it.

What `locate`, `read` and `check` answer has the form that programs rely on, in every game.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image as Pil

from core.games import find, names
from core.reading import EMPTY, is_edge
from kiebitz.failure import Failure
from kiebitz.pictures.files import load
from kiebitz.watching.pretend_table import PretendTable, moments
from kiebitz.watching.scripts import script_of
from tests.kiebitz.conftest import Image, Kiebitz
from tests.kiebitz.test_cli import one_line

MOVING = {"save_all": True, "duration": 100}
Board = tuple[Image, npt.NDArray[np.float64]]


def saved(path: Path, image: npt.NDArray[np.uint8] | npt.NDArray[np.uint16]) -> Path:
    assert cv2.imwrite(str(path), image)
    return path


def test_files_that_are_no_pictures(kiebitz: Kiebitz, tmp_path: Path) -> None:
    empty, text, folder = tmp_path / "empty.jpg", tmp_path / "text.jpg", tmp_path / "folder"
    empty.touch()
    text.write_text("Dear diary, today I played Tink.")
    folder.mkdir()
    assert "there is no file" in one_line(kiebitz("locate", tmp_path / "missing.jpg"))
    assert "0 bytes" in one_line(kiebitz("locate", empty))
    assert "not a picture" in one_line(kiebitz("locate", text))
    assert "is a folder" in one_line(kiebitz("locate", folder))


def test_a_damaged_picture_ends_in_a_line_or_an_answer(kiebitz: Kiebitz, tmp_path: Path, printed_board: Board) -> None:
    path = saved(tmp_path / "cut.jpg", printed_board[0])
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 3])
    answer = kiebitz("locate", path)
    assert answer.status in (1, 2)
    assert answer.err.count("\n") == 1
    path.write_bytes(b"\xff\xd8\xff\xe0" + bytes(200))
    one_line(kiebitz("locate", path))


def test_a_tiny_picture_is_called_tiny(kiebitz: Kiebitz, tmp_path: Path) -> None:
    tiny = kiebitz("locate", saved(tmp_path / "tiny.png", np.zeros((50, 50, 3), np.uint8)))
    assert tiny.status == 1
    assert "50 × 50" in tiny.err


def test_the_board_is_found_in_the_pixels_of_the_file(kiebitz: Kiebitz, tmp_path: Path, printed_board: Board) -> None:
    image, corners = printed_board
    answer = kiebitz("locate", saved(tmp_path / "board.png", image), "--json")
    assert answer.status == 0
    assert answer.json["method"] == "tags"
    assert np.abs(np.array(answer.json["corners_px"]) - corners).max() < 2.0
    large = np.asarray(cv2.resize(image, (4000, 3000)), np.uint8)
    factor = 4000 / 1280
    answer = kiebitz("locate", saved(tmp_path / "large.jpg", large), "--json")
    assert np.abs(np.array(answer.json["corners_px"]) - ((corners + 0.5) * factor - 0.5)).max() < 6.0
    assert "a1" in kiebitz("locate", tmp_path / "board.png").out


def test_corners_by_hand_are_taken_as_they_are(kiebitz: Kiebitz, tmp_path: Path, printed_board: Board) -> None:
    image, corners = printed_board
    path = saved(tmp_path / "board.png", image)
    by_hand = ",".join(f"{n:.1f}" for n in corners.ravel())
    answer = kiebitz("locate", path, "--corners", by_hand, "--json")
    assert answer.json["method"] == "manual"
    assert np.abs(np.array(answer.json["corners_px"]) - corners).max() < 3.0
    assert "eight numbers" in one_line(kiebitz("locate", path, "--corners", "1,2,3"))


@pytest.mark.parametrize("channels", [1, 3, 4])
def test_every_depth_and_number_of_channels_becomes_bgr(channels: int, tmp_path: Path) -> None:
    for image in (np.full((60, 80, channels), 127, np.uint8), np.full((60, 80, channels), 32767, np.uint16)):
        picture = load(saved(tmp_path / "odd.png", image))
        assert picture.image.shape == (60, 80, 3)
        assert picture.image.dtype == np.uint8
        assert abs(int(picture.image.mean()) - 127) < 2


@pytest.mark.parametrize("command", ["locate", "verify-print", "calibrate", "doctor"])
def test_a_ribbon_is_answered_like_any_picture(kiebitz: Kiebitz, tmp_path: Path, command: str) -> None:
    path = tmp_path / "ribbon.png"
    cv2.imwrite(str(path), np.zeros((5000, 1, 3), np.uint8))
    answer = kiebitz(command, path)
    assert answer.status in (1, 2)
    assert "a mistake in Kiebitz" not in answer.out + answer.err


def test_working_and_file_pixels_are_inverse(tmp_path: Path) -> None:
    picture = load(saved(tmp_path / "wide.png", np.zeros((900, 3000, 3), np.uint8)))
    assert max(picture.image.shape) == 2000
    points = np.array([[0.0, 0.0], [2999.0, 899.0]])
    assert np.allclose(picture.file_px(picture.working_px(points)), points)
    with pytest.raises(Failure, match="no file"):
        load(tmp_path / "missing.png")


FORMS: dict[str, Callable[[Pil.Image], tuple[Pil.Image, dict[str, Any]]]] = {
    "grey.png": lambda image: (image.convert("L"), {}),
    "palette.png": lambda image: (image.quantize(64), {}),
    "alpha.png": lambda image: (image.convert("RGBA"), {}),
    "alpha.webp": lambda image: (image.convert("RGBA"), {"quality": 90}),
    "sixteen.png": lambda image: (Pil.fromarray(np.asarray(image.convert("L")).astype(np.uint16) * 257), {}),
    "sixteen.tif": lambda image: (Pil.fromarray(np.asarray(image.convert("L")).astype(np.uint16) * 257), {}),
    "inks.jpg": lambda image: (image.convert("CMYK"), {"quality": 90}),
    "inks.tif": lambda image: (image.convert("CMYK"), {}),
    "moving.gif": lambda image: (image.quantize(64), MOVING | {"append_images": [Pil.new("P", image.size)]}),
    "moving.webp": lambda image: (image, MOVING | {"append_images": [Pil.new("RGB", image.size)]}),
    "moving.png": lambda image: (image, MOVING | {"append_images": [Pil.new("RGB", image.size)]}),
    "progressive.jpg": lambda image: (image, {"progressive": True}),
}
"""What people's programs make of a picture, by the name of the file."""


@pytest.mark.parametrize("name", FORMS)
def test_a_board_is_found_in_every_form_of_picture(
    name: str, kiebitz: Kiebitz, tmp_path: Path, printed_board: Board
) -> None:
    image, corners = printed_board
    made, how = FORMS[name](Pil.fromarray(image[..., ::-1]))
    made.save(tmp_path / name, **how)
    answer = kiebitz("locate", tmp_path / name, "--json")
    assert answer.json["method"] == "tags"
    assert np.abs(np.array(answer.json["corners_px"]) - corners).max() < 2.0
    made.save(tmp_path / name, **how)
    data = (tmp_path / name).read_bytes()
    (tmp_path / name).write_bytes(data[: len(data) // 2])
    cut = kiebitz("locate", tmp_path / name)
    assert cut.status in (0, 1, 2)
    assert cut.err.count("\n") == (cut.status > 0)


SIDES: dict[str, tuple[int | bytes, str]] = {
    "bomb.png": (16, ">II"),
    "bomb.gif": (6, "<HH"),
    "bomb.bmp": (18, "<II"),
    "bomb.jpg": (b"\xff\xc0\0\x11\x08", ">HH"),
    "bomb.webp": (b"\x9d\x01\x2a", "<HH"),
    "bomb.jp2": (b"ihdr", ">II"),
}
"""Where a file says how large its picture is: at which byte, or after which bytes; and how."""


@pytest.mark.parametrize("name", [*SIDES, "bomb.ppm", "bomb.tif"])
def test_what_would_fill_the_memory_is_refused_before_it_is_decoded(
    name: str, kiebitz: Kiebitz, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, side = tmp_path / name, 16_000
    Pil.new("P" if "gif" in name else "RGB", (32, 32)).save(path)
    data = bytearray(path.read_bytes())
    if name == "bomb.ppm":
        data = data.replace(b"32 32", b"16000 16000")
    elif name == "bomb.tif":
        for tag in (b"\0\1\4\0", b"\1\1\4\0"):
            at = data.index(tag + b"\1\0\0\0") + 8
            struct.pack_into("<I", data, at, side)
    else:
        start, form = SIDES[name]
        at = start if isinstance(start, int) else data.index(start) + len(start)
        struct.pack_into(form, data, at, side, side)
    if name == "bomb.png":
        struct.pack_into(">I", data, 29, zlib.crc32(data[12:29]))
    path.write_bytes(data)
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded"))
    assert "16000 × 16000 pixels; shrink it" in one_line(kiebitz("locate", path))


@pytest.mark.parametrize("note", range(1, 9))
@pytest.mark.parametrize("name", ["phone.webp", "phone.jpg", "phone.png", "phone.tif"])
def test_all_eight_notes_of_rotation_are_followed(name: str, note: int, tmp_path: Path) -> None:
    upright = np.zeros((64, 96, 3), np.uint8)
    upright[:32, :48], upright[:32, 48:], upright[32:, :48] = 250, 160, 80
    exif = Pil.Exif()
    exif[0x112] = note
    stored = Pil.fromarray(upright)
    back = {2: (0,), 3: (3,), 4: (1,), 5: (5,), 6: (2,), 7: (6,), 8: (4,)}
    for way in back.get(note, ()):
        stored = stored.transpose(Pil.Transpose(way))
    stored.save(tmp_path / name, exif=exif, quality=95)
    image = load(tmp_path / name).image
    assert [round(int(image[y, x, 0]), -1) for y, x in ((16, 24), (16, 72), (48, 24), (48, 72))] == [250, 160, 80, 0]


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


def words_of(name: str, path: Path) -> list[str]:
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
    told = kiebitz("read", *words_of(name, path), "--position", known).json
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


@pytest.mark.thinned(3)
def test_check(kiebitz: Kiebitz, pictured: tuple[str, Path, str]) -> None:
    name, path, known = pictured
    told = kiebitz("check", *words_of(name, path), "--position", known).json
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
