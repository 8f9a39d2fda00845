"""Colours are named as they are: by a picture's profile, and in a grey one not at all."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image as Pictures
from PIL import ImageCms

import kiebitz as library
from kiebitz.pictures.colours import by_profile, is_grey
from kiebitz.pictures.files import load
from kiebitz.pictures.frame import Image
from tests.kiebitz.conftest import Kiebitz

SRGB = ((0.640, 0.330), (0.300, 0.600), (0.150, 0.060))
WIDE = {
    "Display P3": ((0.680, 0.320), (0.265, 0.690), (0.150, 0.060)),
    "Adobe RGB": ((0.640, 0.330), (0.210, 0.710), (0.150, 0.060)),
    "ProPhoto": ((0.7347, 0.2653), (0.1596, 0.8404), (0.0366, 0.0001)),
}
_WHITE = np.array([0.3127 / 0.3290, 1.0, 0.3583 / 0.3290])
_WHITE_D50 = np.array([0.9642, 1.0, 0.8249])
_BRADFORD = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])


def xyz_of(primaries: tuple[tuple[float, float], ...]) -> np.ndarray:
    """Return the matrix from linear numbers of a space with *primaries* to XYZ, its white adapted to D50."""
    columns = np.array([[x / y, 1.0, (1 - x - y) / y] for x, y in primaries]).T
    to_xyz = columns * np.linalg.solve(columns, _WHITE)
    adapt = np.linalg.inv(_BRADFORD) @ np.diag((_BRADFORD @ _WHITE_D50) / (_BRADFORD @ _WHITE)) @ _BRADFORD
    return np.asarray(adapt @ to_xyz)


def profile_of(primaries: tuple[tuple[float, float], ...], *, gamma: float = 2.2, name: str = "wide") -> bytes:
    """Return an ICC profile of a space with *primaries* and a plain *gamma*."""
    fixed = lambda value: round(value * 65536).to_bytes(4, "big", signed=True)  # noqa: E731
    described = b"desc\0\0\0\0" + (len(name) + 1).to_bytes(4, "big") + name.encode() + b"\0" + bytes(78)
    curve = b"curv\0\0\0\0\0\0\0\1" + round(gamma * 256).to_bytes(2, "big") + b"\0\0"
    xyz = [b"XYZ \0\0\0\0" + b"".join(map(fixed, column)) for column in (*xyz_of(primaries).T, _WHITE_D50)]
    parts = dict(zip(("rXYZ", "gXYZ", "bXYZ", "wtpt"), xyz, strict=True))
    parts |= {"desc": described + bytes(-len(described) % 4)} | dict.fromkeys(("rTRC", "gTRC", "bTRC"), curve)
    at, table, data = 128 + 4 + 12 * len(parts), b"", b""
    for tag, part in parts.items():
        table += tag.encode() + (at + len(data)).to_bytes(4, "big") + len(part).to_bytes(4, "big")
        data += part
    head = bytearray(128)
    head[8:12], head[12:24], head[36:40] = b"\x02\x40\0\0", b"mntrRGB XYZ ", b"acsp"
    head[68:80] = b"".join(map(fixed, _WHITE_D50))
    whole = bytes(head) + len(parts).to_bytes(4, "big") + table + data
    return len(whole).to_bytes(4, "big") + whole[4:]


def saved_in(image: Image, primaries: tuple[tuple[float, float], ...], form: str) -> bytes:
    """Return *image* (sRGB) as a file whose numbers are of another space, with the profile that says so."""
    linear = (image[:, :, ::-1] / 255.0) ** 2.2
    into = np.linalg.solve(xyz_of(primaries), xyz_of(SRGB))
    numbers = np.clip(linear @ into.T, 0, 1) ** (1 / 2.2)
    data = io.BytesIO()
    picture = Pictures.fromarray(np.rint(numbers * 255).astype(np.uint8))
    how = {"quality": 97, "subsampling": 0} if form == "JPEG" else {}
    picture.save(data, form, icc_profile=profile_of(primaries), **how)
    return data.getvalue()


PATCHES = np.array(
    [[(40, 40, 200), (40, 200, 220), (60, 150, 40), (190, 90, 30), (150, 50, 120), (200, 180, 60), (30, 120, 230)]],
    np.uint8,
).repeat(24, axis=0).repeat(24, axis=1)  # fmt: skip


@pytest.mark.parametrize("space", WIDE)
@pytest.mark.parametrize("form", ["JPEG", "PNG", "TIFF"])
def test_colours_are_those_that_the_profile_means(space: str, form: str) -> None:
    data = saved_in(PATCHES, WIDE[space], form)
    bare = io.BytesIO()
    Pictures.open(io.BytesIO(data)).convert("RGB").save(bare, "PNG", icc_profile=None)
    off = np.abs(load(bare.getvalue()).image.astype(int) - PATCHES).mean()
    assert off > 6
    assert np.abs(load(data).image.astype(int) - PATCHES).mean() < off / 3


def test_profiles_of_srgb_and_damaged_ones_change_nothing() -> None:
    for profile in (ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes(), b"", b"no profile", bytes(200)):
        assert np.array_equal(by_profile(PATCHES, profile), PATCHES)


@cache
def begun() -> Image:
    """Return a picture of a game of Tink after two moves."""
    return library.pretend_picture(library.game("tink").start().play("Sc3").play("Sd6"), seed=4)


def test_pieces_in_a_picture_of_a_phone_are_named_as_they_are() -> None:
    image = begun()
    plain = library.read(image, "tink")
    wide = library.read(saved_in(image, WIDE["Display P3"], "PNG"), "tink")
    assert wide.colours == plain.colours
    assert wide.text == plain.text


def grey(image: Image) -> Image:
    return np.asarray(cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)


def tinted(image: Image) -> Image:
    return np.asarray(np.clip(grey(image) * np.array([0.75, 0.92, 1.05]), 0, 255), np.uint8)


@pytest.mark.parametrize("game", ["tink", "ting", "tabik", "tinker_tactics"])
def test_a_picture_without_colours_is_known(game: str) -> None:
    image = library.pretend_picture(library.game(game).start(), seed=1)
    for make, known in ((lambda each: each, False), (grey, True), (tinted, True)):
        for quality in (100, 70):
            made = load(cv2.imencode(".jpg", make(image), [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()).image
            assert is_grey(made) == known


def test_a_grey_picture_names_no_colours_and_asks_whose_the_pieces_are() -> None:
    image = begun()
    seen = library.read(grey(image), "tink")
    assert dict(seen.colours) == {}
    assert {"c3", "d6"} <= set(seen.unsure)
    assert "grey" in [warning.code for warning in seen.warnings]
    assert "grey" not in [warning.code for warning in library.read(image, "tink").warnings]


def test_black_and_white_stones_need_no_colour() -> None:
    image = library.pretend_picture(library.game("tabik").start(), seed=1)
    coloured, plain = library.read(image, "tabik"), library.read(grey(image), "tabik")
    assert dict(plain.colours) == dict(coloured.colours)


def test_doctor_says_that_a_picture_is_grey(kiebitz: Kiebitz, tmp_path: Path) -> None:
    path = tmp_path / "grey.png"
    cv2.imwrite(str(path), grey(library.pretend_picture(library.game("tink").start())))
    answer = kiebitz("doctor", path, "--json")
    assert answer.status == 1
    assert "grey" in [finding["code"] for finding in answer.json["findings"]]
