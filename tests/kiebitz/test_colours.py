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

SRGB = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def saved_in(image: Image, form: str) -> bytes:
    """Return *image* as a file of a space like sRGB in which red and blue have changed places, as its profile says."""
    turned = SRGB.replace(b"rXYZ", b"----").replace(b"bXYZ", b"rXYZ").replace(b"----", b"bXYZ")
    turned = turned.replace("sRGB".encode("utf-16-be"), "BGRs".encode("utf-16-be"))
    data = io.BytesIO()
    how = {"quality": 97, "subsampling": 0} if form == "JPEG" else {}
    Pictures.fromarray(image).save(data, form, icc_profile=turned, **how)
    return data.getvalue()


PATCHES = np.array(
    [[(40, 40, 200), (40, 200, 220), (60, 150, 40), (190, 90, 30), (150, 50, 120), (200, 180, 60), (30, 120, 230)]],
    np.uint8,
).repeat(24, axis=0).repeat(24, axis=1)  # fmt: skip


@pytest.mark.parametrize("form", ["JPEG", "PNG", "TIFF"])
def test_colours_are_those_that_the_profile_means(form: str) -> None:
    assert np.abs(load(saved_in(PATCHES, form)).image.astype(int) - PATCHES).mean() < 3


def test_profiles_of_srgb_and_damaged_ones_change_nothing() -> None:
    for profile in (SRGB, b"", b"no profile", bytes(200)):
        assert np.array_equal(by_profile(PATCHES, profile), PATCHES)


@cache
def begun() -> Image:
    """Return a picture of a game of Tink after two moves."""
    return library.pretend_picture(library.game("tink").start().play("Sc3").play("Sd6"), seed=4)


def test_pieces_in_a_picture_of_a_phone_are_named_as_they_are() -> None:
    image = begun()
    plain = library.read(image, "tink")
    wide = library.read(saved_in(image, "PNG"), "tink")
    assert (wide.colours, wide.text) == (plain.colours, plain.text)
    assert "grey" not in [warning.code for warning in plain.warnings]


def grey(image: Image) -> Image:
    return np.asarray(cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)


def tinted(image: Image) -> Image:
    return np.asarray(np.clip(grey(image) * np.array([0.75, 0.92, 1.05]), 0, 255), np.uint8)


@pytest.mark.parametrize("game", ["tabik", "tinker_tactics"])
def test_a_picture_without_colours_is_known(game: str) -> None:
    image = library.pretend_picture(library.game(game).start(), seed=1)
    for make, known in ((lambda each: each, False), (grey, True), (tinted, True)):
        for quality in (100, 70):
            made = load(cv2.imencode(".jpg", make(image), [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()).image
            assert is_grey(made) == known


def test_a_grey_picture_names_no_colours_and_asks_whose_the_pieces_are(kiebitz: Kiebitz, tmp_path: Path) -> None:
    seen = library.read(grey(begun()), "tink")
    assert dict(seen.colours) == {}
    assert {"c3", "d6"} <= set(seen.unsure)
    assert "grey" in [warning.code for warning in seen.warnings]
    path = tmp_path / "grey.png"
    cv2.imwrite(str(path), grey(begun()))
    answer = kiebitz("doctor", path, "--json")
    assert (answer.status, "grey" in [finding["code"] for finding in answer.json["findings"]]) == (1, True)


def test_black_and_white_stones_need_no_colour() -> None:
    image = library.pretend_picture(library.game("tabik").start(), seed=1)
    coloured, plain = library.read(image, "tabik"), library.read(grey(image), "tabik")
    assert dict(plain.colours) == dict(coloured.colours)
