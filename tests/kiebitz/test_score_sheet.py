"""A score sheet holds the game in a code, and a photo of it is taken where a record is.

Names are told as they were typed; where its typeface lacks letters, the seat stands there.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import cv2
import numpy as np
import pypdfium2
import pytest

import kiebitz as kiebitz_library
from core import games
from core.record import Record
from kiebitz.archive.people import check_names
from kiebitz.archive.record_code import HEAD, LONGEST, code_of, record_of
from kiebitz.archive.score_sheet import draw_score_sheet
from kiebitz.language import language
from printkit.drawing import Label, Lines
from tests.kiebitz.conftest import Kiebitz

GAME = '[Game "tink"]\n[A "red"]\n[B "blue"]\n\n1. Sc3 2. Sd6 {well played} 3. Sd4 4. Se6\n'


def at_random(name: str, plies: int, **options: object) -> Record:
    game, rng = games.find(name), Random(plies)
    position = game.start(game.options.of(options))
    start, actions = game.format_position(position), list[str]()
    while len(actions) < plies and (legal := game.actions(position)):
        actions.append(rng.choice(legal))
        position = game.play(position, actions[-1])
    return Record(name, start, tuple(actions), position.options)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(GAME, encoding="utf-8")
    return path


def photo_of(sheet: Path, *, width: int = 1400) -> Path:
    """Return a picture of the first page of the PDF at *sheet* as somebody takes it: slanted, soft and dim."""
    page = np.asarray(pypdfium2.PdfDocument(sheet)[0].render(scale=4).to_pil().convert("RGB"))[:, :, ::-1]
    height = round(width * page.shape[0] / page.shape[1])
    corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
    slant = np.array([(0.06, 0.02), (0.95, 0.04), (0.99, 0.98), (0.02, 0.96)])
    across = np.array([width, height])
    seen = cv2.getPerspectiveTransform(
        (corners * page.shape[1::-1]).astype(np.float32), (slant * across).astype(np.float32)
    )
    image = cv2.warpPerspective(page, seen, (width, height), flags=cv2.INTER_AREA, borderValue=(60, 90, 120))
    dim = cv2.GaussianBlur(image, (0, 0), 0.8) * 0.7 + np.random.default_rng(1).normal(20, 5, image.shape)
    path = sheet.with_suffix(".jpg")
    cv2.imwrite(str(path), np.clip(dim, 0, 255).astype(np.uint8))
    return path


@pytest.mark.parametrize("name", games.names())
def test_a_code_holds_the_whole_game(name: str) -> None:
    record = at_random(name, 20)
    code = code_of(record)
    assert len(code) <= LONGEST
    assert record_of(code).actions == record.actions
    assert record_of(code).positions() == record.positions()


def test_a_code_of_a_game_that_is_too_long_holds_how_it_stands() -> None:
    record = at_random("tabik", 200, board_size=11)
    found = record_of(code_of(record))
    assert (found.actions, found.positions()[-1]) == ((), record.positions()[-1])
    with pytest.raises(ValueError, match="a camera reads at most"):
        code_of(at_random("tabik", 600, board_size=19))


def test_a_position_that_was_set_on_the_way_is_where_the_code_begins() -> None:
    told = '[Game "tink"]\n\n1. Sc3 {[%set 8/8/8/8/8/2As5/8/7Bs A 0,0 2] agreed} 2. Sd4\n'
    record = Record.parse(told)
    found = record_of(code_of(record))
    assert found.positions()[-1] == record.positions()[-1]


@pytest.mark.parametrize("code", ["", "x", HEAD, f"{HEAD}ABC", f"{HEAD}::::::", f"{HEAD}é", "KIEBITZ:TABIK:8:A4:24.00"])
def test_other_codes_are_refused(code: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        record_of(code)


def test_every_character_of_a_damaged_code_is_noticed_or_does_no_harm() -> None:
    code = code_of(Record.parse(GAME))
    for at in range(len(HEAD), len(code)):
        try:
            record_of(code[:at] + ("A" if code[at] != "A" else "B") + code[at + 1 :])
        except ValueError:
            continue


def test_a_photo_of_the_sheet_is_the_game(record: Path, tmp_path: Path, kiebitz: Kiebitz) -> None:
    sheet = tmp_path / "sheet.pdf"
    assert kiebitz("export", record, "--to", "sheet", "--out", sheet).status == 0
    photo = photo_of(sheet)
    told = kiebitz("replay", photo, "--json").json
    assert [action["action"] for action in told["actions"]] == ["Sc3", "Sd6", "Sd4", "Se6"]
    assert told["tags"] == {"A": "red", "B": "blue"}
    standing = kiebitz_library.game("tink").position(told["position"])
    table = tmp_path / "table"
    table.mkdir()
    for number, position in enumerate((standing, standing.play("Sf5"))):
        cv2.imwrite(str(table / f"{number}.png"), kiebitz_library.pretend_picture(position))
    events = kiebitz("watch", table, "--start", photo, "--json").lines
    assert [event["action"] for event in events if event["event"] == "move"] == ["Sf5"]
    assert kiebitz("replay", "last", "--json").json["start"] == told["position"]


def test_a_sheet_is_readable_by_people(record: Path, tmp_path: Path, kiebitz: Kiebitz) -> None:
    sheet = tmp_path / "sheet.pdf"
    kiebitz("export", record, "--to", "sheet", "--out", sheet)
    text = pypdfium2.PdfDocument(sheet)[0].get_textpage().get_text_bounded()
    for words in ("Tink: a score sheet", "2. Blue Sd6", "Red is to play.", "Names and signatures", "--start PHOTO"):
        assert words in text
    first = sheet.read_bytes()
    kiebitz("export", record, "--to", "sheet", "--out", sheet)
    assert sheet.read_bytes() == first


def test_long_games_go_on_on_further_sheets(tmp_path: Path, kiebitz: Kiebitz) -> None:
    record, sheet = tmp_path / "long.txt", tmp_path / "sheet.pdf"
    record.write_text(at_random("tinker_tactics", 150, players=4).format(), encoding="utf-8")
    assert kiebitz("export", record, "--to", "sheet", "--out", sheet).status == 0
    pages = pypdfium2.PdfDocument(sheet)
    assert len(pages) > 1
    last = pages[len(pages) - 1].get_textpage().get_text_bounded()
    assert "Names and signatures" in last
    assert "Seat D" in last


def test_what_is_no_score_sheet_is_said_in_one_line(record: Path, tmp_path: Path, kiebitz: Kiebitz) -> None:
    grey, over = tmp_path / "grey.png", tmp_path / "over.txt"
    cv2.imwrite(str(grey), np.full((240, 320, 3), 128, np.uint8))
    over.write_text('[Game "tabik"]\n[Options "board_size=2"]\n\n' + over_by_two(), encoding="utf-8")
    for line, says in (
        (("replay", grey), "no code of a score sheet can be read; take the picture from nearer"),
        (("watch", "demo", "--start", grey), "no code of a score sheet can be read"),
        (("watch", "demo", "--start", tmp_path / "none.jpg"), "there is no file"),
        (("watch", "demo", "--start", over), "this game is over"),
        (("watch", "demo", "--start", record, "--players", "2"), "--players has no effect with a file for --start"),
        (("watch", "demo", "--start", record, "--game", "ting"), "is a game of tink; add --game tink"),
        (("watch", "demo", "--start", record, "--resume"), "leave out one of them"),
    ):
        answer = kiebitz(*line)
        assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
        assert says in answer.err


def over_by_two() -> str:
    """Return the moves of a game of Tabik on two by two that is over."""
    return " ".join(at_random("tabik", 9, board_size=2).actions)


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
