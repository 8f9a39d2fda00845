"""The report of a playtest on paper."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pytest

from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.language.test_catalogue import ENGLISH

QUICK = ("--by", "chance", "--workers", 1, "--longest", 20)


@pytest.mark.parametrize(
    ("game", "wishes"),
    [
        ("tink", ("--compare", "paid_small=false", "--compare", "overline=ignored", "--paper", "letter")),
        ("tabik", ("--options", "board_size=4")),
        ("tinker_tactics", ("--players", 3)),
    ],
)
def test_every_game_has_its_plots(game: str, wishes: tuple[object, ...], tmp_path: Path, kiebitz: Kiebitz) -> None:
    path = tmp_path / "report.pdf"
    answer = kiebitz("playtest", game, *QUICK, "--games", 3, *wishes, "--folder", tmp_path / "run", "--pdf", path)
    assert answer.status == 0, answer.err
    with pypdfium2.PdfDocument(path) as document:
        pages = list(document)
        text = "\n".join(page.get_textpage().get_text_range() for page in pages)
        fonts = {item.get_font().get_base_name() for page in pages for item in page.get_objects(filter=[1])}
    assert all("Lato" in font for font in fonts)
    for title in ("Who wins", "How long games are", "How games end", "Which clauses are used", "First actions"):
        assert title in text
    assert ("What the other rules change" in text) == (game == "tink")
    assert ("Where pieces are placed" in text) == (game != "tinker_tactics")
    again = tmp_path / "again.pdf"
    kiebitz("playtest", game, *QUICK, "--games", 3, *wishes, "--folder", tmp_path / "run", "--resume", "--pdf", again)
    assert again.read_bytes() == path.read_bytes()


@pytest.mark.thinned(2)
@pytest.mark.parametrize("game", ["tink", "tabik", "ting", "tingle", "tinker_tactics"])
def test_the_plots_are_in_german_where_that_is_read(game: str, tmp_path: Path, kiebitz: Kiebitz) -> None:
    path, compared = tmp_path / "report.pdf", () if game == "tabik" else ("--compare", "players=3")
    games = (*QUICK, "--games", 2, *compared, "--folder", tmp_path / "run")
    assert kiebitz("playtest", game, *games, "--pdf", path, "--language", "de").status == 0
    with pypdfium2.PdfDocument(path) as document:
        lines = "\n".join(page.get_textpage().get_text_range() for page in document).splitlines()
    assert [line for line in lines if ENGLISH.search(line)] == []
    assert "Wer gewinnt" in lines
    assert any(re.fullmatch(r"\d+,\d+", word) for line in lines for word in line.split())


def test_a_report_that_cannot_be_written_is_told(tmp_path: Path, kiebitz: Kiebitz) -> None:
    arguments = ("playtest", "tink", *QUICK, "--games", 1, "--folder", tmp_path / "run")
    assert "cannot write" in kiebitz(*arguments, "--pdf", tmp_path / "no" / "report.pdf").err
    report = ("--pdf", tmp_path / "report.pdf")
    assert "no paper is called 'b4'" in kiebitz(*arguments, *report, "--paper", "b4").err
    assert "at most 5 times" in kiebitz("playtest", "tink", *("--compare", "overline=ignored") * 6).err
