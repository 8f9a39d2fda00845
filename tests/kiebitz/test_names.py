"""People's names are told as they were typed, and set on the score sheet in any script that the computer can set."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, features

from core.record import Record
from kiebitz.archive.people import check_names
from kiebitz.archive.score_sheet import draw_score_sheet
from kiebitz.language import language
from kits.inks import TEXT
from printkit import other_scripts
from printkit.drawing import Area, Label, Lines, Shape
from printkit.other_scripts import can_set, set_everywhere, set_width_mm
from tests.kiebitz.conftest import Kiebitz

TYPED = ["Ann McDonald", "ludwig van Beethoven", "O’Neill", "Zoë"]
HEBREW, ARABIC = "שרה כהן", "محمد علي"
CHINESE, JAPANESE = "王伟", "さくら"

raqm = pytest.mark.skipif(not features.check("raqm"), reason="Pillow without Raqm sets no script from right to left")


@pytest.fixture
def no_typefaces(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the computer have no typeface but ours."""
    monkeypatch.setattr(other_scripts, "_typefaces", tuple)
    other_scripts._typeface_for.cache_clear()
    yield
    other_scripts._typeface_for.cache_clear()


def a_record(first: str, second: str) -> Record:
    return Record.parse(f'[Game "tink"]\n[A "{first}"]\n[B "{second}"]\n\n1. Sc3 2. Sd6 3. Sd4\n')


def labels(record: Record, code: str = "en") -> list[str]:
    shapes = [shape for sheet in draw_score_sheet(record, language=language(code)).sheets for shape in sheet.shapes]
    return [shape.text for shape in shapes if isinstance(shape, Label)]


@pytest.mark.parametrize("name", TYPED)
def test_names_are_told_as_typed_everywhere(kiebitz: Kiebitz, tmp_path: Path, name: str) -> None:
    path = tmp_path / "game.txt"
    path.write_text(a_record(name, "blue").format(), encoding="utf-8")
    for words in (["replay", path], ["show", path], ["export", path, "--to", "html"], ["export", path, "--to", "ppn"]):
        answer = kiebitz(*words)
        assert name in answer.out.replace("&#x27;", "'"), words
        assert name.capitalize() == name or name.capitalize() not in answer.out
    for code in ("en", "de"):
        told = labels(a_record(name, "blue"), code)
        assert name in told
        assert f"1. {name} Sc3" in told
        assert ("Blue" if code == "en" else "Blau") in told


def test_names_of_every_script_are_taken() -> None:
    names = {"A": "علی\u200cرضا", "B": CHINESE}
    assert check_names(names) == names
    with pytest.raises(ValueError, match="a line"):
        check_names({"A": "a\x07bell"})


def test_what_our_typeface_has_stays_text() -> None:
    label = Label("José Ñuñez, Łukasz Žižek, Дмитрий, Ελένη, Nguyễn Văn Ánh", (0.0, 0.0), 3.0, TEXT)
    assert list(set_everywhere(label)) == [label]


def _inked(shapes: list[Shape]) -> np.ndarray:
    """Return a picture of the areas in *shapes*, 20 px a mm."""
    picture = Image.new("L", (800, 200))
    for area in shapes:
        if isinstance(area, Area):
            for ring in area.rings:
                ImageDraw.Draw(picture).polygon([(20 * x + 20, 20 * y + 120) for x, y in ring], fill=255)
    return np.asarray(picture) > 0


def _set(text: str) -> np.ndarray:
    if not can_set(text):
        pytest.skip("no typeface with these letters is here")
    return _inked(list(set_everywhere(Label(text, (0.0, 0.0), 4.0, TEXT))))


@raqm
@pytest.mark.parametrize(("first", "second"), [("ש", "ל"), ("ר", "ק")])
def test_hebrew_runs_from_right_to_left(first: str, second: str) -> None:
    both, left = _set(first + second), _set(second)
    wide = int(np.flatnonzero(left.any(axis=0))[-1]) - 2
    assert np.abs(both[:, :wide].astype(int) - left[:, :wide].astype(int)).mean() < 0.002


@raqm
def test_arabic_letters_are_joined() -> None:
    parts, _ = cv2.connectedComponents(_set("محمد").astype(np.uint8))
    assert parts - 1 == 1


@raqm
@pytest.mark.parametrize("name", [HEBREW, ARABIC, f"{HEBREW} Smith", CHINESE, JAPANESE])
def test_a_name_in_a_line_takes_the_room_that_it_is_said_to_take(name: str) -> None:
    ink = _set(name)
    columns = np.flatnonzero(ink.any(axis=0))
    label = Label(f"1. {name} Sc3", (0.0, 0.0), 4.0, TEXT)
    before, *_, after = set_everywhere(label)
    assert isinstance(before, Label)
    assert isinstance(after, Label)
    assert before.text.startswith("1. ")
    assert after.text.endswith("Sc3")
    assert columns[-1] < 20 + 20 * set_width_mm(name, 4.0) + 8


@pytest.mark.usefixtures("no_typefaces")
@pytest.mark.parametrize("name", [HEBREW, CHINESE])
def test_where_no_typeface_has_the_letters_the_seat_stands_there_and_it_is_said(
    kiebitz: Kiebitz, tmp_path: Path, name: str
) -> None:
    told = labels(a_record("Ann McDonald", name))
    assert {"Ann McDonald", "Seat B", "2. Seat B Sd6"} <= set(told)
    assert not any(name in text for text in told)
    assert any("the letters of the names of: B" in text for text in told)
    path, out = tmp_path / "game.txt", tmp_path / "sheet.pdf"
    path.write_text(a_record("Ann McDonald", name).format(), encoding="utf-8")
    assert (
        "names of: B; the sheet calls them by their seats" in kiebitz("export", path, "--to", "sheet", "--out", out).err
    )


@pytest.mark.usefixtures("no_typefaces")
@pytest.mark.parametrize("name", [" ", CHINESE])
def test_no_line_to_sign_on_is_without_a_name(name: str) -> None:
    record = a_record("red", name)
    (sheet,) = draw_score_sheet(record).sheets
    shapes = list(sheet.shapes)
    signing = [at for at, shape in enumerate(shapes) if isinstance(shape, Lines) and shape.tag and len(shape.runs) == 1]
    before = [shapes[at - 1] for at in signing[-2:]]
    assert [shape.text for shape in before if isinstance(shape, Label)] == ["Red", "Seat B"]
