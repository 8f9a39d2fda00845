"""People's names are told as they were typed; where the score sheet's typeface lacks letters, the seat stands there."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.record import Record
from kiebitz.archive.people import check_names
from kiebitz.archive.score_sheet import draw_score_sheet
from kiebitz.language import language
from printkit.drawing import Label, Lines
from tests.kiebitz.conftest import Kiebitz

TYPED = ["Ann McDonald", "ludwig van Beethoven", "O’Neill", "Zoë"]
HEBREW = "שרה כהן"
CHINESE = "王伟"


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
    for name in ("José Ñuñez", "Łukasz Žižek", "Дмитрий", "Ελένη", "Nguyễn Văn Ánh"):
        assert name in labels(a_record("red", name))


@pytest.mark.parametrize("name", [HEBREW, CHINESE])
def test_where_the_typeface_lacks_letters_the_seat_stands_there_and_it_is_said(
    kiebitz: Kiebitz, tmp_path: Path, name: str
) -> None:
    told = labels(a_record("Ann McDonald", name))
    assert {"Ann McDonald", "Seat B", "2. Seat B Sd6"} <= set(told)
    assert not any(name in text for text in told)
    assert any("lacks letters of the names of: B" in text for text in told)
    path, out = tmp_path / "game.txt", tmp_path / "sheet.pdf"
    path.write_text(a_record("Ann McDonald", name).format(), encoding="utf-8")
    assert (
        "names of: B; the sheet calls them by their seats" in kiebitz("export", path, "--to", "sheet", "--out", out).err
    )


@pytest.mark.parametrize("name", [" ", CHINESE])
def test_no_line_to_sign_on_is_without_a_name(name: str) -> None:
    record = a_record("red", name)
    (sheet,) = draw_score_sheet(record).sheets
    shapes = list(sheet.shapes)
    signing = [at for at, shape in enumerate(shapes) if isinstance(shape, Lines) and shape.tag and len(shape.runs) == 1]
    before = [shapes[at - 1] for at in signing[-2:]]
    assert [shape.text for shape in before if isinstance(shape, Label)] == ["Red", "Seat B"]
